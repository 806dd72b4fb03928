import { useTranslation } from 'react-i18next'
import type { InputOf } from '#contract/call.ts'
import { documents, type DocumentWord } from '#contract/documents.ts'
import { numberText } from '#web/shared/texts.ts'
import { useCall } from '#web/shared/useCall.ts'
import type { ListState } from '#web/shared/useListState.ts'
import style from './Totals.module.css'

interface Props {
  state: ListState
  input: InputOf<typeof documents.list>
}

const order: readonly DocumentWord[] = [
  'conforme',
  'no_conforme',
  'pendiente',
  'leido',
  'sin_leer',
  'falta_la_firma_de_la_empresa',
  'anulado',
]

/** Where type and period are chosen: how many are in each state, each a filter. */
export function Totals({ state, input }: Props) {
  const { t } = useTranslation('documents')
  const { page: _page, orden: _orden, estado: _estado, periodo, tipo, ...others } = input
  const totals = useCall(
    documents.totals,
    { ...others, periodo: periodo ?? '', tipo: tipo ?? [] },
    { enabled: periodo !== undefined && tipo !== undefined },
  ).data
  if (!totals) return null
  const counted = order.flatMap((word) => (totals[word] ? [{ word, count: totals[word] }] : []))
  return (
    <div className={style.totals} role="group" aria-label={t('totales.linea')}>
      <span className={style.bar} aria-hidden>
        {counted
          .filter(({ word }) => word !== 'anulado')
          .map(({ word, count }) => (
            <i key={word} data-word={word} style={{ flexGrow: count }} />
          ))}
      </span>
      {counted.map(({ word, count }) => {
        const chosen = state.filters['estado']?.join() === word
        return (
          <button
            key={word}
            type="button"
            className={`${style.total} focus-ring figures`}
            aria-pressed={chosen}
            onClick={() => state.setFilter('estado', chosen ? [] : [word])}
          >
            <b>{numberText(count)}</b> {t(`totales.${word}`, { count })}
          </button>
        )
      })}
    </div>
  )
}
