import { Alert, Button, Skeleton } from '@mantine/core'
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { team, type TeamRequest } from '#contract/team.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import pages from '../../shell/pages.module.css'

/** Requests more that each press shows. */
const more = 20
const oneDay = 86_400_000

/** Requests that wait for the person's own decision, the longest waiting first. */
export function TeamPage() {
  const { t } = useWords('team')
  const { state: done } = useLocation()
  const [shown, setShown] = useState(more)
  usePageTitle(t('titulo'))
  const answer = useCall(team.list, { perPage: Math.min(shown, 100) })
  const rows = answer.data?.data
  return (
    <div className={`${pages.page} column gap-16`} aria-busy={answer.isFetching}>
      <h1>{t('titulo')}</h1>
      {typeof done === 'string' && (
        <Alert color="ok" role="status" icon={<IconCircleCheck aria-hidden />}>
          {done}
        </Alert>
      )}
      {answer.error && !rows ? (
        <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
      ) : !rows ? (
        <Skeleton height={240} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('vacio')}>{t('vacioTexto')}</EmptyState>
      ) : (
        <>
          <p className="second">{t('texto')}</p>
          <ul className={`${pages.list} panel plain-list`}>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
          {(answer.data?.pagination.total ?? 0) > rows.length && rows.length < 100 && (
            <Button variant="subtle" loading={answer.isFetching} onClick={() => setShown(shown + more)}>
              {t('mas')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function Row({ row }: { row: TeamRequest }) {
  const { t } = useWords('team')
  const [now] = useState(Date.now)
  const days = Math.floor((now - Date.parse(row.desde)) / oneDay)
  return (
    <li>
      <Link to={employeePaths.teamRequest(row.id)} className={`${pages.row} focus-ring row gap-12`}>
        <span className={pages.words}>
          <b>{row.titulo}</b>
          <span>{row.colaborador ?? t('pidio', { nombre: row.pedido_por })}</span>
          <span className="second">{days < 1 ? t('hoy') : t('dias', { count: days })}</span>
        </span>
        <IconChevronRight size={20} aria-hidden className="quiet" />
      </Link>
    </li>
  )
}
