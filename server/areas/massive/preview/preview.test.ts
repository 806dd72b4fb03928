import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import type { Call } from '#contract/call.ts'
import { massive } from '#contract/massive/massive.ts'
import type { MassiveItem, PreviewGroup } from '#contract/massive/preview.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { aPreview, begin } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
let type: number
const people: Person[] = []
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  await aBystander(app, company)
  as = (await anAdministrator(app, company)).bearer
  type = await captured('first_page')
  await aBystandingPublication(app, company, as)
  for (const lastName of ['Acosta', 'Benítez', 'Cardozo', 'Duarte', 'Escobar'])
    people.push(await aPerson(app, company, { firstName: 'Ana', lastName }))
})

async function captured(capture: 'first_page' | 'file_name' | null, of = company): Promise<number> {
  const { id } = await aType(app, of)
  await inCompany(app, of.id, (tx) =>
    tx.db.updateTable('document_types').set({ capture }).where('id', '=', id).execute(),
  )
  return id
}

const [one, two, three, four, five] = [0, 1, 2, 3, 4].map((at) => () => people[at] as Person) as [
  () => Person,
  () => Person,
  () => Person,
  () => Person,
  () => Person,
]
const countOf = (
  publication: { grupos: { grupo: string; cantidad: number; resueltos: number }[] },
  of: string,
) => {
  const { cantidad, resueltos } = publication.grupos.find(({ grupo }) => grupo === of) ?? {}
  return [cantidad, resueltos]
}
const actsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select('act')
      .where('subject_kind', '=', 'publication')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
  ).then((rows) => rows.map(({ act }) => act))

