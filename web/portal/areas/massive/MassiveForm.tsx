import { Alert, Input, Radio } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconAlertTriangle, IconFileTypePdf, IconFileTypeZip } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { folders } from '#contract/folders/folders.ts'
import { massive } from '#contract/massive/massive.ts'
import { type MassiveMode, massiveModes, modeFacts } from '#contract/massive/modes.ts'
import { massiveLimits } from '#contract/massive/publication.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { CheckField, errorLine, SelectField, TextField } from '#web/shared/forms/fields.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { instantText, monthText, numberText, sizeText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { type Form, useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { firstDaysWithin } from '#web/shared/texts/months.ts'
import { Trans, useWords } from '#web/shared/texts/useWords.ts'
import { MassiveDesk } from './MassiveDesk.tsx'
import { MassiveSteps } from './MassiveSteps.tsx'
import { sendFile } from './uploads.ts'
import style from './Massive.module.css'

/** No file chosen: the name is empty so that only the name is reported missing; size 1 passes the schema. */
const noFile = { archivo: '', tamano: 1 }

/** A file of another kind, or an empty one. */
interface Rejected {
  name: string
  empty: boolean
}

function whyNot({ empty }: Rejected, mode: MassiveMode) {
  if (empty) return 'archivo.vacio'
  return modeFacts[mode].onePdf ? 'archivo.espera.pdf' : 'archivo.espera.zip'
}

/** The form before the upload: the mode, the file and the other fields. */
export function MassiveForm() {
  const { t } = useWords(['massive', 'errors'])
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [rejected, setRejected] = useState<Rejected | null>(null)
  const types = useCall(folders.publishable, {})
  const setup = useCall(publishing.setup, {})
  const form = useForm(massive.create, {
    initial: { modo: 'split_sign', notificar: true, ...noFile },
    onDone: async ({ id, subida }) => {
      if (!file) return
      void sendFile(id, file, subida)
      await navigate(paths.massive(id))
    },
  })
  const { values } = form
  const mode = massiveModes.find((one) => one === values.modo) ?? 'split_sign'
  const captured = types.data?.filter(
    ({ parser, sinCodigo, eform }) => parser !== null && !sinCodigo && !eform,
  )
  const offered = captured?.filter(({ parser }) => !modeFacts[mode].onePdf || parser === 'first_page')
  const type = offered?.find(({ idSubCarpeta }) => String(idSubCarpeta) === String(values.tipo))
  const month = typeof values.periodo === 'string' && values.periodo ? values.periodo : undefined
  const found = useCall(
    massive.setup,
    { tipo: type?.idSubCarpeta ?? 0, ...(month && { periodo: month }) },
    { enabled: type !== undefined },
  )
  const take = (chosen: File) => {
    const empty = chosen.size === 0
    const fits = chosen.name.toLowerCase().endsWith(modeFacts[mode].onePdf ? '.pdf' : '.zip') && !empty
    setRejected(fits ? null : { name: chosen.name, empty })
    setFile(fits ? chosen : null)
    form.set('archivo', fits ? chosen.name : noFile.archivo)
    form.set('tamano', fits ? chosen.size : noFile.tamano)
  }
  const choose = (next: MassiveMode) => {
    form.set('modo', next)
    if (modeFacts[next].onePdf === modeFacts[mode].onePdf) return
    setFile(null)
    setRejected(null)
    form.set('archivo', noFile.archivo)
    form.set('tamano', noFile.tamano)
  }
  const submit = async () => {
    const required = t('errors:SYSTEM_API_PARAMETER_REQUIRED')
    const missing = {
      ...(!values.tipo && { tipo: required }),
      ...(type?.periodo !== false && !month && { periodo: required }),
      ...(!file && {
        archivo: rejected ? t(whyNot(rejected, mode), { archivo: rejected.name }) : required,
      }),
    }
    if (Object.keys(missing).length > 0 && !form.check(missing)) return
    await form.submit()
  }
  const required = (name: string) =>
    ['tipo', 'archivo'].includes(name) || (name === 'periodo' && type?.periodo !== false)
  const shown = { ...form, submit, required }
  const waiting = found.data?.espera
  return (
    <FormPage
      title={t('titulo')}
      desk={<MassiveDesk mode={mode} type={type?.idSubCarpeta} period={month} bytes={file?.size} />}
    >
      <FormShell
        form={shown}
        loading={!types.data || !setup.data}
        error={types.error ?? setup.error}
        onRetry={() => void Promise.all([types.refetch(), setup.refetch()])}
        submit={t('subirYLeer')}
        shut={waiting ? t('espera.cerrado') : undefined}
        foot={
          <>
            <b>{t('pie.nadaSubido')}</b>
            <br />
            {t('pie.nadaSeEnvia')}
          </>
        }
        onCancel={() => void navigate(paths.home())}
      >
        <MassiveSteps step="uploaded" />
        {waiting && <Waiting waiting={waiting} />}
        <Modes form={shown} mode={mode} onChoose={choose} />
        {offered?.length === 0 && (
          <Alert color="warn" icon={<IconAlertTriangle size={18} />}>
            {t(captured?.length ? 'tipo.ningunoPorPagina' : 'tipo.ninguno')}{' '}
            <Link to={paths.folders()} className={style.link}>
              {t('tipo.configurar')}
            </Link>
          </Alert>
        )}
        <FieldGrid>
          <SelectField
            form={shown}
            name="tipo"
            label={t('tipo.etiqueta')}
            data={(offered ?? []).map(({ idSubCarpeta, name }) => ({
              value: String(idSubCarpeta),
              label: name,
            }))}
            searchable
          />
          <SelectField
            form={shown}
            name="periodo"
            label={t('periodo')}
            {...(type?.periodo === false && { help: t('sinPeriodo'), locked: true })}
            data={firstDaysWithin(setup.data?.periodos).map((one) => ({ value: one, label: monthText(one) }))}
          />
        </FieldGrid>
        {type?.periodo && type.recibo && (
          <TextField form={shown} name="etiqueta" label={t('etiqueta')} help={t('etiquetaAyuda')} />
        )}
        <FileToSend form={shown} mode={mode} file={file} rejected={rejected} onTake={take} />
        <CheckField
          form={shown}
          name="notificar"
          label={t('notificar')}
          help={t('notificarAyuda')}
          shut={type && !type.visible ? t('noVisible') : undefined}
        />
      </FormShell>
    </FormPage>
  )
}

