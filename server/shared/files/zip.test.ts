import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unzip } from '../../testing/zips.ts'
import { safeName, uniqueNames, zipOf, type ZipEntry } from './zip.ts'

test('a zip holds its bytes, texts and streams, in their folders', async () => {
  const big = Buffer.alloc(3_000_000, 'legajo ')
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'Recibos/2026/uno.pdf', stream: Buffer.from('uno') }
    yield { name: 'dos — ñandú.txt', stream: Readable.from(['d', 'os']) }
    yield { name: 'grande.bin', stream: big }
    yield { name: 'vacío.txt', stream: Buffer.alloc(0) }
  }
  const files = await unzip(await buffer(zipOf(entries())))
  expect([...files].map(([name, bytes]) => [name, bytes.length])).toEqual([
    ['Recibos/2026/uno.pdf', 3],
    ['dos — ñandú.txt', 3],
    ['grande.bin', 3_000_000],
    ['vacío.txt', 0],
  ])
  expect(files.get('grande.bin')?.equals(big)).toBe(true)
})

test('an entry is requested only when there is room, and a reader that stops ends the entries', async () => {
  let made = 0
  let ended = false
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (;;) yield { name: `${++made}.bin`, stream: randomBytes(500_000) }
    } finally {
      ended = true
    }
  }
  const zip = zipOf(entries())
  await new Promise((resolve) => zip.once('readable', resolve))
  // Turns of the event loop in which a source that isn't held back would go on.
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  expect(made).toBeLessThan(5)
  zip.destroy()
  await expect.poll(() => ended).toBe(true)
})

test('a source that fails breaks the zip and is never taken for its end', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'uno', stream: Buffer.from('uno') }
    throw new Error('gone')
  }
  await expect(buffer(zipOf(entries()))).rejects.toThrow('gone')
})

test.each(['con', 'PRN.pdf', 'aux', 'nul.x', 'com1', 'LPT9.pdf', ''])(
  'a name that Windows keeps for itself, as %j, begins with an underscore',
  (name) => {
    expect(safeName(name)).toBe(`_${name}`)
    expect(safeName(`a${name}`)).toBe(`a${name}`)
  },
)

test('names are safe everywhere, and never twice the same', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a.pdf', 'A.pdf', 'a (2).pdf', 'CON', '..')),
      ),
      (texts) => {
        const unique = uniqueNames()
        const names = texts.map((text) => unique(safeName(text)))
        const unsafe = names.filter((name) => !/^(?!\.)[^/\\:*?"<>|\p{Cc}]+(?<![ .])$/u.test(name))
        return unsafe.length === 0 && new Set(names.map((name) => name.toLowerCase())).size === names.length
      },
    ),
    { numRuns: 300 },
  )
})

function randomBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  let state = 7
  for (let at = 0; at < size; at += 4) bytes.writeUInt32LE((state = (state * 1664525 + 1013904223) >>> 0), at)
  return bytes
}
