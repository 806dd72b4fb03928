import { Checkbox, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Pagination } from '#contract/call.ts'
import { EmptyState, ErrorState } from '../pages/states.tsx'
import { useWords } from '../texts/useWords.ts'
import { LoadingRows } from './LoadingRows.tsx'
import { TableFoot } from './TableFoot.tsx'
import { isTyping } from './list-keys.ts'
import type { Narrowing } from './useNarrowing.ts'
import type { ListState } from './useListState.ts'
import { Button } from '@mantine/core'
import style from './DataTable.module.css'

export interface Column<Row> {
  /** Also the name that the call sorts by, where `sorts`. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  sorts?: boolean
  /** Its cells and its head end at the same edge, apart from the next column. */
  isFigures?: true
  /** CSS width; the first column takes what is left. */
  width?: number | string
  /** Hidden on narrow screens: 'wide' is shown from 1200 px, 'medium' from 768. */
  from?: 'medium' | 'wide'
}

interface Props<Row> {
  /** Name of the list, for a screen reader. */
  label: string
  answer: UseQueryResult<{ data: Row[]; pagination: Pagination }>
  state: ListState
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** Name of a row that is selected or opened. */
  rowName: (row: Row) => string
  /** ↵ or a double click: the record. */
  onOpen?: (row: Row) => void
  /** A click and J/K show the row's preview, by the address's `abierto`. */
  previews?: boolean
  /** Acts of one row, seen under the pointer and on focus, in place of the last column. */
  rowActions?: (row: Row) => ReactNode
  /** Acts of the ticked rows, in the foot; without it rows have no boxes. */
  bulk?: (ids: readonly string[], clear: () => void, onPage: readonly string[]) => ReactNode
  /** A row on a phone, in its own words; else the first column over the second, and the last at the right. */
  phone?: (row: Row) => ReactNode
  /** The one act of a row on a phone, at its end. */
  phoneAct?: (row: Row) => ReactNode
  /** Every id that the search finds, for 'select all of them'; absent where the acts take no more than a page. */
  everyId?: (() => Promise<readonly string[]>) | undefined
  /** Active filters, listed where nothing is found, each with a function that removes it. */
  narrowing?: readonly Narrowing[]
  /** Why there is nothing yet, and the one thing to do. */
  empty: ReactNode
  rowHeight?: 36 | 52 | 58 | 72
  /** How many rows a page has, where that can be chosen: a field in the foot. */
  sizes?: ReactNode
}

