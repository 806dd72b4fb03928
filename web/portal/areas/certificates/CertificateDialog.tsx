import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import {
  type Certificate,
  certificateActs,
  certificates,
  type CertificateSetup,
} from '#contract/certificates.ts'
import { Link } from 'react-router'
import { CopyButton } from '#web/shared/pages/CopyButton.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { Facts } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText, instantText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './CertificateDialog.module.css'

interface Props {
  /** The one that is open; undefined: none is. */
  certificate: Certificate | undefined
  setup: CertificateSetup | undefined
  /** Opened to be read, or at once to be replaced. */
  begin: 'shown' | 'replacing'
  onClose: () => void
}

/** One certificate, its replacing and its expiring: the second state takes the place of the first. */
export function CertificateDialog({ certificate, setup, begin, onClose }: Props) {
  const { t } = useWords('certificates')
  const [state, setState] = useState<'shown' | 'expiring' | 'replacing'>('shown')
  useEffect(() => setState(begin), [certificate?.id, begin])
  return (
    <Dialog
      opened={certificate !== undefined}
      onClose={onClose}
      title={t(titles[state], { nombre: certificate?.nombre })}
      size={state === 'shown' ? '48rem' : '30rem'}
    >
      {certificate &&
        (state === 'expiring' ? (
          <Expire certificate={certificate} setup={setup} onBack={() => setState('shown')} onDone={onClose} />
        ) : state === 'replacing' ? (
          <Replace
            certificate={certificate}
            onBack={begin === 'replacing' ? onClose : () => setState('shown')}
          />
        ) : (
          <Shown
            certificate={certificate}
            mayExpire={setup?.vencer === null && certificateActs.expire.includes(certificate.estado)}
            onExpire={() => setState('expiring')}
            onReplace={() => setState('replacing')}
            onClose={onClose}
          />
        ))}
    </Dialog>
  )
}

const titles = {
  shown: 'ficha.titulo',
  expiring: 'vencimiento.titulo',
  replacing: 'reemplazo.pregunta',
} as const

interface ShownProps {
  certificate: Certificate
  mayExpire: boolean
  onExpire: () => void
  onReplace: () => void
  onClose: () => void
}

function Shown({ certificate, mayExpire, onExpire, onReplace, onClose }: ShownProps) {
  const { t } = useWords(['certificates', 'country', 'words'])
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
            [t('ficha.firma'), t(kindOf(certificate))],
            [t('ficha.clave'), certificate.clave],
            ...(certificate.tipo === 'imported' ? ([[t('ficha.emisor'), certificate.emisor]] as const) : []),
            ...(certificate.esperan > 0
              ? ([[t('ficha.esperan'), t('ficha.esperanCuantos', { count: certificate.esperan })]] as const)
              : []),
            [t('ficha.desde'), instantText(certificate.vigente_desde, company.zona)],
            [t('ficha.hasta'), instantText(certificate.vigente_hasta, company.zona)],
            ...(vencido ? ([[t('ficha.vencido'), ended]] as const) : []),
            [
              t('ficha.creado'),
              t('ficha.creadoPor', { dia: day(certificate.creado), quien: certificate.creado_por }),
            ],
            [
              t('ficha.serie'),
              <span key="serie">
                <code>{certificate.numero_serie}</code>{' '}
                <CopyButton value={certificate.numero_serie} label={t('ficha.copiarSerie')} />
              </span>,
            ],
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
        {mayExpire && <Button onClick={onReplace}>{t('reemplazar')}…</Button>}
        <Button onClick={onClose} data-autofocus>
          {t('words:accion.cerrar')}
        </Button>
      </div>
    </>
  )
}

function kindOf({ tipo, licenciada }: Certificate) {
  if (licenciada) return 'ficha.digital'
  return tipo === 'imported' ? 'ficha.importada' : 'ficha.electronica'
}

interface ReplaceProps {
  certificate: Certificate
  onBack: () => void
}

/** The two ways to another in its place; nothing is done before the new one is there. */
function Replace({ certificate: { id, esperan }, onBack }: ReplaceProps) {
  const { t } = useWords(['certificates', 'words'])
  return (
    <>
      <div className={`modal-text ${style.warning}`}>
        <p>{t('reemplazo.queHace')}</p>
        <p>{t('vencimiento.queQueda')}</p>
        {esperan > 0 && <p>{t('reemplazo.esperan', { count: esperan })}</p>}
      </div>
      <div className="modal-foot">
        <Button onClick={onBack}>{t('words:accion.cancelar')}</Button>
        <Button component={Link} to={paths.certificateImport(id)}>
          {t('importar')}
        </Button>
        <Button component={Link} to={paths.certificateCreate(id)} variant="filled" data-autofocus>
          {t('crear')}
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

function Expire({ certificate: { id, nombre, esperan }, setup, onBack, onDone }: ExpireProps) {
  const { t } = useWords('certificates')
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
        {esperan > 0 && <p>{t('reemplazo.esperan', { count: esperan })}</p>}
      </div>
    </FormShell>
  )
}
