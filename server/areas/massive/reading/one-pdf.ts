import { Readable } from 'node:stream'
import type { PageFacts } from '#pdf/page-words.ts'
import { loadSource, type Source } from '#pdf/source.ts'
import type { Services } from '#server/shared/services.ts'
import { codeOfFault } from '#server/areas/publishing/operations.ts'
import type { WasRead } from './finishing.ts'
import { itemOf, type ReadItem } from './found-items.ts'
import { peopleWithin, rulesFor } from './people-of.ts'
import { recognised } from './recognition.ts'
import { type PageReading, readPage } from '../receipts/page.ts'
import { receiptsOf } from '../receipts/receipts.ts'
import type { ReadReceipt } from '../receipts/types.ts'
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
  const source = await loadSource(services.files.stream(reading.file.key), reading.file.size)
  const outline = await services.engine.outline(source)
  if (!outline.ok) throw new Unreadable({ code: codeOfFault(outline.fault), params: { maximo: 750 } })
  const { pages: total } = outline
  const { people, rules } = await run.read(async (tx) => ({
    people: await peopleWithin(tx.db, reading.viewer, reading),
    rules: await rulesFor(tx.db, reading),
  }))
  await run.progress(0, total, true)
  const readings: PageReading[] = []
  let done = 0
  // Reading and splitting are each half of the way.
  const advance = (pages: number) => run.progress(Math.floor((done += pages) / 2), total)
  const ranged = Readable.from(ranges(total)).map(
    (from: number) => readRange(services, source, from, total),
    inTurn,
  )
  for await (const pages of ranged as AsyncIterable<PageFacts[]>) {
    for (const page of pages) readings.push(readPage(page, people, rules))
    await advance(pages.length)
  }
  const receipts = receiptsOf(readings, people, rules)
  const batches = Readable.from(chunks(receipts, range))
  const split = batches.map((some: ReadReceipt[]) => splitOff(services, run, source, some), inTurn)
  for await (const items of split as AsyncIterable<ReadItem[]>) {
    await run.keep(items)
    await advance(items.reduce((all, { pages }) => all + pages.length, 0))
  }
  return { pages: total, notices: [] }
}

function ranges(total: number): number[] {
  return Array.from({ length: Math.ceil(total / range) }, (_, at) => at * range)
}

async function readRange(
  services: Services,
  source: Source,
  from: number,
  total: number,
): Promise<PageFacts[]> {
  const read = await services.engine.readPages(source, from, Math.min(range, total - from))
  if (!read.ok) throw new Unreadable({ code: codeOfFault(read.fault), params: { maximo: 750 } })
  return recognised(services, source, from, read.pages)
}

/** The receipts' own PDFs, put where files lie; what can't be split off by itself is an exception. */
async function splitOff(
  services: Services,
  run: Run,
  source: Source,
  receipts: readonly ReadReceipt[],
): Promise<ReadItem[]> {
  const { company, rotate, cut } = run.reading
  const parts = receipts.map(({ pages }) => pages)
  const split = await services.engine.splitOff(source, parts, { rotate, cut })
  // Which of several can't be is found out of each alone.
  if (!split.ok && receipts.length > 1)
    return (await Promise.all(receipts.map((one) => splitOff(services, run, source, [one])))).flat()
  const stored = split.ok
    ? await services.files.putAll(company, split.pdfs, { type: 'pdf', maxBytes: Infinity })
    : []
  return receipts.map((receipt, at): ReadItem => {
    const item = itemOf(receipt, receipt.pages[0] ?? 0)
    if (split.ok) return { ...item, pdf: stored[at] ?? null }
    const fault = { code: codeOfFault(split.fault), params: { maximo: 750 } }
    return { ...item, found: 'archivo_rechazado', employeeId: null, fault }
  })
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}
