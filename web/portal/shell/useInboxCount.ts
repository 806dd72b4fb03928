import { actions } from '#contract/actions.ts'
import { inbox } from '#contract/inbox.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { usePapersToDecide } from './usePapersToDecide.ts'

const minute = 60_000
/** Ten a page, the first page: only its total is read. */
const firstTen = '10,1,0'

/** A number of the menu, with the words for what it counts. */
export interface InboxCount {
  total: number
  of: 'papeles' | 'pendientes'
}

/**
 * The number of documents in the task inbox that wait for the viewer, polled each minute; null for viewers without an
 * inbox. With action 305 it is the number of all tasks.
 */
export function useInboxCount(): InboxCount | null {
  const has = useMay([actions.taskInbox])
  const manages = useMay([actions.externalTasksManager])
  const waiting = usePapersToDecide({ every: minute, enabled: has && !manages })
  const tasks = useCall(inbox.tasks, { pagination: firstTen }, { every: minute, enabled: has && manages })
  const answer = manages ? tasks.data : waiting.data
  return answer ? { total: answer.pagination.total, of: manages ? 'pendientes' : 'papeles' } : null
}
