import { sql } from 'kysely'
import { z } from 'zod'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import { defineJob } from '#server/shared/jobs.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { hit } from '#server/shared/identity/throttle.ts'
import { documentFile } from '#server/areas/documents/operations.ts'
import { ask } from './asking.ts'

import { acceptedOf, hostOf } from './operations.ts'
import type { Masked, Words } from './worker.ts'

/** Questions a minute of the whole installation. */
const perMinute = 30
/** Documents of one company that are taken up at a time. */
const atOnce = 200
const mostAttempts = 3
const mostPages = 10
const worker = new URL('worker.ts', import.meta.url)

/** Asking about one document. */
const analyseJob = defineJob({
  name: 'analysis.ask',
  input: z.object({ document: z.int() }),
  retryLimit: 6,
  concurrency: 2,
  expireInSeconds: 120,
})

/** Registers the asking, and each minute the look for documents that were published since it was accepted. */
export function registerAnalysisJobs(services: Services): void {
  services.jobs.register(analyseJob, (company, { document }, signal) =>
    analyse(services, company, document, signal),
  )
  services.jobs.schedule('analysis.due', { cron: '* * * * *' }, () => analyseDue(services))
}

/** Begins the analysis of published documents in every company that accepted it. */
export async function analyseDue(services: Services): Promise<void> {
  if (!services.config.analysis) return
  await everyCompany(services, (tenant) => tenant.write((tx) => takeUp(tx, services)))
}

async function takeUp(tx: Tx, services: Services): Promise<void> {
  const accepted = await acceptedOf(tx, services.config)
  if (!accepted) return
  const { changed_at } = await tx.db
    .selectFrom('settings')
    .where('key', '=', 'analysis.accepted')
    .select('changed_at')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ document_id: number }>`
    insert into document_analyses (company_id, document_id, host, created_at)
    select d.company_id, d.id, ${accepted.host}, ${services.clock()}::timestamptz
    from documents d join document_types t on t.id = d.type_id
    where t.uses_ai and (${accepted.salary} or not t.is_salary) and d.state = 'published'
      and d.published_at >= ${changed_at}::timestamptz
      and not exists (select from document_analyses a where a.document_id = d.id)
    order by d.id limit ${atOnce} on conflict do nothing returning document_id`.execute(tx.db)
  for (const row of rows) tx.enqueue(analyseJob, { document: row.document_id })
}

async function analyse(
  services: Services,
  company: number,
  document: number,
  signal: AbortSignal,
): Promise<void> {
  const { config, files, engine, log } = services
  const run = services.tenant(company).write
  const found = await run((tx) => findWaiting(tx, services, document))
  if (!config.analysis || !found) return
  const allowance = await hit(services, 'analysis', { max: perMinute, windowSeconds: 60 })
  if (!allowance.allowed) {
    const startAfter = new Date(Date.now() + allowance.retryAfterSeconds * 1000)
    await run(async (tx) => tx.enqueue(analyseJob, { document }, { startAfter }))
    return
  }
  const read = await engine.text(await files.read(found.key), mostPages)
  const text = read.ok ? read.pages.join('\n').trim() : ''
  if (text === '') return run((tx) => noteFailure(tx, services, document))
  const known = await engine.work<Words>({ module: worker, name: 'findWords' }, { text })
  if (!known.ok) return run((tx) => noteFailure(tx, services, document))
  const names = await run((tx) => namesAmong(tx, document, known.words))
  const hidden = await engine.work<Masked>({ module: worker, name: 'maskText' }, { text, names })
  if (!hidden.ok) return run((tx) => noteFailure(tx, services, document))
  const { masked } = hidden
  // Written before a byte leaves, and only if it is still wanted.
  const goes = await run((tx) => noteSending(tx, services, document, masked.length))
  if (!goes) return
  const answer = await ask(config.analysis, masked, signal)
  if (answer.ok) {
    const { resumen, campos } = answer.suggestion
    await run((tx) =>
      tx.db
        .updateTable('document_analyses')
        .set({
          state: 'done',
          summary: resumen,
          fields: JSON.stringify(campos),
          model: config.analysis?.model ?? null,
          finished_at: services.clock(),
        })
        .where('document_id', '=', document)
        .where('state', '=', 'waiting')
        .execute(),
    )
    return
  }
  log.warn({ company, document, why: answer.why }, 'a document was not analysed')
  if (answer.later && goes.attempts < mostAttempts) throw new Error(`analysis: ${answer.why}`)
  await run((tx) => noteFailure(tx, services, document))
}

/** The file of what still waits, is still published, and may still be sent where it was meant for. */
async function findWaiting(tx: Tx, services: Services, document: number) {
  const accepted = await acceptedOf(tx, services.config)
  if (!accepted) return null
  const found = await tx.db
    .selectFrom('document_analyses')
    .innerJoin('documents', 'documents.id', 'document_analyses.document_id')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .where('document_analyses.document_id', '=', document)
    .where('document_analyses.state', '=', 'waiting')
    .where('document_analyses.host', '=', accepted.host)
    .where('documents.state', '=', 'published')
    .where('document_types.uses_ai', '=', true)
    .$if(!accepted.salary, (query) => query.where('document_types.is_salary', '=', false))
    .select('documents.id')
    .executeTakeFirst()
  return found ? documentFile(tx, document, 0) : null
}

/** The evidence of a sending: where to, which model, how much; null where it is wanted no longer. */
async function noteSending(tx: Tx, services: Services, document: number, characters: number) {
  const accepted = await acceptedOf(tx, services.config)
  if (!accepted || !(await findWaiting(tx, services, document))) return null
  const row = await tx.db
    .updateTable('document_analyses')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('document_id', '=', document)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  await recordEvent(tx, {
    subject: { kind: 'document', id: document },
    act: 'analysis_sent',
    actorId: null,
    at: services.clock(),
    data: {
      host: hostOf(services.config),
      country: accepted.country,
      model: services.config.analysis?.model ?? null,
      characters,
    },
  })
  return row
}

async function noteFailure(tx: Tx, services: Services, document: number): Promise<void> {
  await tx.db
    .updateTable('document_analyses')
    .set({ state: 'failed', finished_at: services.clock() })
    .where('document_id', '=', document)
    .where('state', '=', 'waiting')
    .execute()
}

/** Which words of a text name somebody of the company; the document's own person whole. */
async function namesAmong(tx: Tx, document: number, words: readonly string[]): Promise<Set<string>> {
  const known = await tx.db
    .selectFrom('employee_words')
    .where('word', 'in', [...words, ''])
    .select('word')
    .distinct()
    .execute()
  const own = await tx.db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .where('documents.id', '=', document)
    .select(['users.first_name', 'users.last_name', 'users.username'])
    .executeTakeFirst()
  const names = own ? `${own.first_name} ${own.last_name} ${own.username}`.split(/[\s'’-]+/) : []
  return new Set([...known.map(({ word }) => word), ...names.map(fold)].filter((word) => word !== ''))
}
