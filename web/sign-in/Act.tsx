import type { ComponentProps } from 'react'
import style from './Act.module.css'

/** The page's buttons. Mantine's brings a loader and transitions that this page has no room for. */
export function Act({
  quiet = false,
  busy = false,
  ...props
}: ComponentProps<'button'> & { quiet?: boolean; busy?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      className={`${quiet ? style.quiet : style.act} focus-ring`}
      disabled={(props.disabled ?? false) || busy}
      aria-busy={busy}
    />
  )
}
