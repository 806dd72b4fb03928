import { IconCircleCheckFilled, IconCircleXFilled, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { quoted } from '../texts/quoted.ts'
import { useWords } from '../texts/useWords.ts'
import style from './SignatureLine.module.css'

/** One who signed or has still to sign. */
export interface Signer {
  key: string
  name: string
  /** 'Empresa, apoderado', 'Colaborador, conforme'. */
  role: ReactNode
  /** Already written out, with its zone where it is evidence; null while it is missing. */
  when: string | null
  outcome: 'conforme' | 'no_conforme' | 'falta'
  /** The signer's comment. */
  comment?: string | null
}

interface Props {
  signers: readonly Signer[]
  /** Side by side as cards that open their evidence, or below each other as lines. */
  as: 'cards' | 'lines'
  chosen?: string
  onChoose?: (key: string) => void
}

const marks = {
  conforme: <IconCircleCheckFilled size={18} aria-hidden className="ok" />,
  no_conforme: <IconCircleXFilled size={18} aria-hidden className="bad" />,
  falta: <IconClock size={18} aria-hidden className="warn" />,
}

/** A document's signatures as a line of people, in the order of signing. */
export function SignatureLine({ signers, as, chosen, onChoose }: Props) {
  const { t } = useWords()
  return (
    <ol className={as === 'cards' ? style.cards : style.lines} aria-label={t('firma.linea')}>
      {signers.map((signer) => {
        const facts = (
          <>
            {marks[signer.outcome]}
            <span className="column grow">
              <b>{signer.name}</b>
              <span className="second">{signer.comment ? quoted(signer.comment) : signer.role}</span>
              {as === 'cards' && <span className="figures second">{signer.when ?? t('firma.falta')}</span>}
            </span>
            {as === 'lines' && <span className="figures second">{signer.when ?? t('firma.falta')}</span>}
          </>
        )
        return (
          <li key={signer.key}>
            {onChoose ? (
              <button
                type="button"
                className={`${style.signer} focus-ring flex at-top gap-12`}
                aria-pressed={chosen === signer.key}
                onClick={() => onChoose(signer.key)}
              >
                {facts}
              </button>
            ) : (
              <div className={`${style.signer} flex at-top gap-12`}>{facts}</div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
