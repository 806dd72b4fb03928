import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approvals, type DecisionAct } from '#contract/approvals.ts'
import type { AnswerOf } from '#contract/call.ts'
import { places } from '#contract/places.ts'
import { team } from '#contract/team.ts'
import { call } from '#web/shared/calls/call.ts'
import { useOutdate } from '#web/shared/calls/useCall.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'

interface Props {
  act: DecisionAct
  request: AnswerOf<typeof team.one>
  onClose: () => void
  /** Is given what was done, in words. */
  onDone: (said: string) => void
}

const shortest = 4
const done = { aprobar: 'aprobado', devolver: 'devuelto', rechazar: 'rechazado' } as const

/** Asks before a decision, and for the reason where it isn't approved. */
export function DecideDialog({ act, request, onClose, onDone }: Props) {
  const { t } = useTranslation('team')
  const outdate = useOutdate()
  const [reason, setReason] = useState('')
  const { id, titulo, nombre, colaborador } = request
  const asks = act !== 'aprobar'
  return (
    <ConfirmDialog
      title={t(`${act}Titulo`)}
      submit={t(`${act}Ya`)}
      dangerous={act === 'rechazar'}
      shut={asks && reason.trim().length < shortest}
      act={() =>
        call(approvals.decide, {
          id,
          acto: act,
          visto: true,
          desde: request.turno.desde,
          ...(asks && { motivo: reason.trim() }),
        })
      }
      refresh={[team.list, places.home]}
      onDone={async () => {
        await outdate(team.one)
        onDone(t(done[act], { titulo, nombre: act === 'devolver' ? nombre : colaborador }))
      }}
      onClose={onClose}
    >
      <p>{t(`${act}Texto`, { titulo, nombre: asks ? nombre : colaborador })}</p>
      {asks && (
        <Textarea
          label={t(act === 'devolver' ? 'que' : 'porQue')}
          description={t('largo')}
          required
          autosize
          minRows={3}
          maxLength={255}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}
