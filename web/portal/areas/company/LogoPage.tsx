import { useMediaQuery } from '@mantine/hooks'
import { useContext, useState } from 'react'
import { brand } from '#contract/company/brand.ts'
import { call } from '#web/shared/calls/call.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { FileField } from '#web/shared/forms/FileField.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { logoAddress } from '#web/shared/look/brand.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useViewer, ViewerRenewal } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Brand.module.css'

/** The company's logo, and another one beside it before it takes its place. */
export function LogoPage() {
  const { t } = useWords('company')
  const { company } = useViewer()
  const renewViewer = useContext(ViewerRenewal)
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const [asking, setAsking] = useState(false)
  const form = useForm(brand.setLogo, { onDone: () => undefined })
  const { file } = form
  const chosen = useObjectUrl(file)
  const current = logoAddress(company)
  const [unreadable, setUnreadable] = useState<string>()
  const isUnreadable = chosen !== undefined && unreadable === chosen
  const compared = (
    <div className={`${style.desk} column gap-20`}>
      <Shown title={t('logo.actual')} address={current} />
      {chosen && <Shown title={t('logo.nuevo')} address={chosen} onError={() => setUnreadable(chosen)} />}
    </div>
  )
  return (
    <FormPage title={t('logo.titulo')} desk={phone ? undefined : compared}>
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={`${t('logo.cambiar')}…`}
        shut={!chosen ? t('logo.falta') : isUnreadable ? t('logo.noSeLee') : undefined}
        foot={t('logo.efecto')}
        onAsk={() => setAsking(true)}
      >
        <p className={`second ${style.text}`}>{t('logo.texto')}</p>
        <FileField form={form} label={t('logo.archivo')} help={t('logo.ayuda')} />
        {phone && compared}
      </FormShell>
      {asking && file && chosen && (
        <ConfirmDialog
          title={t('logo.confirmar')}
          submit={t('logo.cambiar')}
          act={() => call(brand.setLogo, {}, { file })}
          onClose={() => setAsking(false)}
          onDone={async () => {
            form.setFile(null)
            await renewViewer()
            toast({ text: t('logo.cambiado') })
          }}
        >
          <p>{t('logo.confirmarTexto', { empresa: company.nombre })}</p>
          <div className={style.pair}>
            <Picture title={t('logo.actual')} address={current} />
            <Picture title={t('logo.nuevo')} address={chosen} />
          </div>
        </ConfirmDialog>
      )}
    </FormPage>
  )
}

interface ShownProps {
  title: string
  address: string
  /** The picture can't be shown. */
  onError?: () => void
}

/** A logo on light, on dark and at the head of a document. */
function Shown({ title, address, onError }: ShownProps) {
  const { t } = useWords('company')
  return (
    <section className="column gap-8">
      <h2>{title}</h2>
      <div className={style.grounds}>
        {(['claro', 'oscuro', 'documento'] as const).map((ground) => (
          <figure key={ground} className={style.figure}>
            <div className={style.ground} data-ground={ground}>
              <img src={address} alt="" {...(onError && { onError })} />
            </div>
            <figcaption className="second">{t(`logo.sobre.${ground}`)}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

function Picture({ title, address }: { title: string; address: string }) {
  return (
    <figure className={style.figure}>
      <figcaption className="second">{title}</figcaption>
      <div className={style.ground} data-ground="claro">
        <img src={address} alt="" />
      </div>
    </figure>
  )
}
