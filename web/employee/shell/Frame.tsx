import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Outlet, useLocation, useMatch } from 'react-router'
import { logoAddress } from '#web/shared/look/brand.ts'
import { lazily } from '#web/shared/pages/lazily.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { SessionGuard } from '#web/shared/session/SessionGuard.tsx'
import { initialsOf, shownName } from '#web/shared/session/names.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { form } from '../forms.ts'
import style from './Frame.module.css'

const TermsDialog = lazy(
  form(() => import('#web/shared/account/TermsDialog.tsx').then((it) => it.TermsDialog)),
)
const OwnAvatar = lazy(async () => ({
  default: await lazily(() => import('#web/shared/account/OwnAvatar.tsx').then((it) => it.OwnAvatar)),
}))

const Places = lazy(async () => ({
  default: await lazily(() => import('./Places.tsx').then((it) => it.Places)),
}))

// The site works without it if it cannot be loaded.
const Connection = lazy<ComponentType>(() =>
  import('./Connection.tsx').then(
    (it) => ({ default: it.Connection }),
    () => ({ default: () => null }),
  ),
)

/** The company and the person's account; a document being read, or just signed, uses the whole screen. */
export function Frame() {
  const { t } = useWords('shell')
  const { profile, company } = useViewer()
  const { pathname } = useLocation()
  const reading = useMatch('/documentos/:id') !== null
  const signed = useMatch('/firmado/:ids') !== null
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  const connectionSaid = useLater()
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
    scrollTo(0, 0)
  }, [pathname])
  const initials = (
    <span className={style.initials} aria-hidden>
      {initialsOf(profile)}
    </span>
  )
  return (
    <div className={`${style.frame} column`}>
      <a className="skip" href="#main">
        {t('saltar')}
      </a>
      {!reading && !signed && (
        <header className={`${style.header} company-header row gap-12`}>
          <Link to={employeePaths.start()} className={`${style.brand} brand row gap-12 grow`}>
            <img src={logoAddress(company)} alt="" width={28} height={28} />
            <span>{company.nombre}</span>
          </Link>
          {company.demostracion && <span className={style.demonstration}>{t('demostracion')}</span>}
          <Link to={employeePaths.account()} className={`${style.account} focus-ring`}>
            <span className="only-read-aloud">{`${t('cuenta.miCuenta')}: ${shownName(profile)}`}</span>
            {profile.foto ? (
              <Suspense fallback={initials}>
                <OwnAvatar size={36} />
              </Suspense>
            ) : (
              initials
            )}
          </Link>
        </header>
      )}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={`${style.main} column`}
        data-reading={reading || undefined}
        data-whole={reading || signed || undefined}
      >
        <Outlet />
      </main>
      {!reading && !signed && (
        <Suspense fallback={null}>
          <Places />
        </Suspense>
      )}
      <SessionGuard />
      {profile.terminos && (
        <Suspense fallback={null}>
          <TermsDialog />
        </Suspense>
      )}
      {connectionSaid && (
        <Suspense fallback={null}>
          <Connection />
        </Suspense>
      )}
    </div>
  )
}

/** True once the first screen had its time: for what it doesn't wait for, and what without a connection can't be had. */
function useLater(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), 3000)
    return () => clearTimeout(timer)
  }, [])
  return later
}
