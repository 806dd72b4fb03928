import { IconFolder, IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentByCode, VerificationReport } from '#contract/verification.ts'
import { chooseLanguage } from '#web/shared/texts/language.ts'
import { RefusalError, send } from '#web/shared/calls/wire.ts'
import { CodeForm, codeInAddress } from './CodeForm.tsx'
import { CodeReport } from './CodeReport.tsx'
import { DropPlace } from './DropPlace.tsx'
import { Report } from './Report.tsx'
import { type Complaint, fill, language, type Words } from './words.ts'
import style from './VerifyPage.module.css'

type Step =
  | { is: 'waiting'; complaint: Complaint | null }
  | { is: 'sending'; part: number }
  | { is: 'answered'; name: string; report: VerificationReport }
  | { is: 'found'; code: string; found: DocumentByCode }

/** Verifies a dropped PDF, or the typed code of a printed one, for anybody. The verdict comes first, in plain words. */
export function VerifyPage({ words }: { words: Words }) {
  const [step, setStep] = useState<Step>({ is: 'waiting', complaint: null })
  const [code, setCode] = useState(() => codeInAddress(window.location))
  const check = async (file: File) => {
    setStep({ is: 'sending', part: 0 })
    try {
      const report = await verify(file, (part) => setStep({ is: 'sending', part }))
      setStep({ is: 'answered', name: file.name, report })
    } catch (error) {
      complain('file', messageOf(error))
    }
  }
  const lookUp = async (asked: string) => {
    setCode(asked)
    setStep({ is: 'sending', part: 1 })
    try {
      setStep({ is: 'found', code: asked, found: await find(asked) })
    } catch (error) {
      complain('code', messageOf(error))
    }
  }
  const messageOf = (error: unknown) => (error instanceof RefusalError && error.message) || words.sinRespuesta
  const complain = (at: Complaint['at'], text: string) => setStep({ is: 'waiting', complaint: { at, text } })
  const complaintAt = (at: Complaint['at']) =>
    step.is === 'waiting' && step.complaint?.at === at ? step.complaint : null
  const again = () => setStep({ is: 'waiting', complaint: null })
  return (
    <div className={style.page}>
      <header className={`${style.head} row apart`}>
        <span className={style.product}>
          <IconFolder size={24} aria-hidden /> Legajo
        </span>
        <label className={`${style.language} second`}>
          <IconLanguage size={18} aria-hidden />
          <span className="only-read-aloud">{words.idioma}</span>
          <select
            value={language}
            onChange={(event) => chooseLanguage(event.currentTarget.value === 'pt' ? 'pt' : 'es')}
          >
            <option value="es">Español</option>
            <option value="pt">Português</option>
          </select>
        </label>
      </header>
      <main className={`${style.main} column gap-20`}>
        {step.is === 'answered' ? (
          <Report name={step.name} report={step.report} words={words} onOther={again} />
        ) : step.is === 'found' ? (
          <CodeReport code={step.code} found={step.found} words={words} onOther={again} />
        ) : (
          <>
            <h1>{words.titulo}</h1>
            <p className="second">{words.ayuda}</p>
            {step.is === 'sending' ? (
              <div className={style.sending} role="status">
                {step.part < 1
                  ? fill(words.subiendo, { porcentaje: Math.round(step.part * 100) })
                  : words.comprobando}
                <progress max={1} {...(step.part < 1 && { value: step.part })} />
              </div>
            ) : (
              <>
                <DropPlace
                  words={words}
                  complaint={complaintAt('file')}
                  onFile={(file) => void check(file)}
                  onComplaint={(text) => complain('file', text)}
                />
                <CodeForm
                  words={words}
                  complaint={complaintAt('code')}
                  initial={code}
                  onCode={(asked) => void lookUp(asked)}
                  onComplaint={(text) => complain('code', text)}
                />
              </>
            )}
          </>
        )}
      </main>
    </div>
  )
}

/** The call by hand: the contract's schemas would bring zod to a page that has no form to check. */
async function verify(file: File, onProgress: (part: number) => void): Promise<VerificationReport> {
  const body = new FormData()
  body.append('archivo', file)
  const response = await send({ method: 'POST', path: '/v2/verification', body, headers: {}, onProgress })
  const { data } = await response.json()
  return data
}

async function find(code: string): Promise<DocumentByCode> {
  const body = new URLSearchParams({ codigo: code })
  const response = await send({ method: 'POST', path: '/v2/verification/code', body, headers: {} })
  const { data } = await response.json()
  return data
}
