import type { ReactNode } from 'react'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { Clock, Warning } from '#web/shared/look/outlines.tsx'
import type { SessionWords } from './words.ts'
import style from './SignIn.module.css'

interface Props {
  error: unknown
  words: SessionWords
  children?: ReactNode
}

/** The text of an error: the server's message where it sent one. */
export function Complaint({ error, words, children }: Props) {
  const known = error instanceof RefusalError ? error : null
  const fault = known?.status === 500 && known.requestId
  return (
    <div className={`${style.notice} flex gap-12`} data-meaning="bad" role="alert">
      <Warning />
      <div>
        {known?.message || words.sinRespuesta}
        {fault && <div className="second">{words.pedido.replace('{{numero}}', fault)}</div>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}

/** Information to read before continuing. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={`${style.notice} flex gap-12`} data-meaning="warn">
      <Clock />
      <div>{children}</div>
    </div>
  )
}

/** An error under its field. */
export function ErrorWords({ children }: { children: ReactNode }) {
  return (
    <>
      <Warning size={16} /> {children}
    </>
  )
}
