import { sql } from 'kysely'
import { z } from 'zod'
import { defineJob } from '#server/shared/jobs.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type Announced, announce } from '#server/areas/publishing/operations.ts'
import { visibleNow } from '#server/shared/reading/documents.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'

/** Notifies people, at the hour from which their documents are visible, of those published until then. */
export const announceJob = defineJob({
  name: 'massive.announce',
  input: z.object({ process: z.int() }),
  concurrency: 1,
})

const people = 200

/** Notifies the people of a publication at its hour, a few hundred in each transaction. */
export async function announceAll(
  services: Services,
  company: number,
  process: number,
  signal: AbortSignal,
): Promise<void> {
  const { write } = services.tenant(company)
  if (await write((tx) => putOff(tx, services, process))) return
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const last = await write((tx) => tellSome(tx, services, process, after))
    if (last === null) return
    after = last
  }
}

/**
 * The documents that a publication makes visible at its hour, as the term of a recursive query called `mine`: its own, and
 * those that took their place before that hour.
 */
export function documentsAtHour(process: number) {
  return sql<{ id: number }>`
    select d.id from process_items i join documents d on d.process_item_id = i.id
    where i.process_id = ${process} and i.state = 'done'
    union all
    select d.id from mine join documents d on d.replaces_id = mine.id where d.visible_from is not null`
}

/** Enqueues itself again where the hour hasn't come: the queue's clock is another than ours. */
async function putOff(tx: Tx, services: Services, process: number): Promise<boolean> {
  const found = await tx.db
    .selectFrom('publications')
    .select('visible_from')
    .where('process_id', '=', process)
    .executeTakeFirst()
  const hour = found?.visible_from
  if (!hour || hour <= services.clock()) return false
  const startAfter = new Date(Math.max(hour.getTime(), Date.now() + 60_000))
  tx.enqueue(announceJob, { process }, { startAfter })
  return true
}

/**
 * Notifies the next people after one, and returns the last of them. Documents cancelled before the hour are left out, and
 * those that took their place are announced.
 */
async function tellSome(tx: Tx, services: Services, process: number, after: number): Promise<number | null> {
  const { rows } = await sql<Announced>`
    with recursive mine as (${documentsAtHour(process)})
    select users.id, users.mail, users.first_name,
      ${languageOfUser()} as language,
      jsonb_agg(jsonb_build_object('id', d.id, 'type', t.name, 'period', d.period) order by d.id) as documents
    from mine join documents d on d.id = mine.id join document_types t on t.id = d.type_id
      join users on users.id = d.employee_id
    where d.state = 'published' and d.notify
      and ${visibleNow(services.clock(), 'd')}
      and users.id > ${after}
    group by users.id, users.mail, users.first_name, users.language, users.country
    order by users.id limit ${people}`.execute(tx.db)
  await announce(tx, services, rows, process)
  return rows.at(-1)?.id ?? null
}
