import { PdfFault } from './faults.ts'

/** A PDF name, decoded (`/A#42` is `AB`). */
export class Name {
  readonly value: string

  constructor(value: string) {
    this.value = value
  }
}

/** A reference to an indirect object. */
export class Ref {
  readonly num: number
  readonly gen: number

  constructor(num: number, gen: number) {
    this.num = num
    this.gen = gen
  }
}

/** A stream: its dictionary and the offset of its raw bytes. The document resolves the length. */
export class Stream {
  readonly dict: Dict
  readonly start: number

  constructor(dict: Dict, start: number) {
    this.dict = dict
    this.start = start
  }
}

export type Dict = Map<string, Value>
/** Any PDF value; a string is a Uint8Array. */
export type Value = null | boolean | number | Name | Ref | Uint8Array | Stream | Value[] | Dict

/** Maximum nesting of arrays and dictionaries; no producer needs more. */
const maxDepth = 64
/** Arrays and dictionaries of one object: each takes some 200 bytes of memory, and a real object has thousands. */
const maxNested = 500_000

const space = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) space[code] = 1
const delimiter = new Uint8Array(256)
for (const char of '()<>[]{}/%') delimiter[char.charCodeAt(0)] = 1
const hex = new Int8Array(256).fill(-1)
for (let n = 0; n < 16; n++) {
  hex[n.toString(16).charCodeAt(0)] = n
  hex[n.toString(16).toUpperCase().charCodeAt(0)] = n
}
const regular = /^[+-]?(\d+(?:\.\d*)?|\.\d+)$/

/** A strict parser of PDF syntax. No recovery: anything unreadable is `damaged`. */
export class Parser {
  readonly bytes: Uint8Array
  pos: number
  /** Start and end of each hexadecimal string that was parsed, brackets included; signatures need them. */
  hexStrings: [number, number][] | undefined
  /** Whether a dictionary had the same key twice, which readers resolve differently. */
  duplicateKey = false
  #depth = 0
  #nestedCount = 0

  constructor(bytes: Uint8Array, pos = 0) {
    this.bytes = bytes
    this.pos = pos
  }

  fail(what: string): never {
    throw new PdfFault('damaged', `${what} at byte ${this.pos}`)
  }

  skipSpace(): void {
    const { bytes } = this
    for (;;) {
      const code = bytes[this.pos]
      if (code === undefined) return
      if (space[code]) this.pos++
      else if (code === 0x25) {
        while (this.pos < bytes.length && bytes[this.pos] !== 10 && bytes[this.pos] !== 13) this.pos++
      } else return
    }
  }

  /** The next run of regular characters, without consuming it. */
  peekWord(): string {
    this.skipSpace()
    let end = this.pos
    while (end < this.bytes.length && !isBreak(this.bytes[end])) end++
    return latin1(this.bytes, this.pos, end)
  }

  /** Consumes `word` if it is the next one. */
  take(word: string): boolean {
    this.skipSpace()
    const end = this.pos + word.length
    for (let i = 0; i < word.length; i++) {
      if (this.bytes[this.pos + i] !== word.charCodeAt(i)) return false
    }
    if (end < this.bytes.length && !isBreak(this.bytes[end])) return false
    this.pos = end
    return true
  }

  expect(word: string): void {
    if (!this.take(word)) this.fail(`expected ${word}`)
  }

  /** A non-negative integer. */
  integer(): number {
    this.skipSpace()
    const number = this.#digits(15)
    if (number < 0) this.fail('expected an integer')
    return number
  }

  value(): Value {
    this.skipSpace()
    const { bytes } = this
    const code = bytes[this.pos]
    if (code === undefined) this.fail('unexpected end')
    switch (code) {
      case 0x2f:
        return new Name(this.#name())
      case 0x28:
        return this.#literal()
      case 0x5b:
        return this.#nested(() => this.#array())
      case 0x3c:
        return bytes[this.pos + 1] === 0x3c ? this.#nested(() => this.#dict()) : this.#hexString()
    }
    if (code >= 0x30 && code <= 0x39) {
      const whole = this.#digits(15)
      if (whole >= 0) return this.#refOr(whole)
    }
    const word = this.peekWord()
    if (word === 'true' || word === 'false' || word === 'null') {
      this.pos += word.length
      return word === 'null' ? null : word === 'true'
    }
    if (!regular.test(word)) this.fail('unexpected token')
    this.pos += word.length
    const number = Number(word)
    return Number.isSafeInteger(number) && number >= 0 ? this.#refOr(number) : number
  }

  /** `n g obj … endobj` at the current position; a stream's end is not checked. */
  indirect(): { num: number; gen: number; value: Value } {
    const num = this.integer()
    const gen = this.integer()
    this.expect('obj')
    const value = this.value()
    this.skipSpace()
    if (value instanceof Map && this.take('stream')) {
      if (this.bytes[this.pos] === 13) this.pos++
      if (this.bytes[this.pos] === 10) this.pos++
      return { num, gen, value: new Stream(value, this.pos) }
    }
    this.expect('endobj')
    return { num, gen, value }
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > maxDepth) throw new PdfFault('too_complex', `nesting deeper than ${maxDepth}`)
    if (++this.#nestedCount > maxNested)
      throw new PdfFault('too_complex', `more than ${maxNested} values in an object`)
    const value = read()
    this.#depth--
    return value
  }

  /** `12 0 R` or the number 12. */
  #refOr(number: number): Value {
    const after = this.pos
    this.skipSpace()
    const gen = this.#digits(5)
    if (gen >= 0 && this.take('R')) return new Ref(number, gen)
    this.pos = after
    return number
  }

