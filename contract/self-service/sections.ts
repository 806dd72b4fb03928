import type { EmployeeField } from '../employees/record.ts'
import type { Country } from '../fields.ts'

/** Parts of a record that its owner changes. */
export const ownSections = ['address', 'bank', 'contact', 'identity'] as const
export type OwnSection = (typeof ownSections)[number]

/** Sections that somebody else always decides on: a wrong address or account harms before anybody looks at it. */
export const alwaysDecided: readonly OwnSection[] = ['address', 'bank']

/**
 * The fields of each section in the order of its screen. The light build of the employees' site has no zod, so its forms
 * are drawn from this table.
 */
export const sectionFields = {
  address: [
    'calle',
    'numero',
    'piso',
    'departamento',
    'barrio',
    'manzana',
    'ciudad',
    'provincia',
    'pais',
    'tipo_domicilio',
  ],
  bank: ['banco', 'tipo_cuenta', 'cbu', 'cuenta', 'sucursal', 'tipo_pago'],
  contact: ['phone', 'mail_personal', 'contacto_emergencia', 'telefono_emergencia'],
  identity: ['apodo', 'apellido', 'sex'],
} as const satisfies Record<OwnSection, readonly EmployeeField[]>
export type SectionField<S extends OwnSection = OwnSection> = (typeof sectionFields)[S][number]

/** Fields of which only the last four characters are shown. */
export const maskedFields: readonly string[] = ['cbu', 'cuenta']

/** The identifier of an account by country: a CBU or CLABE, or the bank's own account number. */
function accountField(country: Country): 'cbu' | 'cuenta' {
  return country === 'AR' || country === 'MX' ? 'cbu' : 'cuenta'
}

/** Fields that a changed section can't do without. */
export function requiredFields(section: OwnSection, country: Country): readonly SectionField[] {
  switch (section) {
    case 'address':
      return ['calle', 'numero', 'ciudad', 'provincia']
    case 'bank':
      return ['banco', 'tipo_cuenta', accountField(country)]
    case 'contact':
      return ['phone']
    case 'identity':
      return ['apellido']
  }
}

/** Fields that the country doesn't use, and that its forms leave out. */
export function unusedFields(section: OwnSection, country: Country): readonly SectionField[] {
  if (section !== 'bank') return []
  return country === 'AR' || country === 'MX' ? ['sucursal'] : ['cbu']
}
