import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { employees } from '#contract/employees/employees.ts'
import { ownAccount } from '#contract/account/own.ts'
import { session } from '#contract/session/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { openSecret } from '#server/shared/identity/secret.ts'
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

let n = 0
const fresh = () => `nueva${++n}@correo.example`
const ask = (as: string, email: string, pass = password) =>
  app.call(ownAccount.changeMail, { email, pass }, { as })
// Each from an address of its own: one address may not try many links.
const use = (token: string) =>
  app.call(ownAccount.useMailLink, { token }, { address: `10.1.${++n >> 8}.${n & 255}` })
const hours = (count: number) => app.setNow(new Date(Date.now() + count * 3_600_000))
const mailOf = async (person: Person) =>
  inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('users').select('mail').where('id', '=', person.id).executeTakeFirstOrThrow(),
  ).then(({ mail }) => mail)

/** The token of the newest mail of an event to somebody, and where it went. */
async function mailed(person: Person, event: string): Promise<{ token: string; to: string; link: string }> {
  const mail = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['secret', 'message_id', 'to_address'])
      .where('user_id', '=', person.id)
      .where('event', '=', event)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  if (!mail.secret) throw new Error('no link in that mail')
  const link = openSecret(app.services.config.appSecret, 'mail', mail.secret, mail.message_id)
  return { token: link.split('#correo.')[1] ?? '', to: mail.to_address, link }
}

/** Somebody signed in who asked for a new address, and the link that went there. */
async function asking(): Promise<{ person: Person; as: string; email: string; token: string }> {
  const person = await aPerson(app, company)
  const as = await signIn(app, company, person, 'e')
  const email = fresh()
  expect((await ask(as, email)).status).toBe(200)
  const { token, to } = await mailed(person, 'mail_confirm')
  expect(to).toBe(email)
  return { person, as, email, token }
}

/** The same with the change in force, and the link back. */
async function changed() {
  const made = await asking()
  expect((await use(made.token)).status).toBe(200)
  const undo = await mailed(made.person, 'mail_changed_own')
  expect(undo.to).toBe(made.person.mail)
  return { ...made, undo: undo.token }
}

