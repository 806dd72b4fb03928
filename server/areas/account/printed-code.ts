import { sql } from 'kysely'
import type { account } from '#contract/account/account.ts'
import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import es from '#locales/es/account-access.json' with { type: 'json' }
import pt from '#locales/pt/account-access.json' with { type: 'json' }
import type { Block } from '#pdf/layout/blocks.ts'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import { administers, credentialsOf } from '#server/shared/identity/credentials.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { filled, printedInstant } from '#server/shared/text/printed.ts'
import { today } from '#server/shared/today.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'
import { makePrintedCodes } from '#server/areas/session/operations.ts'
import { canReach } from './queries.ts'

const words = { es, pt }

/**
 * Makes the code that lets somebody without a mail in, once and within 24 hours, and forces a password of their
 * own. It is shown to the administrator who asked for it, to be printed, and only its hash is kept.
 *
 * @throws {Refusal} PRINTED_CODE_MANAGES for somebody who administers, PRINTED_CODE_HAS_MAIL where a link can be mailed
 */
export async function printCode(ctx: Context, id: number): Promise<AnswerOf<typeof account.printCode>> {
  const { session } = ctx
  return ctx.write(async (tx) => {
    if (!(await canReach(tx.db, session, id))) refuse('NOT_FOUND')
    const user = await credentialsOf(tx.db, id)
    if (user.administers) refuse('PRINTED_CODE_MANAGES')
    if (user.mail) refuse('PRINTED_CODE_HAS_MAIL')
    const { codes, until } = await makeCodes(tx, ctx, [id])
    return {
      codigo: codes.get(id) ?? '',
      usuario: user.username,
      nombre: `${user.first_name} ${user.last_name}`,
      empresa: user.company,
      direccion: siteOf(ctx),
      vence: until.toISOString(),
      permite_firmar: (await getSettings(tx))['signing.printed_code_may_sign'],
    }
  })
}

/**
 * Makes such a code for each of the chosen people who may have one, and lays all out as slips in one PDF, by sector.
 * The PDF is never stored: whoever loses it prints again, and the former codes die.
 *
 * @throws {Refusal} PRINTED_CODES_NOBODY where none of them may have a code
 */
export async function printCodes(
  ctx: Context,
  { ids }: ParsedOf<typeof account.printCodes>,
): Promise<FileAnswer> {
  const { services, session, request } = ctx
  const made = await ctx.write(async (tx) => {
    const people = await findCodeless(tx.db, session, ids)
    if (people.length === 0) refuse('PRINTED_CODES_NOBODY')
    const { name: company } = await tx.db.selectFrom('companies').select('name').executeTakeFirstOrThrow()
    return {
      people,
      company,
      ...(await makeCodes(
        tx,
        ctx,
        people.map(({ id }) => id),
      )),
      maySign: (await getSettings(tx))['signing.printed_code_may_sign'],
    }
  })
  const w = words[request.language].codigo
  const now = services.clock()
  const until = printedInstant(made.until, session.zone)
  const blocks: Block[] = []
  for (const [sector, some] of Map.groupBy(made.people, (person) => person.sector ?? w.sinSector)) {
    if (blocks.length > 0) blocks.push({ kind: 'page_break' })
    blocks.push({ kind: 'heading', level: 2, text: sector })
    for (const person of some)
      blocks.push({
        kind: 'slip',
        head: `${made.company} · ${w.hoja.titulo}`,
        title: `${person.first_name} ${person.last_name}`,
        aside: person.file_number,
        rows: [
          [w.hoja.entrar, siteOf(ctx)],
          [w.hoja.usuario, person.username],
          [w.hoja.codigo, made.codes.get(person.id) ?? ''],
        ],
        notes: [
          `${w.hoja.elegir} ${filled(w.hoja.hasta, { fecha: until })}`,
          made.maySign ? w.hoja.abreFirma : w.hoja.abre,
          w.hoja.cuidado,
        ],
      })
  }
  const laid = await services.engine.layOut({
    title: w.hoja.titulo,
    author: made.company,
    language: request.language,
    created: now,
    foot: w.pieHojas,
    pageWords: w.pagina,
    blocks,
  })
  if (!laid.ok) throw new Error(`the printed codes of company ${session.company}: ${laid.detail}`)
  return {
    body: Buffer.from(laid.pdf),
    type: 'application/pdf',
    download: `${w.archivo}-${today(session.zone, now)}.pdf`,
  }
}

const siteOf = ({ services }: Context) => `${services.config.publicUrl}/e/login`

/** Makes the codes as they are printed, each as evidence of its person. */
async function makeCodes(tx: Tx, { services, session, evidence }: Context, ids: readonly number[]) {
  const { codes, until } = await makePrintedCodes(tx, services, { userIds: ids, createdBy: session.userId })
  await recordEvents(
    tx,
    ids.map((id) => ({
      subject: { kind: 'credential' as const, id },
      act: 'code_printed' as const,
      ...evidence,
      at: services.clock(),
      data: { until: until.toISOString() },
    })),
  )
  const printed = new Map([...codes].map(([id, code]) => [id, code.replace(/.{4}(?=.)/g, '$&-')]))
  return { codes: printed, until }
}

/** Those of these people within reach for whom a code may be printed, by sector and name. */
function findCodeless(db: Db, viewer: Viewer, ids: readonly number[]) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
    .where('employees.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(visibleEmployees(viewer, 'employees.id'))
    .where('users.mail_key', 'is', null)
    .where(sql<boolean>`not ${administers('users')}`)
    .orderBy('sectors.name', (by) => by.asc().nullsLast())
    .orderBy('users.sort_name')
    .orderBy('employees.id')
    .select([
      'employees.id',
      'employees.file_number',
      'users.first_name',
      'users.last_name',
      'users.username',
      'sectors.name as sector',
    ])
    .execute()
}
