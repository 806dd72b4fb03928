import type { Country } from '#contract/fields.ts'
import { modeFacts } from '#contract/massive/modes.ts'
import { type ItemFailure, lockClaimed, noteOutcomes } from '#server/shared/processes/claims.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import {
  announce,
  findOccupied,
  lockPlaces,
  type PublishableType,
  type Recipient,
  writePapers,
} from '#server/areas/publishing/operations.ts'
import { hasBecomeVisible } from '#server/shared/reading/documents.ts'
import { elementAt } from '#server/shared/elements.ts'
import { type Batch, type Common, placeOf, versionOf } from './lane.ts'
import type { Ready } from './make.ts'
import { type Claimed, publishingSteps, type Running } from './queries.ts'
import { bareId, idKey } from '../receipts/plain.ts'
import { isTaxId } from '../receipts/shapes.ts'

/** Writes the items still claimed: documents of those that were made, reasons of those that failed. */
export async function writeBatch(
  tx: Tx,
  batch: Batch,
  name: string,
  common: Common | ItemFailure['code'],
  made: readonly (Ready | ItemFailure)[],
): Promise<void> {
  const { of } = batch
  const mine = await lockClaimed(tx, of.id, name, publishingSteps)
  const failures = made.filter((one): one is ItemFailure => 'code' in one && mine.has(one.id))
  const ready = made.filter((one): one is Ready => !('code' in one) && mine.has(one.item.id))
  if (typeof common === 'string' || ready.length === 0) return noteOutcomes(tx, [], failures)
  const places = ready.map(({ person }) => placeOf(of, person.id))
  await lockPlaces(tx.db, tx.company, places)
  // The same documents may have been published singly meanwhile.
  const occupied = await findOccupied(tx.db, places)
  const passing: Numbered[] = []
  for (const one of ready) {
    const sequence = occupied.take(placeOf(of, one.person.id), common.type)
    if (sequence === null) failures.push({ id: one.item.id, code: 'SYSTEM_API_FILE_EXISTS', params: null })
    else passing.push({ ...one, sequence })
  }
  if (passing.length > 0) await publish(tx, batch, common.type, passing)
  await noteOutcomes(
    tx,
    passing.map(({ item }) => item.id),
    failures,
  )
}

/** An item whose document has its number at its place. */
interface Numbered extends Ready {
  sequence: number
}

/** The documents with their revisions and evidence, and the notifications of those that are visible now. */
async function publish(
  tx: Tx,
  { services, of, signer }: Batch,
  type: PublishableType,
  ready: readonly Numbered[],
): Promise<void> {
  const at = services.clock()
  const notify = of.notify && type.visible
  const held = of.needs_release && of.released_at === null
  const typeVersion = await versionOf(tx, of)
  const documents = await writePapers(
    tx,
    { evidence: of.publisher.evidence, at },
    ready.map(({ item, person, pages, asksEmployee, verificationCode, signed, sequence }) => ({
      person,
      type,
      typeVersion,
      period: of.period,
      sequence,
      label: of.label,
      state: held ? 'waiting_approval' : 'published',
      asksEmployee,
      massive: true,
      file_name: fileName(of, item, person),
      pages,
      cuil_as_read: taxIdOf(of, item, person),
      certificateId: signer?.certificateId ?? null,
      process_item_id: item.id,
      notify,
      visible_from: of.visible_from,
      xml_file_id: item.xml_file_id,
      verificationCode,
      file: { id: item.file_id, sha256: item.sha256 },
      signed,
      facts: {
        process: of.id,
        ...(of.visible_from && { visible_from: of.visible_from.toISOString() }),
        ...(signed ? { original: item.sha256 } : { sha256: item.sha256 }),
      },
    })),
  )
  if (!notify || held || !hasBecomeVisible(of.visible_from, at)) return
  const made = ready.map(({ person }, index) => ({ person, document: elementAt(documents, index).id }))
  await announce(
    tx,
    services,
    [...Map.groupBy(made, ({ person }) => person.id).values()].flatMap((theirs) =>
      theirs.slice(0, 1).map(({ person }) => ({
        ...person,
        documents: theirs.map(({ document }) => ({ id: document, type: type.name, period: of.period })),
      })),
    ),
    of.id,
  )
}

/**
 * The tax id under which a document came, without separators: the one that was read of it, else its person's. An identity
 * card, or another second id, isn't one.
 */
function taxIdOf({ country }: Running, { id_read }: Claimed, { cuil }: Recipient): string {
  const read = bareId(id_read ?? '')
  return idKey(read) !== idKey(cuil) && isTaxId(country as Country, read) ? read.toUpperCase() : cuil
}

/** The file name of a document: the zip entry's, else built from type, period and person. */
function fileName(
  { mode, type_name, period }: Running,
  { source_name }: Claimed,
  { cuil }: Recipient,
): string {
  const named = mode !== 'generic' && !modeFacts[mode].onePdf ? source_name?.split('/').at(-1) : undefined
  if (named && /\.pdf$/i.test(named)) return named
  return `${[type_name, period?.slice(0, 7), cuil].filter(Boolean).join(' ')}.pdf`
}
