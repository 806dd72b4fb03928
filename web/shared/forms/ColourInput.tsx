import { TextInput, type TextInputProps } from '@mantine/core'
import style from './ColourInput.module.css'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'leftSection'> {
  value: string
  /** The name of the colour picker, for a screen reader. */
  pickLabel: string
  onChange: (colour: string) => void
}

/** A colour, picked or typed as #rrggbb. */
export function ColourInput({ value, pickLabel, onChange, ...input }: Props) {
  return (
    <TextInput
      {...input}
      value={value}
      maxLength={7}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      leftSection={
        <input
          type="color"
          className={style.picker}
          aria-label={pickLabel}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#ffffff'}
          disabled={input.disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  )
}
