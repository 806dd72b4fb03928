import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { type ActOf, recordEvent } from '#server/shared/evidence/events.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { MailEvent } from '#contract/mails.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'

type FactorMail = Extract<MailEvent, `factor_${string}` | `recovery_${string}`>

/** Something that happened to a person's second factors: evidence, and a mail to the person. */
export async function noteFactor(
  tx: Tx,
  services: Services,
  userId: number,
  {
    act,
    mail,
    data,
    actorId,
    detail,
  }: {
    act: ActOf<'credential'>
    mail: Exclude<FactorMail, 'factor_code' | 'factor_required'> | null
    data?: Record<string, string | number>
    actorId: number | null
    detail?: Context['evidence']['detail']
  },
): Promise<void> {
  await recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act,
    actorId,
    at: services.clock(),
    ...(data && { data }),
    ...(detail && { detail }),
  })
  if (!mail) return
  const user = await credentialsOf(tx.db, userId)
  if (!user.mail) return
  await queueMail(tx, services, {
    event: mail,
    userId,
    to: user.mail,
    language: user.language,
    variables: { nombre: user.first_name },
  })
}
