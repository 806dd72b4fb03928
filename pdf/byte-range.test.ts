import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signCms, signerIdentity } from './cms.ts'
import { byteRange, lostSignatures, openRevision } from './byte-range.ts'
import { PdfDocument } from './document.ts'
import { signatureFields } from './fields.ts'
import { changesSince } from './revisions.ts'
import { serializeDict } from './serialize.ts'
import { Name, Ref, type Value } from './syntax.ts'
import { onePage, payslip } from './testing/samples.ts'
import { makeSigners } from './testing/signers.ts'
import { Update } from './update.ts'
import { verifyPdf } from './verify.ts'

const { company, signAsCompany, signAsEmployee } = await makeSigners()
const once = await signAsCompany(await payslip())
const twice = await signAsEmployee(once)

interface Forgery {
  /** Changes the four numbers of the byte range. */
  range?: (numbers: readonly number[]) => (number | string)[]
  /** How the signature is written, from its hexadecimal digits. */
  spell?: (digits: string) => string
  /** Bytes that follow the file. */
  tail?: string
  /** A text of the signature's dictionary and another of the same length in its place. */
  entry?: readonly [text: string, other: string]
}

/**
 * The signed file with another byte range, signed anew by the same key over just what that range covers: digest and
 * signature hold, so that nothing but the rules of the byte range is left to refuse it.
 */
async function forge({
  range = (numbers) => [...numbers],
  spell = (digits) => digits,
  entry,
  tail,
}: Forgery) {
  const file = Buffer.concat([once, Buffer.from(tail ?? '')])
  const found = /\/ByteRange\[([\d ]+)\]/.exec(file.toString('latin1'))
  if (!found?.[1]) throw new Error('no byte range')
  const numbers = found[1].trim().split(/\s+/).map(Number)
  const [, start = 0, after = 0] = numbers
  const next = range(numbers)
  file.write(next.join(' ').padEnd(found[1].length), found.index + '/ByteRange['.length, 'latin1')
  file.fill('0', start + 1, after - 1)
  if (entry) file.write(entry[1], file.lastIndexOf(entry[0]), 'latin1')
  const [, from = 0, to = 0, rest = 0] = next.map((one) => Number(one) || 0)
  const digest = createHash('sha256')
    .update(file.subarray(0, from))
    .update(file.subarray(to, to + rest))
    .digest()
  const cms = await signCms(signerIdentity(company.key, [company.certificate]), digest)
  // Zeros follow it as far as the place goes.
  const digits = cms.toString('hex').padEnd(after - start - 2, '0')
  file.write(spell(digits), start + 1, 'latin1')
  return file
}

async function problemsOf(pdf: Uint8Array) {
  const found = await verifyPdf(pdf)
  return found.ok ? found.signatures.map(({ problems }) => problems) : found.fault
}

describe('the byte range of a signature', () => {
  test('is accepted as our signer writes it, in digits of either case', async () => {
    expect(await problemsOf(await forge({}))).toEqual([[]])
    expect(await problemsOf(await forge({ spell: (digits) => digits.toUpperCase() }))).toEqual([[]])
  })

  test.each<[string, Forgery]>([
    ['begins at another byte than the first', { range: ([, b = 0, c = 0, d = 0]) => [1, b, c, d] }],
    ['leaves out a byte before the signature', { range: ([a = 0, b = 0, c = 0, d = 0]) => [a, b - 1, c, d] }],
    ['leaves out a byte after it', { range: ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c + 1, d - 1] }],
    ['covers the first byte of the signature', { range: ([a = 0, b = 0, c = 0, d = 0]) => [a, b + 1, c, d] }],
    ['covers the last bytes of it', { range: ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c - 3, d + 3] }],
    ['ends beyond the file', { range: ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d + 1] }],
    ['has a fifth number', { range: (numbers) => [...numbers, 0] }],
    ['has a number below zero', { range: ([a = 0, b = 0, c = 0]) => [a, b, c, -1] }],
    ['has a name for its second number', { range: ([a = 0, , c = 0, d = 0]) => [a, '/B', c, d] }],
    ['has a name for its third number', { range: ([a = 0, b = 0, , d = 0]) => [a, b, '/C', d] }],
    ['has a name for its last number', { range: ([a = 0, b = 0, c = 0]) => [a, b, c, '/D'] }],
    ['is said beside a key that stands twice', { entry: ['/Name(Rivarola', '/M()/Name(Riva'] }],
    // Bytes that no digest covers can carry something else: they are the signature's digits and nothing more.
    [
      'leaves out digits of mixed case',
      { spell: (digits) => digits.replace(/[a-f]/, (one) => one.toUpperCase()) },
    ],
    ['leaves out a space among the digits', { spell: (digits) => `${digits.slice(0, -2)}  ` }],
    ['leaves out a byte behind the signature', { spell: (digits) => `${digits.slice(0, -2)}01` }],
  ])('is refused where it %s, though digest and signature hold', async (_, forgery) => {
    expect(await problemsOf(await forge(forgery))).toEqual([['byte_range']])
  })
})

