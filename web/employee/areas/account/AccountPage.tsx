import { Button, Skeleton } from '@mantine/core'
import {
  IconCamera,
  IconChevronRight,
  IconDownload,
  IconEye,
  IconFileText,
  IconKey,
  IconMail,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { LanguageAndLook } from '#web/shared/account/LanguageAndLook.tsx'
import { OwnAvatar } from '#web/shared/account/OwnAvatar.tsx'
import { employeePaths, sites } from '#web/shared/pages/paths.ts'
import { leaveDevice } from '#web/shared/push/subscribing.ts'
import { endSession } from '#web/shared/session/session.ts'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { shownName } from '#web/shared/session/names.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { MailText } from '#web/shared/texts/MailText.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { form } from '../../forms.ts'
import { ofNotices } from '../../notices.ts'
import pages from '../../shell/pages.module.css'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { ConsentPanel } from './ConsentPanel.tsx'
import { ofOwnData } from './own-data/loading.ts'
import style from './AccountPage.module.css'

const EditPassword = lazy(
  form(() => import('#web/shared/account/EditPassword.tsx').then((it) => it.EditPassword)),
)
const EditMail = lazy(form(() => import('#web/shared/account/EditMail.tsx').then((it) => it.EditMail)))
const EditAvatar = lazy(form(() => import('#web/shared/account/EditAvatar.tsx').then((it) => it.EditAvatar)))
const NoticesPanel = lazy(
  ofNotices(() => import('#web/shared/push/NoticesPanel.tsx').then((it) => it.NoticesPanel)),
)
const OwnData = lazy(ofOwnData(() => import('./own-data/OwnData.tsx').then((it) => it.OwnData)))
const DeputyPanel = lazy(
  form(() => import('#web/shared/account/DeputyPanel.tsx').then((it) => it.DeputyPanel)),
)
const dialogs = { foto: EditAvatar, correo: EditMail, clave: EditPassword } as const

/** Signing out first ends push notifications on this device. */
async function leave(): Promise<void> {
  await leaveDevice()
  endSession({ logout: true })
}

/** The person's account: profile, credentials, appearance, sign-out. */
export function AccountPage() {
  const { t } = useWords(['shell', 'me'])
  const { profile, company } = useViewer()
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const [downloading, setDownloading] = useState(false)
  usePageTitle(t('cuenta.miCuenta'))
  const Opened = open && dialogs[open]
  return (
    <div className={`${style.page} column in-turn gap-20`}>
      <h1>{t('cuenta.miCuenta')}</h1>
      <div className={`${style.who} row gap-16`}>
        <OwnAvatar size={64} />
        <div>
          <b>{shownName(profile)}</b>
          <div className="second">
            <MailText value={profile.mail ?? profile.usuario} />
          </div>
          <div className="second">{company.nombre}</div>
        </div>
      </div>
      <Suspense fallback={<Skeleton height={240} />}>
        <OwnData />
      </Suspense>
      <div className={`${pages.list} panel`}>
        <Row icon={IconCamera} onClick={() => setOpen('foto')} text={t('me:cuenta.fotoTexto')}>
          {t('me:cuenta.foto')}
        </Row>
        {profile.sso ? (
          <p className={`${pages.row} second row apart gap-12`}>{t('me:cuenta.porProveedor')}</p>
        ) : (
          <>
            <Row
              icon={IconMail}
              onClick={() => setOpen('correo')}
              text={<MailText value={profile.mail ?? t('me:cuenta.sinCorreo')} />}
            >
              {t('me:cuenta.correo')}
            </Row>
            <Row icon={IconKey} onClick={() => setOpen('clave')} text={t('me:cuenta.claveTexto')}>
              {t('cuenta.cambiarClave')}
            </Row>
          </>
        )}
        <Row icon={IconShieldCheck} to={employeePaths.sessions()} text={t('me:cuenta.ingresosTexto')}>
          {t('me:cuenta.ingresos')}
        </Row>
      </div>
      <div className={`${pages.list} panel`}>
        <Row icon={IconEye} to={employeePaths.seen()} text={t('me:cuenta.vistasTexto')}>
          {t('me:cuenta.vistas')}
        </Row>
        <Row
          icon={IconDownload}
          onClick={() => setDownloading(true)}
          text={t('me:cuenta.descargarTodoTexto')}
        >
          {t('me:cuenta.descargarTodo')}
        </Row>
      </div>
      <Suspense fallback={<Skeleton height={240} />}>
        <NoticesPanel />
      </Suspense>
      <Suspense fallback={<Skeleton height={120} />}>
        <DeputyPanel />
      </Suspense>
      <LanguageAndLook />
      <ConsentPanel />
      <a
        className={`${style.alone} focus-ring`}
        href={sites.privacy(profile.pais)}
        target="_blank"
        rel="noopener"
      >
        <IconFileText size={20} aria-hidden /> {t('cuenta.privacidad')}
      </a>
      <Button size="lg" fullWidth onClick={() => void leave()}>
        {t('cuenta.cerrarSesion')}
      </Button>
      {Opened && (
        <Suspense fallback={null}>
          <Opened onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {downloading && <ArchiveDialog onClose={() => setDownloading(false)} />}
    </div>
  )
}

interface RowProps {
  icon: Icon
  text: ReactNode
  children: ReactNode
  /** The page that it leads to; without one it is an act. */
  to?: string
  onClick?: () => void
}

function Row({ icon: Mark, text, children, to, onClick }: RowProps) {
  const inside = (
    <>
      <Mark size={22} aria-hidden className="quiet" />
      <span className={pages.words}>
        <b>{children}</b>
        <span className="second">{text}</span>
      </span>
      <IconChevronRight size={20} aria-hidden className="quiet" />
    </>
  )
  if (to !== undefined)
    return (
      <Link to={to} className={`${pages.row} focus-ring row apart gap-12`}>
        {inside}
      </Link>
    )
  return (
    <button type="button" className={`${pages.row} focus-ring row apart gap-12`} onClick={onClick}>
      {inside}
    </button>
  )
}
