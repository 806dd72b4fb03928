import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { documents } from '#contract/documents/documents.ts'
import { documentExports } from '#contract/documents/exports.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { insertKept } from '#server/shared/files/files.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aDocument, aType, type MadeType } from '#server/testing/documents.ts'
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
import { addRevisions, recordSignatures } from './operations.ts'

/** Two pages of 'Recibo', and who may see what of it. */
let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let manager: Person
let limited: Person
let ana: Person
let bruno: Person
let carla: Person
let receipts: MadeType
let secrets: MadeType
const of: Record<'ana' | 'bruno' | 'carla' | 'secret' | 'cancelled' | 'waiting' | 'sent', number> = {
  ana: 0,
  bruno: 0,
  carla: 0,
  secret: 0,
  cancelled: 0,
  waiting: 0,
  sent: 0,
}

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  hr = await anAdministrator(app, company)
  manager = await aPerson(app, company, { profiles: ['manager'] })
  limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  ana = await aPerson(app, company, {
    firstName: 'Ana',
    lastName: 'Álvarez',
    sector: 'Ventas',
    location: 'Pilar',
    managerId: manager.id,
    cuil: '20287145366',
  })
  bruno = await aPerson(app, company, { firstName: 'Bruno', lastName: 'Zapata', sector: 'Planta' })
  carla = await aPerson(app, company, {
    firstName: 'Carla',
    lastName: 'Núñez',
    sector: 'Ventas',
    confidential: true,
    managerId: manager.id,
  })
  receipts = await aType(app, company, { name: 'Recibo', hasXml: true })
  secrets = await aType(app, company, { name: 'Sumario', confidential: true })
  const type_id = receipts.id
  of.ana = await aDocument(app, company, {
    employee_id: ana.id,
    type_id,
    file_name: 'ana_202610.pdf',
    bytes: await payslip({ pages: 2 }),
    pages: 2,
    xml: Buffer.from('<?xml version="1.0"?><recibo/>'),
    published_at: '2026-11-04T23:30:00-03:00',
  })
  of.bruno = await aDocument(app, company, {
    employee_id: bruno.id,
    type_id,
    signing: 'conforme',
    published_at: '2026-11-05T00:30:00-03:00',
  })
  of.carla = await aDocument(app, company, { employee_id: carla.id, type_id, signing: 'no_conforme' })
  of.secret = await aDocument(app, company, { employee_id: ana.id, type_id: secrets.id, signing: 'none' })
  of.cancelled = await aDocument(app, company, {
    employee_id: ana.id,
    type_id,
    period: '2026-09-01',
    state: 'cancelled',
  })
  of.waiting = await aDocument(app, company, {
    employee_id: bruno.id,
    type_id,
    period: '2026-09-01',
    state: 'waiting_company_signature',
    published_at: null,
  })
  of.sent = await aDocument(app, company, {
    employee_id: ana.id,
    type_id,
    period: null,
    state: 'waiting_approval',
    source: 'employee',
  })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: manager.id, folder_id: receipts.folderId })
      .execute(),
  )
})

type ListInput = Parameters<typeof app.call<typeof documents.list>>[1]
const list = async (input: ListInput = {}, as = hr.bearer) => app.call(documents.list, input, { as })
const idsOf = async (input: ListInput = {}, as = hr.bearer) =>
  (await list(input, as)).data.map((row: { id: number }) => row.id).toSorted((a: number, b: number) => a - b)
const sorted = (...ids: number[]) => ids.toSorted((a, b) => a - b)
const events = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['act', 'actor_id', 'data'])
      .where('subject_kind', '=', 'document')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
  )

const setFacts = (id: number, facts: object) =>
  inCompany(app, company.id, (tx) => tx.db.updateTable('documents').set(facts).where('id', '=', id).execute())

