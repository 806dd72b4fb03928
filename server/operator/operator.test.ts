import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account/account.ts'
import { ownAccount } from '#contract/account/own.ts'
import { sso } from '#contract/sso.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aCompany, aPerson, inCompany, signIn } from '../testing/factories.ts'
import { startOidcProvider } from '../testing/oidc-provider.ts'
import { companyEvents, operatorCommand, operatorShell } from '../testing/operator.ts'
import { commands } from './commands.ts'

// Each process has all of the server to load.
vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await testApp()
  folder = mkdtempSync(join(tmpdir(), 'legajo-operator-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const shell = (...typed: string[]) => operatorShell(app, ...typed)
const legajo = (...typed: string[]) => operatorCommand(app, ...typed)
const events = (company: number) => companyEvents(app, company)

test('a company’s provider is set from the issuer’s own configuration, and taken away again', async () => {
  const company = await aCompany(app, { slug: 'con-emisor' })
  const provider = await startOidcProvider(app.services.config.publicUrl, 'con-emisor')
  const secret = join(folder, 'secret')
  writeFileSync(secret, `${provider.clientSecret}\n`)
  try {
    const set = [
      'provider',
      'oidc',
      'con-emisor',
      '--issuer',
      provider.issuer,
      '--client-id',
      provider.clientId,
    ]
    const given = [...set, '--secret-file', secret, '--mail-domain', 'acme.example']
    expect(await legajo(...given)).toMatchObject({ code: 0, out: expect.stringContaining(provider.issuer) })
    const offer = async () => {
      const state = randomBytes(32).toString('base64url')
      return (await app.call(sso.start, { company: 'con-emisor', state, site: 's' })).status
    }
    expect(await offer()).toBe(200)
    expect((await legajo('provider', 'show', 'con-emisor')).out).not.toContain(provider.clientSecret)
    const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    expect(
      await legajo('provider', 'bind', 'con-emisor', person.username, '--subject', 'sub-1'),
    ).toMatchObject({
      code: 0,
    })
    expect(
      await inCompany(app, company.id, (tx) =>
        tx.db.selectFrom('sso_subjects').select(['user_id', 'subject']).execute(),
      ),
    ).toEqual([{ user_id: person.id, subject: 'sub-1' }])
    const open = await signIn(app, company, person)
    const unbind = (...more: string[]) => legajo('provider', 'unbind', 'con-emisor', person.username, ...more)
    expect(await unbind()).toMatchObject({ code: 4 })
    expect(await app.call(account.profile, {}, { as: open })).toMatchObject({ status: 200 })
    expect(await unbind('--yes')).toMatchObject({ code: 0 })
    expect(await app.call(account.profile, {}, { as: open })).toMatchObject({ status: 401 })
    expect(await unbind('--yes')).toMatchObject({ code: 3, err: expect.stringContaining('nobody') })
    const again = ['provider', 'bind', 'con-emisor', person.username, '--subject', 'sub-2']
    expect(await legajo(...again)).toMatchObject({ code: 0 })
    expect(await legajo('provider', 'remove', 'con-emisor')).toMatchObject({ code: 4 })
    expect(await offer()).toBe(200)
    expect(await legajo('provider', 'remove', 'con-emisor', '--yes')).toMatchObject({ code: 0 })
    expect(await offer()).not.toBe(200)
    expect(await legajo('provider', 'remove', 'con-emisor', '--yes')).toMatchObject({ code: 3 })
    expect((await events(company.id)).map(({ act }) => act)).toEqual([
      'provider_set',
      'provider_bound',
      'provider_unbound',
      'provider_bound',
      'provider_removed',
    ])
  } finally {
    await provider.close()
  }
})

test('a company’s organization models are offered by its records alone, and removed again', async () => {
  const company = await aCompany(app, { slug: 'con-modelos' })
  await aCompany(app, { slug: 'sin-modelos' })
  const model = (act: string, ...typed: string[]) => legajo('organization-model', act, ...typed)
  expect(await model('add', 'con-modelos', '  Planta   Norte ')).toMatchObject({ code: 0 })
  expect(await model('add', 'con-modelos', 'PLANTA norte')).toMatchObject({
    code: 3,
    err: expect.stringContaining('already'),
  })
  for (const wrong of ['', 'a'.repeat(41), '<b>']) {
    const refused = await model('add', 'con-modelos', wrong)
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('<name>') })
  }
  const person = await aPerson(app, company)
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('employees')
      .set({ organization_model: 'Planta Norte' })
      .where('id', '=', person.id)
      .execute(),
  )
  const listed = await model('list', 'con-modelos', '--json')
  expect(JSON.parse(listed.out)).toEqual([{ name: 'Planta Norte', records: 1 }])
  expect((await model('list', 'sin-modelos')).out).toContain('has no organization models')
  expect(await model('remove', 'sin-modelos', 'Planta Norte')).toMatchObject({ code: 3 })
  expect(await model('remove', 'con-modelos', 'planta norte')).toMatchObject({ code: 0 })
  expect(JSON.parse((await model('list', 'con-modelos', '--json')).out)).toEqual([])
  expect((await events(company.id)).map(({ act }) => act)).toEqual([
    'organization_model_added',
    'organization_model_removed',
  ])
})

