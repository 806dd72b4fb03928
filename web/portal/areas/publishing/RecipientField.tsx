import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUser, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import type { publishing } from '#contract/publishing/publishing.ts'
import { bind } from '#web/shared/forms/fields.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText } from '#web/shared/texts/texts.ts'
import { listedName } from '#web/shared/session/names.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './RecipientField.module.css'

export type FoundEmployee = AnswerOf<typeof employees.searchActive>[number]

const fewestLetters = 3

interface Props {
  form: Form<typeof publishing.single>
  chosen: FoundEmployee | null
  onChoose: (person: FoundEmployee | null) => void
}

/** The recipient: found by tax id, name or file number; inactive employees are included. */
export function RecipientField({ form, chosen, onChoose }: Props) {
  const { t } = useWords(['publishing', 'country'])
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), 250)
  // Only what answers the present text is listed: Enter takes the first of it.
  const searching = settled.length >= fewestLetters && settled === typed.trim() && settled !== chosen?.nombre
  const answer = useCall(employees.searchActive, { buscar: settled, inactivos: true }, { enabled: searching })
  const found = searching ? (answer.data ?? []) : []
  const listed = chosen && !found.some(({ id }) => id === chosen.id) ? [...found, chosen] : found
  const nothing =
    typed.trim().length < fewestLetters
      ? t('colaborador.escribir', { count: fewestLetters })
      : answer.data && settled === typed.trim()
        ? t('colaborador.nadie')
        : t('colaborador.buscando')
  return (
    <div>
      <Select
        {...bind({ form, name: 'cuil', label: t('colaborador.etiqueta') })}
        data={listed.map(({ cuil, nombre }) => ({ value: cuil, label: nombre }))}
        value={chosen?.cuil ?? null}
        onChange={(cuil) => {
          onChoose(listed.find((person) => person.cuil === cuil) ?? null)
          form.set('cuil', cuil ?? '')
        }}
        searchable
        clearable
        searchValue={typed}
        onSearchChange={setTyped}
        // The server searched already, also by what the label doesn't show.
        filter={({ options }) => options}
        renderOption={({ option }) => {
          const person = listed.find(({ cuil }) => cuil === option.value)
          return (
            <div>
              <div>{listedName(option.label, person?.apodo ?? null)}</div>
              {person && (
                <div className="second">
                  <TaxId value={person.cuil} /> · {t('colaborador.legajo', { numero: person.numero_legajo })}
                </div>
              )}
            </div>
          )
        }}
        nothingFoundMessage={nothing}
        placeholder={t('colaborador.placeholder', { cuil: t('country:cuil') })}
        data-autofocus
      />
      {chosen && <Chosen person={chosen} />}
    </div>
  )
}

/** Sector and state, so that the wrong namesake is seen before anything is published. */
function Chosen({ person }: { person: FoundEmployee }) {
  const { t } = useWords('publishing')
  const gone = person.estado === 'inactive'
  const Mark = gone ? IconUserOff : IconUser
  const state =
    gone && person.fecha_baja
      ? t('colaborador.baja', { dia: dateText(person.fecha_baja) })
      : t(`colaborador.estado.${person.estado}`)
  return (
    <p className={`${style.chosen} row gap-6`} data-gone={gone || undefined}>
      <Mark size={16} aria-hidden />
      <span>
        <TaxId value={person.cuil} /> · {person.sector ?? t('colaborador.sinSector')}
        {person.locacion && ` · ${person.locacion}`} · <b>{state}</b>
      </span>
    </p>
  )
}
