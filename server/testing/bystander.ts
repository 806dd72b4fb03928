import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { massive } from '#contract/massive/massive.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import type { Tx } from '../shared/tenancy.ts'
import type { TestApp } from './app.ts'
import { aDocument, aType } from './documents.ts'
import { aPerson, inCompany } from './factories.ts'
import { aPreview } from './massive.ts'

/** Beyond every instant to which tests set the clock. */
const far = new Date('2100-01-01T00:00:00Z')

export interface Bystander {
  before: Rows
  /** The rows as they are now, by table. */
  rows: () => Promise<Rows>
}
type Rows = Record<string, unknown[]>

/**
 * Somebody of a company to whom nothing happens in a test file, with a row of each kind that people's own acts change:
 * a statement that loses its `where` changes theirs as well.
 */
export async function aBystander(app: TestApp, company: MadeCompany): Promise<Bystander> {
  const { id, mail } = await aPerson(app, company)
  const { id: type_id } = await aType(app, company)
  await aDocument(app, company, { employee_id: id, type_id })
  await inCompany(app, company.id, (tx) => giveRows(tx, id, mail ?? ''))
  const of = { columns: ['user_id', 'employee_id', 'session_id'], tables: ['users', 'employees'], id }
  const rows = () => inCompany(app, company.id, (tx) => rowsOf(tx, of))
  return { before: await rows(), rows }
}

/**
 * A publication of a company with a receipt in each situation, to which nothing happens in a test file: a statement that
 * loses its `where` changes its rows as well.
 */
export async function aBystandingPublication(
  app: TestApp,
  company: MadeCompany,
  as: string,
): Promise<Bystander> {
  const { id: type } = await aType(app, company)
  await inCompany(app, company.id, ({ db }) =>
    db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', type).execute(),
  )
  const [ready, given] = [await aPerson(app, company), await aPerson(app, company)]
  const { id, items } = await aPreview(app, company, as, type, [
    { found: 'listo', to: ready },
    { found: 'sin_id' },
    { found: 'sin_id' },
    { found: 'desconocido', idRead: '20999888776' },
  ])
  const [, assigned = 0, excluded = 0] = items
  await app.call(massive.assign, { id, item: assigned, colaborador: given.id }, { as })
  await app.call(massive.decide, { id, items: [excluded], acto: 'excluir' }, { as })
  const of = { columns: ['process_id'], tables: ['processes'], id }
  const rows = () => inCompany(app, company.id, (tx) => rowsOf(tx, of))
  return { before: await rows(), rows }
}

async function giveRows(tx: Tx, user_id: number, mail: string): Promise<void> {
  const mine = { company_id: tx.company, user_id }
  const secret = () => randomBytes(32).toString('hex')
  const at = new Date()
  const { profile_id } = await tx.db
    .selectFrom('user_profiles')
    .select('profile_id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const sessions = await tx.db
    .insertInto('sessions')
    .values(
      ([null, 'segundo_factor'] as const).map((restriction) => ({
        ...mine,
        hash: secret(),
        profile_id,
        audience: 'e' as const,
        restriction,
        method: 'password' as const,
        address: '10.200.0.1',
        device: 'Firefox',
        created_at: at,
        seen_at: at,
        expires_at: far,
      })),
    )
    .returning('id')
    .execute()
  const kinds = ['mail_change', 'invitation', 'reset', 'printed_code', 'mail_undo', 'mail_objection'] as const
  const links = await tx.db
    .insertInto('credential_links')
    .values(kinds.map((kind) => ({ ...mine, kind, hash: secret(), mail_key: mail, expires_at: far })))
    .returning('id')
    .execute()
  await tx.db
    .insertInto('mail_changes')
    .values({ ...mine, former: mail, mail: `otra.${mail}`, confirm_link_id: links[0]?.id ?? 0 })
    .execute()
  await tx.db
    .insertInto('company_accesses')
    .values({ ...mine, kind: 'mail', put_at: at, former_mail: `antes.${mail}`, silence_opens: false })
    .execute()
  const factor = { ...mine, created_at: at }
  await tx.db
    .insertInto('factors')
    .values([
      { ...factor, kind: 'mail', mail, confirmed_at: at },
      { ...factor, kind: 'totp', secret: randomBytes(40), confirmed_at: at },
      { ...factor, kind: 'mail', mail: `otra.${mail}` },
      { ...factor, kind: 'passkey', credential: secret(), public_key: randomBytes(60), confirmed_at: at },
    ])
    .execute()
  await tx.db
    .insertInto('recovery_codes')
    .values([
      { ...mine, hash: secret() },
      { ...mine, hash: secret() },
    ])
    .execute()
  await tx.db
    .insertInto('factor_counts')
    .values({ ...mine, wrong: 3, sent: 2, sent_since: at })
    .execute()
  for (const { id: session_id } of sessions) {
    const inSession = { company_id: tx.company, session_id, expires_at: far }
    await tx.db
      .insertInto('factor_challenges')
      .values([
        { ...inSession, kind: 'mail', secret: secret() },
        { ...inSession, kind: 'passkey', secret: secret() },
      ])
      .execute()
    await tx.db
      .insertInto('step_ups')
      .values({ ...inSession, hash: secret(), method: 'password' })
      .execute()
    await tx.db
      .insertInto('push_subscriptions')
      .values({
        ...mine,
        session_id,
        endpoint: `https://push.example/${secret()}`,
        endpoint_hash: secret(),
        p256dh: randomBytes(65),
        auth: randomBytes(16),
        created_at: at,
      })
      .execute()
  }
}

/** Every row of a company's tables that has this id in one of these columns, and those with it as their own. */
async function rowsOf(
  tx: Tx,
  { columns: named, tables, id }: { columns: string[]; tables: string[]; id: number },
): Promise<Rows> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name = any (${named}) or (c.table_name = any (${tables}) and c.column_name = 'id'))
      and exists (select from information_schema.columns k
        where (k.table_schema, k.table_name) = (c.table_schema, c.table_name) and k.column_name = 'company_id')
    order by 1, 2`.execute(tx.db)
  const found: Rows = {}
  for (const { table, column } of columns) {
    const fits =
      column === 'session_id' ? sql`in (select s.id from sessions s where s.user_id = ${id})` : sql`= ${id}`
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(table)} t
      where company_id = ${tx.company} and ${sql.ref(`t.${column}`)} ${fits} order by to_jsonb(t)::text`.execute(
      tx.db,
    )
    if (rows.length > 0) found[`${table}.${column}`] = rows.map(({ row }) => row)
  }
  return found
}
