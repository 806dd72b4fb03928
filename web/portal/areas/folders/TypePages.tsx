import { Alert, Badge, Select, Tabs } from '@mantine/core'
import { IconCopy, IconEye, IconSignature } from '@tabler/icons-react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { folderSettings, type TypeDetail } from '#contract/folders/settings.ts'
import { Draft } from '#web/shared/forms/Draft.tsx'
import { bind, CheckField, NumberField, SelectField, TextField } from '#web/shared/forms/fields.tsx'
import { FieldGrid } from '#web/shared/forms/FieldGrid.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { RecordPage } from '#web/shared/pages/RecordPage.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { AnalysisAcceptance } from './AnalysisAcceptance.tsx'
import { Archive } from './Archive.tsx'
import style from './Position.module.css'
import { PositionTab } from './PositionTab.tsx'
import { ReadingTab } from './ReadingTab.tsx'
import { useFoldersChanged } from './useFoldersChanged.ts'

/** Makes a document type in the address's folder, alone or as a copy of the one that the address names. */
export function TypeCreatePage() {
  const { t } = useWords('folders')
  const folderId = Number(useParams()['id'])
  const [params] = useSearchParams()
  const like = Number(params.get('como')) || null
  const copied = useCall(folderSettings.type, { id: like ?? 1 }, { enabled: like !== null })
  if (copied.error)
    return <ErrorState error={copied.error} title={t('noEstaTipo')} onRetry={() => void copied.refetch()} />
  if (like !== null && !copied.data) return null
  return (
    <FormPage
      title={copied.data ? t('duplicar', { nombre: copied.data.name }) : t('nuevoTipo')}
      back={{ to: paths.folderTypes(folderId), label: t('titulo') }}
    >
      {copied.data && (
        <Alert color="info" icon={<IconCopy size={18} />} className={style.notice ?? ''}>
          {t('copia')}
        </Alert>
      )}
      <TypeForm key={like} folderId={folderId} type={null} like={copied.data ?? null} />
    </FormPage>
  )
}

/** A document type: its flags, and how its pages are turned, cut and signed. */
export function TypeEditPage() {
  const { t } = useWords('folders')
  const { id, subfolder } = useParams()
  const { data, error, refetch } = useCall(folderSettings.type, { id: Number(subfolder) })
  if (error) return <ErrorState error={error} title={t('noEstaTipo')} onRetry={() => void refetch()} />
  return data ? <TypeRecord key={data.idSubCarpeta} folderId={Number(id)} type={data} /> : null
}

const tabs = ['datos', 'lectura', 'firma'] as const

