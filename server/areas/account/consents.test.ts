import { expect, test } from 'vitest'
import { consents } from '#contract/account/consents.ts'
import { me } from '#contract/me/me.ts'
import { testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn } from '#server/testing/factories.ts'
import { aDocument, aFolder } from '#server/testing/published.ts'

test('employees who refused or withdrew are listed with their documents for paper; those who agreed again, or are out of reach, are not', async () => {
  const app = await testApp()
  const company = await aCompany(app)
  await aBystander(app, company)
  const hr = await anAdministrator(app, company)
  const refused = await aPerson(app, company, { consent: 'refused', sector: 'Planta', lastName: 'Ábalos' })
  const withdrew = await aPerson(app, company, { sector: 'Ventas', lastName: 'Bravo' })
  const back = await aPerson(app, company, { consent: 'refused' })
  await app.call(me.consent, { decision: 'retirado' }, { as: await signIn(app, company, withdrew, 'e') })
  await app.call(me.consent, { decision: 'otorgado' }, { as: await signIn(app, company, back, 'e') })
  const { type } = await aFolder(app, company)
  await aDocument(app, company, { employee: refused.id, type, by: hr.id })

  const all = await app.call(consents.list, {}, { as: hr.bearer })
  expect(all.data).toMatchObject([
    { id: refused.id, decision: 'rechazado', pendientes: 1, sector: 'Planta' },
    { id: withdrew.id, decision: 'retirado', pendientes: 0 },
  ])
  const only = await app.call(consents.list, { decision: ['retirado'] }, { as: hr.bearer })
  expect(only.data).toHaveLength(1)
  const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  const as = await signIn(app, company, limited)
  expect((await app.call(consents.list, {}, { as })).data).toMatchObject([{ id: withdrew.id }])
  expect((await app.call(consents.one, { id: refused.id }, { as })).code).toBe('NOT_FOUND')
  expect((await app.call(consents.one, { id: back.id }, { as: hr.bearer })).data.decision).toBe('otorgado')
})

test('documents of folders that the viewer doesn’t see are not counted as waiting for paper', async () => {
  const app = await testApp()
  const company = await aCompany(app)
  const hr = await anAdministrator(app, company)
  const narrow = await anAdministrator(app, company)
  const refused = await aPerson(app, company, { consent: 'refused' })
  const [seen, hidden] = [await aFolder(app, company), await aFolder(app, company)]
  for (const { type } of [seen, hidden])
    await aDocument(app, company, { employee: refused.id, type, by: hr.id })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: narrow.id, folder_id: seen.folder })
      .execute(),
  )
  const countedFor = async (as: string) => (await app.call(consents.list, {}, { as })).data[0].pendientes
  expect([await countedFor(hr.bearer), await countedFor(narrow.bearer)]).toEqual([2, 1])
})

test('a scheduled document counts as waiting for paper from its hour on', async () => {
  const app = await testApp()
  const company = await aCompany(app)
  const hr = await anAdministrator(app, company)
  const refused = await aPerson(app, company, { consent: 'refused' })
  const { type } = await aFolder(app, company)
  await aDocument(app, company, { employee: refused.id, type, by: hr.id })
  const { id } = await aDocument(app, company, {
    employee: refused.id,
    type,
    by: hr.id,
    period: '2026-11-01',
  })
  const showFrom = (visible_from: Date) =>
    inCompany(app, company.id, ({ db }) =>
      db.updateTable('documents').set({ visible_from }).where('id', '=', id).execute(),
    )

  await showFrom(new Date(Date.now() + 86_400_000))
  expect((await app.call(consents.list, {}, { as: hr.bearer })).data).toMatchObject([{ pendientes: 1 }])
  await showFrom(new Date())
  expect((await app.call(consents.list, {}, { as: hr.bearer })).data).toMatchObject([{ pendientes: 2 }])
})
