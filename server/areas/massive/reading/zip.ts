import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deserialize } from 'node:v8'
import { makeFault } from '#contract/errors.ts'
import { documentLimits } from '#pdf/inspect.ts'
import { loadSource } from '#pdf/source.ts'
import { Refusal } from '#server/shared/errors.ts'
import { elementAt } from '#server/shared/elements.ts'
import { detectType, type StoredFile } from '#server/shared/files/files.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import { errorOfPdf, readXmlFile, type ReadXml } from '#server/areas/publishing/operations.ts'
import { makeItem, rejected, type ReadItem } from './found-items.ts'
import { peopleWithin, rulesFor } from './people-of.ts'
import type { WasRead } from './finishing.ts'
import type { Notice } from '../queries.ts'
import type { PackedPeople, ReadReceipt, ReadingRules } from '../receipts/types.ts'
import type { Run } from './run.ts'
import { Unreadable } from './unreadable.ts'
import { joinDocuments, readAlone } from './in-workers.ts'
import { openZip, type OpenZip, SuspiciousZip, type ZipFileEntry } from './untrusted-zip.ts'

const xmlBytes = 1_048_576
/** Documents that are written to the database together. */
const batch = 40
/** Documents that are read at a time: as many as the engine has workers. */
const beside = 2

/** Reads a zip of PDFs, one a person, with the XML beside each where the type has the flag. */
export async function readZip(services: Services, run: Run): Promise<WasRead> {
  const zip = await opened(services, run.reading.file)
  try {
    const { items, documents, notices } = sorted(zip.entries, run.reading.hasXml)
    if (documents.length === 0) throw new Unreadable(makeFault('PUBLISH_DOCUMENT_MASSIVE_EMPTY'))
    const known = await run.read(async (tx) => ({
      people: await peopleWithin(tx.db, run.reading.viewer, run.reading),
      rules: await rulesFor(tx.db, run.reading),
      megabytes: (await getSettings(tx))['publishing.max_megabytes'],
    }))
    await run.progress(0, zip.entries.length, true)
    await run.keep(items)
    let done = items.length
    const reading = Readable.from(documents).map(
      async (one: Pair): Promise<Found> => readOrReject(services, run, one, known),
      { concurrency: beside },
    )
    let found: Found[] = []
    for await (const one of reading as AsyncIterable<Found>) {
      found.push(one)
      done += one.files
      await run.progress(done, zip.entries.length)
    }
    let read = await readTogether(services, found, known)
    if (!isOwned(read.items)) {
      const seen = await readDrawn(services, run, found, known, () => run.progress(done, zip.entries.length))
      if (seen.size > 0) {
        found = found.map((one) => seen.get(one) ?? one)
        read = await readTogether(services, found, known)
      }
    }
    const { items: receipts, learned, layouts } = read
    for (let at = 0; at < receipts.length; at += batch) await run.keep(receipts.slice(at, at + batch))
    const pages = receipts.reduce((all, item) => all + item.pages.length, 0)
    return { pages, notices, learned, layouts }
  } finally {
    zip.close()
  }
}

async function opened(services: Services, file: { key: string; size: number }): Promise<OpenZip> {
  try {
    return await openZip(services.files, file)
  } catch (error) {
    if (!(error instanceof SuspiciousZip)) throw error
    throw new Unreadable(makeFault('SYSTEM_API_SUSPICIOUS_ZIP', undefined, { motivo: error.fault }))
  }
}

/** A document that was read, and how many files of the zip it is made of. */
interface Found {
  item: ReadItem
  files: number
  /** Its pages, serialised; null where the document is refused, or stands by itself beside an XML. */
  readings: Uint8Array | null
  pair: Pair
  /** Without an owner's id, it shows a picture: an id may be drawn there. */
  untold: boolean
}

/** Documents without an id on which recognition is tried where none has an owner: it takes seconds for each page. */
const mostTried = 3

/**
 * Reads what is drawn on documents beside their text: on a few first, and on the others where that finds an owner.
 * Returns none where it doesn't.
 */
