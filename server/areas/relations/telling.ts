import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import type { Account } from './queries.ts'

type Detail = { address: string; device: string }

/**
 * Keeps in an account's own company what came of a relation, and mails its person. Evidence says nothing of the
 * other company: those who read it there have no business with where else somebody works.
 */
export async function tell(
  services: Services,
  { company, userId }: Account,
  told:
    | { act: 'related' | 'relation_used'; other: string; detail: Detail }
    | { act: 'relation_suspended' }
    | { act: 'relation_cut'; detail: Detail },
): Promise<void> {
  await services.tenant(company).write(async (tx) => {
    const user = await credentialsOf(tx.db, userId)
    await recordEvent(tx, {
      subject: { kind: 'credential', id: userId },
      act: told.act,
      actorId: told.act === 'relation_suspended' ? null : userId,
      at: services.clock(),
      ...('detail' in told && { detail: told.detail }),
    })
    if (!user.mail || told.act === 'relation_cut') return
    const mail = { userId, to: user.mail, language: user.language }
    const variables = { nombre: user.first_name, usuario: user.username }
    if (told.act === 'relation_suspended')
      await queueMail(tx, services, { event: 'relation_suspended', ...mail, variables })
    else
      await queueMail(tx, services, {
        event: told.act === 'related' ? 'relation_made' : 'relation_used',
        ...mail,
        variables: { ...variables, otra: told.other },
      })
  })
}
