import { makeFault } from '#contract/errors.ts'
import {
  type EmployeeChanges,
  type EmployeeField,
  isAccountNumber,
  type RecordEdit,
} from '#contract/employees/record.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { type Fault, refuse, refuseAll } from '#server/shared/errors.ts'
import { type Author, recordEvent } from '#server/shared/evidence/events.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { inviteUser, noteCompanyMail, putAddress } from '#server/areas/account/operations.ts'
import { refuseDuplicates } from '#server/shared/uniques.ts'
import { changesBank, noteBankChange } from './bank-change.ts'
import { bankFaults } from './bank.ts'
import { columnsOf, touches } from './columns.ts'
import { extrasFaults } from './extras.ts'
import { changedIdentity, checkIdentity, type IdentityChange, writeIdentity } from './identity.ts'
import { endInvitations } from './invitations.ts'
import { indexWords } from './words.ts'
import { findPlaces, makePlaces, newPlaces, placeFaults } from './places.ts'
import { countryOf, employerFaults, isBelow, isVisible, mayManage } from './queries.ts'
import { findRecord, type FoundRecord, lastFour, recordFor } from './record.ts'
import { dateFaults } from './rules.ts'
import { shutFaults, shutFields } from './shut.ts'
import { writeSideRecords } from './side-records.ts'
import { duplicates, uniques } from './uniqueness.ts'

/**
 * Changes what differs of a record within reach; what is absent stays, what is null is cleared. Of one's own
 * record whatever an administrator decides about others is shut. What was and what is now is kept as evidence. Another
 * user name, mail, tax id or account needs a step-up.
 *
 * @throws {Refusal} NOT_FOUND out of reach, OWN_RECORD_FIXED for one's own, else what is wrong with which field
 */
export function updateEmployee(
  ctx: Context,
  { id, usuario, mail, cuil, ...input }: RecordEdit & { id: number },
) {
  const { services, session } = ctx
  return ctx.act(async (tx) => {
    await tx.db.selectFrom('employees').select('id').where('id', '=', id).forUpdate().execute()
    const before = await findRecord(tx.db, session, id)
    if (!before) refuse('NOT_FOUND')
    const country = await countryOf(tx.db)
    const places = await findPlaces(tx, input)
    const changes = differing(before, { ...input, ...places.ids })
    for (const { field, name } of places.missing) changes[field] = name
    // Where both ids are one document, the one follows the other.
    if (nationalIds[country].same && changes.dni === (cuil ?? before.cuil)) delete changes.dni
    const remailed = mail !== undefined && mail !== before.mail
    const fields = Object.keys(changes) as EmployeeField[]
    const signsIn = [...changedIdentity(before, { usuario, cuil }), ...(remailed ? (['mail'] as const) : [])]
    refuseAll(shutFaults(await shutFields(tx, session, before), [...signsIn, ...fields]))
    const identity = await checkIdentity(ctx, tx, before, { usuario, cuil })
    refuseAll([
      ...placeFaults(places, session),
      ...(await employerFaults(tx.db, changes.id_empleador)),
      ...(await datesOf(tx, ctx, before, changes)),
      ...bankFaults(country, changes),
      ...extrasFaults(country, changes),
      ...(await duplicates(
        tx.db,
        { ...changes, ...given(identity), ...(remailed && { mail }) },
        services.clock(),
        id,
      )),
      ...(await managerFaults(tx, ctx, id, changes.reporta)),
    ])
    ctx.confirm([...identity.asked, ...newPlaces(places)])
    if (signsIn.length > 0 || changesBank(changes)) await ctx.stepUp(tx)
    if (remailed) await putMail(ctx, tx, id, mail)
    await writeIdentity(ctx, tx, identity)
    if (fields.length > 0) {
      const made = await makePlaces(tx, places.missing)
      await writeChanges(tx, id, changes, { ...places.ids, ...made })
      if (!(await isVisible(tx.db, session, id))) refuse('EMPLOYEE_LEAVES_REACH', 'sector')
      await recordEvent(tx, {
        subject: { kind: 'employee', id },
        act: 'changed',
        actorId: ctx.evidence.actorId,
        at: services.clock(),
        data: { fields },
        detail: { ...ctx.evidence.detail, text: JSON.stringify(wasAndIs(before, changes)) },
      })
      await noteBankChange(tx, services, { before, changes, evidence: ctx.evidence })
    }
    return recordFor(tx, services, session, id)
  })
}

/** The identifiers that a change of identity gives. */
function given({ usuario, cuil, dni }: IdentityChange) {
  return { usuario, cuil, ...(dni !== undefined && { dni }) }
}

/** The fields whose new value is another one. */
export function differing(before: FoundRecord, input: Readonly<Record<string, unknown>>): EmployeeChanges {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => value !== undefined && before[field as EmployeeField] !== value,
    ),
  )
}

