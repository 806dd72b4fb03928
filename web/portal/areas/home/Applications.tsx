import { IconExternalLink } from '@tabler/icons-react'
import { linkTo, useApplications } from '#web/shared/session/applications.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './HomePage.module.css'

/** The outside applications that the viewer's integration profiles open; nothing without any. */
export function Applications() {
  const { t } = useWords('home')
  const applications = useApplications()
  if (applications.length === 0) return null
  return (
    <section>
      <h2>{t('aplicaciones')}</h2>
      <ul className={style.ways}>
        {applications.map((one) => (
          <li key={one.id}>
            <a {...linkTo(one)}>
              <IconExternalLink size={20} aria-hidden />
              {one.nombre}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
