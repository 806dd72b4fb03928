import { deserialize, serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { sourceOf } from '#pdf/source.ts'
import { rawPdf } from '#pdf/testing/samples.ts'
import { cuilOf } from '#server/testing/factories.ts'
import { person, rules } from './testing/pages.ts'
import type { Person, ReadReceipt } from './types.ts'
import { joinPages, readRange } from './worker.ts'

const surnames = ['Acosta', 'Benitez', 'Cabrera', 'Duarte', 'Escobar']
const people = surnames.map((lastName, at) => {
  const dni = String(30_111_222 + 1_017 * at)
  return person({ dni, cuil: cuilOf(dni), lastName, firstName: 'Ana', fileNumber: String(700 + at) })
})

/** Pages in a Type 3 font whose glyphs have names of their own and no Unicode values. */
function type3Pages(pages: readonly (readonly string[])[]): Uint8Array {
  const first = 10
  const codes = Array.from({ length: 95 }, (_, at) => at + 32)
  const kids = pages.map((_, at) => first + 2 * at)
  return rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count ${pages.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`,
    3:
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 600 700]/FontMatrix[0.001 0 0 0.001 0 0]/Resources<<>>' +
      `/FirstChar 32/LastChar 126/Widths[${codes.map(() => 600).join(' ')}]` +
      `/Encoding<</Type/Encoding/Differences[32 ${codes.map((code) => `/q${code}`).join(' ')}]>>` +
      `/CharProcs<<${codes.map((code) => `/q${code} ${code === 32 ? 5 : 4} 0 R`).join('')}>>>>`,
    4: streamOf('600 0 50 0 550 700 d1 50 0 500 700 re f'),
    5: streamOf('600 0 0 0 0 0 d1'),
    ...Object.fromEntries(
      pages.flatMap((lines, at) => [
        [
          first + 2 * at,
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${first + 2 * at + 1} 0 R>>`,
        ],
        [
          first + 2 * at + 1,
          streamOf(
            lines.map((line, row) => `BT /F1 9 Tf 40 ${780 - 24 * row} Td (${line}) Tj ET`).join('\n'),
          ),
        ],
      ]),
    ),
  })
}

function streamOf(content: string): string {
  return `<</Length ${content.length}>>\nstream\n${content}\nendstream`
}

const receiptOf = ({ lastName, firstName, cuil }: Person, at: number) => [
  'Recibo de haberes',
  `Apellido y nombre: ${lastName}, ${firstName}`,
  `CUIL: ${cuil}`,
  `Sueldo basico      8${at}0.000,00`,
  `Neto a cobrar      6${at}0.000,00`,
]

/** Shifts each letter and each figure to the next code, as fonts of glyph numbers do. */
const shifted = (line: string) =>
  line.replace(/[a-zA-Z\d]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 1))

async function readText(pages: readonly (readonly string[])[]) {
  const packed = { id: crypto.randomUUID(), bytes: serialize(people) }
  const reader = { people: packed, rules: rules() }
  const read = await readRange({
    ...reader,
    source: sourceOf(type3Pages(pages)),
    from: 0,
    count: pages.length,
  })
  if (!read.ok) throw new Error(read.detail)
  return { read, reader }
}

test('text of fonts without Unicode values is read without recognition where it names the roster', async () => {
  const { read, reader } = await readText(people.map(receiptOf))

  expect('unread' in read).toBe(false)
  const ranges = 'readings' in read ? [read.readings] : []
  const { batches } = joinPages({ ...reader, ranges, size: 100 })
  const receipts = batches.flatMap((batch) => deserialize(batch) as ReadReceipt[])
  expect(receipts.map(({ found, readBy, employeeId }) => [found, readBy, employeeId])).toEqual(
    people.map(({ id }) => ['listo', 'text', id]),
  )
})

test('it is recognised where it names hardly anybody', async () => {
  const { read } = await readText(
    people.map(receiptOf).map((lines, at) => (at < 2 ? lines : lines.map(shifted))),
  )

  expect('unread' in read ? read.unread.map(({ at }) => at) : []).toEqual([0, 1, 2, 3, 4])
})
