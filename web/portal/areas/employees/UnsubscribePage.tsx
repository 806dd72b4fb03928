import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { employees } from '#contract/employees/employees.ts'
import { unsubscription } from '#contract/employees/import.ts'
import { endReasons } from '#contract/employees/record.ts'
import { useCall, useRefresh } from '#web/shared/calls/useCall.ts'
import { SelectField } from '#web/shared/forms/fields.tsx'
import { FileField } from '#web/shared/forms/FileField.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { ListTools } from '#web/shared/lists/ListTools.tsx'
import { useListState } from '#web/shared/lists/useListState.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { BeforeFiles } from './BeforeFiles.tsx'
import { filterNames, inputOf, useEmployeeFilters } from './employeeFilters.ts'
import { useSavedFile } from './useSavedFile.ts'
import style from './Import.module.css'

/** Ends many stays by a file: it is built or written, gets one reason, and its dry run opens. */
export function UnsubscribePage() {
  const { t } = useWords(['employees-ends', 'employees', 'country'])
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { data: before = [] } = useCall(unsubscription.list, {})
  const form = useForm(unsubscription.upload, {
    onDone: async ({ id }) => {
      await refresh(unsubscription.list)
      await navigate(paths.unsubscription(id))
    },
  })
  return (
    <FormPage
      title={t('titulo')}
      back={{ to: paths.employees(), label: t('employees:titulo') }}
      desk={before.length > 0 && <BeforeFiles kind="unsubscription" files={before} title={t('anteriores')} />}
    >
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('revisar')}
        foot={t('nadaTodavia')}
        onCancel={() => void navigate(paths.employees())}
      >
        <section className="column gap-12">
          <h2 className={style.step}>{t('paso1')}</h2>
          <BuildFile />
        </section>
        <section className="column gap-12">
          <h2 className={style.step}>{t('paso2')}</h2>
          <SelectField
            form={form}
            name="motivo"
            label={t('employees:baja.motivo')}
            help={t('paso2Texto')}
            placeholder={t('elegirMotivo')}
            data={endReasons.map((value) => ({ value, label: t(`employees:motivo.${value}`) }))}
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

/** So few people are named, and not only counted. */
const mostNamed = 3

/** Builds the CSV from the active employees that the filters find, or gives an example of it. */
function BuildFile() {
  const { t } = useWords(['employees-ends', 'country'])
  const save = useSavedFile()
  const state = useListState({ filters: filterNames })
  const offered = useEmployeeFilters()
  const filters = inputOf(state)
  const totals = useCall(employees.totals, filters)
  const count = totals.data?.active ?? 0
  const areNamed = count > 0 && count <= mostNamed
  const found = useCall(employees.list, { ...filters, estado: ['active'] }, { enabled: areNamed })
  // While others are searched the former ones are still in the answer.
  const named = areNamed && !found.isPlaceholderData ? found.data?.data : undefined
  const cuil = t('country:cuil')
  return (
    <>
      <p className={`${style.stepText} second`}>{t('paso1Texto', { cuil })}</p>
      <ListTools state={state} placeholder={t('buscar', { cuil })} filters={offered} />
      <div className="row gap-8 wrap">
        <Button
          className={style.build ?? ''}
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={count === 0}
          onClick={() => void save(unsubscription.template, { ...filters, armar: true })}
        >
          {totals.data ? t('armar', { count, cuantas: numberText(count) }) : t('armarSin')}
        </Button>
        <Button
          variant="subtle"
          className={style.example ?? ''}
          onClick={() => void save(unsubscription.template, {})}
        >
          {t('ejemploBajar')}
        </Button>
      </div>
      {totals.error && (
        <ErrorState error={totals.error} title={t('armarError')} onRetry={() => void totals.refetch()} />
      )}
      {named && <p className={`${style.stepText} second`}>{named.map(({ nombre }) => nombre).join('; ')}</p>}
    </>
  )
}
