import { Button, MultiSelect, Radio } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type IntegrationMode,
  integrationModes,
  integrationProfiles,
} from '#contract/employees/integration-profiles.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { bind } from '#web/shared/forms/fields.tsx'
import { FileField } from '#web/shared/forms/FileField.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { BeforeFiles } from './BeforeFiles.tsx'
import { useSavedFile } from './useSavedFile.ts'
import style from './Import.module.css'

/** Gives integration profiles to many people by a file, or takes them: the file is written and its dry run opens. */
export function IntegrationProfilePage() {
  const { t } = useWords(['employees-integration', 'employees', 'country'])
  const navigate = useNavigate()
  const refresh = useRefresh()
  const save = useSavedFile()
  const [mode, setMode] = useState<IntegrationMode>('assign')
  const profiles = useCall(integrationProfiles.profiles, {})
  const { data: before = [] } = useCall(integrationProfiles.list, {})
  const form = useForm(mode === 'assign' ? integrationProfiles.assign : integrationProfiles.remove, {
    onDone: async ({ id }) => {
      await refresh(integrationProfiles.list)
      await navigate(paths.integrationProfileFile(id))
    },
  })
  const chosen = form.values.profileTypesId
  const ids = Array.isArray(chosen) ? chosen : []
  const offered = (profiles.data ?? []).map(({ id, nombre }) => ({ value: String(id), label: nombre }))
  const page = {
    title: t('titulo'),
    back: { to: paths.employees(), label: t('employees:titulo') },
    desk: before.length > 0 && (
      <BeforeFiles kind="integration_profiles" files={before} title={t('anteriores')} />
    ),
  }
  if (profiles.data?.length === 0)
    return (
      <FormPage {...page}>
        <EmptyState title={t('sinPerfiles')}>{t('sinPerfilesTexto')}</EmptyState>
      </FormPage>
    )
  return (
    <FormPage {...page}>
      <FormShell
        form={form}
        loading={profiles.isLoading}
        error={profiles.error}
        submit={t('revisar')}
        foot={t('nadaTodavia')}
        onCancel={() => void navigate(paths.employees())}
      >
        <section className="column gap-12">
          <h2 className={style.step}>{t('paso1')}</h2>
          <p className={`${style.stepText} second`}>{t('paso1Texto', { cuil: t('country:cuil') })}</p>
          <div>
            <Button
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => void save(integrationProfiles.template, {})}
            >
              {t('ejemploBajar')}
            </Button>
          </div>
        </section>
        <section className="column gap-12">
          <h2 className={style.step}>{t('paso2')}</h2>
          <Radio.Group
            label={t('queHacer')}
            value={mode}
            onChange={(value) => {
              setMode(integrationModes.find((one) => one === value) ?? 'assign')
              // Another act, with another key.
              form.set('profileTypesId', ids)
            }}
          >
            <div className="row gap-16">
              {integrationModes.map((one) => (
                <Radio key={one} value={one} label={t(`modo.${one}`)} disabled={form.busy} />
              ))}
            </div>
          </Radio.Group>
          <MultiSelect
            {...bind({ form, name: 'profileTypesId', label: t('perfiles'), help: t('perfilesAyuda') })}
            required
            withAsterisk
            data={offered}
            value={ids.map(String)}
            onChange={(values) => form.set('profileTypesId', values.map(Number))}
            {...(ids.length === 0 && { placeholder: t('elegir') })}
            searchable
            clearable
            hidePickedOptions
          />
        </section>
        <section className="column gap-12">
          <h2 className={style.step}>{t('paso3')}</h2>
          <FileField form={form} label={t('archivoCampo')} help={t('archivoAyuda')} />
        </section>
      </FormShell>
    </FormPage>
  )
}
