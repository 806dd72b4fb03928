import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import type { Pagination } from '#contract/call.ts'
import { numberText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'
import { useSingleKeys } from './list-keys.ts'
import { useTotalText } from './useTotalText.ts'
import style from './DataTable.module.css'

interface Props {
  pagination: Pagination | undefined
  onPage: (page: number) => void
  /** The field by which the page's length is chosen. */
  sizes?: ReactNode
  ticked: number
  onClear: () => void
  /** Shows the boxes of a phone's rows. */
  onSelect?: (() => void) | undefined
  /** Ticks all that the search finds. */
  onEvery?: (() => Promise<void>) | undefined
  /** The acts of the ticked rows; with them the foot is the ink bar. */
  acts: ReactNode
  /** Around the acts, for the key that leads to them. */
  actsRef?: RefObject<HTMLSpanElement | null>
}

/** A list's foot: paging, and in the same place the acts of what is ticked, so that nothing jumps. */
export function TableFoot(props: Props) {
  const { pagination, onPage, sizes, ticked, onClear, onSelect, onEvery, acts, actsRef } = props
  const { t } = useWords()
  const { total = 0, totalIsCapped = false, page = 1, perPage = 25 } = pagination ?? {}
  const totalText = useTotalText()
  const [hasKeys] = useSingleKeys()
  const from = total === 0 ? 0 : (page - 1) * perPage + 1
  const to = Math.min(page * perPage, total)
  return (
    <div className={`${style.foot} row gap-4`} data-bulk={acts ? true : undefined}>
      {acts && (
        <>
          <span className={style.count} aria-live="polite">
            {t('lista.elegidos', { count: ticked })}
          </span>
          <ActionIcon aria-label={t('lista.quitarSeleccion')} onClick={onClear}>
            <IconX size={16} />
          </ActionIcon>
          {onEvery && ticked < total && (
            <button
              type="button"
              className={`${style.every} focus-ring`}
              aria-label={t('lista.seleccionarTodos', { cuantos: numberText(total) })}
              onClick={() => void onEvery()}
            >
              <span>{t('lista.seleccionarTodos', { cuantos: numberText(total) })}</span>
              <span>{t('lista.todosElegidos', { cuantos: numberText(total) })}</span>
            </button>
          )}
          {hasKeys && (
            <span className={`${style.key} row gap-4 to-end`}>
              <kbd>A</kbd> <span>{t('lista.irAAcciones')}</span>
            </span>
          )}
          <span ref={actsRef} className={`${style.acts} flex gap-4 ${hasKeys ? '' : 'to-end'}`}>
            {acts}
          </span>
        </>
      )}
      {onSelect && !acts && (
        <Button variant="subtle" size="compact-sm" ml={-13} onClick={onSelect}>
          {t('lista.seleccionar')}
        </Button>
      )}
      <span className={`${style.range} to-end`}>
        {pagination &&
          t('lista.rango', {
            desde: numberText(from),
            hasta: numberText(to),
            total: totalText({ total, totalIsCapped }),
          })}
      </span>
      {sizes}
      <ActionIcon
        aria-label={t('lista.paginaAnterior')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('lista.paginaSiguiente')}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </div>
  )
}
