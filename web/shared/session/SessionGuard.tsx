import { lazy, useEffect, useRef, useState } from 'react'
import { session } from '#contract/session/session.ts'
import { answerCalls, call, isPortalClosed, RefusalError } from '../calls/call.ts'
import { LazyPart } from '../pages/LazyPart.tsx'
import { lazily } from '../pages/lazily.ts'
import { queries } from '../calls/queries.ts'
import { endSession, storedToken } from './session.ts'
import { wasReplaced } from './switching.ts'
import { serverNow } from '../calls/wire.ts'

const dialogs = () => import('./SessionDialogs.tsx')
// Most visits need none of them.
const StepUpDialog = lazy(() => lazily(dialogs).then((it) => ({ default: it.StepUpDialog })))
const FrozenDialog = lazy(() => lazily(dialogs).then((it) => ({ default: it.FrozenDialog })))
const ClosedDialog = lazy(() =>
  lazily(() => import('./ClosedPortal.tsx')).then((it) => ({ default: it.ClosedDialog })),
)
const IdleDialog = lazy(() => lazily(dialogs).then((it) => ({ default: it.IdleDialog })))

const minute = 60_000
const warning = 2 * minute

/**
 * Rendered once in an application's frame. Reports each minute that the page is open and whether the user is active,
 * and warns two minutes before the idle session ends; asks for the password when a call needs it; freezes the page when
 * its session belongs to another company, or its company's portal was closed.
 */
export function SessionGuard() {
  const [asked, setAsked] = useState<{
    act: string | undefined
    answer: (ticket: string | null) => void
  } | null>(null)
  const [frozen, setFrozen] = useState(false)
  const [closed, setClosed] = useState<RefusalError | null>(null)
  const { left, stay } = useIdleLife()
  useEffect(() => {
    answerCalls({
      stepUp: (act) => new Promise((answer) => setAsked({ act, answer })),
      companyChanged: () => setFrozen(true),
      portalClosed: setClosed,
    })
    // Had before they are needed: a release may have replaced them by then, over a form that is being filled in.
    const timer = setTimeout(() => void dialogs().catch(() => undefined), 5000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <LazyPart>
      {asked && (
        <StepUpDialog
          act={asked.act}
          onAnswer={(ticket) => {
            asked.answer(ticket)
            setAsked(null)
          }}
        />
      )}
      {frozen && <FrozenDialog />}
      {closed && <ClosedDialog error={closed} onRetry={() => void knock(setClosed)} />}
      {left < warning && <IdleDialog left={left} onStay={stay} />}
    </LazyPart>
  )
}

/** Checks whether the portal is open again; if so, the page continues unchanged and refused queries are repeated. */
async function knock(setClosed: (closed: RefusalError | null) => void): Promise<void> {
  try {
    await call(session.keepalive, { active: true })
    setClosed(null)
    await queries.invalidateQueries()
  } catch (error) {
    if (isPortalClosed(error)) setClosed(error)
  }
}

/** Milliseconds until the session ends if nobody does anything, and what renews it. */
function useIdleLife(): { left: number; stay: () => void } {
  const [left, setLeft] = useState(Infinity)
  const touched = useRef(false)
  const ends = useRef(Infinity)

  const beat = async (active: boolean) => {
    touched.current = false
    const token = storedToken()
    try {
      const answer = await call(session.keepalive, active ? { active } : {}, {
        background: !active,
        keepSession: true,
      })
      ends.current = Math.min(Date.parse(answer.vence_inactividad), Date.parse(answer.vence))
      setLeft(ends.current - serverNow())
    } catch (error) {
      // A network failure is no evidence about the session; a replaced one freezes with the next call.
      if (error instanceof RefusalError && error.status === 401 && !(await wasReplaced(token)))
        endSession({ expired: true, wanted: location.pathname + location.search })
    }
  }
  useEffect(() => {
    const onTouch = () => {
      touched.current = true
    }
    const events = ['keydown', 'pointerdown', 'touchstart'] as const
    for (const name of events) addEventListener(name, onTouch, { passive: true })
    const beats = setInterval(() => void beat(touched.current), minute)
    // Only a page that counts down draws itself each second.
    const clock = setInterval(() => {
      const now = ends.current - serverNow()
      setLeft(now < warning ? now : Infinity)
    }, 1000)
    void beat(false)
    return () => {
      for (const name of events) removeEventListener(name, onTouch)
      clearInterval(beats)
      clearInterval(clock)
    }
  }, [])
  const over = left < 0
  useEffect(() => {
    if (over) void beat(false)
  }, [over])
  return { left, stay: () => void beat(true) }
}
