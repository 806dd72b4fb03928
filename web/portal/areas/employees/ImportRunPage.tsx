import { Alert, Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { employeeImport, type ImportState } from '#contract/employees/import.ts'
import { integrationModes } from '#contract/employees/integration-profiles.ts'
import { endReasons } from '#contract/employees/record.ts'
import { RecordPage } from '#web/shared/pages/RecordPage.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { RefusalError } from '#web/shared/calls/wire.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { NotFound } from '../../shell/ErrorPages.tsx'
import { type Chosen, shownGroup } from './chosenGroup.ts'
import { filesOnScreen } from './filesOnScreen.ts'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportFoot } from './ImportFoot.tsx'
import { ImportGroups } from './ImportGroups.tsx'
import { ImportLines } from './ImportLines.tsx'
import style from './Import.module.css'

const working: readonly ImportState['paso'][] = ['uploaded', 'reading', 'running']

/** An import: its dry run while it is read, what it would do, its work, and what came of it. */
export function ImportRunPage() {
  const { t } = useWords(['employees', 'employees-ends', 'employees-integration'])
  const id = Number(useParams()['id'])
  const known = Number.isSafeInteger(id) && id > 0
  const [waits, setWaits] = useState(true)
  const answer = useCall(employeeImport.one, { id }, { enabled: known, ...(waits && { every: 1500 }) })
  const { data: state, error } = answer
  const busy = !state || working.includes(state.paso)
  const asks = busy || state.invitando !== null
  if (asks !== waits) setWaits(asks)
  // Read again without a line that was taken out: what was found stays on the screen until then.
  const again = busy && state?.paso !== 'running' && (state?.leido_en ?? null) !== null
  const refresh = useRefresh()
  const read = useEffectEvent(() => refresh(employeeImport.lines))
  // A file that is read again may be read before its state is asked for: the lines are asked for after each state.
  const found = busy ? null : state.paso === 'preview' ? answer.dataUpdatedAt : state.paso
  useEffect(() => {
    if (found !== null) void read()
  }, [found])
  const back = { to: paths.employees(), label: t('titulo') }
  if (!known || (error instanceof RefusalError && error.status === 404)) return <NotFound />
  if (!state)
    return (
      <RecordPage back={back} title={t('importar.titulo')}>
        {error && (
          <ErrorState error={error} title={t('importar.error')} onRetry={() => void answer.refetch()} />
        )}
      </RecordPage>
    )
  const { words, begin } = filesOnScreen[state.clase]
  return (
    <RecordPage
      back={back}
      title={t(`${words}:importar.de`, { archivo: state.archivo })}
      who={<When state={state} />}
      actions={
        <Button component={Link} to={begin()} variant="subtle">
          {t(`${words}:importar.otro`)}
        </Button>
      }
    >
      {busy && !again ? <Working state={state} /> : <Findings state={state} />}
    </RecordPage>
  )
}

/** How many lines, how fast they were read, and where it stands. */
function When({ state }: { state: ImportState }) {
  const { t } = useWords(['employees', 'employees-ends', 'employees-integration'])
  const { words: own } = filesOnScreen[state.clase]
  const reason = endReasons.find((one) => one === state.opciones['motivo'])
  const words = [t('importar.filas', { count: state.filas, cuantas: numberText(state.filas) })]
  // Less than that would be '0,0 s'.
  if (state.leido_en !== null && state.leido_en >= 50 && state.paso === 'preview')
    words.push(t('importar.leidoEn', { segundos: numberText(state.leido_en / 1000, 1) }))
  if (reason) words.push(t('employees-ends:motivoDe', { motivo: t(`motivo.${reason}`) }))
  const mode = integrationModes.find((one) => one === state.opciones['modo'])
  if (mode)
    words.push(t(`employees-integration:eleccion.${mode}`, { nombres: state.opciones['nombres'] ?? '' }))
  words.push(
    state.paso === 'done'
      ? t(`${own}:importar.estado.${state.estado}`)
      : t(`${own}:importar.paso.${state.paso}`),
  )
  return <span className="figures">{words.join(' · ')}</span>
}

