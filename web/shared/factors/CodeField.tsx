import { useId, useEffect, useRef } from 'react'
import { Warning } from '#web/shared/look/outlines.tsx'
import style from './factors.module.css'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

const places = [0, 1, 2, 3, 4, 5]

/** Six digits in six boxes over one input, so that paste, password managers and screen readers work as usual. */
export function CodeField({ label, value, onChange, error }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <div>
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      <div className={style.code} data-wrong={error ? true : undefined}>
        <input
          ref={input}
          id={id}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <div aria-hidden>
          {places.map((place) => (
            <span
              key={place}
              className="figures"
              data-next={place === Math.min(value.length, 5) ? true : undefined}
            >
              {value[place]}
            </span>
          ))}
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className={style.wrong} role="alert">
          <Warning size={16} /> {error}
        </p>
      )}
    </div>
  )
}
