import { Skeleton } from '@mantine/core'
import { IconArrowLeft, IconDevices } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import { happenedOnDocuments, me } from '#contract/me.ts'
import { useDocumentName } from '#web/shared/mine/naming.ts'
import { employeePaths } from '#web/shared/paths.ts'
import { ErrorState } from '#web/shared/states.tsx'
import { instantText, zoneText } from '#web/shared/texts.ts'
import { useCall } from '#web/shared/useCall.ts'
import { usePageTitle } from '#web/shared/usePageTitle.ts'
import { useViewer } from '#web/shared/viewer.ts'
import style from './ActivityPage.module.css'

type Activity = AnswerOf<typeof me.activity>
type Fact = Activity['hechos'][number]

/** What others did, which is looking: everything else happened to the account. */
const looking: readonly string[] = [...happenedOnDocuments, 'seen_as']

/** Who administers and opened what is mine. */
export function SeenPage() {
  const { t } = useTranslation('me')
  return (
    <Page title={t('actividad.vistas')}>
      {({ hechos }) => <Facts facts={hechos.filter(isLooking)} none={t('actividad.nadie')} />}
    </Page>
  )
}

/** Where my account is open, and what changed of the way in. */
export function SessionsPage() {
  const { t } = useTranslation('me')
  return (
    <Page title={t('cuenta.ingresos')}>
      {({ sesiones, hechos }) => (
        <>
          <h2>{t('actividad.sesiones')}</h2>
          <Sessions sessions={sesiones} />
          <h2>{t('actividad.cuenta')}</h2>
          <Facts facts={hechos.filter((fact) => !isLooking(fact))} none={t('actividad.sinHechos')} />
        </>
      )}
    </Page>
  )
}

function isLooking({ hecho }: Fact): boolean {
  return looking.includes(hecho)
}

function Page({ title, children }: { title: string; children: (activity: Activity) => ReactNode }) {
  const { t } = useTranslation('me')
  const { company } = useViewer()
  const answer = useCall(me.activity, {})
  usePageTitle(title)
  return (
    <div className={style.page}>
      <Link to={employeePaths.account()} className={`${style.back} focus-ring`}>
        <IconArrowLeft size={20} stroke={1.6} aria-hidden />
        {t('actividad.volver')}
      </Link>
      <h1>{title}</h1>
      {answer.error ? (
        <ErrorState error={answer.error} title={t('actividad.error')} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <>
          {children(answer.data)}
          <p className="quiet">
            {t('actividad.todos')} {zoneText(new Date().toISOString(), company.zona)}
          </p>
        </>
      ) : (
        <Skeleton height={240} />
      )}
    </div>
  )
}

function Sessions({ sessions }: { sessions: Activity['sesiones'] }) {
  const { t } = useTranslation('me')
  const { company } = useViewer()
  const at = (instant: string) => instantText(instant, company.zona)
  return (
    <ul className={style.list}>
      {sessions.map(({ desde, visto, dispositivo, direccion, actual }) => (
        <li key={desde}>
          <IconDevices size={20} stroke={1.6} aria-hidden />
          <div>
            <b>
              {dispositivo ?? t('actividad.sinNombre')}
              {actual && <span className={style.this}>{t('actividad.esta')}</span>}
            </b>
            <div className="second figures">
              {t('actividad.desde', { desde: at(desde), visto: at(visto) })}
            </div>
            {direccion && <div className="quiet figures">{direccion}</div>}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Facts({ facts, none }: { facts: readonly Fact[]; none: string }) {
  const { t } = useTranslation('me')
  const { company } = useViewer()
  const name = useDocumentName()
  if (facts.length === 0) return <p className="second">{none}</p>
  return (
    <ul className={style.list}>
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
  )
}
