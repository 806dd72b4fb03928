import { Alert, Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { type PublicationSetup, publishing, type WaitingDocument } from '#contract/publishing/publishing.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { instantText, monthText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { CertificateFields } from '#web/shared/documents/CertificateFields.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './WaitingDocuments.module.css'

/** Documents that an interrupted publication left without the company's signature, and the way to finish them. */
export function WaitingDocuments({ setup }: { setup: PublicationSetup }) {
  const { t } = useWords('publishing')
  const [opened, setOpened] = useState(false)
  const answer = useCall(publishing.waiting, { perPage: 100 }, { every: 30_000 })
  const total = answer.data?.pagination.total ?? 0
  if (total === 0 && !opened) return null
  return (
    <>
      <Alert color="warn" icon={<IconClock size={18} />}>
        <p className={style.notice}>
          <b>{t('esperan.aviso', { count: total })}</b> {t('esperan.texto')}
        </p>
        {setup.certificate === 'active' && (
          <Button size="compact-sm" onClick={() => setOpened(true)}>
            {t('esperan.ver')}…
          </Button>
        )}
      </Alert>
      <WaitingDialog
        opened={opened}
        onClose={() => setOpened(false)}
        waiting={answer.data?.data ?? []}
        setup={setup}
      />
    </>
  )
}

interface DialogProps {
  opened: boolean
  onClose: () => void
  waiting: WaitingDocument[]
  setup: PublicationSetup
}

function WaitingDialog({ opened, onClose, waiting, setup }: DialogProps) {
  const { t } = useWords('publishing')
  const { company } = useViewer()
  const [chosen, setChosen] = useState<WaitingDocument | null>(null)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={chosen ? chosen.colaborador.nombre : t('esperan.titulo')}
      size={chosen ? '30rem' : '48rem'}
    >
      {chosen ? (
        <SignWaiting document={chosen} setup={setup} onBack={() => setChosen(null)} />
      ) : (
        <ul className={style.list}>
          {waiting.length === 0 && <li>{t('esperan.ninguno')}</li>}
          {waiting.map((document) => (
            <li key={document.id}>
              <span>
                <b>{document.colaborador.nombre}</b>
                <span className="second">
                  {document.tipo.nombre}
                  {document.periodo && `, ${monthText(document.periodo)}`} ·{' '}
                  {t('esperan.empezo', {
                    quien: document.creado_por,
                    cuando: instantText(document.creado, company.zona),
                  })}
                </span>
                {document.certificado?.estado === 'expired' && (
                  <span className={style.expired}>
                    {t('esperan.vencido', { nombre: document.certificado.nombre })}
                  </span>
                )}
              </span>
              <Button size="compact-sm" onClick={() => setChosen(document)}>
                {t('esperan.firmar')}…
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface SignProps {
  document: WaitingDocument
  setup: PublicationSetup
  onBack: () => void
}

function SignWaiting({ document, setup, onBack }: SignProps) {
  const { t } = useWords('publishing')
  const refresh = useRefresh()
  const form = useForm(publishing.sign, {
    initial: { id: document.id },
    onDone: async ({ colaborador }) => {
      await refresh(publishing.waiting)
      toast({ text: t('esperan.hecho', { nombre: colaborador.nombre }) })
      onBack()
    },
  })
  return (
    <FormShell
      form={form}
      loading={false}
      error={null}
      submit={t('esperan.firmarEste')}
      onCancel={onBack}
      modal
    >
      <CertificateFields form={form} certificates={setup.certificados} first />
    </FormShell>
  )
}
