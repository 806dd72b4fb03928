import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { approvals } from '#contract/approvals.ts'
import { documentActCalls } from '#contract/documents/acts.ts'
import { inbox } from '#contract/inbox.ts'
import { places } from '#contract/places.ts'
import { uploads } from '#contract/uploads.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { openApproval } from '#server/areas/approvals/operations.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { askBeforeLapse } from '#server/areas/uploads/lapsing.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let hr: string
let counter = 0

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = (await anAdministrator(app, company)).bearer
})

async function somebody(): Promise<Person & { bearer: string }> {
  const person = await aPerson(app, company)
  return { ...person, bearer: await signIn(app, company, person, 'e') }
}

async function paperType(): Promise<number> {
  const { id } = await aType(app, company, { name: `Licencia ${++counter}`, hasPeriod: false })
  await inCompany(app, company.id, ({ db }) =>
    db
      .updateTable('document_types')
      .set({ upload_pages_max: 2, upload_pages_min: 1 })
      .where('id', '=', id)
      .execute(),
  )
  return id
}

async function send(as: string, tipo: number): Promise<number> {
  const bytes = await payslip({ name: `Persona ${++counter}` })
  const { data: sheet } = await app.call(uploads.putSheet, {}, { as, file: { name: 'a.pdf', bytes } })
  const { data } = await app.call(uploads.send, { tipo, paginas: [sheet.id] }, { as })
  return data.id
}

const home = async (as: string) => (await app.call(places.home, {}, { as })).data
const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10)
const mailsOf = (who: Person) =>
  inCompany(app, company.id, ({ db }) =>
    db
      .selectFrom('mails')
      .select(['event', 'variables'])
      .where('user_id', '=', who.id)
      .where('event', '=', 'paper_lapsing')
      .orderBy('id')
      .execute(),
  )

test('the start of the site counts what waits for the person, and nothing of others', async () => {
  const [worker, other] = [await somebody(), await somebody()]
  const [first, second] = [await paperType(), await paperType()]
  expect(await home(worker.bearer)).toEqual({
    cartelera: { total: 0, por_leer: [] },
    firmar: 0,
    sin_leer: 0,
    devueltos: [],
    por_vencer: [],
    decidir: 0,
    en_curso: [],
    novedades: [],
    envia: true,
  })
  await aDocument(app, company, { employee_id: worker.id, type_id: await paperType(), signing: 'pending' })
  await aDocument(app, company, { employee_id: worker.id, type_id: await paperType(), signing: 'none' })
  await send(worker.bearer, first)
  const returned = await send(worker.bearer, second)
  const { data: paper } = await app.call(inbox.paper, { id: returned }, { as: hr })
  const decision = { id: paper.id_aprobacion, acto: 'devolver' as const, motivo: 'Se lee mal' }
  await app.call(approvals.decide, decision, { as: hr })
  const theirs = await aDocument(app, company, {
    employee_id: other.id,
    type_id: await paperType(),
    state: 'waiting_approval',
    source: 'employee',
    signing: 'none',
    published_at: null,
  })
  await inCompany(app, company.id, (tx) =>
    openApproval(
      tx,
      { services: app.services, evidence: { actorId: other.id, detail: { address: '', device: '' } } },
      {
        kind: 'document',
        subjectId: theirs,
        employeeId: other.id,
        steps: [{ action: actions.taskInbox, named: { person: worker.id } }],
        nobody: null,
      },
    ),
  )
  const waits = await home(worker.bearer)
  expect(waits).toMatchObject({
    firmar: 1,
    sin_leer: 1,
    decidir: 1,
    devueltos: [{ id: returned, motivo: 'Se lee mal' }],
    en_curso: [{ grupo: null }],
  })
  expect(await home(other.bearer)).toMatchObject({ firmar: 0, devueltos: [], decidir: 0 })
})

test('a paper is asked for anew thirty days before it lapses, once, until another is on its way', async () => {
  const worker = await somebody()
  const tipo = await paperType()
  const id = await send(worker.bearer, tipo)
  await app.call(inbox.approve, { id, vence: day(40) }, { as: hr })
  const lapsing = async () => (await home(worker.bearer)).por_vencer
  await askBeforeLapse(app.services)
  expect([await lapsing(), await mailsOf(worker)]).toEqual([[], []])
  await inCompany(app, company.id, ({ db }) =>
    db
      .updateTable('documents')
      .set({ expires_on: day(29) })
      .where('id', '=', id)
      .execute(),
  )
  await askBeforeLapse(app.services)
  await askBeforeLapse(app.services)
  expect(await lapsing()).toEqual([
    { id, tipo: expect.stringContaining('Licencia'), id_tipo: tipo, vence: day(29) },
  ])
  expect(await mailsOf(worker)).toMatchObject([
    { variables: { dia: day(29).split('-').toReversed().join('/') } },
  ])
  await send(worker.bearer, tipo)
  expect(await lapsing()).toEqual([])
})

test('a paper whose last day was put right is asked for before the right day, too', async () => {
  const worker = await somebody()
  const id = await send(worker.bearer, await paperType())
  await app.call(inbox.approve, { id, vence: day(10) }, { as: hr })
  await askBeforeLapse(app.services)
  await app.call(documentActCalls.change, { id, vence: day(400) }, { as: hr })
  onTestFinished(() => app.setNow(null))
  for (const days of [100, 375, 376]) {
    app.setNow(new Date(Date.now() + days * 86_400_000))
    await askBeforeLapse(app.services)
  }
  expect(await mailsOf(worker)).toMatchObject(
    [10, 400].map((plus) => ({ variables: { dia: day(plus).split('-').toReversed().join('/') } })),
  )
})

test('somebody who left is asked for no papers', async () => {
  const worker = await somebody()
  const id = await send(worker.bearer, await paperType())
  await app.call(inbox.approve, { id, vence: day(10) }, { as: hr })
  await inCompany(app, company.id, ({ db }) =>
    db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', worker.id).execute(),
  )
  await askBeforeLapse(app.services)
  expect(await mailsOf(worker)).toEqual([])
  expect(await home(worker.bearer)).toMatchObject({ por_vencer: [], envia: true })
})

test('a decision on a paper is told once, to its sender alone', async () => {
  const [worker, other] = [await somebody(), await somebody()]
  const [good, bad] = [
    await send(worker.bearer, await paperType()),
    await send(worker.bearer, await paperType()),
  ]
  await app.call(inbox.approve, { id: good }, { as: hr })
  await app.call(inbox.reject, { id: bad, comments: 'No corresponde' }, { as: hr })
  const news = async () => (await home(worker.bearer)).novedades
  expect(await news()).toMatchObject([
    { id_documento: bad, evento: 'paper_rejected' },
    { id_documento: good, evento: 'paper_approved', tipo: expect.stringContaining('Licencia') },
  ])
  const ids = (await news()).map(({ id }: { id: number }) => id)
  const see = (as: string) => app.call(places.seen, { ids }, { as })
  expect((await see(other.bearer)).data).toEqual({ vistos: 0 })
  expect((await see(worker.bearer)).data).toEqual({ vistos: 2 })
  expect((await see(worker.bearer)).data).toEqual({ vistos: 0 })
  expect(await news()).toEqual([])
})
