import { amountInWords } from './amount-in-words.ts'
import { addMonths, shownDate, shownPeriod } from './dates.ts'
import { labelled, LEFT, letterhead, RIGHT, signatureLines } from './letterhead.ts'
import type { Concept, Settlement } from './payroll.ts'
import { type Employer, type Person, shownId } from './people.ts'
import { INK, LABEL, openSheet, type Sheet, SOFT } from './sheet.ts'

export type ReceiptKind = 'salary' | 'leave' | 'advance'

export type ReceiptData = {
  kind: ReceiptKind
  employer: Employer
  person: Person
  /** '2026-10' */
  period: string
  /** '2026-11-04' */
  paidOn: string
  settlement: Settlement
}

const TITLES: Record<ReceiptKind, string> = {
  salary: 'RECIBO DE HABERES',
  leave: 'RECIBO DE VACACIONES',
  advance: 'ADELANTO DE HABERES',
}
const MONEY = new Intl.NumberFormat('es-AR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: true,
})

/** 127559184 → 1.275.591,84. */
export function shownAmount(cents: number): string {
  return MONEY.format(cents / 100)
}

const TOP = 33.8
const ROW = 9.15
/** The table of concepts: its head, its rows and the line of totals, in millimetres from the top. */
const TABLE = { top: 76.2, head: 5.8, pitch: 5.6, totals: 159.4, bottom: 166.4 }
const COLUMNS = { code: 13, concept: 26.2, units: 93, paid: 110.4, untaxed: 139.6, deducted: 168.6 }
const COLUMN_OF = { paid: COLUMNS.untaxed, paid_untaxed: COLUMNS.deducted, deducted: RIGHT } as const

function personBox(sheet: Sheet, data: ReceiptData): void {
  const { person, period } = data
  const [middle, third, last] = [83, 137, 166]
  const row = (index: number) => TOP + index * ROW
  for (const index of [1, 2, 3]) sheet.rule(LEFT, row(index), RIGHT, row(index))
  sheet.rule(third, row(0), third, row(4))
  sheet.rule(last, row(0), last, row(1))
  sheet.rule(middle, row(1), middle, row(4))
  sheet.box(LEFT, TOP, RIGHT - LEFT, ROW * 4, 'frame')
  // The last contributions known on payday are those of the month before, paid in by the ninth.
  const contributed = addMonths(data.paidOn.slice(0, 7), -2)
  const deposited = `${addMonths(contributed, 1)}-09`
  labelled(sheet, 'Apellido y nombre', `${person.surname}, ${person.givenNames}`, LEFT, row(0), true)
  labelled(sheet, 'Legajo', person.fileNumber, third, row(0))
  labelled(sheet, 'Período', shownPeriod(period), last, row(0))
  labelled(sheet, 'Categoría', person.position.name, LEFT, row(1))
  labelled(sheet, 'Remuneración básica', `$ ${shownAmount(person.position.basic)}`, middle, row(1))
  labelled(sheet, 'CUIL', shownId(data.employer, person.cuil), third, row(1))
  labelled(sheet, 'Fecha de ingreso', shownDate(person.hired), LEFT, row(2))
  labelled(sheet, 'Sector', person.sector, middle, row(2))
  labelled(sheet, 'Lugar de trabajo', person.location, third, row(2))
  const { name, accountType, account } = person.bank
  // The form has room for the short name alone.
  const shortType = accountType === 'Caja de ahorro' ? 'CA' : accountType
  labelled(sheet, 'Banco y cuenta', `${name} · ${shortType} ${account}`, LEFT, row(3))
  labelled(sheet, 'Obra social', person.healthPlan, middle, row(3))
  labelled(
    sheet,
    'Últ. depósito aportes',
    `${shownPeriod(contributed)} · ${shownDate(deposited)} BNA`,
    third,
    row(3),
  )
}

function conceptRow(sheet: Sheet, concept: Concept, baseline: number): void {
  const style = { size: 8.4 }
  sheet.text(concept.code, COLUMNS.code + 1.8, baseline, style)
  sheet.text(concept.name, COLUMNS.concept + 1.8, baseline, style)
  sheet.text(shownAmount(concept.units), COLUMNS.paid - 1.8, baseline, { ...style, align: 'right' })
  sheet.text(shownAmount(concept.amount), COLUMN_OF[concept.column] - 1.8, baseline, {
    ...style,
    align: 'right',
  })
}

