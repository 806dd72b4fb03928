import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '#contract/account/account.ts'
import { codeOf } from '#contract/errors.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { hashPassword } from '#server/shared/identity/hashing.ts'
import { aCompany, aPerson, inCompany, password, type Person } from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let slug: string
let ana: Person
beforeAll(async () => {
  app = await testApp()
  slug = 'la-de-ana'
  company = await aCompany(app, { slug, name: 'La de Ana' })
  await aBystander(app, company)
  ana = await aPerson(app, company, {
    username: 'ana_paz',
    mail: 'Ana.Paz@correo.example',
    cuil: '27284002828',
    dni: '28400282',
  })
})

const login = (user: string, more: { password?: string; company?: string; address?: string } = {}) =>
  app.call(
    session.login,
    { user, password: more.password ?? password, site: 'e', ...(more.company && { company: more.company }) },
    more.address ? { address: more.address } : {},
  )
const wrong = { status: 422, code: codeOf('WRONG_CREDENTIALS') }

async function setPassword(where: MadeCompany, person: Person, text: string): Promise<void> {
  const password_hash = await hashPassword(text)
  await inCompany(app, where.id, (tx) =>
    tx.db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute(),
  )
}

describe('one company', () => {
  test.each([
    'ana_paz',
    ' ANA_Paz ',
    '27284002828',
    '27-28400282-8',
    '27.284.002/82-8',
    ' 27 28400282 8 ',
    '27\u201328400282\u20138',
    '28400282',
    '28.400.282',
    'ana.paz@correo.example',
    '  ANA.PAZ@Correo.Example ',
  ])('%j signs the same person in', async (name) => {
    const answer = await login(name)
    expect(answer.status).toBe(200)
    expect(answer.data.user.id).toBe(ana.id)
  })

  test.each([
    ['a name that nobody has', 'nadie_asi'],
    ['an id that nobody has', '20-11111111-2'],
    ['a mail without its dots', 'anapaz@correo.example'],
    ['part of an id', '2828'],
    ['separators alone', '-.-'],
    ['a pattern', '%'],
  ])('%s is refused like a wrong password', async (_, name) => {
    const refused = await login(name)
    const known = await login('ana_paz', { password: 'otra-cosa-9', address: '10.9.0.1' })
    expect(refused).toMatchObject(wrong)
    expect({ code: refused.code, errors: refused.errors }).toEqual({ code: known.code, errors: known.errors })
  })

  test('300 characters and U+0000 are refused by the field, whoever exists', async () => {
    expect(await login('a'.repeat(300))).toMatchObject({ status: 422, errors: [{ field: 'user' }] })
    expect(await login('ana_paz\u0000')).toMatchObject({ status: 422, errors: [{ field: 'user' }] })
  })

  test.each([
    ['CL', '12345678K', ['12.345.678-k', '12345678-K', '12 345 678 K', '12/345/678.K']],
    ['BR', '11122233396', ['111.222.333-96', '111-22233-396', '111 222 333/96']],
  ] as const)('an id of %s opens however another country would separate it', async (country, cuil, ways) => {
    const abroad = await aCompany(app, { country })
    const person = await aPerson(app, abroad, { cuil, dni: cuil })
    for (const way of ways) expect((await login(way)).data.user.id).toBe(person.id)
  })

  test('a Mexican CURP opens as well', async () => {
    const mexican = await aCompany(app, { country: 'MX' })
    const person = await aPerson(app, mexican, { cuil: 'PEGA850101AB1', dni: '12345678901' })
    await inCompany(app, mexican.id, (tx) =>
      tx.db
        .updateTable('employees')
        .set({ extras: JSON.stringify({ curp: 'PEGA850101HDFRRN08' }) })
        .where('id', '=', person.id)
        .execute(),
    )
    for (const name of ['pega850101hdfrrn08', 'PEGA850101AB1', '1234-5678-901'])
      expect((await login(name)).data.user.id).toBe(person.id)
  })

  test('a name that means two people of a company opens nothing, whoever gives a password', async () => {
    const bruno = await aPerson(app, company, { cuil: '20301112223', dni: '30111222' })
    const named = await aPerson(app, company, { username: '30111222' })
    await setPassword(company, bruno, 'La-de-Bruno-48')
    await setPassword(company, named, 'La-de-otro-48')
    for (const given of ['La-de-Bruno-48', 'La-de-otro-48'])
      expect(await login('30.111.222', { password: given })).toMatchObject(wrong)
    // Their other names go on working.
    expect((await login('20-30111222-3', { password: 'La-de-Bruno-48' })).data.user.id).toBe(bruno.id)
    expect((await login(named.mail ?? '', { password: 'La-de-otro-48' })).data.user.id).toBe(named.id)
  })

  test('wrong passwords count for the person, whichever of their names was typed', async () => {
    const names = ['clara_sosa', '27-31222333-4', '31.222.333', 'clara@correo.example']
    const clara = await aPerson(app, company, {
      username: 'clara_sosa',
      mail: 'clara@correo.example',
      cuil: '27312223334',
      dni: '31222333',
    })
    for (let n = 0; n < 10; n++)
      await login(names[n % names.length] ?? '', { password: 'no-es-esta-1', address: '10.9.0.2' })
    for (const name of names)
      expect(await login(name, { address: '10.9.0.2' })).toMatchObject({ code: codeOf('USER_LOCKED') })
    const locks = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .select('id')
        .where('subject_id', '=', clara.id)
        .where('act', '=', 'locked')
        .execute(),
    )
    expect(locks).toHaveLength(1)
  })

  test('attempts at an id that nobody has count together, however it is written', async () => {
    const held: number[] = []
    app.setPause(async (milliseconds) => void held.push(milliseconds))
    const ways = ['20-99888777-1', '20998887771', '20.998.887.771']
    for (let n = 0; n < 12; n++)
      await login(ways[n % ways.length] ?? '', { password: 'no-es-esta-1', address: '10.9.0.3' })
    app.setPause(async () => {})
    expect(held).toEqual([...Array(10).fill(0), 500, 1000])
  })
})

