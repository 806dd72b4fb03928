import { beforeAll, expect, test } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { changeNotice, createNotice, endNotice, listNotices, type NewNotice } from './operations.ts'

let app: TestApp
let one: MadeCompany
let hr: string
let stranger: string
let employee: string

const hour = 3_600_000
const at = (hours: number) => new Date(app.services.clock().getTime() + hours * hour)
const notice = (more: Partial<NewNotice> = {}): NewNotice => ({
  companies: null,
  from: at(-1),
  to: null,
  colour: 'yellow',
  es: { title: 'Mantenimiento el sábado.', text: 'De 22:00 a 23:30 no se podrá ingresar.' },
  pt: { title: 'Manutenção no sábado.', text: 'Das 22:00 às 23:30 não será possível entrar.' },
  ...more,
})

beforeAll(async () => {
  app = await testApp()
  one = await aCompany(app)
  hr = (await anAdministrator(app, one)).bearer
  employee = await signIn(app, one, await aPerson(app, one), 'e')
  stranger = (await anAdministrator(app, await aCompany(app))).bearer
})

const shown = async (as: string, language = 'es') =>
  (await app.call(notifications.push, {}, { as, headers: { 'accept-language': language } })).data.map(
    ({ tipo, titulo }: { tipo: string; titulo: string }) => `${tipo} ${titulo}`,
  )

test('a notice is shown to its companies, in the language of who reads, from its beginning to its end', async () => {
  const { pool } = app.services.database
  await createNotice(pool, notice())
  const mine = await createNotice(pool, notice({ companies: [one.id], colour: 'red', sticky: true }))
  await createNotice(pool, notice({ colour: 'blue', from: at(1 / 6), to: at(1) }))
  await createNotice(pool, notice({ colour: 'green', from: at(-2), to: at(-1) }))
  await createNotice(pool, notice({ kind: 'outage', colour: 'red' }))
  expect(await shown(hr)).toEqual(['red Mantenimiento el sábado.', 'yellow Mantenimiento el sábado.'])
  expect(await shown(employee, 'pt')).toEqual(['red Manutenção no sábado.', 'yellow Manutenção no sábado.'])
  expect(await shown(stranger)).toEqual(['yellow Mantenimiento el sábado.'])
  // The database itself keeps another company's from who asks.
  const seen = await inCompany(app, one.id + 1, ({ db }) =>
    db.selectFrom('notices').select('companies').execute(),
  )
  expect(seen.filter(({ companies }) => companies)).toEqual([])

  expect(await changeNotice(pool, mine.id, notice({ companies: [one.id], colour: 'red' }))).toEqual({
    id: mine.id,
    revision: 2,
  })
  expect(await changeNotice(pool, 999_999, notice())).toBeNull()
  expect(await endNotice(pool, mine.id, app.services.clock())).toBe(true)
  expect(await endNotice(pool, mine.id, app.services.clock())).toBe(false)
  expect(await shown(hr)).toEqual(['yellow Mantenimiento el sábado.'])
  const left = await listNotices(pool, app.services.clock())
  expect(left.map(({ colour, kind }) => `${kind} ${colour}`)).toEqual([
    'push blue',
    'outage red',
    'push yellow',
  ])
  // One of tomorrow that is ended is never shown.
  expect(await endNotice(pool, left[0]?.id ?? 0, app.services.clock())).toBe(true)
  app.setNow(at(1 / 4))
  expect(await shown(stranger)).toEqual(['yellow Mantenimiento el sábado.'])
  app.setNow(null)
})

test('an announced interruption is marked as one, and no leave waits for a file', async () => {
  const outage = await app.call(notifications.serviceOutage, {}, { as: hr })
  expect(outage.data).toMatchObject({ tipo: 'red', titulo: 'Mantenimiento el sábado.' })
  expect((await app.call(notifications.fileUploadLicenses, {}, { as: employee })).data).toEqual([])
})

test('a notice that ends before it begins, or leads to no https address, is not made', async () => {
  const { pool } = app.services.database
  await expect(createNotice(pool, notice({ to: at(-2) }))).rejects.toThrow()
  await expect(createNotice(pool, notice({ link: 'javascript:alert(1)' }))).rejects.toThrow()
})
