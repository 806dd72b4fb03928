import { afterAll, beforeAll, expect, test } from 'vitest'
import { massive } from '#contract/massive/massive.ts'
import { processes } from '#contract/processes/processes.ts'
import { type TimestampAuthority, timestampAuthority } from '#pdf/testing/timestamp-authority.ts'
import type { TestApp } from '#server/testing/app.ts'
import { aPerson, inCompany } from '#server/testing/factories.ts'
import { aPreview, aReadableType } from '#server/testing/massive.ts'
import { aPublisher, certificatePassword } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
let certificado: number
let authority: TimestampAuthority
beforeAll(async () => {
  authority = await timestampAuthority()
  ;({ app, company, bearer: as, certificado } = await aPublisher())
  app.services.config.tsaUrl = `${authority.address}/`
  app.services.config.tsaPauses = [0, 0]
})
afterAll(() => authority.close())

/** A preview with a ready receipt for each of so many people. */
async function ready(count: number): Promise<number> {
  const type = await aReadableType(app, company)
  const wanted = []
  for (let n = 0; n < count; n++)
    wanted.push({ found: 'listo' as const, to: await aPerson(app, company, { mail: null }) })
  return (await aPreview(app, company, as, type.id, wanted)).id
}

const key = () => ({ certificado, password: certificatePassword })
const shown = async (id: number) => (await app.call(massive.one, { id }, { as })).data
const levels = (id: number) =>
  inCompany(app, company.id, async (tx) => {
    const rows = await tx.db
      .selectFrom('documents')
      .innerJoin('process_items as item', 'item.id', 'documents.process_item_id')
      .innerJoin('signatures', 'signatures.document_id', 'documents.id')
      .select(['signatures.level', 'documents.employee_id'])
      .where('item.process_id', '=', id)
      .execute()
    return { people: new Set(rows.map((row) => row.employee_id)).size, all: rows.map((row) => row.level) }
  })

test('an authority that fails now and then is asked again: all are signed with its time', async () => {
  const id = await ready(24)
  authority.isDown = (asked) => asked % 9 === 0
  await app.call(massive.publish, { id, recibos: 24, ...key() }, { as })
  await app.services.jobs.runDueJobs()
  expect(await shown(id)).toMatchObject({ estado: 'successful', progreso: { hechos: 24, fallidos: 0 } })
  expect(await levels(id)).toEqual({ people: 24, all: Array(24).fill('B-T') })
}, 120_000)

test('where it stays away nothing is signed below that level, and the rest is signed when it is back', async () => {
  const id = await ready(5)
  const last = authority.asked + 2
  authority.isDown = (asked) => asked > last
  await app.call(massive.publish, { id, recibos: 5, ...key() }, { as })
  await app.services.jobs.runDueJobs()
  expect(await shown(id)).toMatchObject({
    estado: 'in_progress',
    paso: 'waiting_password',
    progreso: { hechos: 2, total: 5, fallidos: 0 },
    avisos: [{ code: 'PROCESS_TIMESTAMP_FAILED' }],
  })
  expect(await levels(id)).toEqual({ people: 2, all: ['B-T', 'B-T'] })
  const detail = await app.call(processes.one, { id }, { as })
  expect(detail.data).toMatchObject({ espera: true, aviso: { code: 'PROCESS_TIMESTAMP_FAILED' } })
  expect(detail.data.aviso.message).toMatch(/continuar/i)
  authority.isDown = () => false
  expect((await app.call(massive.continue, { id, ...key() }, { as })).status).toBe(200)
  await app.services.jobs.runDueJobs()
  expect(await shown(id)).toMatchObject({ estado: 'successful', progreso: { hechos: 5, fallidos: 0 } })
  expect(await levels(id)).toEqual({ people: 5, all: Array(5).fill('B-T') })
}, 120_000)
