import { IconAlertTriangle, IconFileCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { DocumentByCode } from '#contract/verification.ts'
import { grouped } from './CodeForm.tsx'
import { Pairs } from './SignatureCard.tsx'
import { fill, momentText, openedText, type Words } from './words.ts'
import style from './VerifyPage.module.css'

interface Props {
  code: string
  found: DocumentByCode
  words: Words
  onOther: () => void
}

/** The registered facts of a printed document, for comparison with the paper, without anybody's name. */
export function CodeReport({ code, found, words, onOther }: Props) {
  const { empresa, zona, iniciales, identificacion, publicado, estado, anulado, firmas } = found
  const says = words.porCodigo
  const annulled = estado === 'anulado'
  const Mark = annulled ? IconAlertTriangle : IconFileCheck
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <section className={`${style.verdict} flex gap-16`} data-meaning={annulled ? 'warn' : 'ok'}>
        <Mark size={32} stroke={1.5} aria-hidden />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {fill(annulled ? says.anulado : says.existe, { empresa })}
          </h1>
          {annulled && anulado && (
            <p>{fill(says.anuladoEl, { empresa, fecha: momentText(anulado, zona) })}</p>
          )}
          <p>{says.comparar}</p>
        </div>
      </section>
      <Pairs
        of={[
          [words.codigo, <code key="code">{grouped(code)}</code>],
          [says.iniciales, iniciales],
          [says.identificacion, identificacion],
          [says.publicado, momentText(publicado, zona)],
          [says.estado, says.estados[estado]],
        ]}
      />
      {firmas.length > 0 && (
        <section>
          <h2>{words.firmas}</h2>
          <ol className={`${style.signatures} column panel`}>
            {firmas.map(({ firmante, iniciales: whose, fecha, nivel, decision, acceso }) => (
              <li key={fecha} className={`${style.signature} column gap-12`}>
                <h3>{fill(says[firmante], { empresa, iniciales: whose })}</h3>
                <Pairs
                  of={[
                    ...(decision ? [[words.dato.decision, words[decision]] as const] : []),
                    ...(acceso ? [[words.dato.cuenta, openedText(acceso, words, zona)] as const] : []),
                    [words.dato.fecha, momentText(fecha, zona)],
                    [words.dato.nivel, `PAdES ${nivel}`],
                  ]}
                />
              </li>
            ))}
          </ol>
        </section>
      )}
      <p className={`quiet ${style.limit}`}>{says.limite}</p>
      <button type="button" className={style.other} onClick={onOther}>
        {says.otro}
      </button>
    </>
  )
}
