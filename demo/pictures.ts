import sharp from 'sharp'
import type { Employer } from './people.ts'

/** A signature as a pen would leave it; each company's signer has another stroke. */
const strokes = {
  waves:
    'M20 92c18-46 34-74 44-70 12 5-22 84-14 86 9 2 30-62 44-60 9 2-9 44-1 46 10 3 24-46 36-44 8 2-8 38 2 40 14 2 30-38 46-36 9 1 2 26 12 28 18 3 44-22 74-40 22-12 44-18 60-14',
  vine: 'M18 70c30-50 58-62 60-40 2 24-44 66-34 72 12 7 42-70 58-66 10 3-14 50-2 54 14 4 34-56 50-50 8 3-6 34 6 38 20 6 60-36 100-46 24-6 40 0 54 10M30 104c70-16 150-20 240-10',
} as const

/** PNG of a handwritten signature, ink on nothing. */
export function signaturePicture(stroke: keyof typeof strokes): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="260" viewBox="0 0 320 130">
    <path d="${strokes[stroke]}" fill="none" stroke="#1a3a8f" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

/** The same drawings that the letterheads carry, on a square of 100. */
const logos = {
  waves: (colour: string) => `<g fill="none" stroke="${colour}" stroke-width="6.5" stroke-linecap="round">
    <circle cx="50" cy="50" r="46"/>
    <path d="M7 42C20 29 36 29 50 40S80 51 93 38M7 62C20 49 36 49 50 60S80 71 93 58"/></g>`,
  vine: (colour: string) => `<g fill="${colour}">
    ${[24, 50, 76].map((x) => `<circle cx="${x}" cy="42" r="11.5"/>`).join('')}
    ${[37, 63].map((x) => `<circle cx="${x}" cy="64.5" r="11.5"/>`).join('')}<circle cx="50" cy="87" r="11.5"/></g>
    <path d="M50 30C49 20 52 10 60 3M52 22C62 8 78 8 90 16" fill="none" stroke="${colour}" stroke-width="6" stroke-linecap="round"/>`,
} as const

/** PNG of a company's logo, 192 × 192, on nothing. */
export function logoPicture({ logo, colour }: Pick<Employer, 'logo' | 'colour'>): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="-2 -2 104 104">${logos[logo](colour)}</svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
