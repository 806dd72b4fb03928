import { Link } from 'react-router'
import { documents } from '#contract/documents/documents.ts'
import type { FollowUp } from '#contract/processes/follow-up.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { searchOf, type Narrowing } from './search-links.ts'
import style from './FollowUp.module.css'

const columns = {
  publicados: { word: 'publicados', narrows: {} },
  leidos: { word: 'leidos', narrows: { lectura: 'leido' } },
  conformes: { word: 'conforme', narrows: { estado: 'conforme' } },
  no_conformes: { word: 'no_conforme', narrows: { estado: 'no_conforme' } },
  sin_firmar: { word: 'sinFirmar', narrows: { estado: 'pendiente' } },
} as const satisfies Record<string, { word: string; narrows: Narrowing }>
type Column = keyof typeof columns
type Row = FollowUp['sectores'][number]

/** The same numbers by the sector of the day of publication, each linking to its documents. */
export function SectorTable({ followed }: { followed: FollowUp }) {
  const { t } = useWords('processes')
  const searches = useMay(documents.list.need)
  const number = (row: Row, column: Column) => {
    const { word, narrows } = columns[column]
    const count = numberText(row[column])
    if (!searches || row[column] === 0 || row.id === null) return count
    const sector = row.sector ?? t('seguir.sinSector')
    return (
      <Link
        to={searchOf(followed.id, { ...narrows, sector: String(row.id) })}
        aria-label={t('seguir.ver', { que: t(`seguir.${word}`), sector, n: count })}
      >
        {count}
      </Link>
    )
  }
  return (
    <section>
      <div className={`${style.head} row wrap apart`}>
        <h2>{t('seguir.porSector')}</h2>
        <span className={style.legend} aria-hidden>
          <i data-word="conforme" /> {t('seguir.conforme')}
          <i data-word="no_conforme" /> {t('seguir.no_conforme')}
          <i /> {t('seguir.sinFirmar')}
        </span>
      </div>
      <div className={style.scroll} role="region" aria-label={t('seguir.porSector')} tabIndex={0}>
        <table className={`table of-figures figures ${style.sectors}`}>
          <thead>
            <tr>
              <th scope="col">{t('seguir.sector')}</th>
              <th scope="col">{t('seguir.publicados')}</th>
              <th scope="col">{t('seguir.leidos')}</th>
              <th scope="col">
                <span className="only-read-aloud">{t('seguir.barra')}</span>
              </th>
              <th scope="col">{t('seguir.conforme')}</th>
              <th scope="col">{t('seguir.no_conforme')}</th>
              <th scope="col">{t('seguir.sinFirmar')}</th>
            </tr>
          </thead>
          <tbody>
            {followed.sectores.map((row) => (
              <tr key={row.id ?? 0}>
                <th scope="row">{row.sector ?? t('seguir.sinSector')}</th>
                <td>{number(row, 'publicados')}</td>
                <td>{number(row, 'leidos')}</td>
                <td className={style.barCell} aria-hidden>
                  <span className={style.bar}>
                    {row.conformes > 0 && <i data-word="conforme" style={{ flexGrow: row.conformes }} />}
                    {row.no_conformes > 0 && (
                      <i data-word="no_conforme" style={{ flexGrow: row.no_conformes }} />
                    )}
                    {row.sin_firmar + row.sin_firma > 0 && (
                      <i style={{ flexGrow: row.sin_firmar + row.sin_firma }} />
                    )}
                  </span>
                </td>
                <td>{number(row, 'conformes')}</td>
                <td data-bad={row.no_conformes > 0 || undefined}>{number(row, 'no_conformes')}</td>
                <td>{number(row, 'sin_firmar')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
