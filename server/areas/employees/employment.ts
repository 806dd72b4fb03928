import { sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import { type employment, mostReportsNamed } from '#contract/employees/employment.ts'
import {
  needsObservation,
  reasonsFor,
  stateBefore,
  stayActsOf,
  undoHours,
  undoUntil,
} from '#contract/employees/states.ts'
import { actions } from '#contract/actions.ts'
import { codeOf } from '#contract/errors.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { refuse, refuseAll } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import { type Db, everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { addDays, today } from '#server/shared/today.ts'
import { putMail, wasAndIs, writeChanges } from './editing.ts'
import { deactivate, endFaults, endLimits, personToEnd, writeEnds } from './ending.ts'
import { renewCredentials } from './invitations.ts'
import { hasLastingGranter, isRightGranter, keepGranter, lockRights } from './granting.ts'
import { countryOf, visible } from './queries.ts'
import { findRecord, type FoundRecord, mayEndStays, recordFor } from './record.ts'
import { holdRights, restoreRights, takeManagement } from './rights.ts'
import { dateFaults } from './rules.ts'
import { askSecondPerson, holdsCertificates } from './second-person.ts'
import { tellProfilesChanged } from './telling.ts'

/**
 * Ends somebody's stay on a day: today or before it at once, later when that day comes. They go on reading what is
 * theirs; what they managed with is taken away. The stay of somebody who answers for the certificates ends when a second
 * person accepts it.
 *
 * @throws {Refusal} NOT_FOUND: the person is out of reach. EMPLOYMENT_ALREADY_ENDED: they left already. END_BEFORE_HIRE,
 * END_TOO_FAR_AHEAD: the day. END_REASON_OTHER_STATE, END_OBSERVATION_REQUIRED: the reason. OWN_EMPLOYMENT_END: it is
 * one's own stay. LAST_GRANTER: nobody would be left who can grant.
 */
export function endStay(ctx: Context, input: ParsedOf<typeof employment.end>) {
  const { id, ...change } = input
  return ctx.act(async (tx) => {
    await checkEnd(tx, ctx, input)
    if (await holdsCertificates(tx.db, id)) await askSecondPerson(tx, ctx, id, change)
    else await writeEnd(tx, ctx, input)
    return recordFor(tx, ctx.services, ctx.session, id)
  })
}

/**
 * Ends the stay of several people on a day, all or none, each as {@link endStay} does. People with a management profile
 * leave by an act of their own, since a second person may have to accept it.
 *
 * @throws {Refusal} EMPLOYMENT_END_ALONE and what refuses one of them
 */
export function endStays(ctx: Context, { ids, ...change }: ParsedOf<typeof employment.endMany>) {
  return ctx.act(async (tx) => {
    const people = [...new Set(ids)]
    for (const id of people) await checkEnd(tx, ctx, { id, ...change }, { alone: false })
    const { motivo, fechabaja: on, observaciones: observation = null } = change
    await writeEnds(
      tx,
      endingOf(ctx),
      people.map((id) => ({ id, on, observation })),
      motivo,
    )
    return { personas: people.length }
  })
}

/** {@link endStay} in a transaction, with no second person to ask: the caller accepts what somebody else asked for. */
export async function putEnd(
  tx: Tx,
  ctx: Context,
  input: ParsedOf<typeof employment.end>,
  askedBy: number,
): Promise<void> {
  await checkEnd(tx, ctx, input)
  await writeEnd(tx, ctx, input, askedBy)
}

function endingOf({ services, evidence, session }: Context) {
  return { services, evidence, zone: session.zone }
}

async function checkEnd(
  tx: Tx,
  ctx: Context,
  { id, fechabaja: on, motivo: reason, observaciones }: ParsedOf<typeof employment.end>,
  { alone = true } = {},
): Promise<void> {
  const { session, services } = ctx
  if (!mayEndStays(session)) refuse('SYSTEM_ACTION_NOT_GRANTED')
  await held(tx, ctx, id)
  const person = await personToEnd(tx, session, id)
  if (!person) refuse('NOT_FOUND')
  const limits = await endLimits(tx, session, services.clock())
  const [fault] = endFaults(person, { on, reason }, limits, { alone })
  if (fault) refuseAll([fault.field === 'cuil' ? { ...fault, field: alone ? undefined : 'ids' } : fault])
  if (needsObservation(reason) && !observaciones) refuse('END_OBSERVATION_REQUIRED', 'observaciones')
  const { is_management } = await credentialsOf(tx.db, id)
  if (!is_management) return
  if (session.profileKind !== 'hr') refuse('ADMINISTRATOR_EMPLOYMENT_END')
  await holdRights(tx, session)
}

async function writeEnd(
  tx: Tx,
  ctx: Context,
  { id, fechabaja: on, motivo, observaciones, mail_personal }: ParsedOf<typeof employment.end>,
  askedBy = ctx.session.userId,
): Promise<void> {
  if (mail_personal) await keepPersonalMail(tx, ctx, id, mail_personal)
  await keepGranter(tx, () =>
    writeEnds(tx, { ...endingOf(ctx), askedBy }, [{ id, on, observation: observaciones ?? null }], motivo),
  )
}

async function keepPersonalMail(
  tx: Tx,
  { services, session, evidence }: Context,
  id: number,
  mail: string,
): Promise<void> {
  const before = await findRecord(tx.db, session, id)
  if (!before || before.mail_personal === mail) return
  const change = { mail_personal: mail }
  await writeChanges(tx, id, change, {})
  await recordEvent(tx, {
    subject: { kind: 'employee', id },
    act: 'changed',
    actorId: evidence.actorId,
    at: services.clock(),
    data: { fields: ['mail_personal'] },
    detail: { ...evidence.detail, text: JSON.stringify(wasAndIs(before, change)) },
  })
}

/**
 * Ends, in every company, the stays whose last day has come by the company's own clock. That of the last person who can
 * grant waits until somebody else can.
 */
export async function endDueStays(services: Services): Promise<void> {
  await everyCompany(services, (tenant) =>
    tenant.write(async (tx) => {
      const { zone } = await tx.db.selectFrom('companies').select('zone').executeTakeFirstOrThrow()
      const due = tx.db
        .selectFrom('employments')
        .select(['employee_id', 'ends_on'])
        .where('state', 'in', ['planned', 'running'])
        .where('ends_on', '<=', today(zone, services.clock()))
      if (!(await due.executeTakeFirst())) return
      await lockRights(tx)
      // Somebody may be calling one off at this moment.
      for (const { employee_id: id, ends_on } of await due.forUpdate().execute()) {
        if ((await isRightGranter(tx.db, id)) && !(await hasLastingGranter(tx.db))) continue
        await deactivate(tx, services, [id], null)
        await recordEvent(tx, {
          subject: { kind: 'employee', id },
          act: 'stay_ended',
          actorId: null,
          at: services.clock(),
          data: { on: ends_on },
        })
      }
    }),
  )
}

/** The newest end of somebody that still holds, planned or done. */
function endInForce(db: Db, id: number) {
  return db
    .selectFrom('stay_ends')
    .innerJoin('employments', 'employments.id', 'stay_ends.employment_id')
    .leftJoin('users as asker', 'asker.id', 'stay_ends.asked_by')
    .select([
      'stay_ends.id',
      'stay_ends.employment_id',
      'stay_ends.ends_on',
      'stay_ends.state',
      'stay_ends.asked_by',
      'stay_ends.acted_at',
      'stay_ends.taken',
      'employments.reason',
      'employments.observation',
      sql<string | null>`asker.sort_name`.as('asker'),
    ])
    .where('stay_ends.employee_id', '=', id)
    .where('stay_ends.state', 'in', ['planned', 'acted'])
    .orderBy('stay_ends.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Where somebody's stay stands, and the acts on it that the viewer may do. */
export function stayOf(ctx: Context, { id }: { id: number }): Promise<AnswerOf<typeof employment.stay>> {
  const { session, services } = ctx
  return ctx.read(async (tx) => {
    const record = await findRecord(tx.db, session, id)
    if (!record) refuse('NOT_FOUND')
    const now = services.clock()
    const end = await endInForce(tx.db, id)
    const { today: day, daysAhead } = await endLimits(tx, session, now)
    const mayEnd = mayEndStays(session) && id !== session.userId
    const own = end?.asked_by === session.userId
    const acts = stayActsOf(record.estado, end ? { actedAt: end.acted_at } : null, now)
    const reports = visible(tx.db, session)
      .where('employees.manager_id', '=', id)
      .where('employees.state', '<>', 'inactive')
    const { total } = await reports
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const personas = await reports
      .select(['employees.id', sql<string>`users.sort_name`.as('nombre')])
      .orderBy('users.sort_name')
      .limit(mostReportsNamed)
      .execute()
    return {
      estado: record.estado,
      fin: end
        ? {
            dia: end.ends_on,
            motivo: end.reason,
            observaciones: end.observation,
            por: end.asker,
            cumplida: end.acted_at?.toISOString() ?? null,
            deshacer_hasta: end.acted_at ? undoUntil(end.acted_at).toISOString() : null,
          }
        : null,
      actos: acts.filter((act) =>
        act === 'reactivate'
          ? id !== session.userId && session.actions.includes(actions.employeeAdministration)
          : mayEnd && !(act === 'undo' && own),
      ),
      propia: own,
      motivos: reasonsFor(record.estado),
      ultimo_dia: addDays(day, daysAhead),
      reportan: { total, personas },
      mail_personal: record.mail_personal,
    }
  })
}

/**
 * Undoes an end: calls off one whose day is to come, or takes back one that acted. The same stay goes on, with the
 * profiles and filters that the end took. Of two who undo at once the second is refused.
 *
 * @throws {Refusal} END_NOT_PLANNED, EMPLOYMENT_NOT_ENDED: there is nothing to undo. END_UNDO_OWN: the viewer asked for
 * the end. END_UNDO_LATE: it acted too long ago. OWN_EMPLOYMENT_END: it is one's own stay.
 */
export function undoEnd(ctx: Context, { id }: { id: number }) {
  const { session, services, evidence } = ctx
  return ctx.act(async (tx) => {
    if (!mayEndStays(session)) refuse('SYSTEM_ACTION_NOT_GRANTED')
    const record = await held(tx, ctx, id)
    if (id === session.userId) refuse('OWN_EMPLOYMENT_END')
    const now = services.clock()
    const end = await endInForce(tx.db, id)
    const gone = record.estado === 'inactive'
    if (!gone && end?.state !== 'planned') refuse('END_NOT_PLANNED')
    if (gone && end?.state !== 'acted') refuse('END_UNDO_LATE', undefined, { horas: undoHours })
    if (!end) refuse('EMPLOYMENT_NOT_ENDED')
    if (gone) {
      if (!stayActsOf(record.estado, { actedAt: end.acted_at }, now).includes('undo'))
        refuse('END_UNDO_LATE', undefined, { horas: undoHours })
      if (end.asked_by === session.userId) refuse('END_UNDO_OWN')
    }
    await tx.db
      .updateTable('stay_ends')
      .set({ state: gone ? 'undone' : 'called_off', closed_by: session.userId, closed_at: now })
      .where('id', '=', end.id)
      .execute()
    const state = stateBefore(end.reason)
    await tx.db
      .updateTable('employments')
      .set({
        ends_on: null,
        reason: null,
        observation: null,
        ...(gone && { state: state === 'onboarding' ? 'planned' : 'running' }),
      })
      .where('id', '=', end.employment_id)
      .execute()
    if (gone) {
      await lockRights(tx)
      await tx.db.updateTable('employees').set({ state }).where('id', '=', id).execute()
      await restoreRights(tx, services, id, end.taken, evidence)
      if ((end.taken.profiles ?? []).length > 0) await tellProfilesChanged(tx, services, [id], session.userId)
      await tellUndone(tx, services, id)
    }
    await recordEvent(tx, {
      subject: { kind: 'employee', id },
      act: gone ? 'end_undone' : 'end_called_off',
      ...evidence,
      at: now,
      data: { on: end.ends_on },
    })
    return recordFor(tx, services, session, id)
  })
}

async function tellUndone(tx: Tx, services: Services, id: number): Promise<void> {
  const user = await credentialsOf(tx.db, id)
  if (!user.mail) return
  await queueMail(tx, services, {
    event: 'employment_end_undone',
    userId: id,
    to: user.mail,
    language: user.language,
    variables: { nombre: user.first_name },
  })
}

/** Faults of the date of a new stay; the date of birth stands as it was. */
const atReturn: readonly string[] = [
  codeOf('HIRE_TOO_FAR_AHEAD'),
  codeOf('HIRED_TOO_YOUNG'),
  codeOf('REHIRE_BEFORE_END'),
]

/**
 * Takes a former employee on again: a new stay beside the old ones, whose dates stay as they were. They come back as an
 * employee alone, and make a new password by a link or a printed code.
 *
 * @throws {Refusal} EMPLOYMENT_NOT_ENDED: the person works here. REHIRE_BEFORE_END: the last stay ended on that day or
 * later. Also the refusals of the mail address.
 */
export function reactivate(ctx: Context, input: ParsedOf<typeof employment.reactivate>) {
  const { services, session } = ctx
  const { id, fecha_contratacion: starts, mail } = input
  return ctx.act(async (tx) => {
    const record = await held(tx, ctx, id)
    if (input.idusuario !== undefined && input.idusuario !== id) refuse('NOT_FOUND')
    if (record.estado !== 'inactive') refuse('EMPLOYMENT_NOT_ENDED')
    const settings = await getSettings(tx)
    refuseAll(
      dateFaults(
        { birth: record.fecha_nacimiento, hire: starts, formerEnd: record.baja_anterior },
        {
          today: today(session.zone, services.clock()),
          country: await countryOf(tx.db),
          ageAtHire: settings['employees.min_age_at_hire_single'],
        },
      ).filter(({ code }) => atReturn.includes(code)),
    )
    if (mail) await putMail(ctx, tx, id, mail)
    await tx.db
      .insertInto('employments')
      .values({ company_id: tx.company, employee_id: id, starts_on: starts, state: 'running' })
      .execute()
    await tx.db
      .updateTable('employees')
      .set({
        state: 'active',
        ...(input.organizationModel !== undefined && { organization_model: input.organizationModel }),
      })
      .where('id', '=', id)
      .execute()
    await takeManagement(tx, services, [id], ctx.evidence)
    await recordEvent(tx, {
      subject: { kind: 'employee', id },
      act: 'reactivated',
      ...ctx.evidence,
      at: services.clock(),
      data: { from: starts },
    })
    await renewCredentials(tx, ctx, id)
    return recordFor(tx, services, session, id)
  })
}

/** A record within reach, held until the act is done. */
async function held(tx: Tx, ctx: Context, id: number): Promise<FoundRecord> {
  await tx.db.selectFrom('employees').select('id').where('id', '=', id).forUpdate().execute()
  const record = await findRecord(tx.db, ctx.session, id)
  if (!record) refuse('NOT_FOUND')
  return record
}
