import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type Absence, type Birthday, birthdayDays, home, type RecentHire } from '#contract/home.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { initialsOf, shownName } from '#web/shared/session/names.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Widget } from './Widget.tsx'
import style from './Widget.module.css'

/** Rows that a widget shows unless it was asked for more. */
const few = 4
const many = 50

/** The birthdays of this week, or of the whole month on request. */
export function Birthdays() {
  const { t, i18n } = useWords('home')
  const { hoy } = useViewer().company
  const [month, setMonth] = useState(false)
  const wanted = month ? ({ option: 2, perPage: many } as const) : ({ option: 1, perPage: few } as const)
  const query = useCall(home.birthdays, wanted)
  const name = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' })
  const more = (
    <button type="button" className={style.more} onClick={() => setMonth(!month)}>
      {month ? t('verSemana') : t('verMes', { mes: name.format(new Date(`${hoy}T12:00:00Z`)) })}
    </button>
  )
  return (
    <Widget
      title={t('cumpleanos')}
      more={more}
      query={query}
      empty={
        query.data?.data.length === 0 &&
        t(month ? 'sinCumpleanosMes' : 'sinCumpleanos', { dias: birthdayDays })
      }
    >
      <ul className={`${style.people} plain-list`}>
        {query.data?.data.map((one) => (
          <Person key={one.id} of={one} about={placeOf(one)} when={dayOf(one)} today={isToday(one, hoy)} />
        ))}
      </ul>
    </Widget>
  )

  function dayOf(one: Birthday): string {
    if (isToday(one, hoy)) return t('hoy')
    return `${String(one.dia).padStart(2, '0')}/${String(one.mes).padStart(2, '0')}`
  }
}

function isToday({ dia, mes }: Birthday, today: string): boolean {
  return Number(today.slice(5, 7)) === mes && Number(today.slice(8, 10)) === dia
}

/** People on leave today, until when, and the kind of leave where the viewer may know it. */
export function Absent() {
  const { t } = useWords('home')
  const query = useCall(home.absentUsers, { perPage: few })
  const about = ({ tipo, desde }: Absence) =>
    [tipo, t('desde', { fecha: shortDay(desde) })].filter(Boolean).join(' · ')
  return (
    <Widget title={t('ausentes')} query={query} empty={query.data?.data.length === 0 && t('sinAusentes')}>
      <ul className={`${style.people} plain-list`}>
        {query.data?.data.map((one) => (
          <Person
            key={one.id}
            of={one}
            about={about(one)}
            when={one.hasta ? t('hasta', { fecha: shortDay(one.hasta) }) : t('sinFecha')}
          />
        ))}
      </ul>
    </Widget>
  )
}

/** People hired in the last thirty days. */
export function RecentHires() {
  const { t } = useWords('home')
  const [all, setAll] = useState(false)
  const query = useCall(home.recentHired, { perPage: all ? many : few })
  const total = query.data?.pagination.total ?? 0
  const more: ReactNode = total > few && !all && (
    <button type="button" className={style.more} onClick={() => setAll(true)}>
      {t('verLos', { cuantos: total })}
    </button>
  )
  const about = (one: RecentHire) => [one.cargo, one.locacion].filter(Boolean).join(' · ')
  return (
    <Widget title={t('ingresos')} more={more} query={query} empty={total === 0 && t('sinIngresos')}>
      <ul className={`${style.people} plain-list`}>
        {query.data?.data.map((one) => (
          <Person key={one.id} of={one} about={about(one)} when={shortDay(one.fecha)} />
        ))}
      </ul>
    </Widget>
  )
}

const placeOf = ({ sector, locacion }: { sector: string | null; locacion: string | null }) =>
  [sector, locacion].filter(Boolean).join(' · ')

/** dd/mm: what a widget shows is of these days. */
const shortDay = (day: string) => dateText(day).slice(0, 5)

interface Shown {
  of: { id: number; nombre: string; apellido: string; apodo: string | null }
  about: string
  when: string
  today?: boolean
}

function Person({ of: person, about, when, today = false }: Shown) {
  return (
    <li>
      <Link to={paths.employee(person.id)} className="focus-ring">
        <span className={style.mark} aria-hidden>
          {initialsOf(person)}
        </span>
        <span className={`${style.who} grow`}>
          <b>{shownName(person)}</b>
          <span className="second">{about}</span>
        </span>
        <span className={`${style.when} second figures`} data-today={today || undefined}>
          {when}
        </span>
      </Link>
    </li>
  )
}
