import { expect, test } from 'vitest'
import { PdfDocument } from './document.ts'
import { type Changes, changesSince } from './revisions.ts'
import type { Change } from './roles.ts'
import { Ref } from './syntax.ts'
import { onePage, rawPdf } from './testing/samples.ts'
import { Update } from './update.ts'

type Objects = Record<number, string>

const streamOf = (content: string, entries = '') =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
const field = (name: string, entries = '') => `<</Type/Annot/Subtype/Widget/FT/Sig/T(${name})${entries}>>`
const sheet = (entries: string) =>
  `<</Type/Page/Parent 2 0 R/Contents[4 0 R 90 0 R]/Resources<</Font<</F1 5 0 R>>>>${entries}>>`

/** A page with a signed field, a waiting one and a link, and a waiting field that is on no page. */
const objects: Objects = {
  3: sheet('/Annots 13 0 R'),
  10: '<</Fields 14 0 R/SigFlags 3/DA(/F1 9 Tf)>>',
  11: field('a', '/V 20 0 R'),
  12: field('b'),
  13: '[null 11 0 R 12 0 R 15 0 R]',
  14: '[11 0 R 12 0 R 16 0 R]',
  15: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>',
  16: field('c'),
  20: '<</Type/Sig>>',
}
const before = onePage('', '/AcroForm 10 0 R', objects)
const catalog = (entries: string) => `<</Type/Catalog/Pages 2 0 R${entries}>>`

/** The effect of writing these objects after a revision. */
function written(pdf: Uint8Array, changed: Objects): Changes {
  const update = new Update(new PdfDocument(pdf))
  for (const [num, text] of Object.entries(changed)) update.write(new Ref(Number(num), 0), text)
  return changesSince(new PdfDocument(pdf), new PdfDocument(update.finish()))
}

function changesIn(found: Changes): readonly Change[] {
  return found.kind === 'changed' ? found.changes : []
}

const joined = { 13: '[null 11 0 R 12 0 R 15 0 R 40 0 R]', 14: '[11 0 R 12 0 R 16 0 R 40 0 R]' }

test.each<[string, Changes['kind'], Objects]>([
  ['a signature in a field that waited', 'signatures', { 12: field('b', '/V 41 0 R'), 41: '<</Type/Sig>>' }],
  [
    'a time-stamp in a field that waited',
    'validation',
    { 12: field('b', '/V 41 0 R'), 41: '<</Type/DocTimeStamp/SubFilter/ETSI.RFC3161>>' },
  ],
  [
    'a signature in a field of its own that shows something',
    'signatures',
    {
      ...joined,
      40: field('d', '/V 41 0 R/AP<</N 42 0 R>>'),
      41: '<</Type/Sig>>',
      42: streamOf('0 0 9 9 re f', '/Subtype/Form'),
    },
  ],
  ['a waiting field without a look', 'validation', { ...joined, 40: field('d') }],
  [
    'a waiting field with an empty look',
    'validation',
    { ...joined, 40: field('d', '/AP<</N 42 0 R>>'), 42: streamOf('', '/Subtype/Form') },
  ],
  [
    'a form that is another object with the same entries',
    'validation',
    { 1: catalog('/AcroForm 40 0 R'), 40: objects[10] ?? '' },
  ],
  ['an object that nothing refers to', 'validation', { 40: '<<>>' }],
  ['the object itself once more', 'validation', { 3: objects[3] ?? '', 13: objects[13] ?? '' }],
])('%s is no change: %s', (_, kind, changed) => {
  expect(written(before, changed)).toEqual({ kind })
})

