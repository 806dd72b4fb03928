import { expect, test } from 'vitest'
import { PdfDocument } from './document.ts'
import { reach } from './reach.ts'
import { carriesMore, earlierRevisions } from './remains.ts'
import { Ref } from './syntax.ts'
import { onePage } from './testing/samples.ts'
import { Update } from './update.ts'

type Objects = Record<number, string>

const streamOf = (content: string, entries = '') =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
const later = (pdf: Uint8Array, objects: Objects): Uint8Array => {
  const update = new Update(new PdfDocument(pdf))
  for (const [num, text] of Object.entries(objects)) update.write(new Ref(Number(num), 0), text)
  return update.finish()
}
/** The file with an object that is free from now on. */
const freed = (pdf: Uint8Array, num: number): Uint8Array =>
  Buffer.concat([
    pdf,
    Buffer.from(
      `xref\n${num} 1\n0000000000 00001 f \ntrailer\n<</Size 99/Root 1 0 R/Prev ${new PdfDocument(pdf).xref.startxref}>>\nstartxref\n${pdf.length}\n%%EOF\n`,
    ),
  ])
const more = (pdf: Uint8Array): boolean => {
  const doc = new PdfDocument(pdf)
  return carriesMore(doc, new Set(reach(doc).keys()), earlierRevisions(pdf))
}

test.each([
  ['a dictionary', '<<>>', true],
  ['a text', '(Neto)', true],
  ['a list', '[]', true],
  ['a stream', streamOf('q'), true],
  ['a number', '7', false],
  ['a truth', 'true', false],
  ['nothing', 'null', false],
  ['a list of objects', streamOf('', '/Type/ObjStm'), false],
  ['a table of objects', streamOf('', '/Type/XRef'), false],
  ['metadata', streamOf('', '/Type/Metadata'), false],
])('%s that nothing refers to is more than the pages show, or nothing', (_, text, expected) => {
  expect(more(onePage('', '', { 8: text }))).toBe(expected)
  expect(more(onePage('/Legajo 8 0 R', '', { 8: text }))).toBe(false)
  expect(more(later(onePage(), { 8: text }))).toBe(expected)
})

test('an object that was freed is no more, and a content that was is', () => {
  const pdf = onePage('', '', { 8: '<<>>' })
  expect(more(freed(pdf, 8))).toBe(false)
  expect(more(freed(pdf, 4))).toBe(true)
})

const drawn = onePage('', '/Metadata 7 0 R', {
  3: '<</Type/Page/Parent 2 0 R/Contents[4 0 R]/Resources<</XObject<</X 6 0 R>>>>>>',
  5: 'null',
  6: streamOf('/Y Do', '/Subtype/Form/Resources<</XObject<</Y 8 0 R>>>>'),
  7: streamOf('<x/>', '/Type/Metadata'),
  8: streamOf('q', '/Subtype/Form'),
})
const plain = onePage('', '', {})

test.each<[string, Objects, boolean]>([
  ['the content of the page', { 4: streamOf('Q') }, true],
  ['a form', { 6: streamOf('/Y Do', '/Subtype/Form/Resources<</XObject<</Y 8 0 R>>>>') }, true],
  ['a form of a form', { 8: streamOf('Q', '/Subtype/Form') }, true],
  ['a content by what is none', { 4: '7' }, true],
  ['the metadata', { 7: streamOf('<y/>', '/Type/Metadata') }, false],
  ['the page', { 3: '<</Type/Page/Parent 2 0 R/Contents[4 0 R]/Resources<</XObject<</X 6 0 R>>>>>>' }, false],
])('a later revision that replaces %s leaves the earlier content, or nothing', (_, objects, expected) => {
  expect(more(drawn)).toBe(false)
  expect(more(later(drawn, objects))).toBe(expected)
})

test('a content that a later revision no longer refers to is more, with the first of several as well', () => {
  expect(more(later(plain, { 3: '<</Type/Page/Parent 2 0 R>>' }))).toBe(true)
  expect(more(later(later(plain, { 4: streamOf('Q') }), { 5: '<<>>' }))).toBe(true)
})

test('a look that signing replaces is no more, and one that the page draws is', () => {
  const field = (look: number) => `<</FT/Sig/T(a)/AP<</N ${look} 0 R>>>>`
  const signedAfter = (page: string) =>
    later(onePage(page, '/AcroForm<</Fields[6 0 R]>>', { 6: field(7), 7: streamOf('') }), {
      6: field(8),
      8: streamOf('q'),
    })
  expect(more(signedAfter(''))).toBe(false)
  expect(more(later(signedAfter(''), { 8: streamOf('Q') }))).toBe(false)
  const drawing = signedAfter('/Legajo 7 0 R')
  expect(more(drawing)).toBe(false)
  expect(
    more(later(drawing, { 3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>' })),
  ).toBe(true)
})

test('the earlier revisions are those before the last that can be read, twenty at most', () => {
  const lengths = (pdf: Uint8Array) => earlierRevisions(pdf).map(({ bytes }) => bytes.length)
  // The first mark stands in a text.
  const first = onePage('', '', { 8: '(%%EOF)' })
  expect(lengths(first)).toEqual([])
  let pdf = later(first, { 8: '7' })
  expect(lengths(pdf)).toEqual([first.length - 1])
  expect(lengths(later(pdf, { 8: '7' }))).toEqual([first.length - 1, pdf.length - 1])
  for (let n = 1; n < 22; n++) pdf = later(pdf, { 8: '7' })
  expect(lengths(pdf)).toHaveLength(20)
})
