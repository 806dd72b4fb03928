import { IconInfoCircle } from '@tabler/icons-react'
import { accesses } from '#contract/account/access.ts'
import type { SigningShut } from '#contract/me/me.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './SigningNotice.module.css'

/** The changes that the notice of why signing is shut tells already. */
const toldBy: Partial<Record<SigningShut, string>> = {
  SIGN_NOT_ALLOWED_COMPANY_ADDRESS: 'mail_changed',
  SIGN_NOT_ALLOWED_PRINTED_CODE: 'code_printed',
}

/** The changes that others made of the way into one's account since the sign-in before; nothing where there are none. */
export function AccessChanges({ shut }: { shut: SigningShut | null }) {
  const { t } = useWords('me')
  const { company } = useViewer()
  const answer = useCall(accesses.changes, {})
  const data = (answer.data ?? []).filter(({ hecho }) => !shut || hecho !== toldBy[shut])
  if (data.length === 0) return null
  return (
    <div className={`${style.notice} flex gap-10`} role="note" aria-labelledby="access-changes">
      <IconInfoCircle size={20} aria-hidden />
      <div className="column gap-8">
        <b id="access-changes">{t('aviso.cambios')}</b>
        <ul className="plain-list">
          {data.map(({ id, hecho, fecha, por }) => (
            <li key={id}>
              {t(`aviso.cambio.${hecho}`, { quien: por ?? t('aviso.alguien') })}{' '}
              <span className="second figures">{instantText(fecha, company.zona)}</span>
            </li>
          ))}
        </ul>
        <p>{t('aviso.cambiosAyuda')}</p>
      </div>
    </div>
  )
}
