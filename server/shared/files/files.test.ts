import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareCompany, inCompany, testServices } from '../../testing/services.ts'
import { hasS3, startS3, type TestS3 } from '../../testing/s3.ts'
import {
  createFiles,
  detectType,
  type Files,
  insertLoose,
  keepFile,
  loosenFiles,
  sweepFiles,
} from './files.ts'
import { bucketOf, createFilesOnS3 } from './on-s3.ts'
import type { Services } from '../services.ts'

const pdf = (words = 'x') => Buffer.from(`%PDF-1.7\n${words}`)
const limits = { type: 'pdf', maxBytes: 1000 } as const
const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const all = (keys: AsyncIterable<string>) => Readable.from(keys).toArray()

/** A place of files, and how to look into it from outside. */
interface Place {
  files: Files
  /** Names of everything that takes room, what is half there too. */
  everything(): Promise<string[]>
  close(): Promise<void>
}

async function aFolder(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-files-'))
  return {
    files: createFiles(folder),
    everything: async () => filesUnder(folder),
    close: async () => rmSync(folder, { recursive: true }),
  }
}

/** One service for the file: it takes seconds to start. */
let s3: TestS3 | null = null
afterAll(() => s3?.stop())

async function aBucket(): Promise<Place> {
  s3 = await startS3()
  const { client, bucket: Bucket } = s3
  const files = createFilesOnS3(bucketOf(s3.filesUrl))
  return {
    files,
    async everything() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      return [...Contents, ...Uploads].map(({ Key }) => Key ?? '')
    },
    async close() {
      files.close()
    },
  }
}

describe.each([
  ['a folder', aFolder, true],
  ['a bucket of S3', aBucket, hasS3],
])('files in %s', (_, open, there) => {
  describe.skipIf(!there)('(where there is one)', () => {
    let place: Place
    beforeAll(async () => void (place = await open()))
    afterAll(() => place.close())

    test('answers what was put, whole or a part, until it is removed', async () => {
      const bytes = pdf('hello, world')
      const { files } = place
      const stored = await files.put(12, Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]), limits)
      expect(stored).toMatchObject({
        type: 'pdf',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        key: expect.stringMatching(/^12\//),
      })
      expect(await files.read(stored.key)).toEqual(bytes)
      expect(await text(files.stream(stored.key))).toBe(bytes.toString())
      expect(await text(files.stream(stored.key, { start: 9, end: 13 }))).toBe('hello')
      await files.check()
      await files.remove(stored.key)
      await files.remove(stored.key)
      await expect(files.read(stored.key)).rejects.toThrow()
      await expect(text(files.stream(stored.key))).rejects.toThrow()
    })

    test('puts many at once, or none', async () => {
      const { files } = place
      const all = Array.from({ length: 60 }, (_, n) => pdf(`number ${n}`))
      const stored = await files.putAll(12, all, limits)
      expect(new Set(stored.map(({ key }) => key)).size).toBe(60)
      for (const [n, { key }] of stored.entries()) expect(await files.read(key)).toEqual(all[n])
      expect(await files.putAll(12, [], limits)).toEqual([])
      const before = (await place.everything()).length
      await expect(files.putAll(12, [pdf(), Buffer.from('none')], limits)).rejects.toMatchObject({
        faults: [{ code: 'SYSTEM_API_WRONG_MIME_TYPE' }],
      })
      expect(await place.everything()).toHaveLength(before)
      for (const { key } of stored) await files.remove(key)
    })

    test('stores large content without holding it in memory, and releases a reader that stops', async () => {
      const total = 40 * 1_048_576
      const chunk = Buffer.alloc(65_536, 'x')
      const hash = createHash('sha256')
      const large = function* () {
        for (let at = 0; at < total; at += chunk.length) {
          const piece = at === 0 ? Buffer.concat([pdf(), chunk.subarray(pdf().length)]) : chunk
          hash.update(piece)
          yield piece
        }
      }
      const stored = await place.files.put(12, Readable.from(large()), { type: 'pdf', maxBytes: total })
      expect(stored).toMatchObject({ size: total, sha256: hash.digest('hex') })
      const read = createHash('sha256')
      for await (const piece of place.files.stream(stored.key)) read.update(piece)
      expect(read.digest('hex')).toBe(stored.sha256)
      const leaving = place.files.stream(stored.key)
      for await (const _piece of leaving) break
      expect(leaving.destroyed).toBe(true)
      await place.files.remove(stored.key)
    })

    test.each([
      ['another type', [Buffer.from('<html>%PDF-1.7')], 'SYSTEM_API_WRONG_MIME_TYPE'],
      ['nothing', [Buffer.alloc(0)], 'SYSTEM_API_WRONG_MIME_TYPE'],
      ['too much', [pdf('x'.repeat(1000))], 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'],
      [
        'far too much',
        [pdf(), ...Array(20).fill(Buffer.alloc(1_048_576))],
        'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
      ],
    ])('refuses %s and keeps nothing', async (what, pieces, code) => {
      const before = (await place.everything()).length
      const allowed = what.startsWith('far') ? { ...limits, maxBytes: 18 * 1_048_576 } : limits
      const put = place.files.put(12, Readable.from(pieces), allowed)
      await expect(put).rejects.toMatchObject({ faults: [{ code }] })
      expect(await place.everything()).toHaveLength(before)
    })

    test.each([1, 20])('an upload that breaks off after %i MB leaves nothing', async (megabytes) => {
      const before = (await place.everything()).length
      const broken = Readable.from(
        (async function* () {
          yield pdf('half')
          for (let n = 0; n < megabytes; n++) yield Buffer.alloc(1_048_576)
          throw new Error('connection lost')
        })(),
      )
      const put = place.files.put(12, broken, { type: 'pdf', maxBytes: 1e9 })
      await expect(put).rejects.toThrow('connection lost')
      expect(await place.everything()).toHaveLength(before)
    })

    test('lists one company’s keys put before an instant', async () => {
      const mine = [await place.files.put(7, pdf('a'), limits), await place.files.put(7, pdf('b'), limits)]
      await place.files.put(77, pdf('c'), limits)
      const soon = new Date(Date.now() + 5000)
      const keys = await all(place.files.putBefore(7, soon))
      expect(new Set(keys)).toEqual(new Set(mine.map(({ key }) => key)))
      expect(await all(place.files.putBefore(7, new Date(Date.now() - 3_600_000)))).toEqual([])
      expect(await all(place.files.putBefore(8, soon))).toEqual([])
    })

    test.each(['../../etc/passwd', '12/ab/../../../x', '', '12/ab/short'])('%s is no key', async (key) => {
      await expect((async () => place.files.read(key))()).rejects.toThrow('not the key')
    })
  })
})

