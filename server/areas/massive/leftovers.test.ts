import { beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { massive } from '#contract/massive/massive.ts'
import { leftoverDays } from '#contract/massive/publication.ts'
import { processes } from '#contract/processes/processes.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aCompany, aLimited, anAdministrator, aPerson, inCompany } from '#server/testing/factories.ts'
import { aPreview, aReadableType, type ItemWanted } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
let colleague: string
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  await aBystandingPublication(app, company, as)
  colleague = (await anAdministrator(app, company)).bearer
})

const shown = async (id: number) => (await app.call(massive.one, { id }, { as })).data
const resume = (id: number, by = as) => app.call(massive.resume, { id }, { as: by })
const openItems = async (id: number) =>
  (await app.call(massive.items, { id, grupo: 'por_resolver' }, { as })).data as {
    id: number
    paginas: number[]
  }[]
const documentsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('documents')
      .innerJoin('process_items', 'process_items.id', 'documents.process_item_id')
      .select('documents.employee_id')
      .where('process_items.process_id', '=', id)
      .orderBy('documents.employee_id')
      .execute(),
  )

async function publish(id: number, recibos: number): Promise<void> {
  expect((await app.call(massive.publish, { id, recibos }, { as })).status).toBe(200)
  await app.services.jobs.runDueJobs()
}

/** A publication with a receipt that was published and two exceptions, a joined page and a refused file left of it. */
async function withLeftovers(more: readonly ItemWanted[] = []) {
  const to = [await aPerson(app, company), await aPerson(app, company), await aPerson(app, company)] as const
  const type = await aReadableType(app, company)
  const { id, items } = await aPreview(
    app,
    company,
    as,
    type.id,
    [
      { found: 'listo', to: to[0] },
      { found: 'sin_id', pages: [2] },
      { found: 'nombre_distinto', pages: [3] },
      { found: 'archivo_rechazado' },
      ...more,
    ],
    { modo: 'publish' },
  )
  await publish(id, 1)
  return { id, items, to }
}

test('what is left at publishing is no failure, and is reviewed alone as a publication of its own', async () => {
  const { id, to } = await withLeftovers()
  expect(await shown(id)).toMatchObject({
    estado: 'completed_with_observations',
    // Only the file that can't be taken has failed.
    progreso: { hechos: 1, fallidos: 1, total: 2 },
    quedan: { cantidad: 2, proceso: null },
  })
  expect((await app.call(processes.one, { id }, { as })).data.quedan).toMatchObject({ cantidad: 2 })
  expect((await app.call(massive.pending, {}, { as })).data).toContainEqual(
    expect.objectContaining({ id, excepciones: 2, hasta: expect.any(String) }),
  )
  const { data: next, status } = await resume(id)
  expect(status).toBe(200)
  expect(next).toMatchObject({ paso: 'preview', continua: id, se_ensena: false, periodo: '2026-10-01' })
  const left = await openItems(next.id)
  expect(left.map(({ paginas }) => paginas)).toEqual([[2], [3]])
  await app.call(massive.assign, { id: next.id, item: left[0]?.id ?? 0, colaborador: to[1].id }, { as })
  await publish(next.id, 1)
  expect(await documentsOf(next.id)).toEqual([{ employee_id: to[1].id }])
  expect(await documentsOf(id)).toEqual([{ employee_id: to[0].id }])
  // The other one is left of the second publication now, and no longer of the first.
  expect((await shown(next.id)).quedan).toMatchObject({ cantidad: 1 })
  expect((await shown(id)).quedan).toBeNull()
  expect((await resume(id)).code).toBe('MASSIVE_NO_LEFTOVERS')
})

test('of two who go on at once both get the same review', async () => {
  const { id } = await withLeftovers()
  const [one, other] = await Promise.all([resume(id), resume(id, colleague)])
  expect([one.status, other.status]).toEqual([200, 200])
  expect(one.data.id).toBe(other.data.id)
  expect((await shown(id)).quedan).toMatchObject({ cantidad: 2, proceso: one.data.id })
  const limited = await aLimited(app, company, {
    sector: 'Nadie',
    actions: [actions.massivePublishing],
  })
  expect((await resume(id, limited.bearer)).code).toBe('NOT_FOUND')
})

