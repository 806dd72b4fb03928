import { type ErrorName, makeFault } from '#contract/errors.ts'
import type { Fault as PdfFault } from '#pdf/faults.ts'
import { documentLimits, type Inspected } from '#pdf/inspect.ts'
import type { Context } from '#server/shared/context.ts'
import { type Fault, refuse } from '#server/shared/errors.ts'
import { printedTaxId } from '#server/shared/text/printed.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { addMonths, monthsBefore, today } from '#server/shared/today.ts'
import { signatureFields } from '#server/areas/signing/operations.ts'
import { companyIds, peopleNamed, type PublishableType, type Recipient, sameBytes } from './queries.ts'
import { isSurelyPersonal } from '#server/shared/text/document-text.ts'
import type { TextFacts } from './worker.ts'
import type { ReadXml } from './xml.ts'

const pdfErrors: Partial<Record<PdfFault, ErrorName>> = {
  empty: 'SYSTEM_API_INVALID_PDF_FILE_SIZE',
  not_pdf: 'PDF_NOT_READABLE',
  damaged: 'PDF_NOT_READABLE',
  encrypted: 'PDF_ENCRYPTED',
  too_big: 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
  too_many_pages: 'PDF_FILE_TOO_MANY_PAGES',
  page_size: 'PDF_FILE_PAGE_SIZE_EXCEPTION',
  active_content: 'PDF_FILE_ACTIVE_CONTENT',
  hidden_content: 'PDF_FILE_HIDDEN_CONTENT',
  changed_after_signing: 'PDF_FILE_CHANGED_AFTER_SIGNING',
}

/** The error of a PDF's fault. */
export function errorOfPdf(fault: PdfFault): ErrorName {
  return pdfErrors[fault] ?? 'PDF_FILE_TOO_COMPLEX'
}

/** Facts of a file that publishing needs. */
export interface ReadFile {
  pages: number
  /** Whether the company or the employee can still sign: their signature is missing and no existing one forbids it. */
  takes: { company: boolean; employee: boolean }
  isSigned: boolean
  /** A signed file that carries content which its pages don't show. */
  carriesMore: boolean
  text: string
}

/** Accepts a PDF and reads its text, or refuses with its error. */
export async function readFile(
  { services }: Pick<Context, 'services'>,
  bytes: Uint8Array,
  maxMegabytes: number,
): Promise<ReadFile> {
  const { engine, log } = services
  const found = await engine.read(bytes, { maxBytes: maxMegabytes * 1_048_576 })
  if (!found.ok) {
    const { fault, detail } = found
    log.info({ fault, detail }, 'a PDF was refused')
    const maximo = fault === 'too_many_pages' ? documentLimits.maxPages : maxMegabytes
    return refuse(errorOfPdf(fault), 'file', { maximo })
  }
  return {
    pages: found.pages,
    takes: { company: takes(found, 'company'), employee: takes(found, 'employee') },
    isSigned: found.signatures.some(({ signed }) => signed),
    carriesMore: found.carriesMore,
    text: found.text.join('\n'),
  }
}

/**
 * The file as it is published: an unsigned one is written anew with what its pages draw and nothing else, so that no
 * earlier revision and no object beyond reach goes with it.
 */
export async function writtenAnew(
  { services }: Pick<Context, 'services'>,
  bytes: Buffer,
  { pages, isSigned }: Pick<ReadFile, 'pages' | 'isSigned'>,
): Promise<Buffer> {
  if (isSigned) return bytes
  const made = await services.engine.assemble([
    { pdf: bytes, pages: Array.from({ length: pages }, (_, at) => at) },
  ])
  return made.ok ? Buffer.from(made.pdf) : refuse(errorOfPdf(made.fault), 'file')
}

/** Whether somebody can still sign a file: they haven't, and no signature that is there forbids more. */
export function takes(
  { locked, signatures }: Pick<Inspected, 'locked' | 'signatures'>,
  who: keyof typeof signatureFields,
): boolean {
  return !locked && !signatures.some((one) => one.signed && one.field === signatureFields[who])
}

/** The company's limits of publishing, at one moment. */
export interface PublishingLimits {
  /** Largest PDF. */
  megabytes: number
  /** First and last month (ISO) that can be published to, by the company's own day. */
  months: { desde: string; hasta: string }
  /** Months after their end for which people are still published to. */
  inactiveMonths: number
  /** The day (ISO) since which an employment may have ended. */
  oldestEnd: string
}

