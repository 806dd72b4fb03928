import { beforeAll, expect, test } from 'vitest'
import { account } from '#contract/account/account.ts'
import { documents } from '#contract/documents/documents.ts'
import { me } from '#contract/me/me.ts'
import { session } from '#contract/session/session.ts'
import { viewAs } from '#contract/me/view-as.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { aDocument, aFolder } from '#server/testing/published.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
})

const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test('a person sees who viewed their documents and their site, and their own sign-ins, and nothing of others', async () => {
  const who = await aPerson(app, company, { mail: null, signedIn: false })
  const other = await aPerson(app, company)
  const { type } = await aFolder(app, company)
  const doc = await aDocument(app, company, { employee: who.id, type, by: hr.id })
  const others = await aDocument(app, company, { employee: other.id, type, by: hr.id })
  const headers = await stepUp(app, hr.bearer)
  const { codigo } = (await app.call(account.printCode, { id: who.id }, { as: hr.bearer, headers })).data
  const entered = await app.call(
    session.login,
    { user: who.username, password: codigo, site: 'e' },
    { headers: { 'user-agent': phone } },
  )
  const as = entered.data.jwt
  const own = 'Cartero-77-verde'
  await app.call(account.firstLogin, { pass: own, repass: own, consent: false }, { as })
  await app.call(documents.view, { a: doc.id, b: 0 }, { as: hr.bearer })
  await app.call(documents.view, { a: others.id, b: 0 }, { as: hr.bearer })
  await app.call(viewAs.documents, { id: who.id }, { as: hr.bearer })
  await app.call(me.pdf, { id: doc.id }, { as })

  const { data } = await app.call(me.activity, {}, { as })
  expect(data.sesiones).toMatchObject([{ actual: true, dispositivo: 'Chrome en Android' }])
  expect(data.hechos.map(({ hecho, propio }: { hecho: string; propio: boolean }) => [hecho, propio])).toEqual(
    [
      ['seen_as', false],
      ['seen', false],
      ['consent_refused', true],
      ['password_changed', true],
      ['signed_in', true],
      ['code_used', true],
      ['code_printed', false],
    ],
  )
  const [looked, saw] = data.hechos
  expect(looked.quien).toBeTruthy()
  expect(saw).toMatchObject({ documento: { id: doc.id }, dispositivo: null })
  // The system exported it: nobody did.
  await inCompany(app, company.id, (tx) =>
    recordEvent(tx, { subject: { kind: 'document', id: doc.id }, act: 'exported', actorId: null }),
  )
  const [exported] = (await app.call(me.activity, {}, { as })).data.hechos
  expect(exported).toMatchObject({ hecho: 'exported', quien: null, documento: { id: doc.id } })
  const seen = await app.call(me.activity, {}, { as: await signIn(app, company, other, 'e') })
  expect(seen.data.hechos.map(({ hecho }: { hecho: string }) => hecho)).toEqual(['signed_in', 'seen'])
  // One of three further sessions has ended, another is over.
  const [ended, here] = [await signIn(app, company, other, 'e'), await signIn(app, company, other, 'e')]
  await app.call(session.logout, {}, { as: ended })
  await signIn(app, company, other, 'e')
  await inCompany(app, company.id, ({ db }) =>
    db
      .updateTable('sessions')
      .set({ expires_at: app.services.clock() })
      .where('id', '=', ({ selectFrom }) => selectFrom('sessions').select(({ fn }) => fn.max('id').as('id')))
      .execute(),
  )
  const { sesiones } = (await app.call(me.activity, {}, { as: here })).data
  expect(sesiones.map(({ actual }: { actual: boolean }) => actual)).toEqual([true, false])
})

test('a person sees the last hundred acts', async () => {
  const who = await aPerson(app, company)
  const { type } = await aFolder(app, company)
  const { id } = await aDocument(app, company, { employee: who.id, type, by: hr.id })
  await inCompany(app, company.id, async (tx) => {
    for (let n = 0; n <= 100; n++)
      await recordEvent(tx, { subject: { kind: 'document', id }, act: 'exported', actorId: null })
  })
  const { data } = await app.call(me.activity, {}, { as: await signIn(app, company, who, 'e') })
  expect(data.hechos).toHaveLength(100)
})

test('a session past its idle life is not listed as open', async () => {
  const who = await aPerson(app, company)
  await signIn(app, company, who, 'e')
  app.setNow(new Date(Date.now() + 31 * 60_000))
  const as = await signIn(app, company, who, 'e')
  const { data } = await app.call(me.activity, {}, { as })
  app.setNow(null)
  expect(data.sesiones).toMatchObject([{ actual: true }])
})
