import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { SigningShut } from '#contract/me/me.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { useConsent } from '#web/shared/documents/useConsent.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { SigningAccess } from './SigningAccess.tsx'
import style from './SigningNotice.module.css'

const words = {
  SIGN_NOT_ALLOWED_CREDENTIAL: 'aviso.credencial',
  SIGN_NOT_ALLOWED_PRINTED_CODE: 'aviso.codigoImpreso',
  SIGN_NOT_ALLOWED_COMPANY_ADDRESS: 'aviso.correoEmpresa',
  SIGN_NOT_ALLOWED_CLOSED: 'aviso.carpeta',
} as const

/** The company put what opened the account. */
const byCompany: readonly SigningShut[] = [
  'SIGN_NOT_ALLOWED_PRINTED_CODE',
  'SIGN_NOT_ALLOWED_COMPANY_ADDRESS',
]

/** Why this person can't sign now, and where that is changed, if they can change it. */
export function SigningNotice({ reason }: { reason: SigningShut }) {
  const { t } = useWords('me')
  const stand = useConsent()
  const other = Object.entries(words).find(([code]) => code === reason)?.[1]
  return (
    <div className={`${style.notice} flex gap-10`} role="note">
      <IconInfoCircle size={20} aria-hidden />
      <div className="column gap-8">
        {other && <b>{t('aviso.todavia')}</b>}
        <p>
          {other ? (
            t(other)
          ) : (
            <>
              {t(stand ? 'aviso.declinado' : 'aviso.sinDecidir')}{' '}
              <Link to={employeePaths.account()}>{t('aviso.decidir')}</Link>
            </>
          )}
        </p>
        {byCompany.includes(reason) && <SigningAccess />}
      </div>
    </div>
  )
}