test.each<[string, Objects, readonly [Change['kind'], Change['page']][]]>([
  [
    'two objects',
    { 4: streamOf('q'), 5: '<<>>' },
    [
      ['page_content', 1],
      ['font', 1],
    ],
  ],
  ['a content that was named and missing', { 90: streamOf('q') }, [['hidden_shown', 1]]],
  ['a script that nothing refers to', { 40: '<</S/JavaScript/JS(1)>>' }, [['active', null]]],
  ['a script in a list', { 40: '[7[<</S/JavaScript/JS(1)>>]]' }, [['active', null]]],
  ['a script below another entry', { 40: '<</A<</B<</JS(1)>>>>>>' }, [['active', null]]],
  ['a script in the entries of a stream', { 40: streamOf('q', '/A<</JS(1)>>') }, [['active', null]]],
  ['a stream that lies in another file', { 40: streamOf('q', '/F(x)') }, [['active', null]]],
  [
    'a script on a page',
    { 15: '<</Type/Annot/A<</JS(1)>>>>' },
    [
      ['active', 1],
      ['annotation', 1],
    ],
  ],
  ['a form that is none', { 10: '7' }, [['form_value', null]]],
  [
    'no form',
    { 1: catalog('') },
    [
      ['form_value', null],
      ['signature_removed', null],
    ],
  ],
  [
    'a form that is written in the catalog',
    { 1: catalog('/AcroForm<</Fields 14 0 R/DA(1)>>') },
    [['form_value', null]],
  ],
  [
    'another form',
    { 1: catalog('/AcroForm 40 0 R'), 40: '<</Fields 14 0 R/DA(1)>>' },
    [['form_value', null]],
  ],
  [
    'a catalog that is a stream',
    { 1: streamOf('', '/Type/Catalog/Pages 2 0 R/AcroForm 10 0 R') },
    [['structure', null]],
  ],
  ['a page that is none', { 3: '7' }, [['pages', 1]]],
  ['a page of another list', { 3: sheet('/Annots 13 0 R').replace('2 0 R', '40 0 R') }, [['pages', 1]]],
  [
    'a page without its resources',
    { 3: '<</Type/Page/Parent 2 0 R/Contents[4 0 R 90 0 R]/Annots 13 0 R>>' },
    [['page_content', 1]],
  ],
  [
    'no annotations',
    { 3: sheet('') },
    [
      ['annotation', 1],
      ['signature_removed', 1],
    ],
  ],
  [
    'another list of annotations',
    {
      3: sheet('/Annots 40 0 R'),
      40: '[null 11 0 R 12 0 R 15 0 R 41 0 R]',
      41: '<</Type/Annot/Subtype/Stamp>>',
    },
    [['drawn_over', 1]],
  ],
  ['an annotation fewer that is nothing', { 13: '[11 0 R 12 0 R 15 0 R]' }, [['annotation', 1]]],
  ['annotations in another order', { 13: '[11 0 R null 12 0 R 15 0 R]' }, [['annotation', 1]]],
  ['a waiting field that was on no page', { 13: '[null 11 0 R 12 0 R 15 0 R 16 0 R]' }, [['drawn_over', 1]]],
  ['a number among the annotations', { 13: '[null 11 0 R 12 0 R 15 0 R 7]' }, [['drawn_over', 1]]],
  ['a signature fewer in the form', { 14: '[12 0 R 16 0 R]' }, [['signature_removed', null]]],
  ...(
    [
      ['something', '/AP<</N 42 0 R>>', { 42: streamOf('q') }],
      ['something when it is clicked', '/AP<</N 42 0 R/D 43 0 R>>', { 42: streamOf(''), 43: streamOf('q') }],
      ['something only when it is clicked', '/AP<</D 43 0 R>>', { 43: streamOf('q') }],
      ['something by its state', '/AP<</N<</Yes 43 0 R>>>>', { 43: streamOf('q') }],
    ] as const
  ).map(([shown, look, more]): [string, Objects, [Change['kind'], Change['page']][]] => [
    `a waiting field that shows ${shown}`,
    { ...joined, 40: field('d', look), ...more },
    [
      ['drawn_over', 1],
      ['form_value', null],
    ],
  ]),
])('%s is a change', (_, changed, expected) => {
  const found = changesIn(written(before, changed)).map(({ kind, page }) => `${kind} ${page}`)
  expect(found.toSorted()).toEqual(expected.map(([kind, page]) => `${kind} ${page}`).toSorted())
})

