import { sql } from 'kysely'
import { expect } from 'vitest'
import { massive } from '#contract/massive/massive.ts'
import { payslip } from '#pdf/testing/samples.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import { insertKept } from '../shared/files/files.ts'
import type { Tx } from '../shared/tenancy.ts'
import { afterFile } from './after-file.ts'
import type { TestApp } from './app.ts'
import {
  giveBelongings,
  giveFactors,
  giveLinks,
  givePapers,
  giveSessions,
  giveUnderWay,
} from './bystander-rows.ts'
import { aDocument, aType } from './documents.ts'
import { aPerson, inCompany, type PersonWanted } from './factories.ts'
import { aPreview } from './massive.ts'

type Row = Record<string, unknown>
type Rows = Record<string, Row[]>

/**
 * People of a company to whom nothing happens in a test file, one with rows of each kind that somebody's acts change, one
 * before their first sign-in: a statement that loses its `where` changes theirs as well. Where one of their rows has
 * changed, the file fails at its end.
 */
export function aBystander(app: TestApp, company: MadeCompany): Promise<void> {
  return keepAsMade(app, company, async () => {
    const wanted: PersonWanted = { profiles: ['employee', 'limited'], filters: [{ sector: 'Archivo' }] }
    const { id, mail } = await aPerson(app, company, wanted)
    await aPerson(app, company, { signedIn: false, state: 'onboarding' })
    const { id: type_id, folderId } = await aType(app, company, { name: 'Papeles de nadie' })
    const other = await payslip({ period: '09/2026' })
    const documents = {
      published: await aDocument(app, company, { employee_id: id, type_id }),
      disputed: await aDocument(app, company, {
        employee_id: id,
        type_id,
        signing: 'no_conforme',
        period: '2026-09-01',
        bytes: other,
      }),
    }
    const picture = await app.services.files.put(company.id, await payslip(), { type: 'pdf', maxBytes: 1e6 })
    await inCompany(app, company.id, async (tx) => {
      const [file = 0] = await insertKept(tx, [picture])
      const mine = { company_id: tx.company, user_id: id }
      const sessions = await giveSessions(tx, mine)
      await giveLinks(tx, mine, mail ?? '')
      await giveFactors(tx, mine, mail ?? '', sessions)
      await giveBelongings(tx, mine, { file, folderId })
      await givePapers(tx, mine, { ...documents, session: sessions[0] ?? 0 })
    })
  })
}

/**
 * A publication of a company with a receipt in each situation, to which nothing happens in a test file: a statement that
 * loses its `where` changes its rows as well, and the file fails at its end.
 */
export function aBystandingPublication(app: TestApp, company: MadeCompany, as: string): Promise<void> {
  return keepAsMade(app, company, () => givePublication(app, company, as))
}

async function givePublication(app: TestApp, company: MadeCompany, as: string): Promise<void> {
  const { id: type } = await aType(app, company, { name: 'Recibos de nadie' })
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
  await inCompany(app, company.id, (tx) => giveUnderWay(tx, id))
}

/** Compares the rows that come to a company's tables while `make` works with what they are at the end of the test file. */
export async function keepAsMade(
  app: TestApp,
  company: MadeCompany,
  make: () => Promise<unknown>,
): Promise<void> {
  const read = () => inCompany(app, company.id, (tx) => rowsByKey(tx))
  const former = await read()
  await make()
  const made = new Map([...(await read())].filter(([key]) => !former.has(key)))
  expect(made.size, 'rows that were made').toBeGreaterThan(0)
  afterFile(async () => {
    const left = new Map([...(await read())].filter(([key]) => made.has(key)))
    expect(byTable(left), 'what is the bystander’s').toEqual(byTable(made))
  })
}

interface Kept {
  table: string
  row: Row
}

/** Every row of a company, by its table and primary key. */
async function rowsByKey(tx: Tx): Promise<Map<string, Kept>> {
  const { rows: tables } = await sql<{ name: string; key: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as key
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'company_id')
    group by 1 order by 1`.execute(tx.db)
  const each = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as table, to_jsonb(t) as row from ${sql.table(name)} t where company_id = ${tx.company}`,
  )
  const { rows } = await sql<Kept>`${sql.join(each, sql` union all `)}`.execute(tx.db)
  const keys = new Map(tables.map(({ name, key }) => [name, key]))
  return new Map(
    rows.map((kept) => {
      const key = (keys.get(kept.table) ?? []).map((column) => kept.row[column])
      return [`${kept.table} ${JSON.stringify(key)}`, kept]
    }),
  )
}

function byTable(rows: ReadonlyMap<string, Kept>): Rows {
  const found: Rows = {}
  for (const [, { table, row }] of [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    (found[table] ??= []).push(row)
  return found
}