describe('a publication begins', () => {
  test('with its upload address, as evidence', async () => {
    const { id, subida } = await begin(app, as, type, { tamano: 4321 })
    expect(subida).toMatch(/^\/api\/v2\/uploads\/[0-9a-f]{48}$/)
    expect((await app.call(massive.one, { id }, { as })).data).toMatchObject({
      modo: 'split_sign',
      estado: 'in_progress',
      paso: 'uploaded',
      tamano: 4321,
      recibido: 0,
      periodo: '2026-10-01',
    })
    expect(await actsOf(id)).toEqual(['begun'])
  })

  test.each([
    [{ modo: 'split', archivo: 'octubre.zip' }, 'PUBLISH_DOCUMENT_MASSIVE_ONLY_PDF'],
    [{ modo: 'publish', archivo: 'octubre.pdf' }, 'PUBLISH_DOCUMENT_MASSIVE_ONLY_ZIP'],
    [{ tamano: 750 * 1_048_576 + 1 }, 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'],
    [{ periodo: '2020-01' }, 'PUBLISH_PERIOD_OUT_OF_WINDOW'],
    [{ etiqueta: 'SAC' }, 'SYSTEM_API_PARAMETER_NOT_EXPECTED'],
  ] as const)('not with %o: %s', async (input, code) => {
    const asked = { modo: 'split_sign', tipo: type, periodo: '2026-10', archivo: 'a.pdf', tamano: 9 } as const
    expect((await app.call(massive.create, { ...asked, ...input }, { as })).code).toBe(code)
  })

  test('not with a type that says nothing of how it is read, nor split by names of files', async () => {
    for (const capture of [null, 'file_name'] as const) {
      const tipo = await captured(capture)
      const asked = { modo: 'split', tipo, periodo: '2026-10', archivo: 'a.pdf', tamano: 9 } as const
      expect((await app.call(massive.create, asked, { as })).code).toBe('PUBLISH_DOCUMENT_MASSIVE_NO_CAPTURE')
    }
  })
})

describe('the preview', () => {
  test('counts every receipt and page once', async () => {
    const { id } = await aPreview(app, company, as, type, [
      { found: 'listo', to: one(), pages: [1, 2] },
      { found: 'sin_id', pages: [3] },
      { found: 'pagina_suelta', pages: [4, 5] },
      { found: 'ya_publicado', to: two(), pages: [6] },
    ])
    const { data } = await app.call(massive.one, { id }, { as })
    expect(data).toMatchObject({
      paginas: { total: 6, listas: 2, excepciones: 2, sueltas: 2, excluidas: 0 },
      al_publicar: { recibos: 1, personas: 1, correos: 1, sin_correo: 0 },
    })
    expect(countOf(data, 'por_resolver')).toEqual([3, 0])
    expect(countOf(data, 'pagina_suelta')).toEqual([1, 0])
    expect(countOf(data, 'listo')).toEqual([1, 1])
  })

  test('is followed by the mail that its first person would get', async () => {
    const { id } = await aPreview(app, company, as, type, [
      { found: 'sin_id' },
      { found: 'listo', to: one() },
      { found: 'listo', to: two() },
    ])
    const { data } = await app.call(massive.mail, { id }, { as })
    expect(data.para).toBe(one().mail)
    expect(data.idioma).toBe('es')
    expect(data.correo.asunto).toContain('Ana')
    expect(data.correo.boton).toBe('Leer y firmar')
    expect(data.correo.parrafos.join(' ')).toMatch(/octubre de 2026|10\/2026/i)

    const { id: empty } = await aPreview(app, company, as, type, [{ found: 'sin_id' }])
    expect((await app.call(massive.mail, { id: empty }, { as })).status).toBe(404)
    const stranger = (await anAdministrator(app, await aCompany(app))).bearer
    expect((await app.call(massive.mail, { id }, { as: stranger })).status).toBe(404)
  })

  test('shows each group with its receipts and no other', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'listo', to: one() },
      { found: 'sin_id' },
      { found: 'desconocido', idRead: '20999888776' },
      { found: 'sin_id' },
    ])
    const [ready, given, out, recognised] = items
    await app.call(massive.assign, { id, item: given ?? 0, colaborador: two().id }, { as })
    await app.call(massive.decide, { id, items: [out ?? 0], acto: 'excluir' }, { as })
    await inCompany(app, company.id, ({ db }) =>
      db
        .updateTable('publication_items')
        .set({ read_by: 'ocr' })
        .where('id', '=', recognised ?? 0)
        .execute(),
    )
    const shown = async (grupo: PreviewGroup) => {
      const { data } = await app.call(massive.items, { id, grupo }, { as })
      return data.map((item: MassiveItem) => item.id)
    }
    const groups: [PreviewGroup, (number | undefined)[]][] = [
      ['por_resolver', [given, out, recognised]],
      ['sin_id', [given, recognised]],
      ['desconocido', [out]],
      ['listo', [ready, given]],
      ['a_mano', [given]],
      ['ocr', [recognised]],
      ['excluido', [out]],
    ]
    for (const [grupo, expected] of groups) expect([grupo, await shown(grupo)]).toEqual([grupo, expected])
  })

  test('finds a receipt by who gets it, by the id, by the name that was read and by its page', async () => {
    const { id, items } = await aPreview(app, company, as, type, [
      { found: 'desconocido', idRead: '20-99988877-6', nameRead: 'GOMEZ JOSE', pages: [41] },
      { found: 'nombre_distinto', to: three(), pages: [42] },
    ])
    const found = async (buscar: string) => {
      const { data } = await app.call(massive.items, { id, grupo: 'por_resolver', buscar }, { as })
      return data.map((row: { id: number }) => row.id)
    }
    expect(await found('cardozo')).toEqual([items[1]])
    for (const id of ['20-99988877-6', '20999888776']) expect(await found(id)).toEqual([items[0]])
    expect(await found('gomez')).toEqual([items[0]])
    expect(await found('42')).toEqual([items[1]])
    expect(await found('%')).toEqual([])
  })

  test('shows a page of a receipt, and none that it doesn’t have', async () => {
    const { id, items } = await aPreview(app, company, as, type, [{ found: 'listo', to: one() }])
    const asked = { id, item: items[0] ?? 0, pagina: 1, ancho: 300 }
    const shown = await app.call(massive.page, asked, { as })
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await app.call(massive.page, { ...asked, pagina: 2 }, { as })).code).toBe(
      'PAGE_REQUESTED_NOT_FOUND',
    )
  })

  test('lists missing people: those with a receipt last month or hired since', async () => {
    const tipo = await captured('first_page')
    for (const person of [one(), two(), three(), four()])
      await aDocument(app, company, { employee_id: person.id, type_id: tipo, period: '2026-09-01' })
    await aDocument(app, company, { employee_id: two().id, type_id: tipo, period: '2026-10-01' })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('employments')
        .set({ starts_on: '2026-10-15' })
        .where('employee_id', '=', five().id)
        .execute(),
    )
    const { id } = await aPreview(app, company, as, tipo, [
      { found: 'listo', to: one() },
      { found: 'otro_mes', to: three() },
    ])
    const { data } = await app.call(massive.one, { id }, { as })
    const { data: missing } = await app.call(massive.missing, { id }, { as })
    const reasons = missing.map((row: { id: number; motivo: string }) => [row.id, row.motivo])
    expect(data.esperados).toEqual({
      total: reasons.length + 3,
      listos: 1,
      ya_publicados: 1,
      en_excepcion: 1,
      sin_recibo: reasons.length,
    })
    expect(reasons).toContainEqual([four().id, 'periodo_anterior'])
  })

  test('is preceded by how many had a document of the type in its last month, of those within reach', async () => {
    const [tipo, other] = [await captured('first_page'), await captured('first_page')]
    const sector = 'Depósito'
    const [near, far, gone] = [await aPerson(app, company, { sector }), one(), two()]
    const publish = (
      person: Person,
      period: string,
      type_id = tipo,
      state: 'published' | 'cancelled' = 'published',
    ) => aDocument(app, company, { employee_id: person.id, type_id, period, state })
    for (const person of [near, far]) await publish(person, '2026-08-01')
    await publish(gone, '2026-08-01', tipo, 'cancelled')
    await publish(gone, '2026-09-01', tipo, 'cancelled')
    await publish(gone, '2026-08-01', other)
    await publish(far, '2026-07-01')
    await publish(gone, '2026-07-01')
    const before = async (bearer: string, periodo: string) =>
      (await app.call(massive.setup, { tipo, periodo }, { as: bearer })).data.anterior
    expect(await before(as, '2026-10')).toEqual({ periodo: '2026-08-01', cantidad: 2 })
    expect(await before(as, '2026-08')).toEqual({ periodo: '2026-07-01', cantidad: 2 })
    expect(await before(as, '2026-07')).toBeNull()
    const limited = await aLimited(app, company, { sector, actions: [actions.massivePublishing] })
    expect(await before(limited.bearer, '2026-10')).toEqual({ periodo: '2026-08-01', cantidad: 1 })
  })

  test('expects who was registered after the last month and has had nothing', async () => {
    const tipo = await captured('first_page')
    await aDocument(app, company, { employee_id: one().id, type_id: tipo, period: '2026-09-01' })
    const [late, early] = [await aPerson(app, company), await aPerson(app, company)]
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('users').set({ created_at: '2026-01-01' }).where('id', '=', early.id).execute(),
    )
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('employments')
        .set({ starts_on: '2020-01-01' })
        .where('employee_id', 'in', [late.id, early.id])
        .execute(),
    )
    const { id } = await aPreview(app, company, as, tipo, [{ found: 'listo', to: one() }])
    const { data: missing } = await app.call(massive.missing, { id, perPage: 100 }, { as })
    const reasons = new Map(missing.map((row: { id: number; motivo: string }) => [row.id, row.motivo]))
    expect(reasons.get(late.id)).toBe('alta_reciente')
    expect(reasons.has(early.id)).toBe(false)
  })

  test('expects everybody active of a type that was never published', async () => {
    const tipo = await captured('first_page')
    const { id } = await aPreview(app, company, as, tipo, [{ found: 'listo', to: one() }])

    const { data } = await app.call(massive.one, { id }, { as })
    const { data: missing } = await app.call(massive.missing, { id, perPage: 100 }, { as })

    const reasons = new Map(missing.map((row: { id: number; motivo: string }) => [row.id, row.motivo]))
    expect(reasons.has(one().id)).toBe(false)
    expect([two(), three(), four()].map((person) => reasons.get(person.id))).toEqual(
      Array(3).fill('primer_periodo'),
    )
    expect(data.esperados).toMatchObject({ total: missing.length + 1, listos: 1, sin_recibo: missing.length })
  })
})

