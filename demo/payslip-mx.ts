import { createHash } from 'node:crypto'
import { amountInWords } from './amount-in-words.ts'
import { shownDate, shownPeriod, yearsBetween } from './dates.ts'
import type { Employer, Person } from './people.ts'
import { type Bracket, byBracket, month, share, sum } from './settle.ts'
import { type Line, type Slip, slipPdf } from './slip.ts'

const NUMBER = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const money = (cents: number) => NUMBER.format(cents / 100)

/** The month's income tax (LISR art. 96) as rate and part to take off. */
const ISR: readonly Bracket[] = [
  [74_604, 192, 0],
  [633_205, 640, 3_343],
  [1_112_801, 1088, 31_710],
  [1_293_582, 1600, 88_685],
  [1_548_771, 1792, 113_522],
  [3_123_649, 2136, 166_800],
  [4_923_300, 2352, 234_270],
  [9_399_390, 3000, 553_301],
  [12_532_520, 3200, 741_288],
  [null, 3400, 991_939],
]

/** The month of a Mexican employee, in centavos, by the SAT's keys of perceptions and deductions. */
export function settleMx(person: Person, period: string, days: number) {
  const { salary, hours } = month(person, period, days)
  const earned: Line[] = [
    { code: '001', name: 'Sueldos, salarios, rayas y jornales', reference: `${days} días`, amount: salary },
    ...(person.position.agreement
      ? [{ code: '010', name: 'Premio por puntualidad', reference: '5%', amount: share(salary, 5, 100) }]
      : []),
    ...(hours > 0
      ? [
          {
            code: '019',
            name: 'Horas extra dobles',
            reference: `${hours} h`,
            amount: share(person.position.basic, hours * 2, 240),
          },
        ]
      : []),
  ]
  const gross = sum(earned)
  const isr = byBracket(gross, ISR).tax
  const deducted: Line[] = [
    { code: '001', name: 'Seguridad social (IMSS)', reference: '2.73%', amount: share(gross, 273, 10_000) },
    { code: '002', name: 'ISR', reference: '', amount: isr },
    ...(person.position.agreement
      ? [{ code: '019', name: 'Cuota sindical', reference: '1%', amount: share(salary, 1, 100) }]
      : []),
  ]
  return { earned, deducted, gross, taken: sum(deducted), isr, net: gross - sum(deducted) }
}

export interface MexicanMonth {
  employer: Employer
  person: Person
  period: string
  paidOn: string
  days: number
}

/** A fictitious stamp of a month: deterministic and recognisably made up. */
export function stampOf({ person, period }: MexicanMonth) {
  const hex = createHash('sha256').update(`${person.cuil} ${period} timbre`).digest('hex')
  const seal = (of: string) =>
    [of, `${of}2`, `${of}3`, `${of}4`]
      .map((part) => createHash('sha512').update(`${hex} ${part}`).digest('base64'))
      .join('')
      .slice(0, 342)
      .concat('==')
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  return { uuid: uuid.toUpperCase(), seal: seal('cfdi'), satSeal: seal('sat') }
}

/** First and last day of the period paid. */
export function paidDays({ period, days }: MexicanMonth): { from: string; to: string } {
  const [year = 0, monthOf = 1] = period.split('-').map(Number)
  const last = new Date(Date.UTC(year, monthOf, 0)).getUTCDate()
  const first = Math.min(last, Math.max(1, 31 - days))
  return {
    from: `${period}-${String(first).padStart(2, '0')}`,
    to: `${period}-${String(last).padStart(2, '0')}`,
  }
}

export function payslipMx(facts: MexicanMonth): Buffer {
  const { employer, person, period, paidOn, days } = facts
  const { earned, deducted, gross, taken, net } = settleMx(person, period, days)
  const { uuid, seal } = stampOf(facts)
  const { from, to } = paidDays(facts)
  const slip: Slip = {
    employer,
    title: 'RECIBO DE NÓMINA',
    note: 'CFDI 4.0 · Complemento Nómina 1.2',
    subject: `${person.surname}, ${person.givenNames}`,
    language: 'es-MX',
    made: `${paidOn}T09:00:00-06:00`,
    facts: [
      [
        ['Nombre', `${person.surname}, ${person.givenNames}`],
        ['RFC', person.cuil],
        ['CURP', person.curp ?? ''],
      ],
      [
        ['Puesto', person.position.name],
        ['NSS', person.dni],
        ['Núm. empleado', person.fileNumber],
        ['Periodo', shownPeriod(period)],
      ],
      [
        ['Departamento', person.sector],
        ['Inicio rel. laboral', shownDate(person.hired)],
        ['Antigüedad', `${yearsBetween(person.hired, to)} años`],
        ['Días pagados', String(days)],
      ],
      [
        ['Banco y CLABE', `${person.bank.name} · ${person.bank.cbu ?? ''}`],
        ['Pagado', `${shownDate(from)} al ${shownDate(to)}`],
        ['Periodicidad', '05 Mensual'],
      ],
    ],
    earned: {
      title: 'Percepciones',
      heads: ['SAT', 'Concepto', 'Cantidad', 'Importe'],
      lines: earned,
      total: ['Total percepciones', gross],
    },
    deducted: {
      title: 'Deducciones',
      heads: ['SAT', 'Concepto', 'Tasa', 'Importe'],
      lines: deducted,
      total: ['Total deducciones', taken],
    },
    sums: [
      ['Subtotal', money(gross)],
      ['Descuentos', money(taken)],
      ['Método de pago', 'PUE'],
      ['Uso CFDI', 'CN01 Nómina'],
      ['Régimen', '605'],
    ],
    net: ['NETO RECIBIDO', `$ ${money(net)}`],
    words: `(${amountInWords(net).replace(/ con (\d\d\/100)$/, ' pesos $1 M.N.')})`,
    print: [
      `Folio fiscal ${uuid} · Lugar de expedición ${employer.postalCode} · Fecha de pago ${shownDate(paidOn)}`,
      `Sello digital del CFDI: ${seal.slice(0, 172).replace(/(.{86})/g, '$1 ')}`,
      'Este documento es una representación impresa de un CFDI de demostración, sin efectos fiscales.',
    ],
    money,
  }
  return slipPdf(slip)
}
