import { beforeAll, expect, test } from 'vitest'
import { massive } from '#contract/massive/massive.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, anAdministrator, aPerson, inCompany, type Person } from '#server/testing/factories.ts'
import { aPreview, aReadableType, sendWhole, zipOfFiles } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { waitAgain } from './outside/returned-job.ts'
import { fail } from './standing.ts'

let app: TestApp
let company: MadeCompany
let as: string
let colleague: string
const people: Person[] = []
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  colleague = (await anAdministrator(app, company)).bearer
  for (let n = 0; n < 2; n++) people.push(await aPerson(app, company))
})

const shown = async (id: number, by = as) => (await app.call(massive.one, { id }, { as: by })).data

/** A publication whose zip is out to be signed elsewhere. */
async function out(): Promise<number> {
  const type = await aReadableType(app, company)
  const wanted = people.map((to) => ({ found: 'listo' as const, to }))
  const { id } = await aPreview(app, company, as, type.id, wanted, { modo: 'split' })
  await app.call(massive.publish, { id, recibos: people.length }, { as })
  await app.services.jobs.runDueJobs()
  expect(await shown(id)).toMatchObject({ paso: 'waiting_upload', progreso: { hechos: 2 } })
  return id
}

const announced = async (id: number, tamano: number, by = as): Promise<string> =>
  (await app.call(massive.returned, { id, archivo: 'firmados.zip', tamano }, { as: by })).data.subida

test('a zip that was refused leaves as many to be signed as went out', async () => {
  const id = await out()
  const zip = await zipOfFiles(new Map([['otro.zip', Buffer.from('x')]]))
  await sendWhole(app, as, await announced(id, zip.length), zip)
  await app.services.jobs.runDueJobs()
  expect(await shown(id)).toMatchObject({
    paso: 'waiting_upload',
    avisos: [{ code: 'SYSTEM_API_SUSPICIOUS_ZIP' }],
    progreso: { hechos: 2, total: 2 },
  })
})

test('a colleague may upload the signed file, and dropping the upload leaves the publication waiting', async () => {
  const id = await out()
  const subida = await announced(id, 1000, colleague)
  expect(await shown(id, colleague)).toMatchObject({ subida, archivo: 'firmados.zip' })
  const dropped = await app.server.inject({
    method: 'DELETE',
    url: subida,
    headers: { authorization: `Bearer ${colleague}`, 'tus-resumable': '1.0.0' },
  })
  expect(dropped.statusCode).toBe(204)
  expect(await shown(id, colleague)).toMatchObject({
    estado: 'in_progress',
    paso: 'waiting_upload',
    subida: null,
    progreso: { hechos: 2 },
  })
})

test('warnings of a publication are not reported as the reason of its end', async () => {
  const type = await aReadableType(app, company)
  const { id } = await aPreview(app, company, as, type.id, [{ found: 'listo', to: people[0] as Person }])
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('publications')
      .set({ notices: JSON.stringify([{ code: 'MASSIVE_COUNT_UNLIKE', params: { ahora: 1, antes: 9 } }]) })
      .where('process_id', '=', id)
      .execute(),
  )
  expect((await shown(id)).avisos).toHaveLength(1)
  await app.call(massive.cancel, { id }, { as })
  expect(await shown(id)).toMatchObject({ estado: 'cancelled', avisos: [], rechazo: null })
})

test('a publication that is over is not recorded as failed by work that was still going on', async () => {
  const type = await aReadableType(app, company)
  const { id } = await aPreview(app, company, as, type.id, [{ found: 'listo', to: people[0] as Person }])
  await app.call(massive.cancel, { id }, { as })
  const notice = { code: 'MASSIVE_READING_FAILED' } as const
  await inCompany(app, company.id, (tx) => fail(tx, id, notice, now))
  await inCompany(app, company.id, (tx) => waitAgain(tx, id, notice))
  expect(await shown(id)).toMatchObject({ estado: 'cancelled', avisos: [] })
  const events = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('events').select('act').where('subject_id', '=', id).orderBy('id').execute(),
  )
  expect(events.map(({ act }) => act)).toEqual(['begun', 'cancelled'])
})
