import { useState } from 'react'
import { saveFile } from '#web/shared/calls/files.ts'
import style from './factors.module.css'
import { Push } from './Push.tsx'
import type { FactorWords } from './words.ts'

interface Props {
  words: FactorWords
  codes: readonly string[]
  onSaved: () => void
}

/** The ten codes, shown this once: to be written down, copied or kept as a file. */
export function RecoveryCodes({ words, codes, onSaved }: Props) {
  const [copied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <div className={style.flow}>
      <p>{words.codigosTexto}</p>
      <ul className={style.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={style.acts}>
        <Push onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), words.archivo)}>
          {words.descargar}
        </Push>
        <Push onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
          {copied ? words.copiados : words.copiar}
        </Push>
        <Push kind="filled" onClick={onSaved}>
          {words.guardados}
        </Push>
      </div>
    </div>
  )
}
