import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import type { DecisionAct } from '#contract/approvals.ts'
import type { AnswerOf } from '#contract/call.ts'
import { team } from '#contract/team.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import pages from '../../shell/pages.module.css'
import { DecideDialog } from './DecideDialog.tsx'
import style from './team.module.css'

type Request = AnswerOf<typeof team.one>

/** One request that waits for the person's own decision: the paper itself, and the three decisions. */
export function RequestPage() {
  const { t } = useTranslation('team')
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useCall(team.one, { id })
  usePageTitle(data?.titulo ?? t('titulo'))
  return (
    <div className={`${pages.page} column gap-16`}>
      <Link to={employeePaths.team()} className={`${pages.back} row gap-8`}>
        <IconArrowLeft size={20} aria-hidden />
        {t('volver')}
      </Link>
      {isRefusedWith(error, 'NOT_FOUND') ? (
        <EmptyState drawing="nothing" title={t('noEsta')}>
          {t('noEstaTexto')}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} title={t('error')} onRetry={() => void refetch()} />
      ) : data ? (
        <Shown request={data} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

function Shown({ request }: { request: Request }) {
  const { t } = useTranslation('team')
  const { company } = useViewer()
  const navigate = useNavigate()
  const [deciding, setDeciding] = useState<DecisionAct>()
  const { titulo, colaborador, turno, decisiones } = request
  return (
    <>
      <div className="column gap-4">
        <h1>{titulo}</h1>
        <span>{t('de', { nombre: colaborador })}</span>
        {turno.pasos > 1 && (
          <span className="second">{t('paso', { paso: turno.paso, pasos: turno.pasos })}</span>
        )}
        {turno.por !== null && <span className="second">{t('enLugarDe', { nombre: turno.por })}</span>}
      </div>
      {decisiones.length > 0 && (
        <ul className="plain-list column gap-8">
          {decisiones.map(({ acto, quien, cuando, motivo }) => (
            <li key={cuando} className="second">
              {t(acto === 'aprobar' ? 'aprobo' : 'devolvio', {
                quien,
                dia: dateText(cuando, company.zona),
              })}
              {motivo && `: ${motivo}`}
            </li>
          ))}
        </ul>
      )}
      {Array.from({ length: request.paginas }, (_, at) => (
        <Page key={at} request={request} n={at + 1} />
      ))}
      <div className={`${style.acts} row gap-8`}>
        <Button size="lg" color="bad" onClick={() => setDeciding('rechazar')}>
          {t('rechazar')}
        </Button>
        <Button size="lg" onClick={() => setDeciding('devolver')}>
          {t('devolver')}
        </Button>
        <Button size="lg" variant="filled" onClick={() => setDeciding('aprobar')}>
          {t('aprobar')}
        </Button>
      </div>
      {deciding && (
        <DecideDialog
          act={deciding}
          request={request}
          onClose={() => setDeciding(undefined)}
          onDone={(said) => void navigate(employeePaths.team(), { state: said })}
        />
      )}
    </>
  )
}

function Page({ request: { id, paginas }, n }: { request: Request; n: number }) {
  const { t } = useTranslation('team')
  const { data, error, refetch } = useCall(team.page, { id, n })
  const url = useObjectUrl(data ?? null)
  const name = t('hoja', { hoja: n, total: paginas })
  if (error) return <ErrorState error={error} title={name} onRetry={() => void refetch()} />
  if (!url) return <Skeleton height={420} />
  return <img src={url} alt={name} className={`paper ${pages.sheet}`} />
}
