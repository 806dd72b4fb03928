import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { evidence } from '#contract/evidence.ts'
import { type Concern, shell } from '#contract/shell/shell.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { sealDue } from '#server/shared/evidence/seal.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
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
import { giveSignature } from '#server/testing/signed.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { beginChecks } from './jobs.ts'
import { beginCheck, continueCheck } from './operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let limited: Person

beforeAll(async () => {
  app = await testApp()
  app.services.config.operatorMail = 'operacion@legajo.example'
  company = await aCompany(app, { name: 'Austral Alimentos' })
  hr = await anAdministrator(app, company)
  limited = await aPerson(app, company, { profiles: ['limited'] })
  for (let n = 0; n < 5; n++) {
    await inCompany(app, company.id, (tx) =>
      recordEvent(tx, { subject: { kind: 'document', id: n }, act: 'seen', actorId: hr.id }),
    )
    await sealDue(app.services)
  }
})

async function tamper(text: string): Promise<void> {
  const owner = new Client(app.database.url)
  await owner.connect()
  await owner.query(`set app.company = '${company.id}'; ${text}`)
  await owner.end()
}

const mails = () =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['to_address', 'variables'])
      .where('event', '=', 'evidence_differs')
      .orderBy('id')
      .execute(),
  )

const health = async () => (await app.server.inject('/health/ready')).json()
const metric = async () => {
  const { body } = await app.server.inject({ url: '/metrics', headers: { host: '127.0.0.1:3000' } })
  return /^legajo_evidence_differences (\d+)$/m.exec(body)?.[1]
}

/** The bell's line about differences. */
async function concern(as: string): Promise<Concern | undefined> {
  const { data } = await app.call(shell.concerns, {}, { as })
  return data.avisos.find(({ clase }: Concern) => clase === 'evidencia_difiere')
}
const differences = async (as: string) => (await app.call(evidence.differences, {}, { as })).data

const countOf = (table: 'seals' | 'events') =>
  inCompany(app, company.id, async ({ db }) => (await db.selectFrom(table).select('id').execute()).length)

async function atNight(): Promise<void> {
  await beginChecks(app.services)
  await app.services.jobs.runDueJobs()
}

test('a check that is interrupted after every step has the same result as an uninterrupted one', async () => {
  const begin = () => inCompany(app, company.id, (tx) => beginCheck(tx, app.services.clock()))
  const whole = await continueCheck(app.services, company.id, await begin())
  const id = await begin()
  let stepwise
  do {
    let steps = 0
    stepwise = await continueCheck(app.services, company.id, id, () => steps++ === 0)
  } while (stepwise.phase !== 'done')
  expect(stepwise).toEqual(whole)
  // It has no signed document and no timestamp.
  const nothing = { stamps: 0, signatures: 0, files: 0 }
  const checked = { seals: await countOf('seals'), events: await countOf('events'), ...nothing }
  expect(whole).toMatchObject({ total: 0, checked })
})

test('the nightly check is silent where nothing differs, and a company has one at a time', async () => {
  await beginChecks(app.services)
  await atNight()
  const checks = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('evidence_checks')
      .select(['finished_at', 'differences'])
      .orderBy('id', 'desc')
      .execute(),
  )
  expect(checks).toHaveLength(3)
  expect(checks[0]).toEqual({ finished_at: expect.any(Date), differences: 0 })
  expect(await mails()).toEqual([])
  expect(await concern(hr.bearer)).toBeUndefined()
  expect(await differences(hr.bearer)).toEqual({
    revisado: checks[0]?.finished_at?.toISOString(),
    total: 0,
    diferencias: [],
  })
  expect(await health()).toMatchObject({ ready: true, evidence: 'ok' })
  expect(await metric()).toBe('0')
})

