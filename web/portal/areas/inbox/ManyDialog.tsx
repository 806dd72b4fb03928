import { Textarea } from '@mantine/core'
import { useContext, useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { inbox } from '#contract/inbox.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { ToastsContext } from '#web/shared/pages/toasts-context.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { decided } from './decided.ts'

interface Props {
  act: 'aprobar' | 'rechazar'
  ids: readonly number[]
  onClose: () => void
  /** Is given the papers that were decided. */
  onDone: (ids: readonly number[]) => Promise<void>
}

/** Asks before several papers are decided together; says afterwards how many were, and why the others weren't. */
export function ManyDialog({ act, ids, onClose, onDone }: Props) {
  const { t } = useWords('inbox')
  const toasts = useContext(ToastsContext)
  const [reason, setReason] = useState('')
  const decide = () =>
    act === 'aprobar'
      ? call(inbox.approveMany, { ids: [...ids] })
      : call(inbox.rejectMany, { ids: [...ids], comments: reason.trim() })
  const tell = async ({ hechos, rechazados }: AnswerOf<typeof inbox.approveMany>) => {
    await onDone(hechos)
    if (rechazados.length === 0) return
    const why = [...new Set(rechazados.map(({ message }) => message))].join(' ')
    const said = t(act === 'aprobar' ? 'varios.aprobados' : 'varios.rechazados', { count: hechos.length })
    toasts?.toastError({ text: `${said}. ${t('varios.no', { count: rechazados.length })}: ${why}` })
  }
  return (
    <ConfirmDialog
      title={t(`varios.${act}Titulo`, { count: ids.length })}
      submit={t(`varios.${act}`)}
      dangerous={act === 'rechazar'}
      shut={act === 'rechazar' && reason.trim().length < 4}
      act={decide}
      done={(answer: AnswerOf<typeof inbox.approveMany>) =>
        t(act === 'aprobar' ? 'varios.aprobados' : 'varios.rechazados', { count: answer.hechos.length })
      }
      refresh={decided}
      onDone={tell}
      onClose={onClose}
    >
      <p>{t(`varios.${act}Texto`)}</p>
      {act === 'rechazar' && (
        <Textarea
          label={t('varios.motivo')}
          description={t('motivo.largo')}
          required
          autosize
          minRows={2}
          maxLength={255}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}
