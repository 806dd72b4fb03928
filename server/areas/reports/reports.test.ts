import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { documents } from '#contract/documents/documents.ts'
import { reports } from '#contract/reports.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import { cellsOf } from '#server/testing/spreadsheets.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { publishedByMonth } from './queries.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let limited: string
let salary: number

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  hr = await anAdministrator(app, company)
  const may = { sector: 'Ventas', actions: [actions.documentSearch, actions.reports] }
  limited = (await aLimited(app, company, may)).bearer
  const [receipts, papers] = [
    await aType(app, company, { name: 'Recibo' }),
    await aType(app, company, { name: 'Convenio', hasPeriod: false }),
  ]
  salary = receipts.id
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('document_types').set({ is_salary: true }).where('id', '=', salary).execute(),
  )
  const sales = await aPerson(app, company, { sector: 'Ventas' })
  const plant = await aPerson(app, company, { sector: 'Planta' })
  const wanted = [
    // 23:30 of September in Buenos Aires is October by UTC.
    [sales, '2026-09-01', '2026-10-01T02:30:00Z', 'conforme'],
    [plant, '2026-09-01', '2026-09-05T12:00:00Z', 'no_conforme'],
    [sales, '2026-10-01', '2026-10-05T12:00:00Z', 'pending'],
    [plant, '2026-10-01', '2026-10-05T12:00:00Z', 'conforme'],
    [sales, '2026-08-01', '2026-08-05T12:00:00Z', 'none'],
    // Too long ago for the last twelve months.
    [plant, '2025-08-01', '2025-09-05T12:00:00Z', 'conforme'],
  ] as const
  for (const [person, period, published, signing] of wanted)
    await aDocument(app, company, {
      employee_id: person.id,
      type_id: salary,
      period,
      signing,
      published_at: new Date(published),
    })
  await aDocument(app, company, { employee_id: sales.id, type_id: papers.id, period: null })
  app.setNow(new Date('2026-10-20T12:00:00Z'))
})

type Month = { mes: string; recibos: number; conformes: number; no_conformes: number; no_piden_firma: number }

test('twelve months by the company’s zone, of types with salaries, each bar what the search counts', async () => {
  const { data } = await app.call(reports.published, {}, { as: hr.bearer })
  expect(data.tipos.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['Recibo'])
  expect(data.meses.map(({ mes }: Month) => mes.slice(0, 7))).toEqual([
    '2025-11',
    '2025-12',
    ...Array.from({ length: 10 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`),
  ])
  expect(data.meses.slice(-3)).toEqual([
    { mes: '2026-08-01', recibos: 1, conformes: 0, no_conformes: 0, no_piden_firma: 1 },
    { mes: '2026-09-01', recibos: 2, conformes: 1, no_conformes: 1, no_piden_firma: 0 },
    { mes: '2026-10-01', recibos: 2, conformes: 1, no_conformes: 0, no_piden_firma: 0 },
  ])
  for (const [desde, hasta, estado, count] of [
    ['2026-09-01', '2026-09-30', undefined, 2],
    ['2026-09-01', '2026-09-30', 'no_conforme', 1],
    ['2026-10-01', '2026-10-31', 'conforme', 1],
  ] as const) {
    const found = await app.call(
      documents.list,
      { desde, hasta, tipo: [salary], ...(estado && { estado: [estado] }) },
      { as: hr.bearer },
    )
    expect(found.pagination?.total).toBe(count)
  }
})

test('signed and unsigned by period, within a range that has both ends in order and is not endless', async () => {
  const ask = (desde: string, hasta: string) => app.call(reports.signed, { desde, hasta }, { as: hr.bearer })
  expect((await ask('2026-08', '2026-10')).data).toEqual([
    { mes: '2026-08-01', firmados: 0, sin_firmar: 0, no_piden_firma: 1 },
    { mes: '2026-09-01', firmados: 2, sin_firmar: 0, no_piden_firma: 0 },
    { mes: '2026-10-01', firmados: 1, sin_firmar: 1, no_piden_firma: 0 },
  ])
  expect((await ask('2026-10', '2026-09')).code).toBe('REPORT_RANGE_BACKWARDS')
  expect((await ask('2020-01', '2026-09')).code).toBe('REPORT_RANGE_TOO_LONG')
})

test('counts people within the viewer’s reach, of the chosen sectors', async () => {
  const { data } = await app.call(reports.published, {}, { as: limited })
  expect(data.meses.slice(-2).map(({ recibos }: Month) => recibos)).toEqual([1, 1])
  const { sector_id } = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('documents')
      .select('sector_id')
      .where('signing', '=', 'no_conforme')
      .executeTakeFirstOrThrow(),
  )
  const plant = await app.call(reports.published, { sector: [sector_id ?? 0] }, { as: hr.bearer })
  expect(plant.data.meses.at(-2)).toMatchObject({ recibos: 1, no_conformes: 1 })
  const sheet = await app.call(reports.sheet, { desde: '2026-09', hasta: '2026-10' }, { as: hr.bearer })
  const [, ...rows] = await cellsOf(sheet.bytes)
  expect(
    rows.filter(([, month]) => month === '09/2026' || month === '10/2026').map(([, ...row]) => row),
  ).toEqual([
    ['09/2026', '2', '1', '1', '', ''],
    ['10/2026', '2', '1', '0', '', ''],
    ['09/2026', '', '', '', '2', '0'],
    ['10/2026', '', '', '', '1', '1'],
  ])
})

test('one index serves the report, whatever else the company has', async () => {
  const plan = await inCompany(app, company.id, async (tx) => {
    const viewer = { userId: hr.id, profileKind: 'hr' as const, seesConfidential: true, zone: 'UTC' }
    // Few rows would be read one after the other whatever there is.
    await sql`set local enable_seqscan = off`.execute(tx.db)
    const rows = await publishedByMonth(tx.db, viewer, [salary], {}, '2026-01-01').explain<
      Record<string, string>
    >('text')
    return rows.map((row) => Object.values(row).join('')).join('\n')
  })
  expect(plan).toMatch(/on documents_reports|using documents_reports/i)
  expect(plan).toMatch(/Index Cond: .*type_id.*published_at/)
})
