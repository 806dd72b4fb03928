import { type EmployeeRecord, hireDaysAhead } from '#contract/employees/record.ts'
import { employment } from '#contract/employees/employment.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { DateField } from '#web/shared/forms/DateFields.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { TextField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import { addDays } from '#web/shared/texts/months.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useChanged } from './useChanged.ts'
import style from './EmployeeActs.module.css'

/** Takes somebody on again, from a day after their last stay. */
export function ReactivateDialog({ record, onClose }: { record: EmployeeRecord; onClose: () => void }) {
  const { t } = useWords(['employees', 'employees-ends'])
  const { data: stay } = useCall(employment.stay, { id: record.id })
  const { company } = useViewer()
  const changed = useChanged()
  const last = record.estadias[0]?.hasta
  const first = last ? addDays(last, 1) : undefined
  const form = useForm(employment.reactivate, {
    initial: {
      id: record.id,
      fecha_contratacion: first && first > company.hoy ? first : company.hoy,
      mail: record.mail,
    },
    onDone: async () => {
      onClose()
      await changed()
      toast({ text: t('reactivar.hecho') })
    },
  })
  const until = stay?.fin?.deshacer_hasta
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('reactivar.titulo', { nombre: `${record.nombre} ${record.apellido}` })}
      locked={form.busy}
    >
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('reactivar.enviar')}
        onCancel={onClose}
        modal
      >
        <p className={style.said}>
          {t('reactivar.que')} {t('employees-ends:reactivar.clave')}
        </p>
        {until && (
          <p className={style.said}>
            {t('employees-ends:anular.otraPersona', { hasta: instantText(until, company.zona) })}
          </p>
        )}
        <DateField
          form={form}
          name="fecha_contratacion"
          label={t('reactivar.ingreso')}
          {...(first && { min: first })}
          max={addDays(company.hoy, hireDaysAhead)}
        />
        <TextField
          form={form}
          name="mail"
          label={t('campo.mail')}
          help={t('reactivar.mailNuevo')}
          inputMode="email"
          first
        />
      </FormShell>
    </Dialog>
  )
}