test('a review that is cancelled leaves its receipts for later again, undecided', async () => {
  const { id, to } = await withLeftovers()
  const { data: next } = await resume(id)
  const [first] = await openItems(next.id)
  await app.call(massive.assign, { id: next.id, item: first?.id ?? 0, colaborador: to[1].id }, { as })
  expect((await app.call(massive.cancel, { id: next.id }, { as })).data.estado).toBe('cancelled')
  expect((await shown(id)).quedan).toMatchObject({ cantidad: 2, proceso: null })
  const { data: again } = await resume(id)
  expect((await openItems(again.id)).map(({ paginas }) => paginas)).toEqual([[2], [3]])
  expect(again.al_publicar.recibos).toBe(0)
})

test('a receipt whose person left long ago meanwhile is published by no decision, and can be left out', async () => {
  const gone = await aPerson(app, company)
  const { id } = await withLeftovers([{ found: 'nombre_distinto', pages: [5], to: gone, suggested: gone }])
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('employees')
      .set({ state: 'inactive', ended_on: '2019-01-31' })
      .where('id', '=', gone.id)
      .execute(),
  )
  const { data: next } = await resume(id)
  const item = (await openItems(next.id)).find(({ paginas }) => paginas[0] === 5)?.id ?? 0
  const decide = (acto: 'publicar_igual' | 'excluir') =>
    app.call(massive.decide, { id: next.id, items: [item], acto }, { as })
  expect((await decide('publicar_igual')).code).toBe('PUBLISH_EMPLOYEE_ENDED')
  expect((await decide('excluir')).status).toBe(200)
  expect((await shown(next.id)).al_publicar.recibos).toBe(0)
})

test('a review that is cancelled after the thirty days leaves nothing to go on with', async () => {
  const { id } = await withLeftovers()
  const { data: next } = await resume(id)
  app.setNow(new Date(now.getTime() + (leftoverDays * 24 + 1) * 3_600_000))
  try {
    const late = (await anAdministrator(app, company)).bearer
    expect((await app.call(massive.cancel, { id: next.id }, { as: late })).status).toBe(200)
    expect((await resume(id, late)).code).toBe('MASSIVE_LEFTOVERS_TOO_OLD')
    const pending = (await app.call(massive.pending, {}, { as: late })).data as { id: number }[]
    expect(pending.map((one) => one.id)).not.toContain(id)
  } finally {
    app.setNow(now)
  }
})

test('after thirty days nobody goes on, and whoever left long ago gets nothing', async () => {
  const { id } = await withLeftovers()
  const { id: other, to } = await withLeftovers()
  const { data: next } = await resume(other)
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('employees')
      .set({ state: 'inactive', ended_on: '2019-01-31' })
      .where('id', '=', to[2].id)
      .execute(),
  )
  const [first] = await openItems(next.id)
  const assigned = await app.call(
    massive.assign,
    { id: next.id, item: first?.id ?? 0, colaborador: to[2].id },
    { as },
  )
  expect(assigned.code).toBe('PUBLISH_EMPLOYEE_ENDED')
  app.setNow(new Date(now.getTime() + (leftoverDays * 24 + 1) * 3_600_000))
  try {
    const late = (await anAdministrator(app, company)).bearer
    expect((await resume(id, late)).code).toBe('MASSIVE_LEFTOVERS_TOO_OLD')
    expect((await app.call(massive.one, { id }, { as: late })).data.quedan).toBeNull()
    // The review that was begun in time goes on.
    expect((await resume(other, late)).data.id).toBe(next.id)
  } finally {
    app.setNow(now)
  }
})

test('a page is joined only to the receipt that stands right before it in the file', async () => {
  const to = await aPerson(app, company)
  const type = await aReadableType(app, company)
  const wanted: ItemWanted[] = [
    { found: 'sin_id', pages: [1] },
    { found: 'listo', to, pages: [2] },
    { found: 'pagina_suelta', pages: [3] },
    { found: 'pagina_suelta', pages: [4] },
  ]
  const { id } = await aPreview(app, company, as, type.id, wanted, { modo: 'split_sign' })
  // As if it had been published.
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('processes')
      .set({ status: 'completed_with_observations', step: 'done', finished_at: now })
      .where('id', '=', id)
      .execute(),
  )
  const { data: next } = await resume(id)
  const [, third, fourth] = await openItems(next.id)
  const merge = (item: number) => app.call(massive.merge, { id: next.id, item }, { as })
  expect((await merge(third?.id ?? 0)).code).toBe('MASSIVE_NOTHING_BEFORE')
  expect((await merge(fourth?.id ?? 0)).status).toBe(200)
})
