import { sql } from 'kysely'
import { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import type { MassiveMode } from '#contract/massive/publication.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'

/** The publisher: reach and evidence with which the process runs. Stored while it runs, and removed afterwards. */
export interface Publisher {
  viewer: Viewer
  evidence: { actorId: number; detail: { address: string; device: string } }
}

const publisher = z.object({
  viewer: z.object({
    userId: z.number(),
    profileKind: z.custom<Viewer['profileKind']>((kind) => typeof kind === 'string'),
    seesConfidential: z.boolean(),
  }),
  evidence: z.object({
    actorId: z.number(),
    detail: z.object({ address: z.string(), device: z.string() }),
  }),
})

/** Why an item failed that will pass once the authority of timestamps answers again. */
export const noTimestamp = 'PROCESS_TIMESTAMP_FAILED' satisfies ErrorCode

/** Seconds that an item stays with a worker that says nothing more of it. */
const leaseSeconds = 20
/** Items of a batch: what a transaction writes, and what lies in memory, at once. */
const batchSize = 48

/** A publication that runs, with all that its documents share; null where it doesn't run. */
export async function runningPublication(db: Db, process: number) {
  const found = await db
    .selectFrom('processes')
    .innerJoin('publications', 'publications.process_id', 'processes.id')
    .innerJoin('companies', 'companies.id', 'processes.company_id')
    .innerJoin('document_types as type', 'type.id', 'processes.type_id')
    .select((eb) => [
      'processes.id',
      'processes.step',
      'processes.period',
      'processes.options',
      'processes.created_by',
      'type.id as type_id',
      'type.name as type_name',
      eb.ref('publications.mode').$castTo<MassiveMode>().as('mode'),
      'publications.type_version',
      'publications.label',
      'publications.notify',
      'publications.certificate_id',
      'publications.visible_from',
      'publications.needs_release',
      'publications.released_at',
      'companies.country',
      'companies.zone',
    ])
    .where('processes.id', '=', process)
    .where('processes.status', '=', 'in_progress')
    .where('processes.step', 'in', ['signing', 'publishing'])
    .executeTakeFirst()
  if (!found) return null
  const { options, ...facts } = found
  return { ...facts, publisher: publisher.parse((options as { publisher?: unknown }).publisher) }
}
export type Running = NonNullable<Awaited<ReturnType<typeof runningPublication>>>

/** An item in hand, with the files that were kept of it. */
export interface Claimed {
  id: number
  recipient_id: number
  pages: number
  source_name: string | null
  id_read: string | null
  file_id: number
  file_key: string
  sha256: string
  xml_file_id: number | null
}

/**
 * Takes a batch of items in hand, under a name: those that nobody has, or that were left by somebody who is gone. All
 * of one person's are taken together, so that they are told of by one mail.
 */
export async function claimItems(tx: Tx, process: number, name: string): Promise<Claimed[]> {
  const lock = `massive claim ${tx.company} ${process}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx.db)
  // Each by its own index: of tables that were filled a moment ago PostgreSQL knows nothing, and joins them badly.
  const { rows: next } = await sql<{ id: number }>`
    select i.id from process_items i
    where i.process_id = ${process} and i.state = 'pending' and (i.claimed_until is null or i.claimed_until < now())
    order by i.n limit ${batchSize}`.execute(tx.db)
  if (next.length === 0) return []
  const { rows: theirs } = await sql<{ id: number }>`
    select item.id from publication_items item
    where item.process_id = ${process} and item.recipient_id = any (array(
      select first.recipient_id from publication_items first where first.id = any(${next.map(({ id }) => id)})))`.execute(
    tx.db,
  )
  const { rows: taken } = await sql<{ id: number; n: number }>`
    update process_items i set claimed_by = ${name}, claimed_until = now() + make_interval(secs => ${leaseSeconds})
    where i.id = any(${theirs.map(({ id }) => id)}) and i.process_id = ${process} and i.state = 'pending'
      and (i.claimed_until is null or i.claimed_until < now())
    returning i.id, i.n`.execute(tx.db)
  const order = new Map(taken.map(({ id, n }) => [id, n]))
  const { rows } = await sql<Claimed>`
    select item.id, item.recipient_id, coalesce(cardinality(item.pages), 1) as pages, item.source_name, item.id_read,
      item.file_id, file.key as file_key, file.sha256, item.xml_file_id
    from (select * from publication_items where id = any(${[...order.keys()]}) offset 0) item,
      lateral (select key, sha256 from files where files.id = item.file_id) file`.execute(tx.db)
  return rows.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0))
}

/** Says that the items are still in hand. */
export async function renewClaims(tx: Tx, process: number, name: string): Promise<void> {
  await sql`update process_items set claimed_until = now() + make_interval(secs => ${leaseSeconds})
    where process_id = ${process} and state = 'pending' and claimed_by = ${name}`.execute(tx.db)
}

/** Gives back what is in hand, to whoever comes. */
export async function releaseClaims(tx: Tx, process: number, name: string): Promise<void> {
  await sql`update process_items set claimed_until = null
    where process_id = ${process} and state = 'pending' and claimed_by = ${name}`.execute(tx.db)
}

/**
 * Those of a batch that are still in hand, held until the transaction ends; none when the publication runs no longer.
 * Whoever cancels it waits for that.
 */
export async function stillMine(tx: Tx, process: number, name: string): Promise<Set<number>> {
  const running = await tx.db
    .selectFrom('processes')
    .select('id')
    .where('id', '=', process)
    .where('status', '=', 'in_progress')
    .where('step', 'in', ['signing', 'publishing'])
    .forShare()
    .executeTakeFirst()
  if (!running) return new Set()
  const rows = await tx.db
    .selectFrom('process_items')
    .select('id')
    .where('process_id', '=', process)
    .where('state', '=', 'pending')
    .where('claimed_by', '=', name)
    .forUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** An item that was not published, with the reason. */
export interface Failure {
  id: number
  code: string
  params: Record<string, string | number> | null
}

/** Notes what became of items: published, or why not. */
export async function noteOutcomes(
  tx: Tx,
  published: readonly number[],
  failures: readonly Failure[],
): Promise<void> {
  if (published.length > 0)
    await sql`update process_items set state = 'done', failure = null, claimed_until = null
      where id = any(${published}) and state = 'pending'`.execute(tx.db)
  if (failures.length > 0)
    await sql`update process_items i set state = 'failed', failure = given.code, claimed_until = null,
        data = case when given.params is null then i.data else i.data || jsonb_build_object('params', given.params) end
      from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as given(id bigint, code text, params jsonb)
      where i.id = given.id and i.state = 'pending'`.execute(tx.db)
}

/** Takes up again what was not signed only because no timestamp came. False: there is none. */
export async function retryUnstamped(tx: Tx, process: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('process_items')
    .set({ state: 'pending', failure: null })
    .where('process_id', '=', process)
    .where('state', '=', 'failed')
    .where('failure', '=', noTimestamp)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many items are published, failed, and still to be done. */
export async function countItems(
  db: Db,
  process: number,
): Promise<{ done: number; failed: number; pending: number }> {
  const { rows } = await sql<{ done: number; failed: number; pending: number }>`
    select count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'pending')::int as pending
    from process_items where process_id = ${process}`.execute(db)
  return rows[0] ?? { done: 0, failed: 0, pending: 0 }
}

/** Whether documents of it wait for their release. */
export async function hasHeld(db: Db, process: number): Promise<boolean> {
  const found = await db
    .selectFrom('process_items')
    .innerJoin('documents', 'documents.process_item_id', 'process_items.id')
    .select('documents.id')
    .where('process_items.process_id', '=', process)
    .where('documents.state', '=', 'waiting_approval')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Writes down how far it is. */
export async function noteProgress(tx: Tx, process: number): Promise<void> {
  const { done, failed } = await countItems(tx.db, process)
  await tx.db.updateTable('processes').set({ done, failed }).where('id', '=', process).execute()
}
