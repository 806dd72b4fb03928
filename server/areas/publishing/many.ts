import { createHash } from 'node:crypto'
import { type Published, publishingActs } from '#contract/publishing.ts'
import type { Context, UploadedFile } from '../../shared/context.ts'
import { type Fault, Refusal, refuse } from '../../shared/errors.ts'
import { recordEvents } from '../../shared/events.ts'
import { insertKept, type StoredFile } from '../../shared/files.ts'
import { getSettings } from '../../shared/settings.ts'
import type { Tx } from '../../shared/tenancy.ts'
import { addRevisions, createDocuments, recordSignatures } from '../documents/operations.ts'
import { type CompanySigner, type Signature, signaturePlaces, signByCompany } from '../signing/operations.ts'
import { announce } from './announcement.ts'
import { checkPeriod, checkRecipient, type Doubted, doubting, type ReadFile, readFile } from './checks.ts'
import {
  lockPlaces,
  type PublishableType,
  publishableType,
  type Recipient,
  recipientsOf,
  standingAt,
  toBeSigned,
} from './queries.ts'
import { checkXml, type ReadXml, readXml } from './xml.ts'

/** One of many documents: the PDF, with its XML where the type has the flag. */
export interface Publication {
  cuil: string
  tipo: number
  /** The month's first day (ISO); null where the type has no period. */
  periodo: string | null
  notificar: boolean
  file: UploadedFile
}

/** What became of one publication: in the order of what was asked for. */
export type Outcome = Pick<Published, 'id' | 'correo'> | { refused: readonly Fault[] }

/** Documents of one wave: what a transaction writes, and what lies in memory, at once. */
const wave = 64

/**
 * Publishes many documents, with the company's signature unless `signer` is null: the checks, rows, events and mails
 * of publishing each of them alone, in waves of a few transactions. What is wrong with one stops that one only. Asked for again after an
 * interruption it goes on: what was published is refused as being there, and what waits for its signature is signed.
 * Nobody else's act comes between: a wave that meets one is refused whole with DOCUMENT_CHANGED and can be repeated.
 */
export async function publishMany(
  ctx: Context,
  publications: readonly Publication[],
  signer: CompanySigner | null,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let at = 0; at < publications.length; at += wave)
    outcomes.push(...(await publishWave(ctx, publications.slice(at, at + wave), signer)))
  return outcomes
}

interface Ready {
  publication: Publication
  person: Recipient
  type: PublishableType
  read: ReadFile
  xml: ReadXml | null
  sha256: string
  doubts: Fault[]
  /** The document that an interruption left waiting, where there is one. */
  begun: number | undefined
}

async function publishWave(
  ctx: Context,
  publications: readonly Publication[],
  signer: CompanySigner | null,
): Promise<Outcome[]> {
  const prepared = await prepareWave(ctx, publications)
  const ready = prepared.filter((one): one is Ready => !('refused' in one))
  const published = signer
    ? await signWave(ctx, await putDocuments(ctx, ready, 'waiting_company_signature', asTheyAre), signer)
    : await putDocuments(ctx, ready, 'published', (tx, documents) => announceAll(ctx, tx, documents))
  let next = 0
  return prepared.map((one) => ('refused' in one ? one : (published[next++] ?? { refused: [] })))
}

const asTheyAre = (_: Tx, documents: readonly Waiting[]) => Promise.resolve(documents)

/** Queues the mails that tell people of what they have got. */
async function announceAll(ctx: Context, tx: Tx, documents: readonly Waiting[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { id, person, type, publication } of documents) {
    const told = { id, period: publication.periodo, typeName: type.name, notify: publication.notificar }
    outcomes.push({ id, correo: await announce(ctx, tx, person, told) })
  }
  return outcomes
}

/** Everything that is asked of each before anything is written; the files are read beside each other. */
async function prepareWave(
  ctx: Context,
  publications: readonly Publication[],
): Promise<(Ready | { refused: readonly Fault[] })[]> {
  const cuils = publications.map(({ cuil }) => cuil.toUpperCase())
  const { people, types, megabytes } = await ctx.read(async (tx) => ({
    people: new Map((await recipientsOf(tx.db, ctx.session, cuils)).map((one) => [one.cuil, one])),
    types: await typesOf(tx, ctx, publications),
    megabytes: (await getSettings(tx))['publishing.max_megabytes'],
  }))
  const reading = publications.map((publication) =>
    kept(async () => {
      const { cuil, tipo, file, notificar } = publication
      const person = people.get(cuil.toUpperCase())
      if (!person) refuse('SYSTEM_API_INVALID_CUIL', 'cuil')
      const type = types.get(tipo)
      if (!type) refuse('NOT_FOUND', 'tipo')
      if (type.is_form) refuse('PUBLISH_TYPE_NOT_SUITABLE', 'tipo')
      checkXml(type, file, file.beside)
      if (notificar && !type.visible) refuse('PUBLISH_NOTIFY_NOT_VISIBLE', 'notificar')
      const read = await readFile(ctx, file.bytes, megabytes)
      if (!read.takes.company) refuse('SIGN_DOCUMENT_LOCKED', 'file')
      const sha256 = createHash('sha256').update(file.bytes).digest('hex')
      return { publication, person, type, read, xml: file.beside ? readXml(file.beside) : null, sha256 }
    }),
  )
  const read = await Promise.all(reading)
  return ctx.read(async (tx) => {
    const standing = await standingAt(
      tx.db,
      read.flatMap((one) => ('refused' in one ? [] : [placeOf(one)])),
    )
    const months = new Map<string, Promise<{ refused: readonly Fault[] } | null>>()
    const found: (Ready | { refused: readonly Fault[] })[] = []
    const doubt = await doubting(
      tx,
      ctx,
      read.flatMap((one) => ('refused' in one ? [] : [doubtedOf(one)])),
    )
    for (const one of read) {
      if ('refused' in one) {
        found.push(one)
        continue
      }
      const month = `${one.type.id} ${one.publication.periodo}`
      const outside = months.get(month) ?? monthRefused(tx, ctx, one)
      months.set(month, outside)
      const refusedMonth = await outside
      found.push(refusedMonth ?? (await kept(() => doubted(tx, ctx, one, standing, doubt))))
    }
    return found
  })
}

