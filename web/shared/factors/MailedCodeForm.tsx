import { useState } from 'react'
import type { MailedCode } from '#contract/security/security.ts'
import { useAttempt } from '#web/shared/calls/useAttempt.ts'
import { fill } from '#web/shared/texts/fill-template.ts'
import { CodeForm } from './CodeForm.tsx'
import style from './factors.module.css'
import { Push } from './Push.tsx'
import { Wrong } from './Wrong.tsx'
import type { FactorWords } from './words.ts'

interface Props {
  words: FactorWords
  sent: MailedCode
  onSendAgain: () => Promise<MailedCode>
  onCode: (code: string) => Promise<void>
  onOther?: (() => void) | undefined
}

/** The code that was mailed, where to and until when, and how often it may still be sent again. */
export function MailedCodeForm({ words, sent: first, onSendAgain, onCode, onOther }: Props) {
  const [sent, setSent] = useState(first)
  const { busy, error, attempt } = useAttempt()
  const again = () => attempt(async () => setSent(await onSendAgain()))
  const hora = new Date(sent.vence).toLocaleTimeString(document.documentElement.lang, {
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <CodeForm words={words} label={words.codigo} onCode={onCode} onOther={onOther}>
      <p role="status">{fill(words.enviado, { destino: sent.destino, hora })}</p>
      <div>
        <div className={style.resend}>
          <span>{fill(words.noLlego, { enviados: sent.enviados, maximo: sent.maximo })}</span>
          <Push busy={busy} onClick={() => void again()}>
            {words.reenviar}
          </Push>
        </div>
        <p className={style.note}>{words.reenvioTope}</p>
        <Wrong error={error} words={words} />
      </div>
    </CodeForm>
  )
}
