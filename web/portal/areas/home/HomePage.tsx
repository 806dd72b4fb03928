import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PlainPage } from '#web/shared/pages.tsx'
import { useViewer, may } from '#web/shared/viewer.ts'
import { menu } from '#web/portal/menu.ts'
import { paths } from '#web/shared/paths.ts'
import style from './HomePage.module.css'

/** Where somebody lands: what they may do here, each a step away. */
export function HomePage() {
  const { t } = useTranslation('shell')
  const viewer = useViewer()
  const entries = menu
    .flatMap((group) => group.entries)
    .filter(({ to, need }) => to !== paths.home() && may(viewer, need))
  return (
    <PlainPage title={t('menu.inicio')}>
      <h1>{t('inicio.hola', { nombre: viewer.profile.nombre })}</h1>
      <ul className={style.ways}>
        {entries.map(({ label, to, icon: Mark }) => (
          <li key={to}>
            <Link to={to}>
              <Mark size={20} stroke={1.6} aria-hidden />
              {t(`menu.${label}`)}
              <IconChevronRight size={18} stroke={1.6} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </PlainPage>
  )
}
