import { Drawer } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { inbox } from '#contract/inbox.ts'
import { shell } from '#contract/shell/shell.ts'
import { TermsDialog } from '#web/shared/account/TermsDialog.tsx'
import { ConnectionBand } from '#web/shared/calls/ConnectionBand.tsx'
import { PageMark } from '#web/shared/pages/pages.tsx'
import { useScrollMemory } from '#web/shared/pages/scroll-memory.ts'
import { SessionGuard } from '#web/shared/session/SessionGuard.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { FavouriteStar } from './FavouriteStar.tsx'
import { Header } from './Header.tsx'
import { HelpLink } from './HelpLink.tsx'
import { noteScreen } from './lastScreens.ts'
import { Notice, useNotice } from './Notice.tsx'
import { SideMenu } from './SideMenu.tsx'
import { useFreshAfterActs } from './useWaiting.ts'
import style from './Frame.module.css'

const counted = [shell.concerns.path, shell.running.path, inbox.documents.path, inbox.tasks.path]

/** Screens that show papers, or several columns beside each other. */
const roomy = [
  '/documents/search',
  '/documents/detail',
  '/documents/disagreements',
  '/documents/publish/massive?',
  '/CustomEmails/edit',
]

/** Notice, header, side menu and the screen. The menu is wide, minimised (remembered), or a drawer on a phone. */
export function Frame() {
  const { t } = useWords(['shell', 'words'])
  const { pathname, search } = useLocation()
  const { profile } = useViewer()
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const narrow = useMediaQuery('(max-width: 1199px)') ?? false
  const tight = useMediaQuery('(max-width: 1599px)') ?? false
  const [chosen, setChosen] = useLocalStorage<boolean | undefined>({ key: 'sideBarMinimised' })
  // These screens need the room, until somebody chooses otherwise.
  const minimised =
    narrow || (chosen ?? (tight && roomy.some((path) => (pathname + search).startsWith(path))))
  const [opened, { open, close }] = useDisclosure()
  const notice = useNotice(pathname)
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useFreshAfterActs(counted)
  useScrollMemory(main)
  // Arriving at another screen starts reading there, as a page load would.
  useEffect(() => {
    close()
    noteScreen(profile.id, pathname)
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
  }, [pathname, close, profile.id])
  return (
    <div className={style.frame} data-notice={notice ? true : undefined}>
      <a className="skip" href="#main">
        {t('saltar')}
      </a>
      {notice && <Notice notice={notice} />}
      <Header phone={phone} narrow={narrow} onMenu={open} />
      <div className={style.below}>
        {!phone && <SideMenu minimised={minimised} onMinimise={narrow ? undefined : setChosen} />}
        <main id="main" ref={main} tabIndex={-1} className={`${style.main} column grow`}>
          <PageMark
            value={
              <>
                <FavouriteStar />
                <HelpLink />
              </>
            }
          >
            <Outlet />
          </PageMark>
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
      {profile.terminos && <TermsDialog />}
      <ConnectionBand />
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
