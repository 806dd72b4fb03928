import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { movementsShown, security } from '#contract/security/security.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { instantText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Section } from './Section.tsx'
import style from './SecurityPage.module.css'

/** Beside the rest of the page stand the latest; the dialog has them all. */
const few = 8

/** The latest sign-ins, acts on second factors and exports. */
export function Movements() {
  const { t } = useWords('security')
  const [all, setAll] = useState(false)
  const answer = useCall(security.movements, {})
  return (
    <>
      <Section
        title={t('movimientos')}
        answer={answer}
        acts={
          answer.data &&
          answer.data.length > few && (
            <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
              {t('verTodo')}
            </Button>
          )
        }
      >
        {(data) => <Lines of={data.slice(0, few)} />}
      </Section>
      {all && <AllMovements onClose={() => setAll(false)} />}
    </>
  )
}

/** All that is kept in view, a page at a time: each begins before the last one of the page before. */
function AllMovements({ onClose }: { onClose: () => void }) {
  const { t } = useWords('security')
  const [before, setBefore] = useState<readonly string[]>([])
  const antes = before.at(-1)
  const { data, error, refetch } = useCall(security.movements, antes ? { antes } : {})
  const last = data && data.length >= movementsShown ? data.at(-1)?.fecha : undefined
  return (
    <Dialog opened onClose={onClose} title={t('todos')} size="48rem">
      <div className="modal-text">
        {error ? (
          <ErrorState error={error} title={t('movimientos')} onRetry={() => void refetch()} />
        ) : data ? (
          <Lines of={data} />
        ) : (
          <Skeleton height={240} />
        )}
      </div>
      {(before.length > 0 || last) && (
        <div className="modal-foot">
          <Button disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
            {t('masNuevos')}
          </Button>
          <Button disabled={!last} onClick={() => last && setBefore([...before, last])}>
            {t('anteriores')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Lines({ of }: { of: AnswerOf<typeof security.movements> }) {
  const { t } = useWords('security')
  const { company } = useViewer()
  return (
    <ul className={`${style.panel} plain-list`}>
      {of.map(({ fecha, hecho, quien, a, cantidad, dispositivo }, place) => (
        // Two events may have one instant, so the key contains the index.
        <li key={`${fecha} ${place}`}>
          <div>
            {t(`hecho.${hecho}`, { count: cantidad ?? 0 })}
            {a && <> {t('a', { quien: a })}</>}
            <div className="second">
              {quien ?? t('sistema')}, {instantText(fecha, company.zona)}
              {dispositivo && <>, {t('en', { dispositivo })}</>}
            </div>
          </div>
        </li>
      ))}
      {of.length === 0 && <li className="second">{t('sinMovimientos')}</li>}
    </ul>
  )
}
