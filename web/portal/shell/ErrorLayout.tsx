import type { ReactNode } from 'react'
import { Drawing } from '#web/shared/look/drawings.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import style from './ErrorLayout.module.css'

interface Props {
  drawing: 'shut' | 'lost' | 'nothing' | 'empty'
  /** 'Error 403': what people tell who helps them. */
  number?: string
  title: string
  why: ReactNode
  /** People who can help, and other ways on. */
  children?: ReactNode
  /** One filled act, and others. */
  actions: ReactNode
  /** The outcome of an act, below the acts. */
  note?: ReactNode
}

/** A page that says why something isn't there, and the way on. */
export function ErrorLayout({ drawing, number, title, why, children, actions, note }: Props) {
  usePageTitle(title)
  return (
    <div className={`${style.page} for-fingers`}>
      <section className={`${style.error} column`}>
        <Drawing of={drawing} />
        {number && <div className={style.number}>{number}</div>}
        <h1>{title}</h1>
        <div className={style.why}>{why}</div>
        {children && <div className={`${style.block} column gap-12`}>{children}</div>}
        <div className={`${style.actions} flex wrap gap-8`}>{actions}</div>
        {note !== undefined && (
          <div role="status" className={style.note}>
            {note}
          </div>
        )}
      </section>
    </div>
  )
}