test('nobody else reads the files of a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-files-'))
  const { key } = await createFiles(folder).put(12, pdf(), limits)
  expect(statSync(join(folder, key)).mode & 0o077).toBe(0)
  rmSync(folder, { recursive: true })
})

test.skipIf(!hasS3)('parts that a killed server sent to S3 are taken back by the sweep', async () => {
  const { client, bucket: Bucket, filesUrl } = (s3 ??= await startS3())
  const files = createFilesOnS3(bucketOf(filesUrl))
  try {
    const object = { Bucket, Key: 'in/here/9/ab/cdef' }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
    const Body = Buffer.alloc(5_242_880)
    await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body }))
    const waiting = async () =>
      (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.length ?? 0
    await all(files.putBefore(9, new Date(Date.now() - 60_000)))
    expect(await waiting()).toBe(1)
    await all(files.putBefore(9, new Date(Date.now() + 5000)))
    expect(await waiting()).toBe(0)
  } finally {
    files.close()
  }
})

test.each([
  [
    's3://bucket/a/b?region=sa-east-1',
    { bucket: 'bucket', prefix: 'a/b/', region: 'sa-east-1', endpoint: undefined, keys: undefined },
  ],
  [
    's3://key:se%2Fcret@bucket?endpoint=http://127.0.0.1:9000',
    {
      bucket: 'bucket',
      prefix: '',
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9000',
      keys: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
    },
  ],
])('%s is read', (address, bucket) => {
  expect(bucketOf(address, {})).toEqual(bucket)
})

test.each([
  ['pdf', '%PDF-1.4\n'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpg', '\xff\xd8\xff\xe0'],
  ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['xml', '<?xml version="1.0"?><a/>'],
  ['xml', '\xef\xbb\xbf  <cfdi:Comprobante Version="4.0">'],
  [null, '<!doctype html><html>'],
  [null, '<html><body>'],
  [null, ' %PDF-1.7'],
  [null, 'GIF89a'],
  [null, ''],
])('the type %s is found from %j', (type, head) => {
  expect(detectType(Buffer.from(head, 'latin1'))).toBe(type)
})

describe('loose files', () => {
  let services: Services
  beforeAll(async () => {
    services = await testServices()
    await bareCompany(services, 5)
  })

  test('are swept, row and file, and strays of a crash too; kept ones stay', async () => {
    const put = () => services.files.put(5, pdf(String(Math.random())), limits)
    const [kept, loose, stray] = [await put(), await put(), await put()]
    const ids = await inCompany(services, 5, async (tx) => [
      await insertLoose(tx, kept),
      await insertLoose(tx, loose),
    ])
    await inCompany(services, 5, (tx) => keepFile(tx, ids[0] ?? 0))
    expect(await sweepFiles(services, 5)).toBe(0)
    utimesSync(join(services.config.filesDir, stray.key), 0, 0)
    expect(await sweepFiles(services, 5)).toBe(1)
    expect(filesUnder(services.config.filesDir)).toHaveLength(2)
    expect(await sweepFiles(services, 5, 0)).toBe(1)
    expect(filesUnder(services.config.filesDir)).toEqual([join(services.config.filesDir, kept.key)])
    const tooLate = inCompany(services, 5, (tx) => keepFile(tx, ids[1] ?? 0))
    await expect(tooLate).rejects.toThrow('swept')
  })

  test('made loose again have a day before they are swept, however old they are', async () => {
    const stored = await services.files.put(5, pdf('old'), limits)
    const id = await inCompany(services, 5, async (tx) => {
      const file = await insertLoose(tx, stored)
      await keepFile(tx, file)
      await tx.db
        .updateTable('files')
        .set({ created_at: new Date(0) })
        .where('id', '=', file)
        .execute()
      return file
    })
    await inCompany(services, 5, (tx) => loosenFiles(tx, [id, null]))
    expect(await sweepFiles(services, 5)).toBe(0)
    expect(await sweepFiles(services, 5, 0)).toBe(1)
  })
})
