import { afpOf } from './afp.ts'
import { amountInWords } from './amount-in-words.ts'
import { shownDate } from './dates.ts'
import { type Employer, type Person, shownId } from './people.ts'
import { type Bracket, byBracket, month, share, sum } from './settle.ts'
import { type Line, type Slip, slipPdf } from './slip.ts'

const NUMBER = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0, useGrouping: 'always' })
/** Chile's peso has no cents; here it is kept in hundredths as everywhere. */
const money = (cents: number) => NUMBER.format(cents / 100)
const pesos = (cents: number) => Math.round(cents / 100) * 100
const rateOf = (hundredths: number) => `${(hundredths / 100).toFixed(2).replace('.', ',')}%`

/** A month's tax unit and the second category's table in such units (Ley de la Renta art. 43). */
const UTM = 69_265_00
const TAX: readonly Bracket[] = [
  [13.5 * UTM, 0, 0],
  [30 * UTM, 400, 0.54 * UTM],
  [50 * UTM, 800, 1.74 * UTM],
  [70 * UTM, 1350, 4.49 * UTM],
  [90 * UTM, 2300, 11.14 * UTM],
  [null, 3040, 17.8 * UTM],
]
/** A quarter of what is earned, at most 4,75 minimum wages a year (Código del Trabajo art. 50). */
const MOST_GRATIFICATION = pesos((4.75 * 539_000_00) / 12)

/** The month of a Chilean employee, in hundredths of pesos without fractions. */
export function settleCl(person: Person, period: string, days: number) {
  const { salary: exact, hours } = month(person, period, days)
  const salary = pesos(exact)
  const extra = pesos(share(person.position.basic, hours * 7 * 15, 30 * 42 * 10))
  const bonus = Math.min(pesos(share(salary + extra, 25, 100)), MOST_GRATIFICATION)
  const taxed: Line[] = [
    { code: 'H01', name: 'Sueldo base', reference: `${days} días`, amount: salary },
    ...(hours > 0
      ? [{ code: 'H05', name: 'Horas extraordinarias 50%', reference: `${hours} h`, amount: extra }]
      : []),
    { code: 'H10', name: 'Gratificación legal art. 50', reference: '25%', amount: bonus },
  ]
  const untaxed: Line[] = [
    {
      code: 'H50',
      name: 'Colación (no imponible)',
      reference: `${days} días`,
      amount: pesos(share(65_000_00, days, 30)),
    },
    {
      code: 'H51',
      name: 'Movilización (no imponible)',
      reference: `${days} días`,
      amount: pesos(share(55_000_00, days, 30)),
    },
  ]
  const base = sum(taxed)
  const [afp, commission] = afpOf(person.cuil)
  const pension = pesos(share(base, 1000 + commission, 10_000))
  const health = pesos(share(base, person.healthPlan === 'Fonasa' ? 700 : 820, 10_000))
  const unemployment = pesos(share(base, 60, 10_000))
  const taxable = base - pension - Math.min(health, pesos(share(base, 700, 10_000))) - unemployment
  const tax = pesos(byBracket(taxable, TAX).tax)
  const deducted: Line[] = [
    { code: 'D01', name: afp, reference: rateOf(1000 + commission), amount: pension },
    {
      code: 'D02',
      name: `Salud ${person.healthPlan}`,
      reference: person.healthPlan === 'Fonasa' ? '7%' : 'plan 8,2%',
      amount: health,
    },
    { code: 'D03', name: 'Seguro de cesantía', reference: '0,60%', amount: unemployment },
    ...(tax > 0 ? [{ code: 'D05', name: 'Impuesto único 2ª categoría', reference: '', amount: tax }] : []),
  ]
  const earned = [...taxed, ...untaxed]
  return { earned, deducted, base, taxable, net: sum(earned) - sum(deducted) }
}

export function payslipCl(
  employer: Employer,
  person: Person,
  period: string,
  paidOn: string,
  days: number,
): Buffer {
  const { earned, deducted, base, taxable, net } = settleCl(person, period, days)
  const named = new Intl.DateTimeFormat('es-CL', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const slip: Slip = {
    employer,
    title: 'LIQUIDACIÓN DE SUELDO',
    note: 'Código del Trabajo arts. 54 y 54 bis',
    subject: `${person.surname}, ${person.givenNames}`,
    language: 'es-CL',
    made: `${paidOn}T09:00:00-03:00`,
    facts: [
      [
        ['Trabajador', `${person.surname}, ${person.givenNames}`],
        ['RUT', shownId(employer, person.cuil)],
        ['Ficha', person.fileNumber],
        ['Mes', named.format(new Date(period))],
      ],
      [
        ['Cargo', person.position.name],
        ['Área', person.sector],
        ['Fecha de ingreso', shownDate(person.hired)],
      ],
      [
        ['Forma de pago', `${person.bank.name} · ${person.bank.accountType} ${person.bank.account}`],
        ['Lugar de trabajo', person.location],
        ['Días trabajados', String(days)],
      ],
    ],
    earned: {
      title: 'Haberes',
      heads: ['Cód.', 'Concepto', 'Cantidad', 'Monto'],
      lines: earned,
      total: ['Total haberes', sum(earned)],
    },
    deducted: {
      title: 'Descuentos',
      heads: ['Cód.', 'Concepto', 'Tasa', 'Monto'],
      lines: deducted,
      total: ['Total descuentos', sum(deducted)],
    },
    sums: [
      ['Total imponible', `$ ${money(base)}`],
      ['Base tributable', `$ ${money(taxable)}`],
      ['Tope imponible AFP', '89,9 UF'],
      ['Valor UTM', `$ ${money(UTM)}`],
    ],
    net: ['ALCANCE LÍQUIDO', `$ ${money(net)}`],
    words: `Son: ${amountInWords(net).replace(/ con 00\/100$/, '')} pesos.`,
    print: [
      `Pagado en ${employer.city}, ${shownDate(paidOn)}.`,
      'Certifico que he recibido a mi entera satisfacción el saldo líquido indicado y que no tengo cargo ni cobro alguno posterior que hacer por los conceptos de esta liquidación.',
    ],
    money,
  }
  return slipPdf(slip)
}
