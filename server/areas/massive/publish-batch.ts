import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorCode } from '#contract/errors.ts'
import type { Refusal as PdfRefusal } from '#pdf/faults.ts'
import type { Inspected } from '#pdf/inspect.ts'
import { Refusal } from '../../shared/errors.ts'
import { recordEvents } from '../../shared/events.ts'
import { insertKept, type StoredFile } from '../../shared/files.ts'
import { getSettings } from '../../shared/settings.ts'
import type { Services } from '../../shared/services.ts'
import { type Tx, withTenant } from '../../shared/tenancy.ts'
import { addMonths, today } from '../../shared/today.ts'
import { createDocuments, newVerificationCode, recordSignatures } from '../documents/operations.ts'
import {
  lockPlaces,
  type Place,
  type PublishableType,
  publishableType,
  type Recipient,
  recipientsById,
  standingAt,
} from '../publishing/operations.ts'
import {
  type CompanySigner,
  type Signature,
  type SignaturePlaces,
  signaturePlaces,
  signByCompany,
} from '../signing/operations.ts'
import { tell } from './announcing.ts'
import {
  type Claimed,
  claimItems,
  type Failure,
  noteOutcomes,
  releaseClaims,
  renewClaims,
  type Running,
  stillMine,
} from './publish-queries.ts'

/** What a batch is published with. */
export interface Batch {
  services: Services
  company: number
  of: Running
  /** Null: published as the files came. */
  signer: CompanySigner | null
  /** The worker, for its name on what it has in hand. */
  worker: string
}

/** An item that may be published, and then with its bytes. */
interface Ready {
  item: Claimed
  person: Recipient
  pages: number
  asksEmployee: boolean
  verificationCode: string
  signed: { signature: Signature; stored: StoredFile } | null
}

/** What all of a batch share. */
interface Common {
  type: PublishableType
  people: Map<number, Recipient>
  taken: ReadonlySet<number>
  sequences: Map<number, number>
  oldestEnd: string
  placesOf: (pages: number) => SignaturePlaces
  /** A file that many get is looked at once. */
  inspected: (item: Claimed) => Promise<Inspected | PdfRefusal>
}

/**
 * Takes items in hand, checks them again, signs them, and publishes them with their evidence and mails in one
 * transaction: nothing is ever half there, and what a killed server had in hand is taken up by another. Answers how
 * many it took; 0: there is nothing that nobody has.
 */
export async function publishBatch(batch: Batch): Promise<number> {
  const { services, company, of, worker } = batch
  const name = `${worker} ${randomUUID()}`
  const run: Run = (work) => withTenant(services.database.pool, services.jobs, company, work)
  const items = await run((tx) => claimItems(tx, of.id, name))
  if (items.length === 0) return 0
  const renewing = setInterval(() => {
    run((tx) => renewClaims(tx, of.id, name)).catch((error: unknown) =>
      services.log.warn({ err: error, process: of.id }, 'a claim was not renewed'),
    )
  }, 5000)
  try {
    const common = await run((tx) => commonOf(tx, batch, items))
    const made = await Promise.all(items.map((item) => makeOne(batch, common, item)))
    await run((tx) => write(tx, batch, name, common, made))
  } catch (error) {
    await run((tx) => releaseClaims(tx, of.id, name)).catch(() => {})
    throw error
  } finally {
    clearInterval(renewing)
  }
  return items.length
}

type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

async function commonOf(
  tx: Tx,
  { services, of }: Batch,
  items: readonly Claimed[],
): Promise<Common | Failure['code']> {
  const { viewer } = of.publisher
  const type = await publishableType(tx.db, viewer, of.type_id)
  if (!type) return 'PROCESS_TYPE_GONE'
  const ids = items.map(({ recipient_id }) => recipient_id)
  const people = await recipientsById(tx.db, viewer, ids)
  const months = (await getSettings(tx))['publishing.inactive_months']
  const day = today(of.zone, services.clock())
  const places = new Map<number, SignaturePlaces>()
  for (const pages of new Set(items.map((item) => item.pages)))
    places.set(pages, await signaturePlaces(tx, type.id, await versionOf(tx, of), pages))
  return {
    type,
    people: new Map(people.map((person) => [person.id, person])),
    ...(await standing(tx, of, type, ids)),
    oldestEnd: `${addMonths(`${day.slice(0, 7)}-01`, -months).slice(0, 7)}-${day.slice(8)}`,
    placesOf: (pages) => places.get(pages) ?? refused('PROCESS_SIGNATURE_POSITION_INVALID'),
    inspected: inspecting(services),
  }
}

function inspecting(services: Services): Common['inspected'] {
  const known = new Map<number, Promise<Inspected | PdfRefusal>>()
  return (item) => {
    const found =
      known.get(item.file_id) ?? readFile(services, item).then((pdf) => services.engine.inspect(pdf))
    known.set(item.file_id, found)
    return found
  }
}

