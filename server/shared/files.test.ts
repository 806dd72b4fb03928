import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareCompany, inCompany, testServices } from '../testing/services.ts'
import { createFiles, detectType, insertLoose, keepFile, sweepFiles } from './files.ts'
import type { Services } from './services.ts'

const folder = mkdtempSync(join(tmpdir(), 'legajo-files-'))
const files = createFiles(folder)
afterAll(() => rmSync(folder, { recursive: true }))
const pdf = (words = 'x') => Buffer.from(`%PDF-1.7\n${words}`)
const limits = { type: 'pdf', maxBytes: 1000 } as const
const everyFile = (under = folder) =>
  readdirSync(under, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

describe('a folder of files', () => {
  test('answers what was put, whole or a part, until it is removed', async () => {
    const bytes = pdf('hello, world')
    const stored = await files.put(12, Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]), limits)
    expect(stored).toMatchObject({
      type: 'pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      key: expect.stringMatching(/^12\//),
    })
    expect(await files.read(stored.key)).toEqual(bytes)
    expect(await text(files.stream(stored.key, { start: 9, end: 13 }))).toBe('hello')
    expect(statSync(join(folder, stored.key)).mode & 0o077).toBe(0)
    await files.remove(stored.key)
    await files.remove(stored.key)
    await expect(files.read(stored.key)).rejects.toThrow('ENOENT')
  })

  test.each([
    ['another type', Buffer.from('<html>%PDF-1.7'), 'SYSTEM_API_WRONG_MIME_TYPE'],
    ['nothing', Buffer.alloc(0), 'SYSTEM_API_WRONG_MIME_TYPE'],
    ['too much', pdf('x'.repeat(1000)), 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'],
  ])('refuses %s and keeps nothing', async (_, bytes, code) => {
    const before = everyFile().length
    await expect(files.put(12, bytes, limits)).rejects.toMatchObject({ faults: [{ code }] })
    expect(everyFile()).toHaveLength(before)
  })

  test('an upload that breaks off leaves nothing', async () => {
    const before = everyFile().length
    const broken = Readable.from(
      (async function* () {
        yield pdf('half')
        throw new Error('connection lost')
      })(),
    )
    await expect(files.put(12, broken, limits)).rejects.toThrow('connection lost')
    expect(everyFile()).toHaveLength(before)
  })

  test.each(['../../etc/passwd', '12/ab/../../../x', '', '12/ab/short'])('%s is no key', (key) => {
    expect(() => files.read(key)).toThrow('not the key')
  })
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

describe('what nobody kept', () => {
  let services: Services
  beforeAll(async () => {
    services = await testServices()
    await bareCompany(services, 5)
  })

  test('is swept, row and file, and strays of a crash too; what was kept stays', async () => {
    const put = () => services.files.put(5, pdf(String(Math.random())), limits)
    const [kept, loose, stray] = [await put(), await put(), await put()]
    const ids = await inCompany(services, 5, async (tx) => [
      await insertLoose(tx, kept),
      await insertLoose(tx, loose),
    ])
    await inCompany(services, 5, (tx) => keepFile(tx, ids[0] ?? 0))
    const half = join(services.config.filesDir, `${stray.key}.part`)
    writeFileSync(half, 'half')
    expect(await sweepFiles(services, 5)).toBe(0)
    for (const path of [half, join(services.config.filesDir, stray.key)]) utimesSync(path, 0, 0)
    expect(await sweepFiles(services, 5)).toBe(1)
    expect(everyFile(services.config.filesDir)).toHaveLength(2)
    expect(await sweepFiles(services, 5, 0)).toBe(1)
    expect(everyFile(services.config.filesDir).map((entry) => join(entry.parentPath, entry.name))).toEqual([
      join(services.config.filesDir, kept.key),
    ])
    const tooLate = inCompany(services, 5, (tx) => keepFile(tx, ids[1] ?? 0))
    await expect(tooLate).rejects.toThrow('swept')
  })
})
