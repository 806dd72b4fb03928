import { makeFault } from '#contract/errors.ts'
import { Readable } from 'node:stream'
import { deserialize } from 'node:v8'
import { pagesPerSheet } from '#pdf/page-change.ts'
import { loadSource, type Source } from '#pdf/source.ts'
import type { Services } from '#server/shared/services.ts'
import { errorOfPdf } from '#server/areas/publishing/operations.ts'
import type { WasRead } from './finishing.ts'
import { makeItem, type ReadItem } from './found-items.ts'
import { peopleWithin, rulesFor } from './people-of.ts'
import { joinPages, readRange } from './in-workers.ts'
import type { PackedPeople, ReadReceipt, ReadingRules } from '../receipts/types.ts'
import type { Run } from './run.ts'
import { Unreadable } from './unreadable.ts'

/** Pages that are read, and receipts that are split off and kept, at a time. */
const range = 50
/**
 * Ranges that are worked on at a time, so that none of the engine's workers waits for us. Results come in the order of
 * the ranges, and as many at most are kept in memory.
 */
const inTurn = { concurrency: 3, highWaterMark: 3 }

/** Reads a PDF of everybody's receipts, and splits each off. */
export async function readOnePdf(services: Services, run: Run): Promise<WasRead> {
  const { reading } = run
  const { rotate, cut, halves } = reading
  const change = { rotate, cut, halves }
  const loaded = await loadSource(services.files.stream(reading.file.key), reading.file.size)
  const source: Source = { ...loaded, change }
  const outline = await services.engine.outline(source)
  if (!outline.ok) throw new Unreadable(makeFault(errorOfPdf(outline.fault), undefined, { maximo: 750 }))
  const total = outline.pages * pagesPerSheet(change)
  const reader = await run.read(async (tx) => ({
    people: await peopleWithin(tx.db, reading.viewer, reading),
    rules: await rulesFor(tx.db, reading),
  }))
  await run.progress(0, total, true)
  const readings: Uint8Array[] = []
  let done = 0
  // Reading and splitting are each half of the way.
  const advance = (pages: number) => run.progress(Math.floor((done += pages) / 2), total)
  const ranged = Readable.from(ranges(total)).map(
    (from: number) => rangeOf(services, source, from, total, reader),
    inTurn,
  )
  for await (const bytes of ranged as AsyncIterable<Uint8Array>) {
    readings.push(bytes)
    await advance(Math.min(range, total - (readings.length - 1) * range))
  }
  const joined = await joinPages(services, { ranges: readings, size: range, ...reader }, total)
  if (!joined.ok) throw new Unreadable(makeFault(errorOfPdf(joined.fault), undefined, { maximo: 750 }))
  const batches = Readable.from(joined.batches)
  const split = batches.map(
    (some: Uint8Array) => splitOff(services, run, source, deserialize(some) as ReadReceipt[]),
    inTurn,
  )
  for await (const items of split as AsyncIterable<ReadItem[]>) {
    await run.keep(items)
    await advance(items.reduce((all, { pages }) => all + pages.length, 0))
  }
  return { pages: total, notices: [] }
}

function ranges(total: number): number[] {
  return Array.from({ length: Math.ceil(total / range) }, (_, at) => at * range)
}

async function rangeOf(
  services: Services,
  source: Source,
  from: number,
  total: number,
  reader: { people: PackedPeople; rules: ReadingRules },
): Promise<Uint8Array> {
  const read = await readRange(services, { source, from, count: Math.min(range, total - from), ...reader })
  if (!read.ok) throw new Unreadable(makeFault(errorOfPdf(read.fault), undefined, { maximo: 750 }))
  return read.readings
}

/** The receipts' own PDFs, put where files lie; what can't be split off by itself is an exception. */
async function splitOff(
  services: Services,
  run: Run,
  source: Source,
  receipts: readonly ReadReceipt[],
): Promise<ReadItem[]> {
  const { company } = run.reading
  const parts = receipts.map(({ pages }) => pages)
  const split = await services.engine.splitOff(source, parts)
  // Which of several can't be is found out of each alone.
  if (!split.ok && receipts.length > 1)
    return (await Promise.all(receipts.map((one) => splitOff(services, run, source, [one])))).flat()
  const stored = split.ok
    ? await services.files.putAll(company, split.pdfs, { type: 'pdf', maxBytes: Infinity })
    : []
  return receipts.map((receipt, at): ReadItem => {
    const item = makeItem(receipt, receipt.pages[0] ?? 0)
    if (split.ok) return { ...item, pdf: stored[at] ?? null }
    const fault = makeFault(errorOfPdf(split.fault), undefined, { maximo: 750 })
    return { ...item, found: 'archivo_rechazado', employeeId: null, fault }
  })
}
