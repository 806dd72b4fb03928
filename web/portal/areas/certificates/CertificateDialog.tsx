import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Certificate,
  certificateActs,
  certificates,
  type CertificateSetup,
} from '#contract/certificates.ts'
import { Dialog } from '#web/shared/Dialog.tsx'
import { FormShell } from '#web/shared/FormShell.tsx'
import { Facts } from '#web/shared/pages.tsx'
import { TaxId } from '#web/shared/TaxId.tsx'
import { dateText, instantText } from '#web/shared/texts.ts'
import { toast } from '#web/shared/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/useCall.ts'
import { useForm } from '#web/shared/useForm.ts'
import { useViewer } from '#web/shared/viewer.ts'
import { useObjectUrl } from '#web/shared/useObjectUrl.ts'
import style from './CertificateDialog.module.css'

interface Props {
  /** The one that is open; undefined: none is. */
  certificate: Certificate | undefined
  setup: CertificateSetup | undefined
  onClose: () => void
}

/** One certificate, and its expiring: the second state takes the place of the first. */
export function CertificateDialog({ certificate, setup, onClose }: Props) {
  const { t } = useTranslation('certificates')
  const [expiring, setExpiring] = useState(false)
  useEffect(() => setExpiring(false), [certificate?.id])
  const title = expiring ? 'vencimiento.titulo' : 'ficha.titulo'
  return (
    <Dialog
      opened={certificate !== undefined}
      onClose={onClose}
      title={t(title, { nombre: certificate?.nombre })}
      size={expiring ? '30rem' : '48rem'}
    >
      {certificate &&
        (expiring ? (
          <Expire
            certificate={certificate}
            setup={setup}
            onBack={() => setExpiring(false)}
            onDone={onClose}
          />
        ) : (
          <Shown
            certificate={certificate}
            mayExpire={setup?.vencer === null && certificateActs.expire.includes(certificate.estado)}
            onExpire={() => setExpiring(true)}
            onClose={onClose}
          />
        ))}
    </Dialog>
  )
}

interface ShownProps {
  certificate: Certificate
  mayExpire: boolean
  onExpire: () => void
  onClose: () => void
}

function Shown({ certificate, mayExpire, onExpire, onClose }: ShownProps) {
  const { t } = useTranslation(['certificates', 'country', 'words'])
  const { company } = useViewer()
  const day = (instant: string) => dateText(instant, company.zona)
  const { id, nombre, estado, vencido, vencido_por } = certificate
  const picture = useObjectUrl(useCall(certificates.signature, { id }).data)
  const ended =
    vencido_por === null
      ? t('ficha.vencidoSolo', { dia: vencido && day(vencido) })
      : t('ficha.vencidoPor', { dia: vencido && day(vencido), quien: vencido_por })
  return (
    <>
      <div className={`modal-text ${style.shown}`}>
        <Facts
          of={[
            [t('ficha.estado'), t(`estado.${estado}`)],
            [t('ficha.titular'), nombre],
            [t('ficha.cargo'), certificate.cargo],
            [t('country:cuil'), <TaxId key="cuil" value={certificate.cuil} />],
            [t('ficha.correo'), certificate.mail],
            [t('ficha.empresa'), certificate.razon_social],
            [t('country:cuit'), <TaxId key="cuit" value={certificate.cuit} />],
            [t('ficha.firma'), t(certificate.tipo === 'imported' ? 'ficha.digital' : 'ficha.electronica')],
            [t('ficha.desde'), instantText(certificate.vigente_desde, company.zona)],
            [t('ficha.hasta'), instantText(certificate.vigente_hasta, company.zona)],
            ...(vencido ? ([[t('ficha.vencido'), ended]] as const) : []),
            [
              t('ficha.creado'),
              t('ficha.creadoPor', { dia: day(certificate.creado), quien: certificate.creado_por }),
            ],
            [t('ficha.serie'), <code key="serie">{certificate.numero_serie}</code>],
          ]}
        />
        <figure className={`paper ${style.picture}`}>
          {picture && <img src={picture} alt={t('ficha.imagen')} />}
        </figure>
      </div>
      <div className="modal-foot">
        {mayExpire && (
          <Button color="bad" onClick={onExpire}>
            {t('vencer')}…
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('words:accion.cerrar')}
        </Button>
      </div>
    </>
  )
}

interface ExpireProps {
  certificate: Certificate
  setup: CertificateSetup | undefined
  onBack: () => void
  onDone: () => void
}

function Expire({ certificate: { id, nombre }, setup, onBack, onDone }: ExpireProps) {
  const { t } = useTranslation('certificates')
  const refresh = useRefresh()
  const form = useForm(certificates.expire, {
    initial: { id },
    onDone: async () => {
      await refresh(certificates.list, certificates.setup)
      onDone()
      toast({ text: t('vencimiento.hecho', { nombre }) })
    },
  })
  const left = (setup?.activos ?? 1) - 1
  return (
    <FormShell
      form={form}
      loading={false}
      error={null}
      submit={t('vencer')}
      onCancel={onBack}
      modal
      dangerous
    >
      <div className={style.warning}>
        <p>{t('vencimiento.queHace')}</p>
        <p>{t('vencimiento.queQueda')}</p>
        <p>{left > 0 ? t('vencimiento.cuantos', { count: left }) : t('vencimiento.ninguno')}</p>
      </div>
    </FormShell>
  )
}