function conceptTable(sheet: Sheet, { concepts, paid, paidUntaxed, deducted }: Settlement): void {
  const { top, head, pitch, totals, bottom } = TABLE
  const right = { size: 7.8, strong: true, align: 'right' } as const
  sheet.box(LEFT, top, RIGHT - LEFT, head, 'fill')
  sheet.text('Cód.', COLUMNS.code + 1.8, top + 3.9, { size: 7.8, strong: true })
  sheet.text('Concepto', COLUMNS.concept + 1.8, top + 3.9, { size: 7.8, strong: true })
  sheet.text('Unidades', COLUMNS.paid - 1.8, top + 3.9, right)
  sheet.text('Remunerativo', COLUMNS.untaxed - 1.8, top + 3.9, right)
  sheet.text('No remunerat.', COLUMNS.deducted - 1.8, top + 3.9, right)
  sheet.text('Deducciones', RIGHT - 1.8, top + 3.9, right)
  for (const x of [COLUMNS.concept, COLUMNS.units, COLUMNS.paid, COLUMNS.untaxed, COLUMNS.deducted])
    sheet.rule(x, top, x, totals)
  concepts.forEach((concept, index) => conceptRow(sheet, concept, top + head + 5 + index * pitch))
  sheet.rule(LEFT, totals, RIGHT, totals, 'frame')
  sheet.box(LEFT, top, RIGHT - LEFT, bottom - top, 'frame')
  const total = { size: 8.6, strong: true } as const
  sheet.text('Totales', COLUMNS.code + 1.8, totals + 4.7, total)
  sheet.text(shownAmount(paid), COLUMNS.untaxed - 1.8, totals + 4.7, { ...total, align: 'right' })
  sheet.text(shownAmount(paidUntaxed), COLUMNS.deducted - 1.8, totals + 4.7, { ...total, align: 'right' })
  sheet.text(shownAmount(deducted), RIGHT - 1.8, totals + 4.7, { ...total, align: 'right' })
}

function netBox(sheet: Sheet, data: ReceiptData): void {
  const { net } = data.settlement
  sheet.text('Son pesos', LEFT, 175.2, { size: 7, color: LABEL })
  sheet.paragraph(amountInWords(net), LEFT, 179.4, 110, { size: 8.2, leading: 4 })
  sheet.box(131, 172.2, RIGHT - 131, 10.6, 'filled_frame')
  sheet.text('NETO A COBRAR', 134, 178.8, { size: 8.6, strong: true })
  sheet.text(`$ ${shownAmount(net)}`, RIGHT - 2.2, 179.1, { size: 12.6, strong: true, align: 'right' })
  sheet.text(`Lugar y fecha de pago: ${data.employer.city}, ${shownDate(data.paidOn)}`, LEFT, 190, {
    size: 8.2,
    color: INK,
  })
  const received =
    data.kind === 'advance'
      ? 'Recibí el importe indicado a cuenta de los haberes del período, que se descontará de su liquidación.'
      : 'Recibí el importe neto de esta liquidación y un duplicado de este recibo, según art. 140 de la Ley de Contrato de Trabajo.'
  sheet.text(received, LEFT, 194.8, { size: 7.5, color: SOFT })
}

/**
 * A payslip as a payroll program prints it: one A4 page with text, embedded fonts and all content that LCT art. 140
 * requires. Both signatures are placed at SIGNATURE_BOXES.
 */
export function receiptPdf(data: ReceiptData): Buffer {
  const { employer, person, period } = data
  const sheet = openSheet({
    title: `${TITLES[data.kind]} ${shownPeriod(period)}`,
    author: employer.name,
    subject: `${person.surname}, ${person.givenNames}`,
    made: `${data.paidOn}T09:00:00-03:00`,
    language: 'es-AR',
  })
  letterhead(sheet, employer, TITLES[data.kind], 'Ley 20.744 art. 140 · ORIGINAL')
  personBox(sheet, data)
  conceptTable(sheet, data.settlement)
  netBox(sheet, data)
  signatureLines(sheet, employer)
  return sheet.save()
}
