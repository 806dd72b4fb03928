import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { printedCode, readCode } from '#contract/account/printed-code.ts'
import type { Complaint, Words } from './words.ts'
import style from './VerifyPage.module.css'

interface Props {
  words: Words
  complaint: Complaint | null
  /** The code from the followed link, or the one asked for before. */
  initial: string
  onCode: (code: string) => void
  onComplaint: (words: string) => void
}

/** A code within a sentence. */
const codeWithin = /((?:\w{4}-){3}\w{4})/

/** Where the code that a signature prints is typed: any way that it can be read from paper. */
export function CodeForm({ words, complaint, initial, onCode, onComplaint }: Props) {
  const [typed, setTyped] = useState(grouped(initial))
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (complaint) input.current?.focus()
  }, [complaint])
  const [before, example, after] = words.codigoDonde.split(codeWithin)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = readCode(typed)
    if (code) onCode(code)
    else onComplaint(words.codigoCorto)
  }
  return (
    <form className={`${style.code} column gap-6`} onSubmit={submit}>
      <label htmlFor="code">{words.codigo}</label>
      <span className="quiet" id="code-help">
        {before}
        <span className={style.whole}>{example}</span>
        {after}
      </span>
      <div className={`${style.codeRow} flex gap-12`}>
        <input
          ref={input}
          id="code"
          value={typed}
          aria-describedby={complaint ? 'code-error code-help' : 'code-help'}
          aria-invalid={complaint !== null}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setTyped(grouped(typed))}
        />
        <button type="submit" className={style.primary}>
          {words.codigoVer}
        </button>
      </div>
      {complaint && (
        <p className={`${style.wrong} flex at-top gap-6 bad`} id="code-error" role="alert">
          <IconAlertCircle size={16} aria-hidden />
          {complaint.text}
        </p>
      )}
    </form>
  )
}

/** In groups of four as it is printed, where a whole code was typed; else as it was typed. */
export function grouped(typed: string): string {
  const code = readCode(typed)
  if (!code) return typed
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

/** A code in the page's address: after `#`, where no server sees it, or as the last part of the path. */
export function codeInAddress({ hash, pathname }: Location): string {
  const part = hash.slice(1) || pathname.split('/')[2] || ''
  return part.length <= printedCode.length * 3 ? part : ''
}
