import { expect, test } from 'vitest'
import { csvOf, readCsv } from './csv.ts'

test('a CSV has the mark of UTF-8, semicolons, CRLF, and quotes only where they are needed', () => {
  expect(
    csvOf([
      ['Legajo', 'Nombre'],
      ['1', 'Ñandú; SA'],
      ['', 'dice "no"'],
    ]),
  ).toBe('\ufeffLegajo;Nombre\r\n1;"Ñandú; SA"\r\n;"dice ""no"""\r\n')
})

test('a cell that a spreadsheet program would compute gets an apostrophe', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']
  const [, ...lines] = csvOf([['head'], ...formulas.map((one) => [one])]).split('\r\n')
  expect(lines.slice(0, -1)).toEqual(["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", '"\'\r=1"'])
})

test('texts with line breaks, quotes and separators are read back as they were written', () => {
  const rows = [
    ['a', 'b'],
    ['first\nsecond', 'x;y'],
    ['one\rtwo', '"'],
    ['', 'three\r\nfour'],
  ]
  const read = readCsv(Buffer.from(csvOf(rows)), 10)
  expect([read.header, ...read.rows.map(({ cells }) => cells)]).toEqual(rows)
})