describe('another address of one’s own', () => {
  test('is in force when the link mailed to it is opened, and not before', async () => {
    const { person, as, email, token } = await asking()
    const waiting = await app.call(ownAccount.overview, {}, { as })
    expect(waiting.data.correo_pendiente.correo).toBe(email)
    expect(await mailOf(person)).toBe(person.mail)
    const told = await app.call(ownAccount.checkMailLink, { token })
    expect(told.data).toMatchObject({ tipo: 'confirmar', correo: email, usuario: person.username })
    expect(await mailOf(person)).toBe(person.mail)
    // It is no link to a password: whoever asked for the change chose where it went.
    expect(await app.call(account.checkLink, { token })).toMatchObject({ code: codeOf('LINK_EXPIRED') })

    expect((await use(token)).data).toMatchObject({
      tipo: 'confirmar',
      correo: email,
      sitio: 'e',
      clave: null,
    })
    expect(await mailOf(person)).toBe(email)
    const seen = await app.call(ownAccount.overview, {}, { as })
    expect(seen.data.correo_pendiente).toBeNull()
    expect(Date.parse(seen.data.correo_confirmado)).toBeGreaterThan(Date.now() - 60_000)
    expect((await app.call(account.profile, {}, { as })).data.mail).toBe(email)
    expect((await use(token)).code).toBe(codeOf('LINK_EXPIRED'))
  })

  test('needs the password, an address, and a different one, each refused at its field', async () => {
    const person = await aPerson(app, company)
    const as = await signIn(app, company, person, 'e')
    expect(await ask(as, fresh(), 'no-es-1')).toMatchObject({
      status: 422,
      code: codeOf('PRESENT_PASSWORD_WRONG'),
      errors: [{ field: 'pass' }],
    })
    expect(await ask(as, 'sin arroba')).toMatchObject({
      code: codeOf('MAIL_INVALID'),
      errors: [{ field: 'email' }],
    })
    expect((await ask(as, (person.mail ?? '').toUpperCase())).code).toBe('MAIL_SAME')
    const other = await aPerson(app, company)
    expect((await ask(as, other.mail ?? '')).code).toBe('MAIL_TAKEN')
    expect((await ask('', fresh())).status).toBe(401)
  })

  test('can’t be changed this way by anybody else, administrators included', async () => {
    const admin = await anAdministrator(app, company)
    const person = await aPerson(app, company)
    const change = (id: number) =>
      app.call(ownAccount.changeMailOf, { id, email: fresh(), pass: password }, { as: admin.bearer })
    expect([(await change(person.id)).code, (await change(999_999)).code]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    expect((await change(admin.id)).status).toBe(200)
  })

  test('expires by time, by a newer request, by cancelling it, by a new password and by Human Resources', async () => {
    const late = await asking()
    hours(25)
    expect((await use(late.token)).code).toBe(codeOf('LINK_EXPIRED'))
    app.setNow(null)
    const other = await asking()

    await ask(late.as, fresh())
    expect((await use(late.token)).code).toBe(codeOf('LINK_EXPIRED'))

    const dropped = await asking()
    await app.call(ownAccount.dropMailChange, {}, { as: dropped.as })
    expect((await use(dropped.token)).code).toBe(codeOf('LINK_EXPIRED'))

    const renewed = await asking()
    const passwords = { oldpass: password, pass: own, repass: own }
    expect((await app.call(account.changePassword, passwords, { as: renewed.as })).status).toBe(200)
    expect((await use(renewed.token)).code).toBe(codeOf('LINK_EXPIRED'))

    const moved = await asking()
    const admin = await anAdministrator(app, company)
    const headers = await stepUp(app, admin.bearer)
    const set = { id: moved.person.id, mail: fresh() }
    expect((await app.call(employees.changeMail, set, { as: admin.bearer, headers })).status).toBe(200)
    expect((await use(moved.token)).code).toBe(codeOf('LINK_EXPIRED'))

    // Nobody else's link dies with them.
    expect((await use(other.token)).status).toBe(200)
  })

  test('that somebody else took meanwhile stays theirs', async () => {
    const { person, email, token } = await asking()
    await aPerson(app, company, { mail: email })
    expect(await use(token)).toMatchObject({ status: 409, code: 'MAIL_TAKEN' })
    expect(await mailOf(person)).toBe(person.mail)
  })

  test('invalidates links already sent to the former address, and with the way back the printed code too', async () => {
    const { person, token } = await asking()
    const kinds = ['invitation', 'reset', 'printed_code', 'mail_undo', 'mail_objection'] as const
    const hashOf = (kind: string) => `${kind}${'h'.repeat(64)}`.slice(0, 64)
    const hashes = kinds.map(hashOf)
    const expires_at = new Date(Date.now() + 3_600_000)
    await inCompany(app, company.id, ({ db }) =>
      db
        .insertInto('credential_links')
        .values(
          kinds.map((kind) => ({
            company_id: company.id,
            user_id: person.id,
            kind,
            hash: hashOf(kind),
            mail_key: person.mail,
            expires_at,
          })),
        )
        .execute(),
    )
    const open = async () => {
      const rows = await inCompany(app, company.id, ({ db }) =>
        db
          .selectFrom('credential_links')
          .select('kind')
          .where('hash', 'in', hashes)
          .where('cancelled_at', 'is', null)
          .orderBy('id')
          .execute(),
      )
      return rows.map(({ kind }) => kind)
    }
    await use(token)
    expect(await open()).toEqual(['printed_code', 'mail_undo', 'mail_objection'])
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('credential_links').set({ cancelled_at: null }).where('hash', 'in', hashes).execute(),
    )
    await use((await mailed(person, 'mail_changed_own')).token)
    expect(await open()).toEqual(['mail_undo', 'mail_objection'])
  })
})

test('that receives the codes of a second factor is changed only after proving it, and receives them from then on', async () => {
  const { person, as } = await asking()
  const hold = <T>(work: (tx: Tx) => Promise<T>) => inCompany(app, company.id, work)
  const factor = { company_id: company.id, user_id: person.id, kind: 'mail' as const, mail: person.mail }
  await hold((tx) =>
    tx.db
      .insertInto('factors')
      .values({ ...factor, confirmed_at: new Date(), created_at: new Date() })
      .execute(),
  )
  // Codes that go elsewhere, or to a colleague by the same address, go on doing so.
  const colleague = await aPerson(app, company)
  await hold(({ db }) =>
    db
      .insertInto('factors')
      .values([
        { ...factor, user_id: colleague.id, confirmed_at: new Date(), created_at: new Date() },
        { ...factor, mail: 'aparte@correo.example', created_at: new Date() },
      ])
      .execute(),
  )
  const email = fresh()
  expect((await ask(as, email)).code).toBe('MFA_PROOF_REQUIRED')
  await hold((tx) =>
    tx.db
      .updateTable('sessions')
      .set({ factor: 'mail', factor_at: new Date() })
      .where('user_id', '=', person.id)
      .execute(),
  )
  expect((await ask(as, email)).status).toBe(200)
  await use((await mailed(person, 'mail_confirm')).token)
  const goesTo = async () => {
    const ids = [person.id, colleague.id]
    const rows = await hold(({ db }) =>
      db.selectFrom('factors').select('mail').where('user_id', 'in', ids).orderBy('id').execute(),
    )
    return rows.map(({ mail }) => mail)
  }
  expect(await goesTo()).toEqual([email, person.mail, 'aparte@correo.example'])
  await use((await mailed(person, 'mail_changed_own')).token)
  expect(await goesTo()).toEqual([person.mail, person.mail, 'aparte@correo.example'])
})

