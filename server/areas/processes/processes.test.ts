import { beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { processes } from '#contract/processes/processes.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { cellsOf } from '#server/testing/spreadsheets.ts'
import { aType, type MadeType } from '#server/testing/documents.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let colleague: string
let limited: string
let receipts: MadeType
let secret: MadeType
let ana: Person
let bruno: Person

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  const other = await aPerson(app, company, { profiles: ['hr'], firstName: 'Pablo', lastName: 'Méndez' })
  colleague = await signIn(app, company, other)
  const may = { sector: 'Ventas', actions: [actions.processManager, actions.massivePublishing] }
  limited = (await aLimited(app, company, may)).bearer
  ana = await aPerson(app, company, { sector: 'Ventas', firstName: 'Ana', lastName: 'Ruiz' })
  bruno = await aPerson(app, company, { sector: 'Planta', firstName: 'Bruno', lastName: 'Paz' })
  receipts = await aType(app, company, { name: 'Recibo' })
  secret = await aType(app, company, { name: 'Gerencia', confidential: true })
})

interface Wanted {
  kind?: string
  step?: 'preview' | 'signing' | 'running' | 'done'
  status?: 'in_progress' | 'successful' | 'error'
  at: string
  type?: number
  by?: number
  done?: number
}

/** A publication of two receipts, as its reading leaves it. */
const made = (wanted: Wanted, failed: readonly [Person, string][] = []) =>
  inCompany(app, company.id, async (tx) => {
    const { id } = await tx.db
      .insertInto('processes')
      .values({
        company_id: tx.company,
        kind: wanted.kind ?? 'massive',
        step: 'uploaded',
        status: wanted.status ?? 'in_progress',
        type_id: wanted.type ?? receipts.id,
        period: '2026-10-01',
        total: 10,
        done: wanted.done ?? 0,
        failed: failed.length,
        created_by: wanted.by ?? hr.id,
        created_at: new Date(wanted.at),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('publications')
      .values({
        company_id: tx.company,
        process_id: id,
        mode: 'split_sign',
        file_name: 'liquidacion.pdf',
        file_size: 1000,
        notices: JSON.stringify(
          wanted.status === 'error' ? [{ code: 'SIGN_DOCUMENT_CERTIFICATE_EXPIRED' }] : [],
        ),
      })
      .execute()
    let n = 0
    for (const [person, failure] of failed) {
      const item = await tx.db
        .insertInto('process_items')
        .values({ company_id: tx.company, process_id: id, n: ++n, state: 'failed', failure })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.db
        .insertInto('publication_items')
        .values({
          company_id: tx.company,
          id: item.id,
          process_id: id,
          place: n,
          pages: [n],
          found: 'listo',
          employee_id: person.id,
        })
        .execute()
    }
    await tx.db
      .updateTable('processes')
      .set({ step: wanted.step ?? 'signing', started_at: new Date(wanted.at) })
      .where('id', '=', id)
      .execute()
    return id
  })

const october = { desde: '2026-10-01', hasta: '2026-10-31' }
const listed = async (input: object, as = hr.bearer) => {
  const { data } = await app.call(processes.list, { ...october, ...input }, { as })
  return data.map(({ id }: { id: number }) => id)
}

test('without a range of days nothing is looked for, and the days are those of the company', async () => {
  const refused = await app.call(processes.list, {}, { as: hr.bearer })
  expect([refused.status, refused.errors.map(({ code, field }) => [code, field])]).toEqual([
    422,
    [
      ['PROCESS_RANGE_REQUIRED', 'desde'],
      ['PROCESS_RANGE_REQUIRED', 'hasta'],
    ],
  ])
  const backwards = await app.call(
    processes.list,
    { desde: '2026-10-02', hasta: '2026-10-01' },
    { as: hr.bearer },
  )
  expect(backwards.code).toBe('PROCESS_RANGE_BACKWARDS')
  // 23:30 of the 9th in Buenos Aires is already the 10th by UTC.
  const late = await made({ at: '2026-10-10T02:30:00Z' })
  expect(await listed({ desde: '2026-10-09', hasta: '2026-10-09' })).toEqual([late])
  expect(await listed({ desde: '2026-10-10', hasta: '2026-10-10' })).toEqual([])
})

test('processes are found by their starter, kind and state; a page has one of four sizes', async () => {
  const second = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('users').select('id').where('last_name', '=', 'Méndez').executeTakeFirstOrThrow(),
  )
  const id = await made({ at: '2026-10-11T12:00:00Z', by: second.id, status: 'error', step: 'done' })
  expect(await listed({ buscar: 'mende' })).toEqual([id])
  expect(await listed({ buscar: 'pablo mendez', clase: ['massive'], estado: ['error'] })).toEqual([id])
  expect(await listed({ clase: ['employee_import'], desde: '2026-10-11' })).toEqual([])
  const { data } = await app.call(processes.list, { ...october, buscar: 'mendez' }, { as: hr.bearer })
  expect(data[0]).toMatchObject({
    modo: 'split_sign',
    quien: { nombre: 'Pablo', apellido: 'Méndez', cuil: expect.stringMatching(/^\d{11}$/) },
    aviso: { code: 'SIGN_DOCUMENT_CERTIFICATE_EXPIRED' },
  })
  const size = await app.call(processes.list, { ...october, perPage: 30 as 25 }, { as: hr.bearer })
  expect(size.status).toBe(422)
  for (const perPage of [10, 50, 100] as const)
    expect((await app.call(processes.list, { ...october, perPage }, { as: hr.bearer })).status).toBe(200)
})

test('types that somebody does not see are not in their list, and not to be opened', async () => {
  const id = await made({ at: '2026-10-12T12:00:00Z', type: secret.id })
  expect(await listed({ desde: '2026-10-12', hasta: '2026-10-12' }, limited)).toEqual([])
  expect((await app.call(processes.one, { id }, { as: limited })).code).toBe('NOT_FOUND')
})

test('a process shows its progress, its speed, and when it reached each step', async () => {
  const id = await made({ at: '2026-10-13T12:00:00Z', done: 5 })
  const started = new Date('2026-10-13T12:00:00Z')
  app.setNow(new Date(started.getTime() + 10_000))
  const { data } = await app.call(processes.one, { id }, { as: hr.bearer })
  app.setNow(null)
  expect(data.pasos).toEqual([
    { paso: 'uploaded', desde: started.toISOString() },
    { paso: 'signing', desde: started.toISOString() },
  ])
  expect(data.progreso).toMatchObject({ hechos: 5, total: 10, por_segundo: 0.5, faltan_segundos: 10 })
  expect(data).toMatchObject({ espera: false, puede_cancelar: true })
})

test('a payroll and an import are cancelled on their own screens alone', async () => {
  for (const kind of ['massive', 'employee_import']) {
    const id = await made({ at: '2026-10-14T12:00:00Z', step: 'preview', kind })
    const { code } = await app.call(processes.cancel, { id }, { as: hr.bearer })
    expect([kind, code]).toEqual([kind, 'PROCESS_NOT_CANCELLABLE'])
  }
})

test('a process shows its reading and review: pages and time, ready, kept back and left out', async () => {
  const id = await made({ at: '2026-09-18T12:00:00Z', step: 'preview' }, [
    [ana, 'SIGN_DOCUMENT_LOCKED'],
    [bruno, 'SIGN_DOCUMENT_LOCKED'],
  ])
  const before = await app.call(processes.one, { id }, { as: hr.bearer })
  expect(before.data).toMatchObject({ lectura: null, revision: { listos: 2, guardados: 0, excluidos: 0 } })
  await inCompany(app, company.id, async (tx) => {
    await tx.db
      .updateTable('publications')
      .set({ pages: 2400, read_milliseconds: 112_000 })
      .where('process_id', '=', id)
      .execute()
    await tx.db
      .updateTable('publication_items')
      .set({ decision: 'excluded' })
      .where('process_id', '=', id)
      .where('employee_id', '=', bruno.id)
      .execute()
  })
  const { data } = await app.call(processes.one, { id }, { as: hr.bearer })
  expect(data).toMatchObject({
    lectura: { paginas: 2400, milisegundos: 112_000 },
    revision: { listos: 1, guardados: 0, excluidos: 1 },
  })
})

test('failures are grouped by cause and show nobody beyond reach', async () => {
  const id = await made({ at: '2026-10-14T12:00:00Z', step: 'done' }, [
    [ana, 'SIGN_DOCUMENT_LOCKED'],
    [bruno, 'SIGN_DOCUMENT_LOCKED'],
    [bruno, 'MASSIVE_NOT_PUBLISHABLE'],
  ])
  const groups = async (as: string) => {
    const { data } = await app.call(processes.one, { id }, { as })
    return data.fallas.map(({ code, cantidad }: { code: string; cantidad: number }) => [code, cantidad])
  }
  expect(await groups(hr.bearer)).toEqual([
    ['SIGN_DOCUMENT_LOCKED', 2],
    ['MASSIVE_NOT_PUBLISHABLE', 1],
  ])
  expect(await groups(limited)).toEqual([['SIGN_DOCUMENT_LOCKED', 1]])
  // Each says where it is mended: whose it is, and of which type.
  const { data: detail } = await app.call(processes.one, { id }, { as: hr.bearer })
  expect(detail).toMatchObject({
    del_tipo: { tipo: receipts.id, carpeta: receipts.folderId },
    fallas: [
      { ejemplo: { colaborador: 'Ruiz, Ana', colaborador_id: ana.id, paginas: [1] } },
      { ejemplo: { colaborador: 'Paz, Bruno', colaborador_id: bruno.id, paginas: [3] } },
    ],
  })
  const all = await app.call(processes.failures, { id, perPage: 2 }, { as: hr.bearer })
  expect([all.pagination?.total, all.data.length, all.data[1].colaborador]).toEqual([3, 2, 'Paz, Bruno'])
  const few = await app.call(processes.failures, { id }, { as: limited })
  expect(few.data).toMatchObject([{ colaborador: 'Ruiz, Ana', paginas: [1] }])
  const sheet = await app.call(processes.failuresSheet, { id }, { as: hr.bearer })
  expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK')
  const [heads = [], ...lines] = await cellsOf(
    (await app.call(processes.sheet, october, { as: hr.bearer })).bytes,
  )
  expect([heads.length, heads[0], heads.at(-1)]).toEqual([15, 'Proceso', 'Motivo'])
  expect(lines.length).toBeGreaterThan(0)
})

test('only a viewer with its action who reaches all of it continues a process, as evidence', async () => {
  const id = await made({ at: '2026-10-15T12:00:00Z', step: 'preview' }, [[bruno, 'SIGN_DOCUMENT_LOCKED']])
  const rowOf = async (as: string) =>
    (await app.call(processes.list, { ...october, desde: '2026-10-15' }, { as })).data[0]
  expect(await rowOf(colleague)).toMatchObject({ espera: true, puede_continuar: true, a_cargo: null })
  expect(await rowOf(limited)).toMatchObject({ espera: true, puede_continuar: false })
  expect((await app.call(processes.take, { id }, { as: limited })).code).toBe('PROCESS_NOT_YOURS')
  const took = await app.call(processes.take, { id }, { as: colleague })
  expect(took.data).toEqual({ id, clase: 'massive', paso: 'preview' })
  await app.call(processes.take, { id }, { as: colleague })
  expect(await rowOf(hr.bearer)).toMatchObject({ a_cargo: 'Méndez, Pablo' })
  const events = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['act', 'data'])
      .where('subject_kind', '=', 'process')
      .where('subject_id', '=', id)
      .execute(),
  )
  expect(events).toEqual([{ act: 'taken_over', data: { from: hr.id, step: 'preview' } }])
  const running = await made({ at: '2026-10-16T12:00:00Z' })
  expect((await app.call(processes.take, { id: running }, { as: hr.bearer })).code).toBe(
    'PROCESS_NOT_WAITING',
  )
})

test('without the action of massive publishing a process of it is only looked at', async () => {
  const id = await made({ at: '2026-10-17T12:00:00Z', step: 'preview' })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .deleteFrom('profile_actions')
      .where('profile_id', '=', company.profiles.limited)
      .where('action', '=', actions.massivePublishing)
      .execute(),
  )
  const { data } = await app.call(processes.one, { id }, { as: limited })
  expect(data).toMatchObject({ espera: true, puede_continuar: false, puede_cancelar: false })
  expect((await app.call(processes.take, { id }, { as: limited })).code).toBe('PROCESS_NOT_YOURS')
})
