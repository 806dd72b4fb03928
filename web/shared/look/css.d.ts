import 'react'

declare module 'react' {
  /** Our own CSS variables may be set on an element. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}
