import { describe, expect, test } from 'vitest'
import { PdfDocument } from './document.ts'
import { certifiedFinal, lockedFields, signatureFields } from './fields.ts'
import { onePage } from './testing/samples.ts'

/** A file with these fields in its form, and further objects. */
const withFields = (fields: string, objects: Record<number, string>) =>
  new PdfDocument(onePage('', `/AcroForm<</Fields[${fields}]>>`, objects))

describe('the signature fields of a form', () => {
  test('have the names and the type of their parents, and a sign where they are signed', () => {
    const doc = withFields('6 0 R 99 0 R <</FT/Sig/T(inline)>> 10 0 R 12 0 R', {
      6: '<</T(firmas)/FT/Sig/Kids[7 0 R 8 0 R 9 0 R]>>',
      7: '<</T(empresa)/V<</Type/Sig>>>>',
      8: '<</T(nombre)/FT/Tx>>',
      9: '<</T(persona)/Kids[11 0 R]>>',
      10: '<</FT/Sig>>',
      11: '<</Subtype/Widget>>',
      12: '<</T(otra)/FT/Tx/Kids[13 0 R]>>',
      13: '<</T(final)/FT/Sig>>',
    })
    expect(signatureFields(doc).map(({ name, ref, signed }) => [name, ref.num, signed])).toEqual([
      ['firmas.empresa', 7, true],
      ['firmas.persona', 9, false],
      ['', 10, false],
      ['otra.final', 13, false],
    ])
  })

  test('that hold themselves are refused', () => {
    const loop = withFields('6 0 R', { 6: '<</T(a)/Kids[7 0 R]>>', 7: '<</T(b)/Kids[6 0 R]>>' })
    expect(() => signatureFields(loop)).toThrow('a loop in the form fields')
  })

  test('are found fifty levels below the first, and deeper ones are refused', () => {
    const nested = (levels: number) => {
      const objects: Record<number, string> = {}
      for (let n = 0; n < levels; n++) objects[6 + n] = `<</T(a)/Kids[${7 + n} 0 R]>>`
      return withFields('6 0 R', { ...objects, [6 + levels]: '<</T(a)/FT/Sig>>' })
    }
    expect(signatureFields(nested(50))).toHaveLength(1)
    expect(() => signatureFields(nested(51))).toThrow('too many form fields')
  })

  test('are twenty thousand at most, with those of other kinds', () => {
    const many = (count: number) => {
      const objects: Record<number, string> = {}
      for (let n = 0; n < count; n++) objects[6 + n] = '<</T(a)>>'
      return withFields(Array.from({ length: count }, (_, n) => `${6 + n} 0 R`).join(' '), objects)
    }
    expect(signatureFields(many(20_000))).toEqual([])
    expect(() => signatureFields(many(20_001))).toThrow('too many form fields')
  })
})

test.each<[field: string, isFinal: boolean, entries: string]>([
  ['nothing', false, ''],
  ['a lock that allows no change', true, '/Lock<</P 1>>'],
  ['a lock that allows signatures', false, '/Lock<</P 2>>'],
  [
    'a certification of level 1',
    true,
    '/V<</Reference[<</TransformMethod/DocMDP/TransformParams<</P 1>>>>]>>',
  ],
  ['one of level 2', false, '/V<</Reference[<</TransformMethod/DocMDP/TransformParams<</P 2>>>>]>>'],
  ['another method', false, '/V<</Reference[<</TransformMethod/UR3/TransformParams<</P 1>>>>]>>'],
  ['a certification without level', false, '/V<</Reference[<</TransformMethod/DocMDP>>]>>'],
])('a field with %s forbids every later change: %s', (_, isFinal, entries) => {
  const doc = withFields('6 0 R', { 6: `<</T(a)/FT/Sig${entries}>>` })
  const [field] = signatureFields(doc)
  expect(field && certifiedFinal(doc, field)).toBe(isFinal)
})

test.each<[string, string, string[]]>([
  ['all fields', '/Action/All', ['a', 'b', 'b.c', 'bc', 'null.d']],
  ['those that it includes', '/Action/Include/Fields[(b)]', ['b', 'b.c']],
  ['all but those that it excludes', '/Action/Exclude/Fields[(b) 7]', ['a', 'bc', 'null.d']],
  ['none, of no known kind', '/Action/Other/Fields[(b)]', []],
])('a signed field locks %s', (_, lock, locked) => {
  const signed = `/V<</Reference[<</TransformMethod/FieldMDP/TransformParams<<${lock}>>>>]>>`
  for (const [entries, expected] of [
    [signed, locked],
    [`/V<<>>/Lock<<${lock}>>`, locked],
    // A lock holds from the signature on.
    [`/Lock<<${lock}>>`, []],
  ] as const) {
    const isLocked = lockedFields(withFields('6 0 R', { 6: `<</T(x)/FT/Sig${entries}>>` }))
    expect(['a', 'b', 'b.c', 'bc', 'null.d'].filter(isLocked)).toEqual(expected)
  }
})