/**
 * Every list: head that stays, rows by keyboard (J and K move, X ticks, ↵ opens), ticked rows with their acts
 * in the foot, where A leads, and its states. Pages have at most 100 rows, so nothing is left out of the page.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { answer, state, columns, rowId, rowName, bulk, previews = false, onOpen, empty } = props
  const { t } = useWords()
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [active, setActive] = useState<string | null>(null)
  // On a phone rows have boxes only while some are being selected.
  const [selecting, setSelecting] = useState(false)
  const body = useRef<HTMLTableSectionElement>(null)
  const acts = useRef<HTMLSpanElement>(null)
  const rows = answer.data?.data ?? []
  const current = previews ? state.open : active
  // Key presses may come faster than the address changes: `asked` holds the rows whose addresses are still to arrive.
  const last = useRef(current)
  const asked = useRef<readonly (string | null)[]>([])
  useEffect(() => {
    const at = asked.current.lastIndexOf(current)
    asked.current = at < 0 ? [] : asked.current.slice(at + 1)
    if (asked.current.length === 0) last.current = current
  }, [current])
  const narrowed = state.search !== '' || Object.keys(state.filters).length > 0

  const toggle = (id: string) =>
    setTicked((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]))
  const go = (id: string) => {
    if (id !== last.current) asked.current = [...asked.current, id]
    last.current = id
    if (previews) state.setOpen(id)
    setActive(id)
    body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus({ focusVisible: true })
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const at = rows.findIndex((row) => rowId(row) === last.current)
      const row = rows[at]
      const next = rows[event.key === 'j' ? at + 1 : Math.max(0, at - 1)]
      if ((event.key === 'j' || event.key === 'k') && next) go(rowId(next))
      else if (event.key === 'x' && row && bulk) toggle(rowId(row))
      else if (event.key === 'a' && acts.current) focusFirstAct(acts.current)
      else if (
        event.key === 'Enter' &&
        row &&
        onOpen &&
        event.target === document.activeElement &&
        onRow(event)
      )
        onOpen(row)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  // Ticks are of the rows that were seen: another list has none.
  const narrowing = JSON.stringify([state.search, state.filters])
  useEffect(() => setTicked([]), [narrowing])

  if (answer.error && !answer.data)
    return (
      <ErrorState
        error={answer.error}
        title={t('lista.error')}
        kept={t('lista.seConserva')}
        onRetry={() => void answer.refetch()}
      />
    )
  if (answer.data && rows.length === 0 && state.page === 1)
    return narrowed ? (
      <EmptyState
        drawing="nothing"
        title={t('lista.sinResultados')}
        action={
          <Button onClick={state.clear} variant="default">
            {t('accion.limpiarFiltros')}
          </Button>
        }
      >
        {props.narrowing && (
          <>
            {t('lista.sinResultadosCon', { filtros: props.narrowing.map(({ text }) => text).join(', ') })}
            <span className={`${style.narrowing} flex gap-8`}>
              {props.narrowing.map(({ name, text, clear }) => (
                <Button
                  key={name}
                  size="compact-sm"
                  rightSection={<IconX size={16} aria-hidden />}
                  aria-label={t('lista.quitarFiltro', { nombre: text })}
                  onClick={clear}
                >
                  {text}
                </Button>
              ))}
            </span>
          </>
        )}
      </EmptyState>
    ) : (
      empty
    )
  const seen = columns.filter(({ from }) => !phone || !from)
  return (
    <div className={`${style.list} column`}>
      <div className={style.busy} data-on={answer.isFetching && answer.data ? true : undefined} aria-hidden />
      <div className={style.scroll} role="region" aria-label={props.label} tabIndex={0}>
        {phone && answer.data ? (
          <ul className={`${style.phone} plain-list`}>
            {rows.map((row) => (
              <li key={rowId(row)} data-ticked={ticked.includes(rowId(row)) || undefined}>
                {bulk && (selecting || ticked.length > 0) && (
                  <Checkbox
                    className={style.phoneBox ?? ''}
                    checked={ticked.includes(rowId(row))}
                    onChange={() => toggle(rowId(row))}
                    aria-label={`${t('lista.elegirFila')}: ${rowName(row)}`}
                  />
                )}
                <PhoneLine onOpen={previews ? () => go(rowId(row)) : onOpen && (() => onOpen(row))}>
                  {props.phone ? props.phone(row) : <PhoneRow row={row} columns={columns} />}
                </PhoneLine>
                {props.phoneAct && <span className={style.phoneAct}>{props.phoneAct(row)}</span>}
              </li>
            ))}
          </ul>
        ) : (
          <Table
            stickyHeader
            layout="fixed"
            className={style.table ?? ''}
            aria-busy={answer.isFetching}
            style={{ '--row': `${props.rowHeight ?? 36}px` }}
          >
            <Head {...props} columns={seen} ticked={ticked} setTicked={setTicked} rows={rows} />
            {!answer.data ? (
              <LoadingRows columns={seen.length} boxes={Boolean(bulk)} />
            ) : (
              <Table.Tbody ref={body}>
                {rows.map((row, at) => {
                  const id = rowId(row)
                  return (
                    <Table.Tr
                      key={id}
                      data-row={id}
                      tabIndex={current === id || (current === null && at === 0) ? 0 : -1}
                      data-ticked={ticked.includes(id) || undefined}
                      data-open={(previews && state.open === id) || undefined}
                      aria-selected={bulk ? ticked.includes(id) : undefined}
                      onFocus={(event) => event.target === event.currentTarget && setActive(id)}
                      onClick={(event) => !apart(event) && (previews ? go(id) : onOpen?.(row))}
                      onDoubleClick={(event) => !apart(event) && onOpen?.(row)}
                    >
                      {bulk && (
                        <Table.Td className={style.box ?? ''} data-apart>
                          <Checkbox
                            checked={ticked.includes(id)}
                            onChange={() => toggle(id)}
                            aria-label={`${t('lista.elegirFila')}: ${rowName(row)}`}
                          />
                        </Table.Td>
                      )}
                      {seen.map((column, position) => (
                        <Table.Td
                          key={column.id}
                          className="figures"
                          data-from={column.from}
                          data-figures={column.isFigures}
                        >
                          <div className={`${style.cell} ellipsis`}>{column.cell(row)}</div>
                          {props.rowActions && position === seen.length - 1 && (
                            <span
                              className={`${style.actions} row`}
                              role="group"
                              aria-label={t('lista.acciones')}
                              data-apart
                            >
                              {props.rowActions(row)}
                            </span>
                          )}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  )
                })}
              </Table.Tbody>
            )}
          </Table>
        )}
      </div>
      <TableFoot
        pagination={answer.data?.pagination}
        onPage={state.setPage}
        sizes={props.sizes}
        ticked={ticked.length}
        actsRef={acts}
        onClear={() => {
          // The key's button goes with the bar.
          if (document.activeElement?.matches(':focus-visible'))
            body.current
              ?.querySelector<HTMLElement>('[data-row][tabindex="0"]')
              ?.focus({ preventScroll: true })
          setTicked([])
          setSelecting(false)
        }}
        onSelect={phone && bulk && !selecting && rows.length > 0 ? () => setSelecting(true) : undefined}
        onEvery={props.everyId && (async () => setTicked((await props.everyId?.()) ?? ticked))}
        acts={
          bulk && ticked.length > 0
            ? bulk(
                ticked,
                () => setTicked([]),
                rows.map(rowId).filter((id) => ticked.includes(id)),
              )
            : null
        }
      />
    </div>
  )
}

/** A row on a phone: a button where it leads anywhere, since what doesn't may hold fields. */
function PhoneLine({ onOpen, children }: { onOpen: (() => void) | undefined; children: ReactNode }) {
  if (!onOpen) return <div className={style.phoneLine}>{children}</div>
  return (
    <button type="button" className={`${style.phoneLine} focus-ring`} onClick={onOpen}>
      {children}
    </button>
  )
}