function monthRefused(tx: Tx, ctx: Context, { type, publication }: Pick<Ready, 'type' | 'publication'>) {
  return kept(() => checkPeriod(tx, ctx, type, publication.periodo)).then((outcome) => outcome ?? null)
}

/** What is there already, what an interruption left, and what has to be confirmed. */
async function doubted(
  tx: Tx,
  ctx: Context,
  one: Omit<Ready, 'doubts' | 'begun'>,
  standing: Awaited<ReturnType<typeof standingAt>>,
  doubt: Awaited<ReturnType<typeof doubting>>,
): Promise<Ready> {
  const { person, type, publication, sha256 } = one
  await checkRecipient(tx, ctx, person)
  const there = standing.filter(
    (document) =>
      document.employee_id === person.id &&
      document.type_id === type.id &&
      document.period === publication.periodo,
  )
  const begun = there.find(
    (document) =>
      publishingActs.sign.includes(document.state) &&
      document.sha256 === sha256 &&
      document.created_by === ctx.session.userId,
  )
  if (begun) return { ...one, doubts: [], begun: begun.id }
  if (there[0] && publication.periodo !== null && !type.several_a_period)
    refuse('SYSTEM_API_FILE_EXISTS', 'periodo', { existente: `: ${there[0].file_name}` })
  const needed = await doubt(doubtedOf(one))
  ctx.confirm(needed)
  return { ...one, doubts: needed, begun: undefined }
}

function doubtedOf({
  person,
  type,
  publication,
  read,
  xml,
  sha256,
}: Omit<Ready, 'doubts' | 'begun'>): Doubted {
  return { person, type, period: publication.periodo, file: read, xml, sha256 }
}

async function typesOf(tx: Tx, ctx: Context, publications: readonly Publication[]) {
  const types = new Map<number, PublishableType>()
  for (const id of new Set(publications.map(({ tipo }) => tipo))) {
    const type = await publishableType(tx.db, ctx.session, id)
    if (type) types.set(id, type)
  }
  return types
}

interface Waiting extends Ready {
  id: number
}

/**
 * Commits what has nothing waiting yet in this state: waiting for the company's signature and invisible until it is
 * signed, or published as it came; and in the same transaction what follows of it.
 */
async function putDocuments<T>(
  ctx: Context,
  ready: readonly Ready[],
  state: 'waiting_company_signature' | 'published',
  follow: (tx: Tx, documents: readonly Waiting[]) => Promise<T>,
): Promise<T> {
  const { services, session } = ctx
  const fresh = ready.filter(({ begun }) => begun === undefined)
  const stored = await Promise.all(
    fresh.map(async ({ publication, xml }) => ({
      pdf: await put(ctx, publication.file.bytes, 'pdf'),
      xml: xml && (await put(ctx, xml.bytes, 'xml')),
    })),
  )
  const at = services.clock()
  return ctx.write(async (tx) => {
    await lockPlaces(tx.db, tx.company, ready.map(placeOf))
    const pdfs = await insertKept(
      tx,
      stored.map(({ pdf }) => pdf),
    )
    const xmls = await insertKept(
      tx,
      stored.flatMap(({ xml }) => (xml ? [xml] : [])),
    )
    let nextXml = 0
    const made = await createDocuments(
      tx,
      fresh.map(({ person, type, publication, read, sha256 }, index) => ({
        employee_id: person.id,
        type_id: type.id,
        period: publication.periodo,
        state,
        ...(state === 'published' && { published_at: at }),
        signing: type.signable ? ('pending' as const) : ('none' as const),
        source: 'portal' as const,
        file_name: publication.file.name,
        pages: read.pages,
        cuil_as_read: person.cuil,
        notify: publication.notificar,
        created_by: session.userId,
        created_at: at,
        xml_file_id: stored[index]?.xml ? (xmls[nextXml++] ?? null) : null,
        file: { id: pdfs[index] ?? 0, sha256 },
      })),
    )
    await recordEvents(
      tx,
      fresh.map(({ sha256, xml, doubts: confirmed }, index) => ({
        subject: { kind: 'document' as const, id: made[index]?.id ?? 0 },
        act: state === 'published' ? 'published' : 'uploaded',
        ...ctx.evidence,
        at,
        data: {
          sha256,
          ...(xml && { xml: createHash('sha256').update(xml.bytes).digest('hex') }),
          confirmed: confirmed.map(({ code }) => code),
          ...(state === 'published' && { signed: false }),
        },
      })),
    )
    let next = 0
    return follow(
      tx,
      ready.map((one) => ({ ...one, id: one.begun ?? made[next++]?.id ?? 0 })),
    )
  })
}

