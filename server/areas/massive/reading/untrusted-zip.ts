import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { massiveLimits } from '#contract/massive/publication.ts'
import type { Files } from '#server/shared/files/files.ts'
import { fold } from '#server/shared/text/fold.ts'

/** Why a zip is refused as a whole; each has its words under `zip` of locales/…/massive-zip.json. */
export type ZipFault =
  | 'damaged'
  | 'too_many'
  | 'too_large'
  | 'path'
  | 'link'
  | 'nested'
  | 'encrypted'
  | 'overlapping'

/** A zip that is taken for an attack, or can't be read. */
export class SuspiciousZip extends Error {
  readonly fault: ZipFault
  constructor(fault: ZipFault, cause?: unknown) {
    super(`a zip was refused: ${fault}`, { cause })
    this.fault = fault
  }
}

/** A file of a zip that is not a folder and no system's own litter. */
export interface ZipFileEntry {
  /** With its folders, as it is written there. */
  name: string
  /** Folded and without its extension, with its folders: what stands in a zip once. */
  path: string
  /** The same without folders: by it a PDF and its XML are a pair, wherever they lie. */
  base: string
  extension: string
  /** Bytes that it says it has. */
  size: number
  /**
   * Passes the entry's bytes to `take`, which reads them to their end; null where they don't inflate or where their size
   * or checksum isn't the directory's. Throws on storage errors.
   */
  read<T>(take: (from: Readable) => Promise<T>): Promise<T | null>
}

/** An open zip: what is in it was checked, and nothing of it was inflated. */
export interface OpenZip {
  entries: ZipFileEntry[]
  close(): void
}

/** Smaller ones may be as empty as they like: a page of zeros harms nobody. */
const smallestBomb = 1_048_576
const archives = new Set([
  'zip',
  'rar',
  '7z',
  'gz',
  'tgz',
  'bz2',
  'xz',
  'tar',
  'zst',
  'jar',
  'iso',
  'cab',
  'arj',
])

/**
 * Opens a zip that is not trusted, by its directory only: too many entries, too much when inflated, paths that lead
 * out of it, links, archives in it, encrypted entries, and entries that lie over each other refuse it whole.
 *
 * @throws {SuspiciousZip}
 */
export async function openZip(files: Files, { key, size }: { key: string; size: number }): Promise<OpenZip> {
  const reader = new StoredReader(files, key)
  const faultOf = (error: unknown) => reader.broken ?? (error instanceof SuspiciousZip ? error : said(error))
  const zip = await fromRandomAccessReaderPromise(reader, size, {
    // Says so for a backslash too, which some systems take for a folder.
    strictFileNames: true,
    validateEntrySizes: true,
    autoClose: false,
  }).catch((error: unknown) => {
    throw faultOf(error)
  })
  try {
    return { entries: await entriesOf(zip, reader, size), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw faultOf(error)
  }
}

async function entriesOf(zip: ZipFile, reader: StoredReader, size: number): Promise<ZipFileEntry[]> {
  if (zip.entryCount > massiveLimits.entries) throw new SuspiciousZip('too_many')
  const found: ZipFileEntry[] = []
  const places: { from: number; to: number }[] = []
  let inflated = 0
  for await (const entry of zip.eachEntry()) {
    inflated += entry.uncompressedSize
    check(entry)
    if (inflated > Math.max(size, smallestBomb) * massiveLimits.ratio) throw new SuspiciousZip('too_large')
    const from = entry.relativeOffsetOfLocalHeader
    places.push({ from, to: from + localHeader + entry.fileNameLength + entry.compressedSize })
    if (!isLitter(entry.fileName)) found.push(wanted(zip, reader, entry))
  }
  places.sort((one, other) => one.from - other.from)
  if (places.some(({ to }, at) => to > (places[at + 1]?.from ?? size))) throw new SuspiciousZip('overlapping')
  return found
}

/** Bytes of a local file header before its name (APPNOTE.TXT 4.3.7). */
const localHeader = 30

function check(entry: Entry): void {
  // The library itself refuses other paths that leave a folder.
  if (entry.fileName.includes('\0')) throw new SuspiciousZip('path')
  // The upper half holds Unix's mode where the entry was made there: 0120000 is a link.
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000) throw new SuspiciousZip('link')
  if (entry.isEncrypted()) throw new SuspiciousZip('encrypted')
  if (archives.has(extensionOf(entry.fileName))) throw new SuspiciousZip('nested')
  if (
    entry.uncompressedSize > smallestBomb &&
    entry.uncompressedSize > entry.compressedSize * massiveLimits.ratio
  )
    throw new SuspiciousZip('too_large')
}

function wanted(zip: ZipFile, reader: StoredReader, entry: Entry): ZipFileEntry {
  const name = entry.fileName.normalize('NFC')
  const extension = extensionOf(name)
  const path = fold(extension ? name.slice(0, -extension.length - 1) : name)
  return {
    name,
    path,
    base: path.slice(path.lastIndexOf('/') + 1),
    extension,
    size: entry.uncompressedSize,
    async read(take) {
      try {
        const inflated = await zip.openReadStreamPromise(entry)
        return await take(Readable.from(withChecksum(inflated, entry.crc32), { objectMode: false }))
      } catch {
        if (reader.broken) throw reader.broken
        return null
      }
    },
  }
}

/** The same bytes; fails after the last one where their CRC-32 is another. The library checks their size alone. */
async function* withChecksum(from: AsyncIterable<Uint8Array>, expected: number): AsyncGenerator<Uint8Array> {
  let sum = 0
  for await (const chunk of from) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (sum !== expected) throw new Error('the checksum of an entry is wrong')
}

function extensionOf(name: string): string {
  const [, extension = ''] = /\.([^./]+)$/.exec(name) ?? []
  return extension.toLowerCase()
}

/** Folders, and what systems leave in archives by themselves. */
function isLitter(name: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1)
  return (
    last === '' || /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i.test(last) || name.startsWith('__MACOSX/')
  )
}

/** Converts the library's error about a zip. */
function said(error: unknown): SuspiciousZip {
  const message = error instanceof Error ? error.message : ''
  return new SuspiciousZip(
    /relative path|absolute path|characters in fileName/i.test(message) ? 'path' : 'damaged',
    error,
  )
}

/** Reads ranges of a file from wherever it lies. */
class StoredReader extends RandomAccessReader {
  /** Why nothing more can be read: the storage's fault, and not the zip's. */
  broken: Error | null = null
  readonly #files: Files
  readonly #key: string
  constructor(files: Files, key: string) {
    super()
    this.#files = files
    this.#key = key
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const stream = this.#files.stream(this.#key, { start, end: end - 1 })
    stream.once('error', (error) => (this.broken ??= error))
    return stream
  }
}
