import { Alert, Button, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClock,
  IconFileZip,
  IconInfoCircle,
  IconMail,
  IconMailOff,
  IconSignature,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { massive } from '#contract/massive/massive.ts'
import { modeFacts } from '#contract/massive/modes.ts'
import { leftoverDays, type MassivePublication } from '#contract/massive/publication.ts'
import { type PublicationSetup, publishing } from '#contract/publishing/publishing.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { CheckField, PasswordField, SelectField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { MailPreview } from '#web/shared/mails/MailPreview.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText, numberText } from '#web/shared/texts/texts.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { type Form, useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { MailText } from '#web/shared/texts/MailText.tsx'
import { Trans, useWords } from '#web/shared/texts/useWords.ts'
import { openCount } from './counts.ts'
import { useHour } from './useHour.ts'
import { useAskAgain } from './useItems.ts'
import { When } from './When.tsx'
import style from './PublishDialog.module.css'

interface Props {
  publication: MassivePublication
  onClose: () => void
}

/**
 * Confirms the publication with its effects in whole sentences: the signer, the people notified, the hour and the
 * receipts left out.
 */
export function PublishDialog({ publication, onClose }: Props) {
  const { t } = useWords(['massive', 'errors'])
  const refresh = useRefresh()
  const { id, modo, sale, notificar, al_publicar } = publication
  const askAgain = useAskAgain(id)
  const { recibos } = al_publicar
  const signed = modeFacts[modo].signs
  const setup = useCall(publishing.setup, {}, { enabled: signed })
  const form = useForm(massive.publish, {
    initial: { id, recibos, notificar },
    onDone: async () => {
      await refresh(massive.one)
    },
  })
  // The cache may hold certificates that another screen requested; an unsigned publication doesn't use them.
  const certificates = (signed && setup.data?.certificados) || []
  const { values } = form
  const fill = useEffectEvent(() => {
    const [only] = certificates
    if (only && !values.certificado) form.set('certificado', String(only.id))
  })
  useEffect(() => fill(), [setup.data])
  // Somebody decided something meanwhile: what is shown is what will be sent.
  const recount = useEffectEvent(() => {
    if (values.recibos !== recibos) form.set('recibos', recibos)
  })
  useEffect(() => recount(), [recibos])
  const changed = useEffectEvent(async () => {
    const { refusal } = form
    if (!(refusal instanceof RefusalError)) return
    if (isRefusedWith(refusal, 'MASSIVE_COUNT_CHANGED', 'MASSIVE_STEP_CHANGED'))
      await Promise.all([refresh(massive.one), askAgain()])
  })
  useEffect(() => void changed(), [form.refusal])
  const hour = useHour(form)
  const submit = async () => {
    const required = t('errors:SYSTEM_API_PARAMETER_REQUIRED')
    const missing = {
      ...(signed && !values.certificado && { certificado: required }),
      ...(signed && !values.password && { password: required }),
      ...hour.missing,
    }
    if (Object.keys(missing).length > 0 && !form.check(missing)) return
    await form.submit()
  }
  const shown = {
    ...form,
    submit,
    required: (name: string) => signed && (name === 'password' || name === 'certificado'),
  }
  const none = signed && setup.data !== undefined && certificates.length === 0
  const many = numberText(recibos)
  const act = t(sale ? 'publicar.tituloZip' : hour.later ? 'publicar.programar' : 'publicar.titulo', {
    count: recibos,
    recibos: many,
  })
  return (
    <Dialog opened onClose={onClose} title={act} locked={form.busy}>
      <FormShell
        form={shown}
        modal
        loading={signed && setup.isPending}
        error={setup.error}
        onRetry={() => void setup.refetch()}
        submit={act}
        shut={recibos === 0 ? t('pie.nada') : none ? t('publicar.sinCertificado') : undefined}
        onCancel={onClose}
      >
        <WhatItDoes
          publication={publication}
          form={shown}
          certificates={certificates}
          none={none}
          later={hour.later}
        />
        {none && setup.data?.mayConfigure && (
          <Button component={Link} to={paths.certificateCreate()}>
            {t('publicar.crearCertificado')}
          </Button>
        )}
        {!sale && (
          <>
            <CheckField form={shown} name="notificar" label={t('publicar.avisar')} />
            <When form={shown} hour={hour} count={recibos} now={t('publicar.ahora', { count: recibos })} />
          </>
        )}
        {signed && !none && (
          <>
            {certificates.length > 1 && (
              <SelectField
                form={shown}
                name="certificado"
                label={t('publicar.certificado')}
                data={certificates.map((one) => ({
                  value: String(one.id),
                  label: `${one.nombre}, ${one.cargo}`,
                }))}
              />
            )}
            <PasswordField
              form={shown}
              name="password"
              label={t('publicar.contrasena')}
              help={t('publicar.contrasenaQue')}
              autoComplete="off"
              first
            />
          </>
        )}
        {!sale && !hour.later && (
          <Alert color="warn" icon={<IconInfoCircle size={18} />}>
            {t('publicar.deshacer')}
          </Alert>
        )}
      </FormShell>
    </Dialog>
  )
}

interface WhatProps {
  publication: MassivePublication
  form: Form<typeof massive.publish>
  certificates: PublicationSetup['certificados']
  /** The company signs, and has nothing to sign with. */
  none: boolean
  /** A day and an hour were asked for. */
  later: boolean
}

function WhatItDoes({ publication, form, certificates, none, later }: WhatProps) {
  const { t } = useWords('massive')
  const { company } = useViewer()
  const { modo, sale, se_libera, al_publicar } = publication
  const { recibos, correos, sin_correo } = al_publicar
  const notified = form.values.notificar === true
  const left = openCount(publication)
  const signer = certificates.find(({ id }) => String(id) === String(form.values.certificado))
  const b = { 1: <b /> }
  return (
    <ul className={`${style.will} column plain-list gap-14`}>
      {modeFacts[modo].signs && (
        <Will
          icon={IconSignature}
          second={
            signer
              ? t('publicar.vence', { dia: dateText(signer.vigente_hasta, company.zona) })
              : none
                ? t('publicar.pedirCertificado')
                : undefined
          }
        >
          {signer ? (
            <Trans
              t={t}
              i18nKey="publicar.firman"
              values={{ quien: `${signer.nombre}, ${signer.cargo}` }}
              components={b}
              shouldUnescape
            />
          ) : (
            t(none ? 'publicar.sinCertificado' : 'publicar.elegirFirmante')
          )}
        </Will>
      )}
      {sale ? (
        <Will icon={IconFileZip} second={t('publicar.descargaQue')}>
          {t('pie.saldra', { count: recibos, recibos: numberText(recibos) })}
        </Will>
      ) : notified && correos > 0 ? (
        <Will
          icon={IconMail}
          second={[
            t('publicar.sinImportes'),
            sin_correo > 0
              ? t('publicar.otrosSinCorreo', { count: sin_correo, cuantos: numberText(sin_correo) })
              : '',
            later ? t('publicar.correosDespues') : '',
          ]
            .filter(Boolean)
            .join(' ')}
          more={<MailToCome id={publication.id} count={correos} />}
        >
          <Trans
            t={t}
            i18nKey="publicar.envian"
            count={correos}
            values={{ cuantos: numberText(correos) }}
            components={b}
          />
        </Will>
      ) : (
        <Will icon={IconMailOff}>{t('publicar.noSeAvisa')}</Will>
      )}
      {se_libera && !sale && (
        <Will icon={IconUserCheck} second={t('publicar.seLiberaQue')}>
          {t('publicar.seLibera', { count: recibos })}
        </Will>
      )}
      <Will icon={IconClock}>{t('publicar.sePuedeSalir')}</Will>
      {left > 0 && (
        <Will
          icon={IconAlertTriangle}
          second={t(sale ? 'publicar.noSalenQue' : 'publicar.quedanQue', { count: left, dias: leftoverDays })}
        >
          <Trans
            t={t}
            i18nKey={sale ? 'publicar.noSalen' : 'publicar.quedan'}
            count={left}
            values={{ cuantas: numberText(left) }}
            components={b}
          />
        </Will>
      )}
    </ul>
  )
}

/** The first of the `count` mails, where it is asked for. */
function MailToCome({ id, count }: { id: number; count: number }) {
  const { t, i18n } = useWords('massive')
  const [shown, setShown] = useState(false)
  const { data, error } = useCall(massive.mail, { id }, { enabled: shown })
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        className={style.show ?? ''}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'publicar.ocultarCorreo' : 'publicar.verCorreo')}
      </Button>
      {shown && !data && !error && (
        <Skeleton
          height={180}
          className={style.mail ?? ''}
          role="status"
          aria-label={t('publicar.abriendoCorreo')}
        />
      )}
      {shown && error && <span role="alert">{t('publicar.correoError')}</span>}
      {shown && data && (
        <article className={style.mail} aria-label={t('publicar.correoDe', { correo: data.para })}>
          <p className="second">
            {t('publicar.muestra', { count, cuantos: numberText(count) })} <MailText value={data.para} />
          </p>
          <p className="second">{t('publicar.asunto', { asunto: data.correo.asunto })}</p>
          {data.idioma !== i18n.language.slice(0, 2) && <p className="second">{t('publicar.enSuIdioma')}</p>}
          <MailPreview mail={{ ...data.correo, asunto: '' }} />
        </article>
      )}
    </>
  )
}

interface WillProps {
  icon: TablerIcon
  second?: string | undefined
  /** Below the sentences. */
  more?: ReactNode
  children: ReactNode
}

function Will({ icon: Icon, second, more, children }: WillProps) {
  return (
    <li>
      <Icon size={18} aria-hidden />
      <span>
        <span>{children}</span>
        {second && <span className="second">{second}</span>}
        {more}
      </span>
    </li>
  )
}
