import { Loader } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { employees } from '#contract/employees/employees.ts'
import { reminders, type ReminderInput } from '#contract/reminders.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { ShortPager } from '#web/shared/lists/ShortPager.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './RemindDialog.module.css'

/** The names of the people whom a reminder would not reach. */
export function Unreached({ wanted }: { wanted: ReminderInput }) {
  const { t } = useWords('reminders')
  const opens = useMay(employees.one.need)
  const [page, setPage] = useState(1)
  const answer = useCall(reminders.unreached, { ...wanted, page, perPage: 10 })
  if (answer.error)
    return (
      <ErrorState error={answer.error} title={t('sinCorreo.error')} onRetry={() => void answer.refetch()} />
    )
  if (!answer.data)
    return <Loader size={24} color="var(--text3)" role="status" aria-label={t('sinCorreo.titulo')} />
  return (
    <>
      <p className="second">{t('sinCorreo.texto')}</p>
      <ul className={style.names} aria-label={t('sinCorreo.titulo')}>
        {answer.data.data.map(({ id, colaborador, sector, numero_legajo }) => (
          <li key={id}>
            {opens ? <Link to={paths.employee(id)}>{colaborador}</Link> : <b>{colaborador}</b>}
            <span className="quiet figures">{[sector, numero_legajo].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <ShortPager pagination={answer.data.pagination} onPage={setPage} />
    </>
  )
}
