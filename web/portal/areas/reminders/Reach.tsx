import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '#contract/call.ts'
import type { publicationNotices } from '#contract/reminders.ts'
import { numberText, useErrorText } from '#web/shared/texts/texts.ts'
import style from './Reminders.module.css'

interface Props {
  counted: AnswerOf<typeof publicationNotices.count> | undefined
  error: unknown
}

/** How many it would reach now, by mail or on a device. */
export function reachedBy(counted: Props['counted']): number {
  return (counted?.con_correo ?? 0) + (counted?.en_dispositivo ?? 0)
}

/** The people that the reminder would reach now, and those it wouldn't. */
export function Reach({ counted, error }: Props) {
  const { t } = useTranslation('reminders')
  const errorText = useErrorText()
  if (error)
    return (
      <p role="alert" className="bad">
        {errorText(error)}
      </p>
    )
  const names = [
    'con_correo',
    ...(counted?.en_dispositivo ? (['en_dispositivo'] as const) : []),
    'sin_correo',
    'ya_avisados',
  ] as const
  return (
    <div
      className={`${style.reach} flex wrap`}
      role="group"
      aria-label={t('alcance.titulo')}
      aria-live="polite"
    >
      {names.map((name) => (
        <span key={name} data-first={name === 'con_correo' || undefined}>
          <b className="figures">{counted ? numberText(counted[name]) : '–'}</b>
          <span>{t(`alcance.${name}`)}</span>
        </span>
      ))}
    </div>
  )
}
