import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aType, type MadeType } from '#server/testing/documents.ts'
import { aCompany, inCompany } from '#server/testing/factories.ts'
import { explain, type PlanNode } from '#server/testing/plans.ts'
import { giveSignatures } from '#server/testing/signed.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { countDocuments, listDocuments, type Search, type Searcher } from './search.ts'

/** People, of whom ten each have a manager, a sector and a surname, and papers of each. */
const people = 150
const papers = 20

let app: TestApp
let company: MadeCompany
let type: MadeType
let first = 0
let sector = 0
let place = 0
let position = 0
let folder = 0

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  type = await aType(app, company, { name: 'Recibo' })
  await inCompany(app, company.id, async ({ db, company: id }) => {
    for (const table of ['sectors', 'locations', 'positions'])
      await sql`insert into ${sql.table(table)} (company_id, name)
        select ${id}, 'N' || n from generate_series(0, ${people / 10 - 1}) n`.execute(db)
    await sql`insert into document_types (company_id, folder_id, name, alias)
      select company_id, folder_id, 'Tipo ' || n, 'Tipo ' || n from document_types, generate_series(1, 19) n
      where id = ${type.id}`.execute(db)
    // One of the types stands in a folder of its own.
    await sql`insert into folders (company_id, name) values (${id}, 'Otra')`.execute(db)
    await sql`update document_types set folder_id = (select id from folders where name = 'Otra')
      where name = 'Tipo 9'`.execute(db)
    await sql`insert into document_type_versions (company_id, type_id, version)
      select company_id, id, 1 from document_types where id <> ${type.id}`.execute(db)
    await sql`insert into users (company_id, username, first_name, last_name, country, mail)
      select ${id}, 'quien' || n, 'Ana', 'Apellido' || n / 10, 'AR', case when n > 3 then 'a' || n || '@example.com' end
      from generate_series(0, ${people - 1}) n`.execute(db)
    await sql`insert into employees (company_id, id, file_number, dni, cuil, state, sector_id, location_id, position_id,
        manager_id)
      select u.company_id, u.id, n, 20000000 + n, 20200000000 + n, 'active',
        n / 10 + (select min(id) from sectors), n / 10 + (select min(id) from locations),
        n / 10 + (select min(id) from positions), case when n % 11 > 0 then u.id - n % 11 end
      from (select *, substr(username, 6)::int as n from users where username like 'quien%') u`.execute(db)
    await sql`insert into employee_words (company_id, word, employee_id)
      select company_id, lower(last_name), id from users where username like 'quien%'`.execute(db)
    await sql`insert into documents (company_id, employee_id, type_id, type_version, period, state, signing, source,
        file_name, pages, verification_code, sector_id, location_id, position_id, first_read_at, signed_at, published_at,
        expires_on, created_by)
      select e.company_id, e.id, m + (select min(id) from document_types), 1,
        date '2024-01-01' + make_interval(months => m), 'published',
        case when m = 3 then 'no_conforme' else 'conforme' end, case when m = 4 then 'import' else 'portal' end,
        'recibo.pdf', 1, e.id || '-' || m, e.sector_id, e.location_id, e.position_id,
        case when m <> 5 then now() end, now() - make_interval(days => 30 * m),
        timestamptz '2024-02-01' + make_interval(months => m), case when m = 6 then date '2026-01-01' end, e.id
      from employees e, generate_series(0, ${papers - 1}) m`.execute(db)
    await giveSignatures(db, id)
    const ids = await sql<{
      first: number
      sector: number
      place: number
      position: number
      folder: number
    }>`select
      (select id from folders where name = 'Otra') as folder,
      (select min(id) from employees) as first, (select min(id) from sectors) as sector,
      (select min(id) from locations) as place, (select min(id) from positions) as position`.execute(db)
    const found = ids.rows[0]
    if (!found) throw new Error('nobody was made')
    ;({ first, sector, place, position, folder } = found)
    await sql`insert into user_filters (company_id, user_id, sector_id, location_id)
      values (${id}, ${first}, ${sector}, null), (${id}, ${first}, null, ${place + 1})`.execute(db)
    await sql`insert into user_folder_filters (company_id, user_id, folder_id)
      select company_id, ${first}, id from folders`.execute(db)
  })
  await sql`analyze`.execute(app.database.db)
})

