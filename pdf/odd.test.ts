import { describe, expect, test } from 'vitest'
import { inspectPdf } from './inspect.ts'
import { signPdf } from './sign.ts'
import { printedText, qpdfCheck } from './testing/judges.ts'
import { faultyFiles, oddFiles } from './testing/odd.ts'
import { makeSigners } from './testing/signers.ts'

describe('a file in which qpdf and poppler find no fault is accepted, and signed without one', async () => {
  const { companyRequest } = await makeSigners()
  test.each(Object.entries(await oddFiles()))('%s', async (_, file) => {
    expect(qpdfCheck(file)).toMatchObject({ accepted: true })
    expect(await inspectPdf(file)).toMatchObject({ ok: true, pages: 1 })
    const signed = await signPdf(companyRequest(file))
    if (!signed.ok) throw new Error(signed.detail)
    expect(qpdfCheck(signed.pdf)).toMatchObject({ accepted: true })
    expect(await inspectPdf(signed.pdf)).toMatchObject({ ok: true, signatures: [{ signed: true }, {}] })
    expect(printedText(signed.pdf)).toContain('Firmado')
  })
})

describe('a file in which qpdf finds a fault is refused when it comes in', async () => {
  test.each(Object.entries(await faultyFiles()))('%s', async (_, file) => {
    expect(qpdfCheck(file)).toMatchObject({ accepted: false })
    expect(await inspectPdf(file)).toMatchObject({ ok: false, fault: 'damaged' })
  })
})

test('a document that no strict reader could read once it is signed is not signed', async () => {
  const { companyRequest } = await makeSigners()
  const { 'a size of millions': file } = await faultyFiles()
  expect(await signPdf(companyRequest(file ?? new Uint8Array()))).toMatchObject({ ok: false })
})
