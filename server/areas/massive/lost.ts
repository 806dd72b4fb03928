import { makeFault } from '#contract/errors.ts'
import { modeFacts } from '#contract/massive/modes.ts'
import type { LostProcess, LostWork } from '#server/shared/processes/lost.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { backToPreview, outgoingJob } from './outside/outgoing.ts'
import { returnedJob, waitAgain } from './outside/returned-job.ts'
import { interruptPublishing, publishJob, waitsForPerson } from './publishing/job.ts'
import { readJob } from './reading/job.ts'
import { fail } from './standing.ts'
import { receiveJob } from './upload/receiving.ts'

/** Freeing of publications whose job is gone. */
export const lostPublication: LostWork = {
  jobs: [receiveJob, readJob, outgoingJob, returnedJob, publishJob].map(({ name }) => name),
  steps: ['uploaded', 'reading', 'waiting_upload', 'signing', 'publishing'],
  async waits(tx, process) {
    const of = await factsOf(tx, process)
    const isComing = of.upload_id !== null && of.received < (of.upload_size ?? 0)
    if (process.step === 'uploaded') return isComing
    if (process.step === 'waiting_upload') return of.upload_id === null || isComing
    return process.step === 'publishing' && (await waitsForPerson(tx, process.id))
  },
  async free(tx, services, process) {
    const of = await factsOf(tx, process)
    if (process.step === 'signing') return interruptPublishing(tx, services, process.id)
    if (process.step === 'publishing')
      return of.mode !== 'generic' && modeFacts[of.mode].goesOut && of.outgoing_file_id === null
        ? backToPreview(tx, process.id)
        : interruptPublishing(tx, services, process.id)
    await endReading(tx, services, process, of)
  },
}

/** A first file ends its publication; a file that came back signed may be sent again. */
async function endReading(tx: Tx, services: Services, { id }: LostProcess, of: Facts): Promise<void> {
  const scan = of.notices.find(({ code }) => code === 'SYSTEM_API_VIRUS_SCAN_FAILED')
  const notice = scan ?? makeFault('MASSIVE_READING_FAILED')
  if (of.outgoing_file_id === null) await fail(tx, id, notice, services.clock())
  else await waitAgain(tx, id, notice)
}

type Facts = Awaited<ReturnType<typeof factsOf>>

function factsOf(tx: Tx, { id }: LostProcess) {
  return tx.db
    .selectFrom('publications')
    .select(['mode', 'upload_id', 'upload_size', 'received', 'outgoing_file_id', 'notices'])
    .where('process_id', '=', id)
    .executeTakeFirstOrThrow()
}
