import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type ApprovalKind, approvals, type Turn } from '#contract/approvals.ts'
import type { Call } from '#contract/call.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { AreaField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { instantText } from '#web/shared/texts/texts.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Decision.module.css'

interface Props {
  kind: ApprovalKind
  subject: number
  /** The words of the kind, which have the same names for each. */
  words: 'liberar' | 'aprobar' | 'administrador' | 'persona'
  /** The calls whose answers a decision changes. */
  changes: readonly Pick<Call, 'path'>[]
  /** Whether the subject was opened before the decision. */
  seen?: boolean
  /** Shown to a viewer who can neither decide nor withdraw it. */
  otherwise?: ReactNode
}

/** Something that other people accept or reject, and that its requester may withdraw. */
export function Decision({ kind, subject, words, changes, seen = true, otherwise = null }: Props) {
  const { t } = useWords('approvals')
  const { company } = useViewer()
  const refresh = [approvals.ofSubject, ...changes]
  const release = useAct(approvals.decide, { refresh, done: t(`${words}.liberada`) })
  const withdraw = useAct(approvals.withdraw, { refresh })
  const [rejecting, setRejecting] = useState(false)
  const answer = useCall(approvals.ofSubject, { clase: kind, asunto: subject })
  const { data, error } = answer
  const desde = data?.turno ? { desde: data.turno.desde } : {}
  if (isRefusedWith(error, 'NOT_FOUND')) return otherwise
  if (error)
    return <ErrorState error={error} title={t(`${words}.titulo`)} onRetry={() => void answer.refetch()} />
  return (
    <section className={`${style.decision} column gap-12`} aria-busy={!data || undefined}>
      <h2>{t(`${words}.titulo`)}</h2>
      {data && (
        <>
          <p>{t(`${words}.que`, { titulo: data.titulo })}</p>
          <p className="second figures">
            {t(`${words}.pidio`, { nombre: data.pedido_por, cuando: instantText(data.pedido, company.zona) })}{' '}
            {!data.decide && <Awaited turn={data.turno} otherwise={t(`${words}.nadie`)} />}
          </p>
        </>
      )}
      <div className="flex wrap gap-8">
        {data?.decide && (
          <>
            <Button
              variant="filled"
              loading={release.busy}
              onClick={() => release.run({ id: data.id, acto: 'aprobar', visto: seen, ...desde })}
            >
              {t(`${words}.liberar`)}
            </Button>
            <Button variant="default" disabled={release.busy} onClick={() => setRejecting(true)}>
              {t(`${words}.rechazar`)}
            </Button>
          </>
        )}
        {data?.retira && (
          <Button variant="default" loading={withdraw.busy} onClick={() => withdraw.run({ id: data.id })}>
            {t(`${words}.retirar`)}
          </Button>
        )}
      </div>
      {rejecting && data && (
        <Reject
          approval={data.id}
          seen={seen}
          words={words}
          changes={changes}
          onClose={() => setRejecting(false)}
        />
      )}
    </section>
  )
}

/** The people of the group whose turn it is; `otherwise` where no step names anybody. */
function Awaited({ turn, otherwise }: { turn: Turn | null; otherwise: string }) {
  const { t } = useWords('approvals')
  if (!turn || turn.espera_a.length === 0) return otherwise
  return t('esperaA', {
    grupo: turn.grupo ?? '',
    nombres: turn.espera_a.map(({ nombre, suplente }) => suplente ?? nombre).join(' · '),
  })
}

interface RejectProps extends Pick<Props, 'words' | 'changes'> {
  approval: number
  seen: boolean
  onClose: () => void
}

function Reject({ approval, seen, words, changes, onClose }: RejectProps) {
  const { t } = useWords(['approvals', 'errors'])
  const refresh = useRefresh()
  const form = useForm(approvals.decide, {
    initial: { id: approval, acto: 'rechazar', visto: seen },
    onDone: async () => {
      await refresh(approvals.ofSubject, ...changes)
      onClose()
    },
  })
  const submit = async () => {
    const missing = form.values.motivo ? {} : { motivo: t('errors:SYSTEM_API_PARAMETER_REQUIRED') }
    if (form.check(missing)) await form.submit()
  }
  return (
    <Dialog opened onClose={onClose} title={t(`${words}.rechazarTitulo`)} locked={form.busy}>
      <FormShell
        form={{ ...form, submit, required: (name) => name === 'motivo' }}
        loading={false}
        error={null}
        submit={t(`${words}.rechazarYa`)}
        foot={t(`${words}.rechazarQue`)}
        onCancel={onClose}
        modal
        dangerous
      >
        <AreaField
          form={form}
          name="motivo"
          label={t(`${words}.motivo`)}
          help={t(`${words}.motivoAyuda`)}
          most={255}
          first
        />
      </FormShell>
    </Dialog>
  )
}
