import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { session } from '#contract/session/session.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

const own = 'Cartero-77-verde'
let app: TestApp
let company: MadeCompany
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
})

/** The tokens that were mailed to an address to choose a new password, the newest first. */
async function tokensAt(address: string): Promise<string[]> {
  const folder = join(app.services.config.dataDir, 'mail')
  const number = (name: string) => Number(/(\d+)\.eml$/.exec(name)?.[1])
  const names = (await readdir(folder).catch(() => [])).toSorted((one, other) => number(other) - number(one))
  const mails = await Promise.all(names.map(async (name) => simpleParser(await readFile(join(folder, name)))))
  return mails
    .filter(({ to }) => [to].flat().some((one) => one?.text === address))
    .flatMap(({ text }) => /\/ingreso#(\S+)/.exec(text ?? '')?.[1] ?? [])
}
const tokensOf = (person: Pick<Person, 'mail'>) => tokensAt(person.mail ?? '')

/** Asks for a link, and lets the job find whom it is for and the mail be sent. */
async function forget(person: Pick<Person, 'username'>, email: string, slug?: string) {
  const answer = await app.call(account.forgotPassword, {
    user: person.username,
    email,
    ...(slug && { company: slug }),
  })
  await app.services.jobs.runDueJobs()
  return answer
}

const reset = (person: Pick<Person, 'mail'>, token: string, pass = own) =>
  app.call(account.resetPassword, { email: person.mail ?? '', token, pass, repass: pass })

describe('a forgotten password', () => {
  test('gets one answer for an existing user, one without a mail, another’s mail and an unknown name', async () => {
    const person = await aPerson(app, company)
    const without = await aPerson(app, company, { mail: null })
    const answers = [
      await forget(person, person.mail ?? ''),
      await forget(person, 'de.otro@correo.example'),
      await forget(without, 'nadie@correo.example'),
      await forget({ username: 'no.hay.nadie' }, 'nadie@correo.example'),
    ]
    for (const { status, data } of answers) expect([status, data]).toEqual([200, {}])
    expect(await tokensOf(person)).toHaveLength(1)
    expect(await tokensOf(without)).toHaveLength(0)
    const asAction = await app.call(account.resetPassword, {
      action: 'reset',
      user: without.username,
      email: 'x@correo.example',
    })
    expect([asAction.status, asAction.data]).toEqual([200, {}])
    expect(
      await app.call(account.resetPassword, { user: without.username, email: 'x@correo.example' }),
    ).toMatchObject({ code: 'SYSTEM_API_PARAMETER_REQUIRED', errors: [{ field: 'action' }] })
  })

  test('opens once, by the newest link, and ends every session and lock', async () => {
    const person = await aPerson(app, company)
    const elsewhere = await signIn(app, company, person, 'e')
    const attempt = (pass: string) =>
      app.call(session.login, { user: person.username, password: pass, site: 'e' })
    for (let n = 0; n < 10; n++) await attempt('no-es-esta-1')
    expect(await attempt(password)).toMatchObject({ code: codeOf('USER_LOCKED') })

    await forget(person, person.mail ?? '')
    const [first = ''] = await tokensOf(person)
    await forget(person, person.mail ?? '')
    const [second = ''] = await tokensOf(person)
    expect(await reset(person, first)).toMatchObject({ status: 422, code: codeOf('LINK_EXPIRED') })
    expect(await reset({ mail: 'otro@correo.example' }, second)).toMatchObject({
      code: codeOf('LINK_EXPIRED'),
    })
    expect((await app.call(account.checkLink, { token: second, pass: 'Saudade2025' })).data.codigos).toEqual([
      codeOf('PASSWORD_EASY'),
    ])
    expect(await reset(person, second)).toMatchObject({ status: 200 })
    expect(await reset(person, second, 'Otra-torcaza-12')).toMatchObject({ code: codeOf('LINK_EXPIRED') })
    expect(await app.call(account.profile, {}, { as: elsewhere })).toMatchObject({ status: 401 })
    expect(await attempt(own)).toMatchObject({ status: 200 })
  })

  test('dies after an hour, by a change of mail, and is mailed five times an hour at most', async () => {
    const person = await aPerson(app, company)
    await forget(person, person.mail ?? '')
    const [token = ''] = await tokensOf(person)
    app.setNow(new Date(Date.now() + 61 * 60_000))
    expect(await app.call(account.checkLink, { token })).toMatchObject({ code: codeOf('LINK_EXPIRED') })
    for (let n = 0; n < 7; n++) {
      app.setNow(new Date(Date.now() + 61 * 60_000 + n * 1000))
      await forget(person, person.mail ?? '')
    }
    expect(await tokensOf(person)).toHaveLength(6)
    const [newest = ''] = await tokensOf(person)
    app.setNow(null)
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('users').set({ mail: 'nuevo@correo.example' }).where('id', '=', person.id).execute(),
    )
    expect(await reset({ mail: 'nuevo@correo.example' }, newest)).toMatchObject({
      code: codeOf('LINK_EXPIRED'),
    })
  })

  test('is asked for each company’s account, and one company’s link opens no other', async () => {
    const other = await aCompany(app)
    const mail = 'la.misma@correo.example'
    await aPerson(app, company, { username: 'la.misma', mail })
    const there = await aPerson(app, other, { username: 'la.misma', mail, dni: '27654321' })
    await forget(there, mail)
    const tokens = await tokensAt(mail)
    expect(new Set(tokens.map((token) => Number(token.split('.')[0])))).toEqual(
      new Set([company.id, other.id]),
    )
    expect(tokens).toHaveLength(2)
    const theirs = tokens.find((token) => token.startsWith(`${other.id}.`)) ?? ''
    expect(await reset(there, theirs)).toMatchObject({ status: 200 })
    const signed = (slug: string, pass: string) =>
      app.call(session.login, { user: 'la.misma', password: pass, site: 'e', company: slug })
    const [mine, yours] = await Promise.all([slugOf(company), slugOf(other)])
    expect(await signed(mine, own)).toMatchObject({ code: codeOf('WRONG_CREDENTIALS') })
    expect(await signed(mine, password)).toMatchObject({ status: 200 })
    expect(await signed(yours, own)).toMatchObject({ status: 200 })
    // Another company's secret under this one's number is none.
    expect(
      await app.call(account.checkLink, { token: `${company.id}.${theirs.split('.')[1]}` }),
    ).toMatchObject({ code: codeOf('LINK_EXPIRED') })
  })

  test('of a user created by another company’s HR with the same ids and mail opens only that user', async () => {
    const other = await aCompany(app)
    const victim = await aPerson(app, company, { username: 'victima', mail: 'victima@correo.example' })
    const mine = await signIn(app, company, victim, 'e')
    const copy = await aPerson(app, other, {
      username: 'victima',
      mail: 'victima@correo.example',
      cuil: victim.cuil,
    })
    const hr = await anAdministrator(app, other)
    // HR moves its copy's mail to an own address, and asks there.
    await inCompany(app, other.id, (tx) =>
      tx.db.updateTable('users').set({ mail: 'rrhh@otra.example' }).where('id', '=', copy.id).execute(),
    )
    await forget(victim, 'rrhh@otra.example')
    const sent = await app.call(
      account.changePasswordOf,
      { id: copy.id },
      { as: hr.bearer, headers: await stepUp(app, hr.bearer) },
    )
    expect(sent.data).toEqual({ enlace_enviado: true })
    await app.services.jobs.runDueJobs()
    expect(
      await app.call(
        account.changePasswordOf,
        { id: victim.id },
        { as: hr.bearer, headers: await stepUp(app, hr.bearer) },
      ),
    ).toMatchObject({ status: 404 })
    expect(await tokensOf(victim)).toHaveLength(0)
    const [token = ''] = await tokensAt('rrhh@otra.example')
    expect(await reset({ mail: 'rrhh@otra.example' }, token)).toMatchObject({ status: 200 })
    expect(await app.call(account.profile, {}, { as: mine })).toMatchObject({ status: 200 })
    const login = (pass: string, slug: string) =>
      app.call(session.login, { user: 'victima', password: pass, site: 'e', company: slug })
    expect(await login(own, await slugOf(company))).toMatchObject({ code: codeOf('WRONG_CREDENTIALS') })
    expect(await login(password, await slugOf(company))).toMatchObject({ status: 200 })
  })
})

