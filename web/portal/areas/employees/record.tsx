import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { EmployeeRecord } from '#contract/employees/record.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { MailText } from '#web/shared/texts/MailText.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { dateText } from '#web/shared/texts/texts.ts'
import { countryName } from '#web/shared/texts/country-name.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { FieldName } from './sections.ts'

/** Answers a function that names a field, in the country's own word where it has one. */
export function useFieldLabel(): (name: FieldName) => string {
  const { t } = useWords(['employees', 'country'])
  return (name) => (name === 'cuil' || name === 'dni' ? t(`country:${name}`) : t(`employees:campo.${name}`))
}

/** Answers a function that shows a field of a record; null where it is empty. */
export function useFieldValue(record: EmployeeRecord): (name: FieldName) => ReactNode {
  const { t } = useWords('employees')
  return (name) => {
    switch (name) {
      case 'cuil':
      case 'dni':
        return <TaxId value={record[name]} />
      case 'fecha_nacimiento':
      case 'fecha_contratacion':
        return record[name] && <span className="figures">{dateText(record[name])}</span>
      case 'curp':
      case 'pis':
      case 'ctps':
        return record[name] && <span className="figures">{record[name]}</span>
      case 'mail':
      case 'mail_personal':
        return record[name] && <MailText value={record[name]} />
      case 'sex':
        return record.sex && t(`sexo.${record.sex}`)
      case 'sector':
      case 'locacion':
      case 'cargo':
      case 'centro_costo':
        return record[name]?.nombre
      case 'reporta':
        return record.reporta && <Link to={paths.employee(record.reporta.id)}>{record.reporta.nombre}</Link>
      case 'confidencial':
        return record.confidencial ? t('si') : null
      case 'cuenta':
      case 'cbu':
      case 'cci':
        return record[name] && <span className="figures">{record[name]}</span>
      case 'pais':
        return record.pais && countryName(record.pais)
      case 'id_empleador':
        return record.empleador?.nombre
      default:
        return record[name]
    }
  }
}
