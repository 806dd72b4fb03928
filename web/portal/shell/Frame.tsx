import { Drawer } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { SessionGuard } from '#web/shared/SessionGuard.tsx'
import { Header } from './Header.tsx'
import { SideMenu } from './SideMenu.tsx'
import style from './Frame.module.css'

/** Header, side menu and the screen. The menu is wide, minimised (remembered), or a drawer on a phone. */
export function Frame() {
  const { t } = useTranslation(['shell', 'words'])
  const { pathname } = useLocation()
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const narrow = useMediaQuery('(max-width: 1199px)') ?? false
  const tight = useMediaQuery('(max-width: 1599px)') ?? false
  const [chosen, setChosen] = useLocalStorage<boolean | undefined>({ key: 'sideBarMinimised' })
  // Beside papers the room is theirs, until somebody chooses otherwise.
  const minimised = narrow || (chosen ?? (tight && pathname.startsWith('/documents')))
  const [opened, { open, close }] = useDisclosure()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  // Arriving at another screen starts reading there, as a page load would.
  useEffect(() => {
    close()
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [pathname, close])
  return (
    <div className={style.frame}>
      <a className={style.skip} href="#main">
        {t('saltar')}
      </a>
      <Header phone={phone} onMenu={open} />
      <div className={style.below}>
        {!phone && <SideMenu minimised={minimised} onMinimise={narrow ? undefined : setChosen} />}
        <main id="main" ref={main} tabIndex={-1} className={style.main}>
          <Outlet />
        </main>
      </div>
      <Drawer.Root opened={phone && opened} onClose={close} size={288}>
        <Drawer.Overlay />
        <Drawer.Content>
          <div className="modal-head">
            <Drawer.Title>{t('menu.principal')}</Drawer.Title>
            <Drawer.CloseButton aria-label={t('words:accion.cerrar')} />
          </div>
          <Drawer.Body p={0}>
            <SideMenu minimised={false} inDrawer />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <SessionGuard />
    </div>
  )
}

/** The frame's outline until the first screen is there. */
export function FrameWait() {
  return (
    <div className={style.frame} aria-busy>
      <div className={style.waitHeader} />
    </div>
  )
}
