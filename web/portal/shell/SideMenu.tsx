import { Tooltip } from '@mantine/core'
import {
  IconBook2,
  IconExternalLink,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMessageCircle,
  IconStar,
} from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { screenOf } from '#contract/permissions/permissions.ts'
import { entryAt, type MenuEntry } from '#web/shared/pages/menu.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useMenu } from '../open-screens.ts'
import { Footer } from './Footer.tsx'
import { Entry } from './MenuEntry.tsx'
import { useFavourites } from './useFavourites.ts'
import { usePages } from './usePages.ts'
import { useInboxCount } from './useInboxCount.ts'
import { useEdges } from './useEdges.ts'
import style from './SideMenu.module.css'

interface Props {
  minimised: boolean
  /** Absent where the width decides. */
  onMinimise?: ((minimised: boolean) => void) | undefined
  inDrawer?: boolean
}

/** The viewer's menu: what they pinned, and what they may open. Every entry is a link of its own. */
export function SideMenu({ minimised, onMinimise, inDrawer = false }: Props) {
  const { t } = useWords(['shell', 'shell-screens', 'shell-frame'])
  const { pathname } = useLocation()
  const here = entryAt(pathname)
  const groups = useMenu()
  const { pinned } = useFavourites()
  const waiting = useInboxCount()
  const pages = usePages()
  const places = useEdges(pathname)
  const toggle = t(minimised ? 'menu.expandir' : 'menu.minimizar')
  const draw = (entry: MenuEntry) => (
    <li key={entry.id}>
      <Entry entry={entry} minimised={minimised} here={here} waiting={waiting} />
    </li>
  )
  const favourites = pinned.map((id): MenuEntry => ({
    id,
    icon: IconStar,
    to: screenOf(id).path,
    code: undefined,
    badge: false,
    popup: false,
    children: [],
  }))
  return (
    <nav
      className={`${style.menu} column`}
      aria-label={t('menu.principal')}
      data-minimised={minimised || undefined}
      data-drawer={inDrawer || undefined}
    >
      <div ref={places} className={style.places}>
        {favourites.length > 0 && (
          <div className={style.group}>
            {!minimised && <div className={style.label}>{t('shell-frame:favoritos.titulo')}</div>}
            <ul>
              {favourites.map((entry) => (
                <li key={entry.id}>
                  <Entry entry={entry} minimised={minimised} here={null} waiting={null} />
                </li>
              ))}
            </ul>
          </div>
        )}
        {groups
          .filter(({ id }) => id !== 'pie')
          .map(({ id, entries }) => (
            <div key={id} className={style.group}>
              {id !== 'principal' && !minimised && (
                <div className={style.label}>{t(`shell-screens:${id}`)}</div>
              )}
              <ul>{entries.map(draw)}</ul>
            </div>
          ))}
      </div>
      <div className={style.foot}>
        <ul>
          {groups.filter(({ id }) => id === 'pie').flatMap(({ entries }) => entries.map(draw))}
          {inDrawer && pages?.soporte && (
            <li>
              <a
                href={pages.soporte}
                target="_blank"
                rel="noopener noreferrer"
                className={`${style.entry} focus-ring row gap-12`}
              >
                <IconMessageCircle size={19} aria-hidden />
                <span className="grow ellipsis">{t('shell-frame:soporte')}</span>
                <IconExternalLink size={16} aria-hidden />
              </a>
            </li>
          )}
          {pages?.manual && (
            <li>
              <Tooltip label={t('shell-frame:manual')} position="right" disabled={!minimised}>
                <a
                  href={pages.manual}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={`${style.entry} focus-ring row gap-12`}
                  aria-label={minimised ? t('shell-frame:manual') : undefined}
                >
                  <IconBook2 size={19} aria-hidden />
                  {!minimised && <span className="grow ellipsis">{t('shell-frame:manual')}</span>}
                  {!minimised && <IconExternalLink size={16} aria-hidden />}
                </a>
              </Tooltip>
            </li>
          )}
        </ul>
        {onMinimise && (
          <Tooltip label={toggle} position="right" disabled={!minimised}>
            <button
              type="button"
              className={`${style.entry} focus-ring row gap-12`}
              aria-label={minimised ? toggle : undefined}
              onClick={() => onMinimise(!minimised)}
            >
              {minimised ? (
                <IconLayoutSidebarLeftExpand size={19} aria-hidden />
              ) : (
                <IconLayoutSidebarLeftCollapse size={19} aria-hidden />
              )}
              {!minimised && toggle}
            </button>
          </Tooltip>
        )}
        <Footer minimised={minimised} />
      </div>
    </nav>
  )
}
