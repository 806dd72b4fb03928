import { Button, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProfilesHeld } from '#contract/employees/rights.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import style from './EmployeeActs.module.css'

interface Props {
  answer: UseQueryResult<ProfilesHeld>
  error: unknown
  /** More is on its way than what is shown here. */
  waiting: boolean
  /** Why nothing can be changed. */
  why: string
  lines: (held: ProfilesHeld) => readonly string[]
  onClose: () => void
}

/** Somebody's rights for a viewer who may see but not change them, with the reason. */
export function RightsShown({ answer, error, waiting, why, lines, onClose }: Props) {
  const { t } = useTranslation()
  if (error)
    return <ErrorState error={error} title={t('error.carga')} onRetry={() => void answer.refetch()} />
  if (waiting || !answer.data)
    return (
      <div className="modal-text" aria-busy>
        {[60, 40].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} mb={16} aria-hidden />
        ))}
      </div>
    )
  const shown = lines(answer.data)
  return (
    <>
      <div className="modal-text">
        {shown.length > 0 && (
          <ul className={`${style.pairs} column gap-12 plain-list`}>
            {shown.map((line) => (
              <li key={line}>
                <b>{line}</b>
              </li>
            ))}
          </ul>
        )}
        <p>{why}</p>
      </div>
      <div className="modal-foot">
        <Button onClick={onClose} data-autofocus>
          {t('accion.cerrar')}
        </Button>
      </div>
    </>
  )
}