function TypeRecord({ folderId, type }: { folderId: number; type: TypeDetail }) {
  const { t } = useWords('folders')
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'datos'
  return (
    <Tabs
      className={style.page ?? ''}
      value={tab}
      keepMounted={false}
      onChange={(next) => setParams(next && next !== 'datos' ? { tab: next } : {}, { replace: true })}
    >
      <RecordPage
        back={{ to: paths.folderTypes(type.idCarpeta), label: t('titulo'), detail: type.carpeta }}
        title={type.name}
        badge={
          <>
            {type.visible && (
              <Badge color="gray" leftSection={<IconEye size={16} aria-hidden />}>
                {t('regla.visible.si')}
              </Badge>
            )}
            {type.firmable && (
              <Badge color="gray" leftSection={<IconSignature size={16} aria-hidden />}>
                {t('regla.firmable.si')}
              </Badge>
            )}
          </>
        }
        tabs={
          <Tabs.List>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`pestana.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Panel value="datos" h="100%">
          <div className={`${style.whole} column`}>
            <AnalysisAcceptance type={type} />
            <TypeForm folderId={folderId} type={type} like={null} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="lectura" h="100%">
          <ReadingTab type={type} />
        </Tabs.Panel>
        <Tabs.Panel value="firma" h="100%">
          <PositionTab type={type} />
        </Tabs.Panel>
      </RecordPage>
    </Tabs>
  )
}

const begun = {
  sinCodigo: false,
  eform: false,
  xml: false,
  recibo: false,
  sendIa: false,
  confidencial: false,
  periodo: true,
  varios_por_periodo: false,
}

/** The fields of a type that the form edits. */
function factsOf(type: TypeDetail) {
  return {
    idCarpeta: type.idCarpeta,
    idTemplate: type.idTemplate,
    sinCodigo: type.sinCodigo,
    parser: type.parser,
    eform: type.eform,
    xml: type.xml,
    recibo: type.recibo,
    sendIa: type.sendIa,
    confidencial: type.confidencial,
    periodo: type.periodo,
    varios_por_periodo: type.varios_por_periodo,
    dias_para_firmar: type.dias_para_firmar,
    max_files: type.max_files,
    min_files: type.min_files,
  }
}

interface TypeFormProps {
  folderId: number
  type: TypeDetail | null
  /** The one that a new type is a copy of: all but its names, and the analysis, which one type alone has. */
  like: TypeDetail | null
}

function TypeForm({ folderId, type, like }: TypeFormProps) {
  const { t } = useWords('folders')
  const navigate = useNavigate()
  const changed = useFoldersChanged()
  const refresh = useRefresh()
  const onDone = async ({ idCarpeta, name }: TypeDetail) => {
    await changed()
    await refresh(folderSettings.type)
    toast({ text: t('tipoGuardado', { nombre: name }) })
    await navigate(paths.folderTypes(idCarpeta))
  }
  const making = useForm(folderSettings.createType, { initial: { ...begun, idCarpeta: folderId }, onDone })
  const copying = useForm(folderSettings.copyType, {
    initial: like ? { ...factsOf(like), id: like.idSubCarpeta, idCarpeta: folderId, sendIa: false } : {},
    onDone,
  })
  const changing = useForm(folderSettings.changeType, {
    initial: type ? { id: type.idSubCarpeta, name: type.name, alias: type.alias, ...factsOf(type) } : {},
    onDone,
  })
  const form = type ? changing : like ? copying : making
  const { idTemplate, max_files, min_files } = form.values
  // Counts of sheets belong to a template; those kept without one stay in sight.
  const hasSheets = Boolean(idTemplate) || Boolean(max_files) || Boolean(min_files)
  const folders = useCall(folderSettings.list, {})
  const templates = useCall(folderSettings.templates, {})
  const parsers = useCall(folderSettings.parsers, {})
  const back = { to: paths.folderTypes(type?.idCarpeta ?? folderId), label: t('titulo') }
  return (
    <FormShell
      form={form}
      loading={folders.isPending || templates.isPending || parsers.isPending}
      error={folders.error ?? templates.error ?? parsers.error}
      submit={t(type ? 'guardarTipo' : 'crearTipo')}
      foot={type && t('version', { numero: type.version })}
      onCancel={() => void navigate(back.to)}
      wide
    >
      <Draft
        form={form}
        name={
          type ? `type.${type.idSubCarpeta}` : `type.new.${folderId}${like ? `.${like.idSubCarpeta}` : ''}`
        }
      />
      <div className={style.halves}>
        <div className="column gap-16">
          <FieldGrid>
            <TextField form={form} name="name" label={t('campo.nombre')} />
            <TextField form={form} name="alias" label={t('campo.alias')} help={t('ayuda.alias')} />
            <SelectField
              form={form}
              name="idCarpeta"
              label={t('campo.carpeta')}
              data={(folders.data ?? []).map(({ idCarpeta, nombre }) => ({
                value: String(idCarpeta),
                label: nombre,
              }))}
            />
            <Select
              {...bind({ form, name: 'parser', label: t('campo.captura') })}
              data={(parsers.data ?? []).map(({ parser, alias }) => ({ value: parser ?? '-', label: alias }))}
              value={typeof form.values.parser === 'string' && form.values.parser ? form.values.parser : '-'}
              onChange={(chosen) => form.set('parser', chosen === '-' ? null : chosen)}
              allowDeselect={false}
            />
          </FieldGrid>
          <FieldGrid title={t('queEs')}>
            <CheckField form={form} name="recibo" label={t('campo.recibo')} />
            <CheckField form={form} name="periodo" label={t('campo.periodo')} />
            <div className={style.within}>
              <CheckField
                form={form}
                name="varios_por_periodo"
                label={t('campo.varios')}
                help={t('ayuda.varios')}
                shut={
                  form.values.periodo === true || form.values.varios_por_periodo === true
                    ? undefined
                    : t('ayuda.sinPeriodo')
                }
              />
            </div>
            <CheckField form={form} name="sinCodigo" label={t('campo.generico')} />
            <CheckField form={form} name="xml" label={t('campo.xml')} />
            <CheckField form={form} name="confidencial" label={t('campo.confidencial')} />
            <CheckField
              form={form}
              name="eform"
              label={t('campo.eform')}
              help={t('ayuda.formulario')}
              shut={type ? t('ayuda.eform') : undefined}
            />
            <CheckField form={form} name="sendIa" label={t('campo.ia')} help={t('ayuda.ia')} />
          </FieldGrid>
        </div>
        <div className="column gap-16">
          <FieldGrid title={t('subenYFirman')}>
            <NumberField
              form={form}
              name="dias_para_firmar"
              label={t('campo.dias')}
              help={t('ayuda.dias')}
              min={1}
              max={365}
            />
            <SelectField
              form={form}
              name="idTemplate"
              label={t('campo.plantilla')}
              data={(templates.data ?? []).map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
              clearable
            />
            {hasSheets && (
              <>
                <NumberField form={form} name="max_files" label={t('campo.maximo')} min={1} max={50} />
                <NumberField form={form} name="min_files" label={t('campo.minimo')} min={1} max={50} />
              </>
            )}
          </FieldGrid>
          {type && (
            <Archive
              call={folderSettings.removeType}
              id={type.idSubCarpeta}
              title={t('borrar.tipo')}
              text={t('borrar.tipoDice', { nombre: type.name })}
              to={back.to}
            />
          )}
        </div>
      </div>
    </FormShell>
  )
}
