import { IconAlertTriangle, IconFileOff, IconShieldCheck, IconShieldX, type Icon } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { VerificationReport, VerifiedSignature } from '#contract/verification.ts'
import { Pairs, SignatureCard } from './SignatureCard.tsx'
import { counted, fill, momentText, type Words } from './words.ts'
import style from './VerifyPage.module.css'

interface Props {
  name: string
  report: VerificationReport
  words: Words
  onOther: () => void
}

const looks: Record<VerificationReport['veredicto'], { icon: Icon; meaning: 'ok' | 'warn' | 'bad' | 'mut' }> =
  {
    valido: { icon: IconShieldCheck, meaning: 'ok' },
    sin_aval: { icon: IconAlertTriangle, meaning: 'warn' },
    con_problemas: { icon: IconShieldX, meaning: 'bad' },
    alterado: { icon: IconShieldX, meaning: 'bad' },
    sin_firmas: { icon: IconFileOff, meaning: 'mut' },
  }

/** The verdict in a sentence, what the file is to this installation, then each signature with its reasons. */
export function Report({ name, report, words, onOther }: Props) {
  const { veredicto, firmas, registro, faltan } = report
  const intact = veredicto === 'valido' || veredicto === 'sin_aval'
  const annulled = Boolean(registro?.anulado) && intact
  const { icon: Mark, meaning } = annulled ? { icon: IconAlertTriangle, meaning: 'warn' } : looks[veredicto]
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <section className={`${style.verdict} flex gap-16`} data-meaning={meaning}>
        <Mark size={32} stroke={1.5} aria-hidden />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {annulled ? words.veredicto.anulado : verdictText(report, words)}
          </h1>
          {statements(report, words).map((each) => (
            <p key={each}>{each}</p>
          ))}
        </div>
      </section>
      <Pairs
        of={[
          [words.archivo, name],
          [
            words.dato.huella,
            <code key="huella" className={style.hash}>
              {report.huella}
            </code>,
          ],
        ]}
      />
      {firmas.length > 0 && (
        <section>
          <h2>{words.firmas}</h2>
          <ol className={`${style.signatures} column panel`}>
            {firmas.map((firma, at) => (
              <SignatureCard key={at} firma={firma} registro={registro} words={words} />
            ))}
          </ol>
        </section>
      )}
      {faltan > 0 && (
        <p className="second">
          {counted({ one: words.faltan_one, many: words.faltan_many, other: words.faltan_other }, faltan)}
        </p>
      )}
      {firmas.length > 0 && <p className={`quiet ${style.limit}`}>{words.limite}</p>}
      <button type="button" className={style.other} onClick={onOther}>
        {words.otro}
      </button>
    </>
  )
}

function verdictText({ veredicto, firmas }: VerificationReport, { veredicto: says }: Words): string {
  if (veredicto !== 'valido') return says[veredicto]
  return counted({ one: says.valido_one, many: says.valido_many, other: says.valido_other }, firmas.length)
}

/** The sentences after the verdict: only facts that were checked. */
function statements(report: VerificationReport, words: Words): string[] {
  const { registro, quitadas } = report
  const { registro: says } = words
  const said = details(report, words)
  if (quitadas > 0) {
    const { quitadas_one: one, quitadas_many: many, quitadas_other: other } = words
    said.push(counted({ one, many, other }, quitadas))
  }
  if (!registro) return [...said, says.ninguno]
  const { empresa, completo, hay_posterior, anulado, zona } = registro
  said.push(fill(completo ? says.completo : says.parte, { empresa }))
  if (anulado) said.push(fill(says.anulado, { empresa, fecha: momentText(anulado, zona) }))
  if (hay_posterior) said.push(says.posterior)
  return said
}

/** The reason for the verdict; for a signer whom nobody vouches for, each reason that occurs. */
function details({ veredicto, firmas }: VerificationReport, { detalle }: Words): string[] {
  if (veredicto === 'valido') return []
  if (veredicto !== 'sin_aval') return [detalle[veredicto]]
  const isAnother = ({ aval }: VerifiedSignature) => aval === 'otra_organizacion'
  const isUnknown = ({ aval }: VerifiedSignature) => aval === 'propio' || aval === 'desconocido'
  return [
    ...(firmas.some(isAnother) ? [detalle.otra_organizacion] : []),
    ...(firmas.some(isUnknown) ? [detalle.sin_aval] : []),
  ]
}
