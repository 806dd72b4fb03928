import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approvals } from '#contract/approvals.ts'
import { massive } from '#contract/massive/massive.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { call } from '#web/shared/calls/call.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { AreaField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { instantText, useErrorText } from '#web/shared/texts/texts.ts'
import { toast, toastError } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import style from './Massive.module.css'

/** A publication that a second person releases or rejects, and that who asked for it may take back. */
export function Release({ publication: { id } }: { publication: MassivePublication }) {
  const { t } = useTranslation('approvals')
  const { company } = useViewer()
  const errorText = useErrorText()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [rejecting, setRejecting] = useState(false)
  const answer = useCall(approvals.ofSubject, { clase: 'publication', asunto: id })
  const { data, error } = answer
  if (error)
    return <ErrorState error={error} title={t('liberar.titulo')} onRetry={() => void answer.refetch()} />
  const act = async (run: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await run()
      await refresh(approvals.ofSubject, massive.one)
    } catch (refused) {
      toastError({ text: errorText(refused) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={style.outcome} aria-busy={!data || undefined}>
      <h2>{t('liberar.titulo')}</h2>
      <p>{t('liberar.que')}</p>
      {data && (
        <p className="second figures">
          {t('liberar.pidio', { nombre: data.pedido_por, cuando: instantText(data.pedido, company.zona) })}{' '}
          {!data.decide && t('liberar.nadie')}
        </p>
      )}
      <div className={style.outcomeActs}>
        {data?.decide && (
          <>
            <Button
              variant="filled"
              loading={busy}
              onClick={() =>
                void act(async () => {
                  await call(approvals.decide, { id: data.id, acto: 'aprobar', visto: true })
                  toast({ text: t('liberar.liberada') })
                })
              }
            >
              {t('liberar.liberar')}
            </Button>
            <Button variant="default" disabled={busy} onClick={() => setRejecting(true)}>
              {t('liberar.rechazar')}
            </Button>
          </>
        )}
        {data?.retira && (
          <Button
            variant="default"
            loading={busy}
            onClick={() => void act(() => call(approvals.withdraw, { id: data.id }))}
          >
            {t('liberar.retirar')}
          </Button>
        )}
      </div>
      {rejecting && data && <Reject approval={data.id} onClose={() => setRejecting(false)} />}
    </section>
  )
}

function Reject({ approval, onClose }: { approval: number; onClose: () => void }) {
  const { t } = useTranslation(['approvals', 'errors'])
  const refresh = useRefresh()
  const form = useForm(approvals.decide, {
    initial: { id: approval, acto: 'rechazar', visto: true },
    onDone: async () => {
      await refresh(approvals.ofSubject, massive.one)
      onClose()
    },
  })
  const submit = async () => {
    const missing = form.values.motivo ? {} : { motivo: t('errors:SYSTEM_API_PARAMETER_REQUIRED') }
    if (form.check(missing)) await form.submit()
  }
  return (
    <Dialog opened onClose={onClose} title={t('liberar.rechazarTitulo')} locked={form.busy}>
      <FormShell
        form={{ ...form, submit, required: (name) => name === 'motivo' }}
        loading={false}
        error={null}
        submit={t('liberar.rechazarYa')}
        foot={t('liberar.rechazarQue')}
        onCancel={onClose}
        modal
        dangerous
      >
        <AreaField
          form={form}
          name="motivo"
          label={t('liberar.motivo')}
          help={t('liberar.motivoAyuda')}
          most={255}
          first
        />
      </FormShell>
    </Dialog>
  )
}
