import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { employeeImport } from '#contract/employees/import.ts'
import { FileField } from '#web/shared/forms/FileField.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { BeforeFiles } from './BeforeFiles.tsx'
import { useSavedFile } from './useSavedFile.ts'
import style from './Import.module.css'

/** Takes a table of employees: its dry run opens at once. */
export function ImportPage() {
  const { t } = useWords(['employees', 'country'])
  const navigate = useNavigate()
  const save = useSavedFile()
  const refresh = useRefresh()
  const { data: before = [] } = useCall(employeeImport.list, {})
  const form = useForm(employeeImport.upload, {
    onDone: async ({ id }) => {
      await refresh(employeeImport.list)
      await navigate(paths.employeeImport(id))
    },
  })
  return (
    <FormPage
      title={t('importar.titulo')}
      back={{ to: paths.employees(), label: t('titulo') }}
      desk={
        before.length > 0 && (
          <BeforeFiles kind="employee_import" files={before} title={t('importar.anteriores')} />
        )
      }
    >
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('importar.revisar')}
        foot={t('importar.nadaTodavia')}
        onCancel={() => void navigate(paths.employees())}
      >
        <FileField form={form} label={t('importar.archivo')} help={t('importar.ayudaArchivo')} />
        <div className="row for-fingers gap-8 wrap">
          <Button
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void save(employeeImport.template, { formato: 'xlsx' })}
          >
            {t('importar.plantilla')}
          </Button>
          <Button variant="subtle" onClick={() => void save(employeeImport.template, { formato: 'csv' })}>
            {t('importar.plantillaCsv')}
          </Button>
        </div>
        <ul className={`${style.rules} column gap-8`}>
          {(['columnas', 'fechas', 'vacias', 'porCuil', 'usuario'] as const).map((rule) => (
            <li key={rule}>{t(`importar.regla.${rule}`, { cuil: t('country:cuil') })}</li>
          ))}
        </ul>
      </FormShell>
    </FormPage>
  )
}
