import type { Country } from '#contract/fields.ts'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'

/** How an id of a country is written. Patterns are of plain ids without separators. */
export interface Shape {
  pattern: RegExp
  /** Lengths of its groups where separators stand in it. */
  groups: readonly string[]
  /** Whether the check digits of an id fit; null: it has none that is known. */
  fits: ((id: string) => boolean) | null
  /** It may count where no label says what it is: chance hardly makes one. */
  alone: boolean
}

const fitsIn = (country: Country) => (id: string) => checkDigitFits(country, id.toUpperCase())

function shape(pattern: RegExp, groups: string, fits: Shape['fits'] = null, alone = false): Shape {
  return { pattern, groups: groups.split(' '), fits, alone }
}

/** Ids of natural persons; those of companies have other forms and are nobody's. */
export const shapes: Readonly<Record<Country, readonly Shape[]>> = {
  AR: [
    shape(/^2[03-7]\d{9}$/, '2-8-1 2-2-3-3-1 2-9 10-1', fitsIn('AR'), true),
    shape(/^[1-9]\d{6,7}$/, '2-3-3 1-3-3'),
  ],
  BO: [shape(/^\d{5,8}(?:\d?[a-z])?$/, '1-3-3 2-3-3 7-2 6-2 8-2 7-3 6-3 8-3')],
  BR: [
    shape(/^\d{11}$/, '3-3-3-2 9-2', fitsIn('BR'), true),
    shape(/^\d{6,10}[\dx]?$/, '2-3-3-1 1-3-3-1 2-3-3-2 1-3-3 2-3-3'),
  ],
  CL: [
    shape(/^0?[1-9]\d{6,7}[\dk]$|^0?0?[1-9]\d{6}[\dk]$/, '2-3-3-1 1-3-3-1 8-1 7-1 9-1 3-3-3-1', fitsIn('CL')),
  ],
  CO: [shape(/^\d{5,10}$/, '1-3-3-3 2-3-3 1-3-3 3-3 3-3-4')],
  CR: [shape(/^[1-9]\d{8}$|^0[1-9]0\d{3}\d{4}$|^1\d{10,11}$/, '1-4-4 2-4-4 1-3-3 3-6 4-6')],
  EC: [shape(/^\d{10}$/, '9-1 2-7-1 3-3-3-1', fitsIn('EC'))],
  MX: [
    shape(/^[a-z&]{4}\d{6}[a-z\d]{3}$/, '4-6-3 4-2-2-2-3 10-3', fitsIn('MX'), true),
    shape(/^[a-z]{4}\d{6}[hmx][a-z]{5}[a-z\d]\d$/, '4-6-8 10-8 4-6-6-2 4-6-6-1-1 16-2'),
    shape(/^\d{11}$/, '2-2-2-4-1 10-1 3-3-3-2 4-2-4-1'),
  ],
  PE: [shape(/^\d{8}$/, '2-3-3'), shape(/^\d{9}$|^[a-z]?\d{8,11}$/, '3-3-3')],
  PY: [shape(/^\d{5,8}$/, '1-3-3 2-3-3 3-3')],
  UY: [shape(/^[1-9]\d{6,7}$/, '1-3-3-1 3-3-1 7-1 6-1', fitsIn('UY'))],
}

/** Whether a bare id is of the kind that payroll goes by: no identity card where that is another number. */
export function isTaxId(country: Country, id: string): boolean {
  return shapes[country][0]?.pattern.test(id) === true
}

/** Whether the groups that an id is written in are those of its kind: dates and telephone numbers are written otherwise. */
export function isGrouped(kind: Shape, lengths: readonly number[]): boolean {
  return lengths.length === 1 || kind.groups.includes(lengths.join('-'))
}

/** Whether an id can only be a company's: nobody's, whatever stands beside it. */
export function isCompany(country: Country, id: string): boolean {
  switch (country) {
    case 'AR':
      return /^3[034]\d{9}$/.test(id)
    case 'BR':
      return /^\d{14}$/.test(id)
    case 'CL':
      return /^\d{9}$|^\d{8}k$/.test(id) && Number(id.slice(0, -1)) >= 50_000_000
    case 'EC':
      return /^\d{13}$/.test(id)
    case 'MX':
      return /^[a-z&]{3}\d{6}[a-z\d]{3}$/.test(id)
    case 'PE':
      return /^[12]0\d{9}$/.test(id)
    case 'UY':
      return /^\d{12}$/.test(id)
    case 'BO':
    case 'CO':
    case 'CR':
    case 'PY':
      return false
  }
}
