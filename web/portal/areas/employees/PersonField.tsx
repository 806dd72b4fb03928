import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Call } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import { bind, type FieldProps } from '#web/shared/forms/fields.tsx'
import { listedName } from '#web/shared/session/names.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** The fewest letters that a search of people takes. */
const fewest = 3

interface Props {
  /** The person chosen so far, shown before anything is searched. */
  chosen?: { id: number; nombre: string } | null
  /** The person to leave out of the results: the one whose field this is. */
  except?: number | undefined
}

/** Somebody of the company, found while their name, tax id or file number is typed. */
export function PersonField<C extends Call>(props: FieldProps<C> & Props) {
  const { t } = useWords('employees')
  const { form, name, chosen, except, ...rest } = props
  const [kept, setKept] = useState(chosen ?? null)
  const [typed, setTyped] = useState(chosen?.nombre ?? '')
  const [settled] = useDebouncedValue(typed.trim(), 250)
  const searching = settled.length >= fewest && settled !== kept?.nombre
  const answer = useCall(employees.searchActive, { buscar: settled }, { enabled: searching })
  const found = searching ? (answer.data ?? []).filter(({ id }) => id !== except) : []
  const listed = kept && !found.some(({ id }) => id === kept.id) ? [kept, ...found] : found
  const value = form.values[name]
  return (
    <Select
      {...bind({ form, name, ...rest })}
      data={listed.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
      value={value === undefined || value === null || value === '' ? null : String(value)}
      onChange={(id) => {
        setKept(listed.find((each) => String(each.id) === id) ?? null)
        form.set(name, id ?? '')
      }}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched: by tax id and file number as well, which the label doesn't show.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const person = found.find(({ id }) => String(id) === option.value)
        return (
          <div>
            <div>{listedName(option.label, person?.apodo ?? null)}</div>
            {person && (
              <div className="second figures">
                {[person.numero_legajo, person.sector, person.locacion].filter(Boolean).join(' · ')}
              </div>
            )}
          </div>
        )
      }}
      nothingFoundMessage={
        typed.trim().length < fewest
          ? t('persona.escribir', { count: fewest })
          : answer.data && settled === typed.trim()
            ? t('persona.nadie')
            : t('persona.buscando')
      }
      placeholder={t('persona.placeholder')}
    />
  )
}
