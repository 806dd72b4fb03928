import sharp from 'sharp'
import { drawingOf, type LogoName } from './logos.ts'
import type { Employer } from './people.ts'

/** A signature as a pen would leave it; each company's signer has another stroke. */
const strokes = {
  waves:
    'M20 92c18-46 34-74 44-70 12 5-22 84-14 86 9 2 30-62 44-60 9 2-9 44-1 46 10 3 24-46 36-44 8 2-8 38 2 40 14 2 30-38 46-36 9 1 2 26 12 28 18 3 44-22 74-40 22-12 44-18 60-14',
  vine: 'M18 70c30-50 58-62 60-40 2 24-44 66-34 72 12 7 42-70 58-66 10 3-14 50-2 54 14 4 34-56 50-50 8 3-6 34 6 38 20 6 60-36 100-46 24-6 40 0 54 10M30 104c70-16 150-20 240-10',
} as const

/** PNG of a handwritten signature on a transparent background; small, since it is embedded in every document. */
export function signaturePicture(logo: LogoName): Promise<Buffer> {
  const stroke = logo === 'waves' || logo === 'bean' ? strokes.waves : strokes.vine
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="162" viewBox="0 0 320 130">
    <path d="${stroke}" fill="none" stroke="#1a3a8f" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

/** PNG of a company's logo, 192 × 192, on nothing: the drawing that its letterhead carries. */
export function logoPicture({ logo, colour }: Pick<Employer, 'logo' | 'colour'>): Promise<Buffer> {
  const { discs, curves } = drawingOf(logo)
  const shapes = [
    ...discs.map(([x, y, radius, line]) =>
      line === null
        ? `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`
        : `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${line}"/>`,
    ),
    ...curves.map(
      ([line, start, ...points]) =>
        `<path d="M${start?.join(' ')}C${points.map((point) => point.join(' ')).join(' ')}" fill="none" stroke="${colour}" stroke-width="${line}" stroke-linecap="round"/>`,
    ),
  ]
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="-2 -2 104 104">${shapes.join('')}</svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
