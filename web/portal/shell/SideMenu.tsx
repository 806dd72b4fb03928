import { Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { may, useViewer } from '#web/shared/viewer.ts'
import { menu } from '#web/shared/menu.ts'
import style from './SideMenu.module.css'

interface Props {
  minimised: boolean
  /** Absent where the width decides. */
  onMinimise?: ((minimised: boolean) => void) | undefined
  inDrawer?: boolean
}

/** The viewer's menu: only what they may open. */
export function SideMenu({ minimised, onMinimise, inDrawer = false }: Props) {
  const { t } = useTranslation('shell')
  const viewer = useViewer()
  const { pathname } = useLocation()
  const groups = menu
    .map((group) => ({ ...group, entries: group.entries.filter(({ need }) => may(viewer, need)) }))
    .filter(({ entries }) => entries.length > 0)
  const toggle = t(minimised ? 'menu.expandir' : 'menu.minimizar')
  return (
    <nav
      className={style.menu}
      aria-label={t('menu.principal')}
      data-minimised={minimised || undefined}
      data-drawer={inDrawer || undefined}
    >
      {groups.map(({ label, entries }) => (
        <div key={label ?? ''} className={style.group}>
          {label && !minimised && <div className={style.label}>{t(`menu.${label}`)}</div>}
          <ul>
            {entries.map(({ label: word, to, icon: Mark, below = `${to}/` }) => (
              <li key={to}>
                <Tooltip label={t(`menu.${word}`)} position="right" disabled={!minimised}>
                  <Link
                    to={to}
                    className={`${style.entry} focus-ring`}
                    aria-current={pathname === to || pathname.startsWith(below) ? 'page' : undefined}
                    aria-label={minimised ? t(`menu.${word}`) : undefined}
                  >
                    <Mark size={19} stroke={1.6} aria-hidden />
                    {!minimised && t(`menu.${word}`)}
                  </Link>
                </Tooltip>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {onMinimise && (
        <Tooltip label={toggle} position="right" disabled={!minimised}>
          <button
            type="button"
            className={`${style.entry} ${style.toggle} focus-ring`}
            aria-label={minimised ? toggle : undefined}
            onClick={() => onMinimise(!minimised)}
          >
            {minimised ? (
              <IconLayoutSidebarLeftExpand size={19} stroke={1.6} aria-hidden />
            ) : (
              <IconLayoutSidebarLeftCollapse size={19} stroke={1.6} aria-hidden />
            )}
            {!minimised && toggle}
          </button>
        </Tooltip>
      )}
    </nav>
  )
}
