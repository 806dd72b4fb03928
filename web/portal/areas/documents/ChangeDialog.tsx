import { documentActCalls } from '#contract/documents/acts.ts'
import { documents, type DocumentDetail } from '#contract/documents/documents.ts'
import { DateField } from '#web/shared/forms/DateFields.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { TextField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** Edits a document's label and expiry day. */
export function ChangeDialog({ document, onClose }: { document: DocumentDetail; onClose: () => void }) {
  const { t } = useWords('documents-acts')
  const refresh = useRefresh()
  const form = useForm(documentActCalls.change, {
    initial: { id: document.id, etiqueta: document.etiqueta ?? '', vence: document.vence ?? '' },
    onDone: async () => {
      onClose()
      await refresh(documents.detail, documents.list, documentActCalls.trace)
      toast({ text: t('cambiar.hecho') })
    },
  })
  return (
    <Dialog opened onClose={onClose} title={t('cambiar.titulo')} locked={form.busy}>
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('cambiar.enviar')}
        onCancel={onClose}
        modal
      >
        <TextField
          form={form}
          name="etiqueta"
          label={t('cambiar.etiqueta')}
          help={t('cambiar.etiquetaAyuda')}
          first
        />
        <DateField form={form} name="vence" label={t('cambiar.vence')} />
      </FormShell>
    </Dialog>
  )
}
