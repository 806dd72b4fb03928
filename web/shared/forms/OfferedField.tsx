import { Autocomplete, type OptionsFilter } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import type { Call } from '#contract/call.ts'
import { fold } from '../texts/fold.ts'
import { bind, type FieldProps } from './fields.tsx'

interface Props {
  /** The names to choose from, without duplicates. Text that is none of them stays as it is typed. */
  offered: readonly string[]
  /** The text that stands for the form's value, as a country's name does for its code. */
  shownText?: (value: string) => string
  /** The value that is kept for a text: the opposite of `shownText`. */
  keptValue?: (text: string) => string
  /** Opens the list when the field gets the focus, by keyboard too; otherwise a click, an arrow or a letter does. */
  openOnFocus?: boolean
  /** Called whenever the list opens, so that the names are asked for no earlier. */
  onOpen?: () => void
  /** Called with each text that is typed, and with '' when the field is left. */
  onTyped?: (text: string) => void
}

const showAll: OptionsFilter = ({ options }) => options

const showMatching: OptionsFilter = ({ options, search, limit }) => {
  const wanted = fold(search)
  const matching = options.filter((option) => !('label' in option) || fold(option.label).includes(wanted))
  return matching.slice(0, limit)
}

const asItIs = (text: string) => text

/** A line of free text with names to choose from. */
export function OfferedField<C extends Call>(props: FieldProps<C> & Props) {
  const {
    form,
    name,
    offered,
    shownText = asItIs,
    keptValue = asItIs,
    openOnFocus = true,
    onOpen,
    onTyped,
    ...rest
  } = props
  // Typed text stays until the field is left, even where a code is kept for it.
  const [typed, setTyped] = useState<string | null>(null)
  const value = form.values[name]
  const text = typed ?? shownText(typeof value === 'string' ? value : '')
  const field = bind({ form, name, ...rest })
  return (
    <Autocomplete
      {...field}
      data={[...offered]}
      value={text}
      onChange={(changed) => {
        setTyped(changed)
        form.set(name, keptValue(changed))
        onTyped?.(changed)
      }}
      onBlur={() => {
        // The names may have arrived after the last letter.
        if (typed !== null && keptValue(typed) !== value) form.set(name, keptValue(typed))
        setTyped(null)
        onTyped?.('')
      }}
      {...(onOpen && { onDropdownOpen: onOpen })}
      openOnFocus={openOnFocus}
      // A field that is already filled in offers all the names until somebody types.
      filter={typed === null || offered.includes(text) ? showAll : showMatching}
      rightSection={field.rightSection ?? <IconSelector size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      autoComplete="off"
      data-free-text
      classNames={{ options: 'free-text' }}
    />
  )
}
