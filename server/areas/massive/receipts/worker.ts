import { deserialize, serialize } from 'node:v8'
import { refusing } from '#pdf/faults.ts'
import { eachPage, type PageFacts } from '#pdf/page-words.ts'
import { sharedCopy } from '#pdf/shared-bytes.ts'
import type { Source } from '#pdf/source.ts'
import { saysAmount } from '#server/shared/text/amounts.ts'
import { isConfirmedText } from './confirmed-text.ts'
import { withDrawn } from './drawn.ts'
import { type ConfirmedPage, needsRecognition, type PageReading, readPage } from './page.ts'
import { layoutsIn, type LayoutTaught } from './kept-layouts.ts'
import { indexPeople, type PeopleIndex } from './people.ts'
import { receiptsOf } from './receipts.ts'
import { recurringByPage, type Recurring } from './recurring.ts'
import { wordsToTeach, type OfferedWord } from './slots/offered.ts'
import { shareMentions } from './slots/shared.ts'
import type { PackedPeople, Person, ReadReceipt, ReadingRules } from './types.ts'
import { readDocuments, readWholeFile } from './whole-file.ts'

/**
 * Tasks of the engine's workers, where a deadline ends what a stranger's text makes long. Between them readings travel
 * as shared bytes, which the main thread passes on without reading or copying them.
 */

interface Reader {
  people: PackedPeople
  rules: ReadingRules
}

/** A page whose text is not what it shows, and its place from the range's first one. */
export interface UnreadPage {
  at: number
  page: PageFacts | ConfirmedPage
}

export interface RangeRequest extends Reader {
  source: Source
  from: number
  count: number
  /** The unread pages of an earlier attempt, recognised where that was possible. */
  seen?: readonly UnreadPage[] | undefined
  /** Pages that show pictures are recognised: what is drawn on one is read beside its text. */
  drawn?: boolean | undefined
}

/** The readings of a range, or the pages that have to be recognised first. */
export type RangeRead = { ok: true; readings: Uint8Array } | { ok: true; unread: UnreadPage[] }

export function readRange({ people, rules, ...range }: RangeRequest) {
  return refusing(async (): Promise<RangeRead> => {
    const index = indexOf(people)
    const read = await recognisedPages(range, index, rules, (page) => readPage(page, index, rules))
    return { ok: true, ...('unread' in read ? read : { readings: packed(read) }) }
  })
}

export interface JoinRequest extends Reader {
  ranges: readonly Uint8Array[]
  /** Receipts in one batch. */
  size: number
}

/** The words of one page that a person may point at, or the page itself where it has to be recognised first. */
export type WordsRead = { ok: true; words: OfferedWord[] } | { ok: true; unread: UnreadPage[] }

export function readWords({ source, from, seen, people, rules }: RangeRequest) {
  return refusing(async (): Promise<WordsRead> => {
    const index = indexOf(people)
    const read = await recognisedPages({ source, from, count: 1, seen }, index, rules, (page) =>
      wordsToTeach(page, index, rules),
    )
    return { ok: true, ...('unread' in read ? read : { words: read.flat() }) }
  })
}

/** Receipts in batches of {@link ReadReceipt}, each serialised. */
export interface Joined {
  ok: true
  batches: Uint8Array[]
  /** Layouts that the pages taught. */
  learned: LayoutTaught[]
  /** The kept layouts by which pages were read. */
  layouts: number[]
}

export interface JoinedPages extends Joined {
  /** At least one receipt has an owner. */
  owned: boolean
  /** The first page of each receipt without an owner's id that shows a picture: an id may be drawn there. */
  untold: number[]
}

/** Joins the pages of a whole file to receipts. */
export function joinPages({ ranges, size, people, rules }: JoinRequest): JoinedPages {
  const readings = ranges.flatMap(unpacked)
  const index = indexOf(people)
  const recurring = recurringByPage(readings, index, rules)
  const receipts = receiptsOf(readings, index, rules, recurring)
  return {
    ...inBatches(receipts, size),
    ...layoutsOfFile(readings, recurring),
    owned: receipts.some(({ employeeId }) => employeeId !== null),
    untold: receipts.flatMap(({ idRead, pages }) =>
      idRead === null ? (pages.find((page) => readings.slice(page, page + 1).some(mayShowMore)) ?? []) : [],
    ),
  }
}

/** Whether a page that was read by its text shows a picture that was not recognised. */
function mayShowMore(page: PageReading): boolean {
  return page.illustrated && !page.unread
}

function layoutsOfFile(
  pages: readonly PageReading[],
  recurring: readonly Recurring[],
): Pick<Joined, 'learned' | 'layouts'> {
  return {
    learned: layoutsIn(pages, recurring),
    layouts: [...new Set(recurring.flatMap(({ layout }) => layout ?? []))],
  }
}

function inBatches(receipts: readonly ReadReceipt[], size: number): Pick<Joined, 'ok' | 'batches'> {
  const batches = Array.from({ length: Math.ceil(receipts.length / size) }, (_, at) =>
    serialize(receipts.slice(at * size, (at + 1) * size)),
  )
  return { ok: true, batches }
}

export interface TogetherRequest extends Reader {
  documents: readonly { fileName: string; readings: Uint8Array }[]
  /** Receipts in one batch. */
  size: number
}

