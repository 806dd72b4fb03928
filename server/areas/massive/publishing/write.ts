import type { Services } from '#server/shared/services.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import { insertKept } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { createDocuments, recordSignatures } from '#server/areas/documents/operations.ts'
import { lockPlaces, type PublishableType, type Recipient } from '#server/areas/publishing/operations.ts'
import { companySignature } from '#server/areas/signing/operations.ts'
import { hasBecomeVisible } from '#server/shared/reading/documents.ts'
import { tell } from './announcing.ts'
import { type Batch, type Common, placeOf, standing, versionOf } from './lane.ts'
import type { Ready } from './make.ts'
import { type Claimed, type Failure, noteOutcomes, type Running, stillMine } from './queries.ts'

/** Writes what is still in hand: the documents of what was made, and why the others failed. */
export async function writeBatch(
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
    // Where a place takes one document, only the first of two of one person is published.
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
        signed
          ? [
              {
                document_id: document,
                revision: 2,
                ...companySignature(signed.signature, signer, evidence.actorId, when),
              },
            ]
          : [],
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
  if (notify && !held && hasBecomeVisible(of.visible_from, when)) await tellAll(tx, services, of, type, made)
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

/** The file name of a document: the zip entry's, else built from type, period and person. */
function fileName(
  { mode, type_name, period }: Running,
  { source_name }: Claimed,
  { cuil }: Recipient,
): string {
  const named = mode === 'sign' || mode === 'publish' ? source_name?.split('/').at(-1) : undefined
  if (named && /\.pdf$/i.test(named)) return named
  return `${[type_name, period?.slice(0, 7), cuil].filter(Boolean).join(' ')}.pdf`
}
