import { type EmployeeChanges, type EmployeeField, ownShut } from '#contract/employees/record.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { type Fault, refuse, refuseAll } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { inviteUser } from '#server/areas/account/operations.ts'
import { refuseDuplicates } from '#server/shared/uniques.ts'
import { bankFaults } from './bank.ts'
import { columnsOf, touches } from './columns.ts'
import { extrasFaults } from './extras.ts'
import { indexWords } from './words.ts'
import { findPlaces, makePlaces, newPlaces, placeFaults } from './places.ts'
import { countryOf, employerFaults, isBelow, isVisible, mayManage } from './queries.ts'
import { findRecord, type FoundRecord, recordFor } from './record.ts'
import { dateFaults } from './rules.ts'
import { writeSideRecords } from './side-records.ts'
import { duplicates, uniques } from './uniqueness.ts'

/**
 * Changes what differs of a record within reach; what is absent stays, what is null is cleared. Of one's own
 * record whatever an administrator decides about others is shut. What was and what is now is kept as evidence.
 *
 * @throws {Refusal} NOT_FOUND out of reach, '05027' for one's own, else what is wrong with which field
 */
export function updateEmployee(ctx: Context, { id, ...input }: EmployeeChanges & { id: number }) {
  const { services, session } = ctx
  return ctx.act(async (tx) => {
    await tx.db.selectFrom('employees').select('id').where('id', '=', id).forUpdate().execute()
    const before = await findRecord(tx.db, session, id)
    if (!before) refuse('NOT_FOUND')
    const country = await countryOf(tx.db)
    const places = await findPlaces(tx, input)
    const changes = differing(before, { ...input, ...places.ids })
    for (const { field, name } of places.missing) changes[field] = name
    const fields = Object.keys(changes) as EmployeeField[]
    if (id === session.userId)
      refuseAll(fields.filter((field) => ownShut.includes(field)).map((field) => ({ code: '05027', field })))
    refuseAll([
      ...placeFaults(places, session),
      ...(await employerFaults(tx.db, changes.id_empleador)),
      ...(await datesOf(tx, ctx, before, changes)),
      ...bankFaults(country, changes.cbu),
      ...extrasFaults(country, changes),
      ...(await idFaults(tx, changes)),
      ...(await duplicates(tx.db, changes, id)),
      ...(await managerFaults(tx, ctx, id, changes.reporta)),
    ])
    ctx.confirm(newPlaces(places))
    if (fields.length > 0) {
      const made = await makePlaces(tx, places.missing)
      await writeChanges(tx, id, changes, { ...places.ids, ...made })
      if (!(await isVisible(tx.db, session, id))) refuse('05034', 'sector')
      await recordEvent(tx, {
        subject: { kind: 'employee', id },
        act: 'changed',
        actorId: ctx.evidence.actorId,
        at: services.clock(),
        data: { fields },
        detail: { ...ctx.evidence.detail, text: JSON.stringify(wasAndIs(before, changes)) },
      })
    }
    return recordFor(tx, services, session, id)
  })
}

/** The fields whose new value is another one. */
export function differing(before: FoundRecord, input: Readonly<Record<string, unknown>>): EmployeeChanges {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => value !== undefined && before[field as EmployeeField] !== value,
    ),
  )
}

/** The values before and after, for the evidence. */
export function wasAndIs(before: FoundRecord, changes: EmployeeChanges) {
  return Object.entries(changes).map(([field, is]) => ({ field, was: before[field as EmployeeField], is }))
}

/** Writes what changes of a record, its place beside it, and its words. */
export async function writeChanges(
  tx: Tx,
  id: number,
  changes: EmployeeChanges,
  places: Parameters<typeof columnsOf>[1],
): Promise<void> {
  const columns = columnsOf(changes, places)
  await refuseDuplicates(uniques, async () => {
    if (touches(columns.user))
      await tx.db.updateTable('users').set(columns.user).where('id', '=', id).execute()
    if (touches(columns.employee))
      await tx.db.updateTable('employees').set(columns.employee).where('id', '=', id).execute()
  })
  await writeSideRecords(tx, id, columns)
  if (changes.fecha_contratacion)
    await tx.db
      .updateTable('employments')
      .set({ starts_on: changes.fecha_contratacion })
      .where('employee_id', '=', id)
      .where('state', 'in', ['planned', 'running'])
      .execute()
  await indexWords(tx, id)
}

