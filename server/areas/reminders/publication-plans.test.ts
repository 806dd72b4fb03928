import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { publicationNotices } from '#contract/reminders.ts'
import { undo } from '#contract/processes/undo.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import { explain } from '#server/testing/plans.ts'
import { aPublication } from '#server/testing/publications.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { listUndoable } from '#server/areas/processes/operations.ts'
import { listNotices } from './notices.ts'

const publications = 60

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  hr = await anAdministrator(app, company)
  const type = await aType(app, company, { name: 'Recibo' })
  const person = await aPerson(app, company)
  const other = await aPerson(app, company)
  const { id, documents } = await aPublication(app, company, { type, by: hr, people: [person, other] })
  // The others are copies: only their numbers matter.
  await inCompany(app, company.id, async ({ db }) => {
    await sql`insert into processes (company_id, kind, step, status, type_id, period, total, done, created_by, created_at)
      select company_id, kind, step, status, type_id, period, total, done, created_by, created_at - make_interval(hours => n)
      from processes, generate_series(1, ${publications - 1}) n where id = ${id}`.execute(db)
    await sql`insert into process_items (company_id, process_id, n, state)
      select p.company_id, p.id, n, 'done' from processes p, generate_series(1, 2) n where p.id <> ${id}`.execute(
      db,
    )
    await sql`insert into documents (company_id, employee_id, type_id, type_version, employer_id, period, sequence, state,
        signing, source, file_name, pages, verification_code, published_at, process_item_id, created_by)
      select d.company_id, d.employee_id, d.type_id, d.type_version, d.employer_id, d.period, i.id, d.state, d.signing,
        d.source, d.file_name, d.pages, 'copy-' || i.id, d.published_at, i.id, d.created_by
      from process_items i, documents d where i.process_id <> ${id} and d.id = ${documents[0] ?? 0}`.execute(
      db,
    )
  })
  await sql`analyze`.execute(app.database.db)
})

const viewer = () => ({ userId: hr.id, profileKind: 'hr' as const, seesConfidential: false })
const lists = [
  ['undo', listUndoable, undo.list],
  ['notices', listNotices, publicationNotices.list],
] as const

test.each(lists)('the list of %s is one statement, which finds documents by their item', async (_, list) => {
  const plans = await explain(app, company, (db) => list(db, viewer(), { limit: 25, offset: 0 }))
  expect(plans.length).toBe(1)
  const nodes = plans.flat()
  const wholes = nodes.filter((one) => one['Node Type'] === 'Seq Scan').map((one) => one['Relation Name'])
  expect(wholes).not.toContain('documents')
  expect(wholes).not.toContain('process_items')
  expect(nodes.filter((one) => one['Index Name'] === 'documents_once_an_item').length).toBeGreaterThan(0)
})

test.each(lists)(
  'the list of %s counts the documents of a page and all publications',
  async (_, __, call) => {
    const first = await app.call(call, {}, { as: hr.bearer })
    expect(first.data.length).toBe(25)
    expect(new Set(first.data.map(({ documentos }: { documentos: number }) => documentos))).toEqual(
      new Set([2]),
    )
    expect(first.pagination?.total).toBe(publications)
    const beyond = await app.call(call, { page: 4 }, { as: hr.bearer })
    expect(beyond.data).toEqual([])
    expect(beyond.pagination?.total).toBe(publications)
  },
)