test('a byte range that covers nothing behind the signature is refused, with what it covers', async () => {
  const found = await verifyPdf(await forge({ range: ([a = 0, b = 0, c = 0]) => [a, b, c, 0] }))
  const end = Buffer.from(once).indexOf('>', Buffer.from(once).indexOf('/Contents<')) + 1
  expect(found).toMatchObject({
    signatures: [{ valid: false, problems: ['byte_range'], coveredLength: end }],
  })
})

test('a byte range that leaves out a string of another object, which the signature refers to, is refused', () => {
  const rangeIn = (contents: string) => {
    const withRange = (range: string) =>
      onePage('', '/AcroForm<</Fields[6 0 R]>>', {
        6: '<</FT/Sig/T(a)/V 7 0 R>>',
        7: `<</Type/Sig/ByteRange[${range.padEnd(20)}]/Contents ${contents}/M(D:2026)>>`,
        8: '<abcd>',
      })
    const plain = Buffer.from(withRange(''))
    const after = plain.indexOf('<abcd>') + '<abcd>'.length
    const doc = new PdfDocument(withRange(`0 ${after - 6} ${after} ${plain.length - after}`))
    const [field] = signatureFields(doc)
    if (!field) throw new Error('no field')
    return {
      found: byteRange(doc, field, doc.dict(field.dict.get('V')) ?? new Map()),
      after,
      end: plain.length,
    }
  }
  const own = rangeIn('<abcd>')
  expect(own.found).toEqual({ contents: [own.after - 6, own.after], end: own.end })
  expect(rangeIn('8 0 R').found).toBeNull()
})

test('a byte range that is refused covers nothing', async () => {
  const found = await verifyPdf(await forge({ range: ([a = 0, b = 0, c = 0]) => [a, b, c, -1] }))
  expect(found).toMatchObject({ signatures: [{ coveredLength: 0, coveredDigest: null }] })
})

test('a signature that is written in its field has no byte range of its own', () => {
  const doc = new PdfDocument(
    onePage('', '/AcroForm<</Fields[6 0 R]>>', {
      6: '<</FT/Sig/T(a)/V<</Type/Sig/ByteRange[0 9 15 20]/Contents<abcd>>>>>',
    }),
  )
  const [field] = signatureFields(doc)
  if (!field) throw new Error('no field')
  expect(byteRange(doc, field, doc.dict(field.dict.get('V')) ?? new Map())).toBeNull()
})

describe('a field whose signature was exchanged', () => {
  const form = '/AcroForm<</Fields[6 0 R]>>'
  const signature = { 7: '<</Type/Sig>>', 8: '<</Type/Sig>>' }
  const held = (value: string) => `<</FT/Sig/T(a)${value}>>`
  /** Both revisions of a file whose field is written again. */
  const exchanged = (first: string, then: string, catalog = form) => {
    const before = onePage('', catalog, { 6: held(first), ...signature })
    const doc = new PdfDocument(before)
    const update = new Update(doc)
    update.write(new Ref(6, 0), held(then))
    if (catalog !== form) update.write(new Ref(1, 0), `<</Type/Catalog/Pages 2 0 R${form}>>`)
    const now = new PdfDocument(update.finish())
    const [field] = signatureFields(now)
    if (!field) throw new Error('no field')
    const marks = Buffer.from(before).lastIndexOf('%%EOF') + '%%EOF'.length
    return { lost: lostSignatures(now), opened: openRevision(now, field, before.length), end: marks }
  }
  const own = '/V<</Type/Sig>>'

  test('is the same where it refers to the same signature', () => {
    const { lost, opened } = exchanged('/V 7 0 R', '/V 7 0 R/F 4')
    expect([lost, opened?.bytes.length]).toEqual([[], expect.any(Number)])
  })

  test.each<[string, string, string, boolean]>([
    ['refers to another', '/V 7 0 R', '/V 8 0 R', true],
    ['holds it itself', '/V 7 0 R', own, true],
    ['held it itself', own, '/V 7 0 R', true],
    ['held it itself, and does', own, own, true],
    ['was not signed', '', '/V 7 0 R', false],
  ])('is lost, and its revision is none of the signature’s, where the field %s', (_, first, then, isLost) => {
    const { lost, opened, end } = exchanged(first, then)
    expect(opened).toBeNull()
    expect(lost).toEqual(isLost ? [{ field: 'a', end }] : [])
  })

  test('is not in a revision without a form', () => {
    expect(exchanged('/V 7 0 R', '/V 7 0 R', '/Lang(es)')).toMatchObject({ lost: [], opened: null })
  })
})

