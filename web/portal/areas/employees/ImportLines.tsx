import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconTableExport } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { employeeImport, type ImportLine, type ImportState } from '#contract/employees/import.ts'
import { DataTable, type Column } from '#web/shared/lists/DataTable.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { useMay } from '#web/shared/session/viewer.ts'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { useAct } from '#web/shared/calls/useAct.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import type { ListState } from '#web/shared/lists/useListState.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { Chosen } from './chosenGroup.ts'
import { filesOnScreen } from './filesOnScreen.ts'
import { useImportField } from './importField.ts'
import { useGroupName } from './ImportGroups.tsx'
import { MendedCell } from './MendedCell.tsx'
import { useSavedFile } from './useSavedFile.ts'
import style from './Import.module.css'

interface Props extends Chosen {
  state: ImportState
  /** The lines with a doubtful check digit were chosen, whose group they leave once the company refuses them. */
  doubts: boolean
}

const nothing = () => {}
/** Lines of which something would come, or that stand in the way. */
const takeable = ['faulty', 'new', 'changed'] as const

/**
 * A page of its own that no address remembers: the groups beside it are what one walks through. `group`: another one
 * begins with its first page.
 */
function useOwnPage(group: string): ListState {
  const [at, setAt] = useState({ group, page: 1 })
  const page = at.group === group ? at.page : 1
  const setPage = (next: number) => setAt({ group, page: next })
  return {
    search: '',
    page,
    sort: null,
    filters: {},
    open: null,
    setSearch: nothing,
    setPage,
    setSort: nothing,
    setFilter: nothing,
    setFilters: nothing,
    setOpen: nothing,
    clear: nothing,
    columns: null,
    setColumns: nothing,
    query: '',
    apply: nothing,
  }
}

/**
 * Keeps the focus where cells are mended: on the same cell where it is still wrong, or else on the first that is.
 * `lines`: what is shown; a line that is right by now leaves with its cell.
 */
function useFocusKept(lines: unknown) {
  const section = useRef<HTMLElement>(null)
  const last = useRef<string>(undefined)
  useEffect(() => {
    const shown = section.current
    if (!shown) return
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target.dataset['mended'] : undefined
    }
    shown.addEventListener('focusin', note)
    return () => shown.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (last.current === undefined || document.activeElement !== document.body) return
    const cells = [...(section.current?.querySelectorAll<HTMLElement>('[data-mended]') ?? [])]
    const next = cells.find(({ dataset }) => dataset['mended'] === last.current) ?? cells[0]
    next?.focus()
  }, [lines])
  return section
}

