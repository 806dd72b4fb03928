import { type KeyObject, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { keyedHash } from '#server/shared/identity/secret.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { newHolderKeys, openKey, sealKey } from './key-sealing.ts'

/** A company's signing key in the memory of the worker that signs with it, and nowhere else. */
interface HeldKey {
  certificateId: number
  key: KeyObject
}

interface Held extends HeldKey {
  company: number
  lastUsed: number
}

/** The keys that a signing worker holds, in memory only. */
interface Holder {
  worker: string
  publicKey: Buffer
  privateKey: KeyObject
  /** By process. */
  keys: Map<number, Held>
  /** Keys that are being fetched, so that concurrent callers wait for one fetch. */
  coming: Map<number, Promise<HeldKey | null>>
}

/** Seconds without a heartbeat after which a worker counts as gone; heartbeats come every two seconds. */
const aliveSeconds = 20
/** Milliseconds that a key is kept after the last signature made with it. */
const keptFor = 3_600_000
const askAgainAfter = 250
const longestAsking = 60_000

const holders = new WeakMap<Services['database'], Holder>()

function holderOf({ database }: Services): Holder {
  const known = holders.get(database)
  if (known) return known
  const made: Holder = { worker: randomUUID(), ...newHolderKeys(), keys: new Map(), coming: new Map() }
  holders.set(database, made)
  return made
}

/** The name by which this process claims items and is sent keys; a new one at each start. */
export function workerName(services: Services): string {
  return holderOf(services).worker
}

/**
 * A worker's task of every two seconds: sends its heartbeat and its list of keys, passes keys to workers that request
 * them, and drops those of finished processes or unused for an hour.
 */
export async function tendKeys(services: Services): Promise<void> {
  const holder = holderOf(services)
  await announceWorker(services)
  for (const [process, held] of holder.keys) {
    if (Date.now() - held.lastUsed > keptFor || !(await stillSigns(services, held.company, process)))
      await dropKey(services, process)
    else await answerAsking(services, process, held)
  }
}

/**
 * Announces that this process signs in the background. Its proof keeps keys from a program that only writes to the
 * database.
 */
export async function announceWorker(services: Services): Promise<void> {
  const { worker, publicKey, keys } = holderOf(services)
  const proof = proofOf(services, worker, publicKey)
  const holds = [...keys.keys()]
  await sql`insert into key_holders (worker, public_key, proof, holds) values (${worker}, ${publicKey}, ${proof}, ${holds})
    on conflict (worker) do update set holds = excluded.holds, seen_at = now()`.execute(services.database.db)
  await sql`delete from key_holders where seen_at < now() - interval '1 day'`.execute(services.database.db)
}

/** Announces that this process stops, so that nobody waits for it. */
export async function withdraw(services: Services): Promise<void> {
  const { worker, keys } = holderOf(services)
  keys.clear()
  await sql`delete from key_holders where worker = ${worker}`.execute(services.database.db)
}

function proofOf({ config }: Services, worker: string, publicKey: Buffer): string {
  return keyedHash(config.appSecret, 'keys', `${worker} ${publicKey.toString('base64')}`)
}

interface LivingWorker {
  worker: string
  publicKey: Buffer
  holds: number[]
}

async function livingWorkers(services: Services): Promise<LivingWorker[]> {
  const { rows } = await sql<{ worker: string; public_key: Buffer; proof: string; holds: number[] }>`
    select worker, public_key, proof, holds from key_holders
    where seen_at > now() - make_interval(secs => ${aliveSeconds})`.execute(services.database.db)
  return rows
    .filter(({ worker, public_key, proof }) => proofOf(services, worker, public_key) === proof)
    .map(({ worker, public_key, holds }) => ({ worker, publicKey: public_key, holds }))
}

/**
 * Seals an opened key to each living worker. Returns a function that writes the rows in the transaction that begins the
 * signing. The caller deletes the key itself.
 */
export async function sealForWorkers(
  services: Services,
  {
    company,
    process,
    certificate,
    key,
  }: { company: number; process: number; certificate: number; key: KeyObject },
): Promise<(tx: Tx) => Promise<void>> {
  const expiresAt = new Date(Date.now() + keptFor)
  const rows = (await livingWorkers(services)).map(({ worker, publicKey }) => ({
    company_id: company,
    process_id: process,
    worker,
    certificate_id: certificate,
    sealed: sealKey(key, publicKey, { company, process, certificate, worker }),
    expires_at: expiresAt,
  }))
  return async (tx) => {
    await tx.db.deleteFrom('sealed_keys').where('process_id', '=', process).execute()
    if (rows.length > 0) await tx.db.insertInto('sealed_keys').values(rows).execute()
  }
}

/**
 * The key of a process: what this worker holds, else what was sealed to it, else what another gives it when asked.
 * Null where no living worker has it; only a person can open it again.
 */
export async function keyFor(
  services: Services,
  company: number,
  process: number,
  certificateId: number,
): Promise<HeldKey | null> {
  const { keys, coming } = holderOf(services)
  const held = keys.get(process)
  if (held?.certificateId === certificateId) {
    held.lastUsed = Date.now()
    return held
  }
  const fetching =
    coming.get(process) ??
    fetchKey(services, company, process, certificateId).finally(() => coming.delete(process))
  coming.set(process, fetching)
  return fetching
}

async function fetchKey(
  services: Services,
  company: number,
  process: number,
  certificateId: number,
): Promise<HeldKey | null> {
  const { worker } = holderOf(services)
  for (const until = Date.now() + longestAsking; Date.now() < until; await sleep(askAgainAfter)) {
    const taken = await take(services, company, process, certificateId)
    if (taken) return taken
    const others = (await livingWorkers(services)).filter((one) => one.worker !== worker)
    if (!(await ask(services, company, process, certificateId, others))) return null
  }
  return null
}

/** Takes what was sealed to this worker out of the database and into memory. */
async function take(
  services: Services,
  company: number,
  process: number,
  certificateId: number,
): Promise<HeldKey | null> {
  const holder = holderOf(services)
  const { worker, keys } = holder
  const row = await services
    .tenant(company)
    .write((tx) =>
      tx.db
        .deleteFrom('sealed_keys')
        .where('process_id', '=', process)
        .where('worker', '=', worker)
        .where('certificate_id', '=', certificateId)
        .where('sealed', 'is not', null)
        .returning(['sealed', 'expires_at'])
        .executeTakeFirst(),
    )
  if (!row?.sealed || row.expires_at.getTime() < Date.now()) return null
  const key = openKey(row.sealed, holder, { company, process, certificate: certificateId, worker })
  const held = { company, certificateId, key, lastUsed: Date.now() }
  keys.set(process, held)
  await announceWorker(services)
  return held
}

/** Requests a key from the other workers; false when none has it or is about to fetch it. */
async function ask(
  services: Services,
  company: number,
  process: number,
  certificateId: number,
  others: readonly LivingWorker[],
): Promise<boolean> {
  const { worker } = holderOf(services)
  const holding = others.filter(({ holds }) => holds.includes(process)).map((one) => one.worker)
  return services.tenant(company).write(async (tx) => {
    const onTheWay = await tx.db
      .selectFrom('sealed_keys')
      .select('worker')
      .where('process_id', '=', process)
      .where('certificate_id', '=', certificateId)
      .where('sealed', 'is not', null)
      .where('worker', 'in', [worker, ...others.map((one) => one.worker)])
      .executeTakeFirst()
    if (!onTheWay && holding.length === 0) return false
    await tx.db
      .insertInto('sealed_keys')
      .values({
        company_id: company,
        process_id: process,
        worker,
        certificate_id: certificateId,
        sealed: null,
        expires_at: new Date(Date.now() + keptFor),
      })
      .onConflict((conflict) => conflict.columns(['company_id', 'process_id', 'worker']).doNothing())
      .execute()
    return true
  })
}

/** Seals a held key to the workers that ask for it. */
async function answerAsking(services: Services, process: number, held: Held): Promise<void> {
  const { company, certificateId, key } = held
  const asking = await services
    .tenant(company)
    .read((db) =>
      db
        .selectFrom('sealed_keys')
        .select('worker')
        .where('process_id', '=', process)
        .where('certificate_id', '=', certificateId)
        .where('sealed', 'is', null)
        .execute(),
    )
  if (asking.length === 0) return
  const living = await livingWorkers(services)
  for (const { worker } of asking) {
    const one = living.find((other) => other.worker === worker)
    if (!one) continue
    const sealed = sealKey(key, one.publicKey, { company, process, certificate: certificateId, worker })
    await services
      .tenant(company)
      .write((tx) =>
        tx.db
          .updateTable('sealed_keys')
          .set({ sealed })
          .where('process_id', '=', process)
          .where('worker', '=', worker)
          .where('certificate_id', '=', certificateId)
          .execute(),
      )
  }
}

/** Whether a process may still ask for signatures. */
async function stillSigns(services: Services, company: number, process: number): Promise<boolean> {
  const row = await services
    .tenant(company)
    .read((db) => db.selectFrom('processes').select('step').where('id', '=', process).executeTakeFirst())
  return row?.step === 'signing'
}

/** Forgets a key after its last signature, and ends the engine's threads that had it in their memory. */
export async function dropKey(services: Services, process: number): Promise<void> {
  const { keys } = holderOf(services)
  if (!keys.delete(process)) return
  services.engine.recycle()
  await announceWorker(services)
}

/** Deletes the sealed keys of a process that is over. */
export async function forgetSealed(tx: Tx, process: number): Promise<void> {
  await tx.db.deleteFrom('sealed_keys').where('process_id', '=', process).execute()
}
