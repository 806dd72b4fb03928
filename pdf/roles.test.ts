import { expect, test } from 'vitest'
import { PdfDocument } from './document.ts'
import { changesSince } from './revisions.ts'
import type { Change, ChangeKind } from './roles.ts'
import { Ref } from './syntax.ts'
import { onePage } from './testing/samples.ts'
import { Update } from './update.ts'

/** One page with an object for each role; some have another object below them. */
const file = onePage(
  '/Annots 10 0 R/Resources 20 0 R',
  '/OCProperties 6 0 R/OpenAction 7 0 R/AA 8 0 R/Names 9 0 R/AcroForm 17 0 R/Lang 25 0 R/Legajo 10 0 R',
  {
    2: '<</Type/Pages/Kids[30 0 R]/Count 1/MediaBox[0 0 595 842]/Resources<</Font<</F2 22 0 R>>/XObject<</X 23 0 R>>>>>>',
    6: '<</OCGs[14 0 R]>>',
    7: '<</D 15 0 R>>',
    8: '<<>>',
    9: '<</Dests 16 0 R>>',
    10: '[11 0 R 12 0 R 13 0 R]',
    11: '<</Subtype/Link/Border 18 0 R/R 1 0 R>>',
    12: '<</Subtype/Widget/T(a)/MK 19 0 R>>',
    13: '<</Subtype/Widget/FT/Sig/T(b)/V 26 0 R/MK 27 0 R>>',
    14: '<<>>',
    15: '[]',
    16: '<<>>',
    17: '<</Fields[12 0 R 13 0 R]/DR 28 0 R>>',
    18: '[]',
    19: '<<>>',
    20: '<</Font<</F1 5 0 R>>/XObject 24 0 R>>',
    22: '<<>>',
    23: '<<>>',
    24: '<<>>',
    25: '(es)',
    26: '<</Type/Sig>>',
    27: '<<>>',
    28: '<<>>',
    30: '<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1/Resources<</Font<</F3 31 0 R>>>>>>',
    31: '<<>>',
  },
)

/** The changes by which a file is named whose object has another value. */
function changesOf(pdf: Uint8Array, num: number, value = '<</Other 1>>'): readonly Change[] {
  const update = new Update(new PdfDocument(pdf))
  update.write(new Ref(num, 0), value)
  const found = changesSince(new PdfDocument(pdf), new PdfDocument(update.finish()))
  return found.kind === 'changed' ? found.changes : []
}

test.each<[object: string, num: number, kind: ChangeKind, page: number | null]>([
  ['the catalog that something else refers to', 1, 'structure', null],
  ['the language, which no role has', 25, 'other', null],
  ['the list of pages', 2, 'pages', null],
  ['an inner list of pages', 30, 'pages', null],
  ['a font of the pages of an inner list', 31, 'font', null],
  ['the layers', 6, 'layers', null],
  ['a layer', 14, 'layers', null],
  ['the action when it is opened', 7, 'active', null],
  ['the target of that action', 15, 'active', null],
  ['the actions of the file', 8, 'active', null],
  ['the names', 9, 'active', null],
  ['a tree of names', 16, 'active', null],
  ['the list of annotations that something else refers to', 10, 'annotation', 1],
  ['an annotation', 11, 'annotation', 1],
  ['the border of an annotation', 18, 'annotation', 1],
  ['a field', 12, 'form_value', 1],
  ['the look of a field', 19, 'form_value', 1],
  ['the form', 17, 'form_value', null],
  ['the fonts of the form', 28, 'form_value', null],
  ['a signed field', 13, 'signature_look', 1],
  ['the look of a signed field', 27, 'signature_look', 1],
  ['a signature', 26, 'signature_removed', null],
  ['the contents of a page', 4, 'page_content', 1],
  ['the resources of a page', 20, 'page_content', 1],
  ['a picture of a page', 24, 'page_content', 1],
  ['a font of a page', 5, 'font', 1],
  ['a font of all pages', 22, 'font', null],
  ['a picture of all pages', 23, 'page_content', null],
])('another value of %s is named as such', (_, num, kind, page) => {
  expect(changesOf(file, num)).toContainEqual({ kind, page })
})
