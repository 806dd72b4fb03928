import { createHash } from 'node:crypto'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { type Fault, Refusal, refuse } from '#server/shared/errors.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import {
  errorOfPdf,
  doubting,
  leftTooLongAgo,
  type PublishingLimits,
  publishingLimits,
  type ReadFile,
  readFile,
  refusePeriod,
  shownDay,
  writtenAnew,
} from './checks.ts'
import { findOccupied, type Occupied } from './places.ts'
import {
  interruptedAmong,
  type Place,
  type PublishableType,
  publishableType,
  type Recipient,
  recipientsOf,
} from './queries.ts'
import { findTextFacts, readXmlFile } from './in-workers.ts'
import type { TextFacts } from './worker.ts'
import { checkXml, type ReadXml } from './xml.ts'

/** One document to publish: the PDF, with its XML beside it where the type has the flag. */
export interface Publication {
  cuil: string
  tipo: number
  /** The month's first day (ISO); null where the type has no period. */
  periodo: string | null
  notificar: boolean
  file: UploadedFile
}

/** A publication that was checked, and of which nothing is written yet. */
export interface Prepared {
  person: Recipient
  type: PublishableType
  place: Place
  file: ReadFile
  name: string
  bytes: Buffer
  sha256: string
  facts: TextFacts
  xml: (ReadXml & { bytes: Buffer; sha256: string }) | null
  notify: boolean
  /** Doubts that the user must confirm before it is published. */
  doubts: Fault[]
  /** The document that an interrupted attempt of this same publication left. */
  begun: number | undefined
}

interface Manner {
  /** Whether the company signs. */
  signs: boolean
  /**
   * Each replaces the document that stands there: it keeps its month, whatever the window of months, and its place is
   * free.
   */
  replaces?: boolean
  /** Each was published to another person before: it keeps its month, whatever the window of months. */
  moves?: boolean
}

/** Checks publications and writes nothing. Returns for each, in their order, the facts found or the refusal. */
export async function prepareAll(
  ctx: Context,
  publications: readonly Publication[],
  manner: Manner,
): Promise<(Prepared | Refusal)[]> {
  const { chosen, limits } = await ctx.read((tx) => chooseAll(tx, ctx, publications, manner))
  const read = await Promise.all(
    chosen.map((one) =>
      orRefusal(() => {
        if (one instanceof Refusal) throw one
        return readOne(ctx, one, manner, limits.megabytes)
      }),
    ),
  )
  return ctx.read((tx) => findDoubts(tx, ctx, read, manner))
}

/** Whether the employee is asked to sign it. */
export function asksForSignature({ type, file }: Pick<Prepared, 'type' | 'file'>): boolean {
  return type.signable && file.takes.employee
}

/** The facts of a publication for its event. */
export function evidenceOf({ sha256, xml, doubts }: Prepared) {
  return { sha256, ...(xml && { xml: xml.sha256 }), confirmed: doubts.map(({ code }) => code) }
}

