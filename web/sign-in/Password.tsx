import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { Eye, EyeOff } from './icons.tsx'
import type { SessionWords } from './words.ts'
import style from './SignIn.module.css'

/** A password that can be looked at. Mantine's own brings a fifth more script to this page. */
export function Password({ words, ...props }: TextInputProps & { words: SessionWords }) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      size="md"
      type={shown ? 'text' : 'password'}
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