describe('reverting a change of address', () => {
  test('puts the former address in force, ends every session and asks for a new password', async () => {
    const { person, as, undo } = await changed()
    expect((await app.call(ownAccount.checkMailLink, { token: undo })).data).toMatchObject({
      tipo: 'deshacer',
      correo: person.mail,
    })
    const { data } = await use(undo)
    expect(data).toMatchObject({ tipo: 'deshacer', correo: person.mail, sitio: 'e' })
    expect(await mailOf(person)).toBe(person.mail)
    expect((await app.call(account.profile, {}, { as })).status).toBe(401)
    const login = (pass: string) =>
      app.call(session.login, { user: person.username, password: pass, site: 'e' })
    expect((await login(password)).code).toBe(codeOf('WRONG_CREDENTIALS'))
    const set = { email: person.mail ?? '', token: data.clave, pass: own, repass: own }
    // The password that was ended is one of the former ones.
    const same = { ...set, pass: password, repass: password }
    expect((await app.call(account.resetPassword, same)).code).toBe(codeOf('PASSWORD_USED_BEFORE'))
    expect((await app.call(account.resetPassword, set)).status).toBe(200)
    expect((await login(own)).status).toBe(200)
    expect((await use(undo)).code).toBe(codeOf('LINK_EXPIRED'))
  })

  test('is refused after 72 hours', async () => {
    const { person, email, undo } = await changed()
    hours(73)
    expect((await use(undo)).code).toBe(codeOf('LINK_EXPIRED'))
    app.setNow(null)
    expect(await mailOf(person)).toBe(email)
  })

  test('is refused where somebody else has the former address by now', async () => {
    const { person, email, undo } = await changed()
    await aPerson(app, company, { mail: person.mail })
    expect(await use(undo)).toMatchObject({ status: 409, code: 'MAIL_TAKEN' })
    expect(await mailOf(person)).toBe(email)
  })

  test('ends the ways back of later changes, and neither an earlier one nor another person’s', async () => {
    const { person, as, email, undo } = await changed()
    const other = await changed()
    expect((await ask(as, fresh())).status).toBe(200)
    expect((await use((await mailed(person, 'mail_confirm')).token)).status).toBe(200)
    const later = await mailed(person, 'mail_changed_own')
    expect((await use(later.token)).data.correo).toBe(email)
    expect((await use(undo)).data.correo).toBe(person.mail)
    const used = await inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('credential_links')
        .select('cancelled_at')
        .where('user_id', '=', person.id)
        .where('kind', '=', 'mail_undo')
        .where('used_at', 'is not', null)
        .execute(),
    )
    expect(used).toEqual([{ cancelled_at: null }, { cancelled_at: null }])
    expect((await use(other.undo)).data.correo).toBe(other.person.mail)
  })

  test('still works after a thief changes password and address and reverts the change', async () => {
    const { person, as, undo } = await changed()
    const other = await changed()
    const passwords = { oldpass: password, pass: own, repass: own }
    expect((await app.call(account.changePassword, passwords, { as })).status).toBe(200)
    const thief = fresh()
    expect((await ask(as, thief, own)).status).toBe(200)
    expect((await use((await mailed(person, 'mail_confirm')).token)).status).toBe(200)
    const theirs = (await mailed(person, 'mail_changed_own')).token
    expect(await mailOf(person)).toBe(thief)

    expect((await use(undo)).status).toBe(200)
    expect(await mailOf(person)).toBe(person.mail)
    expect((await use(theirs)).code).toBe(codeOf('LINK_EXPIRED'))
    expect((await app.call(account.profile, {}, { as })).status).toBe(401)
    expect((await use(other.undo)).status).toBe(200)
  })

  test('does not undo an address that Human Resources set since', async () => {
    const { person, undo } = await changed()
    const admin = await anAdministrator(app, company)
    const headers = await stepUp(app, admin.bearer)
    const set = fresh()
    await app.call(employees.changeMail, { id: person.id, mail: set }, { as: admin.bearer, headers })
    expect((await use(undo)).code).toBe(codeOf('LINK_EXPIRED'))
    expect(await mailOf(person)).toBe(set)
  })
})
