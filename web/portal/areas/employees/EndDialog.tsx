import { useTranslation } from 'react-i18next'
import { type EmployeeRecord, endReasons } from '#contract/employees/record.ts'
import { employment } from '#contract/employees/employment.ts'
import { DateField } from '#web/shared/forms/DateFields.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { AreaField, SelectField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { dateText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useChanged } from './useChanged.ts'
import style from './EmployeeActs.module.css'

/** Ends somebody's stay on a day, and says what they keep and what they lose. */
export function EndDialog({ record, onClose }: { record: EmployeeRecord; onClose: () => void }) {
  const { t } = useTranslation('employees')
  const { company } = useViewer()
  const changed = useChanged()
  const nombre = `${record.nombre} ${record.apellido}`
  const form = useForm(employment.end, {
    initial: { id: record.id, fechabaja: company.hoy },
    onDone: async ({ estado, espera }) => {
      onClose()
      await changed()
      toast({
        text: espera
          ? t('perfiles.pedido')
          : t(estado === 'inactive' ? 'baja.hecha' : 'baja.prevista', { nombre }),
      })
    },
  })
  const day = form.values.fechabaja
  const ends = typeof day === 'string' && day ? day : company.hoy
  const planned = record.estadias[0]?.hasta
  return (
    <Dialog opened onClose={onClose} title={t('baja.titulo', { nombre })} locked={form.busy}>
      <FormShell
        form={form}
        loading={false}
        error={null}
        submit={t('baja.enviar')}
        onCancel={onClose}
        modal
        dangerous
      >
        {planned && <p className={style.said}>{t('baja.yaPrevista', { dia: dateText(planned) })}</p>}
        <p className={style.said}>
          {ends > company.hoy ? t('baja.desdeEntonces', { dia: dateText(ends) }) : t('baja.desdeAhora')}{' '}
          {t('baja.queda')}
        </p>
        {record.reportan > 0 && (
          <p className={style.said}>{t('baja.reportan', { count: record.reportan })}</p>
        )}
        <SelectField
          form={form}
          name="motivo"
          label={t('baja.motivo')}
          data={endReasons.map((value) => ({ value, label: t(`motivo.${value}`) }))}
        />
        <DateField
          form={form}
          name="fechabaja"
          label={t('baja.dia')}
          {...(record.fecha_contratacion && { min: record.fecha_contratacion })}
        />
        <AreaField
          form={form}
          name="observaciones"
          label={t('baja.observaciones')}
          help={t('baja.observacionesAyuda')}
          most={255}
        />
      </FormShell>
    </Dialog>
  )
}