describe('two companies', () => {
  let other: MadeCompany
  let same: Person
  beforeAll(async () => {
    other = await aCompany(app, { slug: 'la-otra', name: 'La otra' })
    same = await aPerson(app, other, { cuil: '27284002828', dni: '28400282' })
  })

  test('a password that fits in both answers with both, and the chosen company opens', async () => {
    const many = await login('27-28400282-8')
    expect(many.data.empresas.map((one: { slug: string }) => one.slug)).toEqual([slug, 'la-otra'])
    expect((await login('27-28400282-8', { company: 'la-otra' })).data.user.id).toBe(same.id)
    expect((await login('27-28400282-8', { company: slug })).data.user.id).toBe(ana.id)
  })

  test('an id that two people share: each password opens its own company and no other', async () => {
    const first = await aPerson(app, company, { cuil: '20333444555', dni: '33344455' })
    const second = await aPerson(app, other, { cuil: '20333444555', dni: '33344455' })
    await setPassword(company, first, 'La-primera-48')
    await setPassword(other, second, 'La-segunda-48')
    expect((await login('20-33344455-5', { password: 'La-primera-48' })).data.user.id).toBe(first.id)
    expect((await login('20-33344455-5', { password: 'La-segunda-48' })).data.user.id).toBe(second.id)
    expect(await login('20-33344455-5', { password: 'La-segunda-48', company: slug })).toMatchObject(wrong)
  })

  test('a name that is ambiguous in one company opens the other', async () => {
    await aPerson(app, company, { username: '40111222' })
    await aPerson(app, company, { dni: '40111222', cuil: '20401112229' })
    const only = await aPerson(app, other, { dni: '40111222', cuil: '20401112229' })
    const answer = await login('40.111.222')
    expect(answer.data.user.id).toBe(only.id)
  })
})

describe('the forgotten user name', () => {
  const ask = async (user: string, more: { company?: string } = {}) => {
    const answer = await app.call(account.forgotUser, { user, site: 'e', ...more })
    await app.services.jobs.runDueJobs()
    return answer
  }
  const mailsOf = (person: Person, where = company) =>
    inCompany(app, where.id, (tx) =>
      tx.db
        .selectFrom('mails')
        .select(['event', 'to_address', 'variables'])
        .where('user_id', '=', person.id)
        .where('event', 'in', ['user_name', 'new_user'])
        .execute(),
    )

  test('is mailed to the account’s own address, by its mail or by an id', async () => {
    const dora = await aPerson(app, company, { username: 'dora', cuil: '27355566678', dni: '35556667' })
    for (const name of ['DORA@correo.example', '27-35556667-8']) {
      expect(await ask(name)).toMatchObject({ status: 200, data: {} })
    }
    const mail = {
      event: 'user_name',
      to_address: 'dora@correo.example',
      variables: { nombre: expect.any(String), usuario: 'dora', sitio: 'e' },
    }
    expect(await mailsOf(dora)).toEqual([mail, mail])
  })

  test('is answered alike for a name that nobody has, and mails nobody', async () => {
    const count = () =>
      inCompany(app, company.id, (tx) =>
        tx.db
          .selectFrom('mails')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      )
    const before = await count()
    expect(await ask('20-00000000-1')).toMatchObject({ status: 200, data: {} })
    expect(await count()).toEqual(before)
  })

  test('somebody who never signed in gets the invitation, which names it', async () => {
    const eva = await aPerson(app, company, { signedIn: false, cuil: '27366677789', dni: '36667778' })
    await ask('36667778')
    expect((await mailsOf(eva)).map(({ event }) => event)).toEqual(['new_user'])
  })

  test('is mailed five times an hour at most', async () => {
    const flor = await aPerson(app, company, { cuil: '27377788890', dni: '37778889' })
    for (let n = 0; n < 7; n++) await ask('27377788890')
    expect(await mailsOf(flor)).toHaveLength(5)
  })
})

test('a forgotten name or password refuses 300 characters by their field', async () => {
  const long = 'a'.repeat(300)
  const site = 'e' as const
  const password = { user: 'ana_paz', email: 'ana.paz@correo.example', site }
  expect(await app.call(account.forgotUser, { user: long, site })).toMatchObject({
    status: 422,
    errors: [{ field: 'user' }],
  })
  for (const field of ['user', 'email'] as const)
    expect(await app.call(account.forgotPassword, { ...password, [field]: long })).toMatchObject({
      status: 422,
      errors: [{ field }],
    })
})

test('a forgotten password is asked for by any name, with the account’s mail', async () => {
  const gala = await aPerson(app, company, {
    cuil: '27388899901',
    dni: '38889990',
    mail: 'gala@correo.example',
  })
  await app.call(account.forgotPassword, { user: '38.889.990', email: 'gala@correo.example', site: 'e' })
  await app.call(account.forgotPassword, { user: '38.889.990', email: 'otra@correo.example', site: 'e' })
  await app.services.jobs.runDueJobs()
  const shouted = { user: ' Gala@Correo.example', email: ' GALA@correo.EXAMPLE ' }
  await app.call(account.forgotPassword, { ...shouted, site: 'e' })
  await app.services.jobs.runDueJobs()
  const mails = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('mails').select('event').where('user_id', '=', gala.id).execute(),
  )
  expect(mails).toEqual([{ event: 'reset_password' }, { event: 'reset_password' }])
})
