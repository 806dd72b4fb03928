import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { VerificationReport, VerifiedSignature } from '#contract/verification.ts'
import { fill, momentText, openedText, type Words } from './words.ts'
import { quoted } from '#web/shared/texts/quoted.ts'
import style from './VerifyPage.module.css'

interface Props {
  firma: VerifiedSignature
  registro: VerificationReport['registro']
  words: Words
}

/** One signature: whose, whether it holds and why not, when, and who vouches for the name. */
export function SignatureCard({ firma, registro, words }: Props) {
  const { valida, decision, fecha, fecha_segun, comentario, emisor, serie, nivel, sello } = firma
  // The claims of a failed signature are unproven; one that is valid for an earlier revision still proves them.
  const proven = firma.problemas.every((problem) => problem === 'changed_afterwards')
  const when = fecha && fecha_segun && fill(words[fecha_segun], { fecha: momentText(fecha, registro?.zona) })
  return (
    <li className={`${style.signature} column gap-12`}>
      <div className={`${style.signer} flex gap-12`}>
        {valida ? (
          <IconCircleCheckFilled size={22} className="ok" aria-hidden />
        ) : (
          <IconCircleXFilled size={22} className="bad" aria-hidden />
        )}
        <div>
          <h3>{firma.nombre ?? words.sinNombre}</h3>
          <div className="second">{[firma.cargo, firma.organizacion].filter(Boolean).join(', ')}</div>
        </div>
        <b className={valida ? 'ok' : 'bad'}>{valida ? words.valida : words.noValida}</b>
      </div>
      <ul className={style.reasons}>
        {firma.problemas.map((problem) => (
          <li key={problem} className="bad">
            {words.problema[problem]}
          </li>
        ))}
        {firma.cambios.map(({ que, pagina }) => (
          <li key={`${que} ${pagina}`} className="bad">
            {pagina === null
              ? fill(words.enArchivo, { cambio: words.cambio[que] })
              : fill(words.enPagina, { cambio: words.cambio[que], pagina })}
          </li>
        ))}
        {firma.vencido && fecha_segun && (
          <li className="warn">{words.vencido[sello && !sello.conocida ? 'selloAjeno' : fecha_segun]}</li>
        )}
        {sello?.vencido && <li className="warn">{words.vencido.selloVencido}</li>}
      </ul>
      {!proven && <p className="second">{words.sinProbar}</p>}
      <Pairs
        of={[
          ...(decision && proven
            ? [[words.dato.decision, <b key="decision">{words[decision]}</b>] as const]
            : []),
          ...(comentario && proven ? [[words.dato.comentario, quoted(comentario)] as const] : []),
          ...(firma.acceso
            ? [[words.dato.cuenta, openedText(firma.acceso, words, registro?.zona)] as const]
            : []),
          [words.dato.fecha, when || words.sinFecha],
          ...(proven
            ? [
                [
                  words.dato.aval,
                  fill(words.aval[firma.aval], {
                    empleador: firma.empleador ?? '',
                    organizacion: firma.organizacion ?? '',
                  }),
                ] as const,
              ]
            : []),
          ...(sello?.autoridad
            ? [
                [
                  words.dato.sello,
                  sello.conocida
                    ? sello.autoridad
                    : fill(words.selloDesconocido, { autoridad: sello.autoridad }),
                ] as const,
              ]
            : []),
          [words.dato.despues, words.despues[firma.despues]],
          ...(emisor ? [[words.dato.emisor, emisor] as const] : []),
          ...(nivel ? [[words.dato.nivel, `PAdES ${nivel}`] as const] : []),
          ...(serie
            ? [
                [
                  words.dato.serie,
                  <code key="serie" className={style.hash}>
                    {serie}
                  </code>,
                ] as const,
              ]
            : []),
        ]}
      />
    </li>
  )
}

/** Facts as labelled pairs. */
export function Pairs({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={style.pairs}>
      {of.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
