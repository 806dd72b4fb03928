import { inbox } from '#contract/inbox.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay } from '#web/shared/session/viewer.ts'

const minute = 60_000
/** Ten a page, the first page: only its total is read. */
const firstTen = '10,1,0'

/**
 * The number of steps of every kind in the task inbox that wait for the viewer: papers, changes of data, publications.
 * Polled each minute; null for viewers without an inbox.
 */
export function useInboxCount(): number | null {
  const has = useMay(inbox.tasks.need)
  const { data } = useCall(inbox.tasks, { pagination: firstTen }, { every: minute, enabled: has })
  return data ? data.pagination.total : null
}
