import { IconExternalLink, IconFileText, IconShieldCheck } from '@tabler/icons-react'
import type { AnswerOf } from '#contract/call.ts'
import { ownAccount } from '#contract/account/own.ts'
import { sites } from '../pages/paths.ts'
import { instantText } from '../texts/texts.ts'
import { useCall } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'
import style from './account.module.css'

/** The privacy notice, and the terms with the version that was accepted. */
export function LegalTexts({ terms }: { terms: AnswerOf<typeof ownAccount.overview>['terminos'] }) {
  const { t } = useWords('account-own')
  const { profile, company } = useViewer()
  const asked = useCall(ownAccount.terms, {})
  return (
    <section className={style.section} aria-labelledby="legal-texts">
      <div className={`${style.head} row wrap`}>
        <h2 id="legal-texts">{t('legales')}</h2>
      </div>
      <div className={`${style.panel} plain-list panel`}>
        <div className={`${style.row} row gap-12`}>
          <IconShieldCheck size={20} aria-hidden />
          <div className={`${style.words} grow`}>
            <b>{t('avisoPrivacidad')}</b>
            <span className="second">{t('avisoTexto')}</span>
          </div>
          <Outside to={sites.privacy(profile.pais)} />
        </div>
        <div className={`${style.row} row gap-12`}>
          <IconFileText size={20} aria-hidden />
          <div className={`${style.words} grow`}>
            <b>{t('terminos')}</b>
            <span className="second">
              {terms
                ? t('terminosAceptados', {
                    version: terms.version,
                    fecha: instantText(terms.aceptados, company.zona),
                  })
                : t('terminosSin')}
            </span>
          </div>
          {asked.data?.pedidos?.direccion && <Outside to={asked.data.pedidos.direccion} />}
        </div>
      </div>
    </section>
  )
}

function Outside({ to }: { to: string }) {
  const { t } = useWords('account-own')
  return (
    <a className={style.outside} href={to} target="_blank" rel="noopener">
      {t('abrir')} <IconExternalLink size={14} aria-hidden />
      <span className="only-read-aloud"> ({t('otraPestana')})</span>
    </a>
  )
}
