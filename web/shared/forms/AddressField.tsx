import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Call } from '#contract/call.ts'
import { integrations, mostChoices } from '#contract/integrations.ts'
import { useCall } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'
import { countryName } from '../texts/country-name.ts'
import { fold } from '../texts/fold.ts'
import type { FieldProps } from './fields.tsx'
import { OfferedField } from './OfferedField.tsx'

type Town = 'ciudad' | 'localidad' | 'partido'
type Props<C extends Call> = FieldProps<C> & { of: 'pais' | 'provincia' | Town }

/**
 * A part of an address that lists offer, and that takes any other text: states are those of the country written in the
 * form (else the company's), towns and counties those of the state. Each list is asked for when it opens.
 */
export function AddressField<C extends Call>({ of, ...field }: Props<C>) {
  if (of === 'pais') return <CountryField {...field} />
  if (of === 'provincia') return <StateField {...field} />
  return <TownField {...field} of={of} />
}

function CountryField<C extends Call>(field: FieldProps<C>) {
  const [opened, setOpened] = useState(false)
  const { data = [] } = useCall(integrations.countries, {}, { enabled: opened })
  return (
    <OfferedField
      {...field}
      offered={data.map(({ nombre }) => nombre)}
      shownText={countryName}
      keptValue={(text) => data.find(({ nombre }) => fold(nombre) === fold(text))?.id ?? text}
      openOnFocus={false}
      onOpen={() => setOpened(true)}
    />
  )
}

function StateField<C extends Call>(field: FieldProps<C>) {
  const [opened, setOpened] = useState(false)
  const states = useStates(field.form.values, opened)
  return (
    <OfferedField
      {...field}
      offered={states.map(({ nombre }) => nombre)}
      openOnFocus={false}
      onOpen={() => setOpened(true)}
    />
  )
}

function TownField<C extends Call>({ of, ...field }: FieldProps<C> & { of: Town }) {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed.trim().slice(0, 100), 250)
  const { values } = field.form
  const written = fold(writtenText(values, 'provincia'))
  const state = useStates(values, opened).find(({ nombre }) => fold(nombre) === written)?.id
  const whole = usePlaces(of, state, '', opened)
  // The server searches where it doesn't list them all.
  const isCapped = whole.length >= mostChoices
  const found = usePlaces(of, state, searched, opened && isCapped && searched !== '')
  return (
    <OfferedField
      {...field}
      offered={(isCapped && searched ? found : whole).map(({ nombre }) => nombre)}
      openOnFocus={false}
      onOpen={() => setOpened(true)}
      onTyped={setTyped}
    />
  )
}

function writtenText(values: object, name: string): string {
  const value = (values as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

/** The states of the form's country; none where the country is a text without a code. */
function useStates(values: object, enabled: boolean) {
  const { company } = useViewer()
  const country = writtenText(values, 'pais') || company.pais
  const hasCode = /^[A-Z]{2}$/.test(country)
  return useCall(integrations.states, { id: country }, { enabled: enabled && hasCode }).data ?? []
}

function usePlaces(of: Town, state: string | undefined, buscar: string, enabled: boolean) {
  const asked = { state: state ?? '', ...(buscar && { buscar }) }
  const isEnabled = enabled && state !== undefined
  const towns = useCall(
    integrations.cities,
    { country: asked.state.slice(0, 2), ...asked },
    { enabled: isEnabled && of !== 'partido' },
  )
  const counties = useCall(integrations.counties, asked, { enabled: isEnabled && of === 'partido' })
  return (of === 'partido' ? counties : towns).data ?? []
}