test('a company’s integration profiles name an outside application, and are removed from their holders', async () => {
  const company = await aCompany(app, { slug: 'con-aplicaciones' })
  const profile = (act: string, ...typed: string[]) => legajo('profile', act, 'con-aplicaciones', ...typed)
  for (const wrong of ['http://academia.example/', 'academia', 'javascript:alert(1)'])
    expect(await profile('add', 'Academia', '--address', wrong)).toMatchObject({ code: 2 })
  expect(await profile('add', 'Academia', '--address', 'https://academia.example/')).toMatchObject({
    code: 0,
  })
  expect(await profile('add', 'Academia', '--address', 'https://otra.example/')).toMatchObject({ code: 3 })
  const [made] = JSON.parse((await profile('list', '--json')).out)
  const person = await aPerson(app, company)
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_profiles')
      .values({ company_id: company.id, user_id: person.id, profile_id: made.id, type: 3 })
      .execute(),
  )
  expect(await profile('change', 'Academia', '--address', 'https://cursos.example/')).toMatchObject({
    code: 0,
  })
  expect(JSON.parse((await profile('list', '--json')).out)).toEqual([
    { id: made.id, name: 'Academia', address: 'https://cursos.example/', holders: 1 },
  ])
  expect(await profile('change', 'Colaborador', '--address', 'https://x.example/')).toMatchObject({ code: 3 })
  expect(await profile('remove', 'Academia', '--yes')).toMatchObject({ code: 0 })
  expect(JSON.parse((await profile('list', '--json')).out)).toEqual([])
  expect((await events(company.id)).map(({ act }) => act)).toEqual([
    'integration_profile_added',
    'integration_profile_changed',
    'integration_profile_removed',
  ])
})

describe('the installation', () => {
  test('shows notices, and lists mails that no server took', async () => {
    const company = await aCompany(app, { slug: 'con-avisos' })
    const made = await legajo(
      'notice',
      'create',
      '--company',
      'con-avisos',
      '--title-es',
      'Mantenimiento el domingo',
      '--title-pt',
      'Manutenção no domingo',
      '--json',
    )
    const { id } = JSON.parse(made.out)
    const list = await legajo('notice', 'list')
    expect(list.out).toContain('Mantenimiento el domingo')
    expect(list.out).toContain('con-avisos')
    expect(await legajo('notice', 'end', String(id))).toMatchObject({ code: 0 })
    expect(await legajo('notice', 'end', String(id))).toMatchObject({ code: 3 })
    expect((await events(company.id)).map(({ act }) => act)).toEqual(['notice_made', 'notice_ended'])
    expect((await legajo('mails', 'failed', '--company', 'con-avisos')).out).toBe('No mail failed.\n')
  })

  test('lists a mail that no server took, with the company and the reason, and none that waits', async () => {
    const company = await aCompany(app, { slug: 'sin-correo' })
    const values = (state: 'failed' | 'queued', to: string) => ({
      company_id: company.id,
      event: 'password_changed',
      to_address: to,
      language: 'es' as const,
      message_id: `<${to}>`,
      state,
      reason: state === 'failed' ? '550 no such box' : null,
    })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .insertInto('mails')
        .values([values('failed', 'nadie@correo.example'), values('queued', 'espera@correo.example')])
        .execute(),
    )
    const { out } = await legajo('mails', 'failed', '--json')
    expect(JSON.parse(out).filter((one: { company: string }) => one.company === 'sin-correo')).toMatchObject([
      { event: 'password_changed', to: 'nadie@correo.example', reason: '550 no such box' },
    ])
  })

  test('asks for terms by their version', async () => {
    const company = await aCompany(app, { slug: 'con-terminos' })
    const as = await signIn(app, company, await aPerson(app, company, { profiles: ['hr'] }))
    expect((await app.call(ownAccount.terms, {}, { as })).data).toEqual({ pedidos: null })
    const set = await legajo('terms', 'set', 'con-terminos', '--version', '2026-11')
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining('2026-11') })
    expect((await app.call(ownAccount.terms, {}, { as })).data).toMatchObject({
      pedidos: { version: '2026-11', aceptados: null },
    })
  })
})

test('a wrong command line is reported in one line, with another exit code than a refusal', async () => {
  for (const [typed, said] of [
    [['company', 'explode'], /there is no command/],
    [['company', 'show'], /<slug> is missing/],
    [['company', 'show', 'a', 'b'], /too much/],
    [['company', 'create', 'abc'], /--name: is missing/],
    [['company', 'list', '--slug', 'x'], /slug/],
  ] as const) {
    const ran = await legajo(...typed)
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toMatch(said)
  }
  expect(await shell('company', 'explode')).toMatchObject({ code: 2 })
  const unknown = await shell('company', 'show', 'no-hay')
  expect(unknown).toMatchObject({ code: 3, err: expect.stringContaining('no company "no-hay"') })
})

test('help names every command', async () => {
  const { out, code } = await legajo('help')
  expect(code).toBe(0)
  for (const { words } of commands) expect(out).toContain(`legajo ${words}`)
  expect((await legajo('company', 'block', '--help')).out).toMatch(/--contact … .*required/)
  const notice = (await legajo('notice', 'create', '--help')).out
  expect(notice).toMatch(/--title-es … .*required/)
  // It has a colour of its own where none is given.
  expect(notice).not.toMatch(/--colour … .*required/)
})
