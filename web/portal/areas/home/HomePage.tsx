import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { home } from '#contract/home.ts'
import { PlainPage } from '#web/shared/pages/pages.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { callName } from '#web/shared/session/names.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { ResumeLeftovers } from '../../shell/Leftovers.tsx'
import { RemindDialog } from '../../shell/RemindDialog.tsx'
import { Applications } from './Applications.tsx'
import { Billboard } from './Billboard.tsx'
import { Movements } from './Movements.tsx'
import { Absent, Birthdays, RecentHires } from './People.tsx'
import { Publications } from './Publications.tsx'
import { QuickAccess } from './QuickAccess.tsx'
import {
  useCertificateToDo,
  useConcernsToDo,
  useDocumentsToDo,
  usePapersToDo,
  usePayrollsToDo,
  type ToDo,
} from './useToDo.ts'
import style from './HomePage.module.css'

/**
 * The home page: first the most urgent task, then the counts and quick links, and beside them this week's people. The
 * most urgent task has the filled button.
 */
export function HomePage() {
  const { t, i18n } = useWords(['home', 'shell-screens', 'shell'])
  const { company, profile } = useViewer()
  const answer = useCall(home.documents, {}, { enabled: useMay(home.documents.need) })
  const starting = useFirstSteps()
  // The missing certificate is one of the first steps.
  const missing = starting.some(({ step, isDone }) => step === 'certificado' && !isDone)
  const certificate = useCertificateToDo()
  const payrolls = usePayrollsToDo()
  const papers = usePapersToDo()
  const first = [...payrolls.todo, ...(missing ? [] : certificate.todo), ...papers.todo]
  const ofDocuments = useDocumentsToDo(answer.data)
  const concerns = useConcernsToDo([...first, ...certificate.todo, ...ofDocuments])
  const loading = [answer, certificate, payrolls, papers, concerns].some(({ isLoading }) => isLoading)
  // All at once: a line that came later would move the others away from the pointer.
  const todo = loading ? [] : [...first, ...concerns.todo, ...ofDocuments]
  const seesPeople = useMay(home.birthdays.need)
  const today = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <PlainPage title={t('shell-screens:home')}>
      <div className={`${style.columns} in-turn`}>
        <section className="in-turn">
          {starting.length > 0 && <FirstSteps steps={starting} />}
          <div className={`${style.head} flex apart gap-12`}>
            <h1>{t('titulo')}</h1>
            <span className="quiet">
              {t('shell:inicio.hola', { nombre: callName(profile) })} ·{' '}
              {today.format(new Date(`${company.hoy}T12:00:00Z`))}
            </span>
          </div>
          <div className="panel" aria-busy={loading}>
            {todo.map(({ key, ...each }, at) => (
              <Line key={key} {...each} first={at === 0 && starting.length === 0} />
            ))}
            {loading &&
              [60, 48, 66, 54, 58, 50].map((width) => (
                <div key={width} className={`${style.line} row`}>
                  <Skeleton height={12} width={`${width}%`} />
                </div>
              ))}
            {answer.error && (
              <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
            )}
            {!loading && !answer.error && todo.length === 0 && (
              <div className={`${style.line} row gap-16`}>
                <IconCircleCheck size={20} color="var(--ok)" aria-hidden />
                <div>
                  <b>{t('nada')}</b>
                  <div className="second">{t('nadaTexto')}</div>
                </div>
              </div>
            )}
          </div>
          <div className={style.pair}>
            {seesPeople && <Movements />}
            <QuickAccess />
            <Applications />
          </div>
          <Publications of={answer.data?.publicaciones ?? []} />
        </section>
        <aside className="column gap-28" aria-label={t('personas')}>
          <Billboard>
            {seesPeople && (
              <>
                <Birthdays />
                <Absent />
                <RecentHires />
              </>
            )}
          </Billboard>
        </aside>
      </div>
    </PlainPage>
  )
}

type LineProps = Omit<ToDo, 'key'> & { first: boolean }

function Line(props: LineProps) {
  const { icon: Mark, urgent, title, text, to, act, leftovers, remind, first } = props
  const [reminding, setReminding] = useState(false)
  const refresh = useRefresh()
  const look = { variant: first ? 'filled' : 'default', 'aria-label': `${act}: ${title}` }
  const close = () => {
    setReminding(false)
    void refresh(home.documents)
  }
  return (
    <div className={`${style.line} row gap-16`} data-urgent={urgent || undefined}>
      <Mark size={20} aria-hidden />
      <div>
        <b>{remind ? <Link to={to}>{title}</Link> : title}</b>
        {text && <div className="second">{text}</div>}
      </div>
      {leftovers ? (
        <ResumeLeftovers {...leftovers} of={title} filled={first} />
      ) : remind ? (
        <Button {...look} onClick={() => setReminding(true)}>
          {act}
        </Button>
      ) : (
        <Button component={Link} to={to} {...look}>
          {act}
        </Button>
      )}
      {reminding && remind && (
        <RemindDialog input={{ periodo: remind.periodo }} what={remind.nombre} onClose={close} />
      )}
    </div>
  )
}
