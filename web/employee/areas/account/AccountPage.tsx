import { Button } from '@mantine/core'
import { IconChevronRight, IconDownload, IconEye, IconShieldCheck, type Icon } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { Link } from 'react-router'
import { chooseLanguage } from '#web/shared/language.ts'
import { employeePaths } from '#web/shared/paths.ts'
import { endSession } from '#web/shared/session.ts'
import { usePageTitle } from '#web/shared/usePageTitle.ts'
import { useViewer } from '#web/shared/viewer.ts'
import { form } from '../../forms.ts'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { ConsentPanel } from './ConsentPanel.tsx'
import style from './AccountPage.module.css'

const ChangePassword = lazy(
  form(() => import('#web/shared/ChangePassword.tsx').then((it) => it.ChangePassword)),
)

const schemes = [
  ['light', 'clara'],
  ['dark', 'oscura'],
  ['auto', 'sistema'],
] as const satisfies readonly (readonly [MantineColorScheme, string])[]

/** Who I am here, how the site looks, my password, and the way out. */
export function AccountPage() {
  const { t, i18n } = useTranslation(['shell', 'me'])
  const { profile, company } = useViewer()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [changing, setChanging] = useState(false)
  const [downloading, setDownloading] = useState(false)
  usePageTitle(t('cuenta.miCuenta'))
  return (
    <div className={style.page}>
      <h1>{t('cuenta.miCuenta')}</h1>
      <div className={style.panel}>
        <div className={style.row}>
          <div>
            <b>
              {profile.nombre} {profile.apellido}
            </b>
            <div className="second">{profile.mail ?? profile.usuario}</div>
            <div className="second">{company.nombre}</div>
          </div>
        </div>
        <label className={style.row}>
          <span>{t('cuenta.idioma')}</span>
          <select
            value={i18n.language.startsWith('pt') ? 'pt' : 'es'}
            onChange={(event) => chooseLanguage(event.currentTarget.value === 'pt' ? 'pt' : 'es')}
          >
            <option value="es">{t('cuenta.es')}</option>
            <option value="pt">{t('cuenta.pt')}</option>
          </select>
        </label>
        <label className={style.row}>
          <span>{t('cuenta.apariencia')}</span>
          <select
            value={colorScheme}
            onChange={(event) => {
              const chosen = schemes.find(([value]) => value === event.currentTarget.value)
              if (chosen) setColorScheme(chosen[0])
            }}
          >
            {schemes.map(([value, word]) => (
              <option key={value} value={value}>
                {t(`cuenta.${word}`)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className={`${style.row} focus-ring`} onClick={() => setChanging(true)}>
          {t('cuenta.cambiarClave')}
        </button>
      </div>
      <div className={style.panel}>
        <Row icon={IconShieldCheck} to={employeePaths.sessions()} text={t('me:cuenta.ingresosTexto')}>
          {t('me:cuenta.ingresos')}
        </Row>
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
      <ConsentPanel />
      <Button size="lg" fullWidth onClick={() => endSession({ logout: true })}>
        {t('cuenta.cerrarSesion')}
      </Button>
      {changing && (
        <Suspense fallback={null}>
          <ChangePassword opened onClose={() => setChanging(false)} />
        </Suspense>
      )}
      {downloading && <ArchiveDialog onClose={() => setDownloading(false)} />}
    </div>
  )
}

interface RowProps {
  icon: Icon
  text: string
  children: ReactNode
  /** The page that it leads to; without one it is an act. */
  to?: string
  onClick?: () => void
}

function Row({ icon: Mark, text, children, to, onClick }: RowProps) {
  const inside = (
    <>
      <Mark size={22} stroke={1.6} aria-hidden />
      <span className={style.words}>
        <b>{children}</b>
        <span className="second">{text}</span>
      </span>
      <IconChevronRight size={20} stroke={1.6} aria-hidden />
    </>
  )
  if (to !== undefined)
    return (
      <Link to={to} className={`${style.row} focus-ring`}>
        {inside}
      </Link>
    )
  return (
    <button type="button" className={`${style.row} focus-ring`} onClick={onClick}>
      {inside}
    </button>
  )
}
