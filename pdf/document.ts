import { PdfFault } from './faults.ts'
import { filtersOf, inflate, unpredict } from './filters.ts'
import { Name, Parser, Ref, Stream } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'
import { readXref } from './xref.ts'
import type { Xref } from './xref.ts'

/** Upper bound of the inflated size of all streams that are opened for structure, together. */
const maxStructureBytes = 128 * 1024 * 1024

/** An inflated object stream and the offset of each object in it. */
interface Container {
  data: Uint8Array
  offsets: Map<number, number>
}

/**
 * A PDF's objects, parsed on demand. Strict: no recovery, no repair. A prefix of a file that ends at an %%EOF is a
 * document too, which is how earlier revisions are examined.
 */
export class PdfDocument {
  readonly bytes: Uint8Array
  readonly xref: Xref
  #values = new Map<number, Value>()
  #opening = new Set<number>()
  #containers = new Map<number, Container>()
  #left = maxStructureBytes

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    if (bytes.length === 0) throw new PdfFault('empty', 'no bytes')
    if (!/^%PDF-\d\.\d/.test(String.fromCharCode(...bytes.subarray(0, 8))))
      throw new PdfFault('not_pdf', 'no %PDF- and version at the start')
    this.xref = readXref(bytes)
  }

  get trailer(): Dict {
    return this.xref.trailer
  }

  get catalog(): Dict {
    const catalog = this.dict(this.trailer.get('Root'))
    if (!catalog) throw new PdfFault('damaged', 'no catalogue')
    return catalog
  }

  /** The lowest object number that is free, by the trailer and by the objects that exist. */
  get size(): number {
    const declared = this.trailer.get('Size')
    let size = typeof declared === 'number' ? declared : 1
    for (const num of this.xref.entries.keys()) if (num >= size) size = num + 1
    return size
  }

  /** Resolves a reference (a missing object is null); any other value is returned as it is. */
  get(value: Value | undefined): Value {
    let hops = 0
    while (value instanceof Ref) {
      if (++hops > 16) throw new PdfFault('damaged', 'references in a circle')
      value = this.#load(value)
    }
    return value ?? null
  }

  dict(value: Value | undefined): Dict | null {
    const found = this.get(value)
    if (found instanceof Map) return found
    return found instanceof Stream ? found.dict : null
  }

  array(value: Value | undefined): Value[] | null {
    const found = this.get(value)
    return Array.isArray(found) ? found : null
  }

  name(value: Value | undefined): string | null {
    const found = this.get(value)
    return found instanceof Name ? found.value : null
  }

  number(value: Value | undefined): number | null {
    const found = this.get(value)
    return typeof found === 'number' ? found : null
  }

  /** A stream's raw bytes. Refused unless `endstream` follows them. */
  raw(stream: Stream): Uint8Array {
    const length = this.number(stream.dict.get('Length'))
    const end = stream.start + (length ?? -1)
    if (length === null || length < 0 || end > this.bytes.length)
      throw new PdfFault('damaged', 'a stream without its length')
    const parser = new Parser(this.bytes, end)
    if (!parser.take('endstream')) parser.fail('a stream that does not end where it says')
    return this.bytes.subarray(stream.start, end)
  }

  /** Drops every cached object, so that walking a big document keeps few of them in memory. */
  forget(): void {
    this.#values.clear()
    this.#containers.clear()
    this.#left = maxStructureBytes
  }

  #load(ref: Ref): Value {
    const cached = this.#values.get(ref.num)
    if (cached !== undefined) return cached
    const entry = this.xref.entries.get(ref.num)
    if (!entry || entry.kind === 'free') return null
    if (this.#opening.has(ref.num)) throw new PdfFault('damaged', 'an object that needs itself')
    this.#opening.add(ref.num)
    try {
      const value =
        entry.kind === 'packed' ? this.#unpack(entry.container, ref.num) : this.#at(entry.offset, ref.num)
      this.#values.set(ref.num, value)
      return value
    } finally {
      this.#opening.delete(ref.num)
    }
  }

  #at(offset: number, num: number): Value {
    if (offset >= this.bytes.length) throw new PdfFault('damaged', `object ${num} beyond the end of the file`)
    const found = new Parser(this.bytes, offset).indirect()
    if (found.num !== num) throw new PdfFault('damaged', `object ${found.num} where ${num} should be`)
    return found.value
  }

  #unpack(containerNum: number, num: number): Value {
    const container = this.#containers.get(containerNum) ?? this.#open(containerNum)
    const offset = container.offsets.get(num)
    if (offset === undefined) throw new PdfFault('damaged', `object ${num} missing from its stream`)
    return new Parser(container.data, offset).value()
  }

  #open(num: number): Container {
    const entry = this.xref.entries.get(num)
    const stream = entry?.kind === 'offset' ? this.get(new Ref(num, 0)) : null
    if (!(stream instanceof Stream)) throw new PdfFault('damaged', `no object stream ${num}`)
    let data = this.raw(stream)
    for (const step of filtersOf(stream.dict, (value) => this.get(value))) {
      if (step.name !== 'FlateDecode') throw new PdfFault('damaged', 'an object stream not deflated')
      const out = inflate(data, this.#left)
      this.#left -= out.length
      data = unpredict(out, step.parms)
    }
    const count = this.number(stream.dict.get('N')) ?? 0
    const first = this.number(stream.dict.get('First')) ?? 0
    const parser = new Parser(data)
    const offsets = new Map<number, number>()
    for (let n = 0; n < count; n++) {
      const packed = parser.integer()
      const offset = first + parser.integer()
      if (!offsets.has(packed)) offsets.set(packed, offset)
    }
    const container = { data, offsets }
    this.#containers.set(num, container)
    return container
  }
}
