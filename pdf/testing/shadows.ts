import { rawPdf } from './samples.ts'

/**
 * Payslips with hidden content, prepared for a change after signing (shadow attacks). Each shows a net amount of $
 * 100.000,00.
 */

const shown = 'BT /F1 12 Tf 72 600 Td (Neto a cobrar $ 100.000,00) Tj ET'
const other = 'BT /F1 12 Tf 72 600 Td (Neto a cobrar $ 900.000,00) Tj ET'

export function stream(content: string, entries = ''): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
}

function payslipOf(page: string, more: Record<number, string>, catalog = ''): Uint8Array {
  return rawPdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>',
    3: `<</Type/Page/Parent 2 0 R${page}>>`,
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...more,
  })
}

const font = '/Resources<</Font<</F1 5 0 R>>>>'

/** Another amount lies under a white picture. */
export function coveredPayslip(): Uint8Array {
  return payslipOf('/Contents[4 0 R 6 0 R]/Resources<</Font<</F1 5 0 R>>/XObject<</W 7 0 R>>>>', {
    4: stream(`${other} q /W Do Q`),
    6: stream(shown.replace('600 Td', '640 Td')),
    7: stream('1 g 0 0 400 40 re f', '/Type/XObject/Subtype/Form/BBox[0 0 400 40]/Matrix[1 0 0 1 60 590]'),
  })
}

/** Its digits are drawn by a Type 3 font, one procedure a glyph. */
export function fontPayslip(): Uint8Array {
  const glyph = (number: number) =>
    stream(`600 0 0 0 600 700 d1 0 ${number * 60} 500 ${100 + number * 20} re f`)
  return payslipOf('/Contents 4 0 R/Resources<</Font<</F1 5 0 R/D 6 0 R>>>>', {
    4: stream(`${shown} BT /D 12 Tf 72 560 Td (19) Tj ET`),
    6: fontOf('/one 7 0 R/nine 8 0 R'),
    7: glyph(1),
    8: glyph(9),
  })
}

/** The same font with its digits exchanged. */
export function fontOf(procedures: string): string {
  return `<</Type/Font/Subtype/Type3/FontBBox[0 0 600 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 49/LastChar 57/Widths[600 600 600 600 600 600 600 600 600]/Encoding<</Differences[49/one 57/nine]>>/CharProcs<<${procedures}>>/Resources<<>>>>`
}

/** The amount is the appearance of a form field. */
export function formPayslip(): Uint8Array {
  return payslipOf(
    `/Contents 4 0 R${font}/Annots[6 0 R]`,
    {
      4: stream('BT /F1 12 Tf 72 640 Td (Neto a cobrar) Tj ET'),
      6: fieldOf('$ 100.000,00'),
      7: fieldLook('$ 100.000,00'),
    },
    '/AcroForm<</Fields[6 0 R]/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>>>',
  )
}

export function fieldOf(value: string): string {
  return `<</Type/Annot/Subtype/Widget/FT/Tx/T(neto)/F 4/P 3 0 R/Rect[72 590 300 620]/DA(/F1 12 Tf 0 g)/V(${value})/AP<</N 7 0 R>>>>`
}

export function fieldLook(value: string): string {
  return stream(
    `/Tx BMC BT /F1 12 Tf 2 8 Td (${value}) Tj ET EMC`,
    `/Type/XObject/Subtype/Form/BBox[0 0 228 30]${font}`,
  )
}

/** Another amount lies on a layer that is switched off. */
export function layeredPayslip(): Uint8Array {
  return payslipOf(
    '/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/Properties<</A 6 0 R/B 7 0 R>>>>',
    {
      4: stream(`/OC/A BDC ${shown} EMC /OC/B BDC ${other.replace('600 Td', '560 Td')} EMC`),
      6: '<</Type/OCG/Name(A)>>',
      7: '<</Type/OCG/Name(B)>>',
    },
    layersOff(7),
  )
}

export function layersOff(off: number): string {
  return `/OCProperties<</OCGs[6 0 R 7 0 R]/D<</OFF[${off} 0 R]>>>>`
}

/**
 * A second page content lies in the file under the number of the first, unreferenced. Returns the file and the offset
 * of that content.
 */
export function doubledPayslip(): { file: Uint8Array; hiddenAt: number } {
  const hidden = `4 0 obj\n${stream(other)}\nendobj\n`
  const file = payslipOf(`/Contents 4 0 R${font}`, {
    4: stream(shown),
    6: `(%)\nendobj\n${hidden}6 0 obj\nnull`,
  })
  return { file, hiddenAt: Buffer.from(file).indexOf(hidden) }
}

/** Refers to a content that the file doesn't have. */
export function unfilledPayslip(): Uint8Array {
  return payslipOf(`/Contents[4 0 R 90 0 R]${font}`, { 4: stream(shown) })
}
