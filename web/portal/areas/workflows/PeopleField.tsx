import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { mostMembers, workflows } from '#contract/workflows.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

interface Props {
  value: readonly number[]
  /** People of whom the names are known. */
  known: readonly { id: number; nombre: string }[]
  disabled: boolean
  onChange: (people: number[]) => void
}

/** People who may decide, searched by name among those with the task inbox or an approver's profile. */
export function PeopleField({ value, known, disabled, onChange }: Props) {
  const { t } = useWords('workflows')
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, 250)
  const { data = [] } = useCall(workflows.people, asked ? { buscar: asked } : {})
  const names = useRef(new Map(known.map(({ id, nombre }) => [id, nombre]))).current
  for (const { id, nombre } of data) names.set(id, nombre)
  const offered = [...new Set([...value, ...data.map(({ id }) => id)])]
  return (
    <MultiSelect
      label={t('alta.personas')}
      withAsterisk
      data={offered.map((id) => ({ value: String(id), label: names.get(id) ?? String(id) }))}
      value={value.map(String)}
      onChange={(values) => onChange(values.map(Number))}
      searchValue={search}
      onSearchChange={setSearch}
      // The server has searched.
      filter={({ options }) => options}
      maxValues={mostMembers}
      nothingFoundMessage={t('alta.nadie')}
      {...(value.length === 0 && { placeholder: t('alta.elegirPersonas') })}
      disabled={disabled}
      searchable
      hidePickedOptions
    />
  )
}
