import type { ParsedOf } from '#contract/call.ts'
import type { employment } from '#contract/employees/employment.ts'
import type { Context } from '#server/shared/context.ts'
import { codeOf } from '#contract/errors.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { refuse, refuseAll } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import { everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { inviteUser } from '#server/areas/account/operations.ts'
import { putMail } from './editing.ts'
import { hasLastingGranter, isRightGranter, keepGranter } from './granting.ts'
import { countryOf } from './queries.ts'
import { findRecord, type FoundRecord, mayEndStays, recordFor } from './record.ts'
import { holdRights, takeManagement } from './rights.ts'
import { dateFaults } from './rules.ts'
import { askSecondPerson, holdsCertificates } from './second-person.ts'
import { tellProfilesChanged } from './telling.ts'

/**
 * Ends somebody's stay on a day: today or before it at once, later when that day comes. They go on reading what is
 * theirs; what they managed with is taken away. The stay of somebody who answers for the certificates ends when a second
 * person accepts it.
 *
 * @throws {Refusal} NOT_FOUND: the person is out of reach. EMPLOYMENT_ALREADY_ENDED: they left already. END_BEFORE_HIRE:
 * the day is before the hire. OWN_EMPLOYMENT_END: it is one's own stay. LAST_GRANTER: nobody would be
 * left who can grant.
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
    for (const id of people) {
      await checkEnd(tx, ctx, { id, ...change })
      const { is_management, administers, first_name, last_name } = await credentialsOf(tx.db, id)
      if (is_management || administers)
        refuse('EMPLOYMENT_END_ALONE', 'ids', { nombre: `${first_name} ${last_name}` })
      await writeEnd(tx, ctx, { id, ...change })
    }
    return { personas: people.length }
  })
}

/** {@link endStay} in a transaction, with no second person to ask. */
export async function putEnd(tx: Tx, ctx: Context, input: ParsedOf<typeof employment.end>): Promise<void> {
  await checkEnd(tx, ctx, input)
  await writeEnd(tx, ctx, input)
}

async function checkEnd(
  tx: Tx,
  ctx: Context,
  { id, fechabaja: ends }: ParsedOf<typeof employment.end>,
): Promise<void> {
  const { session } = ctx
  if (!mayEndStays(session)) refuse('SYSTEM_ACTION_NOT_GRANTED')
  const record = await held(tx, ctx, id)
  if (id === session.userId) refuse('OWN_EMPLOYMENT_END')
  if (record.estado === 'inactive') refuse('EMPLOYMENT_ALREADY_ENDED')
  if (record.fecha_contratacion && ends < record.fecha_contratacion)
    refuse('END_BEFORE_HIRE', 'fechabaja', { ingreso: spoken(record.fecha_contratacion) })
  const { is_management } = await credentialsOf(tx.db, id)
  if (!is_management) return
  if (session.profileKind !== 'hr') refuse('ADMINISTRATOR_EMPLOYMENT_END')
  await holdRights(tx, session)
}

async function writeEnd(
  tx: Tx,
  { evidence, services, session }: Context,
  { id, fechabaja: ends, motivo, observaciones = null }: ParsedOf<typeof employment.end>,
): Promise<void> {
  let managed = false
  await keepGranter(tx, async () => {
    await tx.db
      .updateTable('employments')
      .set({ ends_on: ends, reason: motivo, observation: observaciones })
      .where('employee_id', '=', id)
      .where('state', 'in', ['planned', 'running'])
      .execute()
    if (ends <= today(session.zone, services.clock())) managed = await deactivate(tx, services, id)
  })
  await recordEvent(tx, {
    subject: { kind: 'employee', id },
    act: 'unsubscribed',
    actorId: evidence.actorId,
    at: services.clock(),
    data: { reason: motivo, on: ends },
    detail: { ...evidence.detail, text: observaciones },
  })
  if (managed) await tellProfilesChanged(tx, services, [id], evidence.actorId)
}

/**
 * From here on they only read, sign and download what is theirs, at the employees' site. Returns whether this took a
 * profile from them.
 */
async function deactivate(tx: Tx, services: Pick<Services, 'clock'>, id: number): Promise<boolean> {
  await tx.db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', id).execute()
  await tx.db
    .updateTable('employments')
    .set({ state: 'ended' })
    .where('employee_id', '=', id)
    .where('state', 'in', ['planned', 'running'])
    .execute()
  return takeManagement(tx, services, id)
}

/**
 * Ends, in every company, the stays whose last day has come by the company's own clock. That of the last person who can
 * grant waits until somebody else can.
 */
export async function endDueStays(services: Services): Promise<void> {
  await everyCompany(services, (tenant) =>
    tenant.write(async (tx) => {
      const { zone } = await tx.db.selectFrom('companies').select('zone').executeTakeFirstOrThrow()
      const due = await tx.db
        .selectFrom('employments')
        .select(['employee_id', 'ends_on'])
        .where('state', 'in', ['planned', 'running'])
        .where('ends_on', '<=', today(zone, services.clock()))
        .execute()
      for (const { employee_id: id, ends_on } of due) {
        if ((await isRightGranter(tx.db, id)) && !(await hasLastingGranter(tx.db))) continue
        const managed = await deactivate(tx, services, id)
        await recordEvent(tx, {
          subject: { kind: 'employee', id },
          act: 'stay_ended',
          actorId: null,
          at: services.clock(),
          data: { on: ends_on },
        })
        if (managed) await tellProfilesChanged(tx, services, [id], 'planned_end')
      }
    }),
  )
}

/**
 * Takes a former employee on again: a new stay beside the old ones, whose dates stay as they were.
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
    const { ended_on } = await tx.db
      .selectFrom('employees')
      .select('ended_on')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (ended_on && starts <= ended_on)
      refuse('REHIRE_BEFORE_END', 'fecha_contratacion', { baja: spoken(ended_on) })
    const settings = await getSettings(tx)
    refuseAll(
      dateFaults(
        { birth: record.fecha_nacimiento, hire: starts },
        {
          today: today(session.zone, services.clock()),
          country: await countryOf(tx.db),
          ageAtHire: settings['employees.min_age_at_hire_single'],
        },
      ).filter(({ code }) => code === codeOf('HIRE_TOO_FAR_AHEAD') || code === codeOf('HIRED_TOO_YOUNG')),
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
    await recordEvent(tx, {
      subject: { kind: 'employee', id },
      act: 'reactivated',
      ...ctx.evidence,
      at: services.clock(),
      data: { from: starts },
    })
    const user = await credentialsOf(tx.db, id)
    if (user.mail && !user.password_hash && !mail) await inviteUser(tx, services, id, ctx.evidence)
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

function spoken(date: string): string {
  return date.split('-').toReversed().join('/')
}
