import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { isTyping } from '#web/shared/lists/list-keys.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import type { Neighbour, Place } from './useDocumentSearch.ts'

interface Props {
  place: Place | null
  /** The address of a neighbour. */
  to: (neighbour: Neighbour) => string
  /** J and K go there too, where no list answers them. */
  keys?: boolean
}

/** n of m, and the ways to the one before and the one after. */
export function PlaceNav({ place, to, keys = false }: Props) {
  const { t } = useTranslation('documents')
  const navigate = useNavigate()
  useEffect(() => {
    if (!keys || !place) return
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const next = event.key === 'j' ? place.after : event.key === 'k' ? place.before : null
      if (next) void navigate(to(next))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  if (!place) return null
  const way = (neighbour: Neighbour | null, label: string, icon: React.ReactNode) =>
    neighbour ? (
      <ActionIcon component={Link} to={to(neighbour)} aria-label={label}>
        {icon}
      </ActionIcon>
    ) : (
      <ActionIcon disabled aria-label={label}>
        {icon}
      </ActionIcon>
    )
  return (
    <>
      <span className="second figures">
        {t('vista.lugar', { n: numberText(place.n), total: numberText(place.total) })}
      </span>
      {way(place.before, t('vista.anterior'), <IconChevronUp size={20} />)}
      {way(place.after, t('vista.siguiente'), <IconChevronDown size={20} />)}
    </>
  )
}
