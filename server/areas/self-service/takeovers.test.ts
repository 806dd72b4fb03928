import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account as accounts } from '#contract/account/account.ts'
import { ownAccount } from '#contract/account/own.ts'
import { approvals } from '#contract/approvals.ts'
import { codeOf } from '#contract/errors.ts'
import { employees } from '#contract/employees/employees.ts'
import { selfService } from '#contract/self-service/self-service.ts'
import { session } from '#contract/session/session.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aPerson, giveFactor, inCompany, password, stepUp } from '#server/testing/factories.ts'
import {
  account,
  home,
  type OwnData,
  otherAccount,
  ownDataCompany,
  type Somebody,
  tokensAt,
} from '#server/testing/own-data.ts'

const takenPassword = 'Cartero-77-verde'
const strange = 'Mozilla/5.0 del atacante'

let app: TestApp
let own: OwnData
let victim: Somebody
/** The victim's personal mail, which the attacker doesn't read. */
let personal: string

beforeAll(async () => {
  app = await testApp()
  own = await ownDataCompany(app)
})

beforeEach(async () => {
  victim = await own.worker()
  personal = `personal.${victim.id}@correo.example`
  await app.call(
    selfService.setContact,
    { phone: '11 4000 0000', mail_personal: personal },
    { as: victim.bearer },
  )
})

const recordOf = async ({ id }: { id: number }) =>
  (await app.call(employees.one, { id }, { as: own.hr.bearer })).data
const cbuOf = async (person: { id: number }) => (await recordOf(person)).cbu
/** In an order that doesn't depend on who was told first. */
const inOrder = <T>(rows: readonly T[]) => rows.toSorted((a, b) => String(a).localeCompare(String(b)))
const bankMails = async (who: Somebody) =>
  inOrder((await own.mailed(who)).filter(([event]) => event.startsWith('bank_')))
const eventsOf = (act: string) =>
  inCompany(app, own.company.id, ({ db }) =>
    db.selectFrom('events').select(['actor_id', 'subject_id']).where('act', '=', act).orderBy('id').execute(),
  )
const freeze = (token: string) => app.call(selfService.freeze, { token })

/** Signs in over a forgotten password, by the link in the mailbox. */
async function enterByMailbox(person: Somebody): Promise<string> {
  const mail = person.mail ?? ''
  await app.call(accounts.forgotPassword, {
    user: person.username,
    email: mail,
    company: own.slug,
    site: 'e',
  })
  const token = (await tokensAt(app, mail)).at(-1) ?? ''
  const reset = { email: mail, token, pass: takenPassword, repass: takenPassword }
  expect((await app.call(accounts.resetPassword, reset)).status).toBe(200)
  return own.enter(person, { pass: takenPassword, device: strange })
}

/** A step-up with the password that the attacker has set. */
async function provedBy(bearer: string, pass: string) {
  const { data } = await app.call(session.stepUp, { password: pass }, { as: bearer })
  return { 'x-step-up': data.ticket }
}

const bankInput = (cbu: string) => ({ banco: 'Banco Ajeno', tipo_cuenta: 'Caja de ahorro', cbu })

