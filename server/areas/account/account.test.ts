import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import type { SettingKey } from '#contract/settings.ts'
import { session } from '#contract/session/session.ts'
import { openSecret } from '#server/shared/identity/secret.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, aPerson, inCompany, password, type Person, signIn } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { inviteUser } from './operations.ts'

const own = 'Cartero-77-verde'
let app: TestApp
let company: MadeCompany
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
})

/** The token that was mailed to somebody. */
async function mailedToken(person: Person): Promise<string> {
  const mail = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['secret', 'message_id'])
      .where('user_id', '=', person.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  if (!mail.secret) throw new Error('no link in that mail')
  return openSecret(app.services.config.appSecret, 'mail', mail.secret, mail.message_id).split('#')[1] ?? ''
}

async function invite(person: Person): Promise<string> {
  await inCompany(app, company.id, (tx) =>
    inviteUser(tx, app.services, person.id, { actorId: person.id, detail: { address: '', device: '' } }),
  )
  return mailedToken(person)
}

describe('an invitation', () => {
  test('leads to a password of one’s own, a restricted session, and a whole one after the consent', async () => {
    const person = await aPerson(app, company, { signedIn: false })
    const token = await invite(person)
    const seen = await app.call(account.checkLink, { token })
    expect(seen.data).toMatchObject({ email: person.mail, usuario: person.username, tipo: 'invitacion' })
    const set = await app.call(account.resetPassword, {
      email: person.mail ?? '',
      token,
      pass: own,
      repass: own,
    })
    expect(set.data).toMatchObject({ usuario: person.username, sitio: 'e' })
    const { data } = await app.call(session.login, { user: person.username, password: own, site: 'e' })
    expect(data.user.restriccion).toBe('ingreso')
    expect(await app.call(session.stepUp, { password: own }, { as: data.jwt })).toMatchObject({
      code: 'SESSION_RESTRICTED',
    })
    const unanswered = await app.call(account.firstLogin, {}, { as: data.jwt })
    expect(unanswered).toMatchObject({ status: 422, code: 'CONSENT_REQUIRED' })
    const done = await app.call(account.firstLogin, { consent: true }, { as: data.jwt })
    expect(done.data).toMatchObject({ ingreso: 1, restriccion: null, consentimiento: 'otorgado' })
    expect(await app.call(session.stepUp, { password: own }, { as: data.jwt })).toMatchObject({ status: 200 })
  })

  test('is used once, dies by a newer password, by time and by a change of mail', async () => {
    const person = await aPerson(app, company, { signedIn: false })
    const first = await invite(person)
    const second = await invite(person)
    const use = (token: string) =>
      app.call(account.resetPassword, { email: person.mail ?? '', token, pass: own, repass: own })
    expect(await use(second)).toMatchObject({ status: 200 })
    expect(await use(second)).toMatchObject({ status: 422, code: codeOf('LINK_EXPIRED') })
    expect(await use(first)).toMatchObject({ status: 422, code: codeOf('LINK_EXPIRED') })

    const late = await aPerson(app, company, { signedIn: false })
    const lateToken = await invite(late)
    app.setNow(new Date(Date.now() + 8 * 86_400_000))
    expect(await app.call(account.checkLink, { token: lateToken })).toMatchObject({
      code: codeOf('LINK_EXPIRED'),
    })
    app.setNow(null)

    const moved = await aPerson(app, company, { signedIn: false })
    const movedToken = await invite(moved)
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('users').set({ mail: 'otro@correo.example' }).where('id', '=', moved.id).execute(),
    )
    expect(await app.call(account.checkLink, { token: movedToken })).toMatchObject({
      code: codeOf('LINK_EXPIRED'),
    })
  })
})