describe('visibility of documents', () => {
  test('full HR sees all but documents sent by employees and not accepted', async () => {
    expect(await idsOf()).toEqual(sorted(of.ana, of.bruno, of.carla, of.secret, of.cancelled, of.waiting))
  })

  test('a limited profile sees its sector, no confidential type and no confidential person', async () => {
    const bearer = await signIn(app, company, limited)
    expect(await idsOf({}, bearer)).toEqual(sorted(of.ana, of.cancelled))
    for (const id of [of.bruno, of.carla, of.secret]) {
      expect((await app.call(documents.detail, { id }, { as: bearer })).status).toBe(404)
      expect((await app.call(documents.check, { id }, { as: bearer })).status).toBe(404)
      expect((await app.call(documents.download, { a: id, b: 0 }, { as: bearer })).status).toBe(404)
      expect((await app.call(documents.view, { a: id, b: 0 }, { as: bearer })).status).toBe(404)
      expect((await app.call(documents.image, { a: id, b: 0, c: 1 }, { as: bearer })).status).toBe(404)
      expect((await app.call(documents.pages, { a: id, b: 0 }, { as: bearer })).status).toBe(404)
      expect((await app.call(documents.xml, { a: id, b: 0 }, { as: bearer })).status).toBe(404)
    }
    const totals = await app.call(
      documents.totals,
      { tipo: [receipts.id], periodo: '2026-10' },
      { as: bearer },
    )
    expect(totals.data).toEqual({ estados: { pendiente: 1 }, leidos: 0, sin_leer: 1 })
  })

  test('a manager sees direct reports, of chosen folders only', async () => {
    const bearer = await signIn(app, company, manager)
    expect(await idsOf({}, bearer)).toEqual(sorted(of.ana, of.cancelled))
    await inCompany(app, company.id, (tx) => tx.db.deleteFrom('user_folder_filters').execute())
    expect(await idsOf({}, bearer)).toEqual([])
  })

  test('another company sees none of it, and an employee has no business here', async () => {
    const other = await aCompany(app)
    const stranger = await anAdministrator(app, other)
    expect(await idsOf({}, stranger.bearer)).toEqual([])
    expect((await app.call(documents.detail, { id: of.ana }, { as: stranger.bearer })).status).toBe(404)
    expect((await app.call(documents.view, { a: of.ana, b: 0 }, { as: stranger.bearer })).status).toBe(404)
    const employee = await signIn(app, company, ana, 'e')
    expect((await list({}, employee)).code).toBe('SESSION_OTHER_SITE')
  })

  test('without the action of the detail, rows are listed and no document opens', async () => {
    const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .deleteFrom('profile_actions')
        .where('profile_id', '=', company.profiles.limited)
        .where('action', '=', 309)
        .execute(),
    )
    const bearer = await signIn(app, company, clerk)
    expect(await idsOf({}, bearer)).toEqual(sorted(of.ana, of.cancelled))
    for (const call of [documents.view, documents.download, documents.pages, documents.xml])
      expect((await app.call(call, { a: of.ana, b: 0 }, { as: bearer })).code).toBe(
        'SYSTEM_ACTION_NOT_GRANTED',
      )
    expect((await app.call(documents.detail, { id: of.ana }, { as: bearer })).code).toBe(
      'SYSTEM_ACTION_NOT_GRANTED',
    )
  })
})

