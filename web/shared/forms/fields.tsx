import {
  Checkbox,
  NumberInput,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
  type ComboboxData,
} from '@mantine/core'
import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Call, InputOf } from '#contract/call.ts'
import { useWords } from '../texts/useWords.ts'
import type { Form } from './useForm.ts'

/** Properties of every field: the form, the wire name, the label, and a line of help. */
export interface FieldProps<C extends Call> {
  form: Form<C>
  name: keyof InputOf<C> & string
  label: string
  help?: ReactNode
  /** Shown, not edited. */
  locked?: boolean
}

/** A form's error as fields show it: an icon and the words. */
export function errorLine(text: string | undefined): ReactNode {
  return text ? (
    <>
      <IconAlertCircle size={16} aria-hidden /> {text}
    </>
  ) : null
}

/** The properties that bind a Mantine input to a form's field; the value is separate, since its type differs. */
export function bind<C extends Call>({ form, name, label, help, locked }: FieldProps<C>) {
  form.labels.set(name, label)
  return {
    id: `${form.id}-${name}`,
    label,
    description: help,
    required: form.required(name),
    // The browser's own bubbles would speak before ours.
    withAsterisk: form.required(name),
    error: errorLine(form.errors[name]),
    disabled: form.busy,
    readOnly: locked ?? false,
    ...(locked && { rightSection: <IconLock size={16} aria-hidden /> }),
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

interface TextProps {
  placeholder?: string
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'email' | 'tel'
  /** Takes the focus when its dialog opens. */
  first?: boolean
}

/** One line of text. */
export function TextField<C extends Call>(props: FieldProps<C> & TextProps) {
  const { form, name, placeholder, autoComplete = 'off', inputMode, first } = props
  return (
    <TextInput
      {...bind(props)}
      value={text(form.values[name])}
      onChange={(event) => form.set(name, event.currentTarget.value)}
      autoComplete={autoComplete}
      {...(placeholder && { placeholder })}
      {...(inputMode && { inputMode })}
      {...(first && { 'data-autofocus': true })}
    />
  )
}

/** Several lines of text, of at most so many characters. */
export function AreaField<C extends Call>(props: FieldProps<C> & { most: number; first?: boolean }) {
  const { form, name, most, first } = props
  return (
    <Textarea
      {...bind(props)}
      value={text(form.values[name])}
      onChange={(event) => form.set(name, event.currentTarget.value)}
      maxLength={most}
      rows={3}
      {...(first && { 'data-autofocus': true })}
    />
  )
}

/** A password that can be looked at. `autoComplete` is 'current-password' unless it is a new one. */
export function PasswordField<C extends Call>(
  props: FieldProps<C> & { autoComplete?: 'current-password' | 'new-password' | 'off'; first?: boolean },
) {
  const { t } = useWords()
  const { form, name, autoComplete = 'current-password', first } = props
  return (
    <PasswordInput
      {...bind(props)}
      value={text(form.values[name])}
      onChange={(event) => form.set(name, event.currentTarget.value)}
      autoComplete={autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': t('formulario.mostrar') }}
      {...(first && { 'data-autofocus': true })}
    />
  )
}

/** One of a list. Values are texts; a number on the wire is `String(id)` here. */
export function SelectField<C extends Call>(
  props: FieldProps<C> & {
    data: ComboboxData
    placeholder?: string
    searchable?: boolean
    clearable?: boolean
  },
) {
  const { form, name, data, placeholder, searchable = false, clearable = false } = props
  const value = form.values[name]
  return (
    <Select
      {...bind(props)}
      data={data}
      value={value === undefined || value === null || value === '' ? null : String(value)}
      onChange={(chosen) => form.set(name, chosen ?? '')}
      searchable={searchable}
      clearable={clearable}
      {...(placeholder && { placeholder })}
    />
  )
}

/** A figure with its unit, e.g. ' mm'. */
export function NumberField<C extends Call>(
  props: FieldProps<C> & { suffix?: string; min?: number; max?: number; decimals?: number },
) {
  const { form, name, suffix, min, max, decimals = 0 } = props
  const value = form.values[name]
  return (
    <NumberInput
      {...bind(props)}
      value={typeof value === 'number' ? value : ''}
      onChange={(figure) => form.set(name, figure === '' ? '' : Number(figure))}
      decimalScale={decimals}
      decimalSeparator=","
      {...(suffix && { suffix })}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
    />
  )
}

/** A checkbox with its sentence; the form's value is a boolean. `shut` explains why it is disabled. */
export function CheckField<C extends Call>(props: FieldProps<C> & { shut?: string | undefined }) {
  const { form, name, label, shut } = props
  const { description, error, required, disabled, id } = bind(props)
  return (
    <Checkbox
      id={id}
      label={
        <>
          {label}
          {required && <span className="mantine-InputWrapper-required"> *</span>}
        </>
      }
      description={shut ?? description}
      error={error}
      disabled={disabled || shut !== undefined}
      checked={form.values[name] === true}
      onChange={(event) => form.set(name, event.currentTarget.checked)}
    />
  )
}
