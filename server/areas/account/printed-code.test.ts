import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { documents } from '#contract/documents/documents.ts'
import { me } from '#contract/me/me.ts'
import { session } from '#contract/session/session.ts'
import { setSetting } from '#server/shared/settings.ts'
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
import { aDocument, aFolder } from '#server/testing/published.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

const own = 'Cartero-77-verde'
let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let headers: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  headers = await stepUp(app, hr.bearer)
})

const withoutMail = (wanted: Parameters<typeof aPerson>[2] = {}) =>
  aPerson(app, company, { mail: null, signedIn: false, ...wanted })

const print = (id: number) => app.call(account.printCode, { id }, { as: hr.bearer, headers })

const enter = (person: Person, code: string, site: 's' | 'e' = 'e') =>
  app.call(session.login, { user: person.username, password: code, site })

const finish = (bearer: string, consent?: boolean) =>
  app.call(
    account.firstLogin,
    { pass: own, repass: own, ...(consent !== undefined && { consent }) },
    { as: bearer },
  )

/** Let in by a code, with a password of their own and their consent. */
async function letIn(person: Person): Promise<string> {
  const { data } = await enter(person, (await print(person.id)).data.codigo)
  expect((await finish(data.jwt, true)).status).toBe(200)
  return data.jwt
}

const actsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['act', 'actor_id'])
      .where('subject_kind', '=', 'credential')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
  )

describe('a printed code', () => {
  test('lets somebody without a mail in once, to nothing but a password of their own', async () => {
    const person = await withoutMail()
    const { status, data: printed } = await print(person.id)
    expect([status, printed.usuario]).toEqual([200, person.username])
    expect(printed.codigo).toMatch(/^([2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}$/)
    expect(printed.direccion).toMatch(/\/e\/login$/)

    // Typed as people type: small, with spaces.
    const { data } = await enter(person, printed.codigo.toLowerCase().replaceAll('-', ' '))
    expect(data.user).toMatchObject({ restriccion: 'ingreso', consentimiento: null })
    expect((await app.call(me.documents, {}, { as: data.jwt })).code).toBe('SESSION_RESTRICTED')
    expect((await enter(person, printed.codigo)).code).toBe(codeOf('WRONG_CREDENTIALS'))

    expect((await finish(data.jwt)).code).toBe('CONSENT_REQUIRED')
    expect((await finish(data.jwt, true)).data.restriccion).toBeNull()
    expect((await app.call(me.documents, {}, { as: data.jwt })).data.firma_cerrada).toBe(
      'SIGN_NOT_ALLOWED_PRINTED_CODE',
    )
    expect((await enter(person, own)).status).toBe(200)
    expect(await actsOf(person.id)).toEqual([
      { act: 'code_printed', actor_id: hr.id },
      { act: 'code_used', actor_id: person.id },
      { act: 'password_changed', actor_id: person.id },
      { act: 'consent_given', actor_id: person.id },
    ])
    const { data: noted } = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .select('data')
        .where('act', '=', 'consent_given')
        .where('subject_id', '=', person.id)
        .executeTakeFirstOrThrow(),
    )
    expect(noted).toMatchObject({ access: { kind: 'printed_code', by: hr.id } })
  })

  test('lets in one of several who use it at once', async () => {
    const person = await withoutMail()
    const { codigo } = (await print(person.id)).data
    const answers = await Promise.all([1, 2, 3, 4].map(() => enter(person, codigo)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await actsOf(person.id)).filter(({ act }) => act === 'code_used')).toHaveLength(1)
  })

  test('is valid for 24 hours, and a newer one ends it', async () => {
    const person = await withoutMail()
    const first = (await print(person.id)).data.codigo
    const second = (await print(person.id)).data.codigo
    expect((await enter(person, first)).code).toBe(codeOf('WRONG_CREDENTIALS'))
    app.setNow(new Date(Date.now() + 24 * 3_600_000 + 1000))
    expect((await enter(person, second)).code).toBe(codeOf('WRONG_CREDENTIALS'))
    app.setNow(null)
    expect((await enter(person, second)).status).toBe(200)
  })

  test('opens nobody else’s account, nor the portal', async () => {
    const person = await withoutMail()
    const other = await withoutMail()
    const { codigo } = (await print(person.id)).data
    expect((await enter(other, codigo)).code).toBe(codeOf('WRONG_CREDENTIALS'))
    expect((await enter(person, codigo, 's')).code).toBe('NO_PROFILE_FOR_SITE')
    // A code of somebody else ends none.
    expect((await print(other.id)).status).toBe(200)
    expect((await enter(person, codigo)).status).toBe(200)
  })

  test('replaces a forgotten password, ends its sessions, and doesn’t ask again for a known consent', async () => {
    const person = await aPerson(app, company, { mail: null })
    const before = await signIn(app, company, person, 'e')
    const { data } = await enter(person, (await print(person.id)).data.codigo)
    const firstSignIn = async () => {
      const users = await inCompany(app, company.id, ({ db }) =>
        db.selectFrom('users').select('first_sign_in_done_at').where('id', '=', person.id).execute(),
      )
      return users[0]?.first_sign_in_done_at
    }
    const first = await firstSignIn()
    expect((await finish(data.jwt)).status).toBe(200)
    expect(await firstSignIn()).toEqual(first)
    expect((await app.call(me.documents, {}, { as: before })).status).toBe(401)
    expect((await enter(person, password)).code).toBe(codeOf('WRONG_CREDENTIALS'))
    // A password that somebody else could have read no longer signs, whatever signed before.
    expect((await app.call(me.documents, {}, { as: data.jwt })).data.firma_cerrada).toBe(
      'SIGN_NOT_ALLOWED_PRINTED_CODE',
    )
  })

  test('is printed after a step-up, within reach, for employees whom no link reaches, and never for administrators', async () => {
    const person = await withoutMail({ sector: 'Planta' })
    const bare = await app.call(account.printCode, { id: person.id }, { as: hr.bearer })
    expect(bare.code).toBe('STEP_UP_REQUIRED')
    expect((await print((await aPerson(app, company)).id)).code).toBe('PRINTED_CODE_HAS_MAIL')
    const colleague = await withoutMail({ profiles: ['employee', 'manager'] })
    expect((await print(colleague.id)).code).toBe('PRINTED_CODE_MANAGES')
    const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
    const as = await signIn(app, company, limited)
    const there = await app.call(account.printCode, { id: person.id }, { as, headers: await stepUp(app, as) })
    expect(there.code).toBe('NOT_FOUND')
  })

  test('leaves signing closed unless the company opens it, and then the evidence names who printed it and when', async () => {
    const person = await withoutMail()
    const { type } = await aFolder(app, company)
    const doc = await aDocument(app, company, { employee: person.id, type, by: hr.id })
    const bearer = await letIn(person)
    await app.call(me.pdf, { id: doc.id }, { as: bearer })
    const sign = () =>
      app.call(me.sign, { ids: [doc.id], decision: 'conforme', password: own }, { as: bearer })
    expect((await sign()).code).toBe('SIGN_NOT_ALLOWED_PRINTED_CODE')
    await inCompany(app, company.id, (tx) => setSetting(tx, 'signing.printed_code_may_sign', true, hr.id))
    // A document opened until then doesn't count as read by the person.
    expect((await sign()).code).toBe('SIGN_NOT_ALLOWED_UNREAD')
    await app.call(me.pdf, { id: doc.id }, { as: bearer })
    expect((await sign()).status).toBe(200)
    const seen = await app.call(documents.detail, { id: doc.id }, { as: hr.bearer })
    expect(seen.data.firmas).toMatchObject([
      { credencial: 'printed_code', acceso: { por: expect.stringContaining(', '), abierta: 'setting' } },
    ])
    expect(Date.parse(seen.data.firmas[0].acceso.fecha)).toBeGreaterThan(Date.now() - 120_000)
    await inCompany(app, company.id, (tx) => setSetting(tx, 'signing.printed_code_may_sign', false, hr.id))
  })
})

