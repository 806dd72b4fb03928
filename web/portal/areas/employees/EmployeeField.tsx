import type { InputOf } from '#contract/call.ts'
import { type EmployeeRecord, sexes } from '#contract/employees/record.ts'
import type { employees } from '#contract/employees/employees.ts'
import { AddressField } from '#web/shared/forms/AddressField.tsx'
import { DateField } from '#web/shared/forms/DateFields.tsx'
import { CheckField, NumberField, SelectField, TextField } from '#web/shared/forms/fields.tsx'
import { ListField } from '#web/shared/forms/ListField.tsx'
import type { Form } from '#web/shared/forms/useForm.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { IdField } from '#web/shared/forms/IdField.tsx'
import { useWords } from '#web/shared/texts/useWords.ts'
import { PersonField } from './PersonField.tsx'
import { PlaceField } from './PlaceField.tsx'
import { useFieldLabel } from './record.tsx'
import type { FieldName } from './sections.ts'

interface Props<C extends typeof employees.create | typeof employees.update> {
  form: Form<C>
  name: FieldName & keyof InputOf<C>
  /** The record that is being edited. */
  record?: EmployeeRecord
  /** A national id, without its separators, at every key. */
  onTyped?: (value: string) => void
}

/** A field of a record, in the form that it takes. */
export function EmployeeField<C extends typeof employees.create | typeof employees.update>({
  form,
  name,
  record,
  onTyped,
}: Props<C>) {
  const { t } = useWords('employees')
  const { company } = useViewer()
  const label = useFieldLabel()(name)
  const field = { form, name, label }
  switch (name) {
    case 'cuil':
      return <IdField {...field} needed taxIdOf={company.pais} {...(onTyped && { onTyped })} />
    case 'dni':
      return <IdField {...field} needed={record !== undefined} />
    case 'curp':
    case 'pis':
      return <IdField {...field} />
    case 'fecha_nacimiento':
    case 'fecha_contratacion':
      return <DateField {...field} />
    case 'sex':
      return (
        <SelectField
          {...field}
          clearable
          data={sexes.map((value) => ({ value, label: t(`sexo.${value}`) }))}
        />
      )
    case 'pais':
    case 'provincia':
    case 'ciudad':
    case 'localidad':
    case 'partido':
      return <AddressField {...field} of={name} />
    case 'estado_civil':
    case 'nacionalidad':
    case 'tipo_domicilio':
    case 'tipo_via':
    case 'tipo_zona':
    case 'organizationModel':
      return <ListField {...field} of={name} />
    case 'sector':
    case 'locacion':
    case 'cargo':
      return <PlaceField {...field} of={name} />
    case 'reporta':
      return <PersonField {...field} chosen={record?.reporta ?? null} except={record?.id} />
    case 'hijos':
      return <NumberField {...field} min={0} max={30} />
    case 'confidencial':
      return <CheckField {...field} help={t('ayuda.confidencial')} />
    case 'usuario':
      return <TextField {...field} help={t('ayuda.usuario')} />
    case 'mail':
      return <TextField {...field} inputMode="email" help={t('ayuda.mail')} />
    case 'mail_personal':
      return <TextField {...field} inputMode="email" />
    case 'phone':
    case 'telefono_fijo':
    case 'telefono_emergencia':
      return <TextField {...field} inputMode="tel" />
    case 'cuenta':
    case 'cbu':
    case 'cci':
      // The stored value is never shown whole: the field starts empty, and its hint shows the value that stays if
      // nothing is typed.
      return record?.[name] ? (
        <TextField {...field} placeholder={record[name]} help={t('ayuda.queda')} />
      ) : (
        <TextField {...field} />
      )
    default:
      return <TextField {...field} />
  }
}