  /** Consumes a word of at most `most` digits; -1 where the next word is none. Most words of a PDF are numbers. */
  #digits(most: number): number {
    const { bytes } = this
    let number = 0
    for (let at = this.pos; at - this.pos <= most; at++) {
      const code = bytes[at]
      if (code !== undefined && code >= 0x30 && code <= 0x39) {
        number = number * 10 + code - 0x30
        continue
      }
      if (at === this.pos || !isBreak(code)) return -1
      this.pos = at
      return number
    }
    return -1
  }

  #name(): string {
    const { bytes } = this
    let text = ''
    let from = ++this.pos
    while (this.pos < bytes.length && !isBreak(bytes[this.pos])) {
      if (bytes[this.pos] === 0x23) {
        const high = hex[bytes[this.pos + 1] ?? 0] ?? -1
        const low = hex[bytes[this.pos + 2] ?? 0] ?? -1
        if (high >= 0 && low >= 0) {
          text += latin1(bytes, from, this.pos) + String.fromCharCode(high * 16 + low)
          this.pos += 3
          from = this.pos
          continue
        }
      }
      this.pos++
    }
    return text + latin1(bytes, from, this.pos)
  }

  #literal(): Uint8Array {
    const { bytes } = this
    const out: number[] = []
    let open = 1
    this.pos++
    for (;;) {
      let code = bytes[this.pos++]
      if (code === undefined) this.fail('string without end')
      if (code === 0x28) open++
      else if (code === 0x29 && --open === 0) return Uint8Array.from(out)
      else if (code === 13) {
        if (bytes[this.pos] === 10) this.pos++
        code = 10
      } else if (code === 0x5c) {
        const escaped = this.#escape()
        if (escaped >= 0) out.push(escaped)
        continue
      }
      out.push(code)
    }
  }

  /** The escaped byte after a backslash, or -1 for a line continuation. */
  #escape(): number {
    const { bytes } = this
    const code = bytes[this.pos++]
    if (code === undefined) this.fail('string without end')
    const at = 'nrtbf'.indexOf(String.fromCharCode(code))
    if (at >= 0) return [10, 13, 9, 8, 12][at] ?? 0
    if (code === 10) return -1
    if (code === 13) {
      if (bytes[this.pos] === 10) this.pos++
      return -1
    }
    if (code < 0x30 || code > 0x37) return code
    let number = code - 0x30
    for (let n = 0; n < 2; n++) {
      const next = bytes[this.pos] ?? 0
      if (next < 0x30 || next > 0x37) break
      number = number * 8 + next - 0x30
      this.pos++
    }
    return number & 255
  }

  #hexString(): Uint8Array {
    const { bytes } = this
    const start = this.pos++
    const end = bytes.indexOf(0x3e, start)
    if (end < 0) this.fail('string without end')
    const digits = end - this.pos
    const plain = Buffer.from(latin1(bytes, this.pos, end), 'hex')
    if (plain.length * 2 === digits) {
      this.pos = end + 1
      this.hexStrings?.push([start, this.pos])
      return new Uint8Array(plain.buffer, plain.byteOffset, plain.length)
    }
    const out = new Uint8Array((digits + 1) >> 1)
    let count = 0
    for (; this.pos < end; this.pos++) {
      const code = bytes[this.pos] ?? 0
      if (space[code]) continue
      const digit = hex[code] ?? -1
      if (digit < 0) this.fail('not a hexadecimal digit')
      out[count >> 1] = (out[count >> 1] ?? 0) | (count % 2 ? digit : digit << 4)
      count++
    }
    this.pos = end + 1
    this.hexStrings?.push([start, this.pos])
    return out.subarray(0, (count + 1) >> 1)
  }

  #array(): Value[] {
    const items: Value[] = []
    this.pos++
    for (;;) {
      this.skipSpace()
      if (this.bytes[this.pos] === 0x5d) {
        this.pos++
        return items
      }
      items.push(this.value())
    }
  }

  #dict(): Dict {
    const dict: Dict = new Map()
    this.pos += 2
    for (;;) {
      this.skipSpace()
      const code = this.bytes[this.pos]
      if (code === 0x3e && this.bytes[this.pos + 1] === 0x3e) {
        this.pos += 2
        return dict
      }
      if (code !== 0x2f) this.fail('expected a key')
      const key = this.#name()
      if (dict.has(key)) this.duplicateKey = true
      dict.set(key, this.value())
    }
  }
}

function isBreak(code: number | undefined): boolean {
  return code === undefined || space[code] === 1 || delimiter[code] === 1
}

/** Decodes bytes as Latin-1, one character a byte. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start > 24)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', start, end)
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] ?? 0)
  return text
}

/** Decodes a PDF text string (UTF-16 or UTF-8 by its byte order mark, else Latin-1). */
export function textOf(value: Value | undefined): string | null {
  if (!(value instanceof Uint8Array)) return null
  if (value[0] === 0xfe && value[1] === 0xff) return new TextDecoder('utf-16be').decode(value)
  if (value[0] === 0xef && value[1] === 0xbb && value[2] === 0xbf) return new TextDecoder().decode(value)
  return latin1(value)
}
