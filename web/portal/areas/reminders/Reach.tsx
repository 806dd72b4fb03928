import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { publicationNotices, ReminderInput } from '#contract/reminders.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { numberText, useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Unreached } from '../../shell/Unreached.tsx'
import style from './Reminders.module.css'

interface Props {
  /** The documents that were counted, whose unreached people can then be named. */
  wanted?: ReminderInput
  counted: AnswerOf<typeof publicationNotices.count> | undefined
  error: unknown
}

/** How many it would reach now, by mail or on a device. */
export function reachedBy(counted: Props['counted']): number {
  return (counted?.con_correo ?? 0) + (counted?.en_dispositivo ?? 0)
}

/** The people that the reminder would reach now, and those it wouldn't. */
export function Reach({ counted, error, wanted }: Props) {
  const { t } = useWords(['reminders', 'words'])
  const [listed, setListed] = useState(false)
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
      {listed && wanted && (
        <Dialog
          opened
          onClose={() => setListed(false)}
          title={t('sinCorreo.titulo')}
          foot={<Button onClick={() => setListed(false)}>{t('words:accion.cerrar')}</Button>}
        >
          <Unreached wanted={wanted} />
        </Dialog>
      )}
      {names.map((name) => (
        <span key={name} data-first={name === 'con_correo' || undefined}>
          <b className="figures">{counted ? numberText(counted[name]) : '–'}</b>
          {name === 'sin_correo' && wanted && counted && counted.sin_correo > 0 ? (
            <button type="button" className={`${style.names} focus-ring`} onClick={() => setListed(true)}>
              {t(`alcance.${name}`, { count: counted?.[name] ?? 2 })}
            </button>
          ) : (
            <span>{t(`alcance.${name}`, { count: counted?.[name] ?? 2 })}</span>
          )}
        </span>
      ))}
    </div>
  )
}
