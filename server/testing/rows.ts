import type { Client } from 'pg'

export type Row = Record<string, unknown>

/** Inserts rows as the superuser, of a company where they name none, without foreign keys and triggers. */
export async function putRows(
  client: Client,
  company: number,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const row of rows) {
    const full: Row = table === 'companies' ? row : { company_id: company, ...row }
    const places = Object.keys(full).map((_, i) => `$${i + 1}`)
    await client.query(
      `insert into ${table} (${Object.keys(full).join(', ')}) overriding system value values (${places.join(', ')})`,
      Object.values(full),
    )
  }
  await client.query('set session_replication_role = default')
}