const plansOf = async (ask: (db: Db) => Promise<unknown>) => (await explain(app, company, ask)).flat()

const as = (profileKind: Searcher['profileKind']): Searcher => ({
  userId: first,
  profileKind,
  seesConfidential: false,
  zone: 'America/Argentina/Buenos_Aires',
  actions: Object.values(actions),
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** By filter, the column or the index by which documents are found. */
const searches: [string, () => Search, string][] = [
  ['buscar', () => ({ buscar: 'apellido3' }), 'employee_id'],
  ['periodo', () => ({ periodo: '2024-06-01' }), 'period'],
  ['periodo_desde', () => ({ periodo_desde: '2025-07-01' }), 'period'],
  ['periodo_hasta', () => ({ periodo_hasta: '2024-02-01' }), 'period'],
  ['tipo', () => ({ tipo: [type.id] }), 'type_id'],
  ['carpeta', () => ({ carpeta: [folder] }), 'type_id'],
  ['sector', () => ({ sector: [sector] }), 'sector_id'],
  ['locacion', () => ({ locacion: [place] }), 'location_id'],
  ['cargo', () => ({ cargo: [position] }), 'position_id'],
  ['desde', () => ({ desde: '2025-08-20' }), 'published_at'],
  ['hasta', () => ({ hasta: '2024-02-10' }), 'published_at'],
  ['firmado_desde', () => ({ firmado_desde: daysAgo(15) }), 'signed_at'],
  ['firmado_hasta', () => ({ firmado_hasta: '2020-01-01' }), 'signed_at'],
  ['lectura', () => ({ lectura: 'sin_leer' }), 'documents_unread'],
  ['origen', () => ({ origen: ['KO'] }), 'source'],
  ['certificado', () => ({ certificado: [1] }), 'certificate_id'],
  ['sin_correo', () => ({ sin_correo: true }), 'employee_id'],
  ['estado', () => ({ estado: ['no_conforme'] }), 'signing'],
  // It narrows those that wait for a signature, which have an index.
  ['firma_vencida', () => ({ firma_vencida: true }), 'signing'],
  ['vence_hasta', () => ({ vence_hasta: '2026-02-01' }), 'expires_on'],
]

test.each(searches)('%s is answered by an index, under row-level security', async (_, search, by) => {
  for (const kind of ['hr', 'limited', 'manager'] as const) {
    const asked = { ...search(), orden: '-publicado' as const }
    const page = await plansOf((db) => listDocuments(db, as(kind), asked, { limit: 25, offset: 0 }))
    const sums = await plansOf((db) => countDocuments(db, as(kind), asked))
    expect(wholesOf(page)).toEqual([])
    expect(wholesOf(sums)).toEqual([])
    if (kind === 'hr') expect(accessOf(sums)).toContain(by)
    else expect(accessOf(page)).toMatch(new RegExp(`employee_id|${by}`))
  }
})

test.each(['limited', 'manager'] as const)(
  'a search of a %s profile uses the index of the employees that it reaches',
  async (kind) => {
    const sums = await plansOf((db) => countDocuments(db, as(kind), {}))
    expect(wholesOf(sums)).toEqual([])
    expect(accessOf(sums)).toMatch(/^documents_employee: .*employee_id = ANY/)
  },
)

/** Tables of people and documents that are read whole. */
function wholesOf(nodes: PlanNode[]): string[] {
  return nodes
    .filter((one) => one['Node Type'] === 'Seq Scan')
    .map((one) => one['Relation Name'] ?? '')
    .filter((name) => ['documents', 'employees', 'users', 'employee_words'].includes(name))
}

/** By what the documents' indexes are entered, and their names. */
function accessOf(nodes: PlanNode[]): string {
  return nodes
    .filter((one) => one['Index Name']?.startsWith('documents_'))
    .map((one) => `${one['Index Name']}: ${one['Index Cond'] ?? ''}`)
    .join('\n')
}
