import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Appearance, writeAppearance } from './appearance.ts'
import { PdfDocument } from './document.ts'
import { pagesOf } from './pages.ts'
import { type Position, place } from './position.ts'
import { Ref, Stream, type Value } from './syntax.ts'
import { streamOf } from './testing/drawing.ts'
import { onePage } from './testing/samples.ts'
import { Update } from './update.ts'

const image = await sharp({ create: { width: 60, height: 20, channels: 4, background: '#12345680' } })
  .png()
  .toBuffer()

/** Everything that an appearance adds to a page, object by object. */
async function written(appearance: Appearance, position: Position, pageEntries = ''): Promise<string> {
  const original = onePage(pageEntries)
  const source = new PdfDocument(original)
  const update = new Update(source)
  const [page] = pagesOf(source, 1)
  if (!page) throw new Error('no page')
  const placement = place(page, position)
  const before = source.xref.entries.size
  const form = await writeAppearance(update, appearance, placement)
  const doc = new PdfDocument(update.finish())
  const shown = (value: Value): string => {
    if (value instanceof Ref) return `${value.num} 0 R`
    if (value instanceof Map)
      return `<<${[...value]
        .filter(([key]) => key !== 'Length')
        .map(([key, inner]) => `/${key} ${shown(inner)}`)
        .join(' ')}>>`
    if (Array.isArray(value)) return `[${value.map(shown).join(' ')}]`
    if (value instanceof Uint8Array) return `(${Buffer.from(value).toString('latin1')})`
    return typeof value === 'object' && value !== null && 'value' in value
      ? `/${value.value}`
      : JSON.stringify(value)
  }
  const objects = [...doc.xref.entries.keys()]
    .filter((num) => num >= before)
    .toSorted((a, b) => a - b)
    .map((num) => {
      const value = doc.get(new Ref(num, 0))
      if (value instanceof Stream) return `${num}: ${shown(value.dict)}\n${streamOf(doc, value)}`
      return `${num}: ${shown(value)}`
    })
  return [`rect ${placement.rect.join(' ')}`, `form ${form.num}`, ...objects].join('\n')
}

const lines = ['Firmado por ÁLVAREZ, Ana', 'CUIL 20-28714536-6', '3 de noviembre de 2026, 12:00']
const long = Array.from(
  { length: 9 },
  (_, n) => `Renglón ${n} que es bastante más largo que el lugar que tiene`,
)
const cases: [string, Appearance, Position, string?][] = [
  ['lines', { kind: 'signature', lines }, { page: 'last', corner: 'left' }],
  ['a drawn name', { kind: 'signature', lines, drawnName: 'Ana Álvarez' }, { page: 'last', corner: 'right' }],
  ['a picture', { kind: 'signature', lines, image }, { page: 1, x: 10, y: 20, width: 60, height: 30 }],
  ['too many lines', { kind: 'signature', lines: long }, { page: 1, x: 10, y: 20, width: 40, height: 12 }],
  [
    'a good stamp',
    { kind: 'stamp', tone: 'good', title: 'CONFORME', lines },
    { page: 'last', corner: 'right' },
  ],
  [
    'a bad stamp with letters that the font lacks',
    { kind: 'stamp', tone: 'bad', title: 'NO CONFORME 中', lines: [...lines, 'ⓐ ǖ ﬁ 中'] },
    { page: 'last', corner: 'right' },
  ],
  [
    'a plain stamp, small, on a turned page',
    { kind: 'stamp', tone: 'plain', title: 'Recibido por la empresa', lines: long },
    { page: 1, x: 0, y: 0, width: 30, height: 10 },
    '/Rotate 90',
  ],
]

test('a signature is drawn as appearance.txt says, object by object', async () => {
  const drawn = []
  for (const [name, appearance, position, entries] of cases)
    drawn.push(`# ${name}\n${await written(appearance, position, entries)}\n`)
  await expect(drawn.join('\n')).toMatchFileSnapshot('./testing/appearance.txt')
})

const wide: Position = { page: 1, x: 10, y: 20, width: 60, height: 30 }
const flat: Position = { page: 1, x: 10, y: 20, width: 40, height: 12 }

test('a signature has the colour of its ink, its lines and its name alike', async () => {
  const drawn = await written({ kind: 'signature', lines, drawnName: 'Ana', ink: '#ff8001' }, wide)
  expect(drawn.match(/BT 1 0\.501961 0\.003922 rg/g)).toHaveLength(lines.length + 1)
})

test('a picture or a name for which the lines leave no room is left out', async () => {
  for (const [more, instruction] of [
    [{ image }, /\/I Do/],
    [{ drawnName: 'Ana' }, /Tf 1 0 \.25 1 0/],
  ] as const) {
    expect(await written({ kind: 'signature', lines, ...more }, wide)).toMatch(instruction)
    expect(await written({ kind: 'signature', lines: long, ...more }, flat)).not.toMatch(instruction)
  }
})

test('a large picture is made smaller, a small one is not made larger', async () => {
  const size = async (width: number, height: number) => {
    const png = await sharp({ create: { width, height, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const drawn = await written({ kind: 'signature', lines, image: png }, wide)
    return /\/Width (\d+) \/Height (\d+)/.exec(drawn)?.slice(1).map(Number)
  }
  expect([await size(1800, 300), await size(300, 1200), await size(30, 12)]).toEqual([
    [900, 150],
    [150, 600],
    [30, 12],
  ])
})