/** The lines of a group: what is wrong with each and where, what changes from what to what, who is new. */
export function ImportLines({ state, doubts, grupo, campo }: Props) {
  const { t } = useWords(['employees', 'employees-ends', 'employees-integration', 'country'])
  const { words } = filesOnScreen[state.clase]
  const doubted = grupo === 'new' && campo !== undefined
  const list = useOwnPage(`${grupo} ${campo ?? ''}`)
  const groupName = useGroupName(state)
  const save = useSavedFile()
  const answer = useCall(employeeImport.lines, {
    id: state.id,
    grupo,
    page: list.page,
    ...(campo !== undefined && { campo }),
  })
  const section = useFocusKept(answer.data)
  const columns: Column<ImportLine>[] = [
    {
      id: 'nombre',
      header: t('columna.nombre'),
      cell: ({ id, nombre, fallas, celdas }) =>
        id && grupo !== 'faulty' ? (
          <Link to={paths.employee(id)}>{nombre}</Link>
        ) : (
          <Name nombre={nombre} fallas={fallas} celdas={celdas} />
        ),
      width: 216,
    },
    {
      id: 'cuil',
      header: t('country:cuil'),
      cell: ({ cuil, fallas }) => (
        <Cell text={cuil} bad={fallas.some((fault) => fault.campo === 'cuil')}>
          <TaxId value={cuil} />
        </Cell>
      ),
      width: 148,
      from: 'medium',
    },
  ]
  if (grupo !== 'absent')
    columns.unshift({
      id: 'linea',
      header: t('importar.columnaFila'),
      cell: ({ linea }) => <span className="second figures">{linea}</span>,
      width: 56,
    })
  if (grupo === 'faulty')
    columns.push({
      id: 'falla',
      header: t('importar.queFalla'),
      cell: (row) => <Faults line={row} state={state} />,
    })
  if (grupo === 'changed')
    columns.push({
      id: 'cambio',
      header: t(`${words}:importar.queCambia`),
      cell: ({ cambios }) => <Changes changes={cambios} />,
    })
  if (grupo === 'new')
    columns.push(
      ...(['numero_legajo', 'fecha_contratacion'] as const).map((field): Column<ImportLine> => ({
        id: field,
        header: t(`campo.${field}`),
        cell: ({ celdas }) => <span className={style.code}>{celdas[field] || '–'}</span>,
        width: 100,
        from: 'wide',
      })),
      {
        id: 'sector',
        header: `${t('campo.sector')} · ${t('campo.locacion')}`,
        cell: ({ celdas }) => [celdas['sector'], celdas['locacion']].filter(Boolean).join(' · ') || '–',
        from: 'wide',
      },
    )
  const takes = state.paso === 'preview' && (takeable.some((kind) => kind === grupo) || grupo === 'left_out')
  if (takes)
    columns.push({
      id: 'afuera',
      header: t(grupo === 'left_out' ? 'importar.columnaIncluir' : 'importar.columnaAfuera'),
      cell: ({ linea }) =>
        linea !== null && <TakeOut id={state.id} linea={linea} out={grupo === 'left_out'} />,
      width: 76,
    })
  return (
    <section ref={section} className={`${style.lines} column grow`} data-grupo={grupo}>
      <header>
        <h2>{doubted ? t('importar.digitosGrupo') : groupName(grupo)}</h2>
        <span className="second">
          {doubted
            ? t('importar.digitosExplica')
            : state.paso === 'done' && state.estado !== 'cancelled'
              ? t(`${words}:importar.explicaHecha.${grupo}`)
              : t(`${words}:importar.explica.${grupo}`)}
        </span>
        {(doubts || (grupo === 'faulty' && state.digitos_bloquean)) && (
          <RefuseDigits state={state} moves={doubted} />
        )}
        {grupo === 'faulty' && state.cantidades.faulty > 0 && (
          <Button
            size="compact-md"
            leftSection={<IconTableExport size={18} aria-hidden />}
            onClick={() => void save(employeeImport.faulty, { id: state.id })}
          >
            {t('importar.planillaFallas')}
          </Button>
        )}
      </header>
      <DataTable
        label={groupName(grupo)}
        answer={answer}
        state={list}
        columns={columns}
        rowId={({ linea, id }) => String(linea ?? id)}
        rowName={({ nombre }) => nombre}
        rowHeight={grupo === 'faulty' || grupo === 'changed' ? 58 : 36}
        phone={(row) => <PhoneLine line={row} state={state} />}
        phoneAct={({ linea }) =>
          takes && linea !== null && <TakeOut id={state.id} linea={linea} out={grupo === 'left_out'} />
        }
        empty={<EmptyState drawing="nothing" title={t('importar.grupoVacio')} />}
      />
    </section>
  )
}

/**
 * Whether the company refuses wrong check digits, for those who may set it: the file is read again. `moves`: the shown
 * lines become faulty by it.
 */
function RefuseDigits({ state, moves }: { state: ImportState; moves: boolean }) {
  const { t } = useWords(['employees', 'country'])
  const { id, clase, paso, digitos_bloquean } = state
  const may = useMay(employeeImport.checkDigits.need)
  const set = useAct(employeeImport.checkDigits, { refresh: [employeeImport.one] })
  if (!may || clase !== 'employee_import') return null
  return (
    <Switch
      label={t('importar.digitosRechaza', { cuil: t('country:cuil') })}
      className={style.refuse ?? ''}
      description={`${moves ? `${t('importar.digitosPasan')} ` : ''}${t('importar.digitosRechazaQue')}`}
      checked={digitos_bloquean}
      // Not shut while the file is read again: it would lose the focus.
      disabled={paso === 'running' || paso === 'done'}
      onChange={() => paso === 'preview' && !set.busy && set.run({ id, bloquear: !digitos_bloquean })}
    />
  )
}

