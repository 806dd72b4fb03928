import { Alert, Radio } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { InputOf } from '#contract/call.ts'
import { folders } from '#contract/folders/folders.ts'
import { generic, type GenericList } from '#contract/generic.ts'
import { processes } from '#contract/processes/processes.ts'
import { call } from '#web/shared/calls/call.ts'
import { CheckField, SelectField } from '#web/shared/forms/fields.tsx'
import { FileField } from '#web/shared/forms/FileField.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { numberText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { CategoryField } from './CategoryField.tsx'
import { Recipients } from './Recipients.tsx'
import style from './Generic.module.css'

const categories = ['sector', 'lugar', 'cargo'] as const
const perPage = 20

/** Publishes one file unchanged to many. The recipients are counted and listed before anything is published. */
export function GenericPage() {
  const { t } = useWords(['generic', 'errors'])
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const navigate = useNavigate()
  const refresh = useRefresh()
  const types = useCall(folders.publishable, {})
  const [list, setList] = useState<GenericList>('destinatarios')
  const [page, setPage] = useState(1)
  const form = useForm(generic.publish, {
    initial: { modo: 'categorias', sector: [], lugar: [], cargo: [], personas: 1, notificar: true },
    onDone: async ({ id, personas }) => {
      await refresh(processes.list)
      toast({ text: t('hecho', { count: personas, personas: numberText(personas) }) })
      await navigate(paths.followUp(id))
    },
  })
  const { values, beside, set } = form
  const offered = types.data?.filter(({ sinCodigo, eform, xml }) => sinCodigo && !eform && !xml)
  const type = offered?.find(({ idSubCarpeta }) => String(idSubCarpeta) === String(values.tipo))
  const byCsv = values.modo === 'csv'
  const chosen = (name: (typeof categories)[number]) =>
    Array.isArray(values[name]) ? (values[name] as number[]) : []
  const whole =
    type !== undefined && (byCsv ? beside !== null : categories.every((name) => chosen(name).length > 0))
  const input: InputOf<typeof generic.recipients> = {
    tipo: type?.idSubCarpeta ?? 0,
    modo: byCsv ? 'csv' : 'categorias',
    ...(!byCsv && { sector: chosen('sector'), lugar: chosen('lugar'), cargo: chosen('cargo') }),
    solo_sin_version: values.solo_sin_version === true,
    lista: list,
    page,
    perPage,
  }
  const found = useQuery({
    queryKey: [generic.recipients.path, input, byCsv && beside && `${beside.name} ${beside.size}`],
    queryFn: ({ signal }) =>
      call(generic.recipients, input, { signal, ...(byCsv && beside && { file: beside }) }),
    enabled: whole,
    placeholderData: (before) => (whole ? before : undefined),
    retry: false,
  })
  const people = whole ? found.data : undefined
  const count = people?.destinatarios ?? 0
  const settle = useEffectEvent(() => {
    if (count > 0 && values.personas !== count) set('personas', count)
    if (type?.visible === false && values.notificar === true) set('notificar', false)
  })
  useEffect(() => settle(), [count, values.personas, type, values.notificar])
  const choose = (modo: string) => {
    set('modo', modo)
    if (modo !== 'csv') form.setBeside(null)
    setList('destinatarios')
    setPage(1)
  }
  const required = t('errors:SYSTEM_API_PARAMETER_REQUIRED')
  const submit = async () => {
    const missing = byCsv
      ? { ...(!beside && { csv: required }) }
      : Object.fromEntries(
          categories.filter((name) => chosen(name).length === 0).map((name) => [name, required]),
        )
    if (form.check({ ...missing, ...(!values.tipo && { tipo: required }) })) await form.submit()
  }
  const shown = {
    ...form,
    submit,
    required: (name: string) => name !== 'solo_sin_version' && name !== 'notificar',
  }
  const recipients = (
    <Recipients
      people={people}
      error={whole ? found.error : null}
      onRetry={() => void found.refetch()}
      list={list}
      onList={(next) => {
        setList(next)
        setPage(1)
      }}
      page={{ page, perPage }}
      onPage={setPage}
    />
  )
  return (
    <FormPage title={t('titulo')} desk={recipients}>
      <FormShell
        form={shown}
        loading={!types.data}
        error={types.error}
        onRetry={() => void types.refetch()}
        submit={count === 0 ? t('publicarSin') : t('publicar', { count, personas: numberText(count) })}
        shut={whole && people && count === 0 ? t('pie.nadie') : undefined}
        foot={
          <Foresight
            count={count}
            hasFile={form.file !== null}
            mails={people?.con_correo ?? 0}
            notifies={values.notificar === true}
            signs={type?.firmable === true}
            unknown={people?.desconocidos ?? 0}
          />
        }
      >
        {offered?.length === 0 && (
          <Alert color="warn" icon={<IconAlertTriangle size={18} />}>
            {t('sinTipos')}{' '}
            <Link to={paths.folders()} className={style.link}>
              {t('configurar')}
            </Link>
          </Alert>
        )}
        <SelectField
          form={shown}
          name="tipo"
          label={t('tipo')}
          data={(offered ?? []).map(({ idSubCarpeta, name }) => ({
            value: String(idSubCarpeta),
            label: name,
          }))}
          searchable
        />
        <Radio.Group
          label={t('modo.titulo')}
          value={byCsv ? 'csv' : 'categorias'}
          onChange={choose}
          withAsterisk
        >
          <div className={`${style.modes} flex wrap`}>
            {(['categorias', 'csv'] as const).map((mode) => (
              <Radio key={mode} value={mode} label={t(`modo.${mode}`)} disabled={form.busy} />
            ))}
          </div>
        </Radio.Group>
        {byCsv ? (
          <FileField form={shown} part="beside" label={t('csv')} help={t('csvAyuda')} required />
        ) : (
          categories.map((name) => <CategoryField key={name} form={shown} name={name} label={t(name)} />)
        )}
        <CheckField form={shown} name="solo_sin_version" label={t('validador')} help={t('validadorAyuda')} />
        <FileField form={shown} label={t('archivo')} />
        <CheckField
          form={shown}
          name="notificar"
          label={t('notificar')}
          shut={type && !type.visible ? t('noVisible') : undefined}
        />
        {phone && recipients}
      </FormShell>
    </FormPage>
  )
}

/** A summary of the publication in two lines. */
function Foresight({
  count,
  hasFile,
  mails,
  notifies,
  signs,
  unknown,
}: {
  count: number
  hasFile: boolean
  mails: number
  notifies: boolean
  signs: boolean
  /** Lines of the spreadsheet that name nobody. */
  unknown: number
}) {
  const { t } = useWords('generic')
  const empresa = useViewer().company.nombre
  if (count === 0) return <>{t('pie.falta')}</>
  const left = unknown > 0 && (
    <span className={style.left}>{t('pie.desconocidos', { count: unknown, n: numberText(unknown) })}</span>
  )
  if (!hasFile)
    return (
      <>
        {t('pie.faltaArchivo', { count, personas: numberText(count) })} {left}
      </>
    )
  return (
    <>
      <b>{t('pie.hara', { count, personas: numberText(count), empresa })}</b>
      <br />
      {t(signs ? 'pie.firma' : 'pie.lee')}{' '}
      {notifies ? t('pie.correos', { count: mails, correos: numberText(mails) }) : t('pie.sinAviso')} {left}
    </>
  )
}
