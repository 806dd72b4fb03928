import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Call } from '#contract/call.ts'
import { expectedEnding } from '#contract/employees/check-digits.ts'
import type { Country } from '#contract/fields.ts'
import { taxIdText } from '../texts/TaxId.tsx'
import { useWords } from '../texts/useWords.ts'
import { bind, errorLine, type FieldProps } from './fields.tsx'

interface Props {
  /** Whether the company's country requires it, which the call's schema cannot know. */
  needed?: boolean
  /** The country whose tax id it is: on leaving the field it gets its separators and its check digit is checked. */
  taxIdOf?: Country
  onTyped?: (value: string) => void
}

/**
 * A national id: the hyphens and dots that it is written with fall away as it is typed or pasted. A wrong check digit is
 * said on leaving the field and refused by the server alone, because some companies allow it.
 */
export function IdField<C extends Call>(props: FieldProps<C> & Props) {
  const { t } = useWords()
  const { form, name, onTyped, taxIdOf, needed = false, ...rest } = props
  const [focused, setFocused] = useState(false)
  const value = form.values[name]
  const bare = typeof value === 'string' ? value : ''
  const ending = taxIdOf && !focused ? expectedEnding(taxIdOf, bare) : null
  const wrong = ending !== null && !bare.endsWith(ending)
  return (
    <TextInput
      {...bind({ form, name, ...rest })}
      {...(needed && { required: true, withAsterisk: true })}
      {...(wrong &&
        !form.errors[name] && {
          error: errorLine(t('formulario.digito', { count: ending.length, digito: ending })),
        })}
      value={taxIdOf && !focused ? taxIdText(bare) : bare}
      onFocus={({ currentTarget }) => queueMicrotask(() => withoutSeparators(currentTarget, setFocused))}
      onBlur={() => setFocused(false)}
      onChange={(event) => {
        const typed = event.currentTarget.value.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
        form.set(name, typed)
        onTyped?.(typed)
      }}
      autoComplete="off"
    />
  )
}

/** Another value ends a selection: whoever came by the tab key and types goes on replacing all of it. */
function withoutSeparators(field: HTMLInputElement, setFocused: (focused: boolean) => void): void {
  if (document.activeElement !== field) return
  const isAll = field.value !== '' && field.selectionStart === 0 && field.selectionEnd === field.value.length
  flushSync(() => setFocused(true))
  if (isAll) field.select()
}
