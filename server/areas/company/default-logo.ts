import sharp from 'sharp'

/** The picture of a company without a logo, the same as for one that doesn't exist. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
  <rect x="6" y="6" width="84" height="84" rx="16" fill="#f2f2ef" stroke="#d3d3cc" stroke-width="2"/>
  <path d="M34 26h20l10 10v34H34z" fill="none" stroke="#64665d" stroke-width="4" stroke-linejoin="round"/>
  <path d="M54 26v10h10M41 48h16M41 58h16" fill="none" stroke="#64665d" stroke-width="4" stroke-linecap="round"/>
</svg>`

let made: Promise<Buffer> | null = null

/** PNG, 96 × 96. */
export function defaultLogo(): Promise<Buffer> {
  made ??= sharp(Buffer.from(drawing)).png().toBuffer()
  return made
}