describe('somebody with the employee’s mailbox', () => {
  test('gets as far as a proposal with two flags; the other address freezes it, and it stays frozen', async () => {
    const attacker = await enterByMailbox(victim)
    expect((await app.call(ownAccount.overview, {}, { as: victim.bearer })).status).toBe(401)
    const proposed = await app.call(selfService.setBank, bankInput(otherAccount), {
      as: attacker,
      headers: await provedBy(attacker, takenPassword),
    })
    expect(proposed.status).toBe(200)
    expect(await cbuOf(victim)).toBeNull()
    // Both addresses are told, in the same transaction.
    expect(await bankMails(victim)).toEqual(
      inOrder([
        ['bank_change_proposed', personal],
        ['bank_change_proposed', victim.mail],
      ]),
    )
    const [change] = await own.changes(victim)
    expect(change?.alertas).toMatchObject({
      clave_cambiada: expect.any(String),
      correo_cambiado: null,
      dispositivo_nuevo: true,
    })
    const id = change?.id ?? 0
    // The employees' site decides nothing.
    expect((await app.call(selfService.approve, { id }, { as: attacker })).status).toBe(403)
    const decision = { id: change?.id_aprobacion ?? 0, acto: 'aprobar' } as const
    expect((await app.call(approvals.decide, decision, { as: attacker })).code).toBe('APPROVAL_OWN')
    const [token = ''] = await tokensAt(app, personal)
    expect((await freeze(token)).data).toMatchObject({ aplicada: false })
    expect((await own.mailed(own.second)).at(-1)).toEqual(['bank_change_frozen', own.second.mail])
    expect((await own.decide(id, 'aprobado')).code).toBe('SELF_SERVICE_FROZEN')
    // Taking it back and proposing anew doesn't undo the freeze.
    const back = await app.call(approvals.withdraw, { id: decision.id }, { as: attacker })
    expect(back.status).toBe(200)
    const again = await app.call(selfService.setBank, bankInput(account), {
      as: attacker,
      headers: await provedBy(attacker, takenPassword),
    })
    expect(again.code).toBe('SELF_SERVICE_FROZEN')
    expect(await cbuOf(victim)).toBeNull()
  })

  test('gets nowhere where the person has a second factor', async () => {
    await giveFactor(app, own.company, { id: victim.id, mail: 'segundo@correo.example' })
    const attacker = await enterByMailbox(victim)
    const tried = await app.call(selfService.setBank, bankInput(otherAccount), { as: attacker })
    expect([tried.status, await own.changes(victim)]).toEqual([403, []])
    expect(await bankMails(victim)).toEqual([])
  })
})

describe('somebody with the employee’s password', () => {
  test('who removes the personal mail first is reported to it all the same', async () => {
    const attacker = await own.enter(victim, { device: strange })
    const emptied = await app.call(
      selfService.setContact,
      { mail_personal: 'ajeno@correo.example' },
      { as: attacker },
    )
    expect(emptied.status).toBe(200)
    expect((await own.setBank(attacker, bankInput(otherAccount))).status).toBe(200)
    expect(await bankMails(victim)).toEqual(
      inOrder([
        ['bank_change_proposed', 'ajeno@correo.example'],
        ['bank_change_proposed', victim.mail],
        ['bank_change_proposed', personal],
      ]),
    )
    expect((await own.changes(victim))[0]?.alertas).toMatchObject({ dispositivo_nuevo: true })
    const [token = ''] = await tokensAt(app, personal)
    expect((await freeze(token)).status).toBe(200)
  })

  test('who proposes twice is frozen by the link of the first mail as well', async () => {
    const attacker = await own.enter(victim, { device: strange })
    await own.setBank(attacker, bankInput(account))
    const [token = ''] = await tokensAt(app, personal)
    await own.setBank(attacker, bankInput(otherAccount))
    expect((await freeze(token)).status).toBe(200)
    const [change] = await own.changes(victim)
    expect(change).toMatchObject({ congelado: true, libera: true })
    expect((await own.decide(change?.id ?? 0, 'aprobado')).code).toBe('SELF_SERVICE_FROZEN')
    const release = await app.call(
      selfService.release,
      { id: change?.id ?? 0 },
      { as: own.hr.bearer, headers: await stepUp(app, own.hr.bearer) },
    )
    expect(release.status).toBe(200)
    expect((await own.decide(change?.id ?? 0, 'aprobado')).status).toBe(200)
  })

  test('who freezes at the moment of the approval is told whether it is in force', async () => {
    for (let round = 0; round < 4; round++) {
      const person = await own.worker()
      await own.setBank(person.bearer)
      const [token = ''] = await tokensAt(app, person.mail ?? '')
      const [change] = await own.changes(person)
      const [frozen, decided] = await Promise.all([freeze(token), own.decide(change?.id ?? 0, 'aprobado')])
      const inForce = (await cbuOf(person)) !== null
      expect([frozen.data.aplicada, decided.code]).toEqual([
        inForce,
        inForce ? undefined : 'SELF_SERVICE_FROZEN',
      ])
    }
  })

  test('changes the mail only by a link to the new one, of which the old one is told', async () => {
    const attacker = await own.enter(victim, { device: strange })
    await app.call(
      ownAccount.changeMail,
      { email: 'robado@correo.example', pass: password },
      { as: attacker },
    )
    const [token = ''] = await tokensAt(app, 'robado@correo.example')
    expect(token).not.toBe('')
    await app.call(ownAccount.useMailLink, { token })
    await own.setBank(await own.enter(victim, { device: strange }), bankInput(otherAccount))
    const told = await bankMails(victim)
    expect(told).toContainEqual(['bank_change_proposed', victim.mail])
    expect(told).toContainEqual(['bank_change_proposed', personal])
  })

  test('signs a statement of another address, which changes nothing until somebody else approves it', async () => {
    const attacker = await own.enter(victim, { device: strange })
    const declared = await app.call(
      selfService.setAddress,
      { ...home, password },
      { as: attacker, headers: { 'user-agent': strange } },
    )
    expect(declared.data.pendiente).toMatchObject({ declaracion: 'firmada' })
    expect((await recordOf(victim)).calle).toBeNull()
    expect(await own.mailed(victim)).toContainEqual(['change_proposed', victim.mail])
    // The evidence of the signature names the browser, for whoever disputes it.
    const signed = await inCompany(app, own.company.id, ({ db }) =>
      db
        .selectFrom('events')
        .innerJoin('event_details as detail', 'detail.event_id', 'events.id')
        .select('detail.device')
        .where('events.act', '=', 'signed')
        .where('events.actor_id', '=', victim.id)
        .execute(),
    )
    expect(signed).toEqual([{ device: strange }])
  })
})

