import type { ReactNode } from 'react'
import { type BrandColours, defaultColours, headerColours, palette } from '#contract/palette.ts'
import { logoAddress } from '#web/shared/look/brand.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '../texts/useWords.ts'
import style from './MailPreview.module.css'

interface Props {
  mail: { titulo: string; parrafos?: readonly string[]; boton: string; pie?: string; asunto?: string }
  /** The company's own if absent. */
  colours?: BrandColours
}

/** A mail as it arrives, in the colours of the company. Mails are light everywhere. */
export function MailPreview({ mail, colours }: Props): ReactNode {
  const { t } = useWords()
  const { company } = useViewer()
  const { primario, ...others } = colours ?? company.colores
  const { fill, on } = palette(primario, 'light')
  // The version of the product's own picture is 0.
  const hasLogo = company.logo.t !== '0'
  const header = headerColours(others, 'light')
  return (
    <>
      {mail.asunto && (
        <p className={`second ${style.subject}`}>{t('correo.asunto', { asunto: mail.asunto })}</p>
      )}
      <div className={style.mail} style={{ borderTopColor: fill }}>
        <div
          className={style.head}
          style={{ background: header?.ground ?? '#ffffff', color: header?.title ?? defaultColours.titulo }}
        >
          {hasLogo ? (
            <img className={style.logo} src={logoAddress(company)} alt={company.nombre} />
          ) : (
            company.nombre
          )}
        </div>
        <div className={`${style.body} column gap-12`}>
          <b className={mail.parrafos && style.title}>{mail.titulo}</b>
          {mail.parrafos?.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <span className={style.button} style={{ background: fill, color: on, borderColor: fill }}>
            {mail.boton}
          </span>
          {mail.pie && <p className={style.foot}>{mail.pie}</p>}
        </div>
      </div>
    </>
  )
}
