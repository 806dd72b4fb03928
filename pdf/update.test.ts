import { describe, expect, test } from 'vitest'
import { PdfDocument } from './document.ts'
import { Ref, Stream } from './syntax.ts'
import { rawPdf } from './testing/samples.ts'
import { Update } from './update.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A file with a table, or with a cross-reference stream, whose object 1 is of generation 3 and 2 and 4 are free. */
function fileOf(kind: 'table' | 'stream', trailer = ''): PdfDocument {
  const text = `%PDF-1.7\n1 3 obj\n<</A 1>>\nendobj\n`
  const rows = '\x01\x09\x03'
  const stream = `5 0 obj\n<</Type/XRef/Size 6/W[1 1 1]/Index[1 1]/Length 3${trailer}>>\nstream\n${rows}\nendstream\nendobj\n`
  const table = `xref\n1 1\n0000000009 00003 n \ntrailer\n<</Size 6${trailer}>>\n`
  const section = kind === 'table' ? table : stream
  return new PdfDocument(latin1(`${text}${section}startxref\n${text.length}\n%%EOF\n`))
}

describe.each(['table', 'stream'] as const)('an update of a file with a cross-reference %s', (kind) => {
  const before = fileOf(kind, '/Root 1 3 R/Info 4 0 R/ID[<01><02>]/Other 7')
  const update = new Update(before)
  const first = update.allocate()
  const second = update.allocate()
  const at = update.write(new Ref(1, 3), '<</A 2>>')
  update.stream(second, '/B 3', latin1('bytes'))
  update.write(first, '(new)')
  const file = update.finish()
  const after = new PdfDocument(file)

  test('is appended, and leaves the earlier bytes as they are', () => {
    expect(file.subarray(0, before.bytes.length).equals(before.bytes)).toBe(true)
    expect(file[before.bytes.length]).toBe(10)
    expect(file.subarray(at, at + 8).toString()).toBe('<</A 2>>')
    expect(file.toString('latin1')).toMatch(/\nstartxref\n\d+\n%%EOF\n$/)
  })

  test('gives free numbers to new objects, and keeps the generation of others', () => {
    expect([first, second]).toEqual([new Ref(6, 0), new Ref(7, 0)])
    expect(after.get(new Ref(1, 3))).toEqual(new Map([['A', 2]]))
    expect(after.get(first)).toEqual(Uint8Array.from(latin1('new')))
    const stream = after.get(second)
    if (!(stream instanceof Stream)) throw new Error('no stream')
    expect(stream.dict.get('B')).toBe(3)
    expect(Buffer.from(after.raw(stream)).toString()).toBe('bytes')
    const generation = (num: number) => {
      const entry = after.xref.entries.get(num)
      return entry?.kind === 'offset' ? entry.gen : null
    }
    expect([1, 6, 7, 2].map(generation)).toEqual([3, 0, 0, null])
    expect(
      file
        .toString('latin1')
        .match(/\d+ \d+ obj/g)
        ?.slice(-4),
    ).toEqual(
      kind === 'table'
        ? ['1 3 obj', '1 3 obj', '7 0 obj', '6 0 obj']
        : ['1 3 obj', '7 0 obj', '6 0 obj', '8 0 obj'],
    )
  })

  test('has a section of the same kind, with what leads to the earlier one', () => {
    expect(after.xref.kind).toBe(kind)
    const { trailer } = after
    expect(trailer.get('Prev')).toBe(before.xref.startxref)
    expect(trailer.get('Size')).toBe(kind === 'table' ? 8 : 9)
    expect([trailer.get('Root'), trailer.get('Info')]).toEqual([new Ref(1, 3), new Ref(4, 0)])
    expect(trailer.has('Other')).toBe(false)
    const [kept, fresh] = after.array(trailer.get('ID')) ?? []
    expect(kept).toEqual(Uint8Array.of(1))
    expect(fresh).toHaveLength(16)
    if (kind === 'stream') expect(trailer.get('Index')).toEqual([1, 1, 6, 3])
    else
      expect(file.toString('latin1')).toMatch(
        /xref\n1 1\n\d{10} 00003 n \n6 2\n(\d{10} 00000 n \n){2}trailer/,
      )
  })
})

test('a file without an identifier gets one, the same twice', () => {
  const update = new Update(new PdfDocument(rawPdf({ 1: '<<>>' })))
  update.write(new Ref(1, 0), '7')
  const { trailer } = new PdfDocument(update.finish())
  const [kept, fresh] = trailer.get('ID') as Uint8Array[]
  expect(kept).toHaveLength(16)
  expect(fresh).toEqual(kept)
  expect(trailer.has('Info')).toBe(false)
})
