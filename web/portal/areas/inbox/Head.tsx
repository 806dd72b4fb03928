import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { inbox, type InboxList, inboxLists } from '#contract/inbox.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useTotalText } from '#web/shared/lists/useTotalText.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useCountText } from './list-parts.tsx'
import { usePapersToDecide } from '../../shell/usePapersToDecide.ts'
import style from './InboxList.module.css'

type List = 'papeles' | InboxList

interface Props {
  current: List
  /** The current list's button takes the focus: the one that was pressed has gone with its list. */
  isFocused: boolean
  onOpen: (list: List) => void
}

/** The inbox's title, and its lists with what waits for the viewer in each. The menu counts papers alone. */
export function Head({ current, isFocused, onOpen }: Props) {
  const { t } = useWords('inbox')
  const countText = useCountText()
  const totalText = useTotalText()
  const papers = usePapersToDecide({ enabled: true }).data?.pagination
  const { data } = useCall(inbox.filters, {})
  const pressed = useRef<HTMLButtonElement>(null)
  const isKnown = papers !== undefined && data !== undefined
  useEffect(() => {
    if (isFocused && isKnown) pressed.current?.focus()
  }, [isFocused, isKnown])
  const lists: { list: List; count: string }[] = isKnown
    ? [
        { list: 'papeles', count: totalText(papers) },
        ...inboxLists
          .toReversed()
          .map((list) => data.otros.find(({ bandeja }) => bandeja === list))
          .filter((one) => one !== undefined)
          .map((one) => ({ list: one.bandeja, count: countText(one.total) })),
      ]
    : []
  return (
    <>
      <h1>{t('titulo')}</h1>
      <div className={`${style.lists} row wrap gap-8`} role="group" aria-label={t('listas')}>
        {!isKnown && <Skeleton className={style.listsLoading ?? ''} />}
        {lists.map(({ list, count }) => (
          <Button
            key={list}
            ref={list === current ? pressed : undefined}
            px={10}
            variant={list === current ? 'light' : 'default'}
            aria-pressed={list === current}
            onClick={() => onOpen(list)}
          >
            {t(`listaDe.${list}`)}&nbsp;<span className="figures second">{count}</span>
          </Button>
        ))}
      </div>
    </>
  )
}
