import type { ComponentProps } from 'react'
import style from './factors.module.css'

type Kind = 'filled' | 'danger' | 'plain' | 'link'

/** A button that looks alike on the sign-in page, which has none of the applications' own, and in them. */
export function Push({
  kind = 'plain',
  busy = false,
  ...props
}: ComponentProps<'button'> & { kind?: Kind; busy?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      className={`${style[kind]} focus-ring`}
      disabled={(props.disabled ?? false) || busy}
      aria-busy={busy}
    />
  )
}
