import { sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import { endProcess } from '#server/shared/processes/lifecycle.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany } from '#server/shared/tenancy.ts'
import { makeOutgoing, outgoingJob } from './outside/outgoing.ts'
import { announceAll, announceJob } from './publishing/announcing.ts'
import { publishJob, publishLane } from './publishing/job.ts'
import { tendKeys } from './publishing/key-handover.ts'
import { loosenFiles } from '#server/shared/files/files.ts'
import { readJob, readPublication } from './reading/job.ts'
import { discardJob, discardUpload } from './upload/discarding.ts'
import { receive, receiveJob } from './upload/receiving.ts'
import { checkReturned, returnedJob } from './outside/returned-job.ts'
import { uploadStore } from './upload/store.ts'

/** Registers the jobs of a publication in their order, the handover of signing keys, and the sweep. */
export function registerMassiveJobs(services: Services): void {
  const { jobs } = services
  jobs.register(receiveJob, (company, { process }) => receive(services, company, process))
  jobs.register(discardJob, async (_company, { upload }) =>
    (await uploadStore(services.config)).remove(upload),
  )
  jobs.register(readJob, (company, { process }, signal) =>
    readPublication(services, company, process, signal),
  )
  jobs.register(outgoingJob, (company, { process }, signal) =>
    makeOutgoing(services, company, process, signal),
  )
  jobs.register(returnedJob, (company, { process }, signal) =>
    checkReturned(services, company, process, signal),
  )
  jobs.register(publishJob, (company, { process }, signal) => publishLane(services, company, process, signal))
  jobs.register(announceJob, (company, { process }, signal) =>
    announceAll(services, company, process, signal),
  )
  jobs.schedule('massive.keys', { everySeconds: 2 }, () => tendKeys(services))
  jobs.schedule('massive.sweep', { cron: '27 * * * *' }, () => sweepPublications(services))
}

const dayMilliseconds = 86_400_000
const keptDays = 7

/**
 * Deletes uploads that were interrupted for a day, and files of publications that were cancelled or failed a week ago.
 */
export async function sweepPublications(services: Services): Promise<void> {
  const now = services.clock().getTime()
  const dayAgo = new Date(now - dayMilliseconds)
  const weekAgo = new Date(now - keptDays * dayMilliseconds)
  await everyCompany(services, async ({ write }) => {
    await write(async (tx) => {
      const { rows: old } = await sql<{ id: number; upload_id: string; step: string }>`
        select process.id, publication.upload_id, process.step
        from publications publication join processes process on process.id = publication.process_id
        where publication.upload_id is not null and process.step in ('uploaded', 'waiting_upload')
          and publication.received < publication.upload_size
          and coalesce(publication.received_at, process.created_at) < ${dayAgo}
        for update of process`.execute(tx.db)
      for (const { id, upload_id, step } of old) {
        discardUpload(tx, upload_id)
        await tx.db
          .updateTable('publications')
          .set({ upload_id: null, notices: JSON.stringify([makeFault('SYSTEM_API_UPLOAD_INTERRUPTED')]) })
          .where('process_id', '=', id)
          .execute()
        if (step === 'uploaded') await endProcess(tx, id, { status: 'cancelled', at: services.clock() })
      }
      const { rows: over } = await sql<{ file: number }>`
        with over as materialized (
          select publication.* from publications publication
            join processes process on process.id = publication.process_id
          where process.status in ('cancelled', 'error') and process.finished_at < ${weekAgo}),
        emptied as (
          update publications publication set file_id = null, outgoing_file_id = null, returned_file_id = null
          from over where publication.process_id = over.process_id),
        items as (
          select item.id, item.file_id, item.xml_file_id from publication_items item
            join over on over.process_id = item.process_id
          where not exists (select from documents where documents.process_item_id = item.id)),
        without as (
          update publication_items item set file_id = null, xml_file_id = null from items where item.id = items.id)
        select file from over, lateral unnest(array[file_id, outgoing_file_id, returned_file_id]) file
          where file is not null
        union select file from items, lateral unnest(array[file_id, xml_file_id]) file where file is not null`.execute(
        tx.db,
      )
      await loosenFiles(
        tx,
        over.map(({ file }) => file),
      )
    })
  })
  await (await uploadStore(services.config)).removeBefore(new Date(Date.now() - 3 * dayMilliseconds))
}
