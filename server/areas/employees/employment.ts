import type { ParsedOf } from '#contract/call.ts'
import type { employment } from '#contract/employees/employment.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { refuse, refuseAll } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import { everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { inviteUser } from '#server/areas/account/operations.ts'
import { putMail } from './editing.ts'
import { countryOf } from './queries.ts'
import { findRecord, type FoundRecord, recordFor } from './record.ts'
import { dateFaults } from './rules.ts'

/**
 * Ends somebody's stay on a day: today or before it at once, later when that day comes. They go on reading what is
 * theirs; what they managed with is taken away.
 *
 * @throws {Refusal} NOT_FOUND out of reach, '50020' who left already, '50021' before the hire, '50022' oneself
 */
export function endStay(ctx: Context, input: ParsedOf<typeof employment.end>) {
  const { services, session } = ctx
  const { id, fechabaja: ends } = input
  return ctx.act(async (tx) => {
    const record = await held(tx, ctx, id)
    if (id === session.userId) refuse('50022')
    if (record.estado === 'inactive') refuse('50020')
    if (record.fecha_contratacion && ends < record.fecha_contratacion)
      refuse('50021', 'fechabaja', { ingreso: spoken(record.fecha_contratacion) })
    const { is_management } = await credentialsOf(tx.db, id)
    if (is_management && session.profileKind !== 'hr') refuse('50024')
    await tx.db
      .updateTable('employments')
      .set({ ends_on: ends, reason: input.motivo, observation: input.observaciones ?? null })
      .where('employee_id', '=', id)
      .where('state', 'in', ['planned', 'running'])
      .execute()
    if (ends <= today(session.zone, services.clock())) await deactivate(tx, services, id)
    await recordEvent(tx, {
      subject: { kind: 'employee', id },
      act: 'unsubscribed',
      actorId: ctx.evidence.actorId,
      at: services.clock(),
      data: { reason: input.motivo, on: ends },
      detail: { ...ctx.evidence.detail, text: input.observaciones ?? null },
    })
    return recordFor(tx, services, session, id)
  })
}

/** From here on they only read, sign and download what is theirs, at the employees' site. */
async function deactivate(tx: Tx, services: Pick<Services, 'clock'>, id: number): Promise<void> {
  await tx.db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', id).execute()
  await tx.db
    .updateTable('employments')
    .set({ state: 'ended' })
    .where('employee_id', '=', id)
    .where('state', 'in', ['planned', 'running'])
    .execute()
  await tx.db.deleteFrom('user_profiles').where('user_id', '=', id).where('type', '<>', 1).execute()
  await tx.db.deleteFrom('user_filters').where('user_id', '=', id).execute()
  await tx.db
    .updateTable('sessions')
    .set({ ended_at: services.clock() })
    .where('user_id', '=', id)
    .where('audience', '=', 's')
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends, in every company, the stays whose last day has come by the company's own clock. */
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
        await deactivate(tx, services, id)
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

/**
 * Takes a former employee on again: a new stay beside the old ones, whose dates stay as they were.
 *
 * @throws {Refusal} '50025' who works here, '50026' not later than the last stay ended, what is wrong with the mail
 */
export function reactivate(ctx: Context, input: ParsedOf<typeof employment.reactivate>) {
  const { services, session } = ctx
  const { id, fecha_contratacion: starts, mail } = input
  return ctx.act(async (tx) => {
    const record = await held(tx, ctx, id)
    if (input.idusuario !== undefined && input.idusuario !== id) refuse('NOT_FOUND')
    if (record.estado !== 'inactive') refuse('50025')
    const { ended_on } = await tx.db
      .selectFrom('employees')
      .select('ended_on')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (ended_on && starts <= ended_on) refuse('50026', 'fecha_contratacion', { baja: spoken(ended_on) })
    const settings = await getSettings(tx)
    refuseAll(
      dateFaults(
        { birth: record.fecha_nacimiento, hire: starts },
        {
          today: today(session.zone, services.clock()),
          country: await countryOf(tx.db),
          ageAtHire: settings['employees.min_age_at_hire_single'],
        },
      ).filter(({ code }) => code === '05013' || code === '05015'),
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
