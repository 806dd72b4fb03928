import { refuse } from '#server/shared/errors.ts'
import { proofsOf } from '#server/shared/evidence/seal.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { findDocument, signaturesOf } from '../queries.ts'
import { countEvents, credentialEvents, openingsOf, sealedEvents } from './queries.ts'
import { mailIdsOf, mailsOf } from '../trace-queries.ts'

/** Events that one report prints; beyond, the newest. */
const mostEvents = 200
const dayMilliseconds = 86_400_000
/** Days before a signature whose changes of the account are part of its evidence. */
const credentialDays = 90

/** Reads all facts of a report in one transaction. */
export async function readReportFacts(tx: Tx, viewer: Viewer, id: number) {
  const document = await findDocument(tx.db, viewer, id)
  if (!document) refuse('NOT_FOUND')
  const { name: company } = await tx.db.selectFrom('companies').select('name').executeTakeFirstOrThrow()
  const signatures = await signaturesOf(tx.db, id)
  const events = await sealedEvents(tx.db, { kind: 'document', id }, mostEvents)
  const changes = []
  for (const { revision, firmante, fecha } of signatures) {
    if (firmante !== 'employee') continue
    const from = new Date(fecha.getTime() - credentialDays * dayMilliseconds)
    changes.push({ revision, events: await credentialEvents(tx.db, document.id_colaborador, from, fecha) })
  }
  const shown = [...events, ...changes.flatMap((one) => one.events)]
  return {
    company,
    document,
    signatures,
    events,
    totalEvents: await countEvents(tx.db, id),
    openings: await openingsOf(tx.db, id),
    changes,
    mails: await mailsOf(tx.db, await mailIdsOf(tx.db, id)),
    proofs: await proofsOf(tx, [...new Set(shown.map((event) => event.id))]),
  }
}

export type ReportFacts = Awaited<ReturnType<typeof readReportFacts>>
