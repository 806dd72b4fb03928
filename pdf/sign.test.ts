import { PDF } from '@libpdf/core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inspectPdf } from './inspect.ts'
import { renderPage } from './render.ts'
import { signPdf } from './sign.ts'
import { opensslCades, pdfsig, qpdfCheck, qpdfRewrite, signaturesOf } from './testing/judges.ts'
import { onePage, payslip } from './testing/samples.ts'
import { makeSigners } from './testing/signers.ts'
import { verifyPdf } from './verify.ts'

const signers = await makeSigners()
const { company, authority, companyRequest, signAsCompany, signAsEmployee } = signers

describe('signed by the company, then by the employee', () => {
  test.each([
    ['as producers write them', async () => payslip()],
    ['of several pages', async () => payslip({ pages: 3 })],
    ['with object streams', async () => qpdfRewrite(await payslip(), '--object-streams=generate')],
    ['linearized', async () => qpdfRewrite(await payslip({ pages: 2 }), '--linearize')],
    ['without an end of line at the end', async () => (await payslip()).subarray(0, -1)],
    ['turned', async () => onePage('/Rotate 90')],
    [
      'with a form of its own',
      async () => onePage('', '/AcroForm 6 0 R', { 6: '<</Fields[]/DA(/Helv 0 Tf)>>' }),
    ],
    [
      'with annotations of its own',
      async () =>
        onePage('/Annots 6 0 R', '', { 6: '[7 0 R]', 7: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>' }),
    ],
  ])('payslips %s satisfy every judge', async (_, make) => {
    const original = await make()
    const once = await signAsCompany(original)
    const twice = await signAsEmployee(once)

    expect(Buffer.compare(once.subarray(0, original.length), original)).toBe(0)
    expect(Buffer.compare(twice.subarray(0, once.length), once)).toBe(0)
    expect(qpdfCheck(twice)).toMatchObject({ accepted: true })
    expect(pdfsig(twice)).toMatchObject({ accepted: true, valid: 2 })
    const roots = [company.certificate, authority.certificate]
    const found = signaturesOf(twice)
    expect(found).toHaveLength(2)
    for (const [n, { cms, content }] of found.entries()) {
      expect(opensslCades(cms, content, roots[n] ?? new Uint8Array())).toMatchObject({ accepted: true })
    }
    const verified = await verifyPdf(twice, { trusted: roots })
    expect(verified).toMatchObject({
      ok: true,
      coversWholeFile: true,
      unsigned: [],
      signatures: [
        {
          field: 'company',
          valid: true,
          problems: [],
          trust: 'trusted',
          level: 'B-B',
          changesAfter: 'signatures',
        },
        {
          field: 'employee',
          valid: true,
          problems: [],
          trust: 'trusted',
          level: 'B-B',
          changesAfter: 'none',
        },
      ],
    })
    expect(await inspectPdf(twice)).toMatchObject({ ok: true })
  })
})

test('the employee may be the first to sign', async () => {
  const twice = await signAsCompany(await signAsEmployee(await payslip()))
  expect(pdfsig(twice)).toMatchObject({ accepted: true, valid: 2 })
  expect(await verifyPdf(twice)).toMatchObject({
    signatures: [
      {
        field: 'employee',
        valid: true,
        facts: { decision: 'no_conforme', comment: 'Faltan las horas del sábado' },
      },
      { field: 'company', valid: true, facts: {} },
    ],
  })
})

test('both fields are there from the first signature on, the second waiting', async () => {
  const once = await signAsCompany(await payslip())
  expect(await verifyPdf(once)).toMatchObject({ unsigned: ['employee'] })
  expect((await PDF.load(once)).getForm()?.getFieldNames()).toEqual(['company', 'employee'])
})

test('a field is signed once', async () => {
  const once = await signAsCompany(await payslip())
  expect(await signPdf(companyRequest(once))).toMatchObject({ ok: false, fault: 'field_signed' })
})

test('a page that does not exist is refused', async () => {
  const request = { ...companyRequest(await payslip()), position: { page: 7, corner: 'left' } as const }
  expect(await signPdf(request)).toMatchObject({ ok: false, fault: 'no_such_page' })
})

test('a certification that allows no changes is respected', async () => {
  const certified = (level: number) =>
    onePage('', '/AcroForm<</Fields[6 0 R]>>', {
      6: '<</FT/Sig/T(other)/V 7 0 R>>',
      7: `<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P ${level}>>>>]>>`,
    })
  expect(await signPdf(companyRequest(certified(1)))).toMatchObject({ ok: false, fault: 'locked' })
  expect(await signPdf(companyRequest(certified(2)))).toMatchObject({ ok: true })
})

test.each([
  ['letters beyond Latin', '李小龍 — Ņikolajs Žižek 🖋'],
  ['four hundred characters', 'María de los Ángeles '.repeat(20)],
  ['brackets and backslashes', 'a) Tj (\\ <<>> ]'],
  ['nothing', ''],
  ['control characters', 'a\u0000\u202e\nb'],
])('a name of %s signs like any other', async (_, name) => {
  const request = companyRequest(await payslip())
  const signed = await signPdf({
    ...request,
    name,
    reason: name,
    appearance: { kind: 'signature', lines: [name, name], drawnName: name },
  })
  if (!signed.ok) throw new Error(signed.detail)
  expect(qpdfCheck(signed.pdf)).toMatchObject({ accepted: true })
  expect(await verifyPdf(signed.pdf)).toMatchObject({ signatures: [{ valid: true, name }] })
})

/** The share of pixels of a region (fractions of the page) that are not white. */
async function inked(pdf: Uint8Array, region: [number, number, number, number]): Promise<number> {
  const picture = await renderPage(pdf, 1, 800)
  if (!picture.ok) throw new Error(picture.detail)
  const [x, y, w, h] = region
  const area = { left: Math.round(x * picture.width), top: Math.round(y * picture.height) }
  const size = { width: Math.round(w * picture.width), height: Math.round(h * picture.height) }
  const { data } = await sharp(picture.png)
    .extract({ ...area, ...size })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.filter((level) => level < 200).length / data.length
}

describe('the visible signature', () => {
  type Region = Parameters<typeof inked>[1]
  const left: Region = [0.05, 0.8, 0.4, 0.17]
  const right: Region = [0.55, 0.8, 0.4, 0.17]

  test.each([0, 90, 180, 270])('stands at the bottom of a page turned by %i degrees', async (rotate) => {
    const plain = onePage(`/Rotate ${rotate}/CropBox[20 20 575 822]`)
    const once = await signAsCompany(plain)
    const twice = await signAsEmployee(once)
    expect(await inked(once, left)).toBeGreaterThan((await inked(plain, left)) + 0.01)
    expect(await inked(once, right)).toBe(await inked(plain, right))
    expect(await inked(twice, right)).toBeGreaterThan((await inked(plain, right)) + 0.01)
    expect(await inked(twice, left)).toBe(await inked(once, left))
  })

  test('is an image where there is one, at the place that was asked for', async () => {
    const image = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#123' } })
      .png()
      .toBuffer()
    const request = companyRequest(onePage())
    const signed = await signPdf({
      ...request,
      position: { page: 1, x: 100, y: 100, width: 60, height: 20 },
      appearance: { kind: 'signature', lines: [], image },
    })
    if (!signed.ok) throw new Error(signed.detail)
    expect(await inked(signed.pdf, [100 / 210, 100 / 297, 55 / 210, 18 / 297])).toBeGreaterThan(0.9)
    expect(qpdfCheck(signed.pdf)).toMatchObject({ accepted: true })
  })

  test('stays on the page when its position is beyond it', async () => {
    const request = companyRequest(onePage())
    const signed = await signPdf({ ...request, position: { page: 1, x: 900, y: 900, width: 70, height: 22 } })
    if (!signed.ok) throw new Error(signed.detail)
    expect(await inked(signed.pdf, [0.6, 0.9, 0.39, 0.09])).toBeGreaterThan(0.01)
  })
})
