import { createHash, randomBytes } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, mkdir, open, opendir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { Refusal, refuse } from '../errors.ts'
import type { Tx } from '../tenancy.ts'
import { elementAt, onlyOf, valueOf } from '../elements.ts'

export type FileType = 'pdf' | 'png' | 'jpg' | 'webp' | 'xml' | 'zip'

/** A stored file: its key, its type by its first bytes, its size in bytes, its SHA-256 in hexadecimal. */
export interface StoredFile {
  key: string
  type: FileType
  size: number
  sha256: string
}

/** Accepted file types, by their first bytes, and the maximum size. */
export interface Limits {
  type: FileType | readonly FileType[]
  maxBytes: number
}

/** The store of files. Only `read` holds a whole file in memory. */
export interface Files {
  /**
   * Stores a file. Refuses another type, by its bytes (SYSTEM_API_WRONG_MIME_TYPE), and more than `maxBytes`
   * (SYSTEM_API_MAX_FILE_SIZE_EXCEEDED). A refused or broken stream leaves nothing behind.
   */
  put(company: number, source: Readable | Uint8Array, limits: Limits): Promise<StoredFile>
  /** {@link Files.put} of many at once, in their order; where one is refused or breaks, none stays. */
  putAll(company: number, sources: readonly Uint8Array[], limits: Limits): Promise<StoredFile[]>
  read(key: string): Promise<Buffer>
  /** Bytes from `start` to `end`, both included. */
  stream(key: string, range?: { start: number; end: number }): Readable
  /** Removes a file; a missing one is no error. */
  remove(key: string): Promise<void>
  /** Keys of a company's files that were stored before an instant. */
  putBefore(company: number, moment: Date): AsyncIterable<string>
  /** Rejects where the store takes no file. */
  check(): Promise<void>
}

const oneDay = 86_400_000

/** The type of a file by its first bytes, whatever its name; null for unknown types. */
export function detectType(bytes: Uint8Array): FileType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512)).toString('latin1')
  if (head.startsWith('%PDF-')) return 'pdf'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  // The second is the beginning of an empty zip.
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return 'zip'
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart()
  return /^<\?xml\s/.test(text) || /^<(?!html\b)[a-z_][\w.:-]*[\s/>]/i.test(text) ? 'xml' : null
}

/** Whether bytes begin as a picture in HEIC or HEIF does (ISO/IEC 23008-12), which few programs open. */
export function isHeic(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1')
  return /^.{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)$/s.test(head)
}

/** A key that nobody can guess: the company, and 128 random bits in two parts, so that no folder grows large. */
export function newKey(company: number): string {
  const name = randomBytes(16).toString('hex')
  return `${company}/${name.slice(0, 2)}/${name.slice(2)}`
}

/** Keys of files that are put together: in one folder, which is written to the disk once. */
function newKeys(company: number, count: number): string[] {
  const folder = dirname(newKey(company))
  return Array.from({ length: count }, () => `${folder}/${newKey(company).slice(-30)}`)
}

/** Whether reading failed because there is no such file. Other failures, like an unreachable store, may pass. */
export function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error instanceof NotAKey || error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT')
  )
}

/** A key that {@link newKey} can't have made. */
class NotAKey extends Error {}

/** Returns a key that {@link newKey} made. @throws {NotAKey} anything else */
export function checkedKey(key: string): string {
  if (!/^\d{1,15}\/[0-9a-f]{2}\/[0-9a-f]{30}$/.test(key)) throw new NotAKey('not the key of a file')
  return key
}

/**
 * Files in a folder of this machine. A key is returned only after all bytes are synced to disk; a file that a killed
 * server was writing has no row and is swept.
 */
export function createFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, checkedKey(key))
  const putAt = async (
    keys: readonly string[],
    sources: readonly (Readable | Uint8Array)[],
    limits: Limits,
  ): Promise<StoredFile[]> => {
    const paths = keys.map(pathOf)
    const [within] = paths.map(dirname)
    if (within === undefined) return []
    await makeFolder(within, folder)
    const writing = paths.map((path, at) => write(path, elementAt(sources, at), limits))
    try {
      const stored = await Promise.all(writing)
      await syncFolder(within)
      return stored.map((file, at) => ({ key: elementAt(keys, at), ...file }))
    } catch (error) {
      await Promise.allSettled(writing)
      await Promise.all(paths.map((path) => rm(path, { force: true })))
      throw error
    }
  }
  return {
    async put(company, source, limits) {
      return onlyOf(await putAt([newKey(company)], [source], limits))
    },
    putAll: (company, sources, limits) => putAt(newKeys(company, sources.length), sources, limits),
    read: (key) => readFile(pathOf(key)),
    stream: (key, range) => createReadStream(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *putBefore(company, moment) {
      for await (const { path, key } of walk(join(folder, String(company)), String(company))) {
        if ((await stat(path)).mtime < moment) yield key
      }
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
    },
  }
}

/** Stores several files of one type, in their order. */
export type PutFiles = (sources: readonly Uint8Array[], type: FileType) => Promise<StoredFile[]>

/**
 * Runs `work`, which puts files before the transaction that keeps them. A refusal removes them again; after any
 * other error it isn't known whether the transaction was committed, so what is left over waits for the sweep.
 */
export async function withPutFiles<T>(
  { files }: Pick<Services, 'files'>,
  company: number,
  work: (put: PutFiles) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = []
  try {
    return await work(async (sources, type) => {
      const made = await files.putAll(company, sources, { type, maxBytes: Infinity })
      stored.push(...made)
      return made
    })
  } catch (error) {
    if (error instanceof Refusal) await Promise.all(stored.map(({ key }) => files.remove(key)))
    throw error
  }
}

