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
