import { MultiSelect } from '@mantine/core'
import type { billboard } from '#contract/billboard.ts'
import { bind, CheckField } from '#web/shared/forms/fields.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

interface Named {
  id: number
  nombre: string
}

interface Props {
  form: Form<typeof billboard.create>
  all: 'todos_los_sectores' | 'todas_las_locaciones'
  some: 'sectores' | 'locaciones'
  /** Those within reach. */
  offered: readonly Named[]
  /** Those that were chosen before, whether they are still offered or not. */
  known: readonly Named[]
}

/** All sectors or locations, or some of them. */
export function PlacesField({ form, all, some, offered, known }: Props) {
  const { t } = useWords('billboard')
  const value = form.values[some]
  const options = [...offered, ...known.filter(({ id }) => !offered.some((one) => one.id === id))]
  return (
    <div className="column gap-8">
      <CheckField form={form} name={all} label={t(`form.${all}`)} />
      {form.values[all] !== true && (
        <MultiSelect
          {...bind({ form, name: some, label: t(`form.${some}`) })}
          data={options.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(values) => form.set(some, values.map(Number))}
          searchable
          clearable
          hidePickedOptions
        />
      )}
    </div>
  )
}
