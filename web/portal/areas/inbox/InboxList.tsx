import { Button, Checkbox, NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFileText, IconSearch } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Pagination } from '#contract/call.ts'
import { inbox, type WaitingPaper } from '#contract/inbox.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import type { ListState } from '#web/shared/lists/useListState.ts'
import { useKeys } from '#web/shared/lists/useKeys.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { useTotalText } from '#web/shared/lists/useTotalText.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { MoveKeys, useCountText, Waited } from './list-parts.tsx'
import { usePapersToDecide } from '../../shell/usePapersToDecide.ts'
import { ManyDialog } from './ManyDialog.tsx'
import style from './InboxList.module.css'

/** The part of the list: what the viewer decides, what others decide, or what was returned to its sender. */
export type Shown = 'porDecidir' | 'deOtros' | 'devueltos'

interface Props {
  /** The title and the ways to the inbox's other lists. */
  head: ReactNode
  answer: UseQueryResult<{ data: WaitingPaper[]; pagination: Pagination }>
  state: ListState
  shown: Shown
  current: number | null
  onOpen: (row: WaitingPaper) => void
  onMove: (step: 1 | -1) => void
  onManyDecided: (ids: readonly number[]) => Promise<void>
}

/** Papers that wait, the longest waiting first; some can be chosen and decided together. */
export function InboxList({ head, answer, state, shown, current, onOpen, onMove, onManyDecided }: Props) {
  const { t } = useWords('inbox')
  const decides = shown === 'porDecidir'
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [many, setMany] = useState<'aprobar' | 'rechazar'>()
  const rows = answer.data?.data ?? []
  const marked = chosen.filter((id) => rows.some((row) => row.id === id))
  useKeys({ j: () => onMove(1), k: () => onMove(-1) }, many === undefined)
  return (
    <section className={`${style.list} column`} aria-label={t('lista')}>
      <header className={`${style.head} column gap-12`}>
        {head}
        <Narrowing state={state} shown={shown} />
      </header>
      {isRefusedWith(answer.error, 'NOT_FOUND') ? (
        <Nothing narrowed={false} shown={shown} />
      ) : answer.error && !answer.data ? (
        <ErrorState error={answer.error} title={t('errorLista')} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <div className={style.loading} aria-busy="true">
          {Array.from({ length: 8 }, (_, at) => (
            <Skeleton key={at} height={38} />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <Nothing narrowed={state.search !== '' || state.filters['tipo'] !== undefined} shown={shown} />
      ) : (
        <>
          <div className={`${style.order} row gap-8 second`}>
            {decides && (
              <Checkbox
                aria-label={t('elegirTodos')}
                checked={marked.length === rows.length}
                indeterminate={marked.length > 0 && marked.length < rows.length}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? rows.map(({ id }) => id) : [])
                }
              />
            )}
            <span className="grow">{t('primero')}</span>
            <span>{t(shown === 'devueltos' ? 'devueltoHace' : 'espera')}</span>
          </div>
          <ul className={`${style.rows} plain-list grow`}>
            {rows.map((row) => (
              <li
                key={row.id}
                className={`${style.row} row gap-8`}
                data-current={row.id === current || undefined}
              >
                {decides && (
                  <Checkbox
                    aria-label={t('elegir', { papel: row.tipo, persona: row.colaborador })}
                    checked={marked.includes(row.id)}
                    onChange={({ currentTarget: { checked } }) =>
                      setChosen(checked ? [...marked, row.id] : marked.filter((id) => id !== row.id))
                    }
                  />
                )}
                <Row row={row} shown={shown} current={row.id === current} onOpen={() => onOpen(row)} />
              </li>
            ))}
          </ul>
          <footer className={`${style.foot} row apart gap-8 wrap`}>
            {marked.length > 0 ? (
              <>
                <span className="figures">{t('elegidos', { count: marked.length })}</span>
                <span className="row gap-8">
                  <Button color="bad" onClick={() => setMany('rechazar')}>
                    {t('rechazarVarios', { count: marked.length })}
                  </Button>
                  <Button variant="filled" onClick={() => setMany('aprobar')}>
                    {t('aprobarVarios', { count: marked.length })}
                  </Button>
                </span>
              </>
            ) : (
              <>
                <MoveKeys />
                <ShortPager pagination={answer.data.pagination} onPage={state.setPage} />
              </>
            )}
          </footer>
        </>
      )}
      {many && (
        <ManyDialog
          act={many}
          ids={marked}
          onClose={() => setMany(undefined)}
          onDone={(done) => {
            setChosen([])
            return onManyDecided(done)
          }}
        />
      )}
    </section>
  )
}

interface RowProps {
  row: WaitingPaper
  shown: Shown
  current: boolean
  onOpen: () => void
}

function Row({ row, shown, current, onOpen }: RowProps) {
  const belongsTo = [row.colaborador, row.sector].filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      className={`${style.open} focus-ring row gap-12`}
      aria-current={current || undefined}
      onClick={onOpen}
    >
      <IconFileText size={20} aria-hidden className="quiet" />
      <span className={style.words}>
        <b>{row.tipo}</b>
        <span className="second" title={belongsTo}>
          {belongsTo}
        </span>
      </span>
      <Waited since={(shown === 'devueltos' && row.devuelto_el) || row.enviado} />
    </button>
  )
}

