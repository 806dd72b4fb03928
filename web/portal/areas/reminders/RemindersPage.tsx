import { Button, MultiSelect, Radio } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { employees } from '#contract/employees/employees.ts'
import { folders } from '#contract/folders/folders.ts'
import { processes } from '#contract/processes/processes.ts'
import { longestEvery, reminders } from '#contract/reminders.ts'
import { DateField } from '#web/shared/forms/DateFields.tsx'
import { bind, CheckField, NumberField, SelectField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText, instantText, monthText, numberText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { type Form, useForm } from '#web/shared/forms/useForm.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { addDays, addMonths, monthsBack } from '#web/shared/texts/months.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { RemindDialog } from '../../shell/RemindDialog.tsx'
import { Reach, reachedBy } from './Reach.tsx'
import { Scheduled } from './Scheduled.tsx'
import style from './Reminders.module.css'

type ReminderForm = Form<typeof reminders.create>

/** Days between two reminders, unless others are chosen. */
const usualEvery = 3
/** Months to choose from: the next one, this one and those before. */
const monthsOffered = 24
/** How often it is counted again, in milliseconds: always, and while mails are going out. */
const pace = 10_000
const sendingPace = 1500

/** Reminding people of what waits for their signature: whom, now or again and again, and what was done. */
export function RemindersPage() {
  const { t } = useWords('reminders')
  const [search] = useSearchParams()
  const process = Number(search.get('proceso')) || undefined
  const tipo = idsOf(search.get('tipo'))
  const sector = idsOf(search.get('sector'))
  const periodo = search.get('periodo')
  const narrowed = { ...(tipo && { tipo }), ...(sector && { sector }), ...(periodo && { periodo }) }
  const terms = useCall(reminders.count, {})
  // Where there is no room for a desk, what stands on it follows the fields.
  const narrow = useMediaQuery('(max-width: 767px)') ?? false
  return (
    <FormPage title={t('titulo')} desk={narrow ? undefined : <Scheduled />}>
      {terms.data || terms.error ? (
        <NewReminder
          // A new one begins anew with another publication.
          key={search.toString()}
          process={process}
          narrowed={narrowed}
          overdue={process === undefined && Object.keys(narrowed).length === 0 && terms.data?.plazos === true}
          hasTerms={terms.data?.plazos === true}
          below={narrow && <Scheduled />}
          error={terms.error}
          onRetry={() => void terms.refetch()}
        />
      ) : null}
    </FormPage>
  )
}

interface Props {
  process: number | undefined
  /** The initial choices, from the address. */
  narrowed: { tipo?: number[]; sector?: number[]; periodo?: string }
  overdue: boolean
  hasTerms: boolean
  below: ReactNode
  error: unknown
  onRetry: () => void
}

function NewReminder({ process, narrowed, overdue, hasTerms, below, error, onRetry }: Props) {
  const { t } = useWords('reminders')
  const { company } = useViewer()
  const [repeats, setRepeats] = useState(false)
  const [asking, setAsking] = useState(false)
  const form = useForm(reminders.create, {
    initial: { vencidos: overdue, ...narrowed, ...(process !== undefined && { proceso: process }) },
    // The dialog makes the call; what was chosen stays for the next one.
    onDone: () => undefined,
  })
  const { tipo, periodo, sector, vencidos, cada_dias, hasta } = form.values
  const asked = {
    tipo: numbers(tipo),
    sector: numbers(sector),
    periodo: typeof periodo === 'string' && periodo ? periodo : undefined,
    proceso: process,
    vencidos: vencidos === true,
  }
  const [running, setRunning] = useState(false)
  const counted = useCall(reminders.count, asked, { every: running ? sendingPace : pace })
  const sending = counted.data?.en_curso ?? null
  if ((sending !== null) !== running) setRunning(sending !== null)
  const reached = reachedBy(counted.data)
  const mails = counted.data?.con_correo ?? 0
  const nobody = counted.data !== undefined && (repeats ? counted.data.documentos === 0 : reached === 0)
  const latest = counted.data?.ultimo ? instantText(counted.data.ultimo, company.zona) : null
  const last = typeof hasta === 'string' && hasta ? hasta : null
  const next = typeof cada_dias === 'number' ? addDays(company.hoy, cada_dias) : null
  const once = (again: boolean) => {
    setRepeats(again)
    form.set('cada_dias', again ? usualEvery : undefined)
    if (!again) form.set('hasta', undefined)
  }
  return (
    <FormShell
      form={form}
      loading={false}
      error={error}
      onRetry={onRetry}
      submit={
        sending
          ? t('enviando', { hechos: numberText(sending.hechos), total: numberText(sending.total) })
          : counted.data
            ? t('abrir', { count: reached, n: numberText(reached) })
            : t('recordar')
      }
      shut={
        sending
          ? t('enviandoAhora')
          : !counted.data
            ? t('contando')
            : nobody
              ? latest
                ? t('recordado', { cuando: latest })
                : t('nadie')
              : undefined
      }
      onAsk={() => setAsking(true)}
      foot={
        <>
          <b>{t('pie.que', { count: mails, n: numberText(mails) })}</b>
          <br />
          {typeof cada_dias !== 'number'
            ? t('pie.unaVez')
            : last
              ? t('pie.sigueHasta', { count: cada_dias, dia: dateText(last) })
              : t('pie.sigue', { count: cada_dias })}
        </>
      }
    >
      {process === undefined ? <Narrowing form={form} /> : <OfPublication process={process} />}
      {hasTerms && <CheckField form={form} name="vencidos" label={t('vencidos')} help={t('vencidosAyuda')} />}
      <Reach counted={counted.data} error={counted.error} wanted={asked} />
      <Radio.Group
        label={t('cuando')}
        value={repeats ? 'repite' : 'ahora'}
        onChange={(value) => once(value === 'repite')}
      >
        <div className={`${style.radios} column gap-10`}>
          <Radio value="ahora" label={t('ahora')} disabled={form.busy} />
          <Radio value="repite" label={t('repite')} disabled={form.busy} />
        </div>
      </Radio.Group>
      {repeats && (
        <div className={style.row}>
          <NumberField
            form={form}
            name="cada_dias"
            label={t('cada')}
            help={next && (!last || next <= last) ? t('proximo', { dia: dateText(next) }) : ''}
            suffix={t('dias', { count: typeof cada_dias === 'number' ? cada_dias : usualEvery })}
            min={1}
            max={longestEvery}
          />
          <DateField form={form} name="hasta" label={t('hasta')} help={t('hastaAyuda')} />
        </div>
      )}
      {below}
      {asking && (
        <RemindDialog
          input={{
            ...asked,
            ...(typeof cada_dias === 'number' && { cada_dias }),
            ...(typeof hasta === 'string' && hasta && { hasta }),
          }}
          what={<What form={form} process={process} />}
          onClose={() => setAsking(false)}
        />
      )}
    </FormShell>
  )
}

/** Ids of the address, by commas. */
function idsOf(text: string | null): number[] | undefined {
  const ids = (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return ids.length > 0 ? ids : undefined
}

/** The documents that the form narrows to, in words. */
function What({ form, process }: { form: ReminderForm; process: number | undefined }) {
  const { t } = useWords('reminders')
  const types = useCall(folders.searchable, {}).data ?? []
  const sectors = useCall(employees.sectors, {}).data ?? []
  const { tipo, sector, periodo, vencidos } = form.values
  const words = [
    process !== undefined && t('lista.publicacion', { n: numberText(process) }),
    ...types.filter(({ idSubCarpeta }) => numbers(tipo)?.includes(idSubCarpeta)).map(({ name }) => name),
    typeof periodo === 'string' && periodo && monthText(`${periodo.slice(0, 7)}-01`),
    ...sectors.filter(({ id }) => numbers(sector)?.includes(id)).map(({ nombre }) => nombre),
    vencidos === true && t('lista.vencidos'),
  ].filter(Boolean)
  return <>{words.length > 0 ? words.join(' · ') : t('lista.todo')}</>
}

function Narrowing({ form }: { form: ReminderForm }) {
  const { t } = useWords('reminders')
  const { company } = useViewer()
  const types = useCall(folders.searchable, {}).data ?? []
  const sectors = useCall(employees.sectors, {}).data ?? []
  const many = (name: 'tipo' | 'sector', label: string, data: { value: string; label: string }[]) => {
    const chosen = form.values[name]
    const value = Array.isArray(chosen) ? chosen.map(String) : []
    return (
      <MultiSelect
        {...bind({ form, name, label })}
        data={data}
        value={value}
        onChange={(values) => form.set(name, values.length > 0 ? values.map(Number) : undefined)}
        placeholder={value.length === 0 ? t('todos') : ''}
        searchable
        clearable
        hidePickedOptions
      />
    )
  }
  return (
    <>
      {many(
        'tipo',
        t('tipo'),
        types.map(({ idSubCarpeta, name }) => ({ value: String(idSubCarpeta), label: name })),
      )}
      <div className={style.row}>
        <SelectField
          form={form}
          name="periodo"
          label={t('periodo')}
          placeholder={t('todos')}
          clearable
          searchable
          data={monthsBack(addMonths(company.hoy, 1), monthsOffered).map((value) => ({
            value,
            label: `${value.slice(5)}/${value.slice(0, 4)}`,
          }))}
        />
        {many(
          'sector',
          t('sector'),
          sectors.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
        )}
      </div>
    </>
  )
}

function OfPublication({ process }: { process: number }) {
  const { t } = useWords('reminders')
  const manages = useMay(processes.list.need)
  return (
    <p className={style.publication}>
      {t('dePublicacion')}{' '}
      {manages ? <Link to={paths.followUp(process)}>{numberText(process)}</Link> : numberText(process)}.{' '}
      <Button component={Link} to={paths.reminders()} variant="subtle" size="compact-sm">
        {t('deTodo')}
      </Button>
    </p>
  )
}

function numbers(values: unknown): number[] | undefined {
  return Array.isArray(values) && values.length > 0 ? values.map(Number) : undefined
}
