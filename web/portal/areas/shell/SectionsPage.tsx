import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MenuEntry } from '#web/shared/pages/menu.ts'
import { PlainPage } from '#web/shared/pages/pages.tsx'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useMenu } from '../../open-screens.ts'
import style from './SectionsPage.module.css'

const notDocuments = ['home', 'employeeslist']

/** The menu's document screens, as cards. */
export function DocumentSections() {
  return (
    <Cards
      title="mainDocumentPage"
      of={(groups) =>
        [...(groups.get('principal') ?? []), ...(groups.get('gestion') ?? [])].filter(
          ({ id }) => !notDocuments.includes(id),
        )
      }
    />
  )
}

/** The menu's company screens, as cards. */
export function BusinessSections() {
  return (
    <Cards
      title="mainBusinessPage"
      of={(groups) => [...(groups.get('empresa') ?? []), ...(groups.get('pie') ?? [])]}
    />
  )
}

interface Props {
  title: 'mainDocumentPage' | 'mainBusinessPage'
  of: (groups: ReadonlyMap<string, readonly MenuEntry[]>) => MenuEntry[]
}

function Cards({ title, of }: Props) {
  const { t } = useTranslation(['shell-screens', 'permissions'])
  const viewer = useViewer()
  const groups = new Map(useMenu().map(({ id, entries }) => [id, entries]))
  const cards = of(groups).flatMap((entry) =>
    (entry.children.length > 0 ? entry.children : [entry]).flatMap(({ id, to }) =>
      to === null ? [] : [{ id, to, icon: entry.icon }],
    ),
  )
  const perfil = viewer.profile.perfiles.find(({ actual }) => actual)?.nombre ?? ''
  return (
    <PlainPage title={t(title)}>
      <h1>{t(title)}</h1>
      {cards.length === 0 ? (
        <EmptyState
          drawing="shut"
          title={t('permissions:falta.sin', { perfil, empresa: viewer.company.nombre })}
        />
      ) : (
        <ul className={style.cards}>
          {cards.map(({ id, to, icon: Mark }) => (
            <li key={id}>
              <Link to={to} className="focus-ring">
                <Mark size={20} aria-hidden />
                {t(id)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PlainPage>
  )
}
