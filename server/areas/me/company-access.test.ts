import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { beforeAll, describe, expect, test } from 'vitest'
import { accesses } from '#contract/account/access.ts'
import { account } from '#contract/account/account.ts'
import { consents } from '#contract/account/consents.ts'
import { ownAccount } from '#contract/account/own.ts'
import { approvals } from '#contract/approvals.ts'
import { codeOf } from '#contract/errors.ts'
import { documentActCalls } from '#contract/documents/acts.ts'
import { documents } from '#contract/documents/documents.ts'
import { employees } from '#contract/employees/employees.ts'
import { me } from '#contract/me/me.ts'
import { session } from '#contract/session/session.ts'
import { verification } from '#contract/verification.ts'
import { printedText } from '#pdf/testing/judges.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander, keepAsMade } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { aDocument, aFolder } from '#server/testing/published.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { replaceMail } from '#server/areas/employees/editing.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'

// Three ways by which somebody of Human Resources tried to sign as an employee, step by step: what the attacker gets,
// and what the victim.

const typed = 'Cartero-77-verde'
let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let type: number
let proof: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  proof = await stepUp(app, hr.bearer)
  type = (await aFolder(app, company)).type
  await inCompany(app, company.id, (tx) => setSetting(tx, 'password.changes_a_day', 10, hr.id))
})

const withStepUp = () => ({ as: hr.bearer, headers: proof })

const setMail = async (victim: Person, mail: string | null) =>
  app.call(employees.changeMail, { id: victim.id, mail }, withStepUp())

const mailLink = async (victim: Person) => app.call(account.changePasswordOf, { id: victim.id }, withStepUp())

let asked = 0
const forget = async (victim: Person, email: string) => {
  // Each from an address of its own: one address may not ask for many links.
  const address = `10.2.0.${++asked}`
  await app.call(account.forgotPassword, { user: victim.username, email, site: 'e' }, { address })
  await app.services.jobs.runDueJobs()
}

/** The mails to a person, in order. */
const mailsOf = (victim: Person) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['event', 'to_address as to'])
      .where('user_id', '=', victim.id)
      .orderBy('id')
      .execute(),
  )

/** The token in the newest mail with a link that an address received. */
async function tokenAt(address: string): Promise<string> {
  await app.services.jobs.runDueJobs()
  const mails = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('mails').select('id').where('to_address', '=', address).orderBy('id', 'desc').execute(),
  )
  const folder = join(app.services.config.dataDir, 'mail')
  const names = await readdir(folder)
  for (const { id } of mails) {
    const { text } = await simpleParser(
      await readFile(join(folder, names.find((name) => name.endsWith(`-${id}.eml`)) ?? '')),
    )
    const token = /\/ingreso#(?:correo\.)?(\S+)/.exec(text ?? '')?.[1]
    if (token) return token
  }
  throw new Error(`no link was mailed to ${address}`)
}

/** Makes a password by the newest link in a box and signs in with it. */
async function enterBy(victim: Person, address: string, pass = typed): Promise<string> {
  const token = await tokenAt(address)
  const reset = await app.call(account.resetPassword, { email: address, token, pass, repass: pass })
  expect(reset.errors).toEqual([])
  return enter(victim, pass)
}

/** Signs in, and finishes the first sign-in where it is one. */
async function enter(victim: Person, pass: string, first: { pass?: string; repass?: string } = {}) {
  const { data } = await app.call(session.login, { user: victim.username, password: pass, site: 'e' })
  const jwt: string = data.jwt
  if (data.user.restriccion === 'ingreso') {
    const done = await app.call(account.firstLogin, { ...first, consent: true }, { as: jwt })
    expect(done.errors).toEqual([])
  }
  return jwt
}

/** Prints a code, signs in by it and makes a password. */
async function enterByCode(victim: Person, pass = typed): Promise<string> {
  const { data } = await app.call(account.printCode, { id: victim.id }, withStepUp())
  return enter(victim, data.codigo, { pass, repass: pass })
}

const payslipOf = (victim: Person, period = '2026-10-01') =>
  aDocument(app, company, { employee: victim.id, type, by: hr.id, period })

