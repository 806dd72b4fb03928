import { isOfCountry } from '#contract/employees/extras.ts'
import { employeeChanges, type EmployeeField } from '#contract/employees/record.ts'
import type { employees } from '#contract/employees/employees.ts'
import type { FieldRule } from '#contract/employees/employment.ts'
import type { InputOf } from '#contract/call.ts'
import type { Country } from '#contract/fields.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'

/** A field of a record, as it is made. */
export type FieldName = Extract<keyof InputOf<typeof employees.create>, string>

/** The sections of a record, on its page and on the form for a new one. */
export const sections = {
  identidad: [
    'nombre',
    'apellido',
    'cuil',
    'dni',
    'curp',
    'pis',
    'ctps',
    'fecha_nacimiento',
    'sex',
    'apodo',
    'nacionalidad',
    'estado_civil',
  ],
  cuenta: ['usuario', 'mail'],
  empleo: [
    'numero_legajo',
    'fecha_contratacion',
    'sector',
    'locacion',
    'cargo',
    'centro_costo',
    'reporta',
    'afp',
    'salud',
    'organizationModel',
    'confidencial',
  ],
  contacto: [
    'phone',
    'telefono_fijo',
    'mail_personal',
    'contacto_emergencia',
    'tipo_contacto',
    'telefono_emergencia',
  ],
  familia: ['conyuge', 'hijos'],
  domicilio: [
    'tipo_domicilio',
    'tipo_via',
    'calle',
    'numero',
    'piso',
    'departamento',
    'manzana',
    'barrio',
    'localidad',
    'ciudad',
    'partido',
    'provincia',
    'pais',
    'tipo_zona',
  ],
  banco: ['banco', 'sucursal', 'tipo_cuenta', 'cuenta', 'cbu', 'cci', 'tipo_pago'],
} as const satisfies Record<string, readonly FieldName[]>

export type SectionName = keyof typeof sections
export const sectionNames = Object.keys(sections) as readonly SectionName[]

/** The fields of a section in a country: where both ids are one document, it is asked for once. */
export function fieldsOf(section: SectionName, country: Country): readonly FieldName[] {
  return sections[section].filter(
    (name) => isOfCountry(name, country) && (name !== 'dni' || !nationalIds[country].same),
  )
}

/** The fields that somebody new needs, in the order in which they are asked for. */
const needed = [
  'nombre',
  'apellido',
  'cuil',
  'dni',
  'numero_legajo',
  'fecha_contratacion',
  'sector',
  'locacion',
  'usuario',
  'mail',
] as const satisfies readonly FieldName[]

/** Parts of an address that a country's addresses don't have; a record that has them goes on showing them. */
const foreignParts: Partial<Record<Country, readonly FieldName[]>> = {
  AR: ['tipo_via', 'tipo_zona', 'manzana'],
}

export function neededFields(country: Country): readonly FieldName[] {
  return needed.filter((name) => name !== 'dni' || !nationalIds[country].same)
}

/** The fields of a section that somebody new may have without needing them. */
export function laterFields(section: SectionName, country: Country): readonly FieldName[] {
  const apart: readonly FieldName[] = [...needed, ...(foreignParts[country] ?? [])]
  return fieldsOf(section, country).filter((name) => !apart.includes(name))
}

/** The fields of a section that its form draws, by the server's rules for this record. */
export function editableFields(section: SectionName, rules: readonly FieldRule[]): readonly ChangeName[] {
  return sections[section].filter(isChange).filter((name) => isOpen(name, rules))
}

/** The fields of a section that are shut in this record, though the country has them. */
export function shutFields(
  section: SectionName,
  country: Country,
  rules: readonly FieldRule[],
): readonly FieldRule[] {
  const names: readonly string[] = fieldsOf(section, country)
  return rules.filter(({ campo, editable }) => !editable && names.includes(campo))
}

/** Whether a field may be changed in this record. */
export function isOpen(name: FieldRule['campo'], rules: readonly FieldRule[]): boolean {
  return rules.some(({ campo, editable }) => campo === name && editable)
}

type ChangeName = Exclude<EmployeeField, 'id_empleador'>

/** User name, mail and tax id open an account or lead to documents: each has a dialog that says what follows. */
function isChange(name: FieldName): name is ChangeName {
  return name in employeeChanges.shape
}
