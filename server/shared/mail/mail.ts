import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineJob } from '../jobs.ts'
import { type MailEvent, mailEvents, type MailVariables } from '#contract/mails.ts'
import type { OwnMail } from './compose.ts'
import type { MailLanguage } from './words.ts'
import { keyedHash, sealSecret } from '../identity/secret.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../tenancy.ts'

/** A mail to be sent, as an event of the contract. */
export interface MailToQueue<E extends MailEvent> {
  event: E
  userId?: number
  to: string
  language: MailLanguage
  /** The subject by which its delivery is found: a document, a credential, a process. */
  subject?: { kind: string; id: number }
  /** The process that sends it to many, which shows how many were delivered. */
  process?: number
  variables: MailVariables<E>
  /** The address that opens an account, for the events that carry one. Kept sealed, and dropped once sent. */
  secretLink?: string
  /** Deduplication key for a mail that might be queued twice: one mail and one Message-ID per key. */
  name?: string
  /** The code that proves its addressee, for the events that carry one. Kept sealed, and dropped once sent. */
  secretCode?: string
  /** A trial, with these words and look in place of the company's. */
  test?: OwnMail
}

/** Sending one queued mail; see mail-delivery.ts. */
export const deliverMail = defineJob({
  name: 'mail.deliver',
  input: z.object({ mail: z.int() }),
  concurrency: 10,
  expireInSeconds: 120,
})

/**
 * Queues a mail in the caller's transaction: it is sent if that commits. Its Message-ID is fixed now, so that a mail
 * sent twice (a server killed between sending and recording it) is recognised as one. Returns its id.
 */
export async function queueMail<E extends MailEvent>(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  mail: MailToQueue<E>,
): Promise<number> {
  const [id] = await queueMails(tx, services, [mail])
  if (id === undefined) throw new Error(`${mail.event}: a mail of this name is queued already`)
  return id
}

/** {@link queueMail} for many, in one statement; a key that is queued already adds none. Returns the new ones' ids. */
export async function queueMails<E extends MailEvent>(
  tx: Tx,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  mails: readonly MailToQueue<E>[],
): Promise<number[]> {
  if (mails.length === 0) return []
  const queued = await tx.db
    .insertInto('mails')
    .values(mails.map((mail) => rowOf(tx, config, clock(), mail)))
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .returning('id')
    .execute()
  for (const { id } of queued) tx.enqueue(deliverMail, { mail: id })
  return queued.map(({ id }) => id)
}

function rowOf<E extends MailEvent>(tx: Tx, config: Services['config'], now: Date, mail: MailToQueue<E>) {
  const { link, variables } = mailEvents[mail.event]
  if ((link === 'secret') !== (mail.secretLink !== undefined))
    throw new Error(`${mail.event}: its link is missing or too much`)
  if ((link === 'code') !== (mail.secretCode !== undefined))
    throw new Error(`${mail.event}: its code is missing or too much`)
  const secret = mail.secretLink ?? mail.secretCode
  const own = mail.name ? keyedHash(config.appSecret, 'mail', `${tx.company} ${mail.name}`) : randomUUID()
  const messageId = `<${own}@${new URL(config.publicUrl).hostname}>`
  return {
    company_id: tx.company,
    event: mail.event,
    language: mail.language,
    user_id: mail.userId ?? null,
    to_address: mail.to,
    subject_kind: mail.subject?.kind ?? null,
    subject_id: mail.subject?.id ?? null,
    process_id: mail.process ?? null,
    variables: JSON.stringify(variables.parse(mail.variables)),
    test_words: mail.test ? JSON.stringify(mail.test) : null,
    secret: secret ? sealSecret(config.appSecret, 'mail', secret, messageId) : null,
    message_id: messageId,
    created_at: now,
  }
}

/** The address that mails come from, without a name: each has its company's. */
export function senderAddress({ mailFrom }: Pick<Services['config'], 'mailFrom'>): string {
  return /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
}
