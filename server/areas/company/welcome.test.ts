import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { welcome } from '#contract/company/welcome.ts'
import { codeOf } from '#contract/errors.ts'
import { processes } from '#contract/processes/processes.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, aPerson, inCompany, signIn, stepUp } from '#server/testing/factories.ts'
import type { MadeCompany } from './operations.ts'
import { welcomeAll } from './welcome.ts'

let app: TestApp
let here: MadeCompany
let hr: string
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  here = await aCompany(app)
  hr = await signIn(app, here, await aPerson(app, here, { profiles: ['employee', 'hr'] }))
})

const state = async (as = hr) => (await app.call(welcome.state, {}, { as })).data
const send = async (as = hr) => app.call(welcome.send, {}, { as, headers: await stepUp(app, as) })
const mails = () =>
  inCompany(app, here.id, (tx) =>
    tx.db.selectFrom('mails').select(['user_id', 'to_address']).where('event', '=', 'welcome').execute(),
  )
const change = (id: number, values: object) =>
  inCompany(app, here.id, (tx) => tx.db.updateTable('users').set(values).where('id', '=', id).execute())
const work = (process: number, signal = new AbortController().signal) =>
  welcomeAll(app.services, here.id, process, signal)

describe('the welcome mail', () => {
  test('counts whom it reaches: active, with a mail, and who of them never signed in', async () => {
    const withoutMail = await aPerson(app, here)
    await change(withoutMail.id, { mail: null })
    const never = await aPerson(app, here)
    await change(never.id, { password_hash: null, first_sign_in_done_at: null })
    const left = await aPerson(app, here)
    await inCompany(app, here.id, (tx) =>
      tx.db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', left.id).execute(),
    )
    const found = await state()
    expect(found).toMatchObject({
      activos: 3,
      con_correo: 2,
      nunca_ingresaron: 1,
      sin_correo: 1,
      envio: null,
    })
    expect(found.correo.titulo).not.toBe('')
    expect(JSON.stringify(found.correo)).not.toContain('{{')
  })

  test('goes once to everybody active with a mail, and never again', async () => {
    const others = [await aPerson(app, here), await aPerson(app, here)]
    const sent = await send()
    expect(sent).toMatchObject({ status: 200, data: { personas: 3 } })
    expect((await send()).code).toBe(codeOf('WELCOME_EMAIL_ALREADY_USED'))
    await work(sent.data.proceso)
    const people = (await mails()).map(({ user_id }) => user_id)
    expect(people).toHaveLength(3)
    expect(people).toEqual(expect.arrayContaining(others.map(({ id }) => id)))
    expect((await state()).envio).toMatchObject({ hechos: 3, total: 3, terminado: true })
    const shown = async () =>
      (await app.call(processes.one, { id: sent.data.proceso }, { as: hr })).data.correos
    expect(await shown()).toEqual({ entregados: 0, rebotados: 0, en_camino: 3 })
    await inCompany(app, here.id, ({ db }) =>
      db
        .updateTable('mails')
        .set({ state: 'failed' })
        .where('user_id', '=', others[0]?.id ?? 0)
        .execute(),
    )
    expect(await shown()).toEqual({ entregados: 0, rebotados: 1, en_camino: 2 })
    await work(sent.data.proceso)
    expect(await mails()).toHaveLength(3)
  })

  test('sent by two people at once goes out once', async () => {
    const other = await signIn(app, here, await aPerson(app, here, { profiles: ['employee', 'hr'] }))
    const answers = await Promise.all([send(), send(other)])
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  })

  test('skips who left after it was sent, and goes on after it was interrupted', async () => {
    const leaves = await aPerson(app, here)
    const { data } = await send()
    const stopped = new AbortController()
    stopped.abort()
    await expect(work(data.proceso, stopped.signal)).rejects.toThrow()
    expect(await mails()).toEqual([])
    await inCompany(app, here.id, (tx) =>
      tx.db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', leaves.id).execute(),
    )
    await work(data.proceso)
    expect(await mails()).toHaveLength(1)
  })

  test('is refused where nobody has a mail', async () => {
    const { id } = await inCompany(app, here.id, (tx) =>
      tx.db.selectFrom('users').select('id').executeTakeFirstOrThrow(),
    )
    const ticket = await stepUp(app, hr)
    await change(id, { mail: null })
    const refused = await app.call(welcome.send, {}, { as: hr, headers: ticket })
    expect(refused.code).toBe(codeOf('NOT_RESULT'))
    expect((await app.call(welcome.test, {}, { as: hr })).code).toBe(codeOf('USER_WITHOUT_MAIL'))
  })

  test('needs the password again and its own permission', async () => {
    expect((await app.call(welcome.send, {}, { as: hr })).code).toBe(codeOf('STEP_UP_REQUIRED'))
    const employee = await signIn(app, here, await aPerson(app, here), 'e')
    expect((await app.call(welcome.state, {}, { as: employee })).status).toBe(403)
    expect((await app.call(welcome.send, {}, { as: employee })).status).toBe(403)
  })

  test('can be tried on oneself as often as needed', async () => {
    expect((await app.call(welcome.test, {}, { as: hr })).status).toBe(200)
    expect((await app.call(welcome.test, {}, { as: hr })).status).toBe(200)
    expect(await mails()).toHaveLength(2)
    expect((await state()).envio).toBeNull()
  })

  test('of another company is its own', async () => {
    await send()
    const other = await aCompany(app)
    const there = await signIn(app, other, await aPerson(app, other, { profiles: ['employee', 'hr'] }))
    expect(await state(there)).toMatchObject({ envio: null, activos: 1 })
  })
})
