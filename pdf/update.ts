import { randomBytes } from 'node:crypto'
import type { PdfDocument } from './document.ts'
import { serialize, serializeDict } from './serialize.ts'
import { Name, Ref } from './syntax.ts'
import type { Dict, Value } from './syntax.ts'

/**
 * An incremental update: objects appended after the last byte of the file, with a cross-reference section of the same
 * kind as the previous one. Earlier bytes are never changed.
 */
export class Update {
  readonly #doc: PdfDocument
  readonly #chunks: Uint8Array[] = []
  readonly #offsets = new Map<number, { offset: number; gen: number }>()
  #length: number
  #next: number

  constructor(doc: PdfDocument) {
    this.#doc = doc
    this.#length = doc.bytes.length
    this.#next = doc.size
    this.#append('\n')
  }

  allocate(): Ref {
    return new Ref(this.#next++, 0)
  }

  /** Writes an object by its syntax; returns the offset of `body` in the file. */
  write(ref: Ref, body: string): number {
    this.#begin(ref)
    const at = this.#length
    this.#append(body)
    this.#append('\nendobj\n')
    return at
  }

  /** Writes a stream; `dict` is the inside of its dictionary, without the length. */
  stream(ref: Ref, dict: string, data: Uint8Array): void {
    this.#begin(ref)
    this.#append(`<<${dict}/Length ${data.length}>>\nstream\n`)
    this.#chunks.push(data)
    this.#length += data.length
    this.#append('\nendstream\nendobj\n')
  }

  /** The file with the update. */
  finish(): Buffer {
    const start = this.#length
    if (this.#doc.xref.kind === 'stream') this.#xrefStream(start)
    else this.#xrefTable()
    this.#append(`startxref\n${start}\n%%EOF\n`)
    const file = Buffer.allocUnsafe(this.#length)
    file.set(this.#doc.bytes)
    let at = this.#doc.bytes.length
    for (const chunk of this.#chunks) {
      file.set(chunk, at)
      at += chunk.length
    }
    return file
  }

  #append(text: string): void {
    const chunk = Buffer.from(text, 'latin1')
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  #begin(ref: Ref): void {
    const entry = this.#doc.xref.entries.get(ref.num)
    const gen = entry?.kind === 'offset' ? entry.gen : 0
    this.#offsets.set(ref.num, { offset: this.#length, gen })
    this.#append(`${ref.num} ${gen} obj\n`)
  }

  #trailer(): Dict {
    const { trailer, startxref } = this.#doc.xref
    const id = this.#doc.array(trailer.get('ID'))
    const fresh = randomBytes(16)
    const dict: Dict = new Map<string, Value>([['Size', this.#next]])
    for (const key of ['Root', 'Info']) {
      const value = trailer.get(key)
      if (value !== undefined) dict.set(key, value)
    }
    dict.set('ID', [id?.[0] ?? fresh, fresh])
    dict.set('Prev', startxref)
    return dict
  }

  /** Runs of consecutive object numbers, as both kinds of section list them. */
  #runs(): number[][] {
    const runs: number[][] = []
    for (const num of [...this.#offsets.keys()].toSorted((a, b) => a - b)) {
      const run = runs.at(-1)
      if (run?.at(-1) === num - 1) run.push(num)
      else runs.push([num])
    }
    return runs
  }

  #xrefTable(): void {
    let text = 'xref\n'
    for (const run of this.#runs()) {
      text += `${run[0]} ${run.length}\n`
      for (const num of run) {
        const { offset = 0, gen = 0 } = this.#offsets.get(num) ?? {}
        text += `${String(offset).padStart(10, '0')} ${String(gen).padStart(5, '0')} n \n`
      }
    }
    this.#append(`${text}trailer\n${serializeDict(this.#trailer())}\n`)
  }

  #xrefStream(start: number): void {
    const ref = this.allocate()
    this.#offsets.set(ref.num, { offset: start, gen: 0 })
    const runs = this.#runs()
    const rows = Buffer.alloc(this.#offsets.size * 7)
    let at = 0
    for (const num of runs.flat()) {
      const { offset = 0, gen = 0 } = this.#offsets.get(num) ?? {}
      rows[at] = 1
      rows.writeUInt32BE(offset, at + 1)
      rows.writeUInt16BE(gen, at + 5)
      at += 7
    }
    const dict = this.#trailer()
    dict.set('Type', new Name('XRef'))
    dict.set('W', [1, 4, 2])
    dict.set(
      'Index',
      runs.flatMap((run) => [run[0] ?? 0, run.length]),
    )
    this.stream(ref, [...dict].map(([key, value]) => `/${key} ${serialize(value)}`).join(''), rows)
  }
}
