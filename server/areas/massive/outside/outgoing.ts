import { sql } from 'kysely'
import { z } from 'zod'
import { makeFault } from '#contract/errors.ts'
import { insertKept } from '#server/shared/files/files.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { storedBehalf } from '#server/shared/processes/behalf.ts'
import { lockAtStep, moveProcess } from '#server/shared/processes/lifecycle.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import { safeName, type ZipEntry, zipOf } from '#server/shared/files/zip.ts'
import { massiveLimits } from '#contract/massive/publication.ts'

/** Makes the zip of the split receipts that are signed elsewhere. May run again from its beginning. */
export const outgoingJob = defineJob({
  name: 'massive.outgoing',
  input: z.object({ process: z.int() }),
  concurrency: 1,
  retryLimit: 3,
})

/** Makes the outgoing zip of a publication and leaves it waiting for the signed files. */
export async function makeOutgoing(
  services: Services,
  company: number,
  process: number,
  signal: AbortSignal,
): Promise<void> {
  const run = services.tenant(company).write
  const items = await run((tx) => itemsToSend(tx, process))
  if (!items) return
  const stored = await services.files
    .put(company, zipOf(entriesOf(services, items, signal)), {
      type: 'zip',
      maxBytes: 2 * massiveLimits.bytes,
    })
    .catch(async (error: unknown) => {
      if (signal.aborted) throw error
      services.log.error({ err: error, process }, 'an outgoing zip was not made')
      await run((tx) => backToPreview(tx, process))
      return null
    })
  if (!stored) return
  const kept = await run(async (tx) => {
    if (!(await stillWanted(tx, process))) return false
    const [file] = await insertKept(tx, [stored])
    await tx.db
      .updateTable('publications')
      .set({ outgoing_file_id: file ?? null, notices: '[]' })
      .where('process_id', '=', process)
      .execute()
    // The name identifies each receipt when it comes back.
    const names = items.map(({ id, name }) => ({ id, name }))
    await sql`update publication_items item set source_name = given.name
      from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as given(id bigint, name text)
      where item.id = given.id and item.process_id = ${process}`.execute(tx.db)
    await moveProcess(tx, process, { step: 'waiting_upload', done: items.length })
    return true
  })
  if (!kept) await services.files.remove(stored.key)
}

interface Sent {
  id: number
  key: string
  name: string
}

/**
 * Items for the outgoing zip that its publisher reaches, in the order of the file; null where it is no longer wanted.
 */
async function itemsToSend(tx: Tx, process: number): Promise<Sent[] | null> {
  if (!(await stillWanted(tx, process))) return null
  const { options } = await tx.db
    .selectFrom('processes')
    .select('options')
    .where('id', '=', process)
    .executeTakeFirstOrThrow()
  const { viewer } = storedBehalf(options)
  const rows = await tx.db
    .selectFrom('publication_items as item')
    .innerJoin('files', 'files.id', 'item.file_id')
    .innerJoin('employees', 'employees.id', 'item.recipient_id')
    .select(['item.id', 'files.key', 'employees.cuil'])
    .where('item.process_id', '=', process)
    .where('item.standing', '=', 'ready')
    .where(visibleEmployees(viewer, 'item.recipient_id'))
    .orderBy('item.place')
    .orderBy('item.part')
    .orderBy('item.id')
    .execute()
  return rows.map(({ id, key, cuil }, at) => ({
    id,
    key,
    name: `${String(at + 1).padStart(5, '0')}-${safeName(cuil)}.pdf`,
  }))
}

async function* entriesOf(
  { files }: Services,
  items: readonly Sent[],
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  for (const { key, name } of items) {
    signal.throwIfAborted()
    yield { name, stream: await files.read(key) }
  }
}

function stillWanted(tx: Tx, process: number): Promise<boolean> {
  return lockAtStep(tx, process, ['publishing'])
}

/** Leaves a publication whose outgoing zip can't be made at its preview, with the reason. */
export async function backToPreview(tx: Tx, process: number): Promise<void> {
  if (!(await stillWanted(tx, process))) return
  await moveProcess(tx, process, { step: 'preview' })
  await tx.db
    .updateTable('publications')
    .set({ notices: JSON.stringify([makeFault('PROCESS_ZIP_FAILED')]) })
    .where('process_id', '=', process)
    .execute()
}
