import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowRight, IconDots, IconPlus, IconUsers } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { actions } from '#contract/actions.ts'
import type { AnswerOf } from '#contract/call.ts'
import { workflows, workflowState } from '#contract/workflows.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import type { Column } from '#web/shared/lists/DataTable.tsx'
import { DataTable } from '#web/shared/lists/DataTable.tsx'
import type { Filter } from '#web/shared/lists/filters.ts'
import { ListTools } from '#web/shared/lists/ListTools.tsx'
import { useListState } from '#web/shared/lists/useListState.ts'
import { useNarrowing } from '#web/shared/lists/useNarrowing.ts'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { dateText, numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { EndDialog } from './EndDialog.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { WorkflowState } from './WorkflowState.tsx'
import style from './workflows.module.css'

type Row = AnswerOf<typeof workflows.list>['data'][number]

/** Workflows and drafts: who decides on which documents, in which order, and how that goes. */
export function WorkflowsPage() {
  const { t } = useWords('workflows')
  const { company } = useViewer()
  const navigate = useNavigate()
  const mayChange = useMay([actions.taskInbox])
  const state = useListState({ filters: ['estado'] })
  const [ended, setEnded] = useState<Row>()
  const [group, setGroup] = useState<{ id: number; n: number }>()
  const estado = workflowState.safeParse(state.filters['estado']?.[0]).data
  const answer = useCall(workflows.list, {
    page: state.page,
    ...(state.search && { buscar: state.search }),
    ...(estado && { estado }),
  })
  const filters: Filter[] = [
    {
      name: 'estado',
      label: t('filtro.estado'),
      options: workflowState.options.map((value) => ({ value, label: t(`estado.${value}`) })),
    },
  ]
  const narrowing = useNarrowing(state, filters, t('buscar'))
  const create = mayChange && (
    <Button
      component={Link}
      to={paths.workflowCreate()}
      variant="filled"
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t('crear')}
    </Button>
  )
  const nameOf = (row: Row) => row.nombre || t('sinNombre')
  const columns: Column<Row>[] = [
    {
      id: 'nombre',
      header: t('columna.nombre'),
      cell: (row) => (
        <span className={`${style.two} column`}>
          <b>{nameOf(row)}</b>
          <span className="second">
            {row.tipos.map(({ nombre }) => nombre).join(', ') || t('sinDocumentos')}
          </span>
        </span>
      ),
    },
    {
      id: 'grupos',
      header: t('columna.grupos'),
      cell: (row) => (
        <span className={`${style.steps} row`}>
          {row.grupos.map(({ n, nombre, personas }, at) => {
            const name = nombre || t('alta.grupo', { n })
            return (
              <Fragment key={n}>
                {at > 0 && <IconArrowRight size={14} aria-hidden className="quiet" />}
                <button
                  type="button"
                  className={`${style.step} focus-ring row gap-4`}
                  aria-label={`${name}, ${t('personas', { count: personas })}`}
                  onClick={(event) => {
                    event.stopPropagation()
                    setGroup({ id: row.id, n })
                  }}
                >
                  {name}
                  <span className="figures second row">
                    <IconUsers size={14} aria-hidden />
                    &nbsp;{personas}
                  </span>
                </button>
              </Fragment>
            )
          })}
        </span>
      ),
      width: '30%',
      from: 'medium',
    },
    {
      id: 'modificado',
      header: t('columna.modificado'),
      cell: ({ modificado, modificado_por }) => (
        <span className={`${style.two} column`}>
          {modificado_por}
          <span className="second">{dateText(modificado, company.zona)}</span>
        </span>
      ),
      width: 190,
      from: 'wide',
    },
    {
      id: 'enCurso',
      header: t('columna.enCurso'),
      cell: ({ en_curso }) => numberText(en_curso),
      isFigures: true,
      width: 90,
      from: 'medium',
    },
    {
      id: 'mediana',
      header: t('columna.mediana'),
      cell: ({ horas_por_paso }) => <Median hours={horas_por_paso} />,
      width: 120,
      from: 'wide',
    },
    {
      id: 'estado',
      header: t('columna.estado'),
      cell: (row) => (
        <span className="row apart gap-8">
          <WorkflowState state={row.estado} />
          <Acts row={row} name={nameOf(row)} mayChange={mayChange} onEnd={() => setEnded(row)} />
        </span>
      ),
      width: 170,
    },
  ]
  const isEmpty = answer.data?.pagination.total === 0 && narrowing.length === 0
  return (
    <ListPage
      title={t('titulo')}
      count={answer.data && numberText(answer.data.pagination.total)}
      actions={!isEmpty && create}
      tools={<ListTools state={state} placeholder={t('buscar')} filters={filters} />}
    >
      <DataTable
        label={t('lista')}
        answer={answer}
        state={state}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={nameOf}
        rowHeight={58}
        phone={(row) => (
          <span className={`${style.phone} row apart gap-12`}>
            <span className={`${style.two} column`}>
              <b>{nameOf(row)}</b>
              <span className="second">
                {row.grupos.map(({ n, nombre }) => nombre || t('alta.grupo', { n })).join(' → ') || ' '}
              </span>
            </span>
            <WorkflowState state={row.estado} />
          </span>
        )}
        phoneAct={(row) => (
          <Acts row={row} name={nameOf(row)} mayChange={mayChange} onEnd={() => setEnded(row)} />
        )}
        narrowing={narrowing}
        onOpen={(row) =>
          void navigate(
            row.estado === 'draft' && mayChange
              ? paths.workflowCreate({ draft: row.id })
              : paths.workflow(row.id),
          )
        }
        empty={
          <EmptyState title={t('vacia.titulo')} action={create}>
            {t('vacia.texto')}
          </EmptyState>
        }
      />
      {ended && <EndDialog workflow={ended} onClose={() => setEnded(undefined)} />}
      {group && <GroupDialog {...group} onClose={() => setGroup(undefined)} />}
    </ListPage>
  )
}

/** Hours as a person says them; a dash where nothing was decided yet. */
function Median({ hours }: { hours: number | null }) {
  const { t } = useWords('workflows')
  if (hours === null) return <span className="second">–</span>
  if (hours < 1) return t('menosDeUnaHora')
  return hours < 48 ? t('horas', { count: Math.round(hours) }) : t('dias', { count: Math.round(hours / 24) })
}

interface ActsProps {
  row: Row
  name: string
  mayChange: boolean
  onEnd: () => void
}

function Acts({ row, name, mayChange, onEnd }: ActsProps) {
  const { t } = useWords('workflows')
  const draft = row.estado === 'draft'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          aria-label={t('acciones.de', { nombre: name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item component={Link} to={paths.workflow(row.id)}>
          {t('acciones.ver')}
        </Menu.Item>
        {mayChange && draft && (
          <Menu.Item component={Link} to={paths.workflowCreate({ draft: row.id })}>
            {t('acciones.seguir')}
          </Menu.Item>
        )}
        {mayChange && !draft && (
          <Menu.Item component={Link} to={paths.workflowCreate({ copies: row.id })}>
            {t(row.estado === 'active' ? 'acciones.copiar' : 'acciones.copiarSolo')}
          </Menu.Item>
        )}
        {mayChange && row.estado !== 'cancelled' && (
          <Menu.Item className="bad" onClick={onEnd}>
            {t(draft ? 'acciones.descartar' : 'acciones.desactivar')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