describe('the revisions of a file', () => {
  const lastStart = /startxref\s+\d+\s+%%EOF\s*$/.exec(Buffer.from(once).toString('latin1'))?.[0] ?? ''

  test.each([
    ['whose table is nowhere', 'startxref\n99999999\n%%EOF\n', [['byte_range']]],
    [
      'without a catalog',
      `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1>>\nstartxref\n${once.length}\n%%EOF\n`,
      'damaged',
    ],
  ])(
    'one %s is no revision that a signature covers, and the others are read',
    async (_, revision, problems) => {
      const tail = revision + lastStart
      expect(await problemsOf(await forge({ tail }))).toEqual([['changed_afterwards']])
      const range: Forgery['range'] = ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, d + revision.length]
      expect(await problemsOf(await forge({ tail, range }))).toEqual(problems)
    },
  )

  const withRevisions = (count: number): Buffer => {
    const has = Buffer.from(once).toString('latin1').split('%%EOF').length - 1
    return Buffer.concat([once, Buffer.from(`\n${'%%EOF\n'.repeat(count - has)}${lastStart}`)])
  }

  test('are examined up to a hundred, and more are refused', async () => {
    expect(await problemsOf(withRevisions(100))).toEqual([['changed_afterwards']])
    expect(await problemsOf(withRevisions(101))).toBe('too_complex')
  })

  const dss = (pdf: Uint8Array): Uint8Array => {
    const doc = new PdfDocument(pdf)
    const update = new Update(doc)
    const store = update.allocate()
    update.write(store, '<</Type/DSS/Certs[]>>')
    const root = doc.trailer.get('Root')
    if (root instanceof Ref) update.write(root, serializeDict(new Map([...doc.catalog, ['DSS', store]])))
    return update.finish()
  }
  const kindSince = (before: Uint8Array, after: Uint8Array) =>
    changesSince(new PdfDocument(before), new PdfDocument(after)).kind

  test('a signature in a field that waited is a further signature, and validation data is none', () => {
    expect(kindSince(once, twice)).toBe('signatures')
    expect(kindSince(once, dss(once))).toBe('validation')
    expect(kindSince(once, once)).toBe('none')
    expect(kindSince(twice, dss(twice))).toBe('validation')
  })

  test('an entry of the catalog is unchanged where it is written again, and changed by any other value', async () => {
    const values: readonly Value[] = [
      true,
      7,
      Buffer.from('siete'),
      Buffer.from('siente'),
      new Name('siete'),
      new Name('ocho'),
      new Ref(1, 0),
      new Ref(1, 1),
      [7, 8],
      [7, 9],
      [7],
      new Map([['Siete', 7]]),
      new Map([['Siete', 8]]),
      new Map([['Ocho', 7]]),
    ]
    const written = (pdf: Uint8Array, value: Value): Uint8Array => {
      const doc = new PdfDocument(pdf)
      const root = doc.trailer.get('Root')
      if (!(root instanceof Ref)) throw new Error('no catalog')
      const update = new Update(doc)
      update.write(root, serializeDict(new Map([...doc.catalog, ['Legajo', value]])))
      return update.finish()
    }
    const plain = await payslip()
    for (const value of values) {
      const before = written(plain, value)
      for (const other of values)
        expect({ value, other, kind: kindSince(before, written(before, other)) }).toEqual({
          value,
          other,
          kind: value === other ? 'validation' : 'changed',
        })
    }
  })
})
