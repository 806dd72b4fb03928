import { type RawBuilder, sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { massive } from '#contract/massive/massive.ts'
import { modeFacts } from '#contract/massive/modes.ts'
import { massiveActs } from '#contract/massive/publication.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type ActOf, type Fact, recordEvent } from '#server/shared/evidence/events.ts'
import { behalfOf } from '#server/shared/processes/behalf.ts'
import { countItems } from '#server/shared/processes/items.ts'
import { moveProcess } from '#server/shared/processes/lifecycle.ts'
import { noteProgress } from '#server/shared/processes/progress.ts'
import { messageOf } from '#server/shared/text/language.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { openCertificate } from '#server/areas/signing/operations.ts'
import { announceJob } from './announcing.ts'
import { lockedPublication } from '../locking.ts'
import { announceWorker, sealForWorkers } from './key-handover.ts'
import { outgoingJob } from '../outside/outgoing.ts'
import { lanes, publishJob } from './job.ts'
import { findPublication, type FoundPublication, isToGoOut, visibleItems } from '../queries.ts'
import { askForRelease } from './release.ts'
import { shownPublication } from '../preview/showing.ts'

const mostDaysAhead = 90

/**
 * Begins to publish the ready receipts within the caller's reach; their count must be the one that was shown. With a
 * signature the certificate is opened here, by its password, and its key goes to the workers sealed; neither is kept.
 * Receipts with an open exception are left out, and the process shows them. Receipts to be signed elsewhere are first
 * downloaded as a zip.
 */
export async function publishPublication(ctx: Context, input: ParsedOf<typeof massive.publish>) {
  const { services } = ctx
  const of = await ctx.read((tx) => checked(tx, ctx, input, 'publish'))
  checkHour(input.visible_desde, services.clock())
  const signing = modeFacts[of.mode].signs
  for (const field of ['certificado', 'password'] as const) {
    if (signing && input[field] === undefined) refuse('SYSTEM_API_PARAMETER_REQUIRED', field)
    if (!signing && input[field] !== undefined) refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', field)
  }
  // A wrong password is refused before anything is to be confirmed, so that nobody confirms twice.
  const handOver = await opened(ctx, of, input)
  confirmUnlike(ctx, of)
  return ctx.act(async (tx) => {
    // Receipts are counted once nobody decides any longer.
    await lockedPublication(tx, ctx, of.id, 'publish')
    const now = await checked(tx, ctx, input, 'publish')
    await begin(tx, ctx, now, input, signing)
    await handOver?.(tx)
    return shownPublication(tx, ctx, of.id)
  })
}

/**
 * Continues signing where it stopped for lack of the key or of timestamps, as an act of the person who enters the
 * password.
 */
export async function continuePublication(ctx: Context, input: ParsedOf<typeof massive.continue>) {
  const of = await ctx.read((tx) => checked(tx, ctx, { id: input.id }, 'continue'))
  const handOver = await opened(ctx, of, input)
  return ctx.act(async (tx) => {
    await lockedPublication(tx, ctx, of.id, 'continue')
    await moveProcess(tx, of.id, { step: 'signing', behalf: behalfOf(ctx) })
    await tx.db
      .updateTable('publications')
      .set({ certificate_id: input.certificado, notices: '[]' })
      .where('process_id', '=', of.id)
      .execute()
    await handOver?.(tx)
    for (let lane = 0; lane < lanes; lane++) tx.enqueue(publishJob, { process: of.id })
    await note(tx, ctx, of.id, 'continued', { certificate: input.certificado })
    return shownPublication(tx, ctx, of.id)
  })
}

/** A publication within reach, at the step of the act, with as many ready receipts as were shown. */
async function checked(
  tx: Tx,
  ctx: Context,
  { id, recibos }: { id: number; recibos?: number },
  act: 'publish' | 'continue',
): Promise<FoundPublication & { ready: number }> {
  const found = await findPublication(tx.db, ctx.session, id)
  if (!found) refuse('NOT_FOUND')
  const steps: readonly string[] = massiveActs[act]
  if (!steps.includes(found.step) || found.status !== 'in_progress') refuse('MASSIVE_STEP_CHANGED')
  const ready = recibos === undefined ? 0 : await countReady(tx.db, ctx.session, id)
  if (recibos !== undefined) {
    if (ready === 0) refuse('MASSIVE_NOTHING_READY')
    if (ready !== recibos) refuse('MASSIVE_COUNT_CHANGED', 'recibos', { recibos: ready })
  }
  return { ...found, ready }
}

async function countReady(db: Db, viewer: Viewer, process: number): Promise<number> {
  const { n } = await visibleItems(db, viewer, process)
    .where('item.standing', '=', 'ready')
    .where('item.recipient_id', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Refuses an hour that has passed, or is too far off. */
export function checkHour(hour: string | undefined, now: Date): void {
  if (hour === undefined) return
  const ahead = new Date(hour).getTime() - now.getTime()
  if (ahead <= 0 || ahead > mostDaysAhead * 86_400_000) refuse('MASSIVE_HOUR_NOT_AHEAD', 'visible_desde')
}

/** Opens the certificate, and seals its key to the living workers. Returns a function that hands it over. */
async function opened(
  ctx: Context,
  of: FoundPublication,
  { certificado, password }: { certificado?: number | undefined; password?: string | undefined },
): Promise<((tx: Tx) => Promise<void>) | null> {
  if (certificado === undefined || password === undefined) return null
  const { key } = await openCertificate(ctx, certificado, password)
  // This process can sign even if its last heartbeat is old.
  if (ctx.services.config.role !== 'api') await announceWorker(ctx.services)
  const { company } = ctx.session
  return sealForWorkers(ctx.services, { company, process: of.id, certificate: certificado, key })
}

/** Warnings from comparing with last month. PROCESS_ZIP_FAILED concerns the outgoing zip, so it is left out. */
function unlikeLastMonth({ notices }: FoundPublication): FoundPublication['notices'] {
  return notices.filter(({ code }) => code !== 'PROCESS_ZIP_FAILED')
}

/** Requires the publisher to confirm differences from last month. */
function confirmUnlike(ctx: Context, of: FoundPublication): void {
  const code = isToGoOut(of) ? 'MASSIVE_ZIP_UNLIKE_LAST_MONTH' : 'MASSIVE_UNLIKE_LAST_MONTH'
  ctx.confirm(
    unlikeLastMonth(of).map((notice) =>
      // Another employer's payroll is confirmed by its own name, not with what differs from last month.
      notice.code === 'MASSIVE_OTHER_EMPLOYER'
        ? makeFault('MASSIVE_OTHER_EMPLOYER', undefined, notice.params)
        : { code, params: { motivo: messageOf(notice, ctx.request.language) } },
    ),
  )
}

async function begin(
  tx: Tx,
  ctx: Context,
  of: FoundPublication & { ready: number },
  input: ParsedOf<typeof massive.publish>,
  signing: boolean,
): Promise<void> {
  const { id } = of
  const visibleFrom = input.visible_desde === undefined ? null : new Date(input.visible_desde)
  await moveProcess(tx, id, {
    step: signing ? 'signing' : 'publishing',
    startedAt: ctx.services.clock(),
    behalf: behalfOf(ctx),
    done: 0,
    failed: 0,
    total: of.ready,
  })
  await tx.db
    .updateTable('publications')
    .set({
      certificate_id: input.certificado ?? null,
      visible_from: visibleFrom,
      ...(input.notificar !== undefined && { notify: input.notificar }),
    })
    .where('process_id', '=', id)
    .execute()
  const evidence = {
    receipts: of.ready,
    visible_from: visibleFrom?.toISOString(),
    certificate: input.certificado,
    confirmed: unlikeLastMonth(of).map(({ code }) => code),
  }
  const outgoing = isToGoOut(of)
  await (outgoing ? note(tx, ctx, id, 'sent_out', evidence) : notePublished(tx, ctx, id, evidence))
  if (outgoing) return tx.enqueue(outgoingJob, { process: id })
  await askForRelease(tx, ctx, { id, type: of.type_id })
  await settleOthers(tx, id)
  // `settleOthers` has just marked refused files as failed; they count towards the total.
  const { failed, pending } = await countItems(tx.db, id)
  await noteProgress(tx, id, { failed, total: failed + pending })
  for (let lane = 0; lane < lanes; lane++) tx.enqueue(publishJob, { process: id })
  if (visibleFrom) tx.enqueue(announceJob, { process: id }, { startAfter: visibleFrom })
}

/**
 * Marks items that are not ready as not published. An open exception is left for later on purpose; only a file that
 * can't be taken at all has failed.
 */
async function settleOthers(tx: Tx, process: number): Promise<void> {
  // By lists, because PostgreSQL plans a join of two tables that were just filled for a handful of rows.
  const whose = (fits: RawBuilder<unknown>) =>
    sql`any (array(select item.id from publication_items item where item.process_id = ${process} and ${fits}))`
  const refused = whose(sql`item.standing = 'open' and item.file_id is null`)
  const out = whose(sql`(item.standing <> 'ready' or item.recipient_id is null)
    and not (item.standing = 'open' and item.file_id is null)`)
  const ready = whose(sql`item.standing = 'ready' and item.recipient_id is not null`)
  const unpublished = sql`process_id = ${process} and state in ('pending', 'failed', 'excluded')`
  await sql`update process_items set state = 'failed', failure = 'PROCESS_RECEIPT_NOT_SOLVED'
    where ${unpublished} and id = ${refused}`.execute(tx.db)
  await sql`update process_items set state = 'excluded', failure = null
    where ${unpublished} and id = ${out}`.execute(tx.db)
  await sql`update process_items set state = 'pending', failure = null, claimed_by = null, claimed_until = null
    where ${unpublished} and state <> 'pending' and id = ${ready}`.execute(tx.db)
}

/** Records as evidence that a publication began to publish its documents. */
export function notePublished(tx: Tx, ctx: Context, id: number, data: Facts): Promise<void> {
  return note(tx, ctx, id, 'published', data)
}

interface Facts {
  readonly [name: string]: Fact | undefined
}

async function note(tx: Tx, ctx: Context, id: number, act: ActOf<'publication'>, data: Facts): Promise<void> {
  const event = { subject: { kind: 'publication', id }, act, at: ctx.services.clock() } as const
  await recordEvent(tx, { ...event, ...ctx.evidence, data })
}
