import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { certificates } from '#contract/certificates.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aCompany, aPerson, giveFactor, inCompany, type Person, signIn } from '../testing/factories.ts'
import { companyEvents, operatorCommand } from '../testing/operator.ts'
import { keepFormerName } from '../areas/employees/uniqueness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const legajo = (...typed: string[]) => operatorCommand(app, ...typed)
const events = (company: number) => companyEvents(app, company)

describe('a company’s administrators', () => {
  test('get a link while they have no password, and a mailed one afterwards', async () => {
    const company = await aCompany(app, { slug: 'con-gente' })
    const added = await legajo(
      'administrator',
      'add',
      'con-gente',
      '--user',
      'ines',
      '--first-name',
      'Inés',
      '--last-name',
      'Roca',
      '--mail',
      'ines@gente.example',
      '--json',
    )
    const first = new URL(JSON.parse(added.out).link).hash.slice(1)
    const again = await legajo('administrator', 'link', 'con-gente', 'ines', '--json')
    const second = new URL(JSON.parse(again.out).link).hash.slice(1)
    expect(await app.call(account.checkLink, { token: first })).toMatchObject({
      code: codeOf('LINK_EXPIRED'),
    })
    expect(await app.call(account.checkLink, { token: second })).toMatchObject({ status: 200 })
    const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const bearer = await signIn(app, company, person)
    const refused = await legajo('administrator', 'link', 'con-gente', person.username)
    expect(refused).toMatchObject({ code: 3, out: '' })
    const employee = await aPerson(app, company)
    const below = await legajo(
      'administrator',
      'reset',
      'con-gente',
      employee.username,
      '--password',
      '--yes',
    )
    expect(below).toMatchObject({ code: 3, err: expect.stringContaining('HR does this') })
    const done = await legajo('administrator', 'reset', 'con-gente', person.username, '--password', '--yes')
    expect(done).toMatchObject({ code: 0 })
    expect(done.out).not.toContain('#')
    expect(await app.call(account.profile, {}, { as: bearer })).toMatchObject({ status: 401 })
    const mails = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('mails').select('event').where('user_id', '=', person.id).execute(),
    )
    expect(mails).toContainEqual({ event: 'reset_password' })
  })

  test('get no user name under which somebody else signs in, or did until lately', async () => {
    const company = await aCompany(app, { slug: 'con-nombres' })
    const person = await aPerson(app, company)
    await inCompany(app, company.id, (tx) => keepFormerName(tx, person.id, 'rosa.vieja', new Date()))
    const named = ['--first-name', 'Ana', '--last-name', 'Paz', '--mail', 'ana@gente.example']
    const add = (user: string) => legajo('administrator', 'add', 'con-nombres', '--user', user, ...named)
    for (const taken of [person.cuil, 'rosa.vieja', person.username])
      expect(await add(taken)).toMatchObject({ code: 3, err: expect.stringContaining(`--user: ${taken}`) })
    expect(await add('ana')).toMatchObject({ code: 0 })
  })

  test('are given the certificates by the operator alone, and lose them again', async () => {
    const company = await aCompany(app, { slug: 'con-firma' })
    const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const mayCreate = async () => {
      const answer = await app.call(certificates.setup, {}, { as: await signIn(app, company, person) })
      return answer.data.crear
    }
    expect(await mayCreate()).toBe('CERTIFICATE_HOLDER_REQUIRED')
    expect(await legajo('holder', 'grant', 'con-firma', person.username)).toMatchObject({ code: 0 })
    expect(await legajo('holder', 'grant', 'con-firma', person.username)).toMatchObject({ code: 3 })
    expect(await mayCreate()).toBeNull()
    const open = await signIn(app, company, person)
    expect(await legajo('holder', 'revoke', 'con-firma', person.username)).toMatchObject({ code: 0 })
    expect(await app.call(account.profile, {}, { as: open })).toMatchObject({ status: 401 })
    expect(await mayCreate()).toBe('CERTIFICATE_HOLDER_REQUIRED')
  })

  test('lose their management by the operator, certificates included, and never the last of them', async () => {
    const company = await aCompany(app, { slug: 'con-titular' })
    const holder = await aPerson(app, company, { profiles: ['employee', 'hr', 'certificate_holder'] })
    const other = await aPerson(app, company, { profiles: ['hr'] })
    const open = await signIn(app, company, holder)
    const remove = (user: string) => legajo('administrator', 'remove', 'con-titular', user, '--yes')
    expect(await legajo('administrator', 'remove', 'con-titular', holder.username)).toMatchObject({ code: 4 })
    expect(await remove(holder.username)).toMatchObject({ code: 0 })
    expect(await app.call(account.profile, {}, { as: open })).toMatchObject({ status: 401 })
    expect(await remove(other.username)).toMatchObject({
      code: 3,
      err: expect.stringContaining(codeOf('LAST_GRANTER')),
    })
    expect(await events(company.id)).toMatchObject([
      { act: 'administrator_removed', data: { user: holder.id, operator: 'rosa.operaciones' } },
    ])
    const mails = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('mails').select(['event', 'to_address']).orderBy('id').execute(),
    )
    expect(mails).toEqual([
      { event: 'profiles_changed', to_address: holder.mail },
      { event: 'profiles_changed_of', to_address: other.mail },
    ])
    // For 30 days the operator alone helps with the password.
    const reset = ['administrator', 'reset', 'con-titular', holder.username, '--password', '--yes']
    expect(await legajo(...reset)).toMatchObject({ code: 0 })
  })

  test('get another mail by the operator; the former one is notified and opens nothing any more', async () => {
    const company = await aCompany(app, { slug: 'con-correo' })
    const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const other = await aPerson(app, company)
    const open = await signIn(app, company, person)
    const reset = (...more: string[]) =>
      legajo('administrator', 'reset', 'con-correo', person.username, ...more, '--yes')
    expect(await reset('--mail', 'sin arroba')).toMatchObject({ code: 2 })
    expect(await reset('--mail', other.mail ?? '')).toMatchObject({ code: 3 })
    expect(await reset('--mail', 'nuevo@correo.example', '--password')).toMatchObject({ code: 0 })
    expect(await app.call(account.profile, {}, { as: open })).toMatchObject({ status: 401 })
    const mails = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('mails').select(['event', 'to_address']).orderBy('id').execute(),
    )
    expect(mails).toEqual([
      { event: 'mail_changed', to_address: person.mail },
      { event: 'reset_password', to_address: 'nuevo@correo.example' },
    ])
    const accesses = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('company_accesses').select(['put_by', 'silence_opens']).execute(),
    )
    expect(accesses).toEqual([{ put_by: null, silence_opens: false }])
  })

  test('lose their second factors by the operator, are signed out by it, and get in by the password alone', async () => {
    const company = await aCompany(app, { slug: 'con-factores' })
    const person = await aPerson(app, company, { profiles: ['hr'] })
    const before = await signIn(app, company, person)
    await giveFactor(app, company, person)
    const restriction = async () =>
      (await app.call(account.profile, {}, { as: await signIn(app, company, person) })).data.restriccion
    expect(await restriction()).toBe('segundo_factor')
    const reset = ['administrator', 'reset', 'con-factores', person.username, '--factors']
    expect(await legajo(...reset)).toMatchObject({ code: 4 })
    expect(await restriction()).toBe('segundo_factor')
    expect(await legajo(...reset, '--yes')).toMatchObject({ code: 0 })
    expect(await app.call(account.profile, {}, { as: before })).toMatchObject({ status: 401 })
    expect(await restriction()).toBeNull()
    expect(await events(company.id)).toMatchObject([
      { act: 'administrator_reset', data: { user: person.id, mail: false, password: false, factors: true } },
    ])
  })

  test('are signed out, all of them or one', async () => {
    const company = await aCompany(app, { slug: 'con-sesiones' })
    const [one, other] = [
      await aPerson(app, company, { profiles: ['employee', 'hr'] }),
      await aPerson(app, company, { profiles: ['employee', 'hr'] }),
    ]
    const bearers = [await signIn(app, company, one), await signIn(app, company, other)]
    await legajo('sessions', 'end', 'con-sesiones', '--user', one.username, '--yes')
    expect(await app.call(account.profile, {}, { as: bearers[0] })).toMatchObject({ status: 401 })
    expect(await app.call(account.profile, {}, { as: bearers[1] })).toMatchObject({ status: 200 })
    const late = await aPerson(app, company)
    await signIn(app, company, late, 'e')
    await inCompany(app, company.id, ({ db }) =>
      db
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('user_id', '=', late.id)
        .execute(),
    )
    const all = await legajo('sessions', 'end', 'con-sesiones', '--yes', '--json')
    expect(JSON.parse(all.out)).toEqual({ slug: 'con-sesiones', ended: 1 })
  })

  test('who is signed out gets no more notices on a device, also on one whose session was over', async () => {
    const company = await aCompany(app, { slug: 'con-aparatos' })
    const [one, other] = [
      await aPerson(app, company, { profiles: ['employee', 'hr'] }),
      await aPerson(app, company),
    ]
    const turnOn = async (person: Person, site: 's' | 'e', expires_at?: Date) => {
      await signIn(app, company, person, site)
      return inCompany(app, company.id, async ({ db, company: company_id }) => {
        const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', person.id)
        const { id: session_id } = await sessions.orderBy('id', 'desc').executeTakeFirstOrThrow()
        if (expires_at)
          await db.updateTable('sessions').set({ expires_at }).where('id', '=', session_id).execute()
        const [endpoint, endpoint_hash] = [
          `https://push.example/${session_id}`,
          randomBytes(32).toString('hex'),
        ]
        const keys = { p256dh: randomBytes(65), auth: randomBytes(16), created_at: new Date() }
        await db
          .insertInto('push_subscriptions')
          .values({ company_id, user_id: person.id, session_id, endpoint, endpoint_hash, ...keys })
          .execute()
        return session_id
      })
    }
    const [atPortal, own, over, others] = [
      await turnOn(one, 's'),
      await turnOn(one, 'e'),
      await turnOn(one, 'e', new Date(Date.now() - 1000)),
      await turnOn(other, 'e'),
    ]
    const on = () =>
      inCompany(app, company.id, async ({ db }) => {
        const rows = await db
          .selectFrom('push_subscriptions')
          .select('session_id')
          .orderBy('session_id')
          .execute()
        return rows.map(({ session_id }) => session_id)
      })
    expect(await on()).toEqual([atPortal, own, over, others])
    await legajo('sessions', 'end', 'con-aparatos', '--user', one.username, '--site', 'e', '--yes')
    expect(await on()).toEqual([atPortal, others])
    await legajo('sessions', 'end', 'con-aparatos', '--user', one.username, '--yes')
    expect(await on()).toEqual([others])
    await legajo('sessions', 'end', 'con-aparatos', '--site', 's', '--yes')
    expect(await on()).toEqual([others])
    await legajo('sessions', 'end', 'con-aparatos', '--yes')
    expect(await on()).toEqual([])
  })
})
