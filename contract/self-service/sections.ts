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
    // A list of towns is that of the state, and one of states that of the country.
    'pais',
    'provincia',
    'ciudad',
    'tipo_domicilio',
  ],
  bank: ['banco', 'tipo_cuenta', 'cbu', 'cci', 'cuenta', 'sucursal', 'tipo_pago'],
  contact: [
    'phone',
    'telefono_fijo',
    'mail_personal',
    'contacto_emergencia',
    'tipo_contacto',
    'telefono_emergencia',
  ],
  identity: ['apodo', 'apellido', 'sex'],
} as const satisfies Record<OwnSection, readonly EmployeeField[]>
export type SectionField<S extends OwnSection = OwnSection> = (typeof sectionFields)[S][number]

/** The identifier of an account by country: a CBU or CLABE, a CCI, or the bank's own account number. */
function accountField(country: Country): 'cbu' | 'cci' | 'cuenta' {
  return country === 'AR' || country === 'MX' ? 'cbu' : country === 'PE' ? 'cci' : 'cuenta'
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
  // An Argentine address has no block.
  if (section === 'address' && country === 'AR') return ['manzana']
  if (section !== 'bank') return []
  const account = accountField(country)
  const others = (['cbu', 'cci'] as const).filter((field) => field !== account)
  return account === 'cuenta' ? others : [...others, 'sucursal']
}
