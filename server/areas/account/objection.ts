import { actions } from '#contract/actions.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { cancelLinks, isGoodLink } from '#server/shared/identity/links.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import { mailableHoldersReaching } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { dropApproval } from '#server/areas/approvals/operations.ts'
import { endSessions } from '#server/areas/session/operations.ts'
import { followMail } from '#server/areas/security/operations.ts'
import { putAddress } from './access.ts'
import { isTaken, openLink, voidPassword } from './mail-change-queries.ts'

const hour = 3_600_000
const resetHours = 1
/** Administrators who get a mail about one objection. */
const mailedAtMost = 20

/** An address that the company put, and the one to which the link to object was mailed. */
export interface FoundObjection {
  id: number
  link_id: number
  user_id: number
  former: string
}

/** The objection of a good link; undefined for one that was used or is past its time. */
export async function objectionByToken(db: Db, hash: string, now: Date): Promise<FoundObjection | undefined> {
  return db
    .selectFrom('credential_links as link')
    .innerJoin('company_accesses as access', (on) =>
      on.onRef('access.company_id', '=', 'link.company_id').onRef('access.objection_link_id', '=', 'link.id'),
    )
    .select(['access.id', 'link.id as link_id', 'access.user_id', 'access.former_mail as former'])
    .where('link.hash', '=', hash)
    .where('link.kind', '=', 'mail_objection')
    .where(isGoodLink(now))
    .where('access.former_mail', 'is not', null)
    .$narrowType<{ former: string }>()
    .executeTakeFirst()
}

/**
 * Objects to an address that the company put: the former one is in force again, all sessions end, whatever was opened by
 * way of the other opens nothing any more, and signing stays shut until a second person has seen the employee. A
 * confirmation from before ends, and so does the asking for one: they may have seen somebody else. The administrators are
 * told. A password that the company had no part in stays.
 *
 * @returns the token with which a new password is made, where the present one was ended
 */
export async function objectToAddress(
  tx: Tx,
  services: Services,
  objection: FoundObjection,
  evidence: Context['evidence'],
): Promise<string | null> {
  const now = services.clock()
  const user = await credentialsOf(tx.db, objection.user_id)
  await dropApproval(tx, { evidence, services }, 'person_seen', user.id)
  await tx.db
    .updateTable('company_accesses')
    .set({ objected_at: now, confirmed_by: null, confirmed_at: null })
    .where('user_id', '=', user.id)
    .where((is) =>
      is.or([
        is('id', '=', objection.id),
        is.and([is('confirmed_at', 'is', null), is('objected_at', 'is', null)]),
      ]),
    )
    .execute()
  // An address that meanwhile was given to somebody else stays theirs; that of the objection opens nothing either way.
  const given = await isTaken(tx.db, objection.former, user.id)
  await putAddress(tx, user, { mail: given ? null : objection.former, by: user.id, at: now })
  await followMail(tx, user.id, { from: user.mail, to: objection.former })
  const madeSince = user.password_access_id !== null
  if (madeSince) await voidPassword(tx, user, now)
  await tx.db
    .deleteFrom('sso_subjects')
    .where('user_id', '=', user.id)
    .where('access_id', 'is not', null)
    .execute()
  await endSessions(tx, services, user.id, null)
  await cancelLinks(tx.db, [user.id], ['not in', ['mail_objection', 'bank_objection']], now)
  await recordEvent(tx, {
    subject: { kind: 'credential', id: user.id },
    act: 'mail_objected',
    actorId: user.id,
    at: now,
    detail: { ...evidence.detail, text: JSON.stringify({ was: user.mail, is: objection.former }) },
  })
  await tellAdministrators(tx, services, objection.id, user)
  if (!madeSince || given) return null
  const restored = await credentialsOf(tx.db, user.id)
  const { token } = await openLink(tx, restored, 'reset', new Date(now.getTime() + resetHours * hour), now)
  return token
}

async function tellAdministrators(
  tx: Tx,
  services: Services,
  access: number,
  person: { id: number; first_name: string; last_name: string },
): Promise<void> {
  const administers = { actions: [actions.employeeAdministration] }
  const holders = await mailableHoldersReaching(tx.db, administers, person.id, mailedAtMost)
  await queueMails(
    tx,
    services,
    holders.map(({ id, mail, language, first_name }) => ({
      event: 'mail_objected' as const,
      userId: id,
      to: mail,
      language,
      name: `objection ${access} ${id}`,
      variables: { nombre: first_name, colaborador: `${person.first_name} ${person.last_name}` },
    })),
  )
}
