import { TextInput } from '@mantine/core'
import type { Call } from '#contract/call.ts'
import { bind, type FieldProps } from './fields.tsx'

interface Props {
  /** Whether the company's country requires it, which the call's schema cannot know. */
  needed?: boolean
  onTyped?: (value: string) => void
}

/** A national id: the hyphens and dots that it is written with fall away as it is typed or pasted. */
export function IdField<C extends Call>(props: FieldProps<C> & Props) {
  const { form, name, onTyped, needed = false, ...rest } = props
  const value = form.values[name]
  return (
    <TextInput
      {...bind({ form, name, ...rest })}
      {...(needed && { required: true, withAsterisk: true })}
      className="figures"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => {
        const bare = event.currentTarget.value.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
        form.set(name, bare)
        onTyped?.(bare)
      }}
      autoComplete="off"
    />
  )
}
