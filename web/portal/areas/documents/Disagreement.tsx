import { Alert, Button } from '@mantine/core'
import { IconMessageExclamation, IconMessageCheck } from '@tabler/icons-react'
import { documentActCalls, longestReason } from '#contract/documents/acts.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { AreaField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { instantText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useCancelled } from './CancelDialog.tsx'
import type { OpenDialog } from './DocumentActs.tsx'
import style from './DocumentPage.module.css'

/** The case opened by a signature without agreement: its reason and the possible acts, or the answer. */
export function Disagreement({ id, onOpen }: { id: number; onOpen: (dialog: OpenDialog) => void }) {
  const { t } = useWords('documents-acts')
  const { company } = useViewer()
  const answers = useMay(documentActCalls.answerDisagreement.need)
  const replaces = useMay(publishing.replace.need)
  const cancels = useMay(documentActCalls.cancel.need)
  const { data } = useCall(documentActCalls.disagreement, { id })
  if (!data) return null
  const { caso, motivo, respondido, respondido_por, respuesta } = data
  const open = caso === 'open'
  const Mark = open ? IconMessageExclamation : IconMessageCheck
  return (
    <Alert color={open ? 'warn' : 'mut'} variant="light" icon={<Mark size={20} />}>
      <b>{open ? t('caso.titulo') : t(`caso.respondido.${caso}`)}</b>
      <p className={style.said}>{t('caso.texto', { motivo: motivo ?? '' })}</p>
      {respuesta && respondido && (
        <p className={style.said}>
          {t('caso.respuesta', {
            quien: respondido_por ?? '–',
            fecha: instantText(respondido, company.zona),
            texto: respuesta,
          })}
        </p>
      )}
      {open && (
        <div className={`${style.answer} flex wrap gap-8`}>
          {answers && (
            <Button size="compact-sm" variant="filled" onClick={() => onOpen('answer')}>
              {t('caso.mantener')}
            </Button>
          )}
          {replaces && (
            <Button size="compact-sm" onClick={() => onOpen('replace')}>
              {t('reemplazar.boton')}
            </Button>
          )}
          {cancels && (
            <Button size="compact-sm" onClick={() => onOpen('cancel')}>
              {t('cancelar.boton')}
            </Button>
          )}
        </div>
      )}
    </Alert>
  )
}

/** Answers a case; the document stays as it is. */
export function AnswerDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useWords('documents-acts')
  const changed = useCancelled()
  const form = useForm(documentActCalls.answerDisagreement, {
    initial: { id },
    onDone: async () => {
      onClose()
      await changed()
      toast({ text: t('caso.hecho') })
    },
  })
  return (
    <Dialog opened onClose={onClose} title={t('caso.dialogo')} locked={form.busy}>
      <FormShell
        binding
        form={form}
        loading={false}
        error={null}
        submit={t('caso.enviar')}
        onCancel={onClose}
        modal
      >
        <Draft form={form} name={`document.${id}.answer`} />
        <p className={`second ${style.said}`}>{t('caso.que')}</p>
        <AreaField
          form={form}
          name="respuesta"
          label={t('caso.campo')}
          help={t('caso.ayuda')}
          most={longestReason}
          first
        />
      </FormShell>
    </Dialog>
  )
}
