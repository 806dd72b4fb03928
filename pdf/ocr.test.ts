import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createRecogniser } from './ocr.ts'
import { createEngine } from './pool.ts'
import { sourceOf } from './source.ts'

const engine = createEngine({ threads: 1 })
const recogniser = createRecogniser(engine, { threads: 2 })
afterAll(async () => {
  await recogniser.close()
  await engine.close()
})

test('a page that is a picture is recognised, with a confidence', async () => {
  const scanned = join(import.meta.dirname, '../bench/corpus/pdf/ar-scanned.pdf')
  const source = sourceOf(readFileSync(scanned))
  const read = await engine.readPages(source, 0, 1)
  const [page] = read.ok ? read.pages : []
  if (!page) throw new Error('the page was not read')
  expect(page).toMatchObject({ characters: 0, pictures: true })
  const seen = await recogniser.recognise(source, 0, page)
  if ('ok' in seen) throw new Error(seen.detail)
  expect(seen.confidence).toBeGreaterThan(0.7)
  expect(seen.lines.join('\n')).toMatch(/\d{2}-\d{8}-\d/)
  // The words' boxes lie within the page as shown.
  for (const { x, y, width, height } of seen.words) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(page.width)
    expect(y + height).toBeLessThanOrEqual(page.height)
  }
}, 120_000)

test('pages requested at once each get their own text', async () => {
  const scanned = join(import.meta.dirname, '../bench/corpus/fourth/pdf/br-strip.pdf')
  const source = sourceOf(readFileSync(scanned))
  const read = await engine.readPages(source, 0, 3)
  if (!read.ok) throw new Error('the pages were not read')
  const seen = await Promise.all(read.pages.map((page, at) => recogniser.recognise(source, at, page)))
  const numbers = seen.map((page) =>
    'ok' in page ? page.fault : /\d{3}\.\d{3}\.\d{3}-\d{2}/.exec(page.lines.join(' '))?.[0],
  )
  expect(numbers).toEqual(['495.259.686-93', '413.730.888-85', '879.488.221-51'])
}, 120_000)
