import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { eachPage, factsOfPages } from './page-words.ts'
import type { PageFacts } from './page-words.ts'
import { renderPage } from './render.ts'
import { sourceOf } from './source.ts'
import { manyPages } from './testing/hostile.ts'
import { onePage } from './testing/samples.ts'

/** One A4 page with these drawing instructions. */
function page(content: string, entries = '', more: Record<number, string> = {}): Uint8Array {
  return onePage(entries, '', {
    4: `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ...more,
  })
}

async function facts(pdf: Uint8Array): Promise<PageFacts> {
  const [only] = (await factsOfPages(sourceOf(pdf), 0, 1)).pages
  if (!only) throw new Error('no page')
  return only
}

const id = '(CUIL 20-28714536-6) Tj'
/** A digit two points high, and over it a white square that leaves a tenth of a point around its ink. */
const stamp = (digit: string, x: number, y: number) =>
  `0 g BT /F1 2 Tf ${x} ${y} Td (${digit}) Tj ET 1 g ${x - 0.05} ${y - 0.1} 1.3 1.7 re f`
/** Lines of a column of letters. */
const edge = [700, 706, 712, 718, 724, 730]
const say = (rest: string) => `BT /F1 12 Tf 72 700 Td ${rest} ET`

describe('text that the rendered page does not show', () => {
  const cases: Record<string, [string, boolean, string?, Record<number, string>?]> = {
    'black on white is shown': [say(id), false],
    'without ink': [say(`3 Tr ${id}`), true],
    'white on white': [`1 g ${say(id)}`, true],
    'nearly white on white': [`0.97 g ${say(id)}`, true],
    'a pale watermark is shown': ['0.93 g BT /F1 40 Tf 72 700 Td (COPIA) Tj ET', false],
    'white on a dark bar is shown': [`0.2 g 40 690 400 30 re f 1 g ${say(id)}`, false],
    'under a white bar': [`${say(id)} 1 g 40 690 400 30 re f`, true],
    'over a grey bar is shown': [`0.9 g 40 690 400 30 re f 0 g ${say(id)}`, false],
    'beside a bar that is drawn later is shown': [`${say(id)} 0.5 g 40 650 400 30 re f`, false],
    'within a frame that is drawn later is shown': [`${say(id)} 40 690 400 30 re S`, false],
    'outside of the crop': [`${say(id)} BT /F1 12 Tf 72 100 Td ${id} ET`, true, '/CropBox[0 200 595 842]'],
    'as small as dust': [`BT /F1 0.5 Tf 72 700 Td ${id} ET`, true],
    'small and readable is shown': [`BT /F1 5 Tf 72 700 Td ${id} ET`, false],
    'under a picture': [
      `${say(id)} q 400 0 0 30 40 690 cm /P Do Q`,
      true,
      '/Resources<</Font<</F1 5 0 R>>/XObject<</P 6 0 R>>>>',
      {
        6: '<</Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 2>>\nstream\n\x20\xe0\nendstream',
      },
    ],
    'under a watermark that lets it through is shown': [
      `${say(id)} q 400 0 0 30 40 690 cm /P Do Q`,
      false,
      '/Resources<</Font<</F1 5 0 R>>/XObject<</P 6 0 R>>>>',
      {
        6: '<</Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 7 0 R/Length 2>>\nstream\n\x20\xe0\nendstream',
        7: '<</Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 2>>\nstream\n\x20\x20\nendstream',
      },
    ],
    'filled with a pattern that draws nothing': filledWith(tile(''), true),
    'filled with a pattern of white': filledWith(tile('1 g 0 0 5 5 re f'), true),
    'filled with a pattern of black is shown': filledWith(tile('0 0 5 5 re f'), false),
    'filled with a white shade': filledWith(shade(1), true),
    'filled with a black shade is shown': filledWith(shade(0), false),
    'filled with a tile that has the white of its text': [
      `/Tiled cs 1 /P1 scn ${say(id)}`,
      true,
      '/Resources<</Font<</F1 5 0 R>>/ColorSpace<</Tiled[/Pattern/DeviceGray]>>/Pattern<</P1 6 0 R>>>>',
      { 6: tile('0 0 5 5 re f').replace('/PaintType 1', '/PaintType 2') },
    ],
    'with white outlines alone': [`1 Tr 1 G ${say(id)}`, true],
    'with white outlines alone, as a clip for what follows': [`5 Tr 1 G ${say(id)}`, true],
    'with black outlines alone is shown': [`1 Tr 1 g ${say(id)}`, false],
    'in letters that draw nothing': drawnIn('', true),
    'in letters that are drawn as squares is shown': drawnIn('0 0 0.5 0.5 re f', false),
    'under white squares of its own size': [
      [...'20287145366'].map((digit, n) => stamp(digit, 72, 700 - n * 9)).join(' '),
      true,
    ],
    'at the left edge, within the bounds of a triangle that is drawn later, is shown': [
      `${edge.map((y) => `BT /F1 5 Tf -0.33 ${y} Td (l) Tj ET`).join(' ')} 0 600 m 400 600 l 400 760 l f`,
      false,
    ],
    'at the upper edge, within the bounds of a triangle that is drawn later, is shown': [
      'BT /F1 1 Tf 72 841.3 Td (MHMHMHM) Tj ET 0 760 m 400 760 l 400 842 l f',
      false,
    ],
    'in a form, under what the form draws later': [
      'q /P Do Q',
      true,
      '/Resources<</XObject<</P 6 0 R>>>>',
      {
        6: form(`${say(id)} 1 g 40 690 400 30 re f`, '/Resources<</Font<</F1 5 0 R>>>>/Matrix[1 0 0 1 9 9]'),
      },
    ],
    'in turned forms, under what the inner one draws later': turnedForms('1 g 70 695 115 20 re f', true),
    'in turned forms, beside what the inner one draws later, is shown': turnedForms(
      '1 g 70 665 115 20 re f',
      false,
    ),
  }
  test.each([
    ['(ab) Tj', false],
    ['(abc) Tj', true],
  ])('%s in white counts as hidden: %s', async (text, hidden) => {
    expect((await facts(page(`1 g ${say(text)}`))).hidden).toBe(hidden)
  })
  test.each(Object.entries(cases))('%s', async (_, [content, hidden, entries, more]) => {
    expect((await facts(page(content, entries, more))).hidden).toBe(hidden)
  })
})

/** The id, filled with this pattern. */
function filledWith(pattern: string, hidden: boolean): [string, boolean, string, Record<number, string>] {
  const resources = '/Resources<</Font<</F1 5 0 R>>/Pattern<</P1 6 0 R>>>>'
  return [`/Pattern cs /P1 scn ${say(id)}`, hidden, resources, { 6: pattern }]
}

function tile(content: string): string {
  return `<</PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<<>>/Length ${content.length}>>\nstream\n${content}\nendstream`
}

/** A pattern that is this grey everywhere: 0 is black. */
function shade(grey: number): string {
  const constant = `<</FunctionType 2/Domain[0 1]/C0[${grey}]/C1[${grey}]/N 1>>`
  return `<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 600 0]/Function ${constant}/Extend[true true]>>>>`
}

/** The id in a form within another, turned by 53 and 37 degrees, and a quarter together; what is drawn over it comes last. */
function turnedForms(over: string, hidden: boolean): [string, boolean, string, Record<number, string>] {
  const wide = '[-2000 -2000 2000 2000]'
  const inner = form(`${say(id)} ${over}`, '/Resources<</Font<</F1 5 0 R>>>>', wide)
  const outer = form('q 0.6 0.8 -0.8 0.6 100 50 cm /Q Do Q', '/Resources<</XObject<</Q 7 0 R>>>>', wide)
  const content = 'q 0.8 0.6 -0.6 0.8 850 100 cm /P Do Q'
  return [content, hidden, '/Resources<</XObject<</P 6 0 R>>>>', { 6: outer, 7: inner }]
}

/** The id in a font whose letters are all this drawing. */
function drawnIn(drawing: string, hidden: boolean): [string, boolean, string, Record<number, string>] {
  const names = `/Encoding<</Differences[32${'/a'.repeat(95)}]>>/CharProcs<</a 7 0 R>>/ToUnicode 8 0 R`
  const sizes = `/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 32/LastChar 126/Widths[${'0.6 '.repeat(95)}]`
  const codes =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7e> <0020> endbfrange endcmap end end'
  return [
    say(id),
    hidden,
    '/Resources<</Font<</F1 6 0 R>>>>',
    {
      6: `<</Type/Font/Subtype/Type3${sizes}${names}/Resources<<>>>>`,
      7: streamOf(`0.6 0 d0 ${drawing}`),
      8: streamOf(codes),
    },
  ]
}

function streamOf(content: string): string {
  return `<</Length ${content.length}>>\nstream\n${content}\nendstream`
}

function form(content: string, entries = '', box = '[0 0 595 842]'): string {
  return `<</Type/XObject/Subtype/Form/BBox${box}${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
}

describe('the position of a word', () => {
  const turns = [0, 90, 180, 270].flatMap((rotate) =>
    ['', '/CropBox[50 60 500 800]', '/UserUnit 0.8/CropBox[20 100 595 700]'].map(
      (entries) => [rotate, entries] as const,
    ),
  )
  test.each(turns)('is the one that a renderer shows: turned by %s %s', async (rotate, entries) => {
    const pdf = page('BT /F1 20 Tf 120 300 Td (MHMHM) Tj ET', `/Rotate ${rotate}${entries}`)
    const found = await facts(pdf)
    expect(found).toMatchObject({ turned: rotate, hidden: false, characters: 5, unmapped: 0 })
    const [word] = found.words
    if (!word) throw new Error('no word')
    const shown = await renderPage(pdf, 1, 1000)
    if (!shown.ok) throw new Error(shown.detail)
    const scale = found.width / shown.width
    const { data, info } = await sharp(shown.png).greyscale().raw().toBuffer({ resolveWithObject: true })
    const dark = [...data.entries()].filter(([, grey]) => grey < 128).map(([at]) => at)
    const xs = dark.map((at) => ((at % info.width) + 0.5) * scale)
    const ys = dark.map((at) => (Math.floor(at / info.width) + 0.5) * scale)
    const ink = { x1: Math.min(...xs), x2: Math.max(...xs), y1: Math.min(...ys), y2: Math.max(...ys) }
    expect(ink.x1).toBeGreaterThan(word.x - 0.3)
    expect(ink.y1).toBeGreaterThan(word.y - 0.3)
    expect(ink.x2).toBeLessThan(word.x + word.width + 0.3)
    expect(ink.y2).toBeLessThan(word.y + word.height + 0.3)
    const area = (ink.x2 - ink.x1) * (ink.y2 - ink.y1)
    expect(area / (word.width * word.height)).toBeGreaterThan(0.5)
  })

  test('words in a margin that run upwards come last, with their direction', async () => {
    const found = await facts(
      page('BT /F1 10 Tf 0 1 -1 0 40 300 Tm (Ledesma) Tj ET BT /F1 10 Tf 72 700 Td (Sueldo del mes) Tj ET'),
    )

    expect(found.words.map(({ text }) => text)).toEqual(['Sueldo', 'del', 'mes', 'Ledesma'])
    expect(found).toMatchObject({ turned: 0, otherTurns: [{ from: 3, turned: 270 }] })
  })

  test.each([
    [0, '1 0 0 1'],
    [90, '0 -1 1 0'],
    [180, '-1 0 0 -1'],
    [270, '0 1 -1 0'],
  ])('text that is written turned by %d degrees has that direction', async (turned, matrix) => {
    const found = await facts(page(`BT /F1 10 Tf ${matrix} 300 400 Tm (uno dos) Tj ET`))
    expect(found).toMatchObject({ turned, lines: ['uno dos'], otherTurns: [], characters: 6 })
    // In tenths of a millimetre.
    const numbers = found.words.flatMap(({ x, y, width, height }) => [x, y, width, height])
    expect(numbers.map((mm) => Math.round(mm * 10) / 10)).toEqual(numbers)
    const [first] = found.words
    const lying = turned % 180 === 0
    expect(first && (lying ? first.width / first.height : first.height / first.width)).toBeGreaterThan(1)
  })

  test('words of several other directions are told apart', async () => {
    const piece = (matrix: string, text: string) => `BT /F1 10 Tf ${matrix} 300 400 Tm (${text}) Tj ET `
    const found = await facts(
      page(piece('1 0 0 1', 'uno dos tres') + piece('0 -1 1 0', 'bajo mas') + piece('0 1 -1 0', 'alto')),
    )
    expect(found.words.map(({ text }) => text)).toEqual(['uno', 'dos', 'tres', 'bajo', 'mas', 'alto'])
    expect(found.otherTurns).toEqual([
      { from: 3, turned: 90 },
      { from: 5, turned: 270 },
    ])
  })

  test('each of thousands of characters on a page is read', async () => {
    const found = await facts(page(`BT /F1 1 Tf 1 0 0 1 20 400 Tm (${'abcde'.repeat(840)}) Tj ET`))
    expect(found).toMatchObject({ characters: 4200, unmapped: 0 })
    expect(found.lines.join('')).toBe('abcde'.repeat(840))
    // The next page's characters take the place of these.
    expect(await facts(page(say(id)))).toMatchObject({ characters: 17, lines: ['CUIL 20-28714536-6'] })
  })

  test('pieces of a line that were drawn apart are read as one, and lines from the top', async () => {
    const found = await facts(
      page(
        'BT /F1 10 Tf 300 500 Td (abajo) Tj ET BT /F1 10 Tf 72 700 Td (20-28) Tj ET ' +
          'BT /F1 10 Tf 200 700 Td (Ledesma,   Jorge) Tj ET BT /F1 10 Tf 97.57 700 Td (714536-6) Tj ET',
      ),
    )
    expect(found.lines).toEqual(['20-28714536-6 Ledesma, Jorge', 'abajo'])
    expect(found.words.map(({ text }) => text)).toEqual(['20-28714536-6', 'Ledesma,', 'Jorge', 'abajo'])
  })
})

test('characters of a font without Unicode values are counted', async () => {
  const content = 'BT /F1 12 Tf 72 700 Td <00240025002600270028> Tj ET'
  const found = await facts(
    page(content, '', {
      5: '<</Type/Font/Subtype/Type0/BaseFont/None/Encoding/Identity-H/DescendantFonts[6 0 R]>>',
      6: '<</Type/Font/Subtype/CIDFontType2/BaseFont/None/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 7 0 R>>',
      7: '<</Type/FontDescriptor/FontName/None/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
    }),
  )
  expect(found).toMatchObject({ characters: 5, unmapped: 5, lines: ["$%&'("] })
})

test.each([
  ['0000', 'A\ufffdB'],
  ['00AD', 'A-B'],
  ['FFFE', 'A-B'],
  ['00A0', ' '],
  ['1FFF', 'A\u1fffB'],
  ['2000', ' '],
  ['200B', ' '],
  ['200C', 'A\u200cB'],
  ['3000', ' '],
  ['3001', 'A\u3001B'],
  ['6000', 'A\u6000B'],
])('the character %s is read as a space or as itself', async (code, read) => {
  const map = `/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/X def 1 begincodespacerange <00><FF> endcodespacerange 3 beginbfchar <41><0041> <42><0042> <43><${code}> endbfchar endcmap end end`
  const found = await facts(
    page('BT /F1 12 Tf 72 700 Td (ACB) Tj ET', '', {
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
      6: `<</Length ${map.length}>>\nstream\n${map}\nendstream`,
    }),
  )
  expect(found.lines).toEqual([read === ' ' ? 'A B' : read])
  expect(found).toMatchObject({ characters: read === ' ' ? 2 : 3, unmapped: read === 'A\ufffdB' ? 1 : 0 })
})

test('a scanned page is recognised as a picture, an empty page and one with text are not', async () => {
  const resources = '/Resources<</Font<</F1 5 0 R>>/XObject<</P 6 0 R>>>>'
  const picture = {
    6: '<</Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 2>>\nstream\n\x20\xe0\nendstream',
  }
  const draw = 'q 595 0 0 842 0 0 cm /P Do Q'
  const over = await facts(page(`${draw} ${say(`3 Tr ${id}`)}`, resources, picture))
  expect(over).toMatchObject({ pictures: true, hidden: true })
  expect(await facts(page(draw, resources, picture))).toMatchObject({ pictures: true, characters: 0 })
  expect(await facts(page(say(id), resources, picture))).toMatchObject({ pictures: false })
  expect(await facts(page('', resources, picture))).toMatchObject({ pictures: false, words: [], lines: [] })
})

test.each([
  ['beside text', 0, true],
  ['in a form', 1, true],
  ['in eight forms', 8, true],
  ['in nine forms', 9, false],
])('a picture %s is seen', async (_, depth, illustrated) => {
  const objects: Record<number, string> = {
    6: '<</Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 2>>\nstream\n\x20\xe0\nendstream',
  }
  const within = (num: number) => `/Resources<</Font<</F1 5 0 R>>/XObject<</P ${num} 0 R>>>>`
  // A path comes before the picture in each.
  const content = '0 0 9 9 re S q 50 0 0 50 0 0 cm /P Do Q'
  for (let n = 0; n < depth; n++) objects[7 + n] = form(content, within(6 + n))
  const found = await facts(page(`${say(id)} ${content} 0 0 5 5 re S`, within(6 + depth), objects))
  expect(found).toMatchObject({ illustrated, pictures: false })
  expect(await facts(page(`${say(id)} 0 0 5 5 re S`))).toMatchObject({ illustrated: false })
})

test('a form without pictures is none', async () => {
  const resources = '/Resources<</Font<</F1 5 0 R>>/XObject<</P 6 0 R>>>>'
  const found = await facts(page(`${say(id)} /P Do`, resources, { 6: form('0 0 9 9 re S') }))
  expect(found.illustrated).toBe(false)
})

test.each([
  [-1, 1],
  [0, 0],
  [0, 4],
  [2, 2],
  [3, 1],
])('from page %d on there are no %d', async (from, count) => {
  await expect(factsOfPages(sourceOf(manyPages(3)), from, count)).rejects.toMatchObject({
    fault: 'no_such_page',
    message: `no pages ${from + 1} to ${from + count}`,
  })
})

test('each page of a range is read, in its order', async () => {
  const read = await eachPage(sourceOf(manyPages(3)), 1, 2, ({ width }, at) => [Math.round(width), at])
  expect(read).toEqual([
    [210, 0],
    [210, 1],
  ])
})

test('the words beside a picture that does not inflate are read', async () => {
  const picture = {
    6: '<</Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode/Length 4>>\nstream\nnone\nendstream',
  }
  const resources = '/Resources<</Font<</F1 5 0 R>>/XObject<</P 6 0 R>>>>'
  const found = await facts(page(`${say(id)} q 50 0 0 50 0 0 cm /P Do Q`, resources, picture))
  expect(found.lines).toEqual(['CUIL 20-28714536-6'])
})
