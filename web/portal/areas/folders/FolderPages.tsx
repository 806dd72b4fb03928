import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { type FolderDetail, folderFaults, folderSettings } from '#contract/folder-settings.ts'
import { Draft } from '#web/shared/Draft.tsx'
import { bind, CheckField, NumberField, SelectField, TextField } from '#web/shared/fields.tsx'
import { FieldGrid } from '#web/shared/FieldGrid.tsx'
import { FormShell } from '#web/shared/FormShell.tsx'
import { FormPage } from '#web/shared/pages.tsx'
import { paths } from '#web/shared/paths.ts'
import { ErrorState } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useCall, useRefresh } from '#web/shared/useCall.ts'
import { useForm } from '#web/shared/useForm.ts'
import { Archive } from './Archive.tsx'
import { RuleNeeds } from './RuleNeeds.tsx'
import { useFoldersChanged } from './useFoldersChanged.ts'

/** Makes a folder. */
export function FolderCreatePage() {
  return <FolderForm folder={null} />
}

/** A folder's name and rules, to be changed; or the folder, to be archived. */
export function FolderEditPage() {
  const { t } = useTranslation('folders')
  const id = Number(useParams()['id'])
  const { data, error, refetch } = useCall(folderSettings.one, { id })
  if (error) return <ErrorState error={error} title={t('noEsta')} onRetry={() => void refetch()} />
  return data ? <FolderForm key={id} folder={data} /> : null
}

const begun = {
  visible: true,
  firmable: false,
  efimero: false,
  orden: 0,
  prioridadFirma: 0,
  bloquea: [],
}

function FolderForm({ folder }: { folder: FolderDetail | null }) {
  const { t } = useTranslation(['folders', 'errors'])
  const navigate = useNavigate()
  const changed = useFoldersChanged()
  const back = { to: folder ? paths.folderTypes(folder.idCarpeta) : paths.folders(), label: t('titulo') }
  const refresh = useRefresh()
  const onDone = async ({ idCarpeta, nombre }: FolderDetail) => {
    await changed()
    await refresh(folderSettings.one, folderSettings.blockableBy)
    toast({ text: t('guardada', { nombre }) })
    await navigate(paths.folderTypes(idCarpeta))
  }
  const making = useForm(folderSettings.create, { initial: begun, onDone })
  const changing = useForm(folderSettings.change, {
    initial: folder
      ? {
          id: folder.idCarpeta,
          nombre: folder.nombre,
          visible: folder.visible,
          firmable: folder.firmable,
          efimero: folder.efimero,
          idTemplate: folder.idTemplate,
          orden: folder.orden,
          prioridadFirma: folder.prioridadFirma,
          bloquea: folder.bloquea,
        }
      : {},
    onDone,
  })
  const form = folder ? changing : making
  const others = {
    new: useCall(folderSettings.blockable, {}, { enabled: folder === null }),
    old: useCall(folderSettings.blockableBy, { id: folder?.idCarpeta ?? 1 }, { enabled: folder !== null }),
  }[folder ? 'old' : 'new']
  const templates = useCall(folderSettings.templates, {})
  const { visible, firmable, efimero, idTemplate, bloquea } = form.values
  const closed = Array.isArray(bloquea) ? bloquea.map(Number) : []
  const facts = {
    visible: visible === true,
    firmable: firmable === true,
    efimero: efimero === true,
    idTemplate: idTemplate ? Number(idTemplate) : null,
    bloquea: closed,
  }
  const faults = folderFaults(facts, folder)
  const submit = async () => {
    const said = Object.fromEntries(faults.map(({ code, field }) => [field, t(`errors:${code}`)]))
    if (form.check(said)) await form.submit()
  }
  return (
    <FormPage
      title={folder?.nombre ?? t('nueva')}
      back={back}
      desk={<RuleNeeds of={facts} broken={faults.map(({ field }) => field)} />}
    >
      <FormShell
        form={{ ...form, submit }}
        loading={others.isPending || templates.isPending}
        error={others.error ?? templates.error}
        submit={t('guardarReglas')}
        onCancel={() => void navigate(back.to)}
      >
        <Draft form={form} name={`folder.${folder?.idCarpeta ?? 'new'}`} />
        <FieldGrid>
          <TextField
            form={form}
            name="nombre"
            label={t('campo.nombre')}
            {...(folder?.fijo && { locked: true, help: t('fijo') })}
          />
          <NumberField form={form} name="orden" label={t('campo.orden')} min={0} max={999} />
          <NumberField form={form} name="prioridadFirma" label={t('campo.prioridad')} min={0} max={999} />
        </FieldGrid>
        <FieldGrid title={t('reglas')}>
          <CheckField form={form} name="visible" label={t('campo.visible')} help={t('ayuda.visible')} />
          <CheckField form={form} name="firmable" label={t('campo.firmable')} help={t('ayuda.firmable')} />
          <CheckField form={form} name="efimero" label={t('campo.efimero')} help={t('ayuda.efimero')} />
        </FieldGrid>
        <MultiSelect
          {...bind({ form, name: 'bloquea', label: t('campo.bloquea'), help: t('ayuda.bloquea') })}
          data={(others.data ?? []).map(({ idCarpeta, nombre }) => ({
            value: String(idCarpeta),
            label: nombre,
          }))}
          value={closed.map(String)}
          onChange={(ids) => form.set('bloquea', ids.map(Number))}
        />
        <SelectField
          form={form}
          name="idTemplate"
          label={t('campo.plantilla')}
          help={t('ayuda.plantilla')}
          data={(templates.data ?? []).map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
          clearable
        />
        {folder && (
          <Archive
            call={folderSettings.remove}
            id={folder.idCarpeta}
            title={t('borrar.carpeta')}
            text={t(folder.fijo ? 'borrar.fija' : 'borrar.carpetaDice', { nombre: folder.nombre })}
            shut={folder.fijo}
            to={paths.folders()}
          />
        )}
      </FormShell>
    </FormPage>
  )
}
