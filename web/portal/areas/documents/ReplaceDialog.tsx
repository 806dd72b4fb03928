import { Checkbox, Loader } from '@mantine/core'
import { useNavigate } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { longestReason } from '#contract/documents/acts.ts'
import type { DocumentDetail } from '#contract/documents/documents.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { CertificateFields, useSigns } from '#web/shared/documents/CertificateFields.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { AreaField, CheckField } from '#web/shared/forms/fields.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { FileField } from '#web/shared/forms/FileField.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { monthText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useCancelled } from './CancelDialog.tsx'
import { nameOf } from './signers.ts'
import style from './DocumentPage.module.css'

interface Props {
  document: DocumentDetail
  onClose: () => void
}

/** The right file in the place of a wrong one, signed by the company and noticed as that one was. */
export function ReplaceDialog({ document, onClose }: Props) {
  const { t } = useWords('documents-acts')
  const setup = useCall(publishing.setup, {})
  const certificates = setup.data?.certificados
  if (certificates) return <ReplaceForm document={document} onClose={onClose} certificates={certificates} />
  return (
    <Dialog opened onClose={onClose} title={t('reemplazar.titulo')}>
      <div className="modal-text">
        {setup.error ? (
          <ErrorState
            error={setup.error}
            title={t('reemplazar.titulo')}
            onRetry={() => void setup.refetch()}
          />
        ) : (
          <Loader size={24} color="var(--text3)" role="status" aria-label={t('reemplazar.titulo')} />
        )}
      </div>
    </Dialog>
  )
}

function ReplaceForm({
  document,
  onClose,
  certificates,
}: Props & { certificates: AnswerOf<typeof publishing.setup>['certificados'] }) {
  const { t } = useWords('documents-acts')
  const navigate = useNavigate()
  const changed = useCancelled()
  const { company } = useViewer()
  const signature = document.firmas.find(({ firmante }) => firmante === 'employee')
  const comment = signature?.comentario
  // The server tells who signed or read the wrong one, whatever the box says.
  const knownBy = signature ? 'signature' : document.leido ? 'reading' : null
  const wasSigned = document.firmas.some(({ firmante }) => firmante === 'company')
  const form = useForm(publishing.replace, {
    initial: {
      id: document.id,
      firma_empresa: wasSigned && certificates.length > 0,
      notificar: document.avisa,
    },
    onDone: async ({ id }) => {
      onClose()
      await changed()
      toast({ text: t('reemplazar.hecho') })
      await navigate(paths.document(id))
    },
  })
  const signs = useSigns(form)
  const disagreed = document.caso === 'open' && comment && t('reemplazar.noConforme', { motivo: comment })
  const told = knownBy !== null || form.values.notificar === true
  const signsAgain = document.estado === 'pendiente' || signature !== undefined
  const effect = signsAgain
    ? t(told ? 'reemplazar.pie.firma' : 'reemplazar.pie.firmaSinAviso')
    : t(told ? 'reemplazar.pie.avisa' : 'reemplazar.pie.sinAviso')
  return (
    <Dialog opened onClose={onClose} title={t('reemplazar.titulo')} size="48rem" locked={form.busy}>
      <FormShell
        form={form}
        loading={false}
        error={null}
        foot={document.caso === 'open' ? `${effect} ${t('reemplazar.pie.caso')}` : effect}
        submit={t(signs ? 'reemplazar.enviarFirmado' : 'reemplazar.enviar')}
        onCancel={onClose}
        modal
      >
        <p className={style.said}>
          <b>
            {[nameOf(document), document.periodo && monthText(document.periodo)].filter(Boolean).join(', ')}
          </b>
          <br />
          {document.colaborador} · {company.nombre}
        </p>
        <p className={`second ${style.said}`}>{t('reemplazar.que')}</p>
        <FileField form={form} label={t('reemplazar.archivo')} first />
        {document.tiene_xml && <FileField form={form} label={t('reemplazar.xml')} part="beside" required />}
        <AreaField
          form={form}
          name="motivo"
          label={t('reemplazar.motivo')}
          help={[t('reemplazar.motivoAyuda'), disagreed].filter(Boolean).join(' ')}
          most={longestReason}
        />
        <div className="flex wrap at-top gap-28">
          {knownBy ? (
            <Checkbox
              label={t('reemplazar.notificar')}
              description={t(knownBy === 'signature' ? 'reemplazar.yaFirmado' : 'reemplazar.yaLeido')}
              checked
              disabled
            />
          ) : (
            <CheckField form={form} name="notificar" label={t('reemplazar.notificar')} />
          )}
          <CheckField
            form={form}
            name="firma_empresa"
            label={t('reemplazar.firma')}
            shut={certificates.length === 0 ? t('reemplazar.sinCertificado') : undefined}
          />
        </div>
        {signs && (
          <FieldGrid>
            <CertificateFields form={form} certificates={certificates} />
          </FieldGrid>
        )}
      </FormShell>
    </Dialog>
  )
}
