import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { payslip } from '#pdf/testing/samples.ts'
import { linesFrom } from './pdf-lines.ts'

/** A piece of 10 units' height at a place. */
const piece = (str: string, x: number, y: number, width: number) => ({
  str,
  transform: [10, 0, 0, 10, x, y],
  width,
  height: 10,
})

test('pieces that touch are one word, pieces apart are two, whatever order they come in', () => {
  expect(
    linesFrom([
      piece('850.000,00', 300, 700, 50),
      piece('Sueldo', 50, 700.4, 31),
      piece('bás', 84, 700.4, 15),
      piece('ico', 99.2, 700.4, 14),
      piece('Neto a cobrar', 50, 680, 60),
      piece(' ', 110, 680, 3),
      piece('Concepto', 50, 720, 40),
    ]),
  ).toEqual(['Concepto', 'Sueldo básico 850.000,00', 'Neto a cobrar'])
})

test('a label in small print is joined to the value below it', () => {
  const small = (str: string, x: number, y: number, width: number) => ({
    ...piece(str, x, y, width),
    height: 6,
    transform: [6, 0, 0, 6, x, y],
  })
  expect(
    linesFrom([
      small('Apellido y nombre', 50, 700, 50),
      small('Legajo', 200, 700, 18),
      small('Período', 300, 700, 20),
      piece('Ledesma, Jorge Omar', 50, 688, 95),
      piece('00412', 200, 688, 25),
      small('Sector', 50, 670, 18),
      small('Pie de página', 50, 60, 40),
      piece('Muy abajo', 50, 20, 60),
    ]),
  ).toEqual([
    'Apellido y nombre: Ledesma, Jorge Omar',
    'Legajo: 00412',
    'Período',
    'Sector',
    'Pie de página',
    'Muy abajo',
  ])
})

test('each amount of a table is read after the head of its column', () => {
  expect(
    linesFrom([
      piece('Cód.', 50, 700, 20),
      piece('Concepto', 90, 700, 45),
      piece('Unidades', 250, 700, 45),
      piece('Remunerativo', 320, 700, 60),
      piece('Deducciones', 420, 700, 60),
      piece('0010', 50, 680, 20),
      piece('Sueldo básico', 90, 680, 60),
      piece('30,00', 270, 680, 25),
      piece('1.148.760,00', 325, 680, 55),
      piece('0810', 50, 665, 20),
      piece('Jubilación', 90, 665, 50),
      piece('157.743,89', 428, 665, 52),
      piece('Totales', 50, 640, 35),
      piece('1.148.760,00', 325, 640, 55),
      piece('157.743,89', 428, 640, 52),
      piece('Recibí el importe neto', 50, 600, 110),
    ]),
  ).toEqual([
    'Cód. Concepto Unidades Remunerativo Deducciones',
    '0010 Sueldo básico; Unidades: 30,00; Remunerativo: 1.148.760,00',
    '0810 Jubilación; Deducciones: 157.743,89',
    'Totales; Remunerativo: 1.148.760,00; Deducciones: 157.743,89',
    'Recibí el importe neto',
  ])
})

test('a row of two tables beside each other is two lines', () => {
  const row = (y: number, ...cells: readonly string[]) =>
    cells.map((text, at) => piece(text, 50 + 90 * at, y, text.length * 4)).filter(({ str }) => str)
  expect(
    linesFrom([
      ...row(700, 'Cód.', 'Concepto', 'Monto', 'Cód.', 'Concepto', 'Monto'),
      ...row(680, 'H01', 'Sueldo base', '4.850.000', 'D01', 'AFP', '579.754'),
      ...row(660, '', '', '', 'D02', 'Salud', '354.435'),
    ]),
  ).toEqual([
    'Cód. Concepto Monto Cód. Concepto Monto',
    'H01 Sueldo base; Monto: 4.850.000',
    'D01 AFP; Monto: 579.754',
    'D02 Salud; Monto: 354.435',
  ])
})

test('a page’s own rows stay rows, and no two words are joined', async () => {
  const task = getDocument({ data: new Uint8Array(await payslip({ name: 'Uno, Sola' })) })
  const page = await (await task.promise).getPage(1)
  const { items } = await page.getTextContent()
  const lines = linesFrom(items.filter((item) => 'str' in item))
  await task.destroy()
  expect(lines.some((line) => line.includes('Uno, Sola'))).toBe(true)
  // A single text item of the page keeps its spaces.
  for (const item of items)
    if ('str' in item && item.str.trim().includes(' '))
      expect(lines.some((line) => line.includes(item.str.replace(/\s+/g, ' ').trim()))).toBe(true)
  expect(lines.join('\n')).not.toMatch(/\p{Ll}\p{Lu}/u)
})
