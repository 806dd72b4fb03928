import { describe, expect, test } from 'vitest'
import { makeSigners } from './testing/signers.ts'
import { pdfsig } from './testing/judges.ts'
import { tamperedFiles } from './testing/tampered.ts'
import { verifyPdf } from './verify.ts'

const { signAsCompany, signAsEmployee, signAsStranger, stranger } = await makeSigners()
const { untouched, list } = await tamperedFiles({
  asCompany: signAsCompany,
  asEmployee: signAsEmployee,
  asStranger: signAsStranger,
})

test('the untouched file: both signatures hold, for us and for others', async () => {
  expect(await verifyPdf(untouched)).toMatchObject({
    coversWholeFile: true,
    removed: [],
    signatures: [
      { valid: true, problems: [], changes: [] },
      { valid: true, problems: [], changes: [] },
    ],
  })
  expect(pdfsig(untouched)).toMatchObject({ accepted: true, valid: 2 })
})

test('a signer whom a root vouches for may draw over the amount', async () => {
  const covering = list.find(({ found }) => found.includes('covers_others'))?.file ?? untouched
  expect(await verifyPdf(covering, { trusted: [stranger.certificate] })).toMatchObject({
    signatures: [{ coversOthers: false }, { coversOthers: false }, { trust: 'trusted', coversOthers: false }],
  })
})

describe('a change of a signed file is named', () => {
  test.each(list.map((one) => [one.what, one] as const))('%s', async (_, { file, found }) => {
    const report = await verifyPdf(file)
    const named = report.ok
      ? report.signatures.flatMap(({ problems, changes, coversOthers }) => [
          ...problems,
          ...changes.map(({ kind }) => kind),
          ...(coversOthers ? ['covers_others'] : []),
        ])
      : ['unreadable']
    if (report.ok && report.removed.length > 0) named.push('removed')
    expect(named).toEqual(expect.arrayContaining([...found]))
    const passes =
      report.ok &&
      report.removed.length === 0 &&
      report.signatures.every(({ valid, coversOthers }) => valid && !coversOthers)
    expect(passes).toBe(false)
  })
})