test('a form or a page that was none is changed by becoming one', () => {
  const without = onePage('', '/AcroForm 10 0 R', { ...objects, 10: '7' })
  expect(changesIn(written(without, { 10: objects[10] ?? '' }))).toEqual([{ kind: 'form_value', page: null }])
  const stream = onePage('', '', { 3: streamOf('', '/Type/Page/Parent 2 0 R') })
  expect(changesIn(written(stream, { 3: '<</Type/Page/Parent 2 0 R>>' }))).toEqual([
    { kind: 'pages', page: 1 },
  ])
})

test('a form and a list of annotations that were missing may begin with a waiting field', () => {
  const plain = onePage('', '', { 3: sheet('') })
  const begun = { 40: field('d'), 41: '[40 0 R]', 42: '<</Fields[40 0 R]>>' }
  expect(written(plain, { ...begun, 1: catalog('/AcroForm 42 0 R'), 3: sheet('/Annots 41 0 R') })).toEqual({
    kind: 'validation',
  })
})

test('a form that is written in the catalog takes fields and no other entry, in its own list as well', () => {
  const inCatalog = (list: string) => onePage('', `/AcroForm<</Fields ${list}>>`, objects)
  const changed = (list: string) => ({
    ...joined,
    40: field('d'),
    1: catalog(`/AcroForm<</Fields ${list}>>`),
  })
  expect(written(inCatalog('14 0 R'), changed('14 0 R'))).toEqual({ kind: 'validation' })
  expect(written(inCatalog('[11 0 R]'), { ...changed('[11 0 R 40 0 R]'), 14: '[]' })).toEqual({
    kind: 'validation',
  })
  const other = { 1: catalog('/AcroForm<</Fields 14 0 R/DA(1)>>') }
  expect(changesIn(written(inCatalog('14 0 R'), other))).toEqual([{ kind: 'form_value', page: null }])
})

test('a list that serves another purpose too takes no field', () => {
  const shared = onePage('/Annots 13 0 R/Tabs 14 0 R', '/AcroForm 10 0 R', {
    ...objects,
    3: sheet('/Annots 13 0 R/Tabs 14 0 R'),
  })
  expect(written(before, { ...joined, 40: field('d') })).toEqual({ kind: 'validation' })
  expect(changesIn(written(shared, { ...joined, 40: field('d') }))).not.toEqual([])
})

test('a catalog that is written in the trailer can’t be compared', () => {
  const pages = { 2: '<</Type/Pages/Kids[]/Count 0>>' }
  const pdf = rawPdf(pages, '/Root<</Type/Catalog/Pages 2 0 R>>')
  expect(changesIn(written(pdf, { 40: '7' }))).toEqual([{ kind: 'structure', page: null }])
})

/** Appends what is given and a table with these rows, by object number: an offset, or null for a free object. */
function appended(
  pdf: Uint8Array,
  text: string,
  rows: Record<number, number | null>,
  prev = true,
): Uint8Array {
  const { startxref } = new PdfDocument(pdf).xref
  const lines = Object.entries(rows).map(([num, offset]) =>
    offset === null
      ? `${num} 1\n0000000000 00001 f \n`
      : `${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`,
  )
  const end = prev ? `/Prev ${startxref}` : ''
  return Buffer.concat([
    pdf,
    Buffer.from(
      `${text}xref\n${lines.join('')}trailer\n<</Size 99/Root 1 0 R${end}>>\nstartxref\n${pdf.length + text.length}\n%%EOF\n`,
      'latin1',
    ),
  ])
}

const compared = (pdf: Uint8Array, after: Uint8Array) =>
  changesSince(new PdfDocument(pdf), new PdfDocument(after))

test('an object that was free and is there, or was there and is left out or free, is shown or hidden', () => {
  // The highest number is 20, so that the table lists 18 as free.
  const pdf = onePage('', '/AcroForm 10 0 R/Lang 18 0 R', objects)
  const hidden: Changes = { kind: 'changed', changes: [{ kind: 'hidden_shown', page: null }] }
  expect(new PdfDocument(pdf).xref.entries.get(18)).toEqual({ kind: 'free' })
  expect(written(pdf, { 18: '(es)' })).toEqual(hidden)
  const onFirst: Changes = { kind: 'changed', changes: [{ kind: 'hidden_shown', page: 1 }] }
  expect(compared(before, appended(before, '', { 5: null }))).toEqual(onFirst)
  const offsets = Object.fromEntries(
    [...new PdfDocument(before).xref.entries].map(([num, entry]) => [
      num,
      entry.kind === 'offset' ? entry.offset : null,
    ]),
  )
  expect(compared(before, appended(before, '', offsets, false))).toEqual({ kind: 'validation' })
  const { 5: font, ...without } = offsets
  expect(font).toBeGreaterThan(0)
  expect(compared(before, appended(before, '', without, false))).toEqual(onFirst)
})

