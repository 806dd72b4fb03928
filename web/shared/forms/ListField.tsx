import { useState } from 'react'
import type { Call } from '#contract/call.ts'
import { integrations } from '#contract/integrations.ts'
import { useCall } from '../calls/useCall.ts'
import type { FieldProps } from './fields.tsx'
import { OfferedField } from './OfferedField.tsx'

const lists = {
  estado_civil: integrations.maritalStatuses,
  nacionalidad: integrations.nationalities,
  tipo_domicilio: integrations.addressTypes,
  tipo_via: integrations.streetTypes,
  tipo_zona: integrations.zoneTypes,
  organizationModel: integrations.organizationModels,
}

/** A field of a record that one list offers, and that takes any other text. The list is asked for when it opens. */
export function ListField<C extends Call>({ of, ...field }: FieldProps<C> & { of: keyof typeof lists }) {
  const [opened, setOpened] = useState(false)
  const answer = useCall<Call<(typeof lists)[typeof of]['input'], (typeof lists)[typeof of]['answer']>>(
    lists[of],
    {},
    { enabled: opened },
  )
  return (
    <OfferedField
      {...field}
      offered={answer.data?.map(({ nombre }) => nombre) ?? []}
      openOnFocus={false}
      onOpen={() => setOpened(true)}
    />
  )
}
