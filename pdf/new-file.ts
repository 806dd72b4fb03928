import { createHash } from 'node:crypto'

/** Hexadecimal digits of a file's identifier. */
const idDigits = 32

/**
 * A new PDF, written object by object, with a plain cross-reference table. Deterministic: it contains no date, and its
 * identifier is a hash of its content.
 */
export class NewFile {
  readonly #chunks: (string | Uint8Array)[] = []
  readonly #offsets: number[] = [0]
  #length = 0

  constructor() {
    this.#append('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  }

  /** Length so far, in bytes. */
  get length(): number {
    return this.#length
  }

  /** Reserves the next object number, from 1; the object must be written before `finish`. */
  allocate(): number {
    return this.#offsets.push(0) - 1
  }

  /** Writes an object. `body` is its syntax, one character a byte; for a stream its dictionary, followed by `data`. */
  write(num: number, body: string, data?: Uint8Array | null): void {
    this.#offsets[num] = this.#length
    this.#append(`${num} 0 obj\n${body}\n`)
    if (data) {
      this.#append('stream\n')
      this.#chunks.push(data)
      this.#length += data.length
      this.#append('\nendstream\n')
    }
    this.#append('endobj\n')
  }

  /** Completes the file; object `root` is its catalogue. */
  finish(root: number): Uint8Array {
    const start = this.#length
    let table = `xref\n0 ${this.#offsets.length}\n0000000000 65535 f \n`
    for (const offset of this.#offsets.slice(1)) table += `${String(offset).padStart(10, '0')} 00000 n \n`
    const end = (id: string) =>
      `${table}trailer\n<</Size ${this.#offsets.length}/Root ${root} 0 R/ID[<${id}><${id}>]>>\nstartxref\n${start}\n%%EOF\n`
    const file = Buffer.from(new ArrayBuffer(start + end('0'.repeat(idDigits)).length))
    let at = 0
    for (const chunk of this.#chunks) {
      if (typeof chunk === 'string') file.write(chunk, at, 'latin1')
      else file.set(chunk, at)
      at += chunk.length
    }
    const id = createHash('sha256').update(file.subarray(0, start)).digest('hex').slice(0, idDigits)
    file.write(end(id), start, 'latin1')
    return file
  }

  #append(text: string): void {
    this.#chunks.push(text)
    this.#length += text.length
  }
}
