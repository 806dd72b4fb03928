import { Radio } from '@mantine/core'
import type { Call } from '#contract/call.ts'
import { bind, type FieldProps } from './fields.tsx'
import style from './RadioField.module.css'

/** One of a few values, all of them in sight: it is chosen by one press. */
export function RadioField<C extends Call>(
  props: FieldProps<C> & {
    data: readonly { value: string; label: string }[]
    /** Takes the focus when its dialog opens. */
    first?: boolean
  },
) {
  const { form, name, data, first } = props
  const { id, disabled, readOnly: _, ...group } = bind(props)
  const value = form.values[name]
  return (
    <Radio.Group
      {...group}
      value={typeof value === 'string' ? value : ''}
      onChange={(chosen) => form.set(name, chosen)}
    >
      <div className={style.choices}>
        {data.map(({ value: each, label }, at) => (
          // The summary of what is missing leads to the first.
          <Radio
            key={each}
            {...(at === 0 && { id })}
            {...(first && at === 0 && { 'data-autofocus': true })}
            value={each}
            label={label}
            disabled={disabled}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