async function readDrawn(
  services: Services,
  run: Run,
  found: readonly Found[],
  known: Known,
  note: () => Promise<void>,
): Promise<Map<Found, Found>> {
  const untold = found.filter((one) => one.untold)
  const seen = new Map<Found, Found>()
  const see = async (some: readonly Found[]) => {
    for (const one of some) {
      run.signal.throwIfAborted()
      const read = await readOrReject(services, run, one.pair, known, one.item.pdf)
      if (read.readings) seen.set(one, read)
      await note()
    }
  }
  await see(untold.slice(0, mostTried))
  if (!isOwned((await readTogether(services, [...seen.values()], known)).items)) return new Map()
  await see(untold.slice(mostTried))
  return seen
}

function isOwned(items: readonly ReadItem[]): boolean {
  return items.some(({ employeeId }) => employeeId !== null)
}

/** Documents that were read with each other, with what their pages taught. */
interface ReadTogether extends Pick<WasRead, 'learned' | 'layouts'> {
  items: ReadItem[]
}

/** Documents as they are read with each other. Where that fails, each as it was read alone. */
async function readTogether(
  services: Services,
  found: readonly Found[],
  { people, rules }: Known,
): Promise<ReadTogether> {
  const read = new Map(found.map((one) => [one, one.item]))
  const joined = found.flatMap((one) => (one.readings ? [{ one, readings: one.readings }] : []))
  const alone = { items: [...read.values()], learned: [], layouts: [] }
  if (joined.length === 0) return alone
  const documents = joined.map(({ one, readings }) => ({ fileName: one.item.sourceName ?? '', readings }))
  const pages = joined.reduce((all, { one }) => all + one.item.pages.length, 0)
  const answer = await joinDocuments(services, { documents, size: batch, people, rules }, pages)
  if (!answer.ok) {
    services.log.warn({ fault: answer.fault }, 'documents of a zip are read one by one')
    return alone
  }
  const receipts = answer.batches.flatMap((bytes) => deserialize(bytes) as ReadReceipt[])
  for (const [at, { one }] of joined.entries()) {
    const { sourceName, pdf, place } = one.item
    read.set(one, { ...makeItem(elementAt(receipts, at), place), sourceName, pdf })
  }
  const { learned, layouts } = answer
  return { items: [...read.values()], learned, layouts }
}

interface Pair {
  place: number
  pdf: ZipFileEntry
  xml: ZipFileEntry | null
}

/** The documents of a zip, and what of it can't be taken: names twice, what is neither PDF nor XML, halves of pairs. */
function sorted(
  entries: readonly ZipFileEntry[],
  hasXml: boolean,
): { items: ReadItem[]; documents: Pair[]; notices: Notice[] } {
  const items: ReadItem[] = []
  const pdfs = new Map<string, Placed>()
  const xmls = new Map<string, Placed>()
  for (const [at, entry] of entries.entries()) {
    const place = at + 1
    const refuse = (fault: Notice) => items.push(rejected(place, entry.name, fault))
    const kind = entry.extension === 'pdf' ? pdfs : entry.extension === 'xml' ? xmls : null
    if (!kind) refuse(makeFault('SYSTEM_API_WRONG_MIME_TYPE'))
    else if (kind === xmls && !hasXml) refuse(makeFault('PUBLISH_XML_NOT_EXPECTED'))
    else if (kind.has(entry.path)) refuse(makeFault('MASSIVE_NAME_TWICE'))
    else kind.set(entry.path, { place, entry })
  }
  const [pdfNames, xmlNames] = [countNames(pdfs), countNames(xmls)]
  const pairOf = (pdf: ZipFileEntry): Placed | undefined => {
    const beside = xmls.get(pdf.path)
    // Elsewhere it is the pair only where its name leaves no doubt.
    if (beside || pdfNames.get(pdf.base) !== 1 || xmlNames.get(pdf.base) !== 1) return beside
    return [...xmls.values()].find(({ entry }) => entry.base === pdf.base)
  }
  const documents: Pair[] = []
  const paired = new Set<Placed>()
  for (const { place, entry } of pdfs.values()) {
    const xml = hasXml ? pairOf(entry) : undefined
    if (xml) paired.add(xml)
    if (hasXml && !xml) items.push(rejected(place, entry.name, makeFault('PUBLISH_XML_REQUIRED')))
    else documents.push({ place, pdf: entry, xml: xml?.entry ?? null })
  }
  for (const xml of xmls.values())
    if (!paired.has(xml)) items.push(rejected(xml.place, xml.entry.name, makeFault('MASSIVE_XML_ALONE')))
  const notices: Notice[] =
    hasXml && pdfs.size !== xmls.size
      ? [makeFault('PUBLISH_DOCUMENT_MASSIVE_XML_COUNT', undefined, { pdf: pdfs.size, xml: xmls.size })]
      : []
  return { items, documents, notices }
}

