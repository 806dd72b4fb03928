import { useId, type ReactNode } from 'react'
import style from './FieldGrid.module.css'

/** A section of a form: short related fields share a row. */
export function FieldGrid({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={`${style.section} column gap-12`} {...(title && { 'aria-labelledby': id })}>
      {title && <h2 id={id}>{title}</h2>}
      <div className={style.fields}>{children}</div>
    </section>
  )
}
