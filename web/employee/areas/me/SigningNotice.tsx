import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SigningShut } from '#contract/me.ts'
import { employeePaths } from '#web/shared/paths.ts'
import { useConsent } from '#web/shared/useConsent.ts'

/** Why this person can't sign now, and where that is changed, if they can. */
export function SigningNotice({ reason }: { reason: SigningShut }) {
  const { t } = useTranslation(['me', 'errors'])
  const stand = useConsent()
  const consent = reason === 'SIGN_NOT_ALLOWED_CONSENT'
  return (
    <Alert color="info" icon={<IconInfoCircle size={20} stroke={1.6} aria-hidden />}>
      {consent ? (
        <>
          {t(stand ? 'aviso.declinado' : 'aviso.sinDecidir')}{' '}
          <Link to={employeePaths.account()}>{t('aviso.decidir')}</Link>
        </>
      ) : (
        t(`errors:${reason}`)
      )}
    </Alert>
  )
}