/** Returns the refusal with which some work ended, instead of throwing it. */
export async function orRefusal<T>(work: () => T | Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

export function isAccepted<T>(one: T | Refusal): one is T {
  return !(one instanceof Refusal)
}

type Chosen = Pick<Prepared, 'person' | 'type' | 'place'> & { publication: Publication }

/** Finds the people and types within reach, and checks what can be checked without the files. */
async function chooseAll(
  tx: Tx,
  ctx: Context,
  publications: readonly Publication[],
  { replaces = false, moves = false }: Manner,
): Promise<{ chosen: (Chosen | Refusal)[]; limits: PublishingLimits }> {
  const { session, services } = ctx
  const cuils = publications.map(({ cuil }) => cuil.toUpperCase())
  const people = new Map((await recipientsOf(tx.db, session, cuils)).map((one) => [one.cuil, one]))
  const types = new Map<number, PublishableType | undefined>()
  for (const { tipo } of publications)
    if (!types.has(tipo)) types.set(tipo, await publishableType(tx.db, session, tipo))
  const limits = await publishingLimits(tx, session.zone, services.clock())
  const choose = (publication: Publication): Chosen => {
    const { cuil, tipo, periodo: period, notificar, file } = publication
    const person = people.get(cuil.toUpperCase())
    if (!person) refuse('SYSTEM_API_INVALID_CUIL', 'cuil')
    const type = types.get(tipo)
    if (!type) refuse('NOT_FOUND', 'tipo')
    if (type.is_form) refuse('PUBLISH_TYPE_NOT_SUITABLE', 'tipo')
    checkXml(type, file, file.beside)
    if (notificar && !type.visible) refuse('PUBLISH_NOTIFY_NOT_VISIBLE', 'notificar')
    if (leftTooLongAgo(person, limits))
      refuse('PUBLISH_EMPLOYEE_ENDED', 'cuil', { meses: limits.inactiveMonths })
    if (!replaces && !moves) refusePeriod(ctx, type, period, limits)
    return { publication, person, type, place: { employeeId: person.id, typeId: type.id, period } }
  }
  return { chosen: await Promise.all(publications.map((one) => orRefusal(() => choose(one)))), limits }
}

type Read = Omit<Prepared, 'doubts' | 'begun'>

async function readOne(
  ctx: Context,
  { publication: { file: upload, notificar }, ...chosen }: Chosen,
  { signs }: Manner,
  megabytes: number,
): Promise<Read> {
  const { bytes, name, beside } = upload
  const xml = beside
    ? {
        ...(await readXmlFile(ctx.services, beside.bytes)),
        bytes: beside.bytes,
        sha256: sha256Of(beside.bytes),
      }
    : null
  const file = await readFile(ctx, bytes, megabytes)
  if (signs && !file.takes.company) refuse('SIGN_DOCUMENT_LOCKED', 'file')
  const facts = await findTextFacts(ctx.services, { text: file.text, total: xml?.total ?? null })
  if (!facts.ok) return refuse(errorOfPdf(facts.fault), 'file')
  const anew = await writtenAnew(ctx, bytes, file)
  return { ...chosen, file, facts, name, bytes: anew, sha256: sha256Of(anew), xml, notify: notificar }
}

/** Refuses those whose place is taken, and finds interrupted attempts and doubts of the others. */
async function findDoubts(
  tx: Tx,
  ctx: Context,
  read: readonly (Read | Refusal)[],
  { signs, replaces = false, moves = false }: Manner,
): Promise<(Prepared | Refusal)[]> {
  const accepted = read.filter(isAccepted)
  if (accepted.length === 0) return read.filter((one) => one instanceof Refusal)
  const begun =
    signs && !replaces && !moves ? await findInterrupted(tx, ctx, accepted) : new Map<Read, number>()
  const fresh = accepted.filter((one) => !begun.has(one))
  const occupied = await findOccupied(tx.db, replaces ? [] : fresh.map(({ place }) => place))
  const doubtsOf = await doubting(tx, ctx, fresh.map(doubted))
  const found: (Prepared | Refusal)[] = []
  for (const one of read) {
    found.push(
      await orRefusal(async () => {
        if (one instanceof Refusal) throw one
        // Somebody who continues an interrupted attempt confirmed its doubts already.
        if (begun.has(one)) return { ...one, begun: begun.get(one), doubts: [] }
        refuseTaken(ctx, one, occupied)
        return { ...one, begun: undefined, doubts: await doubtsOf(doubted(one)) }
      }),
    )
  }
  return found
}

function doubted({ person, type, place, file, facts, xml, sha256 }: Read) {
  return { person, type, period: place.period, file, facts, xml, sha256 }
}

/** Refuses a taken place, naming its document. */
function refuseTaken(ctx: Context, { place, type }: Read, occupied: Occupied): void {
  const there = occupied.blocking(place, type)
  if (!there) return
  const day = shownDay(there.created_at, ctx.session.zone, ctx.request.language)
  refuse('SYSTEM_API_FILE_EXISTS', 'periodo', { existente: `: ${there.file_name}, ${day}` })
}

/** The documents that interrupted attempts of these same publications left waiting for their signature. */
export async function findInterrupted<T extends Pick<Prepared, 'place' | 'sha256' | 'xml'>>(
  tx: Tx,
  { session }: Pick<Context, 'session'>,
  publications: readonly T[],
): Promise<Map<T, number>> {
  const waiting = await interruptedAmong(
    tx.db,
    publications.map(({ place }) => place.employeeId),
    publications.map(({ sha256 }) => sha256),
    session.userId,
  )
  const found = new Map<T, number>()
  for (const one of publications) {
    const { place, sha256, xml } = one
    const mine = waiting.find(
      (row) =>
        row.employee_id === place.employeeId &&
        row.type_id === place.typeId &&
        row.period === place.period &&
        row.sha256 === sha256 &&
        row.xml === (xml?.sha256 ?? null),
    )
    if (mine) found.set(one, mine.id)
  }
  return found
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