test('an object that begins where the signed revision ends was written after it', () => {
  const text = `5 0 obj\n<<>>\nendobj\n`
  expect(compared(before, appended(before, text, { 5: before.length }))).toEqual({
    kind: 'changed',
    changes: [{ kind: 'font', page: 1 }],
  })
})

/**
 * A file with a cross-reference stream. The language of the catalog is object 5, which lies in the object streams 6 and
 * 7, each of two texts; `offset` puts a third one beside them.
 */
function packedFile(at: { container: number; index: number } | 'offset'): Uint8Array {
  const container = (text: string) => streamOf(`5 0 8 5 ${text}(zz)`, '/Type/ObjStm/N 2/First 8')
  const texts: Objects = {
    1: '<</Type/Catalog/Pages 2 0 R/Lang 5 0 R>>',
    2: '<</Type/Pages/Kids[]/Count 0>>',
    6: container('(es) '),
    7: container('(pt) '),
    ...(at === 'offset' && { 5: '(fr)' }),
  }
  let body = '%PDF-1.7\n'
  const rows = new Map<number, readonly [number, number, number]>([[0, [0, 0, 0]]])
  for (const [num, text] of Object.entries(texts)) {
    rows.set(Number(num), [1, body.length, 0])
    body += `${num} 0 obj\n${text}\nendobj\n`
  }
  if (at !== 'offset') rows.set(5, [2, at.container, at.index])
  return Buffer.from(body + sectionOf(rows, body.length), 'latin1')
}

/** A cross-reference stream at this offset: by object number the kind and two numbers. */
function sectionOf(rows: ReadonlyMap<number, readonly number[]>, at: number, prev?: number): string {
  const index = [...rows.keys()].map((num) => `${num} 1`).join(' ')
  const data = [...rows.values()]
    .map(([kind = 0, second = 0, third = 0]) => String.fromCharCode(kind, second >> 8, second & 255, third))
    .join('')
  const entries = `/Type/XRef/Size 99/Root 1 0 R/W[1 2 1]/Index[${index}]${prev === undefined ? '' : `/Prev ${prev}`}`
  return `98 0 obj\n${streamOf(data, entries)}\nendobj\nstartxref\n${at}\n%%EOF\n`
}

test.each<[string, Parameters<typeof packedFile>[0], readonly number[], Change['kind'] | null]>([
  ['where it was', { container: 6, index: 0 }, [2, 6, 0], null],
  ['in an older object stream, from the same', { container: 6, index: 0 }, [2, 7, 0], 'hidden_shown'],
  ['elsewhere in its object stream', { container: 6, index: 0 }, [2, 6, 1], 'hidden_shown'],
  ['in an older object stream, from a place of its own', 'offset', [2, 6, 0], 'hidden_shown'],
  ['in a new object stream', { container: 6, index: 0 }, [2, 40, 0], 'other'],
  ['in a new object stream, from a place of its own', 'offset', [2, 40, 0], 'other'],
])('an object that is found %s', (_, from, row, kind) => {
  const pdf = packedFile(from)
  const added = `40 0 obj\n${streamOf('5 0 (it)', '/Type/ObjStm/N 1/First 4')}\nendobj\n`
  const rows = new Map([
    [5, row],
    [40, [1, pdf.length, 0]],
  ])
  const section = sectionOf(rows, pdf.length + added.length, new PdfDocument(pdf).xref.startxref)
  expect(compared(pdf, Buffer.concat([pdf, Buffer.from(added + section, 'latin1')]))).toEqual(
    kind ? { kind: 'changed', changes: [{ kind, page: null }] } : { kind: 'validation' },
  )
})
