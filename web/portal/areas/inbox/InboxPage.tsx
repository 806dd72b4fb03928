import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { inbox, inboxLists, type WaitingPaper } from '#contract/inbox.ts'
import { call } from '#web/shared/calls/call.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { useCall, useOutdate } from '#web/shared/calls/useCall.ts'
import { type ListState, useListState } from '#web/shared/lists/useListState.ts'
import { useTotalText } from '#web/shared/lists/useTotalText.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Decision } from './Decision.tsx'
import { Head } from './Head.tsx'
import { Held } from './Held.tsx'
import { InboxList, type Shown } from './InboxList.tsx'
import { PaperPages } from './PaperPages.tsx'
import style from './InboxPage.module.css'

/** Rows of a page of the list. */
const perPage = 25

/** The part of the list that its address asks for. */
function shownOf(asked: string | undefined): Shown {
  return asked === 'devueltos' || asked === 'deOtros' ? asked : 'porDecidir'
}

/** Everything that waits for the viewer's decision: papers that employees sent, and publications. */
export function InboxPage() {
  const { t } = useWords('inbox')
  usePageTitle(t('titulo'))
  const state = useListState({ filters: ['ver', 'tipo'] })
  const [changed, setChanged] = useState(false)
  const list = inboxLists.find((one) => one === state.filters['ver']?.[0])
  const head = (
    <Head
      key={list}
      current={list ?? 'papeles'}
      isFocused={changed}
      onOpen={(to) => {
        setChanged(true)
        state.setFilter('ver', to === 'papeles' ? [] : [to])
      }}
    />
  )
  return list ? (
    <Held key={list} state={state} list={list} head={head} />
  ) : (
    <Papers state={state} head={head} />
  )
}

/** Papers that employees sent: the list, the paper itself, and what is known and decided of it, side by side. */
function Papers({ state, head }: { state: ListState; head: ReactNode }) {
  const wide = useMediaQuery('(min-width: 1100px)', undefined, { getInitialValueInEffect: false })
  const shown = shownOf(state.filters['ver']?.[0])
  const types = state.filters['tipo']?.map(Number).filter((id) => id > 0) ?? []
  const answer = useCall(inbox.documents, {
    pagination: `${perPage},${state.page},0`,
    ...(state.search && { buscar: state.search }),
    ...(types.length > 0 && { tipo: types }),
    ...(shown === 'devueltos' ? { devueltos: true } : { turno: shown === 'deOtros' ? 'otros' : 'mio' }),
  })
  const rows = answer.data?.data ?? []
  const totalText = useTotalText()
  const asked = state.open === null ? null : Number(state.open)
  const id = asked ?? (wide ? (rows[0]?.id ?? null) : null)
  const open = (row: WaitingPaper | undefined) => state.setOpen(row ? String(row.id) : null)
  const at = rows.findIndex((row) => row.id === id)
  const outdate = useOutdate()
  const next = async () => {
    await outdate(inbox.paper)
    open(wide ? (rows[at + 1] ?? rows[at - 1]) : undefined)
  }
  const list = (
    <InboxList
      head={head}
      answer={answer}
      state={state}
      shown={shown}
      current={id}
      onOpen={open}
      onMove={(step) => {
        const to = rows[at + step]
        if (to) open(to)
      }}
      onManyDecided={async (ids) => {
        await outdate(inbox.paper)
        if (id !== null && ids.includes(id)) open(undefined)
      }}
    />
  )
  if (id === null) return <div className={`${style.page} ${style.alone}`}>{list}</div>
  return (
    <div className={style.page} data-wide={wide || undefined}>
      {wide && list}
      <Paper
        key={id}
        id={id}
        place={at < 0 ? null : (state.page - 1) * perPage + at + 1}
        total={totalText(answer.data?.pagination ?? { total: 0 })}
        onDecided={next}
        {...(!wide && { onBack: () => open(undefined) })}
      />
    </div>
  )
}

interface PaperProps {
  id: number
  /** Where it stands in the list, from 1; null where the list doesn't show it. */
  place: number | null
  total: string
  onDecided: () => Promise<void>
  onBack?: () => void
}

function Paper({ id, place, total, onDecided, onBack }: PaperProps) {
  const { t } = useWords('inbox')
  const { data, error } = useCall(inbox.paper, { id })
  const [seen, setSeen] = useState(false)
  const back = onBack && (
    <div className={style.back}>
      <ActionIcon size="lg" aria-label={t('volver')} onClick={onBack}>
        <IconArrowLeft size={20} />
      </ActionIcon>
      <span>{t('volver')}</span>
    </div>
  )
  // A paper that was just decided stays until the next one opens.
  if (error && !data)
    return (
      <div className={style.gone}>
        {back}
        <EmptyState
          drawing="nothing"
          title={t(isRefusedWith(error, 'NOT_FOUND') ? 'papel.noEsta' : 'errorLista')}
        >
          {isRefusedWith(error, 'NOT_FOUND') && t('papel.noEstaTexto')}
        </EmptyState>
      </div>
    )
  if (!data) return <div className={style.gone} aria-busy="true" />
  return (
    <>
      {back}
      <PaperPages
        of={[inbox.image.path, data.id, data.revision]}
        load={(page, signal) =>
          call(inbox.image, { a: data.id, b: data.revision, c: page, ancho: 1600 }, { signal })
        }
        pages={data.paginas}
        name={data.tipo}
        onSeen={() => setSeen(true)}
      />
      <Decision
        paper={data}
        place={place}
        total={total}
        seen={seen}
        alone={onBack !== undefined}
        onDecided={onDecided}
      />
    </>
  )
}