describe('somebody who left', () => {
  test('signs in to their documents for the months of the setting, and is then refused with a contact', async () => {
    // Their stay ended on 2026-06-30.
    const person = await aPerson(app, company, { state: 'inactive' })
    app.setNow(new Date('2028-06-30T12:00:00Z'))
    const last = await enter(person, password)
    expect(last.status).toBe(200)
    app.setNow(new Date('2028-07-01T12:00:00Z'))
    const late = await enter(person, password)
    app.setNow(null)
    expect(late).toMatchObject({ status: 403, code: 'FORMER_EMPLOYEE' })
    expect(late.errors[0]?.message).toContain('Recursos Humanos')
  })

  test('signs in for those months of their last stay, and as long as they are back', async () => {
    const person = await aPerson(app, company, { state: 'inactive' })
    const stay = (starts_on: string, ends_on: string | null) =>
      inCompany(app, company.id, (tx) =>
        tx.db
          .insertInto('employments')
          .values({
            company_id: company.id,
            employee_id: person.id,
            starts_on,
            ends_on,
            state: ends_on ? 'ended' : 'running',
          })
          .execute(),
      )
    await stay('2027-01-01', '2027-12-31')
    app.setNow(new Date('2028-07-02T12:00:00Z'))
    expect((await enter(person, password)).status).toBe(200)
    app.setNow(new Date('2030-01-02T12:00:00Z'))
    expect((await enter(person, password)).code).toBe('FORMER_EMPLOYEE')
    await stay('2029-12-01', null)
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('employees').set({ state: 'active' }).where('id', '=', person.id).execute(),
    )
    expect((await enter(person, password)).status).toBe(200)
    app.setNow(null)
  })

  test('reads and signs during that time', async () => {
    const person = await aPerson(app, company, { state: 'inactive' })
    const { type } = await aFolder(app, company)
    const doc = await aDocument(app, company, { employee: person.id, type, by: hr.id })
    const bearer = await signIn(app, company, person, 'e')
    expect((await app.call(me.pdf, { id: doc.id }, { as: bearer })).status).toBe(200)
    const signed = await app.call(me.sign, { ids: [doc.id], decision: 'conforme', password }, { as: bearer })
    expect(signed.status).toBe(200)
  })
})
