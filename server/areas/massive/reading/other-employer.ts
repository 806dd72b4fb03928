import { sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import type { Country } from '#contract/fields.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { printedTaxId } from '#server/shared/text/printed.ts'
import { companyIds } from '#server/areas/publishing/operations.ts'
import { idKey } from '../receipts/plain.ts'
import { isCompany } from '../receipts/shapes.ts'
import type { Notice } from '../queries.ts'

/** The share of a file's receipts from which the id of another company that they show is worth a notice. */
const leastShare = 0.5

/**
 * The notice that a payroll is another employer's: most of its receipts show a company's tax id and none of this
 * company's own. Null where they don't. Banks and unions have such ids too, beside the employer's own.
 */
export async function findOtherEmployer(tx: Tx, process: number): Promise<Notice | null> {
  const { rows } = await sql<{ ids: string[]; receipts: number }>`
    select ids, count(*)::int as receipts from (
      select item.id, array(
        select distinct upper(regexp_replace(mark ->> 'text', '[^[:alnum:]&]', '', 'g'))
        from jsonb_array_elements(item.marks) mark where mark ->> 'kind' = 'employer' order by 1) as ids
      from publication_items item where item.process_id = ${process} and item.file_id is not null) one
    group by ids`.execute(tx.db)
  const { country } = await tx.db.selectFrom('companies').select('country').executeTakeFirstOrThrow()
  const own = new Set([...(await companyIds(tx.db)).employers].map(idKey))
  const seen = new Map<string, number>()
  let all = 0
  for (const { ids, receipts } of rows) {
    all += receipts
    if (ids.some((id) => own.has(idKey(id)))) continue
    for (const id of ids)
      if (isCompany(country as Country, idKey(id))) seen.set(id, (seen.get(id) ?? 0) + receipts)
  }
  const [most] = [...seen].toSorted(([, one], [, other]) => other - one)
  if (!most || most[1] <= all * leastShare) return null
  const [id, receipts] = most
  return makeFault('MASSIVE_OTHER_EMPLOYER', undefined, {
    cuit: printedTaxId(id, country),
    recibos: receipts,
  })
}
