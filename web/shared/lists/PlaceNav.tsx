import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, type To, useNavigate } from 'react-router'
import { numberText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'
import { isTyping } from './list-keys.ts'
import type { Neighbour, Place } from './place.ts'

interface Props {
  place: Place | null
  /** The address of a neighbour. */
  to: (neighbour: Neighbour) => To
  /** The state that comes with the address of a neighbour. */
  state?: (neighbour: Neighbour) => unknown
  /** Names of the ways, for a screen reader. */
  labels: { before: string; after: string }
  /** J and K go there too, where no list answers them. */
  keys?: boolean
}

type Way = 'before' | 'after'

/** The way that was taken last: the next screen's own gets the focus that the former one lost. */
let taken: Way | null = null

/** n of m, and the ways to the one before and the one after. */
export function PlaceNav({ place, to, state, labels, keys = false }: Props) {
  const { t } = useWords()
  const navigate = useNavigate()
  const ways = useRef<Partial<Record<Way, HTMLElement | null>>>({})
  useEffect(() => {
    if (!taken || !place) return
    const to = place[taken] ? taken : taken === 'before' ? 'after' : 'before'
    taken = null
    if (document.activeElement === document.body) ways.current[to]?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (!keys || !place) return
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const next = event.key === 'j' ? place.after : event.key === 'k' ? place.before : null
      if (next) void navigate(to(next), { state: state?.(next) })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  if (!place || place.total === 1) return null
  const way = (name: Way, icon: React.ReactNode) => {
    const neighbour = place[name]
    return neighbour ? (
      <ActionIcon
        component={Link}
        to={to(neighbour)}
        state={state?.(neighbour)}
        aria-label={labels[name]}
        ref={(element: HTMLElement | null) => {
          ways.current[name] = element
        }}
        onClick={() => {
          taken = name
        }}
      >
        {icon}
      </ActionIcon>
    ) : (
      <ActionIcon disabled aria-label={labels[name]}>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <>
      <span className="second figures">
        {t('lista.lugar', { n: numberText(place.n), total: numberText(place.total) })}
      </span>
      {way('before', <IconChevronUp size={20} />)}
      {way('after', <IconChevronDown size={20} />)}
    </>
  )
}
