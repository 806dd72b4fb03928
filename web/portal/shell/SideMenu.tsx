import { Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { entryAt, menuOf } from '#web/shared/menu.ts'
import { useViewer } from '#web/shared/viewer.ts'
import style from './SideMenu.module.css'

interface Props {
  minimised: boolean
  /** Absent where the width decides. */
  onMinimise?: ((minimised: boolean) => void) | undefined
  inDrawer?: boolean
}

/** The viewer's menu: only what they may open. */
export function SideMenu({ minimised, onMinimise, inDrawer = false }: Props) {
  const { t } = useTranslation(['shell', 'screens'])
  const viewer = useViewer()
  const { pathname } = useLocation()
  const groups = menuOf(viewer)
  const here = entryAt(pathname)
  const toggle = t(minimised ? 'menu.expandir' : 'menu.minimizar')
  return (
    <nav
      className={style.menu}
      aria-label={t('menu.principal')}
      data-minimised={minimised || undefined}
      data-drawer={inDrawer || undefined}
    >
      {groups.map(({ id: group, entries }) => (
        <div key={group} className={style.group}>
          {group !== 'principal' && group !== 'pie' && !minimised && (
            <div className={style.label}>{t(`screens:${group}`)}</div>
          )}
          <ul>
            {entries
              .flatMap((each) => (each.children.length > 0 ? each.children : [each]))
              .map(({ id, to, icon: Mark }) => (
                <li key={id}>
                  <Tooltip label={t(`screens:${id}`)} position="right" disabled={!minimised}>
                    <Link
                      to={to ?? ''}
                      className={`${style.entry} focus-ring`}
                      aria-current={id === here ? 'page' : undefined}
                      aria-label={minimised ? t(`screens:${id}`) : undefined}
                    >
                      <Mark size={19} stroke={1.6} aria-hidden />
                      {!minimised && t(`screens:${id}`)}
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
