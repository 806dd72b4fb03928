import type { Inspected } from '#pdf/inspect.ts'
import type { Refusal as PdfRefusal } from '#pdf/faults.ts'
import { refuse } from '#server/shared/errors.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { monthsBefore, today } from '#server/shared/today.ts'
import {
  type Place,
  type PublishableType,
  publishableType,
  type Recipient,
  recipientsById,
  standingAt,
} from '#server/areas/publishing/operations.ts'
import {
  type CompanySigner,
  type SignaturePlaces,
  signaturePlaces,
} from '#server/areas/signing/operations.ts'
import { readFile } from './read.ts'
import type { Claimed, Failure, Running } from './queries.ts'

/** The context of a batch. */
export interface Batch {
  services: Services
  company: number
  of: Running
  /** Null: published as the files came. */
  signer: CompanySigner | null
  /** The worker, for its name on what it has in hand. */
  worker: string
}

/** Values shared by all items of a batch. */
export interface Common {
  type: PublishableType
  people: Map<number, Recipient>
  taken: ReadonlySet<number>
  sequences: Map<number, number>
  oldestEnd: string
  placesOf: (pages: number) => SignaturePlaces
  /** A file that many get is looked at once. */
  inspected: (item: Claimed) => Promise<Inspected | PdfRefusal>
}

/** Reads what a batch shares, once for all of it; a code where nothing of it can be published any longer. */
export async function commonOf(
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
  const places = new Map<number, SignaturePlaces>()
  for (const pages of new Set(items.map((item) => item.pages)))
    places.set(pages, await signaturePlaces(tx, type.id, await versionOf(tx, of), pages))
  return {
    type,
    people: new Map(people.map((person) => [person.id, person])),
    ...(await standing(tx, of, type, ids)),
    oldestEnd: monthsBefore(today(of.zone, services.clock()), months),
    placesOf: (pages) => places.get(pages) ?? refuse('PROCESS_SIGNATURE_POSITION_INVALID'),
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

export async function versionOf(tx: Tx, { type_id, type_version }: Running): Promise<number> {
  if (type_version !== null) return type_version
  const { version } = await tx.db
    .selectFrom('document_types')
    .select('version')
    .where('id', '=', type_id)
    .executeTakeFirstOrThrow()
  return version
}

/** People whose place is taken and, where a type allows several a period, the next sequence number. */
export async function standing(
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

export function placeOf({ type_id, period }: Running, employeeId: number): Place {
  return { employeeId, typeId: type_id, period }
}
