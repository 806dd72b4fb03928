import { beforeAll, expect, test } from 'vitest'
import { me } from '#contract/me/me.ts'
import { viewAs } from '#contract/me/view-as.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
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

async function somebody() {
  const who = await aPerson(app, company, { sector: 'Planta', firstName: 'Vera', lastName: 'Luna' })
  const closed = await aFolder(app, company)
  const open = await aFolder(app, company, { blocks: [closed.folder] })
  const publish = (type: number) => aDocument(app, company, { employee: who.id, type, by: hr.id })
  return { who, open, closed, waiting: await publish(open.type), behind: await publish(closed.type) }
}

const eventsOn = (id: number, kind: 'document' | 'employee') =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['act', 'actor_id', 'data'])
      .where('subject_kind', '=', kind)
      .where('subject_id', '=', id)
      .execute(),
  )

test('shows what the employee sees, marks nothing as read, opens no folder, and is recorded', async () => {
  const { who, waiting, behind } = await somebody()
  const own = await app.call(me.documents, {}, { as: await signIn(app, company, who, 'e') })
  const seen = await app.call(viewAs.documents, { id: who.id }, { as: hr.bearer })
  const { persona, ...list } = seen.data
  expect(list).toEqual(own.data)
  expect(persona).toEqual({ nombre: 'Vera', apellido: 'Luna' })
  await app.call(viewAs.documents, { id: who.id, anio: 2026 }, { as: hr.bearer })
  expect(await eventsOn(who.id, 'employee')).toMatchObject([{ act: 'seen_as', actor_id: hr.id }])

  const at = { id: who.id, documento: waiting.id }
  expect((await app.call(viewAs.pdf, at, { as: hr.bearer })).status).toBe(200)
  expect((await app.call(viewAs.head, at, { as: hr.bearer })).status).toBe(200)
  expect((await app.call(viewAs.document, at, { as: hr.bearer })).data).toMatchObject({
    leido: null,
    estado: 'pendiente',
  })
  expect(await eventsOn(waiting.id, 'document')).toMatchObject([
    { act: 'seen', actor_id: hr.id, data: { as_employee: true } },
  ])
  const shut = await app.call(viewAs.pdf, { id: who.id, documento: behind.id }, { as: hr.bearer })
  expect(shut.code).toBe('SIGN_NOT_ALLOWED_CLOSED')
})

test('is recorded once in a quarter of an hour', async () => {
  const { who } = await somebody()
  const look = async (minutesAgo: number) => {
    app.setNow(new Date(Date.now() - minutesAgo * 60_000))
    await app.call(viewAs.documents, { id: who.id }, { as: hr.bearer })
    app.setNow(null)
  }
  for (const minutesAgo of [40, 30, 16, 2]) await look(minutesAgo)
  expect(await eventsOn(who.id, 'employee')).toHaveLength(2)
})

test('ends where the viewer’s reach does: people, and types that they don’t see', async () => {
  const { who, open, waiting } = await somebody()
  const { who: other } = await somebody()
  const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  const as = await signIn(app, company, limited)
  for (const [call, input] of [
    [viewAs.documents, { id: who.id }],
    [viewAs.document, { id: who.id, documento: waiting.id }],
    [viewAs.pdf, { id: who.id, documento: waiting.id }],
    [viewAs.head, { id: who.id, documento: waiting.id }],
  ] as const)
    expect((await app.call(call, input, { as })).code).toBe('NOT_FOUND')
  // Nobody's document is found under another's name.
  const wrong = await app.call(viewAs.pdf, { id: other.id, documento: waiting.id }, { as: hr.bearer })
  expect(wrong.code).toBe('NOT_FOUND')

  const narrow = await aPerson(app, company, { profiles: ['hr'] })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: narrow.id, folder_id: open.folder })
      .execute(),
  )
  const bearer = await signIn(app, company, narrow)
  const { data } = await app.call(viewAs.documents, { id: who.id }, { as: bearer })
  expect([...data.espera, ...data.carpetas].map(({ id }: { id: number }) => id)).toEqual([waiting.id])
})

test('names no folder in which something waits that the viewer doesn’t see', async () => {
  const { who, closed, behind } = await somebody()
  const narrow = await aPerson(app, company, { profiles: ['hr'] })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: narrow.id, folder_id: closed.folder })
      .execute(),
  )
  const seenBy = async (as: string) =>
    (await app.call(viewAs.documents, { id: who.id }, { as })).data.carpetas
  const shut = { id: closed.folder, documentos: [{ id: behind.id, cerrado: true }] }
  expect(await seenBy(hr.bearer)).toMatchObject([{ ...shut, cerrada_por: [expect.any(String)] }])
  expect(await seenBy(await signIn(app, company, narrow))).toMatchObject([{ ...shut, cerrada_por: [] }])
})
