import { Autocomplete, type OptionsFilter } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { Call } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import { bind, type FieldProps } from '#web/shared/forms/fields.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'

const lists = { sector: employees.sectors, locacion: employees.locations, cargo: employees.positions }

const everything: OptionsFilter = ({ options }) => options

/**
 * A sector, a location or a position, by its name: one of the company's, or a new one, which the server asks to
 * be confirmed before it makes it.
 */
export function PlaceField<C extends Call>(props: FieldProps<C> & { of: keyof typeof lists }) {
  const { form, name, of, ...rest } = props
  const answer = useCall(lists[of], {})
  const names = [...new Set(answer.data?.map(({ nombre }) => nombre))]
  const value = form.values[name]
  const typed = typeof value === 'string' ? value : ''
  return (
    <Autocomplete
      {...bind({ form, name, ...rest })}
      data={names}
      value={typed}
      onChange={(chosen) => form.set(name, chosen)}
      // A field that is already filled in offers all the others, not only itself.
      {...(names.includes(typed) && { filter: everything })}
      rightSection={<IconSelector size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      autoComplete="off"
      data-free-text
      classNames={{ options: 'free-text' }}
    />
  )
}
