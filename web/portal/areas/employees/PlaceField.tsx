import type { Call } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import type { FieldProps } from '#web/shared/forms/fields.tsx'
import { OfferedField } from '#web/shared/forms/OfferedField.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'

const lists = { sector: employees.sectors, locacion: employees.locations, cargo: employees.positions }

/**
 * A sector, a location or a position, by its name: one of the company's, or a new one, which the server asks to
 * be confirmed before it makes it.
 */
export function PlaceField<C extends Call>({ of, ...field }: FieldProps<C> & { of: keyof typeof lists }) {
  const answer = useCall(lists[of], {})
  return <OfferedField {...field} offered={[...new Set(answer.data?.map(({ nombre }) => nombre))]} />
}
