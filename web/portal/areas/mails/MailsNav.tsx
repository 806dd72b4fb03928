import { IconArrowLeft, IconShieldLock } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { customMails } from '#contract/custom-mails.ts'
import type { MailEvent } from '#contract/mails.ts'
import { mailSections } from '#contract/mails/table.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './MailsNav.module.css'

/** Pixels of the way back, which stays above the mails. */
const headHeight = 48

/** The mails by section beside the editor, to go from one to another. Those that aren't sent yet have no editor. */
export function MailsNav({ event }: { event: MailEvent }) {
  const { t } = useWords(['mails', 'mails-events'])
  const { data = [] } = useCall(customMails.list, {})
  const nav = useRef<HTMLElement>(null)
  const here = useRef<HTMLAnchorElement>(null)
  const isLoaded = data.length > 0
  useEffect(() => {
    if (!isLoaded || !nav.current || !here.current) return
    const { scrollTop, clientHeight } = nav.current
    const { offsetTop, offsetHeight } = here.current
    // A mail that was chosen in the list stays where it is.
    if (offsetTop < scrollTop + headHeight || offsetTop + offsetHeight > scrollTop + clientHeight)
      nav.current.scrollTop = offsetTop - clientHeight / 2
  }, [isLoaded])
  return (
    <nav ref={nav} className={style.nav} aria-label={t('titulo')}>
      <Link to={paths.customMails()} className={`${style.back} row gap-8`}>
        <IconArrowLeft size={18} aria-hidden /> {t('titulo')}
      </Link>
      {mailSections.map((section) => {
        const inside = data.flatMap(({ evento, seccion, seguridad, propios }) =>
          evento !== null && seccion === section ? [{ evento, seguridad, propios }] : [],
        )
        if (inside.length === 0) return null
        return (
          <section key={section} aria-labelledby={`lado-${section}`}>
            <h2 id={`lado-${section}`}>{t(`seccion.${section}`)}</h2>
            <ul className="plain-list">
              {inside.map(({ evento, seguridad, propios }) => (
                <li key={evento}>
                  <Link
                    to={paths.customMail(evento)}
                    className={`${style.mail} focus-ring`}
                    {...(evento === event && { 'aria-current': 'page', ref: here })}
                  >
                    <span className="grow">{t(`mails-events:${evento}`)}</span>
                    {propios.length > 0 && <span className={style.own}>{t('lista.propio')}</span>}
                    {seguridad && <IconShieldLock size={16} role="img" aria-label={t('seguridad.es')} />}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}
