import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { employeePlaces } from '#contract/employees/places.ts'
import type { generic } from '#contract/generic.ts'
import { bind } from '#web/shared/forms/fields.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

const lists = {
  sector: employeePlaces.sectors,
  lugar: employeePlaces.locations,
  cargo: employeePlaces.positions,
}
/** On the wire: all of them, those without any included. */
const all = 0

interface Props {
  form: Form<typeof generic.publish>
  name: keyof typeof lists
  label: string
}

/** Sectors, locations or positions, at least one; *todos* excludes the others. */
export function CategoryField({ form, name, label }: Props) {
  const { t } = useWords('generic')
  const { data = [] } = useCall(lists[name], {})
  const [opened, setOpened] = useState(false)
  const value = form.values[name]
  const chosen = Array.isArray(value) ? value.map(String) : []
  const choose = (next: string[]) => {
    // The one that was picked last decides: all, or these.
    const everybody = next.at(-1) === String(all)
    if (everybody) setOpened(false)
    form.set(name, everybody ? [all] : next.map(Number).filter((one) => one !== all))
  }
  return (
    <MultiSelect
      {...bind({ form, name, label })}
      data={[
        { value: String(all), label: t('todos') },
        ...data.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
      ]}
      value={chosen}
      onChange={choose}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      searchable
      clearable
      hidePickedOptions
      {...(chosen.length === 0 && { placeholder: t('elegir') })}
    />
  )
}
