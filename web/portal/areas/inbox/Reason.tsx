import { Button, SegmentedControl, Textarea, UnstyledButton } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { approvals } from '#contract/approvals.ts'
import type { AnswerOf } from '#contract/call.ts'
import { inbox } from '#contract/inbox.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { decided } from './decided.ts'
import style from './Reason.module.css'

interface Props {
  paper: AnswerOf<typeof inbox.paper>
  act: 'devolver' | 'rechazar'
  seen: boolean
  onAct: (act: 'devolver' | 'rechazar') => void
  onDone: () => Promise<void>
  onClose: () => void
}

const shortest = 4
const longest = 255
const usual = {
  devolver: ['seLeeMal', 'faltaHoja', 'vencido'],
  rechazar: ['otro', 'vencido', 'seLeeMal'],
} as const

/** Asks what to mend, or why it is rejected, and shows what its sender will read. */
export function Reason({ paper, act, seen, onAct, onDone, onClose }: Props) {
  const { t } = useWords('inbox')
  const [reason, setReason] = useState('')
  const { id, id_aprobacion, tipo, nombre: persona } = paper
  const decide = useAct(
    () => {
      const motivo = reason.trim()
      const since = paper.turno && { desde: paper.turno.desde }
      return act === 'devolver'
        ? call(approvals.decide, { id: id_aprobacion, acto: 'devolver', motivo, visto: seen, ...since })
        : call(inbox.reject, { id, comments: motivo, visto: seen, ...since })
    },
    {
      refresh: decided,
      done:
        act === 'devolver'
          ? t('actos.devuelto', { persona })
          : t('actos.rechazado', { papel: tipo, persona }),
      onDone,
    },
  )
  const tooShort = reason.trim().length < shortest
  return (
    <form
      className={`${style.form} column gap-16`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!tooShort) decide.run()
      }}
    >
      <SegmentedControl
        aria-label={t('motivo.acto')}
        fullWidth
        value={act}
        onChange={(value) => onAct(value === 'rechazar' ? 'rechazar' : 'devolver')}
        data={[
          { value: 'devolver', label: t('motivo.devolver') },
          { value: 'rechazar', label: t('motivo.rechazar') },
        ]}
      />
      <p className="second">
        {act === 'devolver' ? t('motivo.devolverTexto', { persona }) : t('motivo.rechazarTexto')}
      </p>
      <div className="row gap-8 wrap">
        {usual[act].map((one) => (
          <UnstyledButton
            key={one}
            className={`${style.usual} focus-ring`}
            onClick={() => setReason(`${t(`motivo.${one}`)}.`)}
          >
            {t(`motivo.${one}`)}
          </UnstyledButton>
        ))}
      </div>
      <Textarea
        label={t(act === 'devolver' ? 'motivo.que' : 'motivo.porQue')}
        required
        autosize
        minRows={3}
        maxLength={longest}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        description={`${t('motivo.largo')} · ${reason.length}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
      {!tooShort && (
        <div className={`${style.read} column gap-4`}>
          <span className="row gap-8 second">
            <IconDeviceMobile size={18} aria-hidden />
            {t('motivo.loQueLee', { persona })}
          </span>
          <b>{t(act === 'devolver' ? 'motivo.hayQueCorregir' : 'motivo.noSeAcepto', { papel: tipo })}</b>
          <span>{reason.trim()}</span>
        </div>
      )}
      <div className="row gap-8 to-end">
        <Button variant="subtle" onClick={onClose}>
          {t('motivo.volver')}
        </Button>
        <Button
          type="submit"
          variant="filled"
          disabled={tooShort}
          loading={decide.busy}
          {...(act === 'rechazar' && { color: 'bad' })}
        >
          {act === 'devolver' ? t('motivo.devolverA', { persona }) : t('motivo.rechazarYa')}
        </Button>
      </div>
    </form>
  )
}
