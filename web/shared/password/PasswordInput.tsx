import { TextInput, type TextInputProps } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { Eye, EyeOff } from '../look/outlines.tsx'
import style from './password.module.css'

export interface PasswordInputWords {
  mostrar: string
  ocultar: string
  mayusculas: string
}

/**
 * A password input that can be revealed, warns about caps lock and accepts paste. Mantine's own would add a fifth to
 * the sign-in page's script.
 */
export function PasswordInput({ words, ...props }: TextInputProps & { words: PasswordInputWords }) {
  const [shown, setShown] = useState(false)
  const [capitals, setCapitals] = useState(false)
  const look = (event: KeyboardEvent) => setCapitals(event.getModifierState('CapsLock'))
  return (
    <TextInput
      {...props}
      size="md"
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={(event) => {
        setCapitals(false)
        props.onBlur?.(event)
      }}
      inputContainer={(input) => (
        <>
          {input}
          <span role="status" className={style.capitals}>
            {capitals && words.mayusculas}
          </span>
        </>
      )}
      rightSectionWidth={44}
      rightSection={
        <button
          type="button"
          className={`${style.eye} focus-ring`}
          aria-label={shown ? words.ocultar : words.mostrar}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={20} /> : <Eye size={20} />}
        </button>
      }
    />
  )
}
