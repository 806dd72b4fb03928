import { z } from 'zod'
import type { ParsedOf } from '#contract/call.ts'
import type { undo } from '#contract/processes/undo.ts'
import es from '#locales/es/processes.json' with { type: 'json' }
import pt from '#locales/pt/processes.json' with { type: 'json' }
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { addItems, excludeItems, noteItemsDone, pendingItems } from '#server/shared/processes/items.ts'
import { beginProcess, endProcess, lockProcess } from '#server/shared/processes/lifecycle.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { cancelDocuments } from '#server/areas/documents/operations.ts'
import {
  countAllStanding,
  countStanding,
  findUndoable,
  lastUndo,
  listKnown,
  listUndoable,
  runningUndo,
  findUndoableDocuments,
  lockStanding,
} from './undo-queries.ts'

const words = { es, pt }
/** Shortest reason, as for a single document. Characters. */
const shortestReason = 3
/** Documents that one transaction annuls. */
const batch = 50

/** Annulling what stands of a publication, a few in each transaction. */
export const undoJob = defineJob({
  name: 'processes.undo',
  input: z.object({
    process: z.number(),
    evidence: z.object({
      actorId: z.number(),
      detail: z.object({ address: z.string(), device: z.string() }),
    }),
  }),
  concurrency: 1,
})

export function showUndoable({ read, session }: Context, input: ParsedOf<typeof undo.list>) {
  const limits = rowsOf(input)
  return read(async (tx) => {
    const { rows, total } = await listUndoable(tx.db, session, limits)
    const data = rows.map(({ finished_at, publicado, ...row }) => ({
      ...row,
      publicado: publicado ?? finished_at,
    }))
    return { data, pagination: paginationOf(total, input) }
  })
}

/** Previews the effect of undoing within the viewer's reach, or shows its progress. */
export function previewUndo({ read, session }: Context, { id }: ParsedOf<typeof undo.one>) {
  return read(async (tx) => {
    const found = await findUndoable(tx.db, session, id)
    if (!found) refuse('NOT_FOUND')
    const { finished_at, ...row } = found
    const standing = await countStanding(tx.db, session, id)
    const all = await countAllStanding(tx.db, id)
    const running = await runningUndo(tx.db, id)
    return {
      ...row,
      ...standing,
      publicado: standing.publicado ?? finished_at,
      fuera_de_alcance: all - standing.documentos,
      en_curso: running ? { hechos: running.hechos, total: running.total } : null,
      ultimo: (await lastUndo(tx.db, id)) ?? null,
    }
  })
}

export function showKnown({ read, session }: Context, input: ParsedOf<typeof undo.known>) {
  const limits = rowsOf(input)
  return read(async (tx) => {
    if (!(await findUndoable(tx.db, session, input.id))) refuse('NOT_FOUND')
    const { data, total } = await listKnown(tx.db, session, input.id, limits)
    return { data, pagination: paginationOf(total, input) }
  })
}

/**
 * Begins to annul what stands of a publication within reach. What its people read or signed goes only where it is
 * asked for, with a reason, which they then read.
 */
export function beginUndo(ctx: Context, input: ParsedOf<typeof undo.undo>) {
  return ctx.act(async (tx) => {
    const { id, incluir_leidos } = input
    const motivo = input.motivo ?? ''
    await lockProcess(tx, id)
    if (!(await findUndoable(tx.db, ctx.session, id))) refuse('NOT_FOUND')
    if (await runningUndo(tx.db, id)) refuse('UNDO_UNDER_WAY')
    const documents = await findUndoableDocuments(tx.db, ctx.session, id, incluir_leidos)
    if (documents.length === 0) refuse('UNDO_NOTHING_STANDS')
    const { leidos, firmados } = await countStanding(tx.db, ctx.session, id)
    if (incluir_leidos && leidos + firmados > 0 && motivo.length < shortestReason)
      refuse('UNDO_REASON_REQUIRED', 'motivo')
    const now = ctx.services.clock()
    const { type_id, period } = await tx.db
      .selectFrom('processes')
      .select(['type_id', 'period'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const made = await beginProcess(tx, {
      kind: 'undo_publication',
      step: 'running',
      by: ctx.session.userId,
      at: now,
      started: true,
      type: type_id,
      period,
      total: documents.length,
      options: {
        publication: id,
        // Without a reason to be read, what is read or signed until its turn stays.
        known: Number(incluir_leidos && motivo.length >= shortestReason),
        reason: motivo.length >= shortestReason ? motivo : words[ctx.request.language].deshacer.sinMotivo,
      },
    })
    await addItems(
      tx,
      made,
      documents.map(({ id: document, employee_id }) => ({ data: { document, employee: employee_id } })),
    )
    await recordEvent(tx, {
      subject: { kind: 'process', id },
      act: 'undone',
      at: now,
      data: { process: made, documents: documents.length, known: incluir_leidos },
      ...ctx.evidence,
    })
    tx.enqueue(undoJob, { process: made, evidence: ctx.evidence })
    return { proceso: made, documentos: documents.length }
  })
}

/** Annuls the documents of a begun undo, batch by batch; after a kill it continues with the rest. */
export async function undoAll(
  services: Services,
  company: number,
  { process, evidence }: z.infer<typeof undoJob.input>,
  signal: AbortSignal,
): Promise<void> {
  const { write } = services.tenant(company)
  for (let left = true; left && !signal.aborted;)
    left = await write((tx) => undoSome(tx, services, process, evidence))
  signal.throwIfAborted()
}

const options = z.object({ publication: z.number(), known: z.number().default(1), reason: z.string() })

/** Annuls the next few; answers whether there may be more. */
async function undoSome(
  tx: Tx,
  services: Services,
  process: number,
  evidence: Context['evidence'],
): Promise<boolean> {
  const found = await tx.db
    .selectFrom('processes')
    .select(['options', 'status'])
    .where('id', '=', process)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (found.status !== 'in_progress') return false
  const { publication, known, reason } = options.parse(found.options)
  const items = await pendingItems(tx, process, batch)
  const now = services.clock()
  if (items.length === 0) {
    await endProcess(tx, process, { status: 'successful', at: now })
    if ((await countAllStanding(tx.db, publication)) === 0)
      await tx.db
        .updateTable('publications')
        .set({ undone_at: now })
        .where('process_id', '=', publication)
        .execute()
    return false
  }
  const ids = items.map(({ data }) => z.object({ document: z.number() }).parse(data).document)
  // A document that was annulled separately meanwhile needs no further act; one that was read or signed meanwhile stays.
  const standing = await lockStanding(tx.db, ids)
  const stays = new Set(standing.flatMap((one) => (one.known && known === 0 ? [one.id] : [])))
  const annulled = standing.flatMap(({ id }) => (stays.has(id) ? [] : [id]))
  if (annulled.length > 0) await cancelDocuments(tx, { services, evidence }, annulled, { reason })
  const left = items.filter((_, at) => stays.has(ids[at] ?? 0))
  await excludeItems(tx, left)
  await noteItemsDone(
    tx,
    process,
    items.filter((one) => !left.includes(one)),
  )
  return true
}
