import { createHash } from 'node:crypto'
import type { Context } from '#server/shared/context.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import { insertKept } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { createDocuments } from '#server/areas/documents/operations.ts'
import type { CompanySigner } from '#server/areas/signing/operations.ts'
import { placeOf, prepareWave, type Publication, type Ready } from './many-checks.ts'
import { announceAll, type Outcome, put, signWave, type Waiting } from './many-signing.ts'
import { lockPlaces } from './queries.ts'

/** Documents of one wave: what a transaction writes, and what lies in memory, at once. */
const wave = 64

/**
 * Publishes many documents, with the company's signature unless `signer` is null: the checks, rows, events and mails
 * of publishing each of them alone, in waves of a few transactions. What is wrong with one stops that one only. Asked
 * for again after an interruption it goes on: what was published is refused as being there, and what waits for its
 * signature is signed. Nobody else's act comes between: a wave that meets one is refused whole with DOCUMENT_CHANGED
 * and can be repeated.
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
