import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { checkTimestamp } from '#pdf/cms-verify.ts'
import { timestampAuthority } from '#pdf/tsa.ts'
import { across } from '../across.ts'
import { merklePath, merkleRoot, rootOfPath, type Step } from './merkle.ts'
import type { Services } from '../services.ts'
import { everyCompany, type Tx } from '../tenancy.ts'

/** How an event is covered by its seal: what a verifier needs, and nothing else. Hashes are hex. */
export interface Proof {
  /** The event's own hash. */
  event: string
  path: Step[]
  /** The root of the seal before, which this one covers; null for a company's first. */
  previousRoot: string | null
  root: string
  sealId: number
  sealedAt: Date
  /** RFC 3161, over the root's bytes; null without an authority. */
  timestamp: Buffer | null
}

const mostEvents = 20_000

/**
 * Seals each company's unsealed events: their hashes become the leaves of a Merkle tree whose root, hashed with the
 * previous root, is the new seal. Returns the number of events sealed.
 */
export async function sealDue(services: Services): Promise<number> {
  let sealed = 0
  for (const company of await companiesWaiting(services)) {
    const seal = await asOwnerOf(services, company, sealOne)
    if (!seal) continue
    sealed += seal.events
    await keepAsFile(services, company, seal)
    await timestamp(services, company, seal).catch((error: unknown) =>
      services.log.warn({ err: error, company }, 'a seal has no timestamp'),
    )
  }
  return sealed
}

/** An event's path to its root; null while it is not sealed. */
export async function proofOf(tx: Tx, eventId: number): Promise<Proof | null> {
  return (await proofsOf(tx, [eventId])).get(eventId) ?? null
}

/** The paths of several events to their roots, by event; those that are not sealed have none. */
export async function proofsOf(tx: Tx, eventIds: readonly number[]): Promise<Map<number, Proof>> {
  const found = await tx.db
    .selectFrom('events')
    .innerJoin('seals', (join) =>
      join.onRef('seals.company_id', '=', 'events.company_id').onRef('seals.id', '=', 'events.seal_id'),
    )
    .select(['events.id', 'events.hash as event', 'events.leaf', 'seals.id as sealId', 'seals.root'])
    .select([
      'seals.previous_root as previousRoot',
      'seals.created_at as sealedAt',
      'seals.timestamp_token as timestamp',
    ])
    .where('events.id', 'in', eventIds.length > 0 ? eventIds : [0])
    .execute()
  const proofs = new Map<number, Proof>()
  for (const [sealId, events] of Map.groupBy(found, (event) => event.sealId)) {
    const leaves = await tx.db
      .selectFrom('events')
      .select('hash')
      .where('seal_id', '=', sealId)
      .orderBy('leaf')
      .execute()
    const hashes = leaves.map((row) => row.hash)
    for (const { id, leaf, ...proof } of events)
      if (leaf !== null) proofs.set(id, { ...proof, path: merklePath(hashes, leaf) })
  }
  return proofs
}

/** Whether an event's hash leads, by its path and over the root before, to the root. */
export function verifyProof(proof: Pick<Proof, 'event' | 'path' | 'previousRoot' | 'root'>): boolean {
  return sealRoot(proof.previousRoot, rootOfPath(proof.event, proof.path)) === proof.root
}

export interface Seal {
  id: number
  root: string
  previousRoot: string | null
  events: number
  at: Date
}