async function slugOf({ id }: MadeCompany): Promise<string> {
  const row = await inCompany(app, id, (tx) =>
    tx.db.selectFrom('companies').select('slug').executeTakeFirstOrThrow(),
  )
  return row.slug
}

describe('another person’s password', () => {
  test('is never set by a helper: after a step-up a link is mailed, unless the user’s mail or post forbids it', async () => {
    const hr = await anAdministrator(app, company)
    const person = await aPerson(app, company)
    const typed = { id: person.id, pass: 'La-que-puso-RRHH-1', repass: 'La-que-puso-RRHH-1' }
    const ticket = await stepUp(app, hr.bearer)
    const help = (id: number, headers: Record<string, string> = ticket, as = hr.bearer) =>
      app.call(account.changePasswordOf, { ...typed, id }, { as, headers })
    expect(await help(person.id, {})).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect(await help(person.id)).toMatchObject({ status: 200, data: { enlace_enviado: true } })
    await app.services.jobs.runDueJobs()
    expect(await tokensOf(person)).toHaveLength(1)
    const login = (pass: string) =>
      app.call(session.login, { user: person.username, password: pass, site: 'e' })
    expect(await login(typed.pass)).toMatchObject({ code: codeOf('WRONG_CREDENTIALS') })
    expect(await login(password)).toMatchObject({ status: 200 })

    const manager = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    expect(await help(manager.id)).toMatchObject({ status: 403, code: codeOf('PASSWORD_OF_ADMINISTRATOR') })
    const without = await aPerson(app, company, { mail: null })
    expect(await help(without.id)).toMatchObject({ status: 422, code: codeOf('USER_WITHOUT_MAIL') })
    const boss = await signIn(app, company, manager, 's')
    expect(await help(person.id, {}, boss)).toMatchObject({ code: 'SYSTEM_ACTION_NOT_GRANTED' })
    const employee = await signIn(app, company, person, 'e')
    expect(await help(without.id, {}, employee)).toMatchObject({ code: 'SESSION_OTHER_SITE' })
  })

  test('one’s own needs the present one, at either address', async () => {
    const person = await aPerson(app, company)
    const as = await signIn(app, company, person, 'e')
    const change = (fields: { oldpass?: string; pass: string }) =>
      app.call(account.changePasswordOf, { id: person.id, repass: fields.pass, ...fields }, { as })
    expect(await change({ pass: own })).toMatchObject({
      code: codeOf('PRESENT_PASSWORD_MISSING'),
      errors: [{ field: 'oldpass' }],
    })
    expect(await change({ oldpass: 'no-es-1', pass: own })).toMatchObject({
      code: codeOf('PRESENT_PASSWORD_WRONG'),
    })
    expect(await change({ oldpass: password, pass: own })).toMatchObject({
      status: 200,
      data: { enlace_enviado: false },
    })

    const hr = await anAdministrator(app, company)
    const input = { oldpass: password, pass: own, repass: own }
    const portal = await app.call(account.changePasswordAtPortal, input, { as: hr.bearer })
    expect(portal).toMatchObject({ status: 200 })
  })
})