export async function publishingLimits(tx: Tx, zone: string, now: Date): Promise<PublishingLimits> {
  const settings = await getSettings(tx)
  const day = today(zone, now)
  const inactiveMonths = settings['publishing.inactive_months']
  return {
    megabytes: settings['publishing.max_megabytes'],
    months: {
      desde: addMonths(day, -settings['publishing.months_back']),
      hasta: addMonths(day, settings['publishing.months_ahead']),
    },
    inactiveMonths,
    oldestEnd: monthsBefore(day, inactiveMonths),
  }
}

/** Refuses a month outside the window, one for a type that has none, and none for a type that has. */
export async function checkPeriod(
  tx: Tx,
  ctx: Context,
  type: PublishableType,
  period: string | null,
): Promise<void> {
  refusePeriod(ctx, type, period, await publishingLimits(tx, ctx.session.zone, ctx.services.clock()))
}

/** {@link checkPeriod} with limits that are known already. */
export function refusePeriod(
  { request: { language } }: Pick<Context, 'request'>,
  type: Pick<PublishableType, 'has_period'>,
  period: string | null,
  { months: { desde, hasta } }: PublishingLimits,
): void {
  if (!type.has_period) {
    if (period !== null) refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', 'periodo')
    return
  }
  if (period === null) return refuse('SYSTEM_API_PARAMETER_REQUIRED', 'periodo')
  if (period < desde || period > hasta)
    refuse('PUBLISH_PERIOD_OUT_OF_WINDOW', 'periodo', {
      desde: shownMonth(desde, language),
      hasta: shownMonth(hasta, language),
    })
}

/** Whether somebody left longer ago than the company publishes to them. */
export function leftTooLongAgo(
  { state, ended_on }: Pick<Recipient, 'state' | 'ended_on'>,
  { oldestEnd }: PublishingLimits,
): boolean {
  return state === 'inactive' && ended_on !== null && ended_on < oldestEnd
}

/** A publication to check for doubts. */
export interface Doubted {
  person: Recipient
  type: PublishableType
  period: string | null
  file: ReadFile
  facts: TextFacts
  xml: ReadXml | null
  sha256: string
}

/** The database's facts for publications that are checked together. */
interface Known {
  /** People within reach whose numbers some of the files hold. */
  named: Awaited<ReturnType<typeof peopleNamed>>
  /** Files of the same bytes that their people have. */
  twins: Awaited<ReturnType<typeof sameBytes>>
  /** Ids of the company and its signers; asked for only where a stranger's number was found. */
  own: () => Promise<Set<string>>
}

/**
 * Finds the doubts that the user must confirm before publishing, each with the value read and the value chosen: two
 * queries for all publications, and a function that returns those of one.
 */
export async function doubting(
  tx: Tx,
  ctx: Context,
  publications: readonly Doubted[],
): Promise<(publication: Doubted) => Promise<Fault[]>> {
  const numbers = new Set(publications.flatMap((one) => [...one.facts.numbers, ...(one.xml?.numbers ?? [])]))
  // One publication needs the three that are told, and its own person; of many it isn't known whose they are.
  const most = publications.length === 1 ? 4 : undefined
  let own: Promise<Set<string>> | undefined
  const known: Known = {
    named: numbers.size > 0 ? await peopleNamed(tx.db, ctx.session, [...numbers], most) : [],
    twins: await sameBytes(
      tx.db,
      publications.map(({ person }) => person.id),
      publications.map(({ sha256 }) => sha256),
    ),
    own: () =>
      (own ??= companyIds(tx.db).then(({ employers, signers }) => new Set([...employers, ...signers]))),
  }
  return (publication) => doubtsOf(ctx, publication, known)
}

async function doubtsOf(ctx: Context, publication: Doubted, known: Known): Promise<Fault[]> {
  const { person, type, period, file, facts, xml, sha256 } = publication
  const { language } = ctx.request
  const printed = (id: string) => printedTaxId(id, ctx.session.country)
  const elegido = `${person.first_name} ${person.last_name} (${printed(person.cuil)})`
  const found: Fault[] = []
  if (person.state === 'inactive') {
    found.push(makeFault('PUBLISH_EMPLOYEE_INACTIVE', 'cuil', { nombre: elegido }))
  }
  if (type.signable && !file.takes.employee) {
    found.push(makeFault('PUBLISH_WITHOUT_EMPLOYEE_SIGNATURE', 'file', { elegido }))
  }
  if (file.carriesMore) found.push(makeFault('PUBLISH_CARRIES_MORE', 'file', { elegido }))
  const twin = known.twins.find((one) => one.employee_id === person.id && one.sha256 === sha256)
  if (twin) {
    const fecha = shownDay(twin.created_at, ctx.session.zone, language)
    found.push(makeFault('PUBLISH_SAME_FILE', 'file', { elegido, fecha }))
  }
  if (xml) found.push(...(await doubtsOfXml(ctx, { person, period, facts, xml, elegido }, known)))
  if (facts.isEmpty) {
    return [...found, makeFault('PUBLISH_NO_TEXT', 'file', { elegido })]
  }
  const { numbers, months } = facts
  const others = await othersIn(ctx, numbers, person, known)
  if (others.length > 0) {
    const leido = others.join(', ')
    found.push(makeFault('PUBLISH_OTHER_EMPLOYEE_IN_TEXT', 'cuil', { leido, elegido }))
  } else if (!numbers.has(person.cuil) && !numbers.has(person.dni)) {
    found.push(makeFault('PUBLISH_EMPLOYEE_NOT_IN_TEXT', 'cuil', { elegido }))
  }
  if (period !== null && months.size > 0 && !months.has(period)) {
    const leido = [...months].map((one) => shownMonth(one, language)).join(', ')
    found.push(
      makeFault('PUBLISH_OTHER_PERIOD_IN_TEXT', 'periodo', { leido, elegido: shownMonth(period, language) }),
    )
  }
  return found
}

