import { createHash } from 'node:crypto'
import { z } from 'zod'
import { pushEvents, type PushEvent, type PushMessage } from '#contract/push.ts'
import es from '#locales/es/push.json' with { type: 'json' }
import pt from '#locales/pt/push.json' with { type: 'json' }
import { defineJob } from '#server/shared/jobs.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import { mayCall } from './allowed.ts'
import { encrypt } from './encrypting.ts'
import { authorizationFor } from './own-key.ts'

const words = { es, pt }
/** Milliseconds that a push service has to answer. */
const patience = 10_000
/** Seconds that a push service keeps what a device that is off hasn't had: a week. */
const kept = 604_800
/** Days for which sent notifications are remembered, and not repeated. */
export const noticeDays = 60

/** Sending one notice to one device. */
export const pushJob = defineJob({
  name: 'push.deliver',
  input: z.object({ device: z.int(), event: z.enum(pushEvents), name: z.string() }),
  retryLimit: 8,
  concurrency: 10,
  expireInSeconds: 60,
})

/**
 * Sends one notice to one device. A device that its push service no longer knows is deleted.
 *
 * @throws {Error} where the push service is overloaded or broken, so that the job is tried again
 */
export async function deliver(
  services: Services,
  company: number,
  { device, event, name }: z.infer<typeof pushJob.input>,
  signal: AbortSignal,
): Promise<void> {
  const { read, write } = services.tenant(company)
  const found = await read((db) => findDevice(db, device))
  if (!found || !mayCall(found.endpoint, services.config.pushHosts)) return
  const mark = createHash('sha256').update(name).digest('base64url').slice(0, 32)
  const status = await send(services, found, messageOf(event, found.language, mark), signal)
  if (status === 404 || status === 410) await write((tx) => forget(tx, device))
  else if (status >= 200 && status < 300) await write((tx) => noteSuccess(tx, device, services.clock()))
  // Overload and server errors pass; any other refusal would only be repeated.
  else if (status === 429 || status >= 500) throw new Error(`a push service answered ${status}`)
  else services.log.warn({ status, company, device }, 'a push service refused a notice')
}

function findDevice(db: Db, id: number) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .where('push_subscriptions.id', '=', id)
    .select([
      'push_subscriptions.endpoint',
      'push_subscriptions.p256dh',
      'push_subscriptions.auth',
      languageOfUser().as('language'),
    ])
    .executeTakeFirst()
}
type Found = NonNullable<Awaited<ReturnType<typeof findDevice>>>

function messageOf(event: PushEvent, language: 'es' | 'pt', mark: string): PushMessage {
  const { titulo, mensaje } = words[language]
  return { titulo, texto: mensaje[event], idioma: language, ruta: '/e/', marca: mark }
}

/** Hands a message over (RFC 8030); answers the service's status. Follows it nowhere else. */
async function send(
  services: Services,
  { endpoint, p256dh, auth }: Found,
  message: PushMessage,
  signal: AbortSignal,
): Promise<number> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: await authorizationFor(services, endpoint),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(kept),
      urgency: 'normal',
      // A later one about the same takes its place while it still waits.
      topic: message.marca,
    },
    body: new Uint8Array(encrypt(JSON.stringify(message), { p256dh, auth })),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  })
  await answer.body?.cancel()
  return answer.status
}

async function forget(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

async function noteSuccess(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.db.updateTable('push_subscriptions').set({ last_success_at: at }).where('id', '=', id).execute()
}
