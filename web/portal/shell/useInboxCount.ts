import { actions } from '#contract/actions.ts'
import { inbox } from '#contract/inbox.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay } from '#web/shared/session/viewer.ts'

const minute = 60_000
/** Ten a page, the first page: only its total is read. */
const firstTen = '10,1,0'

/** How many documents wait in the task inbox, each minute; null for whoever has none. With 305 the task list says it. */
export function useInboxCount(): number | null {
  const has = useMay([actions.taskInbox])
  const manages = useMay([actions.externalTasksManager])
  const waiting = useCall(
    inbox.documents,
    { pagination: firstTen },
    { every: minute, enabled: has && !manages },
  )
  const tasks = useCall(inbox.tasks, { pagination: firstTen }, { every: minute, enabled: has && manages })
  const answer = manages ? tasks.data : waiting.data
  return answer ? answer.pagination.total : null
}