/** Contradictions of an XML with the chosen person and month, or with its PDF. */
async function doubtsOfXml(
  ctx: Context,
  of: Pick<Doubted, 'person' | 'period' | 'facts'> & { xml: ReadXml; elegido: string },
  known: Known,
): Promise<Fault[]> {
  const { person, period, facts, xml, elegido } = of
  const { language } = ctx.request
  const found: Fault[] = []
  const add = (name: ErrorName, params: Record<string, string>) =>
    found.push(makeFault(name, 'xml', { elegido, ...params }))
  const { numbers } = xml
  const isTheirs = numbers.has(person.cuil) || numbers.has(person.dni)
  const others = isTheirs && xml.receiver !== null ? [] : await othersIn(ctx, numbers, person, known)
  if (others.length > 0) add('PUBLISH_OTHER_EMPLOYEE_IN_XML', { leido: others.join(', ') })
  else if (!isTheirs && xml.receiver !== null) add('PUBLISH_OTHER_EMPLOYEE_IN_XML', { leido: xml.receiver })
  else if (!isTheirs) add('PUBLISH_EMPLOYEE_NOT_IN_XML', {})
  if (period !== null && xml.paid) {
    const { from, to } = xml.paid
    if (from.slice(0, 7) > period.slice(0, 7) || to.slice(0, 7) < period.slice(0, 7))
      add('PUBLISH_OTHER_PERIOD_IN_XML', {
        desde: shownDate(from),
        hasta: shownDate(to),
        elegido: shownMonth(period, language),
      })
  }
  if (xml.total !== null && !facts.isEmpty && !facts.saysTotal)
    add('PUBLISH_OTHER_TOTAL_IN_XML', { leido: xml.total })
  return found
}

/** `04/11/2026` of a day (ISO); any other text is returned unchanged. */
function shownDate(day: string): string {
  return day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
}

/**
 * Ids of other people in the text: people within reach by name, and numbers that are certainly personal ids. An
 * employee out of reach is reported like a stranger.
 */
async function othersIn(
  ctx: Context,
  numbers: ReadonlySet<string>,
  person: Recipient,
  known: Known,
): Promise<string[]> {
  if (numbers.size === 0) return []
  const printed = (id: string) => printedTaxId(id, ctx.session.country)
  const others = known.named
    .filter(({ id, cuil, dni }) => id !== person.id && (numbers.has(cuil) || numbers.has(dni)))
    .slice(0, 3)
  const unknown = [...numbers].filter(
    (number) =>
      number !== person.cuil &&
      number !== person.dni &&
      !others.some((one) => one.cuil === number) &&
      isSurelyPersonal(number, ctx.session.country),
  )
  if (others.length + unknown.length === 0) return []
  const own = await known.own()
  const named = others.filter((one) => !own.has(one.cuil))
  const strangers = unknown.filter((number) => !own.has(number))
  return [
    ...named.map((one) => `${printed(one.cuil)} (${one.first_name} ${one.last_name})`),
    ...strangers.slice(0, 3).map(printed),
  ]
}

const regions = { es: 'es-AR', pt: 'pt-BR' }

/** `octubre de 2026`. */
export function shownMonth(month: string, language: 'es' | 'pt'): string {
  const format = new Intl.DateTimeFormat(regions[language], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(new Date(month))
}

/** `04/11/2026`, in the company's zone. */
export function shownDay(at: Date, zone: string, language: 'es' | 'pt'): string {
  return new Intl.DateTimeFormat(regions[language], {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(at)
}