/** The publication whose file already waits to be read, with a link to cancel it. */
function Waiting({ waiting }: { waiting: { id: number; de: string; desde: string; archivo: string } }) {
  const { t } = useWords('massive')
  const { company } = useViewer()
  const desde = instantText(waiting.desde, company.zona)
  return (
    <Alert color="warn" icon={<IconAlertTriangle size={18} />}>
      {t('espera.texto', { archivo: waiting.archivo, nombre: waiting.de, desde })}{' '}
      <Link to={paths.massive(waiting.id)} className={style.link}>
        {t('espera.ver')}
      </Link>
    </Alert>
  )
}

interface ModesProps {
  form: Form<typeof massive.create>
  mode: MassiveMode
  onChoose: (mode: MassiveMode) => void
}

function Modes({ form, mode, onChoose }: ModesProps) {
  const { t } = useWords('massive')
  return (
    <Radio.Group
      label={<span className={style.question}>{t('modo.titulo')}</span>}
      value={mode}
      onChange={(value) => {
        const next = massiveModes.find((one) => one === value)
        if (next) onChoose(next)
      }}
    >
      <div className={style.modes}>
        {massiveModes.map((one) => (
          <Radio.Card key={one} value={one} disabled={form.busy} className={style.mode ?? ''}>
            <Radio.Indicator />
            <span>
              <b>{t(`modo.${one}.nombre`)}</b>
              <span className="second">{t(`modo.${one}.que`)}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

interface FileProps {
  form: Form<typeof massive.create>
  mode: MassiveMode
  file: File | null
  rejected: Rejected | null
  onTake: (file: File) => void
}

/** A dropped or chosen file. One of another kind is refused at once, with its name. */
function FileToSend({ form, mode, file, rejected, onTake }: FileProps) {
  const { t } = useWords('massive')
  form.labels.set('archivo', t('archivo.etiqueta'))
  form.labels.set('tamano', t('archivo.etiqueta'))
  const kind = modeFacts[mode].onePdf ? 'pdf' : 'zip'
  const error = rejected
    ? t(whyNot(rejected, mode), { archivo: rejected.name })
    : (form.errors['archivo'] ?? form.errors['tamano'])
  const Icon = kind === 'pdf' ? IconFileTypePdf : IconFileTypeZip
  const id = `${form.id}-archivo`
  return (
    <Input.Wrapper id={id} label={t('archivo.etiqueta')} labelElement="div" required error={errorLine(error)}>
      <Dropzone
        id={id}
        onDrop={([dropped]: File[]) => dropped && onTake(dropped)}
        onReject={([first]: FileRejection[]) => first && onTake(first.file)}
        maxSize={massiveLimits.bytes}
        multiple={false}
        disabled={form.busy}
        inputProps={{ 'aria-label': t('archivo.etiqueta') }}
        data-reject={error ? true : undefined}
      >
        <div className={`${style.drop} row`}>
          <Icon size={28} aria-hidden />
          {file ? (
            <span>
              <b>{file.name}</b>
              <span className="second figures">
                {sizeText(file.size)} · <u>{t('archivo.cambiar')}</u>
              </span>
            </span>
          ) : (
            <span>
              <b>
                <Trans t={t} i18nKey={`archivo.arrastrar.${kind}`} components={{ 1: <u /> }} />
              </b>
              <span className="second">
                {t(`archivo.hasta.${kind}`, {
                  megas: numberText(massiveLimits.bytes / 1_048_576),
                  paginas: numberText(massiveLimits.pages),
                  archivos: numberText(massiveLimits.entries),
                })}
              </span>
            </span>
          )}
        </div>
      </Dropzone>
    </Input.Wrapper>
  )
}
