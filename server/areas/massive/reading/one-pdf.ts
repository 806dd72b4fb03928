import { makeFault } from '#contract/errors.ts'
import { Readable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'
import type { Refusal as PdfRefusal } from '#pdf/faults.ts'
import { pagesPerSheet } from '#pdf/page-change.ts'
import type { PageFacts } from '#pdf/page-words.ts'
import { loadSource, type Source } from '#pdf/source.ts'
import { elementAt } from '#server/shared/elements.ts'
import type { Services } from '#server/shared/services.ts'
import { errorOfPdf } from '#server/areas/publishing/operations.ts'
import type { WasRead } from './finishing.ts'
import { makeItem, type ReadItem } from './found-items.ts'
import { peopleWithin, rulesFor } from './people-of.ts'
import { joinPages, readRange } from './in-workers.ts'
import { readPage } from '../receipts/page.ts'
import { indexPeople } from '../receipts/people.ts'
import type { ReadReceipt, ReadingRules } from '../receipts/types.ts'
import type { RangeRequest } from '../receipts/worker.ts'
import type { Run } from './run.ts'
import { Unreadable } from './unreadable.ts'

/** Pages that are read, and receipts that are split off and kept, at a time. */
const range = 50
/**
 * Ranges that are worked on at a time, so that none of the engine's workers waits for us. Results come in the order of
 * the ranges, and as many at most are kept in memory.
 */
const inTurn = { concurrency: 3, highWaterMark: 3 }

/** Pages without an id on which recognition is tried where no page has an owner: it takes seconds for each. */
const mostTried = 3

/** Reads a PDF of everybody's receipts, and splits each off. */
export async function readOnePdf(services: Services, run: Run): Promise<WasRead> {
  const { reading } = run
  const { rotate, cut, halves } = reading
  const change = { rotate, cut, halves }
  const loaded = await loadSource(services.files.stream(reading.file.key), reading.file.size)
  const source: Source = { ...loaded, change }
  const outline = await services.engine.outline(source)
  if (!outline.ok) throw new Unreadable(makeFault(errorOfPdf(outline.fault), undefined, { maximo: 750 }))
  const each = pagesPerSheet(change)
  const total = outline.pages * each
  const reader = await run.read(async (tx) => ({
    people: await peopleWithin(tx.db, reading.viewer, reading),
    rules: await rulesFor(tx.db, reading),
  }))
  await run.progress(0, total, true)
  const unread = new Map<number, PdfRefusal>()
  for (const [sheet, refusal] of outline.refused)
    for (let page = sheet * each; page < (sheet + 1) * each; page++) unread.set(page, refusal)
  let done = 0
  // Reading and splitting are each half of the way.
  const advance = (pages: number) => run.progress(Math.floor((done += pages) / 2), total)
  const read = async (some: PageRange[], drawn: boolean, note: (pages: number) => Promise<void>) => {
    const ranges = Readable.from(some).map(async (pages: PageRange) => {
      run.signal.throwIfAborted()
      return { pages, parts: await readPages(services, { source, drawn, ...reader }, pages, unread) }
    }, inTurn)
    const readings: Uint8Array[] = []
    for await (const { pages, parts } of ranges as AsyncIterable<{ pages: PageRange; parts: Uint8Array[] }>) {
      readings.push(...parts)
      await note(pages.count)
    }
    const found = await joinPages(services, { ranges: readings, size: range, ...reader }, total)
    if (!found.ok) throw new Unreadable(makeFault(errorOfPdf(found.fault), undefined, { maximo: 750 }))
    return found
  }
  let joined = await read(rangesOf(total), false, advance)
  if (!joined.owned && joined.untold.length > 0) {
    const some = joined.untold.slice(0, mostTried).map((from) => ({ from, count: 1 }))
    const tried = await read(some, true, () => run.progress(Math.floor(done / 2), total))
    if (tried.owned && some.length === total) joined = tried
    else if (tried.owned) {
      done = 0
      joined = await read(rangesOf(total), true, advance)
    }
  }
  const batches = Readable.from(joined.batches)
  const split = batches.map(
    (some: Uint8Array) => splitOff(services, run, source, deserialize(some) as ReadReceipt[], unread),
    inTurn,
  )
  for await (const items of split as AsyncIterable<ReadItem[]>) {
    await run.keep(items)
    await advance(items.reduce((all, { pages }) => all + pages.length, 0))
  }
  const { learned, layouts } = joined
  return { pages: total, notices: [], learned, layouts }
}

type PageRange = Pick<RangeRequest, 'from' | 'count'>

function rangesOf(total: number): PageRange[] {
  return Array.from({ length: Math.ceil(total / range) }, (_, at) => ({
    from: at * range,
    count: Math.min(range, total - at * range),
  }))
}

/** The document, people and rules with which pages are read. */
type Reader = Pick<RangeRequest, 'source' | 'people' | 'rules' | 'drawn'>

/**
 * Reads a range of pages: serialised readings, in order. Where it is refused, each half is read by itself, down to the
 * page that is at fault, which is noted in `unread`.
 */
async function readPages(
  services: Services,
  reader: Reader,
  { from, count }: PageRange,
  unread: Map<number, PdfRefusal>,
): Promise<Uint8Array[]> {
  const read = await readRange(services, { ...reader, from, count })
  if (read.ok) return [read.readings]
  if (count === 1) {
    if (!unread.has(from)) unread.set(from, read)
    refuseIfTooCostly(unread)
    return [readingOfUnread(reader.rules)]
  }
  const half = Math.ceil(count / 2)
  const first = await readPages(services, reader, { from, count: half }, unread)
  return [
    ...first,
    ...(await readPages(services, reader, { from: from + half, count: count - half }, unread)),
  ]
}

/** The reading of a page of which nothing is known: it begins a receipt of nobody, which no other page joins. */
function readingOfUnread(rules: ReadingRules): Uint8Array {
  const page: PageFacts = {
    width: 0,
    height: 0,
    words: [],
    lines: [],
    unmapped: 0,
    characters: 0,
    hidden: false,
    pictures: true,
    illustrated: true,
    turned: 0,
    otherTurns: [],
  }
  return serialize([readPage(page, indexPeople([]), rules)])
}

/** Faults that take a worker's whole deadline, its memory or its life. */
const costly: ReadonlySet<PdfRefusal['fault']> = new Set(['too_slow', 'out_of_memory', 'failed'])
/** Number of costly pages above which the whole file is refused: reading it would take hours. */
const mostCostly = 20

function refuseIfTooCostly(unread: ReadonlyMap<number, PdfRefusal>): void {
  const count = [...unread.values()].filter(({ fault }) => costly.has(fault)).length
  if (count > mostCostly) throw new Unreadable(makeFault('PDF_FILE_TOO_COMPLEX'))
}

/** The receipts' own PDFs, put where files lie; what can't be read, or split off by itself, is an exception. */
async function splitOff(
  services: Services,
  run: Run,
  source: Source,
  receipts: readonly ReadReceipt[],
  unread: ReadonlyMap<number, PdfRefusal>,
): Promise<ReadItem[]> {
  const refusalOf = ({ pages }: ReadReceipt) =>
    pages.map((page) => unread.get(page)).find((refusal) => refusal !== undefined)
  const sound = receipts.filter((receipt) => !refusalOf(receipt))
  const items = new Map<ReadReceipt, ReadItem>()
  for (const [at, item] of (await splitSound(services, run, source, sound)).entries())
    items.set(elementAt(sound, at), item)
  return receipts.map((receipt) => items.get(receipt) ?? refusedItem(receipt, refusalOf(receipt)))
}

async function splitSound(
  services: Services,
  run: Run,
  source: Source,
  receipts: readonly ReadReceipt[],
): Promise<ReadItem[]> {
  if (receipts.length === 0) return []
  const { company } = run.reading
  const split = await services.engine.splitOff(
    source,
    receipts.map(({ pages }) => pages),
  )
  if (split.ok) {
    const stored = await services.files.putAll(company, split.pdfs, { type: 'pdf', maxBytes: Infinity })
    return receipts.map((receipt, at) => ({
      ...makeItem(receipt, receipt.pages[0] ?? 0),
      pdf: elementAt(stored, at),
    }))
  }
  if (receipts.length === 1) return receipts.map((receipt) => refusedItem(receipt, split))
  // Which of several can't be is found out of each alone.
  return (await Promise.all(receipts.map((one) => splitSound(services, run, source, [one])))).flat()
}

/** An exception for a receipt of which there is no PDF, with the reason. */
function refusedItem(receipt: ReadReceipt, refusal: PdfRefusal | undefined): ReadItem {
  const fault = makeFault(errorOfPdf(refusal?.fault ?? 'damaged'), undefined, { maximo: 750 })
  return {
    ...makeItem(receipt, receipt.pages[0] ?? 0),
    found: 'archivo_rechazado',
    employeeId: null,
    fault,
  }
}