test('a difference is mailed once to administrators and operator, and stays in health and metrics', async () => {
  await tamper(
    `update events set data = '{"x": 1}' where id = (select min(id) from events where subject_kind = 'document')`,
  )
  await atNight()
  const sent = await mails()
  expect(sent.map(({ to_address }) => to_address)).toEqual([hr.mail, 'operacion@legajo.example'])
  expect(sent.map(({ to_address }) => to_address)).not.toContain(limited.mail)
  expect(sent[0]?.variables).toMatchObject({
    diferencias: expect.stringMatching(
      /^Un registro de lectura o de firma \(\d+\) se cambió después de guardado\.$/,
    ),
  })
  expect(await health()).toMatchObject({ ready: true, evidence: 'failing' })
  expect(await metric()).toBe('1')
  const waits = await concern(hr.bearer)
  expect(waits).toMatchObject({ total: 1, id: null, desde: (await differences(hr.bearer)).revisado })
  await atNight()
  expect(await mails()).toHaveLength(2)
  // The same difference is no news in the bell.
  expect(await concern(hr.bearer)).toEqual(waits)
  expect((await differences(hr.bearer)).revisado).not.toBe(waits?.desde)
  // The result of the last finished check counts until the next one is over.
  await beginChecks(app.services)
  expect(await health()).toMatchObject({ evidence: 'failing' })
  expect(await metric()).toBe('1')
})

test('another difference is mailed again; once all is as it was, the alarm ends', async () => {
  await tamper(
    `update events set data = '{"x": 2}' where id = (select max(id) from events where subject_kind = 'document')`,
  )
  await atNight()
  expect(await mails()).toHaveLength(4)
  expect(await concern(hr.bearer)).toMatchObject({ total: 2, desde: (await differences(hr.bearer)).revisado })
  await tamper(`update events set data = '{}' where data ? 'x'`)
  await atNight()
  expect(await mails()).toHaveLength(4)
  expect(await health()).toMatchObject({ evidence: 'ok' })
  expect(await concern(hr.bearer)).toBeUndefined()
  expect(await differences(hr.bearer)).toMatchObject({ total: 0, diferencias: [] })
})

test('administrators of a company see its differences, those of documents out of reach as a count', async () => {
  const other = await aCompany(app)
  const all = await anAdministrator(app, other)
  const sales = await aLimited(app, other, { sector: 'Ventas', actions: [actions.employeeAdministration] })
  const manager = await signIn(app, other, await aPerson(app, other, { profiles: ['manager'] }))
  expect(await differences(all.bearer)).toEqual({ revisado: null, total: 0, diferencias: [] })
  const { id: type_id } = await aType(app, other, { name: 'Recibo' })
  const signed = async (sector: string) => {
    const person = await aPerson(app, other, { sector, firstName: 'Ana', lastName: 'Ruiz' })
    const id = await aDocument(app, other, { employee_id: person.id, type_id })
    // A signature without the event that records it.
    await inCompany(app, other.id, async (tx) => {
      await tx.db.updateTable('documents').set({ signing: 'conforme' }).where('id', '=', id).execute()
      await giveSignature(tx, id, 'conforme')
    })
    const none = { sello: null, hecho: null, dia: null }
    const nombrado = { tipo: 'Recibo', periodo: '2026-10-01', colaborador: 'Ruiz, Ana' }
    return { ...none, clase: 'signature_changed', documento: id, nombrado, revision: 1 }
  }
  const [near, far] = [await signed('Ventas'), await signed('Planta')]
  await atNight()
  expect(await differences(all.bearer)).toMatchObject({ total: 2, diferencias: [near, far] })
  expect(await differences(sales.bearer)).toMatchObject({ total: 2, diferencias: [near] })
  expect(await concern(all.bearer)).toMatchObject({ total: 2 })
  expect(await concern(sales.bearer)).toMatchObject({ total: 2 })
  expect(await concern(hr.bearer)).toBeUndefined()
  expect(await differences(hr.bearer)).toMatchObject({ total: 0 })
  expect(await concern(manager)).toBeUndefined()
  expect((await app.call(evidence.differences, {}, { as: manager })).status).toBe(403)
})

test('no code marks a document as signed without its employee’s signature of the same decision', async () => {
  const other = await aCompany(app)
  const ana = await aPerson(app, other)
  const { id: type_id } = await aType(app, other)
  const id = await aDocument(app, other, { employee_id: ana.id, type_id })
  const mark = (signing: 'conforme' | 'no_conforme', given?: 'conforme') =>
    inCompany(app, other.id, async (tx) => {
      await tx.db.updateTable('documents').set({ signing }).where('id', '=', id).execute()
      if (given) await giveSignature(tx, id, given)
    })
  await expect(mark('conforme')).rejects.toThrow('without such a signature')
  await expect(mark('no_conforme', 'conforme')).rejects.toThrow('without such a signature')
  await mark('conforme', 'conforme')
})
