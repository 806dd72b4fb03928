import type { AnswerOf } from '#contract/call.ts'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { employment } from '#contract/employees/employment.ts'
import { needsObservation, reasonsFor } from '#contract/employees/states.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { DateField } from '#web/shared/forms/DateFields.tsx'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { AreaField, TextField } from '#web/shared/forms/fields.tsx'
import { FormShell } from '#web/shared/forms/FormShell.tsx'
import { RadioField } from '#web/shared/forms/RadioField.tsx'
import { dateText } from '#web/shared/texts/texts.ts'
import { toast } from '#web/shared/pages/toasts.tsx'
import { useForm } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useChanged } from './useChanged.ts'
import style from './EmployeeActs.module.css'

/** Ends somebody's stay on a day, and says what they keep, what they lose, and who is left without a manager. */
export function EndDialog({ record, onClose }: { record: EmployeeRecord; onClose: () => void }) {
  const { t } = useWords(['employees', 'employees-ends'])
  const { company } = useViewer()
  const changed = useChanged()
  const nombre = `${record.nombre} ${record.apellido}`
  const { data: stay } = useCall(employment.stay, { id: record.id })
  const form = useForm(employment.end, {
    initial: { id: record.id, fechabaja: company.hoy, mail_personal: record.mail_personal },
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
  const { fechabaja: day, motivo } = form.values
  const ends = typeof day === 'string' && day ? day : company.hoy
  const reasons = reasonsFor(record.estado)
  const chosen = reasons.find((one) => one === motivo)
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
        {stay?.fin && <p className={style.said}>{t('baja.yaPrevista', { dia: dateText(stay.fin.dia) })}</p>}
        <p className={style.said}>
          {ends > company.hoy ? t('baja.desdeEntonces', { dia: dateText(ends) }) : t('baja.desdeAhora')}{' '}
          {t('baja.queda')}
        </p>
        {stay && <Reports reports={stay.reportan} />}
        <RadioField
          form={form}
          name="motivo"
          label={t('baja.motivo')}
          data={reasons.map((value) => ({ value, label: t(`motivo.${value}`) }))}
          first
        />
        <DateField
          form={form}
          name="fechabaja"
          label={t('baja.dia')}
          {...(record.fecha_contratacion && { min: record.fecha_contratacion })}
          {...(stay && { max: stay.ultimo_dia })}
        />
        <AreaField
          form={form}
          name="observaciones"
          label={t('baja.observaciones')}
          help={t(
            chosen && needsObservation(chosen)
              ? 'employees-ends:dialogo.observacionesOtro'
              : 'baja.observacionesAyuda',
          )}
          most={255}
        />
        <TextField
          form={form}
          name="mail_personal"
          label={t('employees-ends:dialogo.mailPersonal')}
          help={t('employees-ends:dialogo.mailPersonalAyuda')}
          inputMode="email"
        />
      </FormShell>
    </Dialog>
  )
}

/** The direct reports who would be without a manager, by their names. */
function Reports({
  reports: { total, personas },
}: {
  reports: AnswerOf<typeof employment.stay>['reportan']
}) {
  const { t } = useWords('employees-ends')
  if (total === 0) return null
  // Surnames stand first, with a comma: names are separated by another mark.
  const names = personas.map(({ nombre }) => nombre).join('; ')
  const more = total - personas.length
  const nombres = more > 0 ? t('dialogo.reportanMas', { nombres: names, count: more }) : names
  return <p className={style.said}>{t('dialogo.reportan', { count: total, nombres })}</p>
}