/** Signs what waits, and makes all of it public in one transaction with its evidence and mails. */
async function signWave(
  ctx: Context,
  waiting: readonly Waiting[],
  signer: CompanySigner,
): Promise<Outcome[]> {
  if (waiting.length === 0) return []
  const { services, session } = ctx
  const when = services.clock()
  const facts = await ctx.read(async (tx) => {
    const documents = await toBeSigned(
      tx.db,
      waiting.map(({ id }) => id),
    )
    const places = new Map<string, ReturnType<typeof signaturePlaces>>()
    return Promise.all(
      waiting.map(async ({ id, type, read }) => {
        const document = documents.get(id)
        if (!document) return refuse('DOCUMENT_CHANGED')
        const { verification_code, type_version } = document
        const key = `${type.id} ${type_version} ${read.pages}`
        const found = places.get(key) ?? signaturePlaces(tx, type.id, type_version, read.pages)
        places.set(key, found)
        return { verificationCode: verification_code, places: await found }
      }),
    )
  })
  const signatures = await Promise.all(
    waiting.map(async ({ publication, type }, index) => {
      const signature = await signByCompany(services, signer, {
        pdf: publication.file.bytes,
        ...(facts[index] ?? refuse('DOCUMENT_CHANGED')),
        language: session.country === 'BR' ? 'pt' : 'es',
        zone: session.zone,
        when,
        employeeSignsToo: type.signable,
      })
      return { signature, stored: await put(ctx, signature.bytes, 'pdf') }
    }),
  )
  return ctx.write(async (tx) => {
    const files = await insertKept(
      tx,
      signatures.map(({ stored }) => stored),
    )
    const revisions = await addRevisions(
      tx,
      waiting.map(({ id }, index) => ({
        documentId: id,
        expectedRevision: 1,
        expectedState: 'waiting_company_signature' as const,
        madeBy: 'company' as const,
        file: { id: files[index] ?? 0, sha256: signatures[index]?.stored.sha256 ?? '' },
        set: { state: 'published' as const, published_at: when, certificate_id: signer.certificateId },
      })),
    )
    const made = waiting.flatMap(({ id }, index) => {
      const [signature, revision] = [signatures[index]?.signature, revisions[index]]
      return signature && revision !== undefined ? [{ id, signature, revision }] : []
    })
    await note(ctx, tx, made, signer, when)
    return announceAll(ctx, tx, waiting)
  })
}

/** The evidence of the signatures, and of the publications that they complete. */
async function note(
  ctx: Context,
  tx: Tx,
  made: readonly { id: number; signature: Signature; revision: number }[],
  signer: CompanySigner,
  when: Date,
): Promise<void> {
  await recordSignatures(
    tx,
    made.map(({ id, signature, revision }) => ({
      document_id: id,
      revision,
      signer: 'company' as const,
      certificate_id: signer.certificateId,
      user_id: ctx.session.userId,
      signer_name: signature.signerName,
      method: 'certificate_password' as const,
      level: signature.level,
      algorithm: signature.algorithm,
      certificate_serial: signature.serial,
      sha256: signature.sha256,
      signed_digest: signature.signedDigest,
      signed_at: when,
    })),
  )
  await recordEvents(
    tx,
    made.map(({ id, signature, revision }) => ({
      subject: { kind: 'document' as const, id },
      act: 'published',
      ...ctx.evidence,
      at: when,
      data: {
        signed: true,
        revision,
        sha256: signature.sha256,
        certificate: signer.certificateId,
        serial: signature.serial,
        level: signature.level,
      },
    })),
  )
}

function placeOf({ person, type, publication }: Pick<Ready, 'person' | 'type' | 'publication'>) {
  return { employeeId: person.id, typeId: type.id, period: publication.periodo }
}

function put(ctx: Context, bytes: Uint8Array, type: 'pdf' | 'xml'): Promise<StoredFile> {
  const { services, session } = ctx
  return services.files.put(session.company, bytes, { type, maxBytes: bytes.length })
}

/** A refusal of one as what became of it. */
async function kept<T>(work: () => Promise<T>): Promise<T | { refused: readonly Fault[] }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.faults }
    throw error
  }
}
