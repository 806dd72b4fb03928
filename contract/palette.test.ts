import { describe, expect, test } from 'vitest'
import {
  type BrandColours,
  contrast,
  defaultColours,
  headerColours,
  palette,
  readable,
  readableOn,
  surfaces,
  type Scheme,
} from './palette.ts'

const given = { petrol: '#0f5c6e', red: '#8e1b2e', yellow: '#f2c200', black: '#1c1c1c' }

describe('a company’s colour', () => {
  test.each([
    [given.petrol, 'light', '#0f5c6e', '#ffffff', '#0f5c6e'],
    [given.petrol, 'dark', '#2a7083', '#ffffff', '#66aabe'],
    [given.red, 'light', '#8e1b2e', '#ffffff', '#8e1b2e'],
    [given.red, 'dark', '#b0444e', '#ffffff', '#e28185'],
    [given.yellow, 'light', '#f2c200', '#1b1c19', '#796001'],
    [given.yellow, 'dark', '#ebc44f', '#1b1c19', '#e6c566'],
    [given.black, 'light', '#1c1c1c', '#ffffff', '#1c1c1c'],
    [given.black, 'dark', '#686868', '#ffffff', '#9e9e9e'],
  ] as const)(
    '%s in %s gives the designed fill, its text and the accent text',
    (hex, scheme, fill, on, text) => {
      expect(palette(hex, scheme)).toMatchObject({ fill, on, text })
    },
  )

  test('any readable colour keeps text readable wherever it stands, in both schemes', () => {
    let readableOnes = 0
    for (let hue = 0; hue < 4096; hue += 7) {
      const hex = `#${[hue >> 8, (hue >> 4) & 15, hue & 15].map((x) => (x * 17).toString(16).padStart(2, '0')).join('')}`
      if (!readable(hex).readable) continue
      readableOnes++
      for (const scheme of ['light', 'dark'] as Scheme[]) {
        const made = palette(hex, scheme)
        const where = `${hex} ${scheme}`
        expect(contrast(made.on, made.fill), where).toBeGreaterThanOrEqual(4.5)
        expect(contrast(made.on, made.hover), where).toBeGreaterThanOrEqual(4.4)
        expect(contrast(made.text, made.tint2), where).toBeGreaterThanOrEqual(4.6)
        expect(contrast(made.text, surfaces[scheme].desk), where).toBeGreaterThanOrEqual(4.5)
        expect(contrast(made.edge, surfaces[scheme].surface), where).toBeGreaterThanOrEqual(3)
      }
    }
    expect(readableOnes).toBeGreaterThan(400)
  })

  test('a mid-tone that neither white nor ink reaches is refused with a darker one that white reaches', () => {
    const answer = readable('#808080')
    if (answer.readable) throw new Error('#808080 should be refused')
    expect(contrast(answer.suggestion, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(readable(answer.suggestion).readable).toBe(true)
  })

  test('a colour near danger tints almost grey, so that a chosen row is never read as an error', () => {
    expect(palette(given.red, 'light').tint).toBe('#f3f0f0')
    // The last hue that counts as near on the way to orange, and the next one.
    expect(palette('#a05c30', 'light').tint).toBe('#f3f0ef')
    expect(palette('#a05d30', 'light').tint).toBe('#f8efea')
    expect(palette('#a03d60', 'light').tint).toBe('#f9eef0')
  })
})

describe('the header of a company', () => {
  /** Every 23rd of the 4,096 colours of three hexadecimal digits. */
  const some = Array.from({ length: 178 }, (_, n) => {
    const packed = n * 23
    return `#${[packed >> 8, (packed >> 4) & 15, packed & 15].map((x) => (x * 17).toString(16).padStart(2, '0')).join('')}`
  })

  test('is the page’s own where the company chose no colours', () => {
    expect(headerColours(defaultColours, 'light')).toBeNull()
    expect(headerColours(defaultColours, 'dark')).toBeNull()
  })

  test('has the chosen colours in the light, and readable ones of the same hues in the dark', () => {
    const wine: BrandColours = {
      ...defaultColours,
      secundario: '#4a1526',
      titulo: '#f1d9a7',
      texto_icono: '#ffffff',
    }
    expect(headerColours(wine, 'light')).toEqual({ ground: '#4a1526', text: '#ffffff', title: '#f1d9a7' })
    for (const secundario of some)
      for (const titulo of ['#1b1c19', '#f1d9a7', '#0f5c6e']) {
        const dark = headerColours({ ...wine, secundario, titulo }, 'dark')
        if (!dark) throw new Error('a header of its own is drawn')
        expect(contrast(dark.text, dark.ground), secundario).toBeGreaterThanOrEqual(4.5)
        expect(contrast(dark.title, dark.ground), `${titulo} on ${secundario}`).toBeGreaterThanOrEqual(4.5)
      }
  })

  test('a title that can’t be read on it gets a colour that can, and one that can stays', () => {
    for (const ground of some)
      for (const title of some.filter((_, n) => n % 9 === 0)) {
        const found = readableOn(title, ground)
        expect(contrast(found, ground), `${title} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        if (contrast(title, ground) >= 4.5) expect(found).toBe(title)
      }
  })
})
