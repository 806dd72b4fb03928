import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { massive } from '#contract/massive/massive.ts'
import { payslip, plainPages } from '#pdf/testing/samples.ts'
import { type Answer, type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import { begin, sendWhole, wordsOfPdf } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { readPublication } from './job.ts'

let app: TestApp
let company: MadeCompany
let as: string
let type: number
const people: (Person & { lastName: string; firstName: string })[] = []
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  await aBystander(app, company)
  as = (await anAdministrator(app, company)).bearer
  type = await capturedByPage()
  await aBystandingPublication(app, company, as)
  const names = ['Acosta', 'Benítez', 'Cardozo', 'Duarte', 'Escobar', 'Farías', 'Godoy', 'Herrera']
  for (const [at, lastName] of names.entries())
    people.push({
      ...(await aPerson(app, company, {
        firstName: 'Ana',
        lastName,
        state: at === 6 ? 'inactive' : at === 7 ? 'onboarding' : 'active',
      })),
      firstName: 'Ana',
      lastName,
    })
})

async function capturedByPage(of = company): Promise<number> {
  const { id } = await aType(app, of)
  await inCompany(app, of.id, (tx) =>
    tx.db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', id).execute(),
  )
  return id
}

const slip = (at: number, other: Parameters<typeof payslip>[0] = {}) => {
  const person = people[at]
  if (!person) throw new Error('nobody there')
  return payslip({ name: `${person.lastName}, ${person.firstName}`, taxId: person.cuil, ...other })
}

/** One PDF of all pages of some. */
async function joined(pdfs: readonly Uint8Array[]): Promise<Uint8Array> {
  const pieces = await Promise.all(
    pdfs.map(async (pdf) => {
      const found = await app.services.engine.inspect(pdf)
      return { pdf, pages: found.ok ? Array.from({ length: found.pages }, (_, at) => at) : [] }
    }),
  )
  const made = await app.services.engine.assemble(pieces)
  if (!made.ok) throw new Error(made.detail)
  return made.pdf
}

async function published(bytes: Uint8Array, tipo = type, by = as): Promise<number> {
  const { id, subida } = await begin(app, by, tipo, { tamano: bytes.length })
  await sendWhole(app, by, subida, bytes)
  await app.services.jobs.runDueJobs()
  return id
}

interface Row {
  id: number
  grupo: string
  situacion: string
  paginas: number[]
  colaborador: { id: number } | null
  sugerencia: { id: number } | null
}

const itemsOf = async (id: number, grupo: 'por_resolver' | 'listo' | 'excluido' = 'por_resolver', by = as) =>
  (await app.call(massive.items, { id, grupo, perPage: 100 }, { as: by })).data as Row[]

