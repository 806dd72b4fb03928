import type { ErrorCode } from '#contract/errors.ts'
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
import { idsIn, isSurelyPersonal, monthsIn } from '#server/shared/text/document-text.ts'
import { type ReadXml, saysAmount } from './xml.ts'

const faultCodes: Partial<Record<PdfFault, ErrorCode>> = {
  empty: 'SYSTEM_API_INVALID_PDF_FILE_SIZE',
  not_pdf: '4',
  damaged: '4',
  encrypted: '268',
  too_big: 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
  too_many_pages: 'PDF_FILE_TOO_MANY_PAGES',
  page_size: 'PDF_FILE_PAGE_SIZE_EXCEPTION',
  active_content: 'PDF_FILE_ACTIVE_CONTENT',
  hidden_content: 'PDF_FILE_HIDDEN_CONTENT',
  changed_after_signing: 'PDF_FILE_CHANGED_AFTER_SIGNING',
}

/** The code of what is wrong with a PDF. */
export function codeOfFault(fault: PdfFault): ErrorCode {
  return faultCodes[fault] ?? 'PDF_FILE_TOO_COMPLEX'
}

/** Facts of a file that publishing needs. */
export interface ReadFile {
  pages: number
  /** Whether the company or the employee can still sign: their signature is missing and no existing one forbids it. */
  takes: { company: boolean; employee: boolean }
  text: string
}

/** Accepts a PDF and reads its text, or refuses with the code of what is wrong with it. */
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
    const code = codeOfFault(fault)
    const maximo = fault === 'too_many_pages' ? documentLimits.maxPages : maxMegabytes
    return refuse(code, 'file', { maximo })
  }
  return {
    pages: found.pages,
    takes: { company: takes(found, 'company'), employee: takes(found, 'employee') },
    text: found.text.join('\n'),
  }
}

/** Whether somebody can still sign a file: they haven't, and no signature that is there forbids more. */
export function takes(
  { locked, signatures }: Pick<Inspected, 'locked' | 'signatures'>,
  who: keyof typeof signatureFields,
): boolean {
  return !locked && !signatures.some((one) => one.signed && one.field === signatureFields[who])
}

/** The months that can be published to, by the company's own day. */
export async function monthWindow(
  tx: Tx,
  zone: string,
  now: Date,
): Promise<{ desde: string; hasta: string }> {
  const settings = await getSettings(tx)
  const day = today(zone, now)
  return {
    desde: addMonths(day, -settings['publishing.months_back']),
    hasta: addMonths(day, settings['publishing.months_ahead']),
  }
}

/** Refuses a month outside the window, one for a type that has none, and none for a type that has. */
export async function checkPeriod(
  tx: Tx,
  ctx: Context,
  type: PublishableType,
  period: string | null,
): Promise<void> {
  if (!type.has_period) {
    if (period !== null) refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', 'periodo')
    return
  }
  if (period === null) return refuse('SYSTEM_API_PARAMETER_REQUIRED', 'periodo')
  const { desde, hasta } = await monthWindow(tx, ctx.session.zone, ctx.services.clock())
  if (period < desde || period > hasta) {
    const { language } = ctx.request
    refuse('PUBLISH_PERIOD_OUT_OF_WINDOW', 'periodo', {
      desde: shownMonth(desde, language),
      hasta: shownMonth(hasta, language),
    })
  }
}

/** Refuses somebody who left longer ago than the company publishes to them. */
export async function checkRecipient(tx: Tx, ctx: Context, person: Recipient): Promise<void> {
  if (person.state !== 'inactive' || !person.ended_on) return
  const meses = (await getSettings(tx))['publishing.inactive_months']
  const day = today(ctx.session.zone, ctx.services.clock())
  if (person.ended_on < monthsBefore(day, meses)) refuse('PUBLISH_EMPLOYEE_ENDED', 'cuil', { meses })
}