/** One sealer a company at a time; only rows that every snapshot sees, since ids commit out of order. */
async function sealOne(client: PoolClient, company: number): Promise<Seal | null> {
  const { rows: locks } = await client.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('seal', ${company})) as mine`,
  )
  if (!locks[0]?.mine) return null
  const { rows: events } = await client.query<{ id: number; hash: string }>(
    `select id, hash from events
     where company_id = ${company} and seal_id is null and transaction < pg_snapshot_xmin(pg_current_snapshot()) order by id limit ${mostEvents}`,
  )
  if (events.length === 0) return null
  const { rows: last } = await client.query<{ root: string }>(
    `select root from seals where company_id = ${company} order by id desc limit 1`,
  )
  const previousRoot = last[0]?.root ?? null
  const root = sealRoot(previousRoot, merkleRoot(events.map((event) => event.hash)))
  const { rows: made } = await client.query<{ id: number; created_at: Date }>(
    'insert into seals (company_id, root, previous_root, events) values ($1, $2, $3, $4) returning id, created_at',
    [company, root, previousRoot, events.length],
  )
  const [seal] = made
  if (!seal) throw new Error('the seal was not written')
  await client.query(
    `update events set seal_id = $1, leaf = l.leaf - 1
     from unnest($2::bigint[]) with ordinality l(id, leaf)
     where events.company_id = ${company} and events.id = l.id`,
    [seal.id, events.map((event) => event.id)],
  )
  return { id: seal.id, root, previousRoot, events: events.length, at: seal.created_at }
}

/** The root of a seal: SHA-256 (hex) over the root before it and the Merkle root of its events. */
export function sealRoot(previousRoot: string | null, merkle: string): string {
  return createHash('sha256')
    .update(previousRoot ?? '', 'hex')
    .update(merkle, 'hex')
    .digest('hex')
}

/** Companies with events that no root covers yet. */
async function companiesWaiting({ database }: Services): Promise<number[]> {
  const rows = await across(database.pool, (db) =>
    db.selectFrom('events').select('company_id').distinct().where('seal_id', 'is', null).execute(),
  )
  return rows.map((row) => row.company_id)
}

/**
 * A transaction of one company with the owner's rights, which the sealer alone needs: the role of requests may
 * not change evidence.
 */
async function asOwnerOf<T>(
  { database }: Services,
  company: number,
  work: (client: PoolClient, company: number) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin; set local app.company = '${company}'; set local statement_timeout = 60000`)
    const answer = await work(client, company)
    await client.query('commit')
    return answer
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}

/** The folder of a company's files of roots, `2026-11-23.json` for each day (UTC). */
export function sealFolder({ dataDir }: Pick<Services['config'], 'dataDir'>, company: number): string {
  return join(dataDir, 'seals', String(company))
}

/** Days within which a day's last root is stamped where the authority didn't answer. */
export const stampDays = 7

/** Stamps the last root of each past day (UTC) that has no timestamp yet, in every company. */
export async function stampPastDays(services: Services): Promise<void> {
  if (!services.config.tsaUrl) return
  await everyCompany(services, async ({ company }) => {
    for (const seal of await asOwnerOf(services, company, unstampedDays))
      await timestamp(services, company, seal).catch((error: unknown) =>
        services.log.warn({ err: error, company, seal: seal.id }, 'a day has no timestamp'),
      )
  })
}

/** The last seals of the past days that have no timestamp. */
async function unstampedDays(client: PoolClient, company: number): Promise<Seal[]> {
  const { rows } = await client.query<Seal>(
    `select id, root, previous_root as "previousRoot", events, created_at as at from seals
     where company_id = ${company} and timestamp_token is null and created_at > now() - interval '${stampDays} days'
       and created_at < date_trunc('day', now(), 'UTC')
       and not exists (select from (select created_at from seals later
           where later.company_id = ${company} and later.id > seals.id order by later.id limit 1) next
         where date_trunc('day', next.created_at, 'UTC') = date_trunc('day', seals.created_at, 'UTC'))
     order by id`,
  )
  return rows
}

const keptFile = z.object({ id: z.int() })

/** Id of the seal in a day's file; 0 where there is none, or none that can be read. */
async function sealInFile(path: string): Promise<number> {
  try {
    return keptFile.parse(JSON.parse(await readFile(path, 'utf8'))).id
  } catch {
    return 0
  }
}

/** Writes the day's last root (UTC), once stamped with its timestamp, to a file that outlives the database. */
async function keepAsFile(
  { config }: Services,
  company: number,
  seal: Seal & { timestamp?: string },
): Promise<void> {
  const folder = sealFolder(config, company)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${dayOf(seal.at)}.json`)
  if ((await sealInFile(path)) > seal.id) return
  const temporary = `${path}.${randomUUID()}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ company, ...seal }, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}

/** The day of an instant in UTC, ISO. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

async function timestamp(services: Services, company: number, seal: Seal): Promise<void> {
  if (!services.config.tsaUrl) return
  const root = Buffer.from(seal.root, 'hex')
  const token = await timestampAuthority(services.config.tsaUrl)(createHash('sha256').update(root).digest())
  if (!checkTimestamp(token, root)?.valid) throw new Error('the authority stamped something else')
  await asOwnerOf(services, company, (client) =>
    client.query('update seals set timestamp_token = $1 where company_id = $2 and id = $3', [
      Buffer.from(token),
      company,
      seal.id,
    ]),
  )
  await keepAsFile(services, company, { ...seal, timestamp: Buffer.from(token).toString('base64') })
}