/** The values before and after, for the evidence: accounts by their last four characters. */
export function wasAndIs(before: FoundRecord, changes: EmployeeChanges) {
  return Object.entries(changes).map(([field, is]) => {
    const was = before[field as EmployeeField]
    return isAccountNumber(field)
      ? { field, was: lastFour(before[field]), is: lastFour(changes[field] ?? null) }
      : { field, was, is }
  })
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
  const country = await countryOf(tx.db)
  const settings = await getSettings(tx)
  return dateFaults(
    {
      birth: birth === undefined ? before.fecha_nacimiento : birth,
      hire: hire ?? before.fecha_contratacion,
      formerEnd: hire === undefined ? null : before.baja_anterior,
    },
    {
      today: today(ctx.session.zone, ctx.services.clock()),
      country,
      ageAtHire: settings['employees.min_age_at_hire_single'],
    },
  )
}

async function managerFaults(
  tx: Tx,
  ctx: Context,
  id: number,
  manager: number | null | undefined,
): Promise<Fault[]> {
  if (!manager) return []
  if (!(await mayManage(tx.db, ctx.session, manager))) return [makeFault('MANAGER_UNKNOWN', 'reporta')]
  return (await isBelow(tx.db, manager, id)) ? [makeFault('MANAGER_BELOW', 'reporta')] : []
}

/**
 * Changes the address that opens an account. Whoever sets another's address must not sign in their place: a link to it
 * doesn't open signing, the links on their way die, and the former address gets one to object. Nobody changes a
 * colleague's who administers, nor their own here.
 */
export function changeMail(ctx: Context, { id, mail }: { id: number; mail: string | null }) {
  const { services, session } = ctx
  return ctx.act(async (tx) => {
    if (!(await isVisible(tx.db, session, id))) refuse('NOT_FOUND')
    if (id === session.userId) refuse('OWN_RECORD_FIXED', 'mail')
    if ((await getSettings(tx))['integrations.owned_fields'].includes('mail'))
      refuse('FIELD_OF_PEOPLE_SYSTEM', 'mail')
    await putMail(ctx, tx, id, mail)
    return recordFor(tx, services, session, id)
  })
}

/** Puts another address where it differs, with everything that this ends and tells: see {@link changeMail}. */
export async function putMail(ctx: Context, tx: Tx, id: number, mail: string | null): Promise<void> {
  const { services } = ctx
  const user = await credentialsOf(tx.db, id)
  if (mail === user.mail) return
  if (user.administers) refuse('ADMINISTRATOR_SIGN_IN_FIXED', 'mail')
  const settings = await getSettings(tx)
  if (!mail && !settings['users.mail_optional']) refuse('INVITATION_WITHOUT_MAIL', 'mail')
  refuseAll(await duplicates(tx.db, { mail }, services.clock(), id))
  await replaceMail(tx, services, user, mail, ctx.evidence)
  if (mail && mail.toLowerCase() !== user.mail?.toLowerCase() && !user.password_hash)
    await inviteUser(tx, services, id, ctx.evidence)
}

/** Puts another address in the place of the one that `user` has, as evidence; the former one is told and may object. */
export async function replaceMail(
  tx: Tx,
  services: Services,
  user: Awaited<ReturnType<typeof credentialsOf>>,
  mail: string | null,
  evidence: Author,
): Promise<void> {
  const { id } = user
  const now = services.clock()
  const sameAddress = mail !== null && mail.toLowerCase() === user.mail?.toLowerCase()
  const by = evidence.actorId
  await refuseDuplicates(uniques, async () => {
    if (sameAddress) await tx.db.updateTable('users').set({ mail }).where('id', '=', id).execute()
    else await putAddress(tx, user, { mail, by, at: now })
  })
  await recordEvent(tx, {
    subject: { kind: 'credential', id },
    act: 'mail_changed',
    actorId: by,
    at: now,
    detail: { ...evidence.detail, text: JSON.stringify({ was: user.mail, is: mail }) },
  })
  if (sameAddress) return
  await endInvitations(tx, id, now)
  const objecting = await noteCompanyMail(tx, services, user, evidence)
  if (user.mail && user.mail !== objecting)
    await queueMail(tx, services, {
      event: 'mail_changed',
      userId: id,
      to: user.mail,
      language: user.language,
      variables: { nombre: user.first_name },
    })
}

/**
 * Mails a new invitation to somebody who has no password yet.
 *
 * @throws {Refusal} INVITATION_NOT_NEEDED: they have a password. INVITATION_WITHOUT_MAIL: they have no address.
 */
export function inviteAgain(ctx: Context, { id }: { id: number }) {
  const { services, session } = ctx
  return ctx.act(async (tx) => {
    if (!(await isVisible(tx.db, session, id))) refuse('NOT_FOUND')
    const user = await credentialsOf(tx.db, id)
    if (user.password_hash) refuse('INVITATION_NOT_NEEDED')
    if (!user.mail) refuse('INVITATION_WITHOUT_MAIL', 'mail')
    await endInvitations(tx, id, services.clock())
    await inviteUser(tx, services, id, ctx.evidence)
    return recordFor(tx, services, session, id)
  })
}
