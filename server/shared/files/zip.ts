import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** One file of a zip: a name of ours ({@link safeName}), with '/' between folders, and what it holds. */
export interface ZipEntry {
  name: string
  stream: Readable | AsyncIterable<Uint8Array | string> | Uint8Array
  at?: Date
}

/**
 * A zip (64-bit where necessary) as a stream: an entry is requested when the previous one is written, so at most two
 * are in memory. An error while writing breaks the zip, so the caller checks beforehand that an entry can be read.
 * Closing the stream calls the iterable's `return`.
 */
export function zipOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const out = Readable.from(zip.outputStream, { objectMode: false })
  let current: Readable | null = null
  const fill = async () => {
    for await (const { name, stream, at } of entries) {
      if (out.destroyed) return
      // One chunk ahead and no more: a table's are whole batches of rows.
      const source =
        stream instanceof Readable ? stream : Readable.from(chunksOf(stream), { highWaterMark: 1 })
      current = source
      zip.addReadStream(source, name, { mtime: at ?? new Date(), mode: 0o100644, compressionLevel: 3 })
      await finished(source, { writable: false })
    }
    zip.end()
  }
  const stop = (error: unknown) =>
    out.destroy(error instanceof Error ? error : new Error('the zip was stopped'))
  zip.on('error', stop)
  // An error before anybody reads must have a listener, or it would end the server; the reader notices it anyway.
  out.on('error', () => {})
  out.on('close', () => current?.destroy())
  fill().catch(stop)
  return out
}

async function* chunksOf(content: AsyncIterable<Uint8Array | string> | Uint8Array) {
  if (content instanceof Uint8Array) yield Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  else for await (const chunk of content) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

/**
 * A part of a path in a zip that every system can unpack: letters, digits, spaces and a few signs, no ends that
 * Windows drops, no name that it keeps for itself, at most `longest` characters.
 */
export function safeName(text: string, longest = 80): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} .,_()+-]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const cut = [...plain]
    .slice(0, longest)
    .join('')
    .replace(/^[ .]+|(?<![ .])[ .]+$/g, '')
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(cut) || cut === '' ? `_${cut}` : cut
}

/** Makes names unique ignoring case: 'recibo.pdf', 'recibo (2).pdf'. */
export function uniqueNames(): (name: string) => string {
  const taken = new Map<string, number>()
  return (name) => {
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    for (let n = (taken.get(name.toLowerCase()) ?? 0) + 1; ; n++) {
      const given = n === 1 ? name : `${stem} (${n})${ending}`
      taken.set(name.toLowerCase(), n)
      if (n > 1 && taken.has(given.toLowerCase())) continue
      if (n > 1) taken.set(given.toLowerCase(), 1)
      return given
    }
  }
}
