import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import { makeFault } from '#contract/errors.ts'
import { documentLimits } from '#pdf/inspect.ts'
import { sourceOf } from '#pdf/source.ts'
import { insertKept, isMissingFile, loosenFiles, type StoredFile } from '#server/shared/files/files.ts'
import { fold } from '#server/shared/text/fold.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { lockAtStep, moveProcess } from '#server/shared/processes/lifecycle.ts'
import { progressNoter } from '#server/shared/processes/progress.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { errorOfPdf } from '#server/areas/publishing/operations.ts'
import { insertItems, rejected, type ReadItem } from '../reading/found-items.ts'
import { peopleWithin, rulesFor } from '../reading/people-of.ts'
import type { Notice } from '../queries.ts'
import { readAlone } from '../reading/in-workers.ts'
import type { PackedPeople, ReadingRules, ReadReceipt } from '../receipts/types.ts'
import { setNotices } from '../standing.ts'
import { openZip, SuspiciousZip, type ZipFileEntry } from '../reading/untrusted-zip.ts'

/** Compares what came back signed with what went out. Begun anew after a killed worker. */
export const returnedJob = defineJob({
  name: 'massive.returned',
  input: z.object({ process: z.number() }),
  concurrency: 1,
  retryLimit: 4,
  expireInSeconds: 3600,
})

const mostBytes = documentLimits.maxBytes * 2

/** The result for one item that went out. */
interface CameBack {
  id: number
  /** The returned file; null: the outgoing one is kept. */
  pdf: StoredFile | null
  found: 'listo' | 'archivo_rechazado' | 'nombre_distinto'
  fault: Notice | null
  /** The reading of a returned file that is another than what went out; null where it is that one, or can't be read. */
  read?: ReadReceipt | null
}

/**
 * Takes each PDF that came back for the one that went out under its name: where it begins with the very bytes that
 * went out and carries a signature, or where the signer wrote it anew, it carries one and is read as the same
 * person's. Everything else is an exception: missing, unsigned, another's, or never sent.
 */
export async function checkReturned(
  services: Services,
  company: number,
  process: number,
  signal: AbortSignal,
): Promise<void> {
  const run = services.tenant(company).write
  const of = await run((tx) => beginChecking(tx, process))
  if (!of) return
  let zip
  try {
    zip = await openZip(services.files, of.file)
  } catch (error) {
    if (!(error instanceof SuspiciousZip)) throw error
    const notice = makeFault('SYSTEM_API_SUSPICIOUS_ZIP', undefined, { motivo: error.fault })
    await run((tx) => waitAgain(tx, process, notice))
    return
  }
  try {
    const known = await run(async (tx) => ({
      people: await peopleWithin(tx.db, of.viewer, of),
      rules: await rulesFor(tx.db, { capture: 'first_page', period: of.period }),
    }))
    const sent = new Map(of.sent.flatMap((one) => (one.name === null ? [] : [[fold(one.name), one]])))
    const back = new Map<number, CameBack>()
    const extra: ReadItem[] = []
    const note = progressNoter(run, process, 'reading')
    for (const [at, entry] of zip.entries.entries()) {
      signal.throwIfAborted()
      const one = sent.get(fold(entry.name.slice(entry.name.lastIndexOf('/') + 1)))
      const place = of.last + at + 1
      if (!one) extra.push(rejected(place, entry.name, makeFault('MASSIVE_RETURNED_EXTRA')))
      else if (back.has(one.id)) extra.push(rejected(place, entry.name, makeFault('MASSIVE_NAME_TWICE')))
      else back.set(one.id, await compare(services, company, one, entry, known))
      await note({ done: back.size })
    }
    for (const { id } of of.sent)
      if (!back.has(id))
        back.set(id, {
          id,
          pdf: null,
          found: 'archivo_rechazado',
          fault: makeFault('MASSIVE_RETURNED_MISSING'),
        })
    await run((tx) => keep(tx, process, [...back.values()], extra))
  } finally {
    zip.close()
  }
}

interface Sent {
  id: number
  /** Its name in the zip; null where it didn't go out. */
  name: string | null
  key: string
  recipient: number
  found: string
}

async function beginChecking(tx: Tx, process: number) {
  const row = await tx.db
    .selectFrom('processes')
    .innerJoin('publications', 'publications.process_id', 'processes.id')
    .innerJoin('files', 'files.id', 'publications.returned_file_id')
    .select([
      'processes.step',
      'processes.status',
      'processes.period',
      'processes.type_id',
      'publications.label',
      'publications.viewer',
      'files.key',
      'files.size',
    ])
    .where('processes.id', '=', process)
    .forUpdate('processes')
    .executeTakeFirst()
  if (row?.status !== 'in_progress' || row.type_id === null) return null
  if (row.step !== 'waiting_upload' && row.step !== 'reading') return null
  await moveProcess(tx, process, { step: 'reading', done: 0 })
  const sent = await tx.db
    .selectFrom('publication_items as item')
    .innerJoin('files', 'files.id', 'item.file_id')
    .select((eb) => [
      'item.id',
      'item.source_name as name',
      'item.found',
      'files.key',
      eb.ref('item.recipient_id').$notNull().as('recipient'),
    ])
    .where('item.process_id', '=', process)
    .where('item.standing', '=', 'ready')
    .execute()
  const { last } = await tx.db
    .selectFrom('publication_items')
    .select(({ fn }) => fn.max('place').as('last'))
    .where('process_id', '=', process)
    .executeTakeFirstOrThrow()
  return {
    file: { key: row.key, size: row.size },
    typeId: row.type_id,
    period: row.period,
    label: row.label,
    viewer: row.viewer,
    sent: sent satisfies Sent[],
    last,
  }
}

