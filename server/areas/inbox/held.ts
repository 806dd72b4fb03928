import { type NotNull, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { approvals } from '#contract/approvals.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { countRows, paginationOf, rowsOf } from '#server/shared/list.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { peopleFound } from '#server/shared/text/search.ts'
import { subjectToDecide } from '#server/areas/approvals/operations.ts'
import { pagePicture } from '#server/areas/documents/operations.ts'

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
  const subject = await subjectToDecide(tx, ctx, kinds, id)
  const documents = subject && kinds[subject.kind]?.documents
  return documents ? documents(subject.id) : refuse('NOT_FOUND')
}

/** Documents that a kind's condition holds for, by the names of their people. */
function held(db: Db, condition: RawBuilder<SqlBool>, search: string) {
  return db
    .selectFrom('documents')
    .where(sql<boolean>`${condition}`)
    .where('documents.state', '=', 'waiting_approval')
    .$if(search !== '', (query) => query.where(peopleFound(search, 'documents.employee_id')))
}

function heldDocuments(
  db: Db,
  condition: RawBuilder<SqlBool>,
  search: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return held(db, condition, search)
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types as type', 'type.id', 'documents.type_id')
    .orderBy('users.sort_name')
    .orderBy('documents.id')
    .limit(limit)
    .offset(offset)
    .select([
      'documents.id',
      'users.sort_name as colaborador',
      'type.name as tipo',
      'documents.period as periodo',
      'documents.pages as paginas',
    ])
    .$narrowType<{ colaborador: NotNull }>()
    .execute()
}

async function countHeld(db: Db, condition: RawBuilder<SqlBool>, search: string): Promise<number> {
  return countRows(db, held(db, condition, search).select('documents.id'))
}

async function isHeld(db: Db, condition: RawBuilder<SqlBool>, document: number): Promise<boolean> {
  const found = await held(db, condition, '')
    .where('documents.id', '=', document)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}
