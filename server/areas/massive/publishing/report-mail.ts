import { queueMail, queueMails } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import type { Running } from './queries.ts'

interface Counts {
  done: number
  pending: number
}

/** Mails the result of a publication to its publisher: counts and a link, no names of employees. */
export async function mailFinished(
  tx: Tx,
  services: Services,
  of: Running,
  counts: { done: number; unpublished: number },
): Promise<void> {
  const person = await publisherOf(tx, of)
  if (!person) return
  await queueMails(tx, services, [
    {
      event: 'publication_finished',
      ...person.to,
      name: `publication ${of.id} finished`,
      variables: {
        nombre: person.firstName,
        tipo: of.type_name,
        publicados: String(counts.done),
        pendientes: String(counts.unpublished),
      },
    },
  ])
}

/** Mails the publisher that the certificate's password is needed, because no worker has the key any longer. */
export async function mailWaits(tx: Tx, services: Services, of: Running, counts: Counts): Promise<void> {
  const person = await publisherOf(tx, of)
  if (!person) return
  await queueMail(tx, services, {
    event: 'publication_waits',
    ...person.to,
    variables: {
      nombre: person.firstName,
      tipo: of.type_name,
      publicados: String(counts.done),
      faltan: String(counts.pending),
    },
  })
}

async function publisherOf(tx: Tx, { publisher, id }: Running) {
  const user = await tx.db
    .selectFrom('users')
    .select(['id', 'mail', languageOfUser().as('language'), 'first_name'])
    .where('id', '=', publisher.viewer.userId)
    .executeTakeFirst()
  if (!user?.mail) return null
  return {
    firstName: user.first_name,
    to: {
      userId: user.id,
      to: user.mail,
      language: user.language,
      subject: { kind: 'process', id },
    },
  }
}
