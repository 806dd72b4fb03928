import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation, useMatch } from 'react-router'
import { logoAddress } from '#web/shared/brand.ts'
import { employeePaths } from '#web/shared/paths.ts'
import { SessionGuard } from '#web/shared/SessionGuard.tsx'
import { useViewer } from '#web/shared/viewer.ts'
import style from './Frame.module.css'

/** Whose site this is and one's own account; a document being read, or just signed, has the whole screen. */
export function Frame() {
  const { t } = useTranslation('shell')
  const { profile, company } = useViewer()
  const { pathname } = useLocation()
  const reading = useMatch('/documentos/:id') !== null
  const signed = useMatch('/firmado/:ids') !== null
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
    scrollTo(0, 0)
  }, [pathname])
  const name = `${profile.nombre} ${profile.apellido}`
  return (
    <div className={style.frame}>
      <a className={style.skip} href="#main">
        {t('saltar')}
      </a>
      {!reading && !signed && (
        <header className={style.header}>
          <Link to={employeePaths.documents()} className={style.brand}>
            <img src={logoAddress(company.id)} alt="" width={28} height={28} />
            <span>{company.nombre}</span>
          </Link>
          {company.demostracion && <span className={style.demonstration}>{t('demostracion')}</span>}
          <Link to={employeePaths.account()} className={`${style.account} focus-ring`}>
            <span className="only-read-aloud">{`${t('cuenta.miCuenta')}: ${name}`}</span>
            <span className={style.initials} aria-hidden>
              {profile.nombre.charAt(0) + profile.apellido.charAt(0)}
            </span>
          </Link>
        </header>
      )}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={style.main}
        data-reading={reading || undefined}
        data-whole={reading || signed || undefined}
      >
        <Outlet />
      </main>
      <SessionGuard />
    </div>
  )
}
