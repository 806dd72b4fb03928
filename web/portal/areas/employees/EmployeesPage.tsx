import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconCalendarX,
  IconDots,
  IconFileImport,
  IconMailOff,
  IconTableExport,
  IconUserMinus,
  IconUserPlus,
  IconUserX,
} from '@tabler/icons-react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { mostSelected } from '#contract/fields.ts'
import { employees, type EmployeeRow } from '#contract/employees/employees.ts'
import { DataTable, type Column } from '#web/shared/lists/DataTable.tsx'
import { ListTools } from '#web/shared/lists/ListTools.tsx'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { SavedViews } from '#web/shared/lists/SavedViews.tsx'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText } from '#web/shared/texts/texts.ts'
import { call } from '#web/shared/calls/call.ts'
import { download } from '#web/shared/calls/download.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useListState } from '#web/shared/lists/useListState.ts'
import { useNarrowing } from '#web/shared/lists/useNarrowing.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { BulkActs } from './BulkActs.tsx'
import { inputOf, listOptions, searchIn, shownStateIn, useEmployeeFilters } from './employeeFilters.ts'
import { DeclinedLink } from './Declined.tsx'
import { StateToggles } from './StateToggles.tsx'
import style from './EmployeesPage.module.css'

/** The state that the list shows, or all of them. Beside the filters, so that clearing those leaves it. */
function useShownState() {
  const [params, setParams] = useSearchParams()
  const shown = shownStateIn(params)
  const show = (state: typeof shown) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('pagina')
        if (state === 'active') next.delete('estado')
        else next.set('estado', state)
        return next
      },
      { replace: true },
    )
  return [shown, show] as const
}