/** Reads documents that came together once more, each with what all of them teach. */
export function joinDocuments({ documents, size, people, rules }: TogetherRequest): Joined {
  const read = documents.map(({ fileName, readings }) => ({
    fileName,
    pages: unpacked(readings),
  }))
  const pages = read.flatMap((document) => document.pages)
  const index = indexOf(people)
  const recurring = recurringByPage(pages, index, rules)
  return {
    ...inBatches(readDocuments(read, index, rules, recurring), size),
    ...layoutsOfFile(pages, recurring),
  }
}

/** The facts of an XML beside a PDF. */
interface Companion {
  receiver: string | null
  paid: { from: string; to: string } | null
  total: string | null
  text: string
}

export interface AloneRequest extends Omit<RangeRequest, 'from'> {
  fileName: string
  xml?: Companion | undefined
}

export interface ReadAlone {
  ok: true
  receipt: ReadReceipt
  /** The owner's name. */
  owner: Pick<Person, 'id' | 'firstName' | 'lastName'> | null
  /** The first page as shown, in millimetres. */
  size: { width: number; height: number }
  /** Whether the XML is the same person's, of the same month and over an amount that the paper says. */
  agrees: boolean
  /** Without an owner's id, it shows a picture: an id may be drawn there. */
  untold: boolean
  /** Its pages, serialised, for {@link joinDocuments}. */
  readings: Uint8Array
}

/** Reads a file that is one document, or returns the pages that have to be recognised first. */
export function readAlone({ source, count, seen, drawn, fileName, xml, people, rules }: AloneRequest) {
  return refusing(async (): Promise<ReadAlone | { ok: true; unread: UnreadPage[] }> => {
    const index = indexOf(people)
    const pages = await recognisedPages({ source, from: 0, count, seen, drawn }, index, rules, (page) => page)
    if ('unread' in pages) return { ok: true, ...pages }
    const readings = pages.map((page) => readPage(page, index, rules))
    const receipt = readWholeFile(readings, fileName, index, rules)
    const owner = index.byPerson.get(receipt.employeeId ?? 0)
    const { width = 0, height = 0 } = pages[0] ?? {}
    const text = pages.flatMap(({ lines }) => lines).join('\n')
    return {
      ok: true,
      receipt,
      owner: owner ? { id: owner.id, firstName: owner.firstName, lastName: owner.lastName } : null,
      size: { width, height },
      untold: receipt.idRead === null && readings.some(mayShowMore),
      agrees: xml === undefined || agrees(xml, receipt, text, index, rules),
      readings: packed(readings),
    }
  })
}

/**
 * Reads each page of a range with `read`, or returns the pages that have to be recognised before: none where the roster
 * confirms their text.
 */
async function recognisedPages<T>(
  { source, from, count, seen, drawn = false }: Omit<RangeRequest, keyof Reader>,
  people: PeopleIndex,
  rules: ReadingRules,
  read: (page: PageFacts) => T,
): Promise<T[] | { unread: UnreadPage[] }> {
  const recognised = new Map(seen?.map(({ at, page }) => [at, page]))
  const unread: UnreadPage[] = []
  const found = await eachPage(source, from, count, (page, at) => {
    if (!seen && ((drawn && page.illustrated) || needsRecognition(page))) unread.push({ at, page })
    return unread.length > 0 ? null : { read: read(withDrawn(page, recognised.get(at))) }
  })
  if (unread.length === 0) return found.flatMap((one) => (one ? [one.read] : []))
  const pages = unread.map(({ page }) => page)
  if (drawn || !isConfirmedText(pages, people, rules)) return { unread }
  const confirmed = unread.map(({ at, page }) => ({ at, page: { ...page, confirmed: true as const } }))
  return recognisedPages({ source, from, count, seen: confirmed }, people, rules, read)
}

function agrees(
  xml: Companion,
  { employeeId }: ReadReceipt,
  text: string,
  people: PeopleIndex,
  { period }: ReadingRules,
): boolean {
  const person = employeeId === null ? undefined : people.byPerson.get(employeeId)
  if (!person) return false
  const named = xml.receiver
    ? people.byId(xml.receiver)?.id === person.id
    : person.keys.some((key) => xml.text.includes(key))
  const month = period?.slice(0, 7)
  const paid = !xml.paid || !month || (xml.paid.from.slice(0, 7) <= month && month <= xml.paid.to.slice(0, 7))
  return named && paid && (xml.total === null || saysAmount(text, xml.total))
}

/** Indexes of the latest publications that this worker has read pages of. */
const held = new Map<string, PeopleIndex>()
const mostHeld = 2

function indexOf({ id, bytes }: PackedPeople): PeopleIndex {
  const known = held.get(id)
  if (known) return known
  const index = indexPeople(deserialize(Buffer.from(bytes)) as Parameters<typeof indexPeople>[0])
  const [oldest] = held.keys()
  if (held.size >= mostHeld && oldest !== undefined) held.delete(oldest)
  held.set(id, index)
  return index
}

function packed(readings: readonly PageReading[]): Uint8Array {
  shareMentions(readings)
  return sharedCopy(serialize(readings))
}

function unpacked(readings: Uint8Array): PageReading[] {
  return deserialize(Buffer.from(readings)) as PageReading[]
}
