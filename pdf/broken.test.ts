import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { qpdfRewrite } from './testing/judges.ts'
import { payslip } from './testing/samples.ts'
import { makeSigners } from './testing/signers.ts'
import { verifyPdf } from './verify.ts'

const { signAsCompany, signAsEmployee } = await makeSigners()
const packed = qpdfRewrite(await payslip(), '--object-streams=generate')
const once = await signAsCompany(packed)
const twice = await signAsEmployee(once)

/** Alters the first byte of the stream that follows a text: it can't be decompressed any more. */
function brokenIn(pdf: Uint8Array, text: string): Uint8Array {
  const bytes = Buffer.from(pdf)
  const from = bytes.indexOf('stream', bytes.indexOf(text)) + 'stream'.length
  return flipped(pdf, bytes.indexOf('x', from))
}

function flipped(pdf: Uint8Array, at: number, mask = 1): Uint8Array {
  const file = Uint8Array.from(pdf)
  file[at] = (file[at] ?? 0) ^ mask
  return file
}

/** The problems of each signature, or why the file is refused. */
async function problemsOf(pdf: Uint8Array) {
  const found = await verifyPdf(pdf)
  return found.ok ? found.signatures.map(({ problems }) => problems) : found.fault
}

describe('a signed file that one byte makes unreadable, or unsigned', () => {
  test.each([
    ['its object stream', '/Type /ObjStm'],
    ['its cross-reference stream', '/Type /XRef'],
  ])('%s: both signatures no longer fit', async (_, text) => {
    expect(await problemsOf(twice)).toEqual([[], []])
    expect(await problemsOf(brokenIn(packed, text))).toBe('damaged')
    const found = await verifyPdf(brokenIn(twice, text))
    expect(found).toMatchObject({
      coversWholeFile: false,
      signatures: [
        {
          valid: false,
          problems: ['digest'],
          revision: 1,
          certificate: { subject: {} },
          signedAt: null,
          timeSource: null,
          expiredNow: false,
        },
        { valid: false, problems: ['digest'], revision: 2, trust: expect.any(String) },
      ],
    })
  })

  test('the signature that is not altered is listed beside the one that is', async () => {
    const hidden = flipped(twice, Buffer.from(twice).indexOf('/V ', once.length) + 1)
    const found = await verifyPdf(hidden)
    expect(
      found.ok &&
        found.signatures.map(({ field, revision, coveredLength }) => ({ field, revision, coveredLength })),
    ).toEqual([
      { field: 'company', revision: 1, coveredLength: once.length },
      { field: '', revision: 2, coveredLength: twice.length },
    ])
  })

  test('an intact signature claims nothing about later bytes', async () => {
    const later = Buffer.from(twice).lastIndexOf('startxref')
    expect(await problemsOf(flipped(twice, later))).not.toContainEqual([])
    expect(await problemsOf(flipped(once, 0))).toEqual([['digest']])
  })

  test('a signature that one altered byte hides from its form is still found', async () => {
    for (const hidden of ['/AcroForm', '/Fields', '/FT/Sig/T(company)'])
      expect(await problemsOf(flipped(once, Buffer.from(once).lastIndexOf(hidden) + 3))).toContainEqual([
        'digest',
      ])
  })

  test('without a signature that no longer fits it is refused', async () => {
    const text = Buffer.from(brokenIn(twice, '/Type /XRef')).toString('latin1')
    for (const other of ['/ByteRange[9 ', '/ByteRanges[', '/ByteRange [0 1 2'])
      expect(await problemsOf(Buffer.from(text.replaceAll(/\/ByteRange ?\[0 /g, other), 'latin1'))).toEqual(
        'damaged',
      )
  })
})

test('a signed byte that is altered is reported as altered, wherever it lies', async () => {
  const [, start = 0, after = 0, rest = 0] = (
    /\/ByteRange ?\[([\d ]+)\]/.exec(Buffer.from(once).toString('latin1'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number)
  // The dictionary itself has to be found; the rest of what is covered has not.
  const dictionary = Buffer.from(once).lastIndexOf(' obj', start)
  const covered = fc.oneof(fc.nat(dictionary), fc.integer({ min: after + 200, max: after + rest - 1 }))
  await fc.assert(
    fc.asyncProperty(covered, fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      const found = await verifyPdf(flipped(once, at, mask))
      expect(found.ok && found.signatures.flatMap(({ problems }) => problems)).toContain('digest')
    }),
    { numRuns: process.env['LONG'] ? 2000 : 60, seed: 7 },
  )
})
