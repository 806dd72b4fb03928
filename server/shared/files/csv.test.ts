import { expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import { csvLines, csvOf, decodeText, looksLikeText, readCsv } from './csv.ts'

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

test('full-width signs, a line break, and signs behind invisible characters get an apostrophe too', () => {
  const hidden = [
    '\uff1d1+1',
    '\uff0b1',
    '\uff0d1',
    '\uff20SUM(A1)',
    ' =1',
    '\u200b=1',
    '\ufeff+1',
    '\u202e-1',
    '\u00a0@A1',
  ]
  expect(csvLines(hidden.map((one) => [one]))).toBe(hidden.map((one) => `'${one}\r\n`).join(''))
  expect(csvLines([['\n=1']])).toBe('"\'\n=1"\r\n')
  const plain = ['Ñandú = 1', '1-2', '20-12345678-9', 'ana@legajo.example']
  expect(csvLines(plain.map((one) => [one]))).toBe(plain.map((one) => `${one}\r\n`).join(''))
})

test('texts with line breaks, quotes and separators are read back as they were written', async () => {
  const rows = [
    ['a', 'b'],
    ['first\nsecond', 'x;y'],
    ['one\rtwo', '"'],
    ['', 'three\r\nfour'],
  ]
  const read = await readCsv(Buffer.from(csvOf(rows)), 10)
  expect([read.header, ...read.rows.map(({ cells }) => cells)]).toEqual(rows)
})

test('bytes with control characters are no text, except tabs, line breaks and UTF-16 of whole characters', () => {
  expect(looksLikeText(Buffer.from('a\tb\r\nc'))).toBe(true)
  for (const control of [0, 8, 11, 12, 14, 31]) expect(looksLikeText(Buffer.from([97, control]))).toBe(false)
  expect(looksLikeText(Buffer.from('\ufeffa', 'utf16le'))).toBe(true)
  expect(looksLikeText(Buffer.from('\ufeffa\0', 'utf16le'))).toBe(false)
  expect(looksLikeText(Buffer.concat([Buffer.from('\ufeffa', 'utf16le'), Buffer.from([0])]))).toBe(false)
})

test('text is read as UTF-8, else as UTF-16 by its mark, else as windows-1252', async () => {
  const read = { text: 'Ñandú', oddLines: [] }
  expect(await decodeText(Buffer.from('Ñandú'))).toEqual({ ...read, encoding: 'utf-8' })
  expect(await decodeText(Buffer.from('\ufeffÑandú', 'utf16le'))).toEqual({ ...read, encoding: 'utf-16' })
  expect(await decodeText(Buffer.from('\ufeffÑandú', 'utf16le').swap16())).toEqual({
    ...read,
    encoding: 'utf-16',
  })
  expect(await decodeText(Buffer.from('Ñandú', 'latin1'))).toEqual({ ...read, encoding: 'windows-1252' })
})

test.each(['\n', '\r\n', '\r'])('each line is read in its own encoding, lines ended by %j', async (end) => {
  const lines = ['Nombre', 'Ñandú', 'Peón', 'Müller', 'Ana']
  const mixed = (older: readonly number[]) =>
    decodeText(
      Buffer.concat(
        lines.map((line, at) => Buffer.from(line + end, older.includes(at + 1) ? 'latin1' : 'utf-8')),
      ),
    )
  const text = lines.map((line) => line + end).join('')
  expect(await mixed([3])).toEqual({ text, encoding: 'utf-8', oddLines: [3] })
  expect(await mixed([2, 4])).toEqual({ text, encoding: 'windows-1252', oddLines: [3] })
})

test('a line has its number in the file, after a line that names the separator, empty lines and cells of two lines', async () => {
  const read = await readCsv(Buffer.from('sep=|\r\na;x|b\r\n\r\n1|"two\nlines"\r\n|\r\n3|4\r\n'), 10)
  expect(read).toMatchObject({ delimiter: '|', header: ['a;x', 'b'] })
  expect(read.rows).toEqual([
    { line: 4, cells: ['1', 'two\nlines'] },
    { line: 7, cells: ['3', '4'] },
  ])
})

test('a file without rows, with too many or with an unpaired quotation mark is refused', async () => {
  const codeOf = async (text: string) => {
    try {
      return (await readCsv(Buffer.from(text), 2)).rows.length
    } catch (error) {
      return error instanceof Refusal ? error.code : error
    }
  }
  expect(await codeOf('a;b\n1;2\n3;4\n')).toBe(2)
  expect(await codeOf('a;b\n1;2\n3;4\n5;6\n')).toBe('IMPORT_TOO_MANY_ROWS')
  expect(await codeOf('a;b\n')).toBe('IMPORT_EMPTY')
  expect(await codeOf('a;b\n1;"2\n')).toBe('IMPORT_NOT_READABLE')
  expect(await codeOf(`a;b\n${';'.repeat(300_000)}1\n`)).toBe('IMPORT_NOT_READABLE')
})