/** Takes a line out of the import, or puts it back: the rest is read again. */
function TakeOut({ id, linea, out }: { id: number; linea: number; out: boolean }) {
  const { t } = useWords('employees')
  const take = useAct(employeeImport.leaveOut, { refresh: [employeeImport.one] })
  const label = t(out ? 'importar.incluir' : 'importar.dejarAfuera', { linea })
  const Mark = out ? IconArrowBackUp : IconBan
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        loading={take.busy}
        onClick={() => take.run({ id, linea, afuera: !out })}
      >
        <Mark size={18} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Only the faulty cell has an edge. */
function Cell({ text, bad, children }: { text: string; bad: boolean; children: ReactNode }) {
  if (!bad) return text ? children : '–'
  return <span className={`${style.bad} ellipsis`}>{text ? children : '–'}</span>
}

/** The name; where a part of it is faulty, each part by itself. */
function Name({ nombre, fallas, celdas }: Pick<ImportLine, 'nombre' | 'fallas' | 'celdas'>) {
  const isBad = (part: string) => fallas.some(({ campo }) => campo === part)
  if (!isBad('apellido') && !isBad('nombre')) return nombre ? <b>{nombre}</b> : '–'
  return (['apellido', 'nombre'] as const).map((part) => (
    <Fragment key={part}>
      {part === 'nombre' && ', '}
      <Cell text={celdas[part] ?? ''} bad={isBad(part)}>
        <b>{celdas[part]}</b>
      </Cell>
    </Fragment>
  ))
}

/**
 * The faults of a line. A cell of the file is mended in its place; fields without one that fail alike stand in one
 * sentence.
 */
function Faults({ line: { linea, fallas, celdas }, state }: { line: ImportLine; state: ImportState }) {
  const { t } = useWords('employees')
  const fieldName = useImportField()
  const isOver = state.paso === 'running' || state.paso === 'done'
  // Once it is over an empty cell has nothing to show.
  const isField = (campo: string) => fieldName(campo) !== t('importar.laFila')
  const isShown = (campo: string) => (isOver ? Boolean(celdas[campo]) : campo in celdas)
  const alike = Map.groupBy(fallas, ({ campo, code, mensaje }) =>
    isShown(campo) ? campo : `${code} ${mensaje}`,
  )
  return (
    <ul className={`${style.faults} plain-list`}>
      {[...alike].map(([key, faults]) => {
        const [first] = faults
        if (!first) return null
        const { campo } = first
        const texts = Map.groupBy(faults, ({ mensaje }) => mensaje)
        return (
          <li key={key}>
            {/* A fault of the line as a whole needs no field's name. */}
            {isField(campo) && (
              <b>{[...new Set(faults.map((fault) => fieldName(fault.campo)))].join(', ')}</b>
            )}
            {linea !== null && isShown(campo) && !isOver && (
              <MendedCell state={state} linea={linea} campo={campo} now={celdas[campo] ?? ''} />
            )}
            {isShown(campo) && isOver && <span className={`${style.bad} ellipsis`}>{celdas[campo]}</span>}
            {[...texts].map(([mensaje, [fault]]) => (
              <span key={mensaje} className={style.why}>
                {mensaje}{' '}
                {fault && /^\d+$/.test(fault.code) && (
                  <span className="quiet">{t('importar.codigo', { codigo: fault.code })}</span>
                )}
              </span>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

function Changes({ changes }: { changes: ImportLine['cambios'] }) {
  const fieldName = useImportField()
  return (
    <ul className={`${style.faults} plain-list`}>
      {changes.map(({ campo, antes, ahora }) => (
        <li key={campo}>
          <span className="second">{fieldName(campo)}:</span> {antes && <s>{antes}</s>} <b>{ahora || '–'}</b>
        </li>
      ))}
    </ul>
  )
}

function PhoneLine({ line, state }: { line: ImportLine; state: ImportState }) {
  const { t } = useWords('employees')
  return (
    <span className={style.phoneLine}>
      <b>{line.nombre || '–'}</b>
      <span className="second">
        {line.linea !== null && `${t('importar.columnaFila')} ${line.linea} · `}
        <TaxId value={line.cuil} />
      </span>
      {line.fallas.length > 0 && <Faults line={line} state={state} />}
      {line.cambios.length > 0 && <Changes changes={line.cambios} />}
    </span>
  )
}