interface Placed {
  place: number
  entry: ZipFileEntry
}

function countNames(some: ReadonlyMap<string, Placed>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { entry } of some.values()) counts.set(entry.base, (counts.get(entry.base) ?? 0) + 1)
  return counts
}

interface Known {
  people: PackedPeople
  rules: ReadingRules
  megabytes: number
}

/**
 * Reads a document; whatever refuses it is its own exception, and the others are read. `stored`: its file, where it was
 * read before and what is drawn on it is recognised now.
 */
async function readOrReject(
  services: Services,
  run: Run,
  pair: Pair,
  known: Known,
  stored: StoredFile | null = null,
): Promise<Found> {
  const files = pair.xml ? 2 : 1
  try {
    const read = await readDocument(services, run, pair, known, stored)
    return { files, pair, ...read }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [{ code, params }] = error.faults
    const item = rejected(pair.place, pair.pdf.name, { code, params })
    return { files, pair, item, readings: null, untold: false }
  }
}

async function readDocument(
  services: Services,
  { reading }: Run,
  { place, pdf, xml }: Pair,
  { people, rules, megabytes }: Known,
  stored: StoredFile | null,
): Promise<Omit<Found, 'files' | 'pair'>> {
  const no = (fault: Notice) => ({ item: rejected(place, pdf.name, fault), readings: null, untold: false })
  const maximo = megabytes
  if (pdf.size > megabytes * 1_048_576)
    return no(makeFault('SYSTEM_API_MAX_FILE_SIZE_EXCEEDED', undefined, { maximo }))
  if (xml && xml.size > xmlBytes)
    return no(makeFault('SYSTEM_API_MAX_FILE_SIZE_EXCEEDED', undefined, { maximo: 1 }))
  // One copy, which the engine's workers see too: scans are large.
  const source = await pdf.read((from) => loadSource(from, pdf.size))
  if (!source) return no(makeFault('MASSIVE_ENTRY_DAMAGED'))
  const { bytes } = source
  const inspected = await services.engine.inspect(bytes, { maxBytes: megabytes * 1_048_576 })
  if (!inspected.ok) {
    const most = inspected.fault === 'too_many_pages' ? documentLimits.maxPages : megabytes
    return no(makeFault(errorOfPdf(inspected.fault), undefined, { maximo: most }))
  }
  const companion = xml && (await readCompanion(services, xml))
  if (companion && 'code' in companion) return no(companion)
  const { receiver = null, paid = null, total = null, text = '' } = companion ?? {}
  const request = {
    source,
    count: inspected.pages,
    drawn: stored !== null,
    fileName: pdf.name,
    people,
    rules,
  }
  const read = await readAlone(
    services,
    { ...request, xml: companion ? { receiver, paid, total, text } : undefined },
    { recognise: true },
  )
  if (!read.ok) return no(makeFault(errorOfPdf(read.fault), undefined, { maximo }))
  const item = makeItem(read.receipt, place)
  const kept = {
    ...item,
    ...(item.found === 'listo' && !read.agrees
      ? // The XML beside it may be somebody else's: nobody is suggested.
        { found: 'xml_distinto' as const, employeeId: null, suggestedId: null }
      : {}),
    sourceName: pdf.name,
    pdf:
      stored ?? (await services.files.put(reading.company, bytes, { type: 'pdf', maxBytes: bytes.length })),
    xml:
      companion &&
      (await services.files.put(reading.company, companion.bytes, { type: 'xml', maxBytes: xmlBytes })),
  }
  return { item: kept, readings: companion ? null : read.readings, untold: !companion && read.untold }
}

async function readCompanion(
  services: Services,
  entry: ZipFileEntry,
): Promise<(ReadXml & { bytes: Buffer }) | Notice> {
  const bytes = await entry.read(buffer)
  if (!bytes) return makeFault('MASSIVE_ENTRY_DAMAGED')
  // Files are kept by their type: a web page may be well-formed, and is no XML for the tax office.
  if (detectType(bytes) !== 'xml')
    return makeFault('PUBLISH_XML_NOT_READABLE', undefined, { linea: 1, columna: 1 })
  return { ...(await readXmlFile(services, bytes)), bytes }
}
