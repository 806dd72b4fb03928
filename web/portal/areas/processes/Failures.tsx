import { Button } from '@mantine/core'
import { IconTableExport } from '@tabler/icons-react'
import { useState } from 'react'
import { processes, type ProcessDetail } from '#contract/processes/processes.ts'
import { download } from '#web/shared/calls/download.ts'
import { numberText, useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { FailuresDialog } from './FailuresDialog.tsx'
import { RemedyLink, useWhose } from './Remedy.tsx'
import { remedyOf } from './remedies.ts'
import style from './Processes.module.css'

type Cause = ProcessDetail['fallas'][number]

/** The failures by cause: their number, the reason, the first employee, and the remedy. */
export function Failures({ process }: { process: ProcessDetail }) {
  const { t } = useWords('processes')
  const errorText = useErrorText()
  const [shown, setShown] = useState<string | null>(null)
  return (
    <section className={style.failures}>
      <div className={`${style.sectionHead} row apart`}>
        <h3>{t('vista.fallas')}</h3>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTableExport size={16} aria-hidden />}
          onClick={() =>
            void download(processes.failuresSheet, { id: process.id }).catch((error) =>
              toastError({ text: errorText(error) }),
            )
          }
        >
          {t('vista.planilla')}
        </Button>
      </div>
      <ul>
        {process.fallas.map((cause) => (
          <CauseRow key={cause.code} process={process} cause={cause} onShow={() => setShown(cause.code)} />
        ))}
      </ul>
      {shown !== null && <FailuresDialog process={process} code={shown} onClose={() => setShown(null)} />}
    </section>
  )
}

interface RowProps {
  process: ProcessDetail
  cause: Cause
  onShow: () => void
}

function CauseRow({ process, cause, onShow }: RowProps) {
  const { t } = useWords('processes')
  const viewer = useViewer()
  const whose = useWhose()
  const { code, message, cantidad, ejemplo } = cause
  // Failures of several people have a common remedy only if it doesn't depend on the person.
  const nobody = { code, colaborador_id: null, cuil: null }
  const mends = remedyOf(viewer, process, cantidad === 1 ? { code, ...ejemplo } : nobody)
  const first = whose(ejemplo)
  const more = cantidad - 1
  return (
    <li>
      <b className="figures">{numberText(cantidad)}</b>
      <span>
        {message}
        {mends && more > 0 ? (
          <button type="button" className={`focus-ring ${style.whose}`} onClick={onShow}>
            {t('vista.yMas', { count: more, quien: first, n: numberText(more) })}
          </button>
        ) : (
          first && <span className="quiet">{first}</span>
        )}
      </span>
      {mends ? (
        <RemedyLink name={mends.name} to={mends.to} of={message} />
      ) : (
        <Button size="compact-sm" aria-label={`${t('vista.ver')}: ${message}`} onClick={onShow}>
          {t('vista.ver')}
        </Button>
      )}
    </li>
  )
}