describe('a new password', () => {
  const change = async (person: Person, pass: string, repass = pass, oldpass = password) => {
    const bearer = await signIn(app, company, person, 'e')
    return app.call(account.changePassword, { oldpass, pass, repass }, { as: bearer })
  }

  test.each([
    ['short', 'abc-1', codeOf('PASSWORD_TOO_SHORT'), 'Ana'],
    ['long', 'Tres-jirafas-miran-el-tren-48-azules', codeOf('PASSWORD_TOO_LONG'), 'Ana'],
    ['without a digit', 'Girasoles-azules', codeOf('PASSWORD_LACKS_DIGITS'), 'Ana'],
    ['with the person’s name', 'Nombrex-riel-2026', codeOf('PASSWORD_PERSONAL'), 'Nombrex'],
    ['easy', 'Password1', codeOf('PASSWORD_EASY'), 'Ana'],
    ['an easy one in Spanish', 'Bienvenido1', codeOf('PASSWORD_EASY'), 'Ana'],
    ['an easy one in Portuguese', 'Saudade2025', codeOf('PASSWORD_EASY'), 'Ana'],
    ['a run of the keyboard', 'qwertyuiop1', codeOf('PASSWORD_EASY'), 'Ana'],
    ['short and without a digit', 'abc-d', codeOf('PASSWORD_BREAKS_POLICY'), 'Ana'],
    ['the present one', password, codeOf('PASSWORD_UNCHANGED'), 'Ana'],
  ])('%s is refused', async (_, pass, code, firstName) => {
    const person = await aPerson(app, company, { firstName })
    expect(await change(person, pass)).toMatchObject({ status: 422, code })
  })

  test.each<[SettingKey, number | string[], string, string, string]>([
    ['password.min_length', 17, 'Cartero-77-verde', codeOf('PASSWORD_TOO_SHORT'), 'Cartero-777-verde'],
    [
      'password.max_length',
      34,
      'Tres-jirafas-miran-el-tren-48-azul.',
      codeOf('PASSWORD_TOO_LONG'),
      'Tres-jirafas-miran-el-tren-48-azul',
    ],
    ['password.min_letters', 13, own, codeOf('PASSWORD_LACKS_LETTERS'), 'Carteros-77-verde'],
    ['password.min_digits', 3, own, codeOf('PASSWORD_LACKS_DIGITS'), 'Cartero-777-verde'],
    ['password.min_capitals', 2, own, codeOf('PASSWORD_LACKS_CAPITALS'), 'Cartero-77-Verde'],
    ['password.min_special', 3, own, codeOf('PASSWORD_LACKS_SPECIALS'), 'Cartero-77-verde!'],
    [
      'password.allowed_special',
      ['!', '_'],
      own,
      codeOf('PASSWORD_SPECIAL_NOT_ALLOWED'),
      'Cartero_77_verde!',
    ],
  ])('a company’s own %s is asked for', async (setting, value, refused, code, taken) => {
    const strict = await aCompany(app)
    const person = await aPerson(app, strict)
    await inCompany(app, strict.id, (tx) => setSetting(tx, setting, value, null))
    const bearer = await signIn(app, strict, person, 'e')
    const changeTo = (pass: string) =>
      app.call(account.changePassword, { oldpass: password, pass, repass: pass }, { as: bearer })
    expect(await changeTo(refused)).toMatchObject({ status: 422, code, errors: [{ code, field: 'pass' }] })
    expect(await changeTo(taken)).toMatchObject({ status: 200 })
  })

  test.each([
    [true, 'persona.propia@correo.example', ['persona.propia@correo.example', 'trabajo']],
    [true, null, ['trabajo']],
    [false, 'persona.propia@correo.example', ['trabajo']],
  ])(
    'is mailed to the personal address too where that is required: %s, %s',
    async (send_mail, mail, told) => {
      const person = await aPerson(app, company)
      const personal_mail = mail ?? (person.mail ?? '').toUpperCase()
      await inCompany(app, company.id, (tx) =>
        tx.db.updateTable('employees').set({ personal_mail }).where('id', '=', person.id).execute(),
      )
      const as = await signIn(app, company, person, 'e')
      await app.call(account.changePassword, { oldpass: password, pass: own, repass: own, send_mail }, { as })
      const mails = await inCompany(app, company.id, (tx) =>
        tx.db.selectFrom('mails').select('to_address').where('user_id', '=', person.id).execute(),
      )
      const to = mails.map(({ to_address }) => (to_address === person.mail ? 'trabajo' : to_address))
      expect(to.toSorted()).toEqual(told)
    },
  )

  test('needs its repetition and the present one, each refused at its own field', async () => {
    const person = await aPerson(app, company)
    expect(await change(person, own, 'otra')).toMatchObject({
      code: codeOf('PASSWORD_REPEAT_DIFFERS'),
      errors: [{ field: 'repass' }],
    })
    expect(await change(person, own, own, 'no-es-1')).toMatchObject({
      code: codeOf('PRESENT_PASSWORD_WRONG'),
      errors: [{ field: 'oldpass' }],
    })
  })

  test('ends the other sessions, is mailed, and can’t be one of the latest', async () => {
    const person = await aPerson(app, company)
    const elsewhere = await signIn(app, company, person, 'e')
    expect(await change(person, own)).toMatchObject({ status: 200 })
    expect(await app.call(account.profile, {}, { as: elsewhere })).toMatchObject({ status: 401 })
    const { data } = await app.call(session.login, { user: person.username, password: own, site: 'e' })
    const back = await app.call(
      account.changePassword,
      { oldpass: own, pass: password, repass: password },
      { as: data.jwt },
    )
    expect(back).toMatchObject({ code: codeOf('PASSWORD_USED_BEFORE') })
    const mails = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('mails').select('event').where('user_id', '=', person.id).execute(),
    )
    expect(mails).toEqual([{ event: 'password_changed' }])
  })

  test('is checked against the rules while it is typed', async () => {
    const person = await aPerson(app, company)
    const bearer = await signIn(app, company, person, 'e')
    const bad = await app.call(account.isValidPass, { pass: 'corta' }, { as: bearer })
    expect(bad.data).toEqual({
      valida: false,
      codigos: [codeOf('PASSWORD_TOO_SHORT'), codeOf('PASSWORD_LACKS_DIGITS')],
    })
    const good = await app.call(account.isValidPass, { pass: own }, { as: bearer })
    expect(good.data).toEqual({ valida: true, codigos: [] })
  })

  test('contains none of the person’s names, ids, addresses and dates, nor the company’s name', async () => {
    const firm = await aCompany(app, { name: 'Austral Alimentos' })
    const person = await aPerson(app, firm, {
      username: 'jacaranda',
      mail: 'torcaza@palomar.example',
      firstName: 'Ana',
      lastName: 'Zorzalez',
      dni: '28400282',
      cuil: '27284002828',
      fileNumber: '774411',
    })
    await inCompany(app, firm.id, ({ db }) =>
      db
        .updateTable('employees')
        .set({
          nickname: 'Pirincho',
          phone: '+54 11 4567-8901',
          personal_mail: 'chingolo@casa.example',
          birth_date: '1985-03-07',
        })
        .where('id', '=', person.id)
        .execute(),
    )
    const as = await signIn(app, firm, person, 'e')
    const fits = async (pass: string) => (await app.call(account.isValidPass, { pass }, { as })).data.codigos
    const personal = ['Jacaranda', 'Torcaza', 'Palomar', 'Zorzalez', 'Pirincho', 'Chingolo', 'Alimentos']
    const figures = [
      '28.400.282',
      '27-28400282-8',
      '774411',
      '541145678901',
      '07031985',
      '070385',
      '19850307',
    ]
    for (const word of [...personal, ...figures])
      expect([word, await fits(`Vx${word}wq9-Kr!zu`)]).toEqual([word, [codeOf('PASSWORD_PERSONAL')]])
    // Three letters are in many words, and five figures in many numbers.
    for (const word of ['Ana', '28400', '7744'])
      expect([word, await fits(`Vx${word}wq9-Kr!zu`)]).toEqual([word, []])
  })

  test('may be one from before the latest that the company counts, and another person’s', async () => {
    const firm = await aCompany(app)
    await inCompany(app, firm.id, async (tx) => {
      await setSetting(tx, 'password.history', 3, null)
      await setSetting(tx, 'password.changes_a_day', 5, null)
    })
    const person = await aPerson(app, firm)
    const as = await signIn(app, firm, person, 'e')
    const to = async (bearer: string, oldpass: string, pass: string) =>
      (await app.call(account.changePassword, { oldpass, pass, repass: pass }, { as: bearer })).code
    const made = [password, own, 'Benteveo-22-oro', 'Calandria-33-sol', 'Hornero-44-barro'] as const
    for (const [at, pass] of made.slice(1).entries())
      expect(await to(as, made[at] ?? '', pass)).toBeUndefined()
    const [first, second, , , last] = made
    expect(await to(as, last, second)).toBe(codeOf('PASSWORD_USED_BEFORE'))
    expect(await to(as, last, first)).toBeUndefined()
    const other = await aPerson(app, firm)
    expect(await to(await signIn(app, firm, other, 'e'), password, last)).toBeUndefined()
    expect(await to(as, first, second)).toBe(codeOf('PASSWORD_CHANGED_TOO_OFTEN'))
  })

  test('is required when the present one has expired', async () => {
    const person = await aPerson(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db
        .insertInto('settings')
        .values({ company_id: tx.company, key: 'password.expires_days', value: '90' })
        .execute(),
    )
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('users')
        .set({ password_changed_at: '2020-01-01' })
        .where('id', '=', person.id)
        .execute(),
    )
    const bearer = await signIn(app, company, person, 'e')
    const me = await app.call(account.profile, {}, { as: bearer })
    expect(me.data.restriccion).toBe('contrasena')
    expect(
      await app.call(account.changePassword, { oldpass: password, pass: own, repass: own }, { as: bearer }),
    ).toMatchObject({ status: 200 })
    expect((await app.call(account.profile, {}, { as: bearer })).data.restriccion).toBeNull()
  })
})