/** {@link withPutFiles} of one file. */
export function withStored<T>(
  services: Pick<Services, 'files'>,
  company: number,
  { bytes, type }: { bytes: Uint8Array; type: FileType },
  work: (stored: StoredFile) => Promise<T>,
): Promise<T> {
  return withPutFiles(services, company, async (put) => {
    return work(onlyOf(await put([bytes], type)))
  })
}

/** Inserts the row of a stored file. It is loose, and swept after a day, until {@link keepFile}. */
export async function insertLoose(tx: Tx, file: StoredFile): Promise<number> {
  const { id } = await tx.db
    .insertInto('files')
    .values({ company_id: tx.company, ...file })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Rows of many files that were put and that this transaction keeps, answered in their order. */
export async function insertKept(tx: Tx, files: readonly StoredFile[]): Promise<number[]> {
  if (files.length === 0) return []
  const rows = await tx.db
    .insertInto('files')
    .values(files.map((file) => ({ company_id: tx.company, ...file, state: 'kept' as const })))
    .returning(['id', 'key'])
    .execute()
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  return files.map(({ key }) => valueOf(ids, key))
}

/** Makes a loose file stay: it belongs to what this transaction writes. */
export async function keepFile(tx: Tx, id: number): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('files')
    .set({ state: 'kept' })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('the file was swept before it was kept')
}

/**
 * Makes files loose that nothing needs any longer. They have a day from now on, by the database's time, which the
 * sweep goes by too.
 */
export async function loosenFiles(tx: Tx, ids: readonly (number | null)[]): Promise<void> {
  const files = ids.filter((id) => id !== null)
  if (files.length === 0) return
  await tx.db
    .updateTable('files')
    .set({ state: 'loose', created_at: sql`now()` })
    .where('id', '=', sql<number>`any(${files})`)
    .execute()
}

/**
 * Removes what nobody kept: rows that are loose for a day with their files, and files on disk without a row, which
 * a crash between the two leaves.
 *
 * @param age milliseconds that something must have been loose
 */
export async function sweepFiles(services: Services, company: number, age = oneDay): Promise<number> {
  const { files } = services
  const tenant = services.tenant(company)
  const swept = await tenant.write((tx) =>
    tx.db
      .deleteFrom('files')
      .where('state', '=', 'loose')
      .where('created_at', '<=', sql<Date>`now() - make_interval(secs => ${age / 1000})`)
      .returning('key')
      .execute(),
  )
  for (const { key } of swept) await files.remove(key)
  let count = swept.length
  const sweepStrays = async (keys: string[]) => {
    const { rows } = await tenant.read((db) =>
      sql<{ key: string }>`select key from unnest(${keys}::text[]) key
        where not exists (select from files where files.key = key.key)`.execute(db),
    )
    for (const { key } of rows) await files.remove(key)
    count += rows.length
  }
  let batch: string[] = []
  for await (const key of files.putBefore(company, new Date(Date.now() - age))) {
    batch.push(key)
    if (batch.length < 500) continue
    await sweepStrays(batch)
    batch = []
  }
  if (batch.length > 0) await sweepStrays(batch)
  return count
}

async function write(
  path: string,
  source: Readable | Uint8Array,
  limits: Limits,
): Promise<Omit<StoredFile, 'key'>> {
  const file = await open(path, 'wx', 0o600)
  try {
    const arriving = receiving(limits)
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      arriving.take(chunk)
      await file.writeFile(chunk)
    }
    const received = arriving.end()
    await file.sync()
    return received
  } finally {
    await file.close()
  }
}

/** Checks a stream piece by piece: refuses an excess of bytes or a wrong type as soon as it is known. */
export function receiving({ maxBytes, type: wanted }: Limits): {
  take(chunk: Uint8Array): void
  end(): Omit<StoredFile, 'key'>
} {
  const hash = createHash('sha256')
  let size = 0
  let head: Buffer = Buffer.alloc(0)
  let type: FileType | null = null
  return {
    take(chunk) {
      size += chunk.byteLength
      if (size > maxBytes)
        refuse('SYSTEM_API_MAX_FILE_SIZE_EXCEEDED', undefined, { maximo: megabytes(maxBytes) })
      hash.update(chunk)
      if (type) return
      head = Buffer.concat([head, chunk])
      if (head.length >= 512) type = checked(head, wanted)
    },
    end: () => ({ type: type ?? checked(head, wanted), size, sha256: hash.digest('hex') }),
  }
}

function checked(head: Uint8Array, wanted: FileType | readonly FileType[]): FileType {
  const type = detectType(head)
  if (!type || !(typeof wanted === 'string' ? wanted === type : wanted.includes(type))) {
    refuse('SYSTEM_API_WRONG_MIME_TYPE')
  }
  return type
}

function megabytes(bytes: number): number {
  return Math.round((bytes / 1_048_576) * 100) / 100
}

/** Makes a folder so that it survives a power cut: each new one is written into its parent. */
async function makeFolder(path: string, root: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let parent = dirname(path); parent.length >= dirname(root).length; parent = dirname(parent)) {
    await syncFolder(parent)
    if (parent === dirname(first)) return
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows can't open a folder, and needs no such thing.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function* walk(path: string, key: string): AsyncGenerator<{ path: string; key: string }> {
  const folder = await opendir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!folder) return
  for await (const entry of folder) {
    const inside = { path: join(path, entry.name), key: `${key}/${entry.name}` }
    if (entry.isDirectory()) yield* walk(inside.path, inside.key)
    else yield inside
  }
}
