import { ActionIcon, Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconArrowLeft, IconFileStack, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { approvals, type HeldDocument } from '#contract/approvals.ts'
import type { AnswerOf } from '#contract/call.ts'
import { inbox, type InboxList } from '#contract/inbox.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import type { ListState } from '#web/shared/lists/useListState.ts'
import { useKeys } from '#web/shared/lists/useKeys.ts'
import { sectionIcons } from '#web/shared/self-service/section-icons.ts'
import { WaitingChange } from '#web/shared/self-service/WaitingChange.tsx'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Decision } from '../../shell/Decision.tsx'
import { decided } from './decided.ts'
import { MoveKeys, Waited } from './list-parts.tsx'
import { PaperPages } from './PaperPages.tsx'
import decision from './Decision.module.css'
import rowStyle from './InboxList.module.css'
import style from './InboxPage.module.css'

type Task = AnswerOf<typeof inbox.tasks>['data'][number]

/** Rows of a page of the lists. */
const perPage = 25

/** Open steps of other kinds than papers, such as publications: the list, their documents, and the decision. */
export function Held({ state, list, head }: { state: ListState; list: InboxList; head: ReactNode }) {
  const { t } = useWords('inbox')
  const wide = useMediaQuery('(min-width: 1100px)', undefined, { getInitialValueInEffect: false })
  const answer = useCall(inbox.tasks, { pagination: `${perPage},${state.page},0`, bandeja: list })
  const rows = answer.data?.data ?? []
  const asked = state.open === null ? null : Number(state.open)
  const at = rows.findIndex(({ id }) => id === asked)
  // The one that is decided leaves the list: the next one is in its place.
  const [last, setLast] = useState({ page: state.page, at: 0 })
  if (at >= 0 && (at !== last.at || state.page !== last.page)) setLast({ page: state.page, at })
  const place = state.page === last.page ? last.at : 0
  const task = rows[at] ?? (wide ? (rows[place] ?? rows.at(-1)) : undefined)
  const move = (step: 1 | -1) => {
    const to = task && rows[rows.indexOf(task) + step]
    if (to) state.setOpen(String(to.id))
  }
  useKeys({ j: () => move(1), k: () => move(-1) }, true)
  const back = (to: () => void, label: string, Label: 'span' | 'h1' = 'span') => (
    <div className={style.back}>
      <ActionIcon size="lg" aria-label={label} onClick={to}>
        <IconArrowLeft size={20} />
      </ActionIcon>
      <Label>{label}</Label>
    </div>
  )
  const tasks = (
    <section className={`${rowStyle.list} column`} aria-label={t(`${list}.titulo`)}>
      <header className={`${rowStyle.head} column gap-12`}>{head}</header>
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} title={t('errorLista')} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <div className={rowStyle.loading} aria-busy="true">
          <Skeleton height={38} />
          <Skeleton height={38} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState title={t(`${list}.vacia`)}>{t(`${list}.vaciaTexto`)}</EmptyState>
      ) : (
        <>
          <div className={`${rowStyle.order} row gap-8 second`}>
            <span className="grow">{t('primero')}</span>
            <span>{t('espera')}</span>
          </div>
          <ul className={`${rowStyle.rows} plain-list grow`}>
            {rows.map((row) => (
              <li
                key={row.id}
                className={`${rowStyle.row} row`}
                data-current={row.id === task?.id || undefined}
              >
                <Row
                  list={list}
                  row={row}
                  current={row.id === task?.id}
                  onOpen={() => state.setOpen(String(row.id))}
                />
              </li>
            ))}
          </ul>
          <footer className={`${rowStyle.foot} row apart gap-8 wrap`}>
            <MoveKeys />
            <ShortPager pagination={answer.data.pagination} onPage={state.setPage} />
          </footer>
        </>
      )}
    </section>
  )
  if (!task) return <div className={`${style.page} ${style.alone}`}>{tasks}</div>
  return (
    <div className={style.page} data-wide={wide || undefined}>
      {wide ? tasks : back(() => state.setOpen(null), t(`${list}.titulo`), 'h1')}
      {list === 'cambios' ? (
        <section className={`${decision.side} ${decision.alone}`} aria-label={task.titulo}>
          <WaitingChange key={task.id} id={task.asunto} changes={decided} />
        </section>
      ) : (
        <Documents key={task.id} list={list} task={task} />
      )}
    </div>
  )
}