/** Everybody within reach, by state, name, sector and place. */
export function EmployeesPage() {
  const { t } = useWords(['employees', 'employees-ends', 'country', 'account-access'])
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const navigate = useNavigate()
  const { search: address } = useLocation()
  const mayCreate = useMay(employees.create.need)
  const state = useListState(listOptions)
  const [shown, show] = useShownState()
  const offered = useEmployeeFilters()
  const filters = inputOf(state)
  const narrowing = useNarrowing(state, offered)
  const { search, orden } = searchIn(new URLSearchParams(address))
  const answer = useCall(employees.list, { ...search, page: state.page, orden })
  const total = answer.data?.pagination.total ?? 0
  const everyId = async () => (await call(employees.ids, search)).map(String)
  const sheet = useAct(() => download(employees.sheet, { ...search, orden }))
  const totals = useCall(employees.totals, filters)
  const nobody = totals.data && Object.values(totals.data).every((count) => count === 0)
  const isEmpty = nobody && Object.keys(filters).length === 0
  const create = (variant: 'filled' | 'default') => {
    const icon = <IconUserPlus size={18} aria-hidden />
    return (
      <Button
        component={Link}
        to={paths.employeeCreate()}
        variant={variant}
        {...(phone ? { 'aria-label': t('darDeAlta') } : { leftSection: icon })}
      >
        {phone ? icon : t('darDeAlta')}
      </Button>
    )
  }
  const columns: Column<EmployeeRow>[] = [
    { id: 'nombre', header: t('columna.nombre'), cell: (row) => <Name row={row} />, sorts: true },
    {
      id: 'legajo',
      header: t('campo.numero_legajo'),
      cell: ({ numero_legajo }) => <span className="second">{numero_legajo}</span>,
      sorts: true,
      // Room for the country's own word: Legajo, Número de empleado.
      width: Math.max(84, 9 * t('campo.numero_legajo').length),
    },
    {
      id: 'cuil',
      header: t('country:cuil'),
      cell: ({ cuil }) => (
        <span className="second">
          <TaxId value={cuil} />
        </span>
      ),
      sorts: true,
      width: 128,
      from: 'wide',
    },
    { id: 'sector', header: t('campo.sector'), cell: ({ sector }) => sector ?? '–', width: 138 },
    { id: 'locacion', header: t('campo.locacion'), cell: ({ locacion }) => locacion ?? '–', width: 144 },
    {
      id: 'ingreso',
      header: t('campo.fecha_contratacion'),
      cell: ({ fecha_contratacion: day }) => <span className="second">{day ? dateText(day) : '–'}</span>,
      sorts: true,
      width: 100,
      from: 'wide',
    },
    {
      id: 'otro_perfil',
      header: t('columna.otroPerfil'),
      cell: ({ otro_perfil }) => otro_perfil ?? '–',
      width: 196,
      from: 'wide',
    },
    { id: 'estado', header: t('columna.estado'), cell: (row) => <State row={row} />, width: 140 },
  ]
  return (
    <ListPage
      title={t('titulo')}
      actions={
        mayCreate && (
          <>
            {phone ? (
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon variant="default" size={36} aria-label={t('acciones')}>
                    <IconDots size={18} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item component={Link} to={paths.employeesImport()}>
                    {t('importarBoton')}
                  </Menu.Item>
                  <Menu.Item component={Link} to={paths.unsubscribe(address)}>
                    {t('employees-ends:boton')}
                  </Menu.Item>
                  {!isEmpty && <Menu.Item onClick={() => sheet.run()}>{t('planilla.boton')}</Menu.Item>}
                  <Menu.Item component={Link} to={paths.declined()}>
                    {t('account-access:declinaron.titulo')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ) : (
              <>
                <DeclinedLink />
                <Button
                  component={Link}
                  to={paths.unsubscribe(address)}
                  variant="subtle"
                  leftSection={<IconUserMinus size={18} aria-hidden />}
                >
                  {t('employees-ends:boton')}
                </Button>
                <Button
                  component={Link}
                  to={paths.employeesImport()}
                  leftSection={<IconFileImport size={18} aria-hidden />}
                >
                  {t('importarBoton')}
                </Button>
                {!isEmpty && (
                  <Button
                    leftSection={<IconTableExport size={18} aria-hidden />}
                    loading={sheet.busy}
                    onClick={() => sheet.run()}
                  >
                    {t('planilla.boton')}
                  </Button>
                )}
              </>
            )}
            {create(isEmpty ? 'default' : 'filled')}
          </>
        )
      }
      tools={
        <>
          <StateToggles shown={shown} totals={totals.data} onShow={show} />
          <ListTools state={state} placeholder={t('buscar', { cuil: t('country:cuil') })} filters={offered}>
            <SavedViews list="employees" state={state} />
          </ListTools>
        </>
      }
    >
      <DataTable
        key={shown}
        label={t('titulo')}
        answer={answer}
        state={state}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={({ nombre }) => nombre}
        onOpen={({ id }) => void navigate(paths.employee(id), { state: address })}
        phone={(row) => <PhoneRow row={row} />}
        everyId={total <= mostSelected ? everyId : undefined}
        bulk={(ids, clear) => <BulkActs ids={ids} onClear={clear} />}
        narrowing={narrowing}
        empty={
          isEmpty ? (
            <EmptyState
              title={t('vacia.titulo')}
              action={
                mayCreate && (
                  <Button
                    component={Link}
                    to={paths.employeesImport()}
                    variant="filled"
                    leftSection={<IconFileImport size={18} aria-hidden />}
                  >
                    {t('vacia.importar')}
                  </Button>
                )
              }
            >
              {t('vacia.texto')}
            </EmptyState>
          ) : (
            <EmptyState
              drawing="nothing"
              title={t('vacia.estado')}
              action={<Button onClick={() => show('todos')}>{t('vacia.verTodos')}</Button>}
            />
          )
        }
      />
    </ListPage>
  )
}

/** A mark for employees without a mail address: notices don't reach them. */
function Name({ row: { nombre, apodo, con_mail } }: { row: EmployeeRow }) {
  const { t } = useWords('employees')
  return (
    // The whole name where the column cuts it.
    <span className={style.name} title={nombre}>
      <b>{nombre}</b>
      {apodo && <span className="second">({apodo})</span>}
      {!con_mail && <IconMailOff size={16} role="img" aria-label={t('sinCorreo')} title={t('sinCorreo')} />}
    </span>
  )
}

/** Only what differs from the ordinary has an icon. */
function State({ row: { estado, fecha_baja: end } }: { row: EmployeeRow }) {
  const { t } = useWords('employees')
  if (estado === 'active' && !end) return <span className="second">{t('estado.active')}</span>
  const [Mark, word] = end
    ? ([IconCalendarX, t('estado.baja', { dia: dateText(end) })] as const)
    : estado === 'onboarding'
      ? ([IconUserPlus, t('estado.onboarding')] as const)
      : ([IconUserX, t('estado.inactive')] as const)
  return (
    <span className={style.state} data-ahead={estado === 'active' || undefined}>
      <Mark size={16} aria-hidden />
      {word}
    </span>
  )
}

function PhoneRow({ row }: { row: EmployeeRow }) {
  return (
    <span className={`${style.phoneRow} flex at-top apart gap-12`}>
      <span>
        <Name row={row} />
        <span className="second">
          <TaxId value={row.cuil} />
          {row.sector && ` · ${row.sector}`}
        </span>
      </span>
      <State row={row} />
    </span>
  )
}