/** Opens a document and tries to sign it: the answers, and what the company's list then says of the document. */
async function tryToSign(as: string, id: number, pass = typed) {
  const pdf = await app.call(me.pdf, { id }, { as })
  const signed = await app.call(me.sign, { ids: [id], decision: 'conforme', password: pass }, { as })
  const stands = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('documents')
      .select(['signing', 'first_read_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return { pdf: pdf.status, signed: signed.code ?? 'signed', signing: stands.signing }
}

/** The letters by which the holder of a paper is told of somebody. */
const initials = expect.stringMatching(/^(\p{L}\. ?)+$/u)

const refusedAddress = { pdf: 200, signed: 'SIGN_NOT_ALLOWED_COMPANY_ADDRESS', signing: 'pending' }
const refusedCode = { pdf: 200, signed: 'SIGN_NOT_ALLOWED_PRINTED_CODE', signing: 'pending' }

describe('forging a signature', () => {
  test('by another mail and a link: the link opens the account and not signing, and the victim can object', async () => {
    const victim = await aPerson(app, company)
    const doc = await payslipOf(victim)
    const box = `rrhh.${victim.mail}`
    // The holder of the former password is the person, and goes on signing.
    const before = await payslipOf(victim, '2026-09-01')
    expect((await setMail(victim, box)).status).toBe(200)
    const victims = await signIn(app, company, victim, 'e')
    expect(await tryToSign(victims, before.id, password)).toMatchObject({ signed: 'signed' })

    expect((await mailLink(victim)).data).toEqual({ enlace_enviado: true })
    const attackers = await enterBy(victim, box)
    expect(await tryToSign(attackers, doc.id)).toEqual(refusedAddress)

    // Neither another link, nor another password, nor another mail of "one's own" helps.
    await forget(victim, box)
    const again = await enterBy(victim, box, 'Ventana-17-verde')
    expect(await tryToSign(again, doc.id, 'Ventana-17-verde')).toEqual(refusedAddress)
    const changed = { oldpass: 'Ventana-17-verde', pass: 'Caballo-93-rojo', repass: 'Caballo-93-rojo' }
    expect((await app.call(account.changePassword, changed, { as: again })).status).toBe(200)
    const second = `otra.${box}`
    const asked = await app.call(
      ownAccount.changeMail,
      { email: second, pass: 'Caballo-93-rojo' },
      { as: again },
    )
    expect(asked.status).toBe(200)
    const token = await tokenAt(second)
    expect((await app.call(ownAccount.useMailLink, { token })).status).toBe(200)
    await forget(victim, second)
    const third = await enterBy(victim, second, 'Mariposa-41-azul')
    expect(await tryToSign(third, doc.id, 'Mariposa-41-azul')).toEqual(refusedAddress)

    // The former address got the link to object, and nothing of what the attacker did has ended it.
    expect(await mailsOf(victim)).toContainEqual(
      expect.objectContaining({ event: 'mail_objection', to: victim.mail }),
    )
  })

  test('by another mail in place of another: the link to object goes to the first address all along', async () => {
    const victim = await aPerson(app, company)
    await setMail(victim, `uno.${victim.mail}`)
    await setMail(victim, null)
    await setMail(victim, `dos.${victim.mail}`)
    const objections = (await mailsOf(victim)).filter(({ event }) => event === 'mail_objection')
    expect(objections.map(({ to }) => to)).toEqual([victim.mail, victim.mail, victim.mail])
  })

  test('by a first mail and a link, beside a printed code: nothing opens signing', async () => {
    const victim = await aPerson(app, company, { mail: null, signedIn: false })
    const doc = await payslipOf(victim)
    const victims = await enterByCode(victim)
    expect(await tryToSign(victims, doc.id)).toEqual(refusedCode)

    const box = `rrhh.${victim.username}@correo.example`
    expect((await setMail(victim, box)).status).toBe(200)
    await mailLink(victim)
    const attackers = await enterBy(victim, box, 'Ventana-17-verde')
    expect(await tryToSign(attackers, doc.id, 'Ventana-17-verde')).toEqual(refusedCode)
  })

  test('by a first mail for somebody who has a password and no mail', async () => {
    const victim = await aPerson(app, company, { mail: null })
    const doc = await payslipOf(victim)
    const box = `rrhh.${victim.username}@correo.example`
    await setMail(victim, box)
    await mailLink(victim)
    const attackers = await enterBy(victim, box)
    expect(await tryToSign(attackers, doc.id)).toEqual(refusedAddress)
  })

  test('by a printed code, a mail set in its session and a forgotten password: the code’s mark stays', async () => {
    const victim = await aPerson(app, company, { mail: null })
    const doc = await payslipOf(victim)
    const attackers = await enterByCode(victim)
    expect(await tryToSign(attackers, doc.id)).toEqual(refusedCode)

    const box = `rrhh.${victim.username}@correo.example`
    const own = await app.call(ownAccount.changeMail, { email: box, pass: typed }, { as: attackers })
    expect(own.status).toBe(200)
    const token = await tokenAt(box)
    expect((await app.call(ownAccount.useMailLink, { token })).status).toBe(200)
    await forget(victim, box)
    const again = await enterBy(victim, box, 'Ventana-17-verde')
    expect(await tryToSign(again, doc.id, 'Ventana-17-verde')).toEqual(refusedCode)
    // The victim's own password opens nothing any more, which is how they notice.
    const victims = await app.call(session.login, { user: victim.username, password, site: 'e' })
    expect(victims.status).toBe(422)
  })
})

test('the first address, given at hiring, opens signing by its link', async () => {
  const person = await aPerson(app, company, { mail: null, signedIn: false })
  const doc = await payslipOf(person)
  const mail = `propia.${person.username}@correo.example`
  await setMail(person, mail)
  const bearer = await enterBy(person, mail)
  expect(await tryToSign(bearer, doc.id)).toMatchObject({ signed: 'signed' })
})

const ownAccess = (as: string) => app.call(accesses.own, {}, { as })
const hours = (count: number) => app.setNow(new Date(Date.now() + count * 3_600_000))

/** Somebody into whose account the company put another address, and who came in by the link to it. */
async function takenOver(opens: 'objection' | 'second_person' = 'objection') {
  const victim = await aPerson(app, company)
  const doc = await payslipOf(victim)
  const box = `rrhh.${victim.mail}`
  await setOpening(opens)
  await setMail(victim, box)
  await setOpening('objection')
  await forget(victim, box)
  const bearer = await enterBy(victim, box)
  expect(await tryToSign(bearer, doc.id)).toEqual(refusedAddress)
  return { victim, doc, box, bearer }
}

const setOpening = (value: 'objection' | 'second_person') =>
  inCompany(app, company.id, (tx) => setSetting(tx, 'signing.after_company_address', value, hr.id))

/** A second person who is asked to confirm to have seen somebody, who asked, and the approval. */
async function askedAbout(victim: Person) {
  const [asker, second] = [await anAdministrator(app, company), await anAdministrator(app, company)]
  expect((await app.call(accesses.ask, { id: victim.id }, { as: asker.bearer })).errors).toEqual([])
  const subject = { clase: 'person_seen', asunto: victim.id } as const
  const { data } = await app.call(approvals.ofSubject, subject, { as: second.bearer })
  return { asker, second, id: data.id as number }
}

const confirmAs = (as: string, id: number) =>
  app.call(approvals.decide, { id, acto: 'aprobar', visto: true }, { as })

/** Addresses that the company put before and that are settled, and a way in of one's own: they stay as they are. */
const settledBefore = ({ id: user_id }: Person, objected_at: Date | null) =>
  keepAsMade(app, company, () =>
    inCompany(app, company.id, async ({ db, company: company_id }) => {
      const at = new Date('2026-01-05T12:00:00Z')
      const put = { company_id, user_id, kind: 'mail' as const, put_at: at, silence_opens: false }
      await db
        .insertInto('company_accesses')
        .values([
          { ...put, confirmed_by: hr.id, confirmed_at: at },
          { ...put, objected_at, ...(!objected_at && { confirmed_by: hr.id, confirmed_at: at }) },
        ])
        .execute()
      const own = {
        issuer: 'https://propio.example',
        subject: String(user_id),
        bound_by: 'password' as const,
        bound_at: at,
      }
      await db
        .insertInto('sso_subjects')
        .values({ company_id, user_id, ...own })
        .execute()
    }),
  )

describe('an objection', () => {
  test('restores the former address, ends the sessions, notifies the administrators and leaves signing closed', async () => {
    const { victim, doc, bearer } = await takenOver()
    await settledBefore(victim, new Date('2026-02-03T12:00:00Z'))
    const token = await tokenAt(victim.mail ?? '')
    const shown = await app.call(ownAccount.checkMailLink, { token })
    expect(shown.data).toMatchObject({ tipo: 'objetar', correo: victim.mail, usuario: victim.username })
    const used = await app.call(ownAccount.useMailLink, { token })
    expect(used.data).toMatchObject({ tipo: 'objetar', correo: victim.mail, sitio: 'e' })
    expect((await ownAccess(bearer)).status).toBe(401)
    const attackers = await app.call(session.login, { user: victim.username, password: typed, site: 'e' })
    expect(attackers.status).toBe(422)
    expect((await app.call(ownAccount.useMailLink, { token })).code).toBe(codeOf('LINK_EXPIRED'))
    expect(await mailsOf(hr)).toContainEqual({ event: 'mail_objected', to: hr.mail })

    const pass = 'Ventana-17-verde'
    const reset = { email: victim.mail ?? '', token: used.data.clave, pass, repass: pass }
    expect((await app.call(account.resetPassword, reset)).errors).toEqual([])
    const victims = await enter(victim, pass)
    hours(100)
    expect(await tryToSign(await enter(victim, pass), doc.id, pass)).toEqual(refusedAddress)
    app.setNow(null)
    expect((await ownAccess(victims)).data).toMatchObject({ espera: 'segunda_persona', hasta: null })
  })

  test('is mailed to nobody who administers other people', async () => {
    const { victim } = await takenOver()
    const clerk = await aLimited(app, company, { sector: 'Otro sector', actions: [1] })
    const token = await tokenAt(victim.mail ?? '')
    expect((await app.call(ownAccount.useMailLink, { token })).status).toBe(200)
    expect(await mailsOf(clerk)).toEqual([])
  })

  test('works after the company gave the former address to somebody else, whose it stays', async () => {
    const { victim, bearer } = await takenOver()
    const token = await tokenAt(victim.mail ?? '')
    await aPerson(app, company, { mail: victim.mail })
    expect((await app.call(ownAccount.useMailLink, { token })).data).toMatchObject({ clave: null })
    expect((await ownAccess(bearer)).status).toBe(401)
  })

  test('after a second person confirmed leaves signing closed until somebody is seen again', async () => {
    const { victim, doc, bearer } = await takenOver('second_person')
    await settledBefore(victim, null)
    const token = await tokenAt(victim.mail ?? '')
    const { asker, second, id } = await askedAbout(victim)
    expect((await confirmAs(second.bearer, id)).status).toBe(200)
    expect((await ownAccess(bearer)).data).toMatchObject({ espera: null })

    const used = await app.call(ownAccount.useMailLink, { token })
    const pass = 'Ventana-17-verde'
    const reset = { email: victim.mail ?? '', token: used.data.clave, pass, repass: pass }
    expect((await app.call(account.resetPassword, reset)).errors).toEqual([])
    const objector = await enter(victim, pass)
    expect(await tryToSign(objector, doc.id, pass)).toEqual(refusedAddress)

    await app.call(accesses.ask, { id: victim.id }, { as: asker.bearer })
    const subject = { clase: 'person_seen', asunto: victim.id } as const
    const { data } = await app.call(approvals.ofSubject, subject, { as: second.bearer })
    expect((await confirmAs(second.bearer, data.id)).status).toBe(200)
    expect(await tryToSign(objector, doc.id, pass)).toMatchObject({ signed: 'signed' })
  })

  test('ends the asking of a second person, who has seen whoever came in before it', async () => {
    const { victim } = await takenOver('second_person')
    const token = await tokenAt(victim.mail ?? '')
    const { second, id } = await askedAbout(victim)
    expect((await app.call(ownAccount.useMailLink, { token })).status).toBe(200)
    expect((await confirmAs(second.bearer, id)).status).not.toBe(200)
    expect((await app.call(accesses.of, { id: victim.id }, { as: hr.bearer })).data).toMatchObject({
      espera: 'segunda_persona',
      pedido: false,
    })
  })
})

describe('signing opens', () => {
  test('72 hours after the link to object was sent, and every signature says who put the address', async () => {
    const { victim, doc, bearer } = await takenOver()
    await app.services.jobs.runDueJobs()
    expect((await ownAccess(bearer)).data).toMatchObject({
      espera: 'objecion',
      accesos: [
        { clase: 'correo', por: expect.stringContaining(', '), correo_anterior: 'p•••@correo.example' },
      ],
    })
    hours(71.9)
    expect(await tryToSign(await enter(victim, typed), doc.id)).toEqual(refusedAddress)
    hours(72.1)
    expect(await tryToSign(await enter(victim, typed), doc.id)).toMatchObject({ signed: 'signed' })
    app.setNow(null)
    const put = { clase: 'mail', abierta: 'silence', abierta_por: null }
    const seen = await app.call(documents.detail, { id: doc.id }, { as: hr.bearer })
    expect(seen.data.firmas).toMatchObject([{ credencial: 'company_address', acceso: put }])
    expect(seen.data.firmas[0].acceso.por).toContain(', ')

    const byCode = await app.call(verification.byCode, { codigo: doc.verificationCode })
    expect(byCode.data.firmas).toMatchObject([{ acceso: { ...put, por: initials } }])
    const { bytes } = await app.call(me.pdf, { id: doc.id }, { as: await enter(victim, typed) })
    const verified = await app.call(verification.verify, {}, { file: { name: 'recibo.pdf', bytes } })
    expect(verified.data.firmas).toMatchObject([{ acceso: put }])
    const report = await app.call(documentActCalls.report, { id: doc.id }, { as: hr.bearer })
    const text = printedText(report.bytes).replace(/\s+/g, ' ')
    for (const said of [
      'La cuenta se abrió con un correo que puso',
      'nadie objetó en 72 horas',
      'p•••@correo.example →',
      'r•••@correo.example',
      'Se envió un enlace para crear una',
    ])
      expect(text).toContain(said)
  })

  test('never by silence where the mail to the former address failed', async () => {
    const { victim, doc } = await takenOver()
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('mails')
        .set({ state: 'failed' })
        .where('user_id', '=', victim.id)
        .where('event', '=', 'mail_objection')
        .execute(),
    )
    hours(1000)
    expect(await tryToSign(await enter(victim, typed), doc.id)).toEqual(refusedAddress)
    app.setNow(null)
  })

  test('by the password from before, and not by any other', async () => {
    const { victim, doc, bearer } = await takenOver()
    expect((await ownAccess(bearer)).data).toMatchObject({ contrasena_anterior: true })
    const wrong = await app.call(accesses.former, { pass: typed }, { as: bearer })
    expect(wrong.code).toBe('FORMER_PASSWORD_WRONG')
    expect((await app.call(accesses.former, { pass: password }, { as: bearer })).status).toBe(200)
    expect(await tryToSign(bearer, doc.id)).toMatchObject({ signed: 'signed' })
    expect((await app.call(accesses.former, { pass: password }, { as: bearer })).code).toBe(
      'SIGNING_NOT_WAITING',
    )

    // A later link to the company's address waits again.
    const next = await payslipOf(victim, '2026-09-01')
    await mailLink(victim)
    const again = await enterBy(victim, `rrhh.${victim.mail}`, 'Ventana-17-verde')
    expect(await tryToSign(again, next.id, 'Ventana-17-verde')).toEqual(refusedAddress)
  })

  test('by a second person who has seen the employee, and is neither who asked nor who put the address', async () => {
    const { victim, doc, bearer } = await takenOver('second_person')
    await settledBefore(victim, null)
    const asker = await anAdministrator(app, company)
    const second = await anAdministrator(app, company)
    expect((await app.call(accesses.of, { id: victim.id }, { as: hr.bearer })).data).toMatchObject({
      espera: 'segunda_persona',
      pedido: false,
    })
    expect((await app.call(accesses.ask, { id: victim.id }, { as: asker.bearer })).errors).toEqual([])
    const waiting = async (as: string) => (await app.call(approvals.mine, {}, { as })).data
    const approvalOf = async (as: string) =>
      (await waiting(as)).find(({ asunto }: { asunto: number }) => asunto === victim.id)
    expect(await approvalOf(hr.bearer)).toBeUndefined()
    expect(await approvalOf(asker.bearer)).toBeUndefined()
    const { id } = await approvalOf(second.bearer)
    const decide = (as: string) => app.call(approvals.decide, { id, acto: 'aprobar', visto: true }, { as })
    expect((await decide(asker.bearer)).code).toBe('APPROVAL_OWN')
    expect((await decide(hr.bearer)).status).toBe(404)
    expect((await decide(second.bearer)).status).toBe(200)
    expect(await tryToSign(bearer, doc.id)).toMatchObject({ signed: 'signed' })
    const seen = await app.call(documents.detail, { id: doc.id }, { as: hr.bearer })
    expect(seen.data.firmas).toMatchObject([
      {
        credencial: 'company_address',
        acceso: { abierta: 'second_person', abierta_por: expect.stringContaining(', ') },
      },
    ])
    const report = await app.call(documentActCalls.report, { id: doc.id }, { as: hr.bearer })
    expect(printedText(report.bytes).replace(/\s+/g, ' ')).toMatch(/ confirmó haber visto a la persona\./)
    // The holder of the paper learns no name.
    const byCode = await app.call(verification.byCode, { codigo: doc.verificationCode })
    expect(byCode.data.firmas).toMatchObject([
      {
        iniciales: initials,
        acceso: { por: initials, abierta: 'second_person', abierta_por: initials },
      },
    ])
    // A signature that doesn't hold names no access.
    const { bytes } = await app.call(me.pdf, { id: doc.id }, { as: bearer })
    const verify = async (file: Buffer) =>
      (await app.call(verification.verify, {}, { file: { name: 'recibo.pdf', bytes: file } })).data.firmas
    expect(await verify(bytes)).toMatchObject([{ valida: true, acceso: { abierta: 'second_person' } }])
    const altered = Buffer.concat([bytes, Buffer.from('\n% added afterwards\n')])
    expect(await verify(altered)).toMatchObject([{ valida: false, acceso: null }])
  })

  test('for an address that the operator put, of whom the holder of the paper learns no letter', async () => {
    const victim = await aPerson(app, company)
    const doc = await payslipOf(victim)
    const box = `operador.${victim.mail}`
    await inCompany(app, company.id, async (tx) =>
      replaceMail(tx, app.services, await credentialsOf(tx.db, victim.id), box, {
        actorId: null,
        detail: { address: '', device: 'legajo' },
      }),
    )
    await mailLink(victim)
    const bearer = await enterBy(victim, box)
    expect(await tryToSign(bearer, doc.id)).toEqual(refusedAddress)
    const [asker, second] = [await anAdministrator(app, company), await anAdministrator(app, company)]
    await app.call(accesses.ask, { id: victim.id }, { as: asker.bearer })
    const subject = { clase: 'person_seen', asunto: victim.id } as const
    const { data } = await app.call(approvals.ofSubject, subject, { as: second.bearer })
    await app.call(approvals.decide, { id: data.id, acto: 'aprobar', visto: true }, { as: second.bearer })
    expect(await tryToSign(bearer, doc.id)).toMatchObject({ signed: 'signed' })
    const byCode = await app.call(verification.byCode, { codigo: doc.verificationCode })
    expect(byCode.data.firmas).toMatchObject([
      { acceso: { clase: 'mail', por: null, abierta_por: initials } },
    ])
  })

  test('to somebody let in by a printed code, whose signatures go on naming the code', async () => {
    const person = await aPerson(app, company, { mail: null, signedIn: false })
    const doc = await payslipOf(person)
    const bearer = await enterByCode(person)
    expect(await tryToSign(bearer, doc.id)).toEqual(refusedCode)
    const [asker, second] = [await anAdministrator(app, company), await anAdministrator(app, company)]
    await app.call(accesses.ask, { id: person.id }, { as: asker.bearer })
    const { data } = await app.call(
      approvals.ofSubject,
      { clase: 'person_seen', asunto: person.id },
      { as: second.bearer },
    )
    await app.call(approvals.decide, { id: data.id, acto: 'aprobar' }, { as: second.bearer })
    expect(await tryToSign(bearer, doc.id)).toMatchObject({ signed: 'signed' })
    const seen = await app.call(documents.detail, { id: doc.id }, { as: hr.bearer })
    expect(seen.data.firmas).toMatchObject([
      { credencial: 'printed_code', acceso: { clase: 'printed_code', abierta: 'second_person' } },
    ])
  })
})

test('each session is judged by its own way in: the provider’s opens signing, the company’s address doesn’t', async () => {
  const { victim, bearer } = await takenOver()
  const byProvider = await enter(victim, typed)
  await inCompany(app, company.id, async ({ db }) => {
    const [issuer, subject] = ['https://accounts.example', victim.username]
    const bound = { issuer, subject, user_id: victim.id, bound_by: 'password', bound_at: new Date() } as const
    await db
      .insertInto('sso_subjects')
      .values({ company_id: company.id, ...bound })
      .execute()
    const { id } = await db
      .selectFrom('sessions')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('user_id', '=', victim.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('sessions').set({ method: 'sso' }).where('id', '=', id).execute()
  })
  const shutIn = async (as: string) => (await app.call(me.documents, {}, { as })).data.firma_cerrada
  expect([await shutIn(byProvider), await shutIn(bearer)]).toEqual([null, 'SIGN_NOT_ALLOWED_COMPANY_ADDRESS'])
})

test('the reason to reject a confirmation is shown to administrators, until it is requested again', async () => {
  const person = await aPerson(app, company, { mail: null, signedIn: false })
  await enterByCode(person)
  const [asker, second] = [await anAdministrator(app, company), await anAdministrator(app, company)]
  const rejection = async () =>
    (await app.call(accesses.of, { id: person.id }, { as: hr.bearer })).data.rechazo
  await app.call(accesses.ask, { id: person.id }, { as: asker.bearer })
  expect(await rejection()).toBeNull()
  const subject = { clase: 'person_seen', asunto: person.id } as const
  const { data } = await app.call(approvals.ofSubject, subject, { as: second.bearer })
  const motivo = 'Vino otra persona con su documento.'
  await app.call(approvals.decide, { id: data.id, acto: 'rechazar', motivo }, { as: second.bearer })
  expect(await rejection()).toEqual({ quien: expect.stringContaining(', '), motivo })
  await app.call(accesses.ask, { id: person.id }, { as: asker.bearer })
  expect(await rejection()).toBeNull()
})

test('a code that is used while a second person is asked ends the asking: they confirm what was there before', async () => {
  const person = await aPerson(app, company, { mail: null, signedIn: false })
  await enterByCode(person)
  const [asker, second] = [await anAdministrator(app, company), await anAdministrator(app, company)]
  await app.call(accesses.ask, { id: person.id }, { as: asker.bearer })
  const { data } = await app.call(
    approvals.ofSubject,
    { clase: 'person_seen', asunto: person.id },
    { as: second.bearer },
  )
  await enterByCode(person, 'Ventana-17-verde')
  const decided = await app.call(approvals.decide, { id: data.id, acto: 'aprobar' }, { as: second.bearer })
  expect(decided.status).not.toBe(200)
})

test('a reading by way of the company’s address leaves the document unread, and the report says whose it was', async () => {
  const { doc } = await takenOver()
  const { first_read_at } = await inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('documents').select('first_read_at').where('id', '=', doc.id).executeTakeFirstOrThrow(),
  )
  expect(first_read_at).toBeNull()
  const report = await app.call(documentActCalls.report, { id: doc.id }, { as: hr.bearer })
  const text = printedText(report.bytes).replace(/\s+/g, ' ')
  expect(text).toContain('Lo abrió alguien que entró con un correo o un código que puso la empresa')
  expect(text).not.toContain('Lo abrió el colaborador')
})

test('everything at once by way of the company’s address is evidence of that address, as one document is', async () => {
  const { doc, bearer } = await takenOver()
  expect((await app.call(me.archive, {}, { as: bearer })).status).toBe(200)
  const [read, downloaded] = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select('data')
      .where('subject_kind', '=', 'document')
      .where('subject_id', '=', doc.id)
      .where('act', 'in', ['read', 'downloaded'])
      .orderBy('id')
      .execute(),
  )
  const way = { own: false, access: { kind: 'mail', by: hr.id } }
  expect(read?.data).toMatchObject({ revision: 1, ...way })
  expect(downloaded?.data).toMatchObject({ revision: 1, all: true, ...way })
})

