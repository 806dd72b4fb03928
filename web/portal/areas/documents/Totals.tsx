import type { InputOf } from '#contract/call.ts'
import { documents } from '#contract/documents/documents.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import type { ListState } from '#web/shared/lists/useListState.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { SectorTotals } from './SectorTotals.tsx'
import style from './Totals.module.css'

interface Props {
  state: ListState
  input: InputOf<typeof documents.list>
}

const signing = ['conforme', 'no_conforme', 'pendiente', 'falta_la_firma_de_la_empresa', 'anulado'] as const
const reading = ['leido', 'sin_leer'] as const

/** Counts of signed, waiting and read documents, once type and period are chosen. Each number opens its documents. */
export function Totals({ state, input }: Props) {
  const { t } = useWords('documents')
  const { page: _page, orden: _orden, estado: _estado, lectura: _lectura, periodo, tipo, ...others } = input
  const asked = { ...others, periodo: periodo ?? '', tipo: tipo ?? [] }
  const totals = useCall(documents.totals, asked, {
    enabled: periodo !== undefined && tipo !== undefined,
  }).data
  if (!totals || Object.keys(totals.estados).length === 0) return null
  const { estados } = totals
  const read = { leido: totals.leidos, sin_leer: totals.sin_leer }
  const number = (
    filter: 'estado' | 'lectura',
    word: (typeof signing | typeof reading)[number],
    count: number,
  ) => {
    const chosen = state.filters[filter]?.join() === word
    return (
      <button
        key={word}
        type="button"
        className={`${style.total} focus-ring figures`}
        aria-pressed={chosen}
        onClick={() => state.setFilter(filter, chosen ? [] : [word])}
      >
        <b>{numberText(count)}</b> {t(`totales.${word}`, { count })}
      </button>
    )
  }
  return (
    <div className={`${style.totals} row wrap`} role="group" aria-label={t('totales.linea')}>
      <span className={style.bar} aria-hidden>
        {signing
          .filter((word) => word !== 'anulado' && estados[word])
          .map((word) => (
            <i key={word} data-word={word} style={{ flexGrow: estados[word] }} />
          ))}
      </span>
      {signing.map((word) => estados[word] && number('estado', word, estados[word]))}
      <span className={style.part}>
        {reading.map((word) => read[word] > 0 && number('lectura', word, read[word]))}
      </span>
      <SectorTotals state={state} asked={asked} />
    </div>
  )
}
