import { Button, Skeleton } from '@mantine/core'
import { IconKey, IconLock, IconMail, IconMailForward } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { ownAccount } from '#contract/account/own.ts'
import { DeputyPanel } from '#web/shared/account/DeputyPanel.tsx'
import { EditMail } from '#web/shared/account/EditMail.tsx'
import { EditPassword } from '#web/shared/account/EditPassword.tsx'
import { LanguageAndLook } from '#web/shared/account/LanguageAndLook.tsx'
import { LegalTexts } from '#web/shared/account/LegalTexts.tsx'
import { OwnActivity } from '#web/shared/account/OwnActivity.tsx'
import { OwnAvatar } from '#web/shared/account/OwnAvatar.tsx'
import { OwnSessions } from '#web/shared/account/OwnSessions.tsx'
import { Relations } from '#web/shared/account/Relations.tsx'
import { SingleKeysSwitch } from '#web/shared/lists/SingleKeysSwitch.tsx'
import { FactorsPanel } from '#web/shared/factors/FactorsPanel.tsx'
import { lazily } from '#web/shared/pages/lazily.ts'
import { PlainPage } from '#web/shared/pages/pages.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { MailText } from '#web/shared/texts/MailText.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText, instantText } from '#web/shared/texts/texts.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import style from '#web/shared/account/account.module.css'
import { useWords } from '#web/shared/texts/useWords.ts'
import page from './AccountPage.module.css'

const EditAvatar = lazy(async () => ({
  default: await lazily(() => import('#web/shared/account/EditAvatar.tsx').then((it) => it.EditAvatar)),
}))

type Overview = AnswerOf<typeof ownAccount.overview>

/** One's own account: who one is here, what opens it, where it is open, and how it looks. */
export function AccountPage() {
  const { t } = useWords(['account-own', 'words'])
  const { company } = useViewer()
  const overview = useCall(ownAccount.overview, {})
  return (
    <PlainPage title={t('titulo')}>
      <h1>{t('titulo')}</h1>
      <div className={`${page.columns} for-fingers`}>
        <div className="in-turn">
          {overview.error ? (
            <ErrorState
              error={overview.error}
              title={t('words:error.carga')}
              onRetry={() => void overview.refetch()}
            />
          ) : overview.data ? (
            <>
              <Data overview={overview.data} />
              <WayIn overview={overview.data} />
            </>
          ) : (
            <Skeleton height={300} />
          )}
          <div className={style.section}>
            <FactorsPanel zone={company.zona} />
          </div>
          <Section title={t('idiomaApariencia')}>
            <LanguageAndLook>
              <SingleKeysSwitch />
            </LanguageAndLook>
          </Section>
        </div>
        <div className="in-turn">
          <DeputyPanel />
          <OwnSessions />
          <OwnActivity />
          {overview.data && !overview.data.por_proveedor && <Relations />}
          {overview.data && <LegalTexts terms={overview.data.terminos} />}
        </div>
      </div>
    </PlainPage>
  )
}

/** The data that Human Resources keeps, and the person's own picture. */
function Data({ overview: { legajo, cargo } }: { overview: Overview }) {
  const { t } = useWords('account-own')
  const { profile } = useViewer()
  const [editing, setEditing] = useState(false)
  return (
    <Section
      title={t('datos')}
      beside={
        <span className={`quiet ${style.locked}`}>
          <IconLock size={14} aria-hidden /> {t('datosDe')}
        </span>
      }
    >
      <div className={`${style.panel} plain-list panel`}>
        <div className={`${style.row} row gap-12`}>
          <OwnAvatar size={68} />
          <div className={`${style.words} grow`}>
            <b className={page.name}>
              {profile.nombre} {profile.apellido}
            </b>
            {profile.cuil && (
              <span className="second figures">
                <TaxId value={profile.cuil} />
              </span>
            )}
            <Parts of={[profile.usuario, legajo && t('legajo', { numero: legajo })]} />
            <Parts of={[cargo, profile.sector, profile.locacion]} />
          </div>
          <Button onClick={() => setEditing(true)}>{t('foto.cambiar')}</Button>
        </div>
      </div>
      {editing && (
        <Suspense fallback={null}>
          <EditAvatar onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  )
}

/** Facts in one line, which breaks only between two of them. */
function Parts({ of }: { of: readonly (string | null | undefined)[] }) {
  const parts = of.filter(Boolean)
  return (
    parts.length > 0 && (
      <span className={`second ${page.parts}`}>
        <span>
          {parts.map((part) => (
            <span key={part} className={page.part}>
              {part}{' '}
            </span>
          ))}
        </span>
      </span>
    )
  )
}

/** The mail and the password, unless the company's provider keeps them. */
function WayIn({ overview }: { overview: Overview }) {
  const { t } = useWords('account-own')
  const { profile, company } = useViewer()
  const drop = useAct(ownAccount.dropMailChange, { refresh: [ownAccount.overview] })
  const [open, setOpen] = useState<'mail' | 'password' | null>(null)
  const { correo_confirmado, correo_pendiente, contrasena_cambiada, contrasena_vence, por_proveedor } =
    overview
  const day = (instant: string) => dateText(instant, company.zona)
  return (
    <Section title={t('ingreso')}>
      <div className={`${style.panel} plain-list panel`}>
        <div className={`${style.row} row gap-12`}>
          <IconMail size={20} aria-hidden />
          <div className={`${style.words} grow`}>
            <b>{profile.mail ? <MailText value={profile.mail} /> : t('sinCorreo')}</b>
            {profile.mail && (
              <span className="second">
                {correo_confirmado
                  ? t('correoConfirmado', { fecha: day(correo_confirmado) })
                  : t('correoSinConfirmar')}
              </span>
            )}
          </div>
          {!por_proveedor && <Button onClick={() => setOpen('mail')}>{t('cambiarCorreo')}</Button>}
        </div>
        {correo_pendiente && (
          <div className={`${style.row} row gap-12`}>
            <IconMailForward size={20} aria-hidden />
            <span className={`${style.words} grow`}>
              {t('correoPendiente', {
                correo: correo_pendiente.correo,
                vence: instantText(correo_pendiente.vence, company.zona),
              })}
            </span>
            <Button loading={drop.busy} onClick={() => drop.run({})}>
              {t('dejarPendiente')}
            </Button>
          </div>
        )}
        <div className={`${style.row} row gap-12`}>
          <IconKey size={20} aria-hidden />
          <div className={`${style.words} grow`}>
            <b>{t('contrasena')}</b>
            <span className="second">
              {!contrasena_cambiada
                ? t('contrasenaNunca')
                : contrasena_vence
                  ? t('contrasenaVence', { fecha: day(contrasena_cambiada), vence: day(contrasena_vence) })
                  : t('contrasenaDesde', { fecha: day(contrasena_cambiada) })}
            </span>
          </div>
          {!por_proveedor && <Button onClick={() => setOpen('password')}>{t('cambiarContrasena')}</Button>}
        </div>
        {por_proveedor && <p className={`${style.row} second row gap-12`}>{t('porProveedor')}</p>}
      </div>
      {open === 'mail' && <EditMail onClose={() => setOpen(null)} />}
      {open === 'password' && <EditPassword onClose={() => setOpen(null)} />}
    </Section>
  )
}

function Section({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <section className={style.section}>
      <div className={`${style.head} row wrap`}>
        <h2>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