function PhoneRow<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const [first, second] = columns
  const last = columns.at(-1)
  return (
    <span className={`${style.phoneRow} row apart gap-12`}>
      <span>
        {first?.cell(row)}
        <span className="second">{second !== last && second?.cell(row)}</span>
      </span>
      {last?.cell(row)}
    </span>
  )
}

const focusFirstAct = (acts: HTMLElement) =>
  acts.querySelector<HTMLElement>('button:not(:disabled), a')?.focus({ focusVisible: true })

/** A box or an act of a row has its own click. */
const apart = ({ target }: { target: EventTarget }) =>
  target instanceof Element && target.closest('[data-apart]') !== null

const onRow = (event: KeyboardEvent) =>
  event.target instanceof HTMLElement && event.target.dataset['row'] !== undefined

interface HeadProps<Row> extends Props<Row> {
  ticked: readonly string[]
  setTicked: (ids: readonly string[]) => void
  rows: readonly Row[]
}

function Head<Row>({ columns, bulk, state, rowId, rows, ticked, setTicked }: HeadProps<Row>) {
  const { t } = useWords()
  const ids = rows.map(rowId)
  const all = ids.length > 0 && ids.every((id) => ticked.includes(id))
  return (
    <Table.Thead>
      <Table.Tr>
        {bulk && (
          <Table.Th scope="col" className={style.box ?? ''}>
            <Checkbox
              checked={all}
              indeterminate={!all && ticked.length > 0}
              onChange={() => setTicked(all ? [] : ids)}
              aria-label={t('lista.elegirTodas')}
            />
          </Table.Th>
        )}
        {columns.map(({ id, header, sorts, width, from, isFigures }) => {
          const by = state.sort?.by === id ? state.sort : null
          return (
            <Table.Th
              key={id}
              scope="col"
              data-from={from}
              data-figures={isFigures}
              style={{ width }}
              aria-sort={by ? (by.descending ? 'descending' : 'ascending') : undefined}
            >
              {sorts ? (
                <button
                  type="button"
                  className={`${style.sort} focus-ring`}
                  onClick={() => state.setSort(id)}
                >
                  {header}
                  {by && (by.descending ? <IconArrowDown size={16} /> : <IconArrowUp size={16} />)}
                </button>
              ) : (
                header
              )}
            </Table.Th>
          )
        })}
      </Table.Tr>
    </Table.Thead>
  )
}
