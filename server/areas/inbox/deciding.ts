import type { DecisionAct } from '#contract/approvals.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { inbox } from '#contract/inbox.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { Refusal, refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { messageOf } from '#server/shared/text/language.ts'
import { today } from '#server/shared/today.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { decide, lookingOf, newestOf } from '#server/areas/approvals/operations.ts'
import { offeredPaper, placeOf } from '#server/areas/uploads/operations.ts'
import { stepsOfType } from '#server/areas/workflows/operations.ts'
import { waitingPaper } from './queries.ts'

/**
 * Approves a paper, after its type, month and last day were put right, each change as evidence.
 *
 * @throws {Refusal} NOT_FOUND, APPROVAL_DECIDED, APPROVAL_OWN, or what is wrong with the facts
 */
export function approvePaper(ctx: Context, kinds: KindsOfApproval, input: ParsedOf<typeof inbox.approve>) {
  return ctx.act(async (tx) => {
    await putRight(tx, ctx, input)
    await decidePaper(tx, ctx, kinds, input.id, 'aprobar', input)
    return { id: input.id }
  })
}

/** Rejects a paper for good. @throws {Refusal} as {@link approvePaper} */
export function rejectPaper(
  ctx: Context,
  kinds: KindsOfApproval,
  { id, comments, visto, desde }: ParsedOf<typeof inbox.reject>,
) {
  return ctx.act(async (tx) => {
    await decidePaper(tx, ctx, kinds, id, 'rechazar', { motivo: comments, visto, desde })
    return { id }
  })
}

/** Decides papers one after the other, each in a transaction of its own; what is refused is answered with why. */
export async function decideMany(
  ctx: Context,
  kinds: KindsOfApproval,
  act: Extract<DecisionAct, 'aprobar' | 'rechazar'>,
  { ids, comments }: { ids: readonly number[]; comments?: string },
) {
  if (new Set(ids).size < ids.length) refuse('INBOX_TWICE', 'ids')
  const hechos: number[] = []
  const rechazados: { id: number; code: string; message: string }[] = []
  for (const id of ids) {
    try {
      await ctx.write((tx) => decidePaper(tx, ctx, kinds, id, act, { motivo: comments, visto: false }))
      hechos.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const [first] = error.faults
      const message = messageOf(first, ctx.request.language, ctx.session.country)
      rechazados.push({ id, code: first.code, message })
    }
  }
  return { hechos, rechazados }
}

async function decidePaper(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  id: number,
  acto: DecisionAct,
  { motivo, visto, desde }: { motivo?: string | undefined; visto: boolean; desde?: string | undefined },
): Promise<void> {
  const approval = await newestOf(tx.db, 'document', id)
  if (approval === undefined) refuse('NOT_FOUND')
  await decide(tx, ctx, kinds, { id: approval, acto, motivo, visto, desde })
}

/** Puts the facts of a paper right that its sender chose or that nobody has written down yet. */
async function putRight(tx: Tx, ctx: Context, input: ParsedOf<typeof inbox.approve>): Promise<void> {
  const { id, tipo, periodo, vence } = input
  if (tipo === undefined && periodo === undefined && vence === undefined) return
  const paper = await waitingPaper(tx.db, await lookingOf(tx, ctx), id)
  // Deciding says who was faster, or that there is none.
  if (!paper) return
  if (vence && vence < today(ctx.session.zone, ctx.services.clock())) refuse('INBOX_EXPIRY_PAST', 'vence')
  const type = await offeredPaper(tx, tipo ?? paper.id_tipo)
  if (type.id !== paper.id_tipo) {
    // The people who decide stay those with whom the paper began; those of another workflow can't be passed over.
    const { workflowId } = await stepsOfType(tx, type.id)
    if (workflowId !== undefined && workflowId !== paper.id_flujo) refuse('INBOX_TYPE_OF_WORKFLOW', 'tipo')
  }
  const period = type.con_periodo ? (periodo === undefined ? paper.periodo : periodo) : null
  const was = { type_id: paper.id_tipo, period: paper.periodo }
  const is = { type_id: type.id, period }
  const moved = was.type_id !== is.type_id || was.period !== is.period
  const sequence = moved && (await placeOf(tx.db, { employee: paper.id_colaborador, type, period }, id))
  await tx.db
    .updateTable('documents')
    .set({
      ...(moved && { ...is, type_version: type.version, sequence: sequence || 1 }),
      ...(vence !== undefined && { expires_on: vence }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting_approval')
    .execute()
  await recordEvent(tx, {
    subject: { kind: 'document', id },
    act: 'changed',
    at: ctx.services.clock(),
    data: { ...(moved && { was, is }), ...(vence !== undefined && { expires_on: vence }) },
    ...ctx.evidence,
  })
}
