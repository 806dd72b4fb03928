import { sql } from 'kysely'
import { z } from 'zod'
import { makeFault } from '#contract/errors.ts'
import { modeFacts } from '#contract/massive/modes.ts'
import { massiveLimits } from '#contract/massive/publication.ts'
import { Refusal } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { insertKept, type StoredFile } from '#server/shared/files/files.ts'
import { findVirus } from '#server/shared/files/virus.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { moveProcess } from '#server/shared/processes/lifecycle.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { returnedJob, waitAgain } from '../outside/returned-job.ts'
import { readJob } from '../reading/job.ts'
import { fail, setNotices } from '../standing.ts'
import type { Notice } from '../queries.ts'
import { discardUpload } from './discarding.ts'
import { uploadStore } from './store.ts'

/** Scans an uploaded file, and keeps it. */
export const receiveJob = defineJob({
  name: 'massive.receive',
  input: z.object({ process: z.number() }),
  concurrency: 2,
  expireInSeconds: 3600,
})

interface Arrived {
  company: number
  process: number
  size: number
  uploadId: string
}

/**
 * Records the number of bytes received. Only {@link noteComplete} records the end, because the last bytes are counted
 * before they are stored.
 */
export function noteReceived(
  { tenant }: Services,
  { company, process, size }: Pick<Arrived, 'company' | 'process' | 'size'>,
  come: number,
): Promise<unknown> {
  const received = Math.min(come, size - 1)
  return tenant(company).write((tx) =>
    tx.db
      .updateTable('publications')
      .set({ received, received_at: sql`now()` })
      .where('process_id', '=', process)
      .where('upload_id', 'is not', null)
      .where('received', '<', received)
      .execute(),
  )
}

/**
 * Records that all bytes have arrived. The file waits to be read, unless another of the company does, and its job is
 * enqueued once, however often this is called.
 */
export async function noteComplete(services: Services, arrived: Arrived): Promise<void> {
  const { company, process, size, uploadId } = arrived
  await services.tenant(company).write(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('publications')
      .set({ received: size, received_at: services.clock(), notices: '[]' })
      .where('process_id', '=', process)
      .where('upload_id', '=', uploadId)
      .where('received', '<', size)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await takeTurn(tx, process)
    tx.enqueue(receiveJob, { process })
  })
}

/** Makes a publication the one of its company that waits to be read. Returns whether it is. */
async function takeTurn(tx: Tx, process: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`massive waiting ${tx.company}`}, 0))`.execute(
    tx.db,
  )
  const other = await tx.db
    .selectFrom('publications')
    .select('process_id')
    .where('waiting', '=', true)
    .where('process_id', '<>', process)
    .executeTakeFirst()
  if (other) return false
  await tx.db
    .updateTable('publications')
    .set({ waiting: true })
    .where('process_id', '=', process)
    .where('outgoing_file_id', 'is', null)
    .execute()
  return true
}

const turnMilliseconds = 5_000

/** Scans an upload, keeps it and has it read. After a killed worker it begins anew; files stored before are swept. */
export async function receive(services: Services, company: number, process: number): Promise<void> {
  const run = services.tenant(company).write
  const of = await run((tx) => loadArrived(tx, process))
  if (!of?.upload_id) return
  const turn = of.returning || (await run((tx) => takeTurn(tx, process)))
  if (!turn) {
    const startAfter = new Date(Date.now() + turnMilliseconds)
    await run(async (tx) => tx.enqueue(receiveJob, { process }, { startAfter }))
    return
  }
  const uploadId = of.upload_id
  // A returned zip may be uploaded again; a first upload that fails ends the publication.
  const giveUp = (tx: Tx, id: number, notice: Notice) => {
    discardUpload(tx, uploadId)
    return of.returning ? waitAgain(tx, id, notice) : fail(tx, id, notice, services.clock())
  }
  const uploads = await uploadStore(services.config)
  const { clamdUrl } = services.config
  if (clamdUrl) {
    const virus = await findVirus(clamdUrl, await uploads.read(uploadId)).catch(async (error: unknown) => {
      await run((tx) => setNotices(tx, process, [makeFault('SYSTEM_API_VIRUS_SCAN_FAILED')]))
      throw error
    })
    if (virus !== null) {
      services.log.warn({ company, process, virus }, 'an upload holds a virus')
      await run((tx) => giveUp(tx, process, makeFault('SYSTEM_API_VIRUS_FOUND')))
      return
    }
  }
  const type = modeFacts[of.mode].onePdf && !of.returning ? 'pdf' : 'zip'
  let stored: StoredFile
  try {
    stored = await services.files.put(company, await uploads.read(uploadId), {
      type,
      maxBytes: massiveLimits.bytes,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = type === 'pdf' ? 'PUBLISH_DOCUMENT_MASSIVE_ONLY_PDF' : 'PUBLISH_DOCUMENT_MASSIVE_ONLY_ZIP'
    await run((tx) => giveUp(tx, process, { code }))
    return
  }
  await run(async (tx) => {
    const still = await loadArrived(tx, process)
    if (still?.upload_id !== uploadId) return
    discardUpload(tx, uploadId)
    const [file = null] = await insertKept(tx, [stored])
    await tx.db
      .updateTable('publications')
      .set({
        upload_id: null,
        ...(of.returning ? { returned_file_id: file } : { file_id: file, sha256: stored.sha256 }),
        notices: '[]',
      })
      .where('process_id', '=', process)
      .execute()
    // From here on nothing waits for it, which a screen that asks meanwhile must see.
    if (of.returning) await moveProcess(tx, process, { step: 'reading', done: 0 })
    await recordEvent(tx, {
      subject: { kind: 'publication', id: process },
      act: of.returning ? 'came_back' : 'received',
      actorId: null,
      at: services.clock(),
      data: { sha256: stored.sha256, bytes: stored.size },
    })
    tx.enqueue(of.returning ? returnedJob : readJob, { process })
  })
}

async function loadArrived(tx: Tx, process: number) {
  const row = await tx.db
    .selectFrom('publications')
    .innerJoin('processes', 'processes.id', 'publications.process_id')
    .select(['publications.mode', 'publications.upload_id', 'processes.step', 'processes.status'])
    .where('processes.id', '=', process)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.mode === 'generic' || row.status !== 'in_progress') return null
  if (row.step !== 'uploaded' && row.step !== 'waiting_upload') return null
  return { ...row, mode: row.mode, returning: row.step === 'waiting_upload' }
}
