import type { Inspected } from '#pdf/inspect.ts'
import type { Refusal as PdfRefusal } from '#pdf/faults.ts'
import { refuse } from '#server/shared/errors.ts'
import { isMissingFile } from '#server/shared/files/files.ts'
import type { ItemFailure } from '#server/shared/processes/claims.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import {
  findOccupied,
  type Occupied,
  type Place,
  type PublishableType,
  publishableType,
  type PublishingLimits,
  publishingLimits,
  type Recipient,
  recipientsById,
} from '#server/areas/publishing/operations.ts'
import {
  type CompanySigner,
  type SignaturePlaces,
  signaturePlaces,
} from '#server/areas/signing/operations.ts'
import { isOfAnother, ownersOfIds } from '../read-ids.ts'
import { type Claimed, type Running } from './queries.ts'

/** The context of a batch. */
export interface Batch {
  services: Services
  company: number
  of: Running
  /** Null: published as the files came. */
  signer: CompanySigner | null
  /** The worker, whose name marks its claims. */
  worker: string
}

/** Values shared by all items of a batch. */
export interface Common {
  type: PublishableType
  people: Map<number, Recipient>
  occupied: Occupied
  /** {@link isOfAnother} */
  isOfAnother: (item: Claimed) => boolean
  limits: PublishingLimits
  placesOf: (pages: number) => SignaturePlaces
  /** A file for many people is checked once. */
  inspected: (item: Claimed) => Promise<Inspected | PdfRefusal>
}

/** Reads the values that a batch shares, once; returns an error's code where none of it can be published any longer. */
export async function commonOf(
  tx: Tx,
  { services, of }: Batch,
  items: readonly Claimed[],
): Promise<Common | ItemFailure['code']> {
  const { viewer } = of.publisher
  const type = await publishableType(tx.db, viewer, of.type_id)
  if (!type) return 'PROCESS_TYPE_GONE'
  const ids = items.map(({ recipient_id }) => recipient_id)
  const people = await recipientsById(tx.db, viewer, ids)
  const owners = await ownersOfIds(
    tx.db,
    items.map(({ id_read }) => id_read),
  )
  const places = new Map<number, SignaturePlaces>()
  for (const pages of new Set(items.map((item) => item.pages)))
    places.set(pages, await signaturePlaces(tx, type.id, await versionOf(tx, of), pages))
  return {
    type,
    people: new Map(people.map((person) => [person.id, person])),
    occupied: await findOccupied(
      tx.db,
      ids.map((id) => placeOf(of, id)),
    ),
    isOfAnother: (item) => isOfAnother(item, owners),
    limits: await publishingLimits(tx, of.zone, services.clock()),
    placesOf: (pages) => places.get(pages) ?? refuse('PROCESS_SIGNATURE_POSITION_INVALID'),
    inspected: inspecting(services),
  }
}

/** Reads the kept PDF of an item; refuses with PROCESS_FILE_MISSING if it is gone. */
export async function readItemFile({ files }: Services, { file_key }: Claimed): Promise<Buffer> {
  try {
    return await files.read(file_key)
  } catch (error) {
    if (isMissingFile(error)) refuse('PROCESS_FILE_MISSING')
    throw error
  }
}

function inspecting(services: Services): Common['inspected'] {
  const known = new Map<number, Promise<Inspected | PdfRefusal>>()
  return (item) => {
    const found =
      known.get(item.file_id) ??
      // Its size was checked when it arrived; a returned file may be larger than one that a person publishes.
      readItemFile(services, item).then((pdf) => services.engine.inspect(pdf, { maxBytes: pdf.length }))
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

export function placeOf({ type_id, period }: Running, employeeId: number): Place {
  return { employeeId, typeId: type_id, period }
}
