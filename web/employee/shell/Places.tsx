import {
  type Icon,
  IconFileText,
  IconHome,
  IconSend,
  IconSpeakerphone,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { places } from '#contract/places.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Places.module.css'

/** The places of the site. One that has nothing to show, or isn't known to have, is left out. */
export function Places() {
  const { t } = useWords('me')
  const { data } = useCall(places.home, {})
  return (
    <nav className={`${style.bar} row`} aria-label={t('lugares.titulo')}>
      <Place
        to={employeePaths.start()}
        mark={IconHome}
        name={t('lugares.inicio')}
        count={
          data &&
          data.firmar +
            data.devueltos.length +
            data.por_vencer.length +
            data.cartelera.por_leer.length +
            (data.decidir > 0 ? 1 : 0)
        }
      />
      <Place to={employeePaths.documents()} mark={IconFileText} name={t('lugares.documentos')} />
      {/* Most people have these two: their room is kept until it is known. */}
      {!data && [1, 2].map((place) => <span key={place} className={style.place} />)}
      {data?.envia && <Place to={employeePaths.uploads()} mark={IconSend} name={t('lugares.solicitudes')} />}
      {data && data.cartelera.total > 0 && (
        <Place to={employeePaths.billboard()} mark={IconSpeakerphone} name={t('lugares.cartelera')} />
      )}
      {data && data.decidir > 0 && (
        <Place to={employeePaths.team()} mark={IconUsers} name={t('lugares.equipo')} />
      )}
      <Place to={employeePaths.account()} mark={IconUser} name={t('lugares.yo')} />
    </nav>
  )
}

interface PlaceProps {
  to: string
  mark: Icon
  name: string
  /** How much waits there; none is shown for 0. */
  count?: number | undefined
}

function Place({ to, mark: Mark, name, count = 0 }: PlaceProps) {
  return (
    <NavLink to={to} end={to === '/'} className={`${style.place} focus-ring`}>
      <span className={style.mark}>
        <Mark size={22} aria-hidden />
        {count > 0 && <span className={`${style.count} figures`}>{numberText(count)}</span>}
      </span>
      {name}
    </NavLink>
  )
}
