import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createRecogniser } from './ocr.ts'
import { createEngine } from './pool.ts'
import { sourceOf } from './source.ts'

const engine = createEngine({ threads: 1 })
const recogniser = createRecogniser(engine, { threads: 2 })
afterAll(async () => {
  await recogniser.close()
  await engine.close()
})

const scanned = sourceOf(readFileSync(join(import.meta.dirname, '../bench/corpus/pdf/ar-scanned.pdf')))

async function firstPage() {
  const read = await engine.readPages(scanned, 0, 1)
  const [page] = read.ok ? read.pages : []
  if (!page) throw new Error('the page was not read')
  return page
}

/** Number of threads that are started while `work` runs. */
async function countThreads(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const note = () => void count++
  process.on('worker', note)
  await work().finally(() => process.off('worker', note))
  return count
}

test('a page that is a picture is recognised, with a confidence, and nothing stays on disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-ocr-test-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const page = await firstPage()
  expect(page).toMatchObject({ characters: 0, pictures: true })
  const seen = await recogniser.recognise(scanned, 0, page)
  if ('ok' in seen) throw new Error(seen.detail)
  expect(seen.confidence).toBeGreaterThan(0.7)
  expect(seen.lines.join('\n')).toMatch(/\d{2}-\d{8}-\d/)
  expect(readdirSync(folder)).toEqual([])
  // The words' boxes lie within the page as shown.
  for (const { x, y, width, height } of seen.words) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(page.width)
    expect(y + height).toBeLessThanOrEqual(page.height)
  }
}, 120_000)

test('pages requested at once each get their own text, one that lies on its side too', async () => {
  const strip = sourceOf(readFileSync(join(import.meta.dirname, '../bench/corpus/fourth/pdf/br-strip.pdf')))
  const sideways = { ...strip, change: { rotate: 90, cut: null, halves: false } } as const
  const seen = await Promise.all(
    [strip, sideways, strip].map(async (source, at) => {
      const read = await engine.readPages(source, at, 1)
      const page = read.ok ? read.pages[0] : undefined
      if (!page) throw new Error('the page was not read')
      return recogniser.recognise(source, at, page)
    }),
  )
  const numbers = seen.map((page) =>
    'ok' in page ? page.fault : /\d{3}\.\d{3}\.\d{3}-\d{2}/.exec(page.lines.join(' '))?.[0],
  )
  expect(numbers).toEqual(['495.259.686-93', '413.730.888-85', '879.488.221-51'])
}, 120_000)

const mebi = 1024 * 1024

test('a page that needs more memory than a thread may take is refused, and a smaller one is read', async () => {
  const small = createRecogniser(engine, { bytes: { most: 60 * mebi, spent: 60 * mebi } })
  onTestFinished(() => small.close())
  const page = await firstPage()
  const threads = await countThreads(async () => {
    expect(await small.recognise(scanned, 0, page)).toMatchObject({ ok: false, fault: 'out_of_memory' })
    // Drawn at a quarter of its size, it takes a sixteenth of the memory.
    const quarter = { ...page, width: page.width / 4, height: page.height / 4 }
    expect(await small.recognise(scanned, 0, quarter)).toMatchObject({ recognised: true })
  })
  expect(threads).toBe(2)
}, 120_000)

test('a thread that has grown beyond its bound is replaced after its page', async () => {
  const page = await firstPage()
  // Nothing of it can be read: only the thread matters.
  const tiny = { ...page, width: page.width / 16, height: page.height / 16 }
  const threadsFor = (spent: number) => {
    const one = createRecogniser(engine, { bytes: { most: 384 * mebi, spent } })
    onTestFinished(() => one.close())
    return countThreads(async () => {
      for (let n = 0; n < 2; n++) expect(await one.recognise(scanned, 0, tiny)).not.toHaveProperty('ok')
    })
  }
  expect([await threadsFor(1), await threadsFor(200 * mebi)]).toEqual([2, 1])
}, 120_000)