/** A publication to check for doubts. */
export interface Doubted {
  person: Recipient
  type: PublishableType
  period: string | null
  file: ReadFile
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

/** Doubts that the user must confirm before publishing, each with the value read and the value chosen. */
export async function doubts(tx: Tx, ctx: Context, publication: Doubted): Promise<Fault[]> {
  return (await doubting(tx, ctx, [publication]))(publication)
}

/** {@link doubts} of many publications, with two questions for all of them. */
export async function doubting(
  tx: Tx,
  ctx: Context,
  publications: readonly Doubted[],
): Promise<(publication: Doubted) => Promise<Fault[]>> {
  const numbers = new Set(publications.flatMap((one) => [...idsIn(one.file.text), ...numbersOfXml(one.xml)]))
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

function numbersOfXml(xml: ReadXml | null): Set<string> {
  if (!xml) return new Set()
  return xml.receiver === null ? idsIn(xml.text) : new Set([xml.receiver])
}

async function doubtsOf(ctx: Context, publication: Doubted, known: Known): Promise<Fault[]> {
  const { person, type, period, file, xml, sha256 } = publication
  const { language } = ctx.request
  const printed = (id: string) => printedTaxId(id, ctx.session.country)
  const elegido = `${person.first_name} ${person.last_name} (${printed(person.cuil)})`
  const found: Fault[] = []
  if (person.state === 'inactive') {
    found.push({ code: 'PUBLISH_EMPLOYEE_INACTIVE', field: 'cuil', params: { nombre: elegido } })
  }
  if (type.signable && !file.takes.employee) {
    found.push({ code: 'PUBLISH_WITHOUT_EMPLOYEE_SIGNATURE', field: 'file', params: { elegido } })
  }
  const twin = known.twins.find((one) => one.employee_id === person.id && one.sha256 === sha256)
  if (twin) {
    const fecha = shownDay(twin.created_at, ctx.session.zone, language)
    found.push({ code: 'PUBLISH_SAME_FILE', field: 'file', params: { elegido, fecha } })
  }
  if (xml) found.push(...(await doubtsOfXml(ctx, { person, period, file, xml, elegido }, known)))
  if (file.text.trim() === '') {
    return [...found, { code: 'PUBLISH_NO_TEXT', field: 'file', params: { elegido } }]
  }
  const numbers = idsIn(file.text)
  const others = await othersIn(ctx, numbers, person, known)
  if (others.length > 0) {
    const leido = others.join(', ')
    found.push({ code: 'PUBLISH_OTHER_EMPLOYEE_IN_TEXT', field: 'cuil', params: { leido, elegido } })
  } else if (!numbers.has(person.cuil) && !numbers.has(person.dni)) {
    found.push({ code: 'PUBLISH_EMPLOYEE_NOT_IN_TEXT', field: 'cuil', params: { elegido } })
  }
  const months = monthsIn(file.text)
  if (period !== null && months.size > 0 && !months.has(period)) {
    const leido = [...months].map((one) => shownMonth(one, language)).join(', ')
    found.push({
      code: 'PUBLISH_OTHER_PERIOD_IN_TEXT',
      field: 'periodo',
      params: { leido, elegido: shownMonth(period, language) },
    })
  }
  return found
}

/** Contradictions of an XML with the chosen person and month, or with its PDF. */
async function doubtsOfXml(
  ctx: Context,
  of: { person: Recipient; period: string | null; file: ReadFile; xml: ReadXml; elegido: string },
  known: Known,
): Promise<Fault[]> {
  const { person, period, file, xml, elegido } = of
  const { language } = ctx.request
  const found: Fault[] = []
  const add = (code: ErrorCode, params: Record<string, string>) =>
    found.push({ code, field: 'xml', params: { elegido, ...params } })
  const numbers = numbersOfXml(xml)
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
  if (xml.total !== null && file.text.trim() !== '' && !saysAmount(file.text, xml.total))
    add('PUBLISH_OTHER_TOTAL_IN_XML', { leido: xml.total })
  return found
}

/** `04/11/2026` of a day (ISO); what is none stays as it is. */
function shownDate(day: string): string {
  return day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
}

/**
 * Ids of other people in the text: people within reach by name, and numbers that are certainly personal ids. An
 * employee out of reach is reported like a stranger.
 */
async function othersIn(
  ctx: Context,
  numbers: Set<string>,
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