test('the sign-in after a change by the company shows it, and the one after that doesn’t', async () => {
  const person = await aPerson(app, company)
  await enter(person, password)
  await setMail(person, `otra.${person.mail}`)
  const next = await enter(person, password)
  const changes = async (as: string) => (await app.call(accesses.changes, {}, { as })).data
  expect(await changes(next)).toMatchObject([{ hecho: 'mail_changed', por: expect.stringContaining(', ') }])
  expect(await changes(await enter(person, password))).toEqual([])
})

test('the sign-in after another address by the operator shows it', async () => {
  const person = await aPerson(app, company)
  await enter(person, password)
  await forget(person, person.mail ?? '')
  await inCompany(app, company.id, async (tx) =>
    replaceMail(tx, app.services, await credentialsOf(tx.db, person.id), `operador.${person.mail}`, {
      actorId: null,
      detail: { address: '', device: 'legajo' },
    }),
  )
  const { data } = await app.call(accesses.changes, {}, { as: await enter(person, password) })
  // A link that was asked for at the sign-in page is nobody's change.
  expect(data).toMatchObject([{ hecho: 'mail_changed', por: null }])
})

test('the report goes back further than 90 days for the mail that the company put', async () => {
  const { victim, doc } = await takenOver()
  await app.services.jobs.runDueJobs()
  hours(24 * 200)
  expect(await tryToSign(await enter(victim, typed), doc.id)).toMatchObject({ signed: 'signed' })
  app.setNow(null)
  const report = await app.call(documentActCalls.report, { id: doc.id }, { as: hr.bearer })
  expect(printedText(report.bytes).replace(/\s+/g, ' ')).toContain('Recursos Humanos cambió el correo')
})