const counted = (label: string, count: string | undefined) => [label, count].filter(Boolean).join(' ')

function Narrowing({ state, shown }: { state: ListState; shown: Shown }) {
  const { t } = useWords('inbox')
  const countText = useCountText()
  const totalText = useTotalText()
  const papers = usePapersToDecide({ enabled: true }).data?.pagination
  const [text, setText] = useState(state.search)
  const search = useDebouncedCallback(state.setSearch, 300)
  const { data } = useCall(inbox.filters, {})
  const type = state.filters['tipo']?.[0] ?? ''
  return (
    <>
      <TextInput
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          search(value)
        }}
        placeholder={t('buscar')}
        aria-label={t('buscar')}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <div className="column gap-8">
        <SegmentedControl
          fullWidth
          aria-label={t('ver')}
          value={shown}
          onChange={(value) => state.setFilter('ver', value === 'porDecidir' ? [] : [value])}
          data={[
            { value: 'porDecidir', label: counted(t('porDecidir'), papers && totalText(papers)) },
            { value: 'deOtros', label: counted(t('deOtros'), data && countText(data.de_otros)) },
            { value: 'devueltos', label: counted(t('devueltos'), data && countText(data.devueltos)) },
          ]}
        />
        <NativeSelect
          aria-label={t('tipo')}
          value={type}
          onChange={({ currentTarget }) =>
            state.setFilter('tipo', currentTarget.value ? [currentTarget.value] : [])
          }
          data={[
            { value: '', label: t('todosLosTipos') },
            ...(data?.tipos ?? []).map(({ id, nombre, total }) => ({
              value: String(id),
              label: total === null ? nombre : `${nombre} · ${numberText(total)}`,
            })),
          ]}
        />
      </div>
    </>
  )
}

function Nothing({ narrowed, shown }: { narrowed: boolean; shown: Shown }) {
  const { t } = useWords('inbox')
  if (narrowed)
    return (
      <EmptyState drawing="nothing" title={t('sinResultados')}>
        {t('sinResultadosTexto')}
      </EmptyState>
    )
  if (shown === 'devueltos')
    return <EmptyState title={t('vaciaDevueltos')}>{t('vaciaDevueltosTexto')}</EmptyState>
  if (shown === 'deOtros') return <EmptyState title={t('vaciaOtros')}>{t('vaciaOtrosTexto')}</EmptyState>
  return <EmptyState title={t('vacia')}>{t('vaciaTexto')}</EmptyState>
}