/** The rules of age are asked only where one of the dates changes; somebody who left keeps the dates they had. */
async function datesOf(
  tx: Tx,
  ctx: Context,
  before: FoundRecord,
  changes: EmployeeChanges,
): Promise<Fault[]> {
  const birth = changes.fecha_nacimiento
  const hire = changes.fecha_contratacion
  if (birth === undefined && hire === undefined) return []
  if (hire !== undefined && before.estado === 'inactive')
    return [{ code: 'SYSTEM_API_VALUE_OUT_OF_RANGE', field: 'fecha_contratacion' }]
  const country = await countryOf(tx.db)
  const settings = await getSettings(tx)
  return dateFaults(
    {
      birth: birth === undefined ? before.fecha_nacimiento : birth,
      hire: hire ?? before.fecha_contratacion,
    },
    {
      today: today(ctx.session.zone, ctx.services.clock()),
      country,
      ageAtHire: settings['employees.min_age_at_hire_single'],
    },
  )
}

/** Where the tax id and the identity document are one number, the second is not changed by itself. */
async function idFaults(tx: Tx, { dni }: EmployeeChanges): Promise<Fault[]> {
  if (dni === undefined || !nationalIds[await countryOf(tx.db)].same) return []
  return [{ code: 'SYSTEM_API_PARAMETER_NOT_EXPECTED', field: 'dni' }]
}

async function managerFaults(
  tx: Tx,
  ctx: Context,
  id: number,
  manager: number | null | undefined,
): Promise<Fault[]> {
  if (!manager) return []
  if (!(await mayManage(tx.db, ctx.session, manager))) return [{ code: '05033', field: 'reporta' }]
  return (await isBelow(tx.db, manager, id)) ? [{ code: '05025', field: 'reporta' }] : []
}

/**
 * Changes the address that opens an account. Whoever sets another's address must not sign in their place: signing
 * shuts until the person makes a password through a link that reached them, the links on their way die, and the
 * old address is told. Nobody changes a colleague's who administers, nor their own here.
 */
export function changeMail(ctx: Context, { id, mail }: { id: number; mail: string | null }) {
  const { services, session } = ctx
  return ctx.act(async (tx) => {
    if (!(await isVisible(tx.db, session, id))) refuse('NOT_FOUND')
    if (id === session.userId) refuse('05027', 'mail')
    await putMail(ctx, tx, id, mail)
    return recordFor(tx, services, session, id)
  })
}

/** Puts another address where it differs, with everything that this ends and tells: see {@link changeMail}. */
export async function putMail(ctx: Context, tx: Tx, id: number, mail: string | null): Promise<void> {
  const { services } = ctx
  const user = await credentialsOf(tx.db, id)
  if (mail === user.mail) return
  if (user.is_management) refuse('05036', 'mail')
  const settings = await getSettings(tx)
  if (!mail && !settings['users.mail_optional']) refuse('05035', 'mail')
  refuseAll(await duplicates(tx.db, { mail }, id))
  const now = services.clock()
  const sameAddress = mail !== null && fold(mail) === user.mail_key
  await refuseDuplicates(uniques, () =>
    tx.db
      .updateTable('users')
      .set({
        mail,
        ...(!sameAddress && { may_sign_since: null, credential_version: user.credential_version + 1 }),
      })
      .where('id', '=', id)
      .execute(),
  )
  await recordEvent(tx, {
    subject: { kind: 'credential', id },
    act: 'mail_changed',
    actorId: ctx.evidence.actorId,
    at: now,
    detail: { ...ctx.evidence.detail, text: JSON.stringify({ was: user.mail, is: mail }) },
  })
  if (sameAddress) return
  await endInvitations(tx, id, now)
  if (user.mail)
    await queueMail(tx, services, {
      event: 'mail_changed',
      userId: id,
      to: user.mail,
      language: user.language,
      variables: { nombre: user.first_name },
    })
  if (mail && !user.password_hash) await inviteUser(tx, services, id, ctx.evidence)
}

/** Mails a new invitation to somebody who has no password yet: '05037' to who has, '05035' without an address. */
export function inviteAgain(ctx: Context, { id }: { id: number }) {
  const { services, session } = ctx
  return ctx.act(async (tx) => {
    if (!(await isVisible(tx.db, session, id))) refuse('NOT_FOUND')
    const user = await credentialsOf(tx.db, id)
    if (user.password_hash) refuse('05037')
    if (!user.mail) refuse('05035', 'mail')
    await endInvitations(tx, id, services.clock())
    await inviteUser(tx, services, id, ctx.evidence)
    return recordFor(tx, services, session, id)
  })
}

/** The links on their way die. */
export async function endInvitations(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.db
    .updateTable('credential_links')
    .set({ cancelled_at: now })
    .where('user_id', '=', id)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}
