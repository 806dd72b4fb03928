import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { makeFault } from '#contract/errors.ts'
import { documentLimits } from '#pdf/inspect.ts'
import { loadSource } from '#pdf/source.ts'
import { Refusal } from '#server/shared/errors.ts'
import { detectType } from '#server/shared/files/files.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import { errorOfPdf, readXmlFile, type ReadXml } from '#server/areas/publishing/operations.ts'
import { makeItem, rejected, type ReadItem } from './found-items.ts'
import { peopleWithin, rulesFor } from './people-of.ts'
import type { WasRead } from './finishing.ts'
import type { Notice } from '../queries.ts'
import type { PackedPeople, ReadingRules } from '../receipts/types.ts'
import type { Run } from './run.ts'
import { Unreadable } from './unreadable.ts'
import { readAlone } from './in-workers.ts'
import { openZip, type OpenZip, SuspiciousZip, type ZipFileEntry } from './untrusted-zip.ts'

const xmlBytes = 1_048_576
/** Documents that are written to the database together. */
const batch = 40
/** Documents that are read at a time: as many as the engine has workers. */
const beside = 2

/** Reads a zip of PDFs, one a person, with the XML beside each where the type has the flag. */
export async function readZip(services: Services, run: Run): Promise<WasRead> {
  const { reading } = run
  const zip = await opened(services, reading.file)
  try {
    const { items, documents, notices } = sorted(zip.entries, reading.hasXml)
    if (documents.length === 0) throw new Unreadable(makeFault('PUBLISH_DOCUMENT_MASSIVE_EMPTY'))
    const known = await run.read(async (tx) => ({
      people: await peopleWithin(tx.db, reading.viewer, reading),
      rules: await rulesFor(tx.db, reading),
      megabytes: (await getSettings(tx))['publishing.max_megabytes'],
    }))
    await run.progress(0, zip.entries.length, true)
    await run.keep(items)
    let pages = 0
    let done = items.length
    const keep = async (some: readonly Found[]) => {
      await run.keep(some.map(({ item }) => item))
      pages += some.reduce((all, { item }) => all + item.pages.length, 0)
      done += some.reduce((all, { files }) => all + files, 0)
      await run.progress(done, zip.entries.length)
    }
    const found = Readable.from(documents).map(
      async (one: Pair): Promise<Found> => ({
        item: await readOrReject(services, run, one, known),
        files: one.xml ? 2 : 1,
      }),
      { concurrency: beside },
    )
    let some: Found[] = []
    for await (const one of found as AsyncIterable<Found>) {
      some.push(one)
      if (some.length < batch) continue
      await keep(some)
      some = []
    }
    if (some.length > 0) await keep(some)
    return { pages, notices }
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

/** Reads a document; whatever refuses it is its own exception, and the others are read. */
async function readOrReject(services: Services, run: Run, pair: Pair, known: Known): Promise<ReadItem> {
  try {
    return await readDocument(services, run, pair, known)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [{ code, params }] = error.faults
    return rejected(pair.place, pair.pdf.name, { code, params })
  }
}

async function readDocument(
  services: Services,
  { reading }: Run,
  { place, pdf, xml }: Pair,
  { people, rules, megabytes }: Known,
): Promise<ReadItem> {
  const no = (fault: Notice) => rejected(place, pdf.name, fault)
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
  const request = { source, count: inspected.pages, fileName: pdf.name, people, rules }
  const read = await readAlone(
    services,
    { ...request, xml: companion ? { receiver, paid, total, text } : undefined },
    { recognise: true },
  )
  if (!read.ok) return no(makeFault(errorOfPdf(read.fault), undefined, { maximo }))
  const item = makeItem(read.receipt, place)
  return {
    ...item,
    ...(item.found === 'listo' && !read.agrees
      ? { found: 'xml_distinto' as const, employeeId: null, suggestedId: item.employeeId }
      : {}),
    sourceName: pdf.name,
    pdf: await services.files.put(reading.company, bytes, { type: 'pdf', maxBytes: bytes.length }),
    xml:
      companion &&
      (await services.files.put(reading.company, companion.bytes, { type: 'xml', maxBytes: xmlBytes })),
  }
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
  try {
    return { ...(await readXmlFile(services, bytes)), bytes }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [{ code, params }] = error.faults
    return { code, params }
  }
}
