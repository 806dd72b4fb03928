import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { certificates } from '#contract/certificates.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander, keepAsMade } from '#server/testing/bystander.ts'
import { copyCertificate } from '#server/testing/certificates.ts'
import { aDocument, aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, inCompany, stepUp } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { warnOfEnds } from './warnings.ts'

let app: TestApp
let picture: Buffer
let number = 0
beforeAll(async () => {
  app = await testApp()
  picture = await sharp({ create: { width: 300, height: 120, channels: 4, background: '#1c3d8f' } })
    .png()
    .toBuffer()
})

async function create(company: MadeCompany, as: string, reemplaza?: number) {
  const pass = `Barrilete-${++number}-azul`
  const answer = await app.call(
    certificates.create,
    {
      nombre: 'Carlos Eduardo Rivarola',
      cargo: 'Apoderado',
      mail: 'c.rivarola@correo.example',
      cuil: '20249031179',
      id_empleador: company.employers[0] ?? 0,
      pass,
      repass: pass,
      responsabilidad: true,
      ...(reemplaza !== undefined && { reemplaza }),
    },
    { as, file: { name: 'firma.png', bytes: picture }, headers: await stepUp(app, as) },
  )
  return { ...answer, pass }
}

const all = async (as: string) => (await app.call(certificates.list, {}, { as })).data

describe('Reemplazar', () => {
  test('creates the new one and expires the old in one act, and documents waiting for the old one show it', async () => {
    const company = await aCompany(app)
    const { bearer } = await anAdministrator(app, company)
    const old = (await create(company, bearer)).data.id
    const person = await aPerson(app, company)
    const type = await aType(app, company)
    const id = await aDocument(app, company, {
      employee_id: person.id,
      type_id: type.id,
      state: 'waiting_company_signature',
      certificate_id: old,
      published_at: null,
      bytes: await payslip({ taxId: person.cuil }),
    })
    expect(await all(bearer)).toMatchObject([{ id: old, esperan: 1 }])
    // Nobody counts documents of folders that they don't see.
    const narrow = await anAdministrator(app, company)
    const other = await aType(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db
        .insertInto('user_folder_filters')
        .values({ company_id: tx.company, user_id: narrow.id, folder_id: other.folderId })
        .execute(),
    )
    expect(await all(narrow.bearer)).toMatchObject([{ id: old, esperan: 0 }])
    const waiting = async () => (await app.call(publishing.waiting, {}, { as: bearer })).data
    expect(await waiting()).toMatchObject([{ certificado: { id: old, estado: 'active' } }])

    const { data: made, pass } = await create(company, bearer, old)
    expect(await all(bearer)).toMatchObject([
      { id: made.id, estado: 'active' },
      { id: old, estado: 'expired', vencido: made.creado },
    ])
    const key = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('certificates').select('wrapped_key').where('id', '=', old).executeTakeFirstOrThrow(),
    )
    expect(key.wrapped_key).toBeNull()
    expect(await waiting()).toMatchObject([{ certificado: { id: old, estado: 'expired' } }])
    const sign = { id, certificado: old, password: pass }
    expect(await app.call(publishing.sign, sign, { as: bearer })).toMatchObject({
      code: 'SIGN_DOCUMENT_CERTIFICATE_EXPIRED',
    })
    expect(await app.call(publishing.sign, { ...sign, certificado: made.id }, { as: bearer })).toMatchObject({
      status: 200,
    })
    const events = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .select(['act', 'data'])
        .where('subject_kind', '=', 'certificate')
        .where('act', '=', 'expired')
        .execute(),
    )
    expect(events).toEqual([{ act: 'expired', data: { replaced_by: made.id } }])
  })

  test('of an expired, unknown or foreign certificate creates nothing', async () => {
    const company = await aCompany(app)
    const { bearer } = await anAdministrator(app, company)
    const elsewhere = await aCompany(app)
    const foreign = (await create(elsewhere, (await anAdministrator(app, elsewhere)).bearer)).data.id
    const old = (await create(company, bearer)).data.id
    await create(company, bearer, old)
    expect(await create(company, bearer, old)).toMatchObject({
      code: 'COMPANY_CERT_ALREADY_EXPIRED',
      errors: [{ field: 'reemplaza' }],
    })
    for (const id of [foreign, 999_999])
      expect(await create(company, bearer, id)).toMatchObject({ code: 'COMPANY_CERT_NOT_FOUND' })
    expect(await create(company, bearer)).toMatchObject({ code: 'CERTIFICATES_MOST_ACTIVE' })
    expect(await all(bearer)).toHaveLength(2)
  })

  test('by two people at once is done once', async () => {
    const company = await aCompany(app)
    const { bearer } = await anAdministrator(app, company)
    const old = (await create(company, bearer)).data.id
    const both = await Promise.all([create(company, bearer, old), create(company, bearer, old)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await all(bearer)).filter(({ estado }: { estado: string }) => estado === 'active')).toHaveLength(
      1,
    )
  })
})

test('holders and administrators of certificates are mailed 60, 30 and 7 days before the end, each once', async () => {
  const company = await aCompany(app)
  await aBystander(app, company)
  const holder = await anAdministrator(app, company)
  const hr = await aPerson(app, company, { profiles: ['hr'] })
  const gone = await aPerson(app, company, { profiles: ['hr'], state: 'inactive' })
  const mute = await aPerson(app, company, { profiles: ['hr'], mail: null })
  const locked = await aPerson(app, company, { profiles: ['hr'] })
  await aPerson(app, company, { profiles: ['limited'] })
  await aPerson(app, company)
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('users').set({ language: 'pt' }).where('id', '=', hr.id).execute(),
  )
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', locked.id).execute(),
  )
  const { data } = await create(company, holder.bearer)
  await keepAsMade(app, company, () => copyCertificate(app, company, data.id, { valid_until: '2100-01-01' }))
  const mails = () =>
    inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('mails')
        .select(['user_id', 'language', 'variables'])
        .where('event', '=', 'certificate_ending')
        .orderBy('id')
        .execute(),
    )
  const end = Date.parse(data.vigente_hasta)
  const told: number[] = []
  for (const left of [61, 60, 59, 30.5, 30, 29, 8, 7, 6, 0.5, -1]) {
    app.setNow(new Date(end - left * 86_400_000))
    await warnOfEnds(app.services)
    await warnOfEnds(app.services)
    told.push((await mails()).length)
  }
  app.setNow(null)
  expect(told).toEqual([0, 2, 2, 2, 4, 4, 4, 6, 6, 6, 6])
  const sent = await mails()
  expect(sent.slice(0, 2)).toMatchObject([
    { user_id: holder.id, language: 'es', variables: { titular: 'Carlos Eduardo Rivarola' } },
    { user_id: hr.id, language: 'pt' },
  ])
  const events = await inCompany(app, company.id, ({ db }) =>
    db.selectFrom('events').select(['data', 'actor_id']).where('act', '=', 'warned').orderBy('id').execute(),
  )
  expect(events).toEqual([60, 30, 7].map((days) => ({ data: { days, mails: 2 }, actor_id: null })))
  const none = [gone.id, mute.id, locked.id]
  expect(sent.some(({ user_id }) => user_id !== null && none.includes(user_id))).toBe(false)
})
