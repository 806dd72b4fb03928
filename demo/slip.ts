import { labelled, LEFT, letterhead, RIGHT, signatureLines } from './letterhead.ts'
import type { Employer } from './people.ts'
import { LABEL, openSheet, type Sheet, SOFT } from './sheet.ts'

/** A line of a payslip: its name, its reference (days, hours, a rate) and its amount in cents. */
export interface Line {
  code: string
  name: string
  reference: string
  amount: number
}

/** A table of lines with its total. */
export interface Table {
  title: string
  heads: readonly [code: string, name: string, reference: string, amount: string]
  lines: readonly Line[]
  total: readonly [label: string, amount: number]
}

/** A payslip as the payroll programs of Brazil, Chile and Mexico lay it out: facts, two tables, sums, what is paid. */
export interface Slip {
  employer: Employer
  title: string
  note: string
  subject: string
  language: string
  made: string
  /** Rows of labelled facts, the first of each row being the widest. */
  facts: readonly (readonly (readonly [label: string, value: string])[])[]
  earned: Table
  deducted: Table
  /** Bases, contributions of the employer and the like. */
  sums: readonly (readonly [label: string, value: string])[]
  net: readonly [label: string, amount: string]
  /** The net in words, or what the country puts in its place. */
  words: string
  /** Small print: where and when it was paid, seals, what is received. */
  print: readonly string[]
  money: (cents: number) => string
}

const MIDDLE = (LEFT + RIGHT) / 2
const TOP = 33.8
const ROW = 9.15
const PITCH = 5.4

function factsBox(sheet: Sheet, facts: Slip['facts']): number {
  facts.forEach((cells, index) => {
    const top = TOP + index * ROW
    if (index > 0) sheet.rule(LEFT, top, RIGHT, top)
    const width = (RIGHT - LEFT) / (cells.length + 0.6)
    cells.forEach(([label, value], place) => {
      const x = place === 0 ? LEFT : LEFT + width * (place + 0.6)
      if (place > 0) sheet.rule(x, top, x, top + ROW)
      labelled(sheet, label, value, x, top, index === 0 && place === 0)
    })
  })
  sheet.box(LEFT, TOP, RIGHT - LEFT, ROW * facts.length, 'frame')
  return TOP + ROW * facts.length
}

/** Two tables beside each other, of one height. */
function tables(sheet: Sheet, { earned, deducted, money }: Slip, top: number): number {
  const rows = Math.max(earned.lines.length, deducted.lines.length, 9)
  const bottom = top + 11.6 + rows * PITCH + 7
  for (const [table, from, to] of [
    [earned, LEFT, MIDDLE],
    [deducted, MIDDLE, RIGHT],
  ] as const) {
    sheet.box(from, top, to - from, 11.6, 'fill')
    sheet.text(table.title, from + 2, top + 4.2, { size: 8.4, strong: true })
    const [code, name, reference, amount] = table.heads
    const head = { size: 6.6, color: LABEL } as const
    sheet.text(code, from + 2, top + 9.4, head)
    sheet.text(name, from + 13, top + 9.4, head)
    sheet.text(reference, to - 25, top + 9.4, { ...head, align: 'right' })
    sheet.text(amount, to - 2, top + 9.4, { ...head, align: 'right' })
    table.lines.forEach((line, index) => {
      const baseline = top + 16 + index * PITCH
      sheet.text(line.code, from + 2, baseline, { size: 7.6 })
      sheet.text(line.name, from + 13, baseline, { size: 7.6 })
      sheet.text(line.reference, to - 25, baseline, { size: 7.6, align: 'right' })
      sheet.text(money(line.amount), to - 2, baseline, { size: 7.6, align: 'right' })
    })
    sheet.rule(from, bottom - 7, to, bottom - 7, 'frame')
    sheet.text(table.total[0], from + 2, bottom - 2.3, { size: 8.2, strong: true })
    sheet.text(money(table.total[1]), to - 2, bottom - 2.3, { size: 8.2, strong: true, align: 'right' })
  }
  sheet.box(LEFT, top, RIGHT - LEFT, bottom - top, 'frame')
  sheet.rule(MIDDLE, top, MIDDLE, bottom, 'frame')
  return bottom
}

function sumsBox(sheet: Sheet, sums: Slip['sums'], top: number): number {
  const width = (RIGHT - LEFT) / sums.length
  sums.forEach(([label, value], index) => {
    const x = LEFT + index * width
    if (index > 0) sheet.rule(x, top, x, top + ROW)
    labelled(sheet, label, value, x, top)
  })
  sheet.box(LEFT, top, RIGHT - LEFT, ROW, 'frame')
  return top + ROW
}

/** One A4 page; both signatures are placed at SIGNATURE_BOXES. */
export function slipPdf(slip: Slip): Buffer {
  const { employer, title, subject, language, made } = slip
  const sheet = openSheet({ title, author: employer.name, subject, made, language })
  letterhead(sheet, employer, title, slip.note)
  let at = tables(sheet, slip, factsBox(sheet, slip.facts) + 4)
  at = sumsBox(sheet, slip.sums, at + 4)
  const [label, amount] = slip.net
  sheet.box(LEFT + 102, at + 4, RIGHT - LEFT - 102, 10.6, 'filled_frame')
  sheet.text(label, LEFT + 105, at + 10.6, { size: 8.6, strong: true })
  sheet.text(amount, RIGHT - 2.2, at + 10.9, { size: 12.6, strong: true, align: 'right' })
  sheet.paragraph(slip.words, LEFT, at + 8, 98, { size: 8, leading: 4 })
  let baseline = at + 20
  for (const line of slip.print)
    baseline = sheet.paragraph(line, LEFT, baseline, RIGHT - LEFT, { size: 6.8, leading: 3.3, color: SOFT })
  signatureLines(sheet, employer)
  return sheet.save()
}