async function versionOf(tx: Tx, { type_id, type_version }: Running): Promise<number> {
  if (type_version !== null) return type_version
  const { version } = await tx.db
    .selectFrom('document_types')
    .select('version')
    .where('id', '=', type_id)
    .executeTakeFirstOrThrow()
  return version
}

/** Whose place is taken, and where a type has several a period the number that comes next. */
async function standing(
  tx: Tx,
  of: Running,
  type: PublishableType,
  ids: readonly number[],
): Promise<Pick<Common, 'taken' | 'sequences'>> {
  if (of.period === null) return { taken: new Set(), sequences: new Map() }
  const there = await standingAt(
    tx.db,
    ids.map((id) => placeOf(of, id)),
  )
  const mine = there.filter(({ period }) => period === of.period)
  if (!type.several_a_period)
    return { taken: new Set(mine.map(({ employee_id }) => employee_id)), sequences: new Map() }
  const sequences = new Map<number, number>()
  for (const { employee_id, sequence } of mine)
    sequences.set(employee_id, Math.max(sequences.get(employee_id) ?? 0, sequence))
  return { taken: new Set(), sequences }
}

function placeOf({ type_id, period }: Running, employeeId: number): Place {
  return { employeeId, typeId: type_id, period }
}

function refused(code: ErrorCode): never {
  throw new Refusal([{ code }])
}

/** Checks, reads and signs one; what is wrong with it stops it alone. */
async function makeOne(
  batch: Batch,
  common: Common | Failure['code'],
  item: Claimed,
): Promise<Ready | Failure> {
  try {
    if (typeof common === 'string') return { id: item.id, code: common, params: null }
    return await make(batch, common, item)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [fault] = error.faults
    const code = fault.code === 'SIGN_DOCUMENT_FAILED' ? 'PROCESS_SIGNING_FAILED' : fault.code
    return { id: item.id, code, params: fault.params ?? null }
  }
}

async function make(batch: Batch, common: Common, item: Claimed): Promise<Ready> {
  const { services, company, of, signer } = batch
  const { people, taken, type, oldestEnd } = common
  const person = people.get(item.recipient_id)
  if (!person) return refused('MASSIVE_EMPLOYEE_OUT_OF_REACH')
  if (person.state === 'inactive' && person.ended_on && person.ended_on < oldestEnd)
    return refused('PUBLISH_EMPLOYEE_ENDED')
  if (taken.has(person.id)) return refused('SYSTEM_API_FILE_EXISTS')
  const verificationCode = newVerificationCode()
  const ready = { item, person, verificationCode }
  if (!signer) {
    // What was signed elsewhere may take no further signature, and how many pages it has is its own business.
    const found = await common.inspected(item)
    if (!found.ok) return refused('PROCESS_SIGNING_FAILED')
    return { ...ready, pages: found.pages, asksEmployee: type.signable && !found.locked, signed: null }
  }
  const pdf = await readFile(services, item)
  const facts = {
    pdf,
    places: common.placesOf(item.pages),
    verificationCode,
    language: of.country === 'BR' ? ('pt' as const) : ('es' as const),
    zone: of.zone,
    when: services.clock(),
    employeeSignsToo: type.signable,
  }
  const signature = await patiently(() => signByCompany(services, signer, facts))
  const stored = await services.files.put(company, signature.bytes, {
    type: 'pdf',
    maxBytes: signature.bytes.length,
  })
  return { ...ready, pages: item.pages, asksEmployee: type.signable, signed: { signature, stored } }
}

async function readFile({ files }: Services, { file_key }: Claimed): Promise<Buffer> {
  try {
    return await files.read(file_key)
  } catch (error) {
    const gone =
      error instanceof Error && (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT'))
    // Anything else passes: a store that can't be reached is tried again, all of it.
    if (gone) return refused('PROCESS_FILE_MISSING')
    throw error
  }
}

/** Milliseconds before an authority that gave no timestamp is asked again. */
const patience = [1000, 4000]

async function patiently<T>(sign: () => Promise<T>): Promise<T> {
  for (const pause of patience) {
    try {
      return await sign()
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'SIGN_DOCUMENT_TIMESTAMP_FAILED') throw error
      await sleep(pause)
    }
  }
  return sign()
}

async function write(
  tx: Tx,
  batch: Batch,
  name: string,
  common: Common | Failure['code'],
  made: readonly (Ready | Failure)[],
): Promise<void> {
  const { of } = batch
  const mine = await stillMine(tx, of.id, name)
  const failures = made.filter((one): one is Failure => 'code' in one && mine.has(one.id))
  const ready = made.filter((one): one is Ready => !('code' in one) && mine.has(one.item.id))
  if (typeof common === 'string' || ready.length === 0) return noteOutcomes(tx, [], failures)
  await lockPlaces(
    tx.db,
    tx.company,
    ready.map(({ person }) => placeOf(of, person.id)),
  )
  // Somebody may have published to them one by one meanwhile.
  const now = await standing(
    tx,
    of,
    common.type,
    ready.map(({ person }) => person.id),
  )
  const taken = new Set(now.taken)
  const passing: Ready[] = []
  for (const one of ready) {
    if (taken.has(one.person.id))
      failures.push({ id: one.item.id, code: 'SYSTEM_API_FILE_EXISTS', params: null })
    else passing.push(one)
    // Of two of one person in a place that takes one, the first passes.
    if (of.period !== null && !common.type.several_a_period) taken.add(one.person.id)
  }
  if (passing.length > 0) await publish(tx, batch, common.type, passing, now.sequences)
  await noteOutcomes(
    tx,
    passing.map(({ item }) => item.id),
    failures,
  )
}

