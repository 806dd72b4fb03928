import { beforeAll, expect, test } from 'vitest'
import { massive } from '#contract/massive/massive.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator, aPerson, inCompany } from '#server/testing/factories.ts'
import { aReadableType, begin, sendWhole, zipOfFiles } from '#server/testing/massive.ts'
import { now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
let own: string
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  company = await aCompany(app)
  as = (await anAdministrator(app, company)).bearer
  await aBystandingPublication(app, company, as)
  const { tax_id } = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('employers').select('tax_id').executeTakeFirstOrThrow(),
  )
  own = tax_id.replace(/\D/g, '')
})

/** Reads a zip of receipts whose head shows this tax id of their employer. */
async function readWith(employer: string): Promise<number> {
  const files = new Map<string, Uint8Array>()
  for (const lastName of ['Acosta', 'Benítez', 'Cardozo']) {
    const person = await aPerson(app, company, { firstName: 'Ana', lastName })
    const head = `Plata S.A. CUIT ${employer}`
    files.set(
      `${lastName}.pdf`,
      await payslip({ company: head, name: `${lastName}, Ana`, taxId: person.cuil }),
    )
  }
  const type = await aReadableType(app, company)
  const zip = await zipOfFiles(files)
  const { id, subida } = await begin(app, as, type.id, { modo: 'publish', tamano: zip.length })
  await sendWhole(app, as, subida, zip)
  await app.services.jobs.runDueJobs()
  return id
}

test('another employer’s payroll is said over the review and confirmed by itself', async () => {
  const id = await readWith('30-58905343-1')
  const { data } = await app.call(massive.one, { id }, { as })
  expect(data).toMatchObject({ paso: 'preview', avisos: [{ code: 'MASSIVE_OTHER_EMPLOYER' }] })
  expect(data.avisos[0].message).toContain('30-58905343-1')
  const recibos = data.al_publicar.recibos
  expect(recibos).toBe(3)
  const asked = await app.call(massive.publish, { id, recibos }, { as })
  expect(asked).toMatchObject({ code: 'CONFIRMATION_REQUIRED', errors: [{ code: 'MASSIVE_OTHER_EMPLOYER' }] })
  const confirm = ['MASSIVE_OTHER_EMPLOYER']
  expect((await app.call(massive.publish, { id, recibos }, { as, confirm })).status).toBe(200)
})

test('a payroll with the company’s own tax id says nothing', async () => {
  const id = await readWith(`${own.slice(0, 2)}-${own.slice(2, 10)}-${own.slice(10)}`)
  expect((await app.call(massive.one, { id }, { as })).data).toMatchObject({ paso: 'preview', avisos: [] })
})
