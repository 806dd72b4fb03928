import { rawPdf } from './samples.ts'

/** The person of a receipt. */
export interface OnHalf {
  name: string
  cuil: string
}

const [width, height] = [595, 842]

/** An upright A4 payroll with a receipt on each half of its sheets; the text of the page is one stream. */
export function twoUp(sheets: readonly (readonly [OnHalf, OnHalf])[], month = '10/2026'): Buffer {
  const objects: Record<number, string> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  }
  const kids: number[] = []
  for (const [at, [upper, lower]] of sheets.entries()) {
    const page = 4 + at * 2
    kids.push(page)
    const content = `0.5 w 30 30 ${width - 60} ${height - 60} re S ${face(upper, month, height / 2)}${face(lower, month, 0)}`
    objects[page] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${page + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`
    objects[page + 1] = `<</Length ${content.length}>>\nstream\n${content}\nendstream`
  }
  objects[2] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`
  return Buffer.from(rawPdf(objects))
}

function face({ name, cuil }: OnHalf, month: string, bottom: number): string {
  const lines = [
    `Recibo de haberes ${month}`,
    `Apellido y nombre: ${name}   CUIL: ${cuil}`,
    'Sueldo 900.000,00',
    'Jubilacion 99.000,00',
    'Neto a cobrar 801.000,00',
  ]
  return `BT /F1 10 Tf 16 TL 50 ${bottom + 360} Td ${lines.map((line) => `(${line}) Tj T* `).join('')}ET\n`
}