describe('the search', () => {
  test('finds people by beginnings of words, folded, and by identifiers', async () => {
    expect(await idsOf({ buscar: 'alvar' })).toEqual(sorted(of.ana, of.secret, of.cancelled))
    expect(await idsOf({ buscar: 'ÁLVAREZ, ana' })).toEqual(sorted(of.ana, of.secret, of.cancelled))
    expect(await idsOf({ buscar: 'ana zapata' })).toEqual([])
    expect(await idsOf({ buscar: '20-28714536-6' })).toEqual(sorted(of.ana, of.secret, of.cancelled))
    expect(await idsOf({ buscar: `${carla.cuil}, ${bruno.cuil}` })).toEqual(
      sorted(of.carla, of.bruno, of.waiting),
    )
    expect(await idsOf({ buscar: '%' })).toEqual([])
  })

  test('takes a hundred identifiers and no more', async () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => String(10_000_000 + i)).join(',')
    expect((await list({ buscar: many(100) })).status).toBe(200)
    const refused = await list({ buscar: many(101) })
    expect([refused.status, refused.errors[0]?.code, refused.errors[0]?.field]).toEqual([
      422,
      'TOO_MANY_IDENTIFIERS',
      'buscar',
    ])
  })

  test('filters by type, folder, period, sector, location and state', async () => {
    expect(await idsOf({ tipo: [secrets.id] })).toEqual([of.secret])
    expect(await idsOf({ carpeta: [receipts.folderId], periodo: '10/2026' })).toEqual(
      sorted(of.ana, of.bruno, of.carla),
    )
    const detail = await app.call(documents.detail, { id: of.ana }, { as: hr.bearer })
    expect([detail.data.sector, detail.data.locacion]).toEqual(['Ventas', 'Pilar'])
    const [sales] = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('sectors').select('id').where('name', '=', 'Ventas').execute(),
    )
    expect(await idsOf({ sector: [sales?.id ?? 0] })).toEqual(
      sorted(of.ana, of.carla, of.secret, of.cancelled),
    )
    expect(await idsOf({ estado: ['anulado'] })).toEqual([of.cancelled])
    expect(await idsOf({ estado: ['conforme', 'no_conforme'] })).toEqual(sorted(of.bruno, of.carla))
    expect(await idsOf({ estado: ['sin_leer'] })).toEqual([of.secret])
    expect(await idsOf({ estado: ['falta_la_firma_de_la_empresa'] })).toEqual([of.waiting])
    expect((await list({ tipo: [] })).status).toBe(422)
    expect((await list({ estado: ['waiting_approval' as 'anulado'] })).code).toBe(
      'SYSTEM_API_WRONG_DATA_TYPE',
    )
  })

  test('only who may decide on papers finds and exports those that wait or were rejected', async () => {
    const { bearer } = await aLimited(app, company, { sector: 'Ventas', actions: [actions.documentSearch] })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .deleteFrom('profile_actions')
        .where('profile_id', '=', company.profiles.limited)
        .where('action', '=', actions.taskInbox)
        .execute(),
    )
    for (const estado of ['en_aprobacion', 'rechazado'] as const) {
      expect((await list({ estado: [estado] })).status).toBe(200)
      for (const call of [documents.list, documents.ids])
        expect((await app.call(call, { estado: [estado] }, { as: bearer })).code).toBe(
          'SYSTEM_ACTION_NOT_GRANTED',
        )
      const asked = { formato: 'csv' as const, estado: [estado] }
      expect((await app.call(documentExports.search, asked, { as: bearer })).code).toBe(
        'SYSTEM_ACTION_NOT_GRANTED',
      )
    }
  })

  test('a day of publication begins when it does in the company', async () => {
    expect(await idsOf({ desde: '04/11/2026', hasta: '2026-11-04' })).toEqual([of.ana])
    expect(await idsOf({ desde: '2026-11-05', hasta: '2026-11-05' })).toEqual([of.bruno])
  })

  test('shows the state in one word, and counts by it', async () => {
    const { data } = await list({ periodo: '2026-10', tipo: [receipts.id], orden: 'colaborador' })
    expect(data.map((row: { colaborador: string; estado: string }) => [row.colaborador, row.estado])).toEqual(
      [
        ['Álvarez, Ana', 'pendiente'],
        ['Núñez, Carla', 'no_conforme'],
        ['Zapata, Bruno', 'conforme'],
      ],
    )
    const totals = await app.call(
      documents.totals,
      { tipo: [receipts.id], periodo: '2026-10' },
      { as: hr.bearer },
    )
    expect(totals.data).toEqual({
      estados: { pendiente: 1, no_conforme: 1, conforme: 1 },
      leidos: 0,
      sin_leer: 3,
    })
  })

  test('pages in every order, each document once', async () => {
    const all = await idsOf()
    for (const orden of documents.list.input.shape.orden.unwrap().options) {
      const pages = await Promise.all([1, 2, 3].map((page) => list({ page, perPage: 2, orden })))
      expect(pages.map(({ pagination }) => pagination?.total)).toEqual([6, 6, 6])
      const seen = pages.flatMap(({ data }) => data.map((row: { id: number }) => row.id))
      expect(seen.toSorted((a, b) => a - b)).toEqual(all)
    }
    const newest = await list({ orden: '-publicado' })
    expect(newest.data.at(-1).id).toBe(of.waiting)
  })

  test('a page after the last is empty and still knows the total; one too far is refused', async () => {
    const after = await list({ page: 9 })
    expect([after.data, after.pagination?.total]).toEqual([[], 6])
    const far = await list({ page: 401 })
    expect([far.status, far.code]).toEqual([422, 'LIST_PAGE_TOO_FAR'])
  })

  test('each filter finds matching documents and nothing else', async () => {
    const type = await aType(app, company, { name: 'Ficha' })
    const made = await inCompany(app, company.id, async ({ db, company: company_id }) => {
      const position = (name: string) =>
        db.insertInto('positions').values({ company_id, name }).returning('id').executeTakeFirstOrThrow()
      const place = await db
        .selectFrom('locations')
        .select('id')
        .where('name', '=', 'Pilar')
        .executeTakeFirstOrThrow()
      return { cargo: (await position('Cajera')).id, otro: (await position('Chofer')).id, locacion: place.id }
    })
    const silent = await aPerson(app, company, { mail: null, lastName: 'Ñandú' })
    const common = { type_id: type.id, employee_id: bruno.id }
    const named: Record<string, number> = {
      opened: await aDocument(app, company, { ...common, period: '2026-01-01' }),
      signed: await aDocument(app, company, {
        ...common,
        period: '2026-02-01',
        signing: 'conforme',
      }),
      massive: await aDocument(app, company, { ...common, period: '2026-03-01', massive: true }),
      form: await aDocument(app, company, { ...common, period: '2026-04-01', source: 'form' }),
      imported: await aDocument(app, company, { ...common, period: '2026-05-01', source: 'import' }),
      lapsing: await aDocument(app, company, { ...common, period: '2026-06-01', expires_on: '2026-12-31' }),
      silent: await aDocument(app, company, { ...common, period: '2026-07-01', employee_id: silent.id }),
      placed: await aDocument(app, company, { ...common, period: '2026-08-01', employee_id: ana.id }),
    }
    const facts = {
      placed: { position_id: made.cargo },
      opened: { first_read_at: '2026-11-06T12:00:00Z' },
      signed: { signed_at: '2026-11-07T23:30:00-03:00' },
    }
    for (const [name, values] of Object.entries(facts)) await setFacts(named[name] ?? 0, values)
    const all = Object.keys(named)
    const but = (...names: string[]) => all.filter((name) => !names.includes(name))
    const cases: [ListInput, string[]][] = [
      [{}, all],
      [{ lectura: 'leido' }, ['opened']],
      [{ lectura: 'sin_leer' }, but('opened')],
      [{ sin_correo: true }, ['silent']],
      [{ origen: ['CD'] }, ['massive']],
      [{ origen: ['CM'] }, but('massive', 'form', 'imported')],
      [{ origen: ['EFORMS', 'KO'] }, ['form', 'imported']],
      [{ firmado_desde: '2026-11-07', firmado_hasta: '2026-11-07' }, ['signed']],
      [{ firmado_desde: '2026-11-08' }, []],
      [{ firmado_hasta: '2026-11-06' }, []],
      [{ vence_hasta: '2026-12-31' }, ['lapsing']],
      [{ vence_hasta: '2026-12-30' }, []],
      [{ periodo_desde: '2026-07', periodo_hasta: '2026-08' }, ['silent', 'placed']],
      [{ periodo_hasta: '2026-01' }, ['opened']],
      [{ periodo_desde: '2026-08' }, ['placed']],
      [{ cargo: [made.cargo] }, ['placed']],
      [{ cargo: [made.otro] }, []],
      [{ locacion: [made.locacion] }, ['placed']],
      [{ estado: ['conforme'] }, ['signed']],
      [{ estado: ['pendiente'] }, but('signed')],
      [{ proceso: 999_999 }, []],
      [{ certificado: [999_999] }, []],
    ]
    const found = await Promise.all(
      cases.map(async ([filter]) => {
        const ids = await idsOf({ ...filter, tipo: [type.id], perPage: 100 })
        return [filter, all.filter((name) => ids.includes(named[name] ?? 0)), ids.length]
      }),
    )
    expect(found).toEqual(cases.map(([filter, names]) => [filter, names, names.length]))
    const origins = ['massive', 'form', 'imported', 'opened'].map(async (name) => {
      const { data } = await app.call(documents.detail, { id: named[name] ?? 0 }, { as: hr.bearer })
      return data.origen
    })
    expect(await Promise.all(origins)).toEqual(['CD', 'EFORMS', 'KO', 'CM'])
  })

  test('the totals by sector count what employees have, those without a sector last', async () => {
    const type = await aType(app, company, { name: 'Planilla' })
    const nowhere = await aPerson(app, company)
    const publish = (employee: Person, more: object = {}) =>
      aDocument(app, company, { employee_id: employee.id, type_id: type.id, ...more })
    const read = { first_read_at: '2026-11-06T12:00:00Z' }
    await setFacts(await publish(ana, { signing: 'conforme' }), read)
    await publish(carla, { signing: 'no_conforme' })
    await publish(bruno)
    await setFacts(await publish(nowhere, { signing: 'none' }), read)
    await publish(ana, { state: 'cancelled', period: '2026-10-01' })
    const asked = { tipo: [type.id], periodo: '2026-10' }
    const { data } = await app.call(documents.sectors, asked, { as: hr.bearer })
    const none = { leidos: 0, conforme: 0, no_conforme: 0, pendiente: 0 }
    expect(data).toEqual([
      { ...none, id: expect.any(Number), sector: 'Planta', total: 1, pendiente: 1 },
      { ...none, id: expect.any(Number), sector: 'Ventas', total: 2, leidos: 1, conforme: 1, no_conforme: 1 },
      { ...none, id: null, sector: null, total: 1, leidos: 1 },
    ])
    const seen = await app.call(documents.sectors, asked, { as: await signIn(app, company, limited) })
    expect(seen.data).toEqual([
      { ...none, id: expect.any(Number), sector: 'Ventas', total: 1, leidos: 1, conforme: 1 },
    ])
  })
})

