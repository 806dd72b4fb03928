/**
 * A company's colour as a palette for both schemes, in OKLCH. The browser draws with it, the server refuses
 * with it what no text can be read on. Contrasts are WCAG 2's.
 */
export type Scheme = 'light' | 'dark'

/** Backgrounds of text and fills, against which a palette must be readable. */
export const surfaces = {
  light: { surface: '#ffffff', ground: '#f8f8f6', desk: '#e7e7e2' },
  dark: { surface: '#1a1b19', ground: '#131412', desk: '#0c0d0b' },
} as const

export interface Palette {
  /** The filled button and its text. */
  fill: string
  on: string
  hover: string
  /** A chosen row; an open row. */
  tint: string
  tint2: string
  line: string
  /** Links, the chosen item, the focus ring. */
  text: string
  /** Progress, the tab's underline. */
  edge: string
  /** The fill is too near the surface to be seen without a border of `line`. */
  bordered: boolean
}

/** A company's five colours. */
export interface BrandColours {
  /** Buttons, links, what is chosen. */
  primario: string
  /** The header's ground. */
  secundario: string
  /** The entry of the side menu that is open. */
  activo: string
  /** The company's name in the header. */
  titulo: string
  /** The header's icons and words: black or white. */
  texto_icono: '#000000' | '#ffffff'
}

/** The product's own colours, for a company that chose none. */
export const defaultColours: BrandColours = {
  primario: '#0f5c6e',
  secundario: '#ffffff',
  activo: '#0f5c6e',
  titulo: '#1b1c19',
  texto_icono: '#000000',
}

/** The header's colours: its ground, the text and icons on it, and the company's name. */
export interface HeaderColours {
  ground: string
  text: string
  title: string
}

interface Oklch {
  l: number
  c: number
  h: number
}

const white = '#ffffff'
const ink = '#1b1c19'
const danger = 27

/** The palette of a colour that {@link readable} takes. */
export function palette(hex: string, scheme: Scheme): Palette {
  const dark = scheme === 'dark'
  const { surface, ground, desk } = surfaces[scheme]
  const given = toOklch(hex)
  let fill = hex.toLowerCase()
  if (dark) {
    let l = given.l
    const at = () => toHex({ ...given, l, c: Math.min(given.c, 0.14) })
    fill = at()
    while (l < 1 && (contrast(fill, surface) < 3 || !textOn(fill))) {
      l += 0.01
      fill = at()
    }
  }
  const on = textOn(fill) ?? ink
  const filled = toOklch(fill)
  const step = on === white ? -0.05 : filled.l > 0.9 ? -0.03 : 0.04
  const away = Math.abs(((given.h - danger + 540) % 360) - 180)
  const calm = away <= 25 ? { tint: 0.3, line: 0.7 } : { tint: 1, line: 1 }
  const shade = (l: number, c: number, factor: number) =>
    toHex({ l, c: Math.min(given.c, c) * factor, h: given.h })
  const tint = dark ? shade(0.27, 0.024, calm.tint) : shade(0.958, 0.012, calm.tint)
  const tint2 = dark ? shade(0.32, 0.034, calm.tint) : shade(0.925, 0.021, calm.tint)
  const line = shade(dark ? 0.45 : 0.79, 0.04, calm.line)
  const text = accentText(hex, given, dark, [
    [tint2, 4.6],
    [ground, 4.6],
    [desk, 4.5],
  ])
  const bordered = contrast(fill, surface) < 3
  return {
    fill,
    on,
    hover: toHex({ ...filled, l: filled.l + step }),
    tint,
    tint2,
    line,
    text,
    edge: bordered ? text : fill,
    bordered,
  }
}

/** The ink of the company's signatures on paper; undefined for the product's own. */
export function signatureInk(primario: string): string | undefined {
  return primario === defaultColours.primario ? undefined : palette(primario, 'light').text
}

/**
 * The colours of the header. Dark keeps their hues. Null for the product's own, which are those of the page around it.
 */
export function headerColours(
  { secundario, titulo, texto_icono }: Pick<BrandColours, 'secundario' | 'titulo' | 'texto_icono'>,
  scheme: Scheme,
): HeaderColours | null {
  const own = { secundario, titulo, texto_icono }
  if (Object.entries(own).every(([name, hex]) => hex === defaultColours[name as keyof typeof own]))
    return null
  if (scheme === 'light') return { ground: secundario, text: texto_icono, title: titulo }
  const { c, h } = toOklch(secundario)
  const ground = toHex({ l: 0.23, c: Math.min(c, 0.04), h })
  return { ground, text: '#ececec', title: accentText(titulo, toOklch(titulo), true, [[ground, 4.6]]) }
}

/** The colour nearest to `hex`, of the same hue, that can be read on `ground`: itself where it can. */
export function readableOn(hex: string, ground: string): string {
  const given = toOklch(hex)
  const step = contrast(white, ground) >= contrast('#000000', ground) ? 0.005 : -0.005
  let found = hex.toLowerCase()
  for (let l = given.l; contrast(found, ground) < 4.5 && l >= 0 && l <= 1; l += step)
    found = toHex({ ...given, l })
  return contrast(found, ground) >= 4.5 ? found : step > 0 ? white : '#000000'
}

/** Whether text on the colour is readable; if not, suggests the same hue, darkened until white text is. */
export function readable(hex: string): { readable: true } | { readable: false; suggestion: string } {
  if (textOn(hex)) return { readable: true }
  const given = toOklch(hex)
  let { l } = given
  let suggestion = hex
  while (contrast(suggestion, white) < 4.5) suggestion = toHex({ ...given, l: (l -= 0.005) })
  return { readable: false, suggestion }
}

/** WCAG contrast of two opaque colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function textOn(fill: string): string | null {
  return contrast(fill, white) >= 4.5 ? white : contrast(fill, ink) >= 4.5 ? ink : null
}

function accentText(hex: string, given: Oklch, dark: boolean, grounds: [string, number][]): string {
  const holds = (colour: string) => grounds.every(([ground, least]) => contrast(colour, ground) >= least)
  if (!dark && holds(hex)) return hex.toLowerCase()
  let l = dark ? Math.max(given.l, 0.7) : Math.min(given.l, 0.5)
  const c = Math.min(given.c, dark ? 0.12 : 0.15)
  let text = toHex({ l, c, h: given.h })
  while (!holds(text) && l > 0 && l < 1) {
    l += dark ? 0.01 : -0.01
    text = toHex({ l, c, h: given.h })
  }
  return text
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linear(hex: string): [number, number, number] {
  const value = parseInt(hex.slice(1), 16)
  const channel = (shift: number) => {
    const x = ((value >> shift) & 255) / 255
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
  }
  return [channel(16), channel(8), channel(0)]
}

// The matrices are Björn Ottosson's, https://bottosson.github.io/posts/oklab/
function toOklch(hex: string): Oklch {
  const [r, g, b] = linear(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360,
  }
}

/** The nearest sRGB colour of this lightness and hue: chroma is pulled in until all channels fit. */
function toHex({ l, c, h }: Oklch): string {
  for (let chroma = c; ; chroma = Math.max(0, chroma - 0.001)) {
    const channels = toLinear(l, chroma, h)
    if (chroma > 0 && channels.some((channel) => channel < -0.0005 || channel > 1.0005)) continue
    return `#${channels.map(toByte).join('')}`
  }
}

function toByte(channel: number): string {
  const x = Math.min(1, Math.max(0, channel))
  const encoded = x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}

function toLinear(lightness: number, c: number, h: number): [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
