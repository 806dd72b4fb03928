import type { EmployeeRecord } from '#contract/employees/record.ts'
import { employment } from '#contract/employees/employment.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { TextField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { IdField } from '#web/shared/forms/IdField.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useFieldLabel } from './record.tsx'
import { useChanged } from './useChanged.ts'
import style from './EmployeeActs.module.css'

/** Changes what somebody signs in with and what documents reach them by, with the documents counted. */
export function IdentifyDialog({ record, onClose }: { record: EmployeeRecord; onClose: () => void }) {
  const { t } = useWords(['employees', 'employees-record'])
  const { company } = useViewer()
  const label = useFieldLabel()
  const changed = useChanged()
  const { same } = nationalIds[company.pais]
  const documents = useCall(employment.documentsCount, { id: record.id })
  const initial = {
    usuario: record.usuario,
    cuil: record.cuil,
    ...(!same && { dni: record.dni }),
  }
  const form = useForm(employment.identify, {
    initial: { id: record.id, ...initial },
    onDone: async () => {
      onClose()
      await changed()
      toast({ text: t('identificar.hecho') })
    },
  })
  const { usuario, cuil, dni } = form.values
  const renamed = usuario !== record.usuario
  const moved = cuil !== record.cuil
  const nothing = !renamed && !moved && (same || dni === record.dni)
  const empty = !usuario || !cuil || (!same && !dni)
  const { data } = documents
  return (
    <Dialog opened onClose={onClose} title={t('identificar.titulo')} locked={form.busy}>
      <FormShell
        form={form}
        loading={documents.isPending}
        error={documents.error}
        onRetry={() => void documents.refetch()}
        submit={t('identificar.enviar')}
        shut={empty ? t('identificar.vacio') : nothing ? t('identificar.igual') : undefined}
        onCancel={onClose}
        modal
      >
        <TextField
          form={form}
          name="usuario"
          label={t('campo.usuario')}
          help={t(renamed ? 'identificar.usuarioCambia' : 'ayuda.usuario')}
          first
        />
        <IdField form={form} name="cuil" label={label('cuil')} needed taxIdOf={company.pais} />
        {!same && <IdField form={form} name="dni" label={label('dni')} needed />}
        {data && data.total > 0 && (
          <p className={style.said}>
            {t('identificar.documentos', {
              count: data.total,
              cuantos: numberText(data.total),
              pendientes: numberText(data.pendientes),
            })}
            {moved && ` ${t('employees-record:mover.despues')}`}
          </p>
        )}
      </FormShell>
    </Dialog>
  )
}