/** The documents with their revisions, evidence and mails. */
async function publish(
  tx: Tx,
  { services, of, signer }: Batch,
  type: PublishableType,
  ready: readonly Ready[],
  sequences: Map<number, number>,
): Promise<void> {
  const { evidence } = of.publisher
  const when = services.clock()
  const notify = of.notify && type.visible
  const held = of.needs_release && of.released_at === null
  const signedFiles = await insertKept(
    tx,
    ready.flatMap(({ signed }) => (signed ? [signed.stored] : [])),
  )
  let next = 0
  const version = await versionOf(tx, of)
  const documents = await createDocuments(
    tx,
    ready.map(({ item, person, pages, asksEmployee, verificationCode, signed }) => {
      const sequence = (sequences.get(person.id) ?? 0) + 1
      sequences.set(person.id, sequence)
      return {
        employee_id: person.id,
        type_id: type.id,
        typeVersion: version,
        period: of.period,
        sequence: type.several_a_period ? sequence : 1,
        label: of.label,
        state: held ? ('waiting_approval' as const) : ('published' as const),
        signing: asksEmployee ? ('pending' as const) : ('none' as const),
        source: 'portal' as const,
        massive: true,
        file_name: fileName(of, item, person),
        pages,
        cuil_as_read: item.id_read ?? person.cuil,
        certificate_id: signer?.certificateId ?? null,
        process_item_id: item.id,
        notify,
        visible_from: of.visible_from,
        published_at: held ? null : when,
        created_by: evidence.actorId,
        created_at: when,
        xml_file_id: item.xml_file_id,
        verificationCode,
        file: { id: item.file_id, sha256: item.sha256 },
        ...(signed && { signed: { id: signedFiles[next++] ?? 0, sha256: signed.stored.sha256 } }),
      }
    }),
  )
  const made = ready.map((one, at) => ({ ...one, document: documents[at]?.id ?? 0 }))
  if (signer) {
    await recordSignatures(
      tx,
      made.flatMap(({ document, signed }) =>
        signed ? [signatureRow(document, signed.signature, signer, evidence.actorId, when)] : [],
      ),
    )
  }
  await recordEvents(
    tx,
    made.map(({ document, item, signed }) => ({
      subject: { kind: 'document' as const, id: document },
      act: held ? 'uploaded' : 'published',
      ...evidence,
      at: when,
      data: {
        process: of.id,
        ...(of.visible_from && { visible_from: of.visible_from.toISOString() }),
        ...(signed
          ? {
              signed: true,
              revision: 2,
              original: item.sha256,
              sha256: signed.signature.sha256,
              certificate: signer?.certificateId,
              serial: signed.signature.serial,
              level: signed.signature.level,
            }
          : { signed: false, sha256: item.sha256 }),
      },
    })),
  )
  if (notify && !held && (of.visible_from === null || of.visible_from <= when))
    await tellAll(tx, services, of, type, made)
}

function signatureRow(
  document: number,
  signature: Signature,
  signer: CompanySigner,
  userId: number,
  when: Date,
) {
  return {
    document_id: document,
    revision: 2,
    signer: 'company' as const,
    certificate_id: signer.certificateId,
    user_id: userId,
    signer_name: signature.signerName,
    method: 'certificate_password' as const,
    level: signature.level,
    algorithm: signature.algorithm,
    certificate_serial: signature.serial,
    sha256: signature.sha256,
    signed_digest: signature.signedDigest,
    signed_at: when,
  }
}

function tellAll(
  tx: Tx,
  services: Services,
  of: Running,
  type: PublishableType,
  made: readonly (Ready & { document: number })[],
): Promise<void> {
  const people = Map.groupBy(made, ({ person }) => person.id)
  return tell(
    tx,
    services,
    of.id,
    [...people.values()].flatMap((theirs) => {
      const [first] = theirs
      if (!first) return []
      const { id, mail, language, first_name } = first.person
      const documents = theirs.map(({ document }) => ({ id: document, type: type.name, period: of.period }))
      return [{ id, mail, language, first_name, documents }]
    }),
  )
}

/** What a document is called: as the file of a zip was, else by what it is, of when and whose. */
function fileName(
  { mode, type_name, period }: Running,
  { source_name }: Claimed,
  { cuil }: Recipient,
): string {
  const named = mode === 'sign' || mode === 'publish' ? source_name?.split('/').at(-1) : undefined
  if (named && /\.pdf$/i.test(named)) return named
  return `${[type_name, period?.slice(0, 7), cuil].filter(Boolean).join(' ')}.pdf`
}
