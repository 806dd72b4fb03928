import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { spreadsheetOf } from './spreadsheet.ts'
import { csvOfWorkbook } from './workbook.ts'
import { zipOf } from './zip.ts'

const limits = { rows: 50_000, bytes: 5 * 1_048_576 }

/** A workbook of these parts, over those that every workbook has. */
function workbook(parts: Record<string, string>): Promise<Buffer> {
  const all = {
    '_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', '/xl/styles.xml'],
    ),
    'xl/sharedStrings.xml':
      '<sst><si><t>Núñez</t></si><si><r><t>Zo</t></r><r><t>ë</t></r><rPh><t>x</t></rPh></si><si><t>a_x000A_b</t></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-2C0A]dd\\-mmm&quot; h&quot;"/><numFmt numFmtId="165" formatCode="000\\.000\\.000\\-00"/><numFmt numFmtId="166" formatCode="h:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheet(''),
    ...parts,
  }
  async function* entries() {
    for (const [name, text] of Object.entries(all)) yield { name, stream: Buffer.from(text) }
  }
  return buffer(zipOf(entries()))
}

const relationships = (...all: [kind: string, target: string][]) =>
  `<Relationships>${all.map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="http://x/${kind}" Target="${target}"/>`).join('')}</Relationships>`

const sheet = (rows: string, after = '') => `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`

const read = async (rows: string, after = '') =>
  (await csvOfWorkbook(await workbook({ 'xl/worksheets/sheet1.xml': sheet(rows, after) }), limits)).toString()

const refused = (bytes: Promise<Buffer>) =>
  bytes
    .then((read) => csvOfWorkbook(read, limits))
    .then(
      () => 'read',
      (error: { faults?: { code: string; params?: object }[] }) => error.faults?.[0],
    )

describe('a workbook', () => {
  test('is read as its program shows it: texts, dates, digits, last values of formulas', async () => {
    const cells: [xml: string, text: string][] = [
      ['<c t="s"><v>0</v></c>', 'Núñez'],
      ['<c t="s"><v>1</v></c>', 'Zoë'],
      ['<c t="s"><v>2</v></c>', 'a b'],
      ['<c t="inlineStr"><is><t>a;"b"</t></is></c>', '"a;""b"""'],
      ['<c><v>20287145366</v></c>', '20287145366'],
      ['<c><v>2.0287145366E10</v></c>', '20287145366'],
      ['<c><v>2850590940090418135201</v></c>', '2.85059094009042e+21'],
      ['<c s="1"><v>46328</v></c>', '02/11/2026'],
      ['<c s="2"><v>46328.75</v></c>', '02/11/2026'],
      ['<c s="1"><v>59</v></c>', '28/02/1900'],
      ['<c s="1"><v>61</v></c>', '01/03/1900'],
      ['<c s="1"><v>-3</v></c>', '-3'],
      ['<c s="3"><v>1234567890</v></c>', '01234567890'],
      ['<c s="4"><v>0.5</v></c>', '0.5'],
      ['<c t="d"><v>2026-11-02T00:00:00</v></c>', '02/11/2026'],
      ['<c t="str"><f>A1</f><v>Roldán</v></c>', 'Roldán'],
      ['<c><f>1+1</f></c>', '=1+1'],
      ['<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
      ['<c t="b"><v>1</v></c>', '1'],
    ]
    expect(await read(`<row r="1">${cells.map(([xml]) => xml).join('')}</row>`)).toBe(
      `${cells.map(([, text]) => text).join(';')}\n`,
    )
  })

  test('keeps the rows and columns that its program numbers, whatever is empty between them', async () => {
    const cell = (ref: string, text: string) => `<c r="${ref}" t="str"><v>${text}</v></c>`
    const rows = `<row r="1">${cell('B1', 'x')}</row><row r="2"><c r="A2"/></row><row r="5">${cell('A5', 'a')}${cell('AB5', 'b')}</row>`
    expect(await read(rows)).toBe(`;x\n\n\n\na${';'.repeat(27)}b\n`)
  })

  test('is read without the texts and formulas that its sheet has outside of cells', async () => {
    const outside = '<t>x</t><f>A1</f><v>1</v>'
    expect(
      await read(
        `<row r="1">${outside}<c t="str"><v>a</v></c>${outside}</row>`,
        `<extLst><ext><x14:dataValidation xmlns:x14="x" xmlns:xm="y"><xm:f>Hoja2!A1:A9</xm:f></x14:dataValidation></ext></extLst>`,
      ),
    ).toBe('a\n')
  })

  test('is read at its first sheet that is not hidden, by days since 1904 where it counts so', async () => {
    const bytes = await workbook({
      'xl/workbook.xml':
        '<x:workbook xmlns:x="x" xmlns:r="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet state="hidden" r:id="rId1"/><x:sheet r:id="rId4"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels': relationships(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['theme', 'theme.xml'],
        ['styles', 'styles.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
      ),
      'xl/worksheets/sheet2.xml':
        '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c s="1"><x:v>44866</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    })
    expect((await csvOfWorkbook(bytes, limits)).toString()).toBe('02/11/2026\n')
  })

  test('that our own export wrote is read back', async () => {
    async function* rows() {
      yield [['20-28714536-6', ' a  b ', 'x\ny', '_x0041_']]
    }
    const columns = ['CUIL', 'A', 'B', 'C'].map((head) => ({ head, width: 10 }))
    const bytes = await buffer(spreadsheetOf({ name: 'Hoja', columns, rows: rows() }))
    expect((await csvOfWorkbook(bytes, limits)).toString()).toBe(
      'CUIL;A;B;C\n20-28714536-6;a b;x y;_x0041_\n',
    )
  })

  test('with merged cells, too many rows or too much text is refused by name', async () => {
    const row = (n: number) => `<row><c><v>${n}</v></c></row>`
    const long = 'x'.repeat(30_000)
    const code = (rows: string, after?: string) =>
      refused(workbook({ 'xl/worksheets/sheet1.xml': sheet(rows, after) }))
    expect(await code(row(1), '<mergeCells><mergeCell ref="A2:A5"/></mergeCells>')).toMatchObject({
      code: 'IMPORT_MERGED_CELLS',
      params: { rango: 'A2:A5' },
    })
    const rows = Array.from({ length: 50_001 }, (_, n) => row(n)).join('')
    expect(await code(rows)).toBe('read')
    expect(await code(rows + row(0))).toMatchObject({ code: 'IMPORT_TOO_MANY_ROWS' })
    expect(await code(`<row><c t="str"><v>${long}</v></c></row>`.repeat(200))).toMatchObject({
      code: 'IMPORT_TOO_LARGE',
      params: { maximo: 5 },
    })
  })

  test('that inflates without end is refused before it is read whole', { timeout: 120_000 }, async () => {
    const bomb = workbook({
      'xl/worksheets/sheet1.xml': sheet(`<x a="${'0'.repeat(4096)}"/>`.repeat(18_000)),
    })
    expect((await bomb).length).toBeLessThan(400_000)
    expect(await refused(bomb)).toMatchObject({ code: 'IMPORT_TOO_LARGE' })
  })

  test.each<[string, Record<string, string>]>([
    ['another zip', { '_rels/.rels': relationships(['document', 'x.xml']) }],
    ['no sheet', { 'xl/_rels/workbook.xml.rels': relationships() }],
    ['a document type', { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' }],
    ['broken XML', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>' }],
    ['depth', { 'xl/worksheets/sheet1.xml': '<a>'.repeat(100_000) }],
    [
      'heaps of attributes',
      {
        'xl/worksheets/sheet1.xml': `<a ${Array.from({ length: 100_000 }, (_, at) => `b${at}="" `).join('')}/>`,
      },
    ],
    ['rows that go back', { 'xl/worksheets/sheet1.xml': sheet('<row r="3"/><row r="2"/>') }],
    ['a row twice', { 'xl/worksheets/sheet1.xml': sheet('<row r="3"/><row r="3"/>') }],
    ['half a row', { 'xl/worksheets/sheet1.xml': sheet('<row r="1.5"/>') }],
    ['a row without a number', { 'xl/worksheets/sheet1.xml': sheet('<row r="x"/>') }],
    ['a row beyond the last', { 'xl/worksheets/sheet1.xml': sheet('<row r="1048577"/>') }],
  ])('with %s is refused', async (_, parts) => {
    expect(await refused(workbook(parts))).toMatchObject({ code: 'IMPORT_WORKBOOK_NOT_READABLE' })
  })

  test('that is no zip, or half of one, is refused', async () => {
    const whole = await workbook({})
    for (const bytes of [Buffer.from('PK\x03\x04'), whole.subarray(0, whole.length / 2)])
      expect(await refused(Promise.resolve(bytes))).toMatchObject({ code: 'IMPORT_WORKBOOK_NOT_READABLE' })
  })
})