describe('a colleague of Human Resources', () => {
  test('sets an account at once only with a step-up, and every address is mailed, the former ones too', async () => {
    const { bearer: as, id } = own.hr
    const headers = await stepUp(app, as)
    // The attacker puts the addresses first, so that nobody hears of the account.
    await app.call(employees.changeMail, { id: victim.id, mail: 'propio@correo.example' }, { as, headers })
    await app.call(selfService.hrContact, { id: victim.id, mail_personal: 'propio2@correo.example' }, { as })
    const input = { id: victim.id, ...bankInput(otherAccount) }
    expect((await app.call(selfService.hrSetBank, input, { as })).code).toBe('STEP_UP_REQUIRED')
    expect((await app.call(selfService.hrSetBank, input, { as, headers })).status).toBe(200)
    const told = inOrder((await bankMails(victim)).map(([, to]) => to))
    expect(told).toEqual(inOrder(['propio@correo.example', 'propio2@correo.example', victim.mail, personal]))
    expect((await eventsOf('bank_changed')).at(-1)).toEqual({ actor_id: id, subject_id: victim.id })
  })

  test('touches neither their own account, nor approves one that is theirs, nor what they proposed', async () => {
    const as = own.hr.bearer
    const headers = await stepUp(app, as)
    const mine = await app.call(
      selfService.hrSetBank,
      { id: own.hr.id, ...bankInput(account) },
      { as, headers },
    )
    expect(mine.code).toBe(codeOf('OWN_RECORD_FIXED'))
    // The account of somebody who reports to them, which is theirs.
    await inCompany(app, own.company.id, ({ db }) =>
      db
        .insertInto('employee_bank_accounts')
        .values({ company_id: own.company.id, employee_id: own.second.id, cbu: otherAccount })
        .execute(),
    )
    const report = await own.worker({ managerId: own.second.id })
    await own.setBank(report.bearer, bankInput(otherAccount))
    const [change] = await own.changes(report)
    expect((await own.decide(change?.id ?? 0, 'aprobado', own.second.bearer)).code).toBe(
      'SELF_SERVICE_OWN_ACCOUNT',
    )
    expect((await own.changes(report))[0]?.alertas?.de_otros).toContainEqual(
      expect.objectContaining({ id: own.second.id }),
    )
    await inCompany(app, own.company.id, ({ db }) =>
      db.deleteFrom('employee_bank_accounts').where('employee_id', '=', own.second.id).execute(),
    )
  })

  test('who puts a mail of theirs proposes as the victim, flagged, and the former mail is told', async () => {
    const as = own.hr.bearer
    const mail = `tomado.${victim.id}@correo.example`
    await app.call(employees.changeMail, { id: victim.id, mail }, { as, headers: await stepUp(app, as) })
    const attacker = await enterByMailbox({ ...victim, mail })
    const tried = await app.call(selfService.setBank, bankInput(otherAccount), {
      as: attacker,
      headers: await provedBy(attacker, takenPassword),
    })
    expect(tried.status).toBe(200)
    const [change] = await own.changes(victim, own.second.bearer)
    expect(change?.alertas).toMatchObject({
      correo_cambiado: expect.any(String),
      clave_cambiada: expect.any(String),
      dispositivo_nuevo: true,
    })
    expect(inOrder((await bankMails(victim)).map(([, to]) => to))).toEqual(
      inOrder([personal, victim.mail, mail]),
    )
    // An address that the company put doesn't sign: the statement would wait for paper.
    const read = await app.call(selfService.myAddress, {}, { as: attacker })
    expect(read.data.declara).toBe('papel')
  })

  test('who only lists employees sees no account and decides none', async () => {
    const boss = await aPerson(app, own.company, { profiles: ['manager'] })
    const as = await own.enter(boss, { site: 's' })
    const near = await own.worker({ managerId: boss.id })
    await own.setBank(near.bearer)
    expect(await own.changes(near, as)).toEqual([])
    const [change] = await own.changes(near)
    const id = change?.id ?? 0
    for (const call of [selfService.one, selfService.approve])
      expect((await app.call(call, { id }, { as })).status).toBe(404)
    for (const call of [selfService.wholeAccount, selfService.release])
      expect((await app.call(call, { id }, { as })).code).toBe('SYSTEM_ACTION_NOT_GRANTED')
    expect(await cbuOf(near)).toBeNull()
  })

  test('who releases what the victim froze stands in the evidence, and the approval mails another link', async () => {
    await own.setBank(victim.bearer, bankInput(otherAccount))
    const [token = ''] = await tokensAt(app, personal)
    await freeze(token)
    const [change] = await own.changes(victim)
    const id = change?.id ?? 0
    const as = own.hr.bearer
    await app.call(selfService.release, { id }, { as, headers: await stepUp(app, as) })
    expect((await eventsOf('released')).at(-1)).toEqual({ actor_id: own.hr.id, subject_id: id })
    expect((await own.decide(id, 'aprobado')).status).toBe(200)
    const later = (await tokensAt(app, personal)).at(-1) ?? ''
    expect(later).not.toBe(token)
    expect((await freeze(later)).data).toMatchObject({ aplicada: true })
    expect(
      (await own.mailed(own.second)).filter(([event]) => event === 'bank_change_frozen').length,
    ).toBeGreaterThan(1)
  })

  test('who is a colleague’s deputy decides nothing of their own', async () => {
    const person = await aPerson(app, own.company, { profiles: ['employee', 'hr'] })
    const site = await own.enter(person)
    await own.setBank(site)
    const [change] = await own.changes(person)
    const day = new Date().toISOString().slice(0, 10)
    await inCompany(app, own.company.id, ({ db }) =>
      db
        .insertInto('deputies')
        .values({
          company_id: own.company.id,
          user_id: own.hr.id,
          deputy_id: person.id,
          from_day: '2020-01-01',
          to_day: day.replace(/^\d{4}/, (year) => String(Number(year) + 1)),
          named_by: own.hr.id,
          named_at: new Date(),
        })
        .execute(),
    )
    const portal = await own.enter(person, { site: 's' })
    const refused = await own.decide(change?.id ?? 0, 'aprobado', portal)
    expect(refused.code).toBe('APPROVAL_OWN')
    expect(await cbuOf(person)).toBeNull()
    await inCompany(app, own.company.id, ({ db }) =>
      db.updateTable('deputies').set({ ended_at: new Date() }).where('deputy_id', '=', person.id).execute(),
    )
  })
})

test('the address of a statement is nobody’s to read but its person’s and those who decide', async () => {
  await own.setAddress(victim.bearer, { ...home, password })
  const [change] = await own.changes(victim)
  const other = await own.worker()
  const read = await app.call(selfService.myStatement, { id: change?.id ?? 0 }, { as: other.bearer })
  expect(read.code).toBe('NOT_FOUND')
})
