import { CallQuestions } from '#web/shared/CallQuestions.tsx'
import { IdleWatch } from '#web/shared/IdleWatch.tsx'

/** What a session may ask or say over any screen. */
export function SessionDialogs() {
  return (
    <>
      <CallQuestions />
      <IdleWatch />
    </>
  )
}