function Working({ state }: { state: ImportState }) {
  const { t } = useWords(['employees', 'employees-ends', 'employees-integration'])
  const { words } = filesOnScreen[state.clase]
  const part = state.filas ? (state.hechas / state.filas) * 100 : 0
  const running = state.paso === 'running'
  return (
    <div className={`${style.working} column gap-12`} role="status">
      <h2>{running ? t(`${words}:importar.guardando`) : t('importar.leyendo')}</h2>
      <Progress value={part} aria-label={t('importar.avance')} />
      <p className="second figures">
        {t('importar.hechas', {
          count: state.filas,
          hechas: numberText(state.hechas),
          filas: numberText(state.filas),
        })}{' '}
        {t('importar.sePuedeSalir')}
      </p>
    </div>
  )
}

function Findings({ state }: { state: ImportState }) {
  const { t } = useWords('employees')
  const { cantidades, otra_codificacion } = state
  const kinds = filesOnScreen[state.clase].groups
  const [chosen, choose] = useState<Chosen>(() => ({
    grupo: kinds.find((kind) => cantidades[kind] > 0) ?? 'faulty',
  }))
  const shown = shownGroup(state, chosen)
  const cancelled = state.estado === 'cancelled'
  return (
    <div className={`${style.page} column gap-16`}>
      {state.aviso && (
        <Alert color="warn" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {state.aviso.message}
        </Alert>
      )}
      {state.columnas_ajenas.length > 0 && <ImportColumns state={state} />}
      {otra_codificacion.cantidad > 0 && (
        <Alert color="warn" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('importar.otraCodificacion', {
            count: otra_codificacion.cantidad,
            lineas: otra_codificacion.lineas.join(', '),
          })}
        </Alert>
      )}
      <Balance state={state} />
      {!cancelled && (
        <div className={style.body}>
          <ImportGroups state={state} chosen={shown} onChoose={choose} />
          {/* By the choice: lines that go to another group keep the switch that moved them, and its focus. */}
          <ImportLines
            key={`${chosen.grupo} ${chosen.campo ?? ''}`}
            state={state}
            doubts={chosen.grupo === 'new' && chosen.campo !== undefined}
            {...shown}
          />
        </div>
      )}
      <ImportFoot state={state} />
    </div>
  )
}

/** The lines of the file and what becomes of them: the sum fits, or something was lost. */
function Balance({ state: { clase, paso, cantidades, filas } }: { state: ImportState }) {
  const { t } = useWords(['employees', 'employees-ends', 'employees-integration'])
  const { words, groups } = filesOnScreen[clase]
  const all = ['new', 'changed', 'unchanged', 'faulty', 'left_out'] as const
  const kinds = all.filter(
    (kind) => groups.includes(kind) && (kind !== 'left_out' || cantidades.left_out > 0),
  )
  const word = (kind: (typeof all)[number]) =>
    clase === 'integration_profiles' && paso === 'done' && kind === 'changed'
      ? t('employees-integration:actualizadas', { count: cantidades.changed })
      : t(`${words}:importar.suma.${kind}`, { count: cantidades[kind] })
  const fits = kinds.reduce((sum, kind) => sum + cantidades[kind], 0) === filas
  return (
    <div className={style.balance}>
      <Sum figure={filas} word={t('importar.suma.filas', { count: filas })} />
      {kinds.map((kind, at) => (
        <Sum
          key={kind}
          sign={at === 0 ? '=' : '+'}
          figure={cantidades[kind]}
          word={word(kind)}
          bad={kind === 'faulty' && cantidades.faulty > 0}
        />
      ))}
      {fits && (
        <span className={style.fits}>
          <IconCheck size={16} aria-hidden /> {t('importar.cuadra')}
        </span>
      )}
    </div>
  )
}

function Sum(props: { sign?: string; figure: number; word: ReactNode; bad?: boolean }) {
  return (
    <span className={`${style.part} flex`}>
      {props.sign && <span className={style.sign}>{props.sign}</span>}
      <span className={style.sum} data-bad={props.bad || undefined}>
        <b className="figures">{numberText(props.figure)}</b>
        <span>{props.word}</span>
      </span>
    </span>
  )
}
