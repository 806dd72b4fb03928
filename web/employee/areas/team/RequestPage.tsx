import { Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import {
  approvals,
  type DecisionAct,
  type HeldDocument,
  type ShownApproval,
  type Turn,
} from '#contract/approvals.ts'
import { isRefusedWith } from '#web/shared/calls/refused.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useObjectUrl } from '#web/shared/calls/useObjectUrl.ts'
import { employeePaths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import pages from '../../shell/pages.module.css'
import { DecideDialog } from './DecideDialog.tsx'
import style from './team.module.css'

/** Documents more that each press shows. */
const more = 20

/** One request that waits for the person's own decision: its documents, and what can be decided. */
export function RequestPage() {
  const { t } = useWords('team')
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useCall(approvals.one, { id })
  usePageTitle(data?.titulo ?? t('titulo'))
  return (
    <div className={`${pages.page} column gap-16`}>
      <Link to={employeePaths.team()} className={`${pages.back} row gap-8`}>
        <IconArrowLeft size={20} aria-hidden />
        {t('volver')}
      </Link>
      {isRefusedWith(error, 'NOT_FOUND') || (data && !data.turno?.decide) ? (
        <EmptyState drawing="nothing" title={t('noEsta')}>
          {t('noEstaTexto')}
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} title={t('error')} onRetry={() => void refetch()} />
      ) : data?.turno ? (
        <Shown request={data} turn={data.turno} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

function Shown({ request, turn }: { request: ShownApproval; turn: Turn }) {
  const { t } = useWords('team')
  const { company } = useViewer()
  const navigate = useNavigate()
  const [deciding, setDeciding] = useState<DecisionAct>()
  const [seen, setSeen] = useState(false)
  const [reason, setReason] = useState('')
  const { titulo, colaborador, pedido_por, decisiones, actos } = request
  return (
    <>
      <div className="column gap-4">
        <h1>{titulo}</h1>
        <span>
          {colaborador === null ? t('pidio', { nombre: pedido_por }) : t('de', { nombre: colaborador })}
        </span>
        {turn.pasos > 1 && (
          <span className="second">{t('paso', { paso: turn.paso, pasos: turn.pasos })}</span>
        )}
        {turn.por !== null && <span className="second">{t('enLugarDe', { nombre: turn.por })}</span>}
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
      <Documents request={request} onSeen={() => setSeen(true)} />
      <div className={`${style.acts} row gap-8`}>
        <Button size="lg" color="bad" onClick={() => setDeciding('rechazar')}>
          {t('rechazar')}
        </Button>
        {actos.includes('devolver') && (
          <Button size="lg" onClick={() => setDeciding('devolver')}>
            {t('devolver')}
          </Button>
        )}
        <Button size="lg" variant="filled" onClick={() => setDeciding('aprobar')}>
          {t('aprobar')}
        </Button>
      </div>
      {deciding && (
        <DecideDialog
          act={deciding}
          request={request}
          since={turn.desde}
          seen={seen}
          reason={reason}
          setReason={setReason}
          onClose={() => setDeciding(undefined)}
          onDone={(said) => void navigate(employeePaths.team(), { state: said })}
        />
      )}
    </>
  )
}

/** The documents on which the decision is: the pages of a single one, otherwise a list of which one is opened at a time. */
function Documents({ request: { id }, onSeen }: { request: ShownApproval; onSeen: () => void }) {
  const { t } = useWords('team')
  const [shown, setShown] = useState(more)
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<number>()
  const searching = useDebouncedCallback(setSearch, 300)
  const answer = useCall(approvals.documents, {
    id,
    perPage: Math.min(shown, 100),
    ...(search && { buscar: search }),
  })
  if (answer.error && !answer.data)
    return <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton height={320} />
  const { data: rows, pagination } = answer.data
  const [only] = rows
  if (only && pagination.total === 1 && search === '')
    return <Pages approval={id} document={only} onSeen={onSeen} />
  return (
    <section className="column gap-12" aria-label={t('documentos')}>
      <TextInput
        size="lg"
        placeholder={t('buscar')}
        aria-label={t('buscar')}
        onChange={({ currentTarget: { value } }) => searching(value)}
      />
      <ul className={`${pages.list} panel plain-list`}>
        {rows.map((row) => (
          <li key={row.id}>
            <Button
              fullWidth
              size="lg"
              variant="subtle"
              justify="start"
              aria-expanded={row.id === opened}
              aria-label={t('verPaginas', { documento: `${row.tipo}, ${row.colaborador}` })}
              onClick={() => setOpened(row.id === opened ? undefined : row.id)}
            >
              {row.colaborador}
            </Button>
            {row.id === opened && <Pages approval={id} document={row} onSeen={onSeen} />}
          </li>
        ))}
      </ul>
      {pagination.total > rows.length && rows.length < 100 && (
        <Button variant="subtle" loading={answer.isFetching} onClick={() => setShown(shown + more)}>
          {t('mas')}
        </Button>
      )}
    </section>
  )
}

interface PagesProps {
  approval: number
  document: HeldDocument
  onSeen: () => void
}

function Pages({ approval, document, onSeen }: PagesProps) {
  return Array.from({ length: document.paginas }, (_, at) => (
    <Page key={at} approval={approval} document={document} n={at + 1} onSeen={onSeen} />
  ))
}

function Page({ approval, document: { id, paginas }, n, onSeen }: PagesProps & { n: number }) {
  const { t } = useWords('team')
  const { data, error, refetch } = useCall(approvals.page, { id: approval, documento: id, n })
  const url = useObjectUrl(data ?? null)
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    if (url) seen()
  }, [url])
  const name = t('hoja', { hoja: n, total: paginas })
  if (error) return <ErrorState error={error} title={name} onRetry={() => void refetch()} />
  if (!url) return <Skeleton height={420} />
  return <img src={url} alt={name} className={`paper ${pages.sheet}`} />
}