async function compare(
  services: Services,
  company: number,
  { id, key, recipient, found }: Sent,
  entry: ZipFileEntry,
  { people, rules }: { people: PackedPeople; rules: ReadingRules },
): Promise<CameBack> {
  const stays = (fault: Notice): CameBack => ({ id, pdf: null, found: 'archivo_rechazado', fault })
  if (entry.size > mostBytes)
    return stays(makeFault('SYSTEM_API_MAX_FILE_SIZE_EXCEEDED', undefined, { maximo: 20 }))
  const bytes = await entry.read(buffer)
  if (!bytes) return stays(makeFault('MASSIVE_ENTRY_DAMAGED'))
  const inspected = await services.engine.inspect(bytes, { maxBytes: mostBytes })
  if (!inspected.ok) return stays(makeFault(errorOfPdf(inspected.fault), undefined, { maximo: 20 }))
  const verified = await services.engine.verify(bytes)
  if (!verified.ok || verified.signatures.length === 0) return stays(makeFault('MASSIVE_RETURNED_UNSIGNED'))
  const pdf = await services.files.put(company, bytes, { type: 'pdf', maxBytes: bytes.length })
  const original = await services.files.read(key).catch((error: unknown) => {
    if (isMissingFile(error)) return null
    throw error
  })
  if (original && bytes.subarray(0, original.length).equals(original))
    return { id, pdf, found: 'listo', fault: null }
  const request = { source: sourceOf(bytes), count: inspected.pages, fileName: entry.name, people, rules }
  const read = await readAlone(services, request, { recognise: false })
  return read.ok && read.receipt.employeeId === recipient && !isNewDoubt(read.receipt.found, found)
    ? { id, pdf, found: 'listo', fault: null }
    : {
        id,
        pdf,
        found: 'nombre_distinto',
        fault: makeFault('MASSIVE_RETURNED_OTHER'),
        read: read.ok ? read.receipt : null,
      }
}

/** Whether what came back is doubtful, in its text or its month, where what went out wasn't. */
function isNewDoubt(found: string, before: string): boolean {
  return found !== before && (found === 'otro_mes' || found === 'texto_dudoso')
}

/** Everything at once: until then it is as if nothing had come back. */
async function keep(
  tx: Tx,
  process: number,
  back: readonly CameBack[],
  extra: readonly ReadItem[],
): Promise<void> {
  if (!(await lockAtStep(tx, process, ['reading']))) return
  const came = back.flatMap(({ pdf }) => pdf ?? [])
  const ids = await insertKept(tx, came)
  const fileOf = new Map(came.map((pdf, at) => [pdf.key, ids[at] ?? null]))
  const rows = back.map(({ id, pdf, found, fault }) => ({
    id,
    file: pdf && fileOf.get(pdf.key),
    found,
    fault,
  }))
  // The owner was decided before it went out; an item that came back as another person's is decided again, and nobody
  // is suggested for it.
  const { rows: old } = await sql<{ file_id: number }>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given(id bigint, file bigint, found text, fault jsonb)),
      before as (select item.id, item.file_id, item.recipient_id from publication_items item
        join given on given.id = item.id),
      changed as (update publication_items item set file_id = coalesce(given.file, item.file_id),
          found = given.found, fault = nullif(given.fault, 'null'),
          employee_id = case when given.found = 'nombre_distinto' then null else before.recipient_id end,
          suggested_id = null,
          decision = null, decided_for = null
        from given join before on before.id = given.id
        where item.id = given.id and item.process_id = ${process}
        returning item.id)
    select before.file_id from before join given on given.id = before.id
    where given.file is not null and exists (select from changed)`.execute(tx.db)
  await loosenFiles(
    tx,
    old.map(({ file_id }) => file_id),
  )
  await keepReadings(
    tx,
    back.filter(({ found }) => found === 'nombre_distinto'),
  )
  const { last } = await tx.db
    .selectFrom('process_items')
    .select(({ fn }) => fn.max('n').as('last'))
    .where('process_id', '=', process)
    .executeTakeFirstOrThrow()
  await insertItems(tx, process, extra, last)
  await moveProcess(tx, process, { step: 'preview', done: back.length, total: back.length })
  await setNotices(tx, process, [])
}

/** Keeps what was read of files that took the place of others, since what the others showed no longer holds. */
async function keepReadings(tx: Tx, others: readonly CameBack[]): Promise<void> {
  const rows = others.map(({ id, read }) => ({
    id,
    read_by: read?.readBy ?? 'text',
    confidence: read?.confidence ?? null,
    id_read: read?.idRead ?? null,
    name_read: read?.nameRead ?? null,
    marks: read?.marks ?? [],
    shows: read?.shows ?? [],
  }))
  await sql`update publication_items item set read_by = given.read_by, confidence = given.confidence,
      id_read = given.id_read, name_read = given.name_read, marks = given.marks, shows = given.shows
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id bigint, read_by text, confidence real,
      id_read text, name_read text, marks jsonb, shows bigint[])
    where item.id = given.id`.execute(tx.db)
}

/** The returned zip is unusable: records the reason and waits for another. */
export async function waitAgain(tx: Tx, process: number, notice: Notice): Promise<void> {
  // As many as went out: the next zip is compared from its beginning.
  const steps = ['reading', 'waiting_upload'] as const
  if (!(await moveProcess(tx, process, { step: 'waiting_upload', done: sql<number>`total` }, steps))) return
  await tx.db
    .updateTable('publications')
    .set({ returned_file_id: null, upload_id: null, upload_name: null, upload_size: null, received: 0 })
    .where('process_id', '=', process)
    .execute()
  await setNotices(tx, process, [notice])
}