describe('an answer about electronic documents', () => {
  const consentOf = async (victim: Person) => {
    const { data } = await app.call(consents.one, { id: victim.id }, { as: hr.bearer })
    return data
  }

  test('names the printed code, also where an address of the company came after it', async () => {
    const victim = await aPerson(app, company, { mail: null, signedIn: false })
    await enterByCode(victim)
    const byCode = {
      clase: 'printed_code',
      por: expect.stringContaining(', '),
      abierta: null,
      abierta_por: null,
    }
    expect(await consentOf(victim)).toMatchObject({ decision: 'otorgado', acceso: byCode })
    const box = `rrhh.${victim.username}@correo.example`
    await setMail(victim, box)
    await mailLink(victim)
    const bearer = await enterBy(victim, box, 'Ventana-17-verde')
    expect((await app.call(me.consent, { decision: 'retirado' }, { as: bearer })).status).toBe(200)
    expect(await consentOf(victim)).toMatchObject({ decision: 'retirado', acceso: byCode })
  })

  test('names the address that the company put, and what opened signing', async () => {
    const { victim } = await takenOver()
    expect(await consentOf(victim)).toMatchObject({ decision: 'otorgado', acceso: null })
    const answer = async (decision: 'otorgado' | 'retirado') => {
      const as = await enter(victim, typed)
      expect((await app.call(me.consent, { decision }, { as })).status).toBe(200)
    }
    const byAddress = { clase: 'mail', por: expect.stringContaining(', '), abierta_por: null }
    await answer('retirado')
    expect(await consentOf(victim)).toMatchObject({ acceso: { ...byAddress, abierta: null } })
    await app.services.jobs.runDueJobs()
    hours(72.1)
    await answer('otorgado')
    app.setNow(null)
    expect(await consentOf(victim)).toMatchObject({ acceso: { ...byAddress, abierta: 'silence' } })
  })
})