describe('reach', () => {
  test('a publication is visible to its maker and to viewers who reach everybody', async () => {
    const { id, items } = await aPreview(app, company, as, type, [{ found: 'listo', to: one() }])
    const item = items[0] ?? 0
    const colleague = await signIn(app, company, await aPerson(app, company, { profiles: ['hr'] }))
    expect((await app.call(massive.one, { id }, { as: colleague })).status).toBe(200)
    const there = await aCompany(app)
    const strangers = [
      (await anAdministrator(app, there)).bearer,
      await signIn(app, company, await limited()),
    ]
    for (const stranger of strangers) {
      const asked: [Call, Record<string, unknown>][] = [
        [massive.one, { id }],
        [massive.items, { id, grupo: 'listo' }],
        [massive.item, { id, item }],
        [massive.page, { id, item, pagina: 1 }],
        [massive.missing, { id }],
        [massive.candidates, { id, buscar: 'ana' }],
        [massive.assign, { id, item, colaborador: one().id }],
        [massive.decide, { id, items: [item], acto: 'excluir' }],
        [massive.cancel, { id }],
      ]
      for (const [call, input] of asked) {
        const { code } = await app.call(call, input, { as: stranger })
        expect([call.path, code]).toEqual([call.path, 'NOT_FOUND'])
      }
    }
  })

  test('a limited viewer assigns receipts only to people within reach', async () => {
    const near = await aPerson(app, company, { lastName: 'Cercano', sector: 'Planta' })
    const limitedOne = await signIn(app, company, await limited('Planta'))
    const { id, items } = await aPreview(app, company, limitedOne, type, [{ found: 'sin_id' }])
    const assign = (colaborador: number) =>
      app.call(massive.assign, { id, item: items[0] ?? 0, colaborador }, { as: limitedOne })
    expect((await assign(one().id)).code).toBe('MASSIVE_EMPLOYEE_OUT_OF_REACH')
    const found = await app.call(massive.candidates, { id, buscar: 'cerc' }, { as: limitedOne })
    expect(found.data).toMatchObject([{ id: near.id, recibo: false }])
    expect((await app.call(massive.candidates, { id, buscar: 'acosta' }, { as: limitedOne })).data).toEqual(
      [],
    )
    expect((await assign(near.id)).status).toBe(200)
  })

  test('a receipt that a limited viewer parts is read for nobody beyond their reach', async () => {
    const limitedOne = await signIn(app, company, await limited('Planta'))
    const far = { name: 'Acosta, Ana', taxId: one().cuil, pages: 2 }
    const { id, items } = await aPreview(app, company, limitedOne, type, [
      { found: 'sin_id', pages: [1, 2], bytes: await payslip(far) },
    ])
    const parted = { id, item: items[0] ?? 0, desde: 2 }
    expect((await app.call(massive.split, parted, { as: limitedOne })).data.items).toMatchObject([
      { paginas: [1], situacion: 'open', colaborador: null, sugerencia: null },
      { paginas: [2], situacion: 'open', colaborador: null, sugerencia: null },
    ])
  })

  async function limited(sector = 'Ninguno'): Promise<Person> {
    await inCompany(app, company.id, async (tx) => {
      await tx.db
        .insertInto('profile_actions')
        .values({ company_id: tx.company, profile_id: company.profiles.limited, action: 105 })
        .onConflict((on) => on.doNothing())
        .execute()
    })
    return aPerson(app, company, { profiles: ['limited'], filters: [{ sector }] })
  }
})