interface RowProps {
  list: InboxList
  row: Task
  current: boolean
  onOpen: () => void
}

function Row({ list, row, current, onOpen }: RowProps) {
  const { t } = useWords(['inbox', 'self-service'])
  const Mark = row.seccion ? sectionIcons[row.seccion] : IconFileStack
  return (
    <button
      type="button"
      className={`${rowStyle.open} focus-ring row gap-12`}
      aria-current={current || undefined}
      onClick={onOpen}
    >
      <Mark size={20} aria-hidden className="quiet" />
      <span className={rowStyle.words}>
        <b>
          {row.titulo}
          {row.alerta && (
            <IconAlertTriangle
              size={18}
              className={`${rowStyle.alert} warn`}
              role="img"
              aria-label={t('self-service:cambio.alertas')}
            />
          )}
        </b>
        <span className="second">{row.colaborador ?? t(`${list}.de`, { nombre: row.pedido_por })}</span>
      </span>
      <Waited since={row.desde} />
    </button>
  )
}

/** The documents of a publication, one of them page by page, and the decision on all. */
function Documents({ list, task }: { list: InboxList; task: Task }) {
  const { t } = useWords('inbox')
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<HeldDocument>()
  const [seen, setSeen] = useState(false)
  const searching = useDebouncedCallback((text: string) => {
    setPage(1)
    setSearch(text)
  }, 300)
  const answer = useCall(approvals.documents, {
    id: task.id,
    page,
    perPage,
    ...(search && { buscar: search }),
  })
  const rows = answer.data?.data ?? []
  const current = chosen ?? rows[0]
  const single = task.clase === 'single_publication'
  return (
    <>
      {current ? (
        <PaperPages
          key={current.id}
          of={[approvals.page.path, task.id, current.id]}
          load={(n, signal) =>
            call(approvals.page, { id: task.id, documento: current.id, n, ancho: 1600 }, { signal })
          }
          pages={current.paginas}
          name={`${current.tipo}, ${current.colaborador}`}
          onSeen={() => setSeen(true)}
        />
      ) : (
        <div aria-busy={answer.isPending} />
      )}
      <section className={`${decision.side} column gap-16`} aria-label={task.titulo}>
        <Decision kind={task.clase} subject={task.asunto} words="aprobar" changes={decided} seen={seen} />
        {!single && (
          <TextInput
            defaultValue=""
            onChange={({ currentTarget: { value } }) => searching(value)}
            placeholder={t(`${list}.buscar`)}
            aria-label={t(`${list}.buscar`)}
            leftSection={<IconSearch size={18} aria-hidden />}
          />
        )}
        {answer.error && !answer.data ? (
          <ErrorState error={answer.error} title={t('errorLista')} onRetry={() => void answer.refetch()} />
        ) : (
          <ul className="plain-list column gap-4" aria-label={t(`${list}.documentos`)}>
            {rows.map((row) => (
              <li key={row.id}>
                <Button
                  fullWidth
                  justify="start"
                  variant={row.id === current?.id ? 'light' : 'subtle'}
                  aria-current={row.id === current?.id || undefined}
                  onClick={() => setChosen(row)}
                >
                  {row.colaborador}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {answer.data && rows.length === 0 && search !== '' && <p className="second">{t('sinResultados')}</p>}
        {answer.data && <ShortPager pagination={answer.data.pagination} onPage={setPage} />}
      </section>
    </>
  )
}
