import { inbox } from '#contract/inbox.ts'
import { selfService } from '#contract/self-service/self-service.ts'
import { shell } from '#contract/shell/shell.ts'
import { useCall } from '../calls/useCall.ts'
import { ChangeCard } from './ChangeCard.tsx'
import style from './ChangeCard.module.css'

/** The changes of somebody within reach that wait; one's own are at one's own site. */
export function PersonChanges({ id, own }: { id: number; own: boolean }) {
  const { data } = useCall(selfService.ofPerson, { id }, { enabled: !own })
  if (!data || data.length === 0) return null
  return (
    <div className={`${style.cards} column gap-12`}>
      {data.map((change) => (
        <ChangeCard key={change.id} change={change} changes={[inbox.filters, inbox.tasks, shell.concerns]} />
      ))}
    </div>
  )
}
