import { Link } from 'react-router'
import type { Publication } from '#contract/home.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText, monthText, numberText } from '#web/shared/texts/texts.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './HomePage.module.css'

/** The latest publications, with the progress of their signing. */
export function Publications({ of }: { of: readonly Publication[] }) {
  const { t } = useWords('home')
  const { company } = useViewer()
  if (of.length === 0) return null
  return (
    <section>
      <h2>{t('publicaciones')}</h2>
      <ul className={style.publications}>
        {of.map(({ id_tipo, tipo, periodo, publicado, total, conforme, no_conforme, pendiente }) => {
          const search = new URLSearchParams({
            tipo: String(id_tipo),
            ...(periodo && { periodo: periodo.slice(0, 7) }),
          })
          const asked = conforme + no_conforme + pendiente
          return (
            <li key={`${id_tipo} ${periodo}`}>
              <Link to={`${paths.documents()}?${search}`} className="focus-ring">
                <span>
                  <b>{[tipo, periodo && monthText(periodo)].filter(Boolean).join(', ')}</b>
                  <span className="second figures">
                    {t('documentos', { count: total, cuantos: numberText(total) })} ·{' '}
                    {dateText(publicado, company.zona)}
                  </span>
                </span>
                {asked > 0 && (
                  <span className="second figures">
                    {t('firmados', { cuantos: numberText(conforme + no_conforme), total: numberText(asked) })}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
