import { IconAlertCircle, IconFileSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Complaint, Words } from './words.ts'
import style from './VerifyPage.module.css'

interface Props {
  words: Words
  complaint: Complaint | null
  onFile: (file: File) => void
  onComplaint: (words: string) => void
}

/** The server's limit, checked here so that nobody uploads in vain. */
const mostBytes = 10 * 1024 * 1024

/** Where a PDF is dropped, or chosen. */
export function DropPlace({ words, complaint, onFile, onComplaint }: Props) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  // While a file is sent its place is gone, and the focus with it.
  useEffect(() => {
    if (complaint) choose.current?.focus()
  }, [complaint])
  const take = (file: File | undefined) => {
    if (!file) return
    if (file.size > mostBytes) onComplaint(words.grande)
    else onFile(file)
  }
  return (
    <>
      <div
        className={style.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <IconFileSearch size={32} stroke={1.4} aria-hidden />
        {over ? (
          <span>{words.soltar}</span>
        ) : (
          <span>
            {words.arrastrar}{' '}
            <button ref={choose} type="button" className={style.link} onClick={() => input.current?.click()}>
              {words.elegir}
            </button>
          </span>
        )}
        <span className="quiet">{words.hasta}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept="application/pdf,.pdf"
          aria-label={words.archivo}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </div>
      {complaint && (
        <p className={`${style.complaint} flex at-top gap-10`} role="alert">
          <IconAlertCircle size={20} aria-hidden />
          {complaint.text}
        </p>
      )}
    </>
  )
}
