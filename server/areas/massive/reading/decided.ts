import { sql, type SqlBool } from 'kysely'
import type { Tx } from '#server/shared/tenancy.ts'

/**
 * Decisions on receipts outlast a second reading of their file, where the same pages are one receipt again, of a zip
 * those of the same entry. Receipts that were joined or parted by hand aren't.
 */

/** Keeps the decisions on a publication's receipts, which are about to be read again. */
export async function keepDecisions(tx: Tx, process: number): Promise<void> {
  await sql`update publications set decided = (
      select jsonb_agg(jsonb_build_object('pages', pages, 'entry', case when source_name is not null then place end, 'found', found, 'decision', decision,
        'employee', employee_id, 'to', decided_for, 'by', decided_by, 'at', decided_at) order by place, part, id)
      from publication_items where process_id = ${process} and decision in ('assigned', 'anyway', 'excluded'))
    where process_id = ${process}`.execute(tx.db)
}

/**
 * Applies the decisions that were kept. A receipt to whose recipient another one goes by now, which nobody left out, or
 * on which two people were found, waits for a person again. So does one that was given to somebody by hand and is read
 * as another's, unless it was read so before.
 *
 * @param onceEach nobody gets two receipts of this publication
 */
export async function restoreDecisions(tx: Tx, process: number, onceEach: boolean): Promise<void> {
  const given = sql`select given.* from publications publication,
      jsonb_to_recordset(publication.decided) as given(pages int[], entry int, found text, decision text, employee bigint,
        "to" bigint, "by" bigint, at timestamptz)
    where publication.process_id = ${process}`
  const isOf = sql<SqlBool>`item.process_id = ${process} and item.pages = given.pages
    and (given.entry is null or item.place = given.entry)`
  const readAsAnothers = sql<SqlBool>`(item.employee_id is not null and item.employee_id <> given."to"
    and item.employee_id is distinct from given.employee)`
  await sql`update publication_items item set found = 'otra_asignacion' from (${given}) given
    where ${isOf} and item.found = 'listo' and given.decision = 'assigned' and ${readAsAnothers}`.execute(
    tx.db,
  )
  await sql`with given as (${given}),
    matching as (
      select item.id, given.decision, given."to", given."by", given.at
      from given join publication_items item on ${isOf}
      where case given.decision
        when 'excluded' then true
        when 'anyway' then item.found = given.found and item.employee_id = given.employee
        else (item.found <> 'dos_ids' or given.found = 'dos_ids') and not ${readAsAnothers} end),
    left_out as (select id from matching where decision = 'excluded'),
    standing as (
      select matching.* from matching join publication_items item on item.id = matching.id
      where matching.decision = 'excluded'
        or cardinality(item.shows) < 2 and not (${onceEach} and exists (
          select from publication_items other
          where other.process_id = ${process} and other.id <> item.id and other.found = 'listo'
            and other.recipient_id = coalesce(matching."to", item.employee_id)
            and other.id not in (select id from left_out))))
    update publication_items item set decision = standing.decision, decided_for = standing."to",
      decided_by = standing."by", decided_at = standing.at
    from standing where item.id = standing.id`.execute(tx.db)
  await tx.db.updateTable('publications').set({ decided: null }).where('process_id', '=', process).execute()
}
