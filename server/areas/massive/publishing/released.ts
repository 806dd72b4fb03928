import { sql } from 'kysely'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { hasBecomeVisible } from '#server/shared/reading/documents.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import { announce, recordReleased } from '#server/areas/publishing/operations.ts'
import type { Running } from './queries.ts'
import { rejectOfOthers } from './rejecting.ts'

/** People whose documents one transaction makes public. */
const people = 100

/**
 * Makes released documents public, those of some people at a time, with their mails; what is another's by its id today
 * is rejected. False: there may be more.
 */
export async function publishReleased(tx: Tx, services: Services, of: Running): Promise<boolean> {
  const { released_by } = await tx.db
    .selectFrom('publications')
    .select('released_by')
    .where('process_id', '=', of.id)
    .executeTakeFirstOrThrow()
  const at = services.clock()
  const next = await tx.db
    .selectFrom('process_items as item')
    .innerJoin('documents', 'documents.process_item_id', 'item.id')
    .where('item.process_id', '=', of.id)
    .where('documents.state', '=', 'waiting_approval')
    .select('documents.employee_id as id')
    .distinct()
    .orderBy('id')
    .limit(people)
    .execute()
  if (next.length === 0) return true
  const ids = next.map(({ id }) => id)
  await rejectOfOthers(tx, ids, { process: of.id, at, by: released_by })
  const { rows } = await sql<{ id: number; employee_id: number; period: string | null; type: string }>`
    update documents d set state = 'published', published_at = ${at}
    from process_items i, document_types t
    where i.process_id = ${of.id} and d.process_item_id = i.id and d.state = 'waiting_approval'
      and d.employee_id = any(${ids}) and t.id = d.type_id
    returning d.id, d.employee_id, d.period, t.name as type`.execute(tx.db)
  await recordReleased(tx, at, { ids: rows.map(({ id }) => id), process: of.id, by: released_by })
  if (of.notify && hasBecomeVisible(of.visible_from, at)) await announceTo(tx, services, of, rows)
  return false
}

async function announceTo(
  tx: Tx,
  services: Services,
  of: Running,
  rows: readonly { id: number; employee_id: number; period: string | null; type: string }[],
): Promise<void> {
  const theirs = Map.groupBy(rows, (row) => row.employee_id)
  const users = await tx.db
    .selectFrom('users')
    .select(['id', 'mail', 'first_name', languageOfUser().as('language')])
    .where('id', '=', sql<number>`any(${[...theirs.keys()]})`)
    .execute()
  await announce(
    tx,
    services,
    users.map((user) => ({ ...user, documents: theirs.get(user.id) ?? [] })),
    of.id,
  )
}
