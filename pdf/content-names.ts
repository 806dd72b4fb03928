import { PdfFault } from './faults.ts'
import { Name, Parser, latin1 } from './syntax.ts'
import type { Dict } from './syntax.ts'

/** Kinds of resources that drawing instructions refer to by name. */
export type ResourceKind =
  | 'XObject'
  | 'Font'
  | 'ExtGState'
  | 'ColorSpace'
  | 'Pattern'
  | 'Shading'
  | 'Properties'

/** Names by kind. */
export type Names = Map<ResourceKind, Set<string>>

/** The two or three characters of an operator as one number: a scan need not make a string of each operator. */
function packed(a: number, b: number, c: number): number {
  return (a << 16) | (b << 8) | c
}

/** The kind of resource that an operator names. */
const kinds: ReadonlyMap<number, ResourceKind> = new Map(
  Object.entries({
    Do: 'XObject',
    Tf: 'Font',
    gs: 'ExtGState',
    cs: 'ColorSpace',
    CS: 'ColorSpace',
    scn: 'Pattern',
    SCN: 'Pattern',
    sh: 'Shading',
    BDC: 'Properties',
    DP: 'Properties',
  } as const).map(([word, kind]) => [codeOf(word), kind]),
)
const inlineImage = codeOf('BI')

function codeOf(word: string): number {
  return packed(word.charCodeAt(0), word.charCodeAt(1), word.charCodeAt(2) || 0)
}

// Byte classes of the scanner: 0 part of a word, 1 white space, 2 delimiter.
const break_ = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) break_[code] = 1
for (const char of '()<>[]{}/%') break_[char.charCodeAt(0)] = 2

export function addName(names: Names, kind: ResourceKind, name: string): void {
  const known = names.get(kind)
  if (known) known.add(name)
  else names.set(kind, new Set([name]))
}

/** The resources that drawing instructions name: the last name before each instruction that takes one. */
export function namesIn(content: Uint8Array): Names {
  const names: Names = new Map()
  const end = content.length
  let name: [number, number] | null = null
  let at = 0
  while (at < end) {
    const code = content[at] ?? 0
    const kind = break_[code]
    if (kind === 1) at++
    else if (kind === 2) {
      if (code === 0x2f) {
        const from = ++at
        while (at < end && !break_[content[at] ?? 0]) at++
        name = [from, at]
      } else if (code === 0x28) at = afterString(content, at)
      else if (code === 0x25) while (at < end && content[at] !== 10 && content[at] !== 13) at++
      else if (code === 0x3c && content[at + 1] !== 0x3c) {
        const close = content.indexOf(0x3e, at)
        at = close < 0 ? end : close + 1
      } else at += code === 0x3c ? 2 : 1
    } else {
      const from = at
      while (at < end && !break_[content[at] ?? 0]) at++
      // Skip numbers, the bulk of the content.
      if (code < 0x41 && code !== 0x22 && code !== 0x27) continue
      if (at - from === 2 || at - from === 3) {
        const word = packed(code, content[from + 1] ?? 0, at - from === 3 ? (content[from + 2] ?? 0) : 0)
        const taken = name && kinds.get(word)
        if (taken && name) addName(names, taken, decodedName(content, name))
        else if (word === inlineImage) at = afterInlineImage(content, at, names)
      }
      name = null
    }
  }
  return names
}

function decodedName(content: Uint8Array, [from, to]: [number, number]): string {
  const raw = latin1(content, from, to)
  return raw.includes('#')
    ? raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : raw
}

function afterString(content: Uint8Array, at: number): number {
  let open = 0
  for (; at < content.length; at++) {
    const code = content[at]
    if (code === 0x5c) at++
    else if (code === 0x28) open++
    else if (code === 0x29 && --open === 0) return at + 1
  }
  return at
}

/** The end of an inline image. Its colour space may name a resource, which is added to `names`. */
function afterInlineImage(content: Uint8Array, at: number, names: Names): number {
  const parser = new Parser(content, at)
  const dict: Dict = new Map()
  while (!parser.take('ID')) {
    const key = parser.value()
    if (!(key instanceof Name)) throw new PdfFault('damaged', 'an inline image without keys')
    dict.set(key.value, parser.value())
  }
  const colours = dict.get('CS') ?? dict.get('ColorSpace')
  if (colours instanceof Name) addName(names, 'ColorSpace', colours.value)
  let from = parser.pos + 1
  if (!dict.has('F') && !dict.has('Filter')) from += plainLength(dict)
  for (let end = content.indexOf(0x45, from); end >= 0; end = content.indexOf(0x45, end + 1)) {
    const alone = break_[content[end - 1] ?? 0] || end === from
    if (content[end + 1] !== 0x49 || !alone || (end + 2 < content.length && !break_[content[end + 2] ?? 0]))
      continue
    // After the true end come instructions, not samples: require printable bytes.
    if (content.subarray(end + 2, end + 14).every((code) => code < 0x7f && (code >= 0x20 || break_[code])))
      return end + 2
  }
  throw new PdfFault('damaged', 'an inline image without end')
}

/** The length of uncompressed samples in bytes; 0 where the number of colour components is unknown. */
function plainLength(dict: Dict): number {
  const number = (short: string, long: string, otherwise: number) => {
    const value = dict.get(short) ?? dict.get(long)
    return typeof value === 'number' ? value : otherwise
  }
  const mask = dict.get('IM') ?? dict.get('ImageMask')
  const space = dict.get('CS') ?? dict.get('ColorSpace')
  const components = mask === true ? 1 : space instanceof Name ? componentsOf[space.value] : undefined
  if (!components) return 0
  const bits = mask === true ? 1 : number('BPC', 'BitsPerComponent', 8)
  return number('H', 'Height', 0) * Math.ceil((number('W', 'Width', 0) * components * bits) / 8)
}

const componentsOf: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
}
