import { Button, Textarea } from '@mantine/core'
import { approvals, type DecisionAct, type ShownApproval } from '#contract/approvals.ts'
import { places } from '#contract/places.ts'
import { team } from '#contract/team.ts'
import { call } from '#web/shared/calls/call.ts'
import { useOutdate } from '#web/shared/calls/useCall.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './team.module.css'
import { longest, withUsual } from './with-usual.ts'

interface Props {
  act: DecisionAct
  request: ShownApproval
  /** When the step opened, as it was seen. */
  since: string
  /** A page of it was shown. */
  seen: boolean
  /** The reason as it is typed. It outlives the dialog, which is closed to look at the paper again. */
  reason: string
  setReason: (reason: string) => void
  onClose: () => void
  /** Is given what was done, in words. */
  onDone: (said: string) => void
}

const shortest = 4
const done = { aprobar: 'aprobado', devolver: 'devuelto', rechazar: 'rechazado' } as const

/** Asks before a decision, and for the reason where it isn't approved. */
export function DecideDialog({ act, request, since, seen, reason, setReason, onClose, onDone }: Props) {
  const { t } = useWords('team')
  const outdate = useOutdate()
  const { id, titulo, pedido_por } = request
  const person = request.colaborador ?? pedido_por
  const asks = act !== 'aprobar'
  // A publication isn't sent again, and becomes public by its last approval.
  const publishes = request.clase !== 'document'
  const text = publishes
    ? t(asks ? 'noPublicaTexto' : 'publicaTexto', { titulo, nombre: person })
    : t(`${act}Texto`, { titulo, nombre: person })
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
          visto: seen,
          desde: since,
          ...(asks && { motivo: reason.trim() }),
        })
      }
      refresh={[team.list, places.home]}
      onDone={async () => {
        await outdate(approvals.one)
        const several = request.colaborador === null
        onDone(
          several && act !== 'devolver'
            ? t(`${done[act]}Varios`, { titulo })
            : t(done[act], { titulo, nombre: person }),
        )
      }}
      onClose={onClose}
    >
      <p>{text}</p>
      {act === 'devolver' && (
        <div className={`${style.usual} row gap-8 wrap`}>
          {(['seLeeMal', 'faltaHoja', 'vencido'] as const).map((usual) => (
            <Button key={usual} onClick={() => setReason(withUsual(reason, t(usual)))}>
              {t(usual)}
            </Button>
          ))}
        </div>
      )}
      {asks && (
        <Textarea
          label={t(act === 'devolver' ? 'que' : 'porQue')}
          description={t('largo')}
          required
          autosize
          minRows={3}
          maxLength={longest}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}
