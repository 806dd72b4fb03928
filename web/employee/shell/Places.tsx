import { type Icon, IconFileText, IconSend, IconUser, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { team as teamCalls } from '#contract/team.ts'
import { uploads } from '#contract/uploads.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import style from './Places.module.css'

/** The places of the site. One that has nothing to show is left out, and with a single one there is no bar. */
export function Places() {
  const { t } = useTranslation('uploads')
  const offered = useCall(uploads.offered, {})
  const mine = useCall(uploads.mine, { perPage: 1 })
  const team = useCall(teamCalls.list, { perPage: 1 })
  const sends = (offered.data?.length ?? 0) > 0 || (mine.data?.pagination.total ?? 0) > 0
  const decides = (team.data?.pagination.total ?? 0) > 0
  if (!sends && !decides) return null
  return (
    <nav className={`${style.bar} row`} aria-label={t('lugares.titulo')}>
      <Place to={employeePaths.documents()} mark={IconFileText} name={t('lugares.documentos')} />
      {sends && <Place to={employeePaths.uploads()} mark={IconSend} name={t('lugares.solicitudes')} />}
      {decides && <Place to={employeePaths.team()} mark={IconUsers} name={t('lugares.equipo')} />}
      <Place to={employeePaths.account()} mark={IconUser} name={t('lugares.yo')} />
    </nav>
  )
}

function Place({ to, mark: Mark, name }: { to: string; mark: Icon; name: string }) {
  return (
    <NavLink to={to} end={to === '/'} className={`${style.place} focus-ring`}>
      <Mark size={22} aria-hidden />
      {name}
    </NavLink>
  )
}
