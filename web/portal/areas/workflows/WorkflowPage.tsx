import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { actions } from '#contract/actions.ts'
import type { AnswerOf } from '#contract/call.ts'
import { workflows } from '#contract/workflows.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { DataTable } from '#web/shared/lists/DataTable.tsx'
import { useListState } from '#web/shared/lists/useListState.ts'
import { RecordPage } from '#web/shared/pages/RecordPage.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { EndDialog } from './EndDialog.tsx'
import { Members } from './Members.tsx'
import { WorkflowState } from './WorkflowState.tsx'
import style from './workflows.module.css'

type Workflow = AnswerOf<typeof workflows.one>
type Running = AnswerOf<typeof workflows.running>['data'][number]

/** A workflow: its groups and people, and where each document that runs in it stands. */
export function WorkflowPage() {
  const { t } = useWords('workflows')
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useCall(workflows.one, { id })
  if (error) return <ErrorState error={error} title={t('titulo')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return <Shown workflow={data} />
}

function Shown({ workflow }: { workflow: Workflow }) {
  const { t } = useWords('workflows')
  const { company } = useViewer()
  const navigate = useNavigate()
  const mayChange = useMay([actions.taskInbox])
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const [ending, setEnding] = useState(false)
  const { id, estado } = workflow
  const draft = estado === 'draft'
  return (
    <RecordPage
      back={{ to: paths.workflows(), label: t('titulo') }}
      title={workflow.nombre || t('sinNombre')}
      badge={<WorkflowState state={estado} />}
      who={t('uno.version', { version: workflow.version })}
      actions={
        mayChange && (
          <>
            {estado !== 'cancelled' && (
              <Button color="bad" onClick={() => setEnding(true)}>
                {t(draft ? 'acciones.descartar' : 'acciones.desactivar')}
              </Button>
            )}
            <Button
              component={Link}
              variant="filled"
              to={paths.workflowCreate(draft ? { draft: id } : { copies: id })}
            >
              {t(draft ? 'acciones.seguir' : estado === 'active' ? 'acciones.copiar' : 'acciones.copiarSolo')}
            </Button>
          </>
        )
      }
      desk={!phone && <RunningDocuments id={id} />}
    >
      {phone && <RunningDocuments id={id} />}
      <div className={`${style.facts} column`}>
        {estado === 'active' && mayChange && <p className="second">{t('uno.noSeEdita')}</p>}
        <section className="column gap-4">
          <h2>{t('uno.documentos')}</h2>
          <p>{workflow.tipos.map(({ nombre }) => nombre).join(', ') || '–'}</p>
          <p className="second">{t(workflow.tambien_publicado ? 'alta.tambien' : 'uno.soloEnviado')}</p>
        </section>
        <section className="column gap-12">
          <h2>{t('uno.grupos')}</h2>
          {workflow.grupos.map((group) => (
            <section key={group.n} className={`${style.turn} column`}>
              <h3>
                {t('grupo.titulo', { n: group.n, nombre: group.nombre || t('alta.grupo', { n: group.n }) })}
              </h3>
              <Members group={group} />
            </section>
          ))}
        </section>
        <p className="second">
          {t('uno.modificado', {
            dia: dateText(workflow.modificado, company.zona),
            nombre: workflow.modificado_por,
          })}
        </p>
      </div>
      {ending && (
        <EndDialog
          workflow={workflow}
          onClose={() => setEnding(false)}
          onDone={() => void navigate(paths.workflows())}
        />
      )}
    </RecordPage>
  )
}

const oneDay = 86_400_000

function RunningDocuments({ id }: { id: number }) {
  const { t } = useWords('workflows')
  const navigate = useNavigate()
  const mayDecide = useMay([actions.taskInbox])
  const state = useListState()
  const answer = useCall(workflows.running, { id, page: state.page })
  const [now] = useState(Date.now)
  const ago = (since: string) => {
    const days = Math.floor((now - Date.parse(since)) / oneDay)
    return days < 1 ? t('uno.hoy') : t('dias', { count: days })
  }
  return (
    <section className={`${style.running} column`}>
      <h2>{t('uno.enCurso')}</h2>
      <DataTable<Running>
        label={t('uno.enCurso')}
        answer={answer}
        state={state}
        rowId={(row) => `${row.clase} ${row.id}`}
        rowName={({ titulo, colaborador }) => [titulo, colaborador].filter(Boolean).join(', ')}
        rowHeight={58}
        {...(mayDecide && {
          onOpen: ({ clase, id: subject }: Running) =>
            void navigate(clase === 'document' ? paths.inbox(subject) : paths.held()),
        })}
        columns={[
          {
            id: 'documento',
            header: t('uno.columna.documento'),
            cell: ({ titulo, colaborador }) => (
              <span className={`${style.two} column`}>
                <b>{titulo}</b>
                <span className="second">{colaborador}</span>
              </span>
            ),
          },
          {
            id: 'paso',
            header: t('uno.columna.paso'),
            cell: ({ grupo, nombre_grupo, estado, espera_a }) => (
              <span className={`${style.two} column`}>
                {t('uno.paso', { n: grupo, nombre: nombre_grupo || t('uno.rrhh') })}
                <span className="second">
                  {estado === 'returned'
                    ? t('uno.devuelto')
                    : espera_a.length > 0
                      ? espera_a.join(' · ')
                      : t('uno.rrhh')}
                </span>
              </span>
            ),
            width: '46%',
          },
          {
            id: 'desde',
            header: t('uno.columna.desde'),
            cell: ({ desde }) => ago(desde),
            isFigures: true,
            width: 110,
            from: 'medium',
          },
        ]}
        empty={<EmptyState title={t('uno.enCursoVacio')}>{t('uno.enCursoVacioTexto')}</EmptyState>}
      />
    </section>
  )
}
