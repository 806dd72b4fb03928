import { Button } from '@mantine/core'
import { IconLock, IconUserCheck } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { actions } from '#contract/actions.ts'
import { managers, type ManagerRow, managerStates, mostManagers } from '#contract/managers.ts'
import { call } from '#web/shared/calls/call.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { type Column, DataTable } from '#web/shared/lists/DataTable.tsx'
import type { Filter } from '#web/shared/lists/filters.ts'
import { ListTools } from '#web/shared/lists/ListTools.tsx'
import { useListState } from '#web/shared/lists/useListState.ts'
import { useNarrowing } from '#web/shared/lists/useNarrowing.ts'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { GiveActs } from './GiveActs.tsx'
import style from './managers.module.css'

/** Everybody with direct reports, who can be made managers many at a time. */
export function ManagersPage() {
  const { t } = useWords('managers')
  const may = useMay(managers.list.need)
  return may ? (
    <Managers />
  ) : (
    <ListPage title={t('titulo')} tools={null}>
      <EmptyState drawing="shut" title={t('sinPermiso.titulo')}>
        {t('sinPermiso.texto')}
      </EmptyState>
    </ListPage>
  )
}

function Managers() {
  const { t } = useWords('managers')
  const { profile } = useViewer()
  const navigate = useNavigate()
  const opensRecords = useMay([actions.employees])
  const state = useListState({ filters: ['estado'] })
  const estado = managerStates.find((value) => value === state.filters['estado']?.[0])
  const search = { ...(state.search && { buscar: state.search }), ...(estado && { estado }) }
  const options = useCall(managers.options, {})
  // Rows have boxes by the options: drawn before them, they would move.
  const answer = useCall(managers.list, { ...search, page: state.page }, { enabled: !options.isLoading })
  const total = answer.data?.pagination.total ?? 0
  const filters: Filter[] = [
    {
      name: 'estado',
      label: t('filtro.perfil'),
      options: managerStates.map((value) => ({ value, label: t(`filtro.${value}`) })),
      single: true,
    },
  ]
  const narrowing = useNarrowing(state, filters, t('buscar'))
  const columns: Column<ManagerRow>[] = [
    { id: 'nombre', header: t('columna.nombre'), cell: (row) => <Name row={row} /> },
    {
      id: 'lugar',
      header: t('columna.lugar'),
      cell: (row) => placeOf(row) || '–',
      width: '24%',
      from: 'medium',
    },
    {
      id: 'aCargo',
      header: t('columna.aCargo'),
      cell: ({ a_cargo }) => numberText(a_cargo),
      isFigures: true,
      width: 96,
      from: 'medium',
    },
    { id: 'perfil', header: t('columna.perfil'), cell: (row) => <Profile row={row} />, width: 190 },
    { id: 'carpetas', header: t('columna.carpetas'), cell: (row) => <Folders row={row} />, width: '22%' },
  ]
  const given = options.data
  return (
    <ListPage
      title={t('titulo')}
      count={answer.data && numberText(total)}
      tools={<ListTools state={state} placeholder={t('buscar')} filters={filters} />}
    >
      {given && !given.asignable && (
        <p className={`${style.note} row gap-8`}>
          <IconLock size={18} aria-hidden />
          {t('noAsignable')}
        </p>
      )}
      <DataTable
        label={t('titulo')}
        answer={answer}
        state={state}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ nombre }) => nombre}
        rowHeight={58}
        {...(opensRecords && {
          onOpen: ({ id }: ManagerRow) => void navigate(paths.employee(id)),
        })}
        phone={(row) => (
          <span className={`${style.phone} flex at-top apart gap-12`}>
            <Name row={row} counts />
            <Profile row={row} />
          </span>
        )}
        everyId={
          total <= mostManagers ? async () => (await call(managers.ids, search)).map(String) : undefined
        }
        {...(given?.asignable && {
          bulk: (ids: readonly string[], clear: () => void) => (
            <GiveActs
              ids={ids.map(Number)}
              own={profile.id}
              folders={given.carpetas}
              profile={given.perfil?.nombre ?? ''}
              onClear={clear}
            />
          ),
        })}
        narrowing={narrowing}
        empty={
          <EmptyState
            title={t('vacia.titulo')}
            action={
              opensRecords && (
                <Button onClick={() => void navigate(paths.employees())}>{t('vacia.ver')}</Button>
              )
            }
          >
            {t('vacia.texto')}
          </EmptyState>
        }
      />
    </ListPage>
  )
}

const placeOf = ({ sector, locacion }: ManagerRow) => [sector, locacion].filter(Boolean).join(' · ')

function Name({ row, counts = false }: { row: ManagerRow; counts?: boolean }) {
  const { t } = useWords('managers')
  const second = counts ? t('aCargo', { count: row.a_cargo, n: numberText(row.a_cargo) }) : row.puesto
  return (
    <span className={`${style.two} column`}>
      <b>{row.nombre}</b>
      <span className="second">{second ?? ' '}</span>
    </span>
  )
}

function Profile({ row: { gestiona, otro_perfil, impedimento } }: { row: ManagerRow }) {
  const { t } = useWords('managers')
  return (
    <span className={`${style.two} column`}>
      {gestiona ? (
        <span className="row gap-4">
          <IconUserCheck size={16} aria-hidden />
          {t('perfil.tiene')}
        </span>
      ) : (
        <span className="second">{otro_perfil?.nombre ?? t('perfil.ninguno')}</span>
      )}
      {impedimento === 'propio' && <span className="second">{t('perfil.propio')}</span>}
    </span>
  )
}

/** The folders that a person sees: none without a profile, all with another profile and no filter. */
function Folders({ row: { gestiona, otro_perfil, carpetas } }: { row: ManagerRow }) {
  const { t } = useWords('managers')
  if (!gestiona && !otro_perfil) return <span className="second">–</span>
  if (carpetas.length === 0)
    return <span className="second">{t(gestiona ? 'carpetas.ninguna' : 'carpetas.todas')}</span>
  const names = carpetas.map(({ nombre }) => nombre).join(', ')
  return <span title={names}>{names}</span>
}