describe('one PDF', () => {
  test('of Mexico is assigned by the CURP where it has no RFC, and by an unknown CURP to nobody', async () => {
    const mexican = await aCompany(app, { country: 'MX', zone: 'America/Mexico_City' })
    const { bearer } = await anAdministrator(app, mexican)
    const [one, other] = [
      await aPerson(app, mexican, { firstName: 'Jorge', lastName: 'Vela', cuil: 'VECJ880326XK4' }),
      await aPerson(app, mexican, { firstName: 'Rosa', lastName: 'Luna', cuil: 'LURR900101AB1' }),
    ]
    await inCompany(app, mexican.id, async (tx) => {
      for (const [id, curp] of [
        [one.id, 'VECJ880326HDFLRR09'],
        [other.id, 'LURR900101MJCNRS04'],
      ] as const)
        await tx.db
          .updateTable('employees')
          .set({ extras: JSON.stringify({ curp }) })
          .where('id', '=', id)
          .execute()
    })
    const id = await published(
      await joined([
        await payslip({ name: 'Vela, Jorge', taxId: 'CURP VECJ880326HDFLRR09' }),
        await payslip({ name: 'Vela, Jorge', taxId: 'CURP LURR900101MJCNRS04' }),
        await payslip({ name: 'Luna, Rosa', taxId: 'CURP LURR900101MJCNRS12' }),
      ]),
      await capturedByPage(mexican),
      bearer,
    )
    expect((await itemsOf(id, 'listo', bearer)).map((item) => [item.paginas, item.colaborador?.id])).toEqual([
      [[1], one.id],
    ])
    expect((await itemsOf(id, 'por_resolver', bearer)).map(({ paginas, grupo }) => [paginas, grupo])).toEqual(
      [
        [[2], 'nombre_distinto'],
        [[3], expect.stringMatching(/^(desconocido|sin_id)$/)],
      ],
    )
  })

  test('becomes receipts assigned by two facts each; every doubtful one is an exception', async () => {
    const tipo = await capturedByPage()
    await aDocument(app, company, { employee_id: people[4]?.id ?? 0, type_id: tipo, period: '2026-10-01' })
    const id = await published(
      await joined([
        await slip(0),
        await slip(1, { pages: 2 }),
        // Somebody else's name on it.
        await slip(2, { name: 'Zapata, Raúl' }),
        await slip(3, { taxId: '20-11111111-2', name: 'Quiroga, Marta' }),
        await slip(4),
        await slip(5, { period: '08/2026' }),
        await slip(6),
        await slip(7),
      ]),
      tipo,
    )
    const ready = await itemsOf(id, 'listo')
    expect(ready.map(({ paginas, colaborador }) => [paginas, colaborador?.id])).toEqual([
      [[1], people[0]?.id],
      [[2, 3], people[1]?.id],
    ])
    const open = await itemsOf(id)
    expect(open.map(({ paginas, grupo }) => [paginas[0], grupo])).toEqual([
      [4, 'nombre_distinto'],
      [5, expect.stringMatching(/^(desconocido|digito_incorrecto)$/)],
      [6, 'ya_publicado'],
      [7, 'otro_mes'],
      [8, 'inactivo'],
      [9, 'onboarding'],
    ])
    const { data } = await app.call(massive.one, { id }, { as })
    expect(data).toMatchObject({ paso: 'preview', paginas: { total: 9, listas: 3, excepciones: 6 } })
    expect(data.avisos.map(({ code }: { code: string }) => code)).toContain('MASSIVE_OTHER_MONTH')
    // Where everything stands can be shown on the page.
    const detail = await app.call(massive.item, { id, item: ready[0]?.id ?? 0 }, { as })
    expect(detail.data.marcas.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['id', 'name']),
    )
  })

  test('with another count than last month gets a warning, and is published only when that is confirmed', async () => {
    const tipo = await capturedByPage()
    for (const { id } of people.slice(0, 3))
      await aDocument(app, company, { employee_id: id, type_id: tipo, period: '2026-09-01' })
    const id = await published(await slip(0), tipo)
    const { data } = await app.call(massive.one, { id }, { as })
    expect(data.avisos).toEqual([
      { code: 'MASSIVE_COUNT_UNLIKE', message: expect.stringMatching(/\b1\b.*\b3\b/) },
    ])
  })

  test('of an occasional type is not compared with the last one', async () => {
    const tipo = await capturedByPage()
    for (const { id } of people.slice(0, 3))
      for (const period of ['2025-12-01', '2026-06-01'])
        await aDocument(app, company, { employee_id: id, type_id: tipo, period })
    const id = await published(await slip(0), tipo)
    expect((await app.call(massive.one, { id }, { as })).data.avisos).toEqual([])
  })

  test('is read once, however often its worker is killed; what it had kept is not doubled', async () => {
    const bytes = await joined([await slip(0), await slip(1), await slip(2)])
    const id = await published(bytes)
    expect(await itemsOf(id, 'listo')).toHaveLength(3)
    // As if its worker had died behind its last batch.
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('processes').set({ step: 'reading' }).where('id', '=', id).execute(),
    )
    await readPublication(app.services, company.id, id, new AbortController().signal)
    expect(await itemsOf(id, 'listo')).toHaveLength(3)
    // Two at once, the second begins as many round trips later: the one that began first gives way.
    for (const later of [0, 2, 5, 10, 20, 40]) {
      await inCompany(app, company.id, (tx) =>
        tx.db.updateTable('processes').set({ step: 'reading' }).where('id', '=', id).execute(),
      )
      const reading = () => readPublication(app.services, company.id, id, new AbortController().signal)
      const afterRoundTrips = async () => {
        for (let n = 0; n < later; n++) await sql`select 1`.execute(app.services.database.db)
      }
      await Promise.all([reading(), afterRoundTrips().then(reading)])
      expect(await itemsOf(id, 'listo')).toHaveLength(3)
    }
    const again = await published(bytes)
    const { data } = await app.call(massive.one, { id: again }, { as })
    expect(data.avisos).toMatchObject([{ code: 'MASSIVE_SAME_FILE' }])
  })

  test('cancelled while it waits is not read', async () => {
    const bytes = await slip(0)
    const { id, subida } = await begin(app, as, type, { tamano: bytes.length })
    await sendWhole(app, as, subida, bytes)
    expect((await app.call(massive.cancel, { id }, { as })).status).toBe(200)
    await app.services.jobs.runDueJobs()
    expect((await app.call(massive.one, { id }, { as })).data).toMatchObject({ estado: 'cancelled' })
    expect(await itemsOf(id, 'listo')).toEqual([])
  })

  test('that can’t be read shows why', async () => {
    const id = await published(Buffer.from('%PDF-1.7\nnothing of a PDF follows'))
    expect((await app.call(massive.one, { id }, { as })).data).toMatchObject({
      estado: 'error',
      avisos: [{ code: codeOf('PDF_NOT_READABLE') }],
    })
  })
})

