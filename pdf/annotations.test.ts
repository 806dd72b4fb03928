import { describe, expect, test } from 'vitest'
import { flattened } from './annotations.ts'
import { PdfDocument } from './document.ts'
import { pagesOf } from './pages.ts'
import { onePage } from './testing/samples.ts'

const form = (entries: string) => `<</Type/XObject/Subtype/Form${entries}/Length 0>>\nstream\n\nendstream`

/** The flattened annotations of a page that has these; forms 20 to 24 may be their looks. */
function marksOf(...annotations: string[]) {
  const objects = Object.fromEntries(annotations.map((entries, n) => [30 + n, `<<${entries}>>`]))
  const refs = Object.keys(objects).map((num) => `${num} 0 R`)
  const doc = new PdfDocument(
    onePage(`/Annots[99 0 R ${refs.join(' ')}]`, '', {
      20: form('/BBox[0 0 10 20]'),
      21: form('/BBox[10 5 30 45]/Matrix[0 1 -1 0 3 4]'),
      22: form('/BBox[1 2 4 3]/Matrix[2 1 3 4 5 6]'),
      23: form('/BBox[0 0 0 20]'),
      24: form('/BBox[0 0 10 0]'),
      25: form(''),
      26: '7',
      27: '<</On 20 0 R/Off 21 0 R>>',
      28: form('/BBox[0 0 10 20]/Matrix[1 2 3]'),
      ...objects,
    }),
  )
  const [page] = pagesOf(doc, 1)
  if (!page) throw new Error('no page')
  const { drawn, instructions } = flattened(doc, page)
  return { drawn: Object.fromEntries([...drawn].map(([name, ref]) => [name, ref.num])), instructions }
}

const shown = '/Subtype/Stamp/Rect[100 200 130 240]/AP<</N 20 0 R>>'

test('an annotation’s look is drawn into its rectangle, under a name of its own', () => {
  const marks = marksOf(
    shown,
    '/Subtype/Stamp/F 4/Rect[130 240 100 200]/AP<</N 21 0 R>>',
    '/Subtype/Widget/FT/Tx/Rect[0 0 100 100]/AP<</N 22 0 R>>',
  )
  expect(marks.drawn).toEqual({ LegajoMark1: 20, LegajoMark2: 21, LegajoMark3: 22 })
  expect(marks.instructions.split('\n')).toEqual([
    'q 3 0 0 2 100 200 cm /LegajoMark1 Do Q',
    'q 0.75 0 0 2 131.5 172 cm /LegajoMark2 Do Q',
    'q 11.111111 0 0 14.285714 -144.444444 -214.285714 cm /LegajoMark3 Do Q',
    '',
  ])
})

test('a matrix that is not whole counts as none', () => {
  const { instructions } = marksOf(shown.replace('20 0 R', '28 0 R'))
  expect(instructions).toBe('q 3 0 0 2 100 200 cm /LegajoMark1 Do Q\n')
})

describe('an annotation with several looks', () => {
  const look = shown.replace('20 0 R', '27 0 R')
  test.each([
    ['/AS/On', [20]],
    ['/AS/Off', [21]],
    ['/AS/Other', []],
    ['', []],
  ])('shows the one of its state: %s', (state, looks) => {
    expect(Object.values(marksOf(look + state).drawn)).toEqual(looks)
  })
})

test.each([
  ['that is invisible', `${shown}/F 1`],
  ['that is hidden', `${shown}/F 2`],
  ['without a view', `${shown}/F 32`],
  ['that is a link', shown.replace('Stamp', 'Link')],
  ['that is a pop-up', shown.replace('Stamp', 'Popup')],
  ['of a signature', `${shown.replace('Stamp', 'Widget')}/FT/Sig`],
  ['of a signature field', `${shown.replace('Stamp', 'Widget')}/Parent<</FT/Sig>>`],
  ['without a look', '/Subtype/Stamp/Rect[100 200 130 240]'],
  ['whose look is no stream', shown.replace('20 0 R', '26 0 R')],
  ['whose look isn’t there', shown.replace('20 0 R', '99 0 R')],
  ['whose look has no width', shown.replace('20 0 R', '23 0 R')],
  ['whose look has no height', shown.replace('20 0 R', '24 0 R')],
  ['whose look has no box', shown.replace('20 0 R', '25 0 R')],
  ['without a rectangle', '/Subtype/Stamp/AP<</N 20 0 R>>'],
  ['of no width', shown.replace('130', '100')],
  ['of no height', shown.replace('240', '200')],
  ['with three sides', shown.replace(' 240', '')],
  ['with a side that is a name', shown.replace('240', '/A')],
])('one %s is left out, and others are drawn', (_, entries) => {
  expect(marksOf(entries, shown).drawn).toEqual({ LegajoMark1: 20 })
})
