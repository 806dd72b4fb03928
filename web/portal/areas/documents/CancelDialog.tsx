import { documentActCalls, longestReason } from '#contract/documents/acts.ts'
import { documents } from '#contract/documents/documents.ts'
import { home } from '#contract/home.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { AreaField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { type Form, useForm } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './DocumentPage.module.css'

interface Props {
  onClose: () => void
}

/** Annuls one document: shows the effects and asks for the reason. */
export function CancelDialog({ id, onClose }: Props & { id: number }) {
  const { t } = useWords('documents-acts')
  const done = useCancelled()
  const form = useForm(documentActCalls.cancel, {
    initial: { id },
    onDone: async () => {
      onClose()
      await done()
      toast({ text: t('cancelar.hecho') })
    },
  })
  return (
    <Dialog opened onClose={onClose} title={t('cancelar.titulo')} locked={form.busy}>
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('cancelar.enviar')}
        onCancel={onClose}
        modal
        dangerous
      >
        <What form={form} />
      </FormShell>
    </Dialog>
  )
}

/** Annulling the documents that were ticked on this page of the list, all or none. */
export function CancelManyDialog({
  ids,
  onClose,
  onDone,
}: Props & { ids: readonly number[]; onDone: () => void }) {
  const { t } = useWords('documents-acts')
  const done = useCancelled()
  const count = ids.length
  const form = useForm(documentActCalls.cancelMany, {
    initial: { ids: [...ids] },
    onDone: async () => {
      onDone()
      onClose()
      await done()
      toast({ text: t('cancelar.hechoVarios', { count }) })
    },
  })
  return (
    <Dialog opened onClose={onClose} title={t('cancelar.tituloVarios', { count })} locked={form.busy}>
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('cancelar.enviarVarios', { count })}
        onCancel={onClose}
        modal
        dangerous
      >
        <p className={style.said}>{t('cancelar.soloPagina')}</p>
        <What form={form} />
      </FormShell>
    </Dialog>
  )
}

function What<C extends typeof documentActCalls.cancel | typeof documentActCalls.cancelMany>({
  form,
}: {
  form: Form<C>
}) {
  const { t } = useWords('documents-acts')
  return (
    <>
      <p className={style.said}>{t('cancelar.que')}</p>
      <p className={style.said}>{t('cancelar.aviso')}</p>
      <AreaField
        form={form}
        name="motivo"
        label={t('cancelar.motivo')}
        help={t('cancelar.motivoAyuda')}
        most={longestReason}
        first
      />
    </>
  )
}

/** Asks again for whatever shows documents, their history and cases. */
export function useCancelled(): () => Promise<void> {
  const refresh = useRefresh()
  return () =>
    refresh(
      documents.list,
      documents.totals,
      documents.detail,
      documentActCalls.trace,
      documentActCalls.disagreement,
      documentActCalls.disagreements,
      home.documents,
    )
}
