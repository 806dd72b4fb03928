import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { onePage, payslip } from '#pdf/testing/samples.ts'
import { type TestApp } from '#server/testing/app.ts'
import { aCompany, anAdministrator, aPerson, inCompany } from '#server/testing/factories.ts'
import { aPublisher, signerTaxId, slipOf } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
beforeAll(async () => {
  ;({ app, company, bearer: as } = await aPublisher())
})

const read = (bytes: Uint8Array, by = as) =>
  app.call(publishing.read, {}, { as: by, file: { name: 'recibo.pdf', bytes } })

test('a file is read for its people and its months, and nothing is kept of it', async () => {
  const person = await aPerson(app, company, { firstName: 'Ana', lastName: 'Ledesma' })
  const answer = await read(await slipOf(person, '09/2026'))
  expect(answer.data).toEqual({
    personas: [{ id: person.id, cuil: person.cuil, nombre: 'Ledesma, Ana' }],
    meses: ['2026-09-01'],
    sin_texto: false,
  })
  const documents = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('documents').select('id').where('employee_id', '=', person.id).execute(),
  )
  expect(documents).toEqual([])
})

test('whoever signs for the company is named on everybody’s papers, and is whose it is only where nobody else is', async () => {
  const signer = await aPerson(app, company, { cuil: signerTaxId })
  const person = await aPerson(app, company)
  const bytes = await payslip({ name: `Firma ${signerTaxId}`, taxId: person.cuil })
  expect((await read(bytes)).data.personas).toMatchObject([{ id: person.id }])
  expect((await read(await slipOf(signer))).data.personas).toMatchObject([{ id: signer.id }])
})

test('people of another company are nobody, and a file without text says so', async () => {
  const other = await aCompany(app)
  const { bearer } = await anAdministrator(app, other)
  const person = await aPerson(app, company)
  expect((await read(await slipOf(person), bearer)).data.personas).toEqual([])
  expect((await read(onePage('', '', { 4: '<</Length 0>>\nstream\n\nendstream' }))).data).toEqual({
    personas: [],
    meses: [],
    sin_texto: true,
  })
  expect((await read(Buffer.from('no es un PDF'))).code).toBe(codeOf('SYSTEM_API_WRONG_MIME_TYPE'))
})
