import { Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { happenedOnDocuments, me } from '#contract/me/me.ts'
import { useDocumentName } from '#web/shared/mine/naming.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { instantText, zoneText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { form } from '../../forms.ts'
import style from './ActivityPage.module.css'

const OwnSessions = lazy(
  form(() => import('#web/shared/account/OwnSessions.tsx').then((it) => it.OwnSessions)),
)
const FactorsPanel = lazy(
  form(() => import('#web/shared/factors/FactorsPanel.tsx').then((it) => it.FactorsPanel)),
)
const OwnActivity = lazy(
  form(() => import('#web/shared/account/OwnActivity.tsx').then((it) => it.OwnActivity)),
)

type Activity = AnswerOf<typeof me.activity>
type Fact = Activity['hechos'][number]

/** Acts of others that only look; all other events concern the account. */
const looking: readonly string[] = [...happenedOnDocuments, 'seen_as']

/** Administrators who opened the person's documents or profile. */
export function SeenPage() {
  const { t } = useWords('me')
  return (
    <Page title={t('actividad.vistas')}>{({ hechos }) => <Facts facts={hechos.filter(isLooking)} />}</Page>
  )
}

/** Where my account is open, the way to close it there, and what changed of the way in. */
export function SessionsPage() {
  const { t } = useWords('me')
  const { company } = useViewer()
  const title = t('cuenta.ingresos')
  usePageTitle(title)
  return (
    <div className={`${style.page} column gap-12`}>
      <Back />
      <h1>{title}</h1>
      <Suspense fallback={<Skeleton height={240} />}>
        <OwnSessions />
        <FactorsPanel zone={company.zona} />
        <OwnActivity />
      </Suspense>
    </div>
  )
}

function isLooking({ hecho }: Fact): boolean {
  return looking.includes(hecho)
}

function Page({ title, children }: { title: string; children: (activity: Activity) => ReactNode }) {
  const { t } = useWords('me')
  const answer = useCall(me.activity, {})
  usePageTitle(title)
  return (
    <div className={`${style.page} column gap-12`}>
      <Back />
      <h1>{title}</h1>
      {answer.error ? (
        <ErrorState error={answer.error} title={t('actividad.error')} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        children(answer.data)
      ) : (
        <Skeleton height={240} />
      )}
    </div>
  )
}

function Back() {
  const { t } = useWords('me')
  return (
    <Link to={employeePaths.account()} className={`${style.back} focus-ring`}>
      <IconArrowLeft size={20} aria-hidden />
      {t('actividad.volver')}
    </Link>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  const { t } = useWords('me')
  const { company } = useViewer()
  const name = useDocumentName()
  if (facts.length === 0)
    return <EmptyState title={t('actividad.nadie')}>{t('actividad.nadieTexto')}</EmptyState>
  return (
    <>
      <ul className={`${style.list} plain-list panel`}>
        {facts.map(({ id, hecho, quien, propio, dispositivo, documento, fecha }) => (
          <li key={id}>
            <div>
              <b>{t(`actividad.hecho.${hecho}`)}</b>
              {documento && (
                <div>
                  <Link to={employeePaths.document(documento.id)}>{name(documento)}</Link>
                </div>
              )}
              <div className="second">
                <span className="figures">{instantText(fecha, company.zona)}</span>
                {[propio ? dispositivo : (quien ?? t('actividad.sistema'))]
                  .filter((part) => part)
                  .map((part) => ` · ${part}`)}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <p className="quiet">
        {t('actividad.todos')} · {zoneText(new Date().toISOString(), company.zona)}
      </p>
    </>
  )
}