describe('pages', () => {
  test('are added to the receipt before them, and taken out again', async () => {
    const id = await published(await withAnnexes())
    const [first] = (await itemsOf(id, 'listo')) as [Row]
    const [second, third] = (await itemsOf(id, 'por_resolver')) as [Row, Row]
    const merge = (item: number) => app.call(massive.merge, { id, item }, { as })
    expect((await merge(first.id)).code).toBe('MASSIVE_NOTHING_BEFORE')
    const once = await merge(second.id)
    expect(once.data.items).toMatchObject([
      { id: first.id, paginas: [1, 2], situacion: 'ready' },
      { id: second.id, situacion: 'merged', decision: 'merged' },
    ])
    await merge(third.id)
    expect(await textOf(id, first.id)).toMatch(/Acosta.*Anexo uno.*Anexo dos/s)
    expect((await app.call(massive.one, { id }, { as })).data.paginas).toMatchObject({ total: 3, listas: 3 })
    const undone = await app.call(
      massive.decide,
      { id, items: [second.id, third.id], acto: 'deshacer' },
      { as },
    )
    expect(undone.data.items).toMatchObject([{ decision: null }, { decision: null }])
    expect(await itemsOf(id, 'listo')).toMatchObject([{ paginas: [1] }])
    expect(await itemsOf(id, 'por_resolver')).toMatchObject([{ paginas: [2] }, { paginas: [3] }])
    expect(await textOf(id, first.id)).not.toMatch(/Anexo/)
  })

  test('become a receipt of their own, read anew', async () => {
    const id = await published(await withAnnexes())
    const [first] = (await itemsOf(id, 'listo')) as [Row]
    const [second] = (await itemsOf(id, 'por_resolver')) as [Row]
    await app.call(massive.merge, { id, item: second.id }, { as })
    const split = await app.call(massive.split, { id, item: first.id, desde: 2 }, { as })
    expect(split.data.items).toMatchObject([
      {
        id: first.id,
        paginas: [1],
        situacion: 'ready',
        colaborador: { id: people[0]?.id, iguales: ['nombre', 'id'] },
      },
      { paginas: [2], situacion: 'open', colaborador: null },
    ])
    expect(await textOf(id, split.data.items[1].id)).not.toContain('Acosta')
    const noted = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .select('act')
        .where('subject_kind', '=', 'publication')
        .where('subject_id', '=', id)
        .where('act', 'in', ['item_merged', 'item_split'])
        .orderBy('id')
        .execute(),
    )
    expect(noted.map(({ act }) => act)).toEqual(['item_merged', 'item_split'])
    const beyond = await app.call(massive.split, { id, item: first.id, desde: 2 }, { as })
    expect(beyond.code).toBe('PAGE_REQUESTED_NOT_FOUND')
  })

  test('that were added and parted again leave nothing that could be undone: they are parted once more', async () => {
    const id = await published(await withAnnexes())
    const [first] = (await itemsOf(id, 'listo')) as [Row]
    const [second, third] = (await itemsOf(id, 'por_resolver')) as [Row, Row]
    for (const { id: item } of [second, third]) await app.call(massive.merge, { id, item }, { as })
    const part = (desde: number) => app.call(massive.split, { id, item: first.id, desde }, { as })
    await part(3)
    expect(await itemsOf(id, 'excluido')).toEqual([])
    await part(2)
    expect(await itemsOf(id, 'listo')).toMatchObject([{ paginas: [1] }])
    expect(await itemsOf(id, 'por_resolver')).toMatchObject([{ paginas: [2] }, { paginas: [3] }])
    const rows = await inCompany(app, company.id, ({ db }) =>
      db.selectFrom('process_items').select('id').where('process_id', '=', id).execute(),
    )
    expect(rows).toHaveLength(3)
  })

  test('parted into two receipts of one month for one person are given to nobody by themselves', async () => {
    const twice = [await slip(0), await slip(0, { net: '402.000,00' })]
    const id = await published(
      await joined([await slip(1), ...twice, await slip(2), await plainPages([['Anexo']])]),
    )
    const [other, first, second, alone, annex] = (await receiptsOf(id)).map((row) => row.id)
    const partAgain = async (into = 0, added = 0) => {
      await app.call(massive.merge, { id, item: added }, { as })
      return (await app.call(massive.split, { id, item: into, desde: 2 }, { as })).data.items
    }
    expect(await partAgain(first, second)).toMatchObject([{ grupo: 'repetido' }, { grupo: 'repetido' }])
    expect(await partAgain(alone, annex)).toMatchObject([{ grupo: 'listo' }, { situacion: 'open' }])
    expect(await itemsOf(id, 'listo')).toMatchObject([{ id: other }, { id: alone }])
  })

  test.each<
    [string, (id: number, rows: Row[]) => Promise<Answer>, (id: number, rows: Row[]) => Promise<Answer>]
  >([
    ['added', mergeThird, (id, [, , third]) => decideOne(id, third, 'excluir')],
    [
      'parted',
      (id, [first]) => app.call(massive.split, { id, item: first?.id ?? 0, desde: 2 }, { as }),
      mergeThird,
    ],
    ['taken out', (id, [, second]) => decideOne(id, second, 'deshacer'), mergeThird],
  ])('are not %s where the receipts change or the publication ends meanwhile', async (_, act, change) => {
    const id = await published(await withAnnexes())
    const rows = [...(await itemsOf(id, 'listo')), ...(await itemsOf(id, 'por_resolver'))]
    await app.call(massive.merge, { id, item: rows[1]?.id ?? 0 }, { as })
    for (const other of [change, () => app.call(massive.cancel, { id }, { as })]) {
      let left: unknown
      meanwhile(async () => {
        await other(id, rows)
        left = await receiptsOf(id)
      })
      expect((await act(id, rows)).code).toBe('MASSIVE_STEP_CHANGED')
      expect(await receiptsOf(id)).toEqual(left)
    }
  })

  function mergeThird(id: number, [, , third]: Row[]) {
    return app.call(massive.merge, { id, item: third?.id ?? 0 }, { as })
  }

  function decideOne(id: number, row: Row | undefined, acto: 'excluir' | 'deshacer') {
    return app.call(massive.decide, { id, items: [row?.id ?? 0], acto }, { as })
  }

  function receiptsOf(id: number) {
    return inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('publication_items')
        .select(['id', 'pages', 'decision', 'file_id'])
        .where('process_id', '=', id)
        .orderBy('id')
        .execute(),
    )
  }

  /** Does something else while the pages of the next act are written. */
  function meanwhile(work: () => Promise<unknown>): void {
    const { engine } = app.services
    const { assemble } = engine
    engine.assemble = async (pieces) => {
      engine.assemble = assemble
      await work()
      return assemble.call(engine, pieces)
    }
  }

  /** A receipt and two pages that name nobody. */
  async function withAnnexes(): Promise<Uint8Array> {
    return joined([await slip(0), await plainPages([['Anexo uno'], ['Anexo dos']])])
  }

  async function textOf(id: number, item: number): Promise<string> {
    return wordsOfPdf(app, company, id, item)
  }
})