describe('the file', () => {
  test('is sent whole, and each view is evidence with viewer and document', async () => {
    const seen = await app.call(documents.view, { a: of.ana, b: 0 }, { as: hr.bearer })
    expect(seen.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(seen.headers['content-disposition']).toBe('inline; filename="archivo.pdf"')
    expect(seen.headers['cache-control']).toBe('private, no-store')
    expect(seen.headers['content-security-policy']).toContain('sandbox')
    const kept = await app.call(documents.download, { a: of.ana, b: 1 }, { as: hr.bearer })
    expect(kept.bytes.equals(seen.bytes)).toBe(true)
    expect(kept.headers['content-disposition']).toContain('ana_202610.pdf')
    const xml = await app.call(documents.xml, { a: of.ana, b: 0 }, { as: hr.bearer })
    expect([xml.bytes.toString(), xml.headers['content-type']]).toEqual([
      '<?xml version="1.0"?><recibo/>',
      'application/xml; charset=utf-8',
    ])
    expect(xml.headers['content-disposition']).toContain('ana_202610.xml')
    expect(await events(of.ana)).toEqual([
      { act: 'seen', actor_id: hr.id, data: { revision: 1 } },
      { act: 'downloaded', actor_id: hr.id, data: { revision: 1 } },
      { act: 'downloaded', actor_id: hr.id, data: { xml: true } },
    ])
  })

  test('has its signatures checked when somebody asks', async () => {
    const checked = await app.call(documents.check, { id: of.ana }, { as: hr.bearer })
    expect(checked.data).toMatchObject({ veredicto: 'sin_firmas', registro: { completo: true } })
    const cancelled = await app.call(documents.check, { id: of.cancelled }, { as: hr.bearer })
    expect(cancelled.code).toBe('DOCUMENT_CANCELLED')
  })

  test('does not count as read by the employee when others view it', async () => {
    await app.call(documents.view, { a: of.secret, b: 0 }, { as: hr.bearer })
    await app.call(documents.image, { a: of.secret, b: 0, c: 1 }, { as: hr.bearer })
    const { data } = await app.call(documents.detail, { id: of.secret }, { as: hr.bearer })
    expect([data.leido, data.estado]).toEqual([null, 'sin_leer'])
  })

  test('has its pages as images, and no page that there is not', async () => {
    const image = await app.call(documents.image, { a: of.ana, b: 0, c: 2, ancho: 300 }, { as: hr.bearer })
    expect(image.headers['content-type']).toBe('image/png')
    expect(image.bytes.readUInt32BE(16)).toBe(300)
    const before = (await events(of.ana)).length
    for (const c of [0, 3, -1])
      expect((await app.call(documents.image, { a: of.ana, b: 0, c }, { as: hr.bearer })).code).toBe(
        'PAGE_REQUESTED_NOT_FOUND',
      )
    expect((await events(of.ana)).length).toBe(before)
    const pages = await app.call(documents.pages, { a: of.ana, b: 0 }, { as: hr.bearer })
    expect(pages.data.paginas).toBe(2)
    expect(pages.data.medidas[0].ancho).toBeCloseTo(210, 0)
  })

  test('of a revision or an XML that there is not is not found', async () => {
    expect((await app.call(documents.view, { a: of.ana, b: 2 }, { as: hr.bearer })).status).toBe(404)
    expect((await app.call(documents.xml, { a: of.bruno, b: 0 }, { as: hr.bearer })).status).toBe(404)
    expect((await app.call(documents.view, { a: of.sent, b: 0 }, { as: hr.bearer })).status).toBe(404)
  })

  test('of a cancelled document is never loaded; its record stays', async () => {
    for (const call of [documents.view, documents.download, documents.pages, documents.xml])
      expect((await app.call(call, { a: of.cancelled, b: 0 }, { as: hr.bearer })).code).toBe(
        'DOCUMENT_CANCELLED',
      )
    const image = await app.call(documents.image, { a: of.cancelled, b: 0, c: 1 }, { as: hr.bearer })
    expect([image.status, image.code]).toEqual([409, 'DOCUMENT_CANCELLED'])
    const { data } = await app.call(documents.detail, { id: of.cancelled }, { as: hr.bearer })
    expect(data.estado).toBe('anulado')
    expect(await events(of.cancelled)).toEqual([])
  })
})

describe('writing by other areas', () => {
  test('two publications of the same type, period and person at once make one document', async () => {
    const same = { employee_id: bruno.id, type_id: receipts.id, period: '2026-08-01' }
    const outcomes = await Promise.allSettled([aDocument(app, company, same), aDocument(app, company, same)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'SYSTEM_API_FILE_EXISTS' },
    })
  })

  test('a signature made from bytes that are no longer the newest changes nothing', async () => {
    const id = await aDocument(app, company, {
      employee_id: bruno.id,
      type_id: receipts.id,
      period: '2026-07-01',
    })
    const sign = async () => {
      const stored = await app.services.files.put(company.id, await payslip(), {
        type: 'pdf',
        maxBytes: 1_048_576,
      })
      return inCompany(app, company.id, async (tx) => {
        const [fileId = 0] = await insertKept(tx, [stored])
        const [revision = 0] = await addRevisions(tx, [
          {
            documentId: id,
            expectedRevision: 1,
            expectedState: 'published',
            madeBy: 'employee',
            file: { id: fileId, sha256: stored.sha256 },
            set: { signing: 'conforme', signed_at: app.services.clock() },
          },
        ])
        await recordSignatures(tx, [
          {
            document_id: id,
            revision,
            signer: 'employee',
            user_id: bruno.id,
            signer_name: 'Bruno Zapata',
            decision: 'conforme',
            method: 'password',
            credential: 'own',
            level: 'B-B',
            algorithm: 'ECDSA P-256, SHA-256',
            certificate_serial: '0a',
            sha256: stored.sha256,
            signed_at: app.services.clock(),
          },
        ])
      })
    }
    const outcomes = await Promise.allSettled([sign(), sign()])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'DOCUMENT_CHANGED' },
    })
    const { data } = await app.call(documents.detail, { id }, { as: hr.bearer })
    expect([data.estado, data.revision]).toEqual(['conforme', 2])
    expect(data.firmas).toMatchObject([{ firmante: 'employee', nombre: 'Bruno Zapata', huella: data.huella }])
    const original = await app.call(documents.view, { a: id, b: 1 }, { as: hr.bearer })
    expect(original.status).toBe(200)
  })
})