test('a password changes three times a day, and once more after help by HR', async () => {
  const person = await aPerson(app, company)
  const as = await signIn(app, company, person, 'e')
  const change = (oldpass: string, pass: string) =>
    app.call(account.changePassword, { oldpass, pass, repass: pass }, { as })
  const made = ['Torcaza-11-gris', 'Benteveo-22-oro', 'Calandria-33-sol', 'Hornero-44-barro']
  expect(await change(password, made[0] ?? '')).toMatchObject({ status: 200 })
  expect(await change(made[0] ?? '', made[1] ?? '')).toMatchObject({ status: 200 })
  expect(await change(made[1] ?? '', made[2] ?? '')).toMatchObject({ status: 200 })
  expect(await change(made[2] ?? '', made[3] ?? '')).toMatchObject({
    status: 422,
    code: codeOf('PASSWORD_CHANGED_TOO_OFTEN'),
  })
  await forget(person, person.mail ?? '')
  const [asked = ''] = await tokensOf(person)
  expect(await reset(person, asked, made[3])).toMatchObject({ code: codeOf('PASSWORD_CHANGED_TOO_OFTEN') })
  const hr = await anAdministrator(app, company)
  await app.call(
    account.changePasswordOf,
    { id: person.id },
    { as: hr.bearer, headers: await stepUp(app, hr.bearer) },
  )
  await app.services.jobs.runDueJobs()
  const [helped = ''] = await tokensOf(person)
  expect((await reset(person, helped, made[3])).code).toBeUndefined()
})

test('two changes at once put one password in force, and a stale hash is renewed by signing in', async () => {
  const person = await aPerson(app, company)
  const [one, two] = [await signIn(app, company, person, 'e'), await signIn(app, company, person, 'e')]
  const change = (as: string, pass: string) =>
    app.call(account.changePassword, { oldpass: password, pass, repass: pass }, { as })
  const answers = await Promise.all([change(one, own), change(two, 'Benteveo-22-oro')])
  const codes = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(codes[0]).toBe(200)
  expect([401, 409, 422]).toContain(codes[1])

  const stale = await aPerson(app, company)
  const { hash } = await import('@node-rs/argon2')
  const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const hashOfStale = () =>
    inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('users').select('password_hash').where('id', '=', stale.id).executeTakeFirstOrThrow(),
    )
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('users').set({ password_hash: old }).where('id', '=', stale.id).execute(),
  )
  await signIn(app, company, stale, 'e')
  const { password_hash: renewed } = await hashOfStale()
  const { memoryCost, timeCost, parallelism } = app.services.config.guessCost.password
  expect(renewed).toContain(`m=${memoryCost},t=${timeCost},p=${parallelism}$`)
  await signIn(app, company, stale, 'e')
  expect((await hashOfStale()).password_hash).toBe(renewed)
})
