import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { australAlimentos } from '#demo/austral.ts'
import { payDate } from '#demo/dates.ts'
import { monthlySettlement } from '#demo/payroll.ts'
import type { Person } from '#demo/people.ts'
import { receiptPdf } from '#demo/receipt.ts'
import { createEngine } from '#pdf/pool.ts'
import { zipOf } from '#server/shared/files/zip.ts'

/** The month that runs at the company, as its receipts and its screens in `language` name it. */
export function thisMonth(language = 'es'): { period: string; name: string } {
  const { employer } = australAlimentos()
  const period = new Intl.DateTimeFormat('en-CA', { timeZone: employer.zone }).format().slice(0, 7)
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(period))
  return { period, name: `${month} ${period.slice(0, 4)}` }
}

/** The people of a payroll, by user name, and the faults of some receipts. */
export interface PayrollWanted {
  ready: readonly string[]
  /** The last digit of the id is wrong; the name is this person's. */
  wrongDigit: string
  /** Has two. */
  twice: string
  /** The file's bytes, by what no page uses; as few as there are unless given. */
  bytes?: number
}

function named(username: string): Person {
  const person = australAlimentos().people.find((each) => each.username === username)
  if (!person) throw new Error(`nobody called ${username}`)
  return person
}

/** Nobody of the company, as alike to somebody as a receipt needs. */
function strangerLike(person: Person): Person {
  return { ...person, surname: 'Zamudio', givenNames: 'Eulalia', cuil: '27123456780', fileNumber: '99999' }
}

function receiptOf(person: Person, period: string): Buffer {
  return receiptPdf({
    kind: 'salary',
    employer: australAlimentos().employer,
    person,
    period,
    paidOn: payDate(period),
    settlement: monthlySettlement(person, period),
  })
}

/** The receipt of one person, as a file to publish by itself. */
export function receiptFile(username: string, period: string) {
  const buffer = receiptOf(named(username), period)
  return { name: `recibo_${period}.pdf`, mimeType: 'application/pdf', buffer }
}

/** A zip with one receipt a file, named by its owner; the last one has no owner. */
export async function payrollZip(period: string, usernames: readonly string[]): Promise<Buffer> {
  const people = usernames.map(named)
  const [first] = people
  if (!first) throw new Error('a payroll of nobody')
  const entries = [...people, strangerLike(first)].map((person) => ({
    name: `${person.cuil}_${period.replace('-', '')}.pdf`,
    stream: Readable.from([receiptOf(person, period)]),
  }))
  return buffer(zipOf(entries))
}

/**
 * A payroll of a month as one PDF: who is in no doubt, a wrong digit, nobody of the company, and one twice. Answers
 * its path, since a browser is given files of this size by their path.
 */
export async function payrollFile(
  period: string,
  { ready, wrongDigit, twice, bytes = 0 }: PayrollWanted,
): Promise<string> {
  const wrong = named(wrongDigit)
  const all = [
    named(twice),
    ...ready.map(named),
    { ...wrong, cuil: withWrongDigit(wrong.cuil) },
    strangerLike(wrong),
    named(twice),
  ]
  const engine = createEngine({ threads: 1 })
  try {
    const made = await engine.assemble(all.map((person) => ({ pdf: receiptOf(person, period), pages: [0] })))
    if (!made.ok) throw new Error(`no payroll: ${made.fault}`)
    const path = join(
      mkdtempSync(join(tmpdir(), 'legajo-payroll-')),
      `liquidacion_${period.replace('-', '')}.pdf`,
    )
    writeFileSync(path, heavier(Buffer.from(made.pdf), bytes))
    return path
  } finally {
    await engine.close()
  }
}

function withWrongDigit(id: string): string {
  return `${id.slice(0, -1)}${(Number(id.at(-1)) + 3) % 10}`
}

/** A revision with an object that nothing names, of so many bytes that can't be compressed. */
function heavier(pdf: Buffer, bytes: number): Buffer {
  if (bytes <= pdf.length) return pdf
  const text = pdf.toString('latin1')
  const before = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const size = Number([...text.matchAll(/\/Size (\d+)/g)].at(-1)?.[1])
  const root = [...text.matchAll(/\/Root (\d+ \d+ R)/g)].at(-1)?.[1]
  if (!before || !size || !root) throw new Error('the payroll has no trailer to go on from')
  const junk = randomBytes(bytes - pdf.length)
  const at = pdf.length + 1
  const head = `\n${size} 0 obj\n<</Length ${junk.length}>>\nstream\n`
  const tail = '\nendstream\nendobj\n'
  const xref = pdf.length + head.length + junk.length + tail.length
  const table = `xref\n${size} 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size ${size + 1}/Root ${root}/Prev ${before}>>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(head), junk, Buffer.from(tail), Buffer.from(table)])
}
