/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the
   articles of a feed are moved between by its keys; a click is only the pointer's way to the same */
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MassiveItem, PreviewGroup } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { actsOf, type ReceiptAct } from './acts.ts'
import { ReceiptRow } from './ReceiptRow.tsx'
import { useGroupWords } from './useGroupWords.ts'
import { useItems } from './useItems.ts'
import { useKeys } from '#web/shared/lists/useKeys.ts'
import style from './Preview.module.css'

/** The row in hand, from 0, and how often it was moved to: each move takes the focus there. */
export interface Place {
  at: number
  moves: number
}

interface Props {
  publication: MassivePublication
  group: PreviewGroup
  place: Place
  onMove: (at: number) => void
  /** The row in hand is another, without the focus being taken. */
  onPoint: (at: number) => void
  onFocused: (item: MassiveItem | null) => void
  busy: ReadonlySet<number>
  onAct: (item: MassiveItem, act: ReceiptAct) => void
  /** Opens the page of the row in hand; null where it stands beside the list. */
  onPage: (() => void) | null
  search: RefObject<HTMLInputElement | null>
  /** Whether nothing is open over the list. */
  keys: boolean
}

const settled: readonly PreviewGroup[] = ['listo', 'a_mano', 'ocr', 'excluido']

/** The receipts of a group, of which only those in sight are drawn and asked for. */
export function PreviewList(props: Props) {
  const { publication, group, place, onMove, onPoint, onFocused, busy, onAct, onPage, search, keys } = props
  const { t } = useWords(['massive', 'country'])
  const words = useGroupWords()
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [buscar] = useDebouncedValue(typed.trim(), 250)
  const { at, moves } = place
  const [seen, setSeen] = useState({ first: at, last: at + 12 })
  const items = useItems({ id: publication.id, grupo: group, buscar }, seen.first, seen.last)
  const { rows, total = 0 } = items
  const isSettled = settled.includes(group)
  // oxlint-disable-next-line react/incompatible-library -- it is not memoised here
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => (isSettled ? 72 : 108),
    overscan: 6,
    // The row in hand stays drawn wherever the list is scrolled to, or the focus would be lost with it.
    rangeExtractor: (range: Range) => {
      const drawn = defaultRangeExtractor(range)
      return at >= total || drawn.includes(at) ? drawn : [...drawn, at].toSorted((a, b) => a - b)
    },
    onChange: ({ range }) => {
      if (!range) return
      const { startIndex: first, endIndex: last } = range
      setSeen((now) => (now.first === first && now.last === last ? now : { first, last }))
    },
  })
  const item = rows.get(at) ?? null
  useEffect(() => onFocused(item), [item, onFocused])
  const moved = useRef(0)
  const some = total > 0
  const show = useEffectEvent(() => {
    if (!some || at >= total) return
    list.scrollToIndex(at, { align: 'auto' })
    // Once a move: who types in the search while its answers come keeps the focus there.
    if (moves === moved.current) return
    moved.current = moves
    box.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: true })
  })
  useEffect(() => show(), [at, moves, some, buscar])
  // Past the end, or where there are fewer than there were, the last one is in hand.
  const shorten = useEffectEvent(() => {
    if (some && at >= total) onPoint(total - 1)
  })
  useEffect(() => shorten(), [at, total])
  const step = (by: number) => () => onMove(Math.max(0, Math.min(total - 1, at + by)))
  const press = (...wanted: ReceiptAct[]) => {
    return () => {
      const act = item && wanted.find((one) => actsOf(item).includes(one))
      if (item && act) onAct(item, act)
    }
  }
  // The acts are bound here, where row and focus change in one render: a key never acts on the row before.
  useKeys(
    {
      a: press('asignar_sugerido', 'elegir'),
      p: press('publicar_igual'),
      x: press('excluir'),
      m: press('unir'),
      s: press('partir'),
      j: step(1),
      k: step(-1),
      '/': () => search.current?.focus(),
    },
    keys,
  )
  // The same functions each time, or every row in sight would be drawn anew as the list is scrolled.
  const latest = useRef({ onAct, onPage, onMove })
  useEffect(() => {
    latest.current = { onAct, onPage, onMove }
  })
  const actOn = useCallback((of: MassiveItem, act: ReceiptAct) => latest.current.onAct(of, act), [])
  const openPage = useCallback((index: number) => {
    latest.current.onMove(index)
    latest.current.onPage?.()
  }, [])
  const counted = publication.grupos.find(({ grupo }) => grupo === group)
  return (
    <section className={`${style.list} column grow`} aria-label={words.name(group)}>
      <header className={style.listHead}>
        <div className={`${style.listTitle} row wrap`}>
          <h2>{words.name(group)}</h2>
          {!isSettled && counted && counted.cantidad > 0 && (
            <span className="quiet figures">
              {t('grupo.resueltos', {
                count: counted.resueltos,
                hechos: numberText(counted.resueltos),
                total: numberText(counted.cantidad),
              })}
            </span>
          )}
          {isSettled && items.total !== undefined && (
            <span className={`quiet figures ${style.count}`}>{numberText(total)}</span>
          )}
          <TextInput
            ref={search}
            className={style.search ?? ''}
            type="search"
            maxLength={60}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              onPoint(0)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'Escape') return
              event.preventDefault()
              onMove(at)
            }}
            placeholder={t('buscar', { cuil: t('country:cuil') })}
            aria-label={t('buscar', { cuil: t('country:cuil') })}
            leftSection={<IconSearch size={16} aria-hidden />}
          />
        </div>
        <p className="second">{words.what(group)}</p>
        {items.capped && <p className="second">{t('grupo.demasiados')}</p>}
      </header>
      {items.error !== null && rows.size === 0 ? (
        <ErrorState error={items.error} title={t('error.lista')} onRetry={items.refetch} />
      ) : items.total === 0 ? (
        <Nothing searched={buscar !== ''} settled={isSettled} />
      ) : (
        <div ref={box} className={style.scroll}>
          <div
            className={style.tall}
            style={{ height: list.getTotalSize() }}
            role="feed"
            aria-label={t('grupo.lista')}
            aria-busy={items.total === undefined}
            onKeyDown={(event) => {
              if (event.target instanceof HTMLElement && event.target.closest('button')) return
              const moved: Partial<Record<string, () => void>> = {
                ArrowDown: step(1),
                ArrowUp: step(-1),
                PageDown: step(8),
                PageUp: step(-8),
                Home: () => onMove(0),
                End: () => onMove(total - 1),
                Enter: () => item && onAct(item, 'elegir'),
              }
              const act = event.ctrlKey || event.altKey || event.metaKey ? undefined : moved[event.key]
              if (!act) return
              event.preventDefault()
              act()
            }}
          >
            {list.getVirtualItems().map(({ index, start, key }) => {
              const row = rows.get(index)
              return (
                <div
                  key={key}
                  ref={list.measureElement}
                  data-index={index}
                  className={style.placed}
                  style={{ transform: `translateY(${start}px)` }}
                  role="article"
                  aria-posinset={index + 1}
                  aria-setsize={items.capped ? -1 : total}
                  aria-labelledby={row ? `receipt-${row.id}` : undefined}
                  aria-label={row ? undefined : t('hoja.abriendo')}
                  aria-current={index === at || undefined}
                  tabIndex={index === at ? 0 : -1}
                  onFocus={(event) => {
                    // By the pointer, the row would grow under it between its pressing and its letting go.
                    if (index !== at && event.target.matches(':focus-visible')) onPoint(index)
                  }}
                  onClick={() => index !== at && onMove(index)}
                >
                  {row ? (
                    <ReceiptRow
                      process={publication.id}
                      item={row}
                      focused={index === at}
                      mixed={group === 'por_resolver' || group === 'ocr' || group === 'excluido'}
                      settled={isSettled}
                      busy={busy.has(row.id)}
                      at={index}
                      onActOn={actOn}
                      onOpenPage={openPage}
                      pageApart={onPage !== null}
                    />
                  ) : (
                    <div className={style.waiting} data-settled={isSettled || undefined} aria-hidden>
                      <i />
                      <i />
                    </div>
                  )}
                </div>
              )
            })}
          </div>
        </div>
      )}
    </section>
  )
}

function Nothing({ searched, settled: isSettled }: { searched: boolean; settled: boolean }) {
  const { t } = useWords('massive')
  if (searched)
    return (
      <EmptyState drawing="nothing" title={t('vacio.buscar')}>
        {t('vacio.buscarQue')}
      </EmptyState>
    )
  return (
    <EmptyState title={t(isSettled ? 'vacio.otro' : 'vacio.excepcion')}>
      {t(isSettled ? 'vacio.otroQue' : 'vacio.excepcionQue')}
    </EmptyState>
  )
}
