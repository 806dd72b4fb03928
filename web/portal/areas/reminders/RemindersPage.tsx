import { Button, MultiSelect, Radio } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
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
import { numberText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { type Form, useForm } from '#web/shared/forms/useForm.ts'
import { useMay, useViewer } from '#web/shared/session/viewer.ts'
import { addMonths, monthsBack } from '#web/shared/texts/months.ts'
import { Reach, reachedBy } from './Reach.tsx'
import { Scheduled } from './Scheduled.tsx'
import style from './Reminders.module.css'

type ReminderForm = Form<typeof reminders.create>

/** Days between two reminders, unless others are chosen. */
const usualEvery = 3
/** Months to choose from: the next one, this one and those before. */
const monthsOffered = 24
/** How often it is counted again, since mails may be going out, in milliseconds. */
const pace = 10_000

/** Reminding people of what waits for their signature: whom, now or again and again, and what was done. */
export function RemindersPage() {
  const { t } = useTranslation('reminders')
  const [params, setParams] = useSearchParams()
  const process = Number(params.get('proceso')) || undefined
  const terms = useCall(reminders.count, {})
  // A new one begins anew: with another publication, once one was made, and once it is known whether there are terms.
  const [made, setMade] = useState(0)
  // Where there is no room for a desk, what stands on it follows the fields.
  const narrow = useMediaQuery('(max-width: 767px)') ?? false
  return (
    <FormPage title={t('titulo')} desk={narrow ? undefined : <Scheduled />}>
      {terms.data || terms.error ? (
        <NewReminder
          key={`${process ?? 0} ${made}`}
          process={process}
          overdue={process === undefined && terms.data?.plazos === true}
          hasTerms={terms.data?.plazos === true}
          below={narrow && <Scheduled />}
          error={terms.error}
          onRetry={() => void terms.refetch()}
          onMade={() => {
            setMade(made + 1)
            if (process !== undefined) setParams({}, { replace: true })
          }}
        />
      ) : null}
    </FormPage>
  )
}

interface Props {
  process: number | undefined
  overdue: boolean
  hasTerms: boolean
  below: ReactNode
  error: unknown
  onRetry: () => void
  onMade: () => void
}

function NewReminder({ process, overdue, hasTerms, below, error, onRetry, onMade }: Props) {
  const { t } = useTranslation('reminders')
  const refresh = useRefresh()
  const [repeats, setRepeats] = useState(false)
  const form = useForm(reminders.create, {
    initial: { vencidos: overdue, ...(process !== undefined && { proceso: process }) },
    onDone: async () => {
      toast({ text: t('hecho') })
      await refresh(reminders.list, reminders.count)
      onMade()
    },
  })
  const { tipo, periodo, sector, vencidos } = form.values
  const asked = {
    tipo: numbers(tipo),
    sector: numbers(sector),
    periodo: typeof periodo === 'string' && periodo ? periodo : undefined,
    proceso: process,
    vencidos: vencidos === true,
  }
  const counted = useCall(reminders.count, asked, { every: pace })
  const reached = reachedBy(counted.data)
  const mails = counted.data?.con_correo ?? 0
  const nobody = counted.data !== undefined && (repeats ? counted.data.documentos === 0 : reached === 0)
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
      submit={t('enviar', { count: reached, n: numberText(reached) })}
      shut={nobody ? t('nadie') : undefined}
      foot={
        <>
          <b>{t('pie.que', { count: mails, n: numberText(mails) })}</b>
          <br />
          {repeats ? t('pie.sigue') : t('pie.unaVez')}
        </>
      }
    >
      {process === undefined ? <Narrowing form={form} /> : <OfPublication process={process} />}
      {hasTerms && <CheckField form={form} name="vencidos" label={t('vencidos')} help={t('vencidosAyuda')} />}
      <Reach counted={counted.data} error={counted.error} />
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
        <>
          <NumberField
            form={form}
            name="cada_dias"
            label={t('cada')}
            suffix={t('dias')}
            min={1}
            max={longestEvery}
          />
          <DateField form={form} name="hasta" label={t('hasta')} help={t('hastaAyuda')} />
        </>
      )}
      {below}
    </FormShell>
  )
}

function Narrowing({ form }: { form: ReminderForm }) {
  const { t } = useTranslation('reminders')
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
  const { t } = useTranslation('reminders')
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
