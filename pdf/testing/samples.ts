import { PDF, rgb } from '@libpdf/core'

export interface Payslip {
  company?: string
  name?: string
  taxId?: string
  period?: string
  pages?: number
  /** The net amount, as printed. */
  net?: string
}

/** A payslip with text and lines, as an ordinary producer writes it. */
export async function payslip(of: Payslip = {}): Promise<Uint8Array> {
  const { company = 'Austral Alimentos S.A.', name = 'Ledesma, Jorge Omar', taxId = '20-28714536-6' } = of
  const pdf = PDF.create()
  for (let n = 0; n < (of.pages ?? 1); n++) {
    const page = pdf.addPage({ size: 'a4' })
    page.drawText(company, { x: 40, y: 780, size: 14, color: rgb(0, 0, 0) })
    page.drawText(`RECIBO DE HABERES ${of.period ?? '10/2026'}`, { x: 360, y: 780, size: 12 })
    page.drawText(`${name} - CUIL ${taxId}`, { x: 40, y: 740, size: 10 })
    page.drawRectangle({
      x: 36,
      y: 400,
      width: 520,
      height: 320,
      borderColor: rgb(0.4, 0.4, 0.4),
      borderWidth: 0.5,
    })
    for (let row = 0; row < 14; row++) {
      page.drawText(`${String(row * 10).padStart(4, '0')}  Concepto ${row + 1}`, {
        x: 44,
        y: 700 - row * 20,
        size: 9,
      })
      page.drawText(`${(row + 1) * 12345},00`, { x: 440, y: 700 - row * 20, size: 9 })
    }
    page.drawText(`NETO A COBRAR $ ${of.net ?? '1.275.591,84'}`, { x: 340, y: 370, size: 12 })
  }
  return pdf.save()
}

/** A PDF of plain pages, each of these lines from the top; two spaces part columns. */
export async function plainPages(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const pdf = PDF.create()
  for (const lines of pages) {
    const page = pdf.addPage({ size: 'a4' })
    for (const [row, line] of lines.entries())
      for (const [column, text] of line.split('  ').entries())
        page.drawText(text, { x: 40 + column * 120, y: 780 - row * 24, size: 10 })
  }
  return pdf.save()
}

/** The smallest valid PDF, object by object: the basis of hostile variants. */
export function rawPdf(
  objects: Record<number, string>,
  trailer = '/Root 1 0 R',
  header = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n',
): Uint8Array {
  const offsets = new Map<number, number>()
  let body = header
  for (const [num, text] of Object.entries(objects)) {
    offsets.set(Number(num), body.length)
    body += `${num} 0 obj\n${text}\nendobj\n`
  }
  const size = Math.max(...offsets.keys()) + 1
  let xref = `xref\n0 ${size}\n0000000000 65535 f \n`
  for (let num = 1; num < size; num++) {
    const at = offsets.get(num)
    xref += at === undefined ? '0000000000 00000 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`
  }
  return Buffer.from(
    `${body}${xref}trailer\n<</Size ${size}${trailer}>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

/** One A4 page with further entries in its dictionary and in the catalogue. */
export function onePage(
  pageEntries = '',
  catalogEntries = '',
  more: Record<number, string> = {},
): Uint8Array {
  const content = 'BT /F1 12 Tf 72 700 Td (Recibo de haberes 10/2026) Tj ET'
  return rawPdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalogEntries}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>${pageEntries}>>`,
    4: `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...more,
  })
}
