import type { RawBuilder, SqlBool } from 'kysely'
import type { approvals } from '#contract/approvals.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { pagePicture } from '#server/areas/documents/operations.ts'
import { approvalOf, countHeld, decidable, heldDocuments, isHeld } from './queries.ts'
import { lookingOf } from './showing.ts'

/** The documents on which an approval decides. @throws {Refusal} NOT_FOUND: the viewer can't decide it now */
export function listHeld(
  ctx: Context,
  kinds: KindsOfApproval,
  { id, buscar = '', ...page }: ParsedOf<typeof approvals.documents>,
) {
  return ctx.read(async (tx) => {
    const condition = await conditionOf(tx, ctx, kinds, id)
    return {
      data: await heldDocuments(tx.db, condition, buscar, rowsOf(page)),
      pagination: paginationOf(await countHeld(tx.db, condition, buscar), page),
    }
  })
}

/** A page of one of them. @throws {Refusal} NOT_FOUND, PAGE_REQUESTED_NOT_FOUND */
export function heldPage(
  ctx: Context,
  kinds: KindsOfApproval,
  { id, documento, n, ancho }: ParsedOf<typeof approvals.page>,
) {
  return pagePicture(ctx, { id: documento, revision: 0, page: n, width: ancho }, async (tx) => {
    if (!(await isHeld(tx.db, await conditionOf(tx, ctx, kinds, id), documento))) refuse('NOT_FOUND')
  })
}

/** The documents of an approval as a condition, for whoever asked for it or can decide it now. */
async function conditionOf(
  tx: Tx,
  ctx: Context,
  kinds: KindsOfApproval,
  id: number,
): Promise<RawBuilder<SqlBool>> {
  const found = await approvalOf(tx.db, id)
  const documents = found && kinds[found.kind]?.documents
  if (!found || !documents) return refuse('NOT_FOUND')
  const own = found.opened_by === ctx.session.userId && ctx.session.audience === 's'
  if (!own && !(await decidable(tx.db, await lookingOf(tx, ctx), kinds, id))) return refuse('NOT_FOUND')
  return documents(found.subject_id)
}
