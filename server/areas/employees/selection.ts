import { sql } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import type { employees } from '#contract/employees/employees.ts'
import type { employeeSelection } from '#contract/employees/selection.ts'
import es from '#locales/es/employees.json' with { type: 'json' }
import esEnds from '#locales/es/employees-ends.json' with { type: 'json' }
import esCountry from '#locales/es/country.json' with { type: 'json' }
import pt from '#locales/pt/employees.json' with { type: 'json' }
import ptEnds from '#locales/pt/employees-ends.json' with { type: 'json' }
import ptCountry from '#locales/pt/country.json' with { type: 'json' }
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { csvOf } from '#server/shared/files/csv.ts'
import { administers } from '#server/shared/identity/credentials.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { printedDay } from '#server/shared/text/printed.ts'
import { beginInvitations } from './inviting.ts'
import { visible } from './queries.ts'

const words = {
  es: { ...es, ends: esEnds, country: esCountry },
  pt: { ...pt, ends: ptEnds, country: ptCountry },
}

/** Those of the chosen people who are within reach. */
function chosen(db: Db, viewer: Viewer, ids: readonly number[]) {
  return visible(db, viewer).where('employees.id', '=', sql<number>`any(${ids}::bigint[])`)
}

/** How many of the chosen people each act on many would reach. */
export function countSelection(db: Db, viewer: Viewer, ids: readonly number[]) {
  const mailed = sql<boolean>`users.mail_key is not null`
  const entered = sql<boolean>`users.password_hash is not null`
  return chosen(db, viewer, ids)
    .select(({ fn }) => {
      const people = fn.countAll<number>()
      return [
        people.as('personas'),
        people.filterWhere(sql<boolean>`${mailed} and not ${entered}`).as('por_invitar'),
        people.filterWhere(entered).as('ya_ingresaron'),
        people.filterWhere(sql<boolean>`not ${mailed}`).as('sin_correo'),
        people.filterWhere(sql<boolean>`not ${mailed} and not ${administers('users')}`).as('para_codigo'),
        people.filterWhere('employees.state', '<>', 'inactive').as('activos'),
        people.filterWhere(administers('users')).as('gestionan'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/**
 * Mails invitations, in the background, to those of the chosen people who have a mail and no password.
 *
 * @throws {Refusal} INVITATIONS_NOBODY
 */
export function inviteMany(ctx: Context, { ids }: ParsedOf<typeof employees.inviteMany>) {
  return ctx.act(async (tx) => {
    const people = await chosen(tx.db, ctx.session, ids)
      .where('users.mail_key', 'is not', null)
      .where('users.password_hash', 'is', null)
      .orderBy('users.sort_name')
      .orderBy('employees.id')
      .select('employees.id')
      .execute()
    if (people.length === 0) refuse('INVITATIONS_NOBODY')
    const proceso = await beginInvitations(
      tx,
      ctx,
      people.map(({ id }) => id),
    )
    return { proceso, personas: people.length }
  })
}

/** The chosen people within reach as a CSV, in the order of the list. Taking one is an event. */
export async function selectionCsv(
  ctx: Context,
  { ids }: ParsedOf<typeof employeeSelection.csv>,
): Promise<FileAnswer> {
  const { services, session, request, evidence } = ctx
  const w = words[request.language]
  const now = services.clock()
  const people = await ctx.write(async (tx) => {
    await recordEvent(tx, {
      subject: { kind: 'employee', id: session.userId },
      act: 'sheet_taken',
      at: now,
      data: { count: ids.length },
      ...evidence,
    })
    return chosen(tx.db, session, ids)
      .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
      .leftJoin('locations', 'locations.id', 'employees.location_id')
      .select([
        sql<string>`users.sort_name`.as('name'),
        'employees.file_number',
        'employees.cuil',
        'sectors.name as sector',
        'locations.name as location',
        'employees.hired_on',
        'employees.ended_on',
        'employees.state',
      ])
      .orderBy('users.sort_name')
      .orderBy('employees.id')
      .execute()
  })
  const heads = [
    w.columna.nombre,
    w.campo.numero_legajo,
    w.country.cuil,
    w.campo.sector,
    w.campo.locacion,
    w.campo.fecha_contratacion,
    w.ends.columna.fechabaja,
    w.columna.estado,
  ]
  const rows = people.map(({ name, file_number, cuil, sector, location, hired_on, ended_on, state }) => [
    name,
    file_number,
    cuil,
    sector ?? '',
    location ?? '',
    hired_on ? printedDay(hired_on) : '',
    ended_on ? printedDay(ended_on) : '',
    w.estado[state],
  ])
  return {
    body: Buffer.from(csvOf([heads, ...rows])),
    type: 'text/csv; charset=utf-8',
    download: `${w.planilla.archivo}-${today(session.zone, now)}.csv`,
  }
}
