import type { AnswerOf } from '#contract/call.ts'
import { type generic, type GenericList, genericLists } from '#contract/generic.ts'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Generic.module.css'

interface Props {
  people: AnswerOf<typeof generic.recipients> | undefined
  error: unknown
  onRetry: () => void
  list: GenericList
  onList: (list: GenericList) => void
  page: { page: number; perPage: number }
  onPage: (page: number) => void
}

/** The recipients, the skipped, the inactive and the unknown: a number and a list each. */
export function Recipients({ people, error, onRetry, list, onList, page, onPage }: Props) {
  const { t } = useWords('generic')
  return (
    <section className={`${style.people} column gap-14`} aria-label={t('lista.titulo')}>
      <h2>{t('lista.titulo')}</h2>
      {error ? (
        <ErrorState error={error} title={t('lista.error')} onRetry={onRetry} />
      ) : people ? (
        <>
          <div className={`${style.counts} flex wrap gap-8`} role="group" aria-label={t('lista.titulo')}>
            {genericLists
              .filter((one) => one === 'destinatarios' || people[one] > 0)
              .map((one) => (
                <button
                  key={one}
                  type="button"
                  className="focus-ring"
                  aria-pressed={list === one}
                  data-warn={one === 'desconocidos' || undefined}
                  onClick={() => onList(one)}
                >
                  <b className="figures">{numberText(people[one])}</b>
                  <span>{t(`lista.${one}`, { count: people[one] })}</span>
                </button>
              ))}
          </div>
          <p className="second">{t(`lista.que.${list}`)}</p>
          <ul className={`${style.rows} column plain-list`}>
            {people.lista.map(({ id, nombre, cuil, sector, lugar }) => (
              <li key={id ?? cuil}>
                {nombre && <b>{nombre}</b>}
                <span className={nombre ? 'second' : undefined}>
                  <TaxId value={cuil} />
                  {[sector, lugar].map((place) => place && ` · ${place}`)}
                </span>
              </li>
            ))}
          </ul>
          <ShortPager pagination={{ ...page, total: people[list] }} onPage={onPage} />
        </>
      ) : (
        <p className="quiet">{t('lista.falta')}</p>
      )}
    </section>
  )
}
