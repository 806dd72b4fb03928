import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { company as companyCalls } from '#contract/company/company.ts'
import { folders } from '#contract/folders/folders.ts'
import { session } from '#contract/session/session.ts'
import { companySignIn } from '#contract/company/sign-in-page.ts'
import { companyBySlug } from '../shared/across.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { aCompany, aPerson, inCompany, password } from '../testing/factories.ts'
import { companyEvents, operatorCommand, operatorShell } from '../testing/operator.ts'

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

const founding = (slug: string, more: string[] = []) => [
  'company',
  'create',
  slug,
  '--name',
  'Molinos del Sur',
  '--country',
  'AR',
  '--tax-id',
  '30-70912684-5',
  '--legal-name',
  'Molinos del Sur S.A.',
  '--user',
  'olga',
  '--first-name',
  'Olga',
  '--last-name',
  'Paz',
  '--mail',
  'olga@molinos.example',
  ...more,
]

describe('a new company', () => {
  test('has its country’s folders, and an administrator who gets in by the printed link, once', async () => {
    const ran = await shell(...founding('molinos-sur', ['--json']))
    expect(ran).toMatchObject({ code: 0 })
    const made = JSON.parse(ran.out)
    const token = new URL(made.administrator.link).hash.slice(1)
    const reset = {
      token,
      email: 'olga@molinos.example',
      pass: 'Jacaranda-77-lila',
      repass: 'Jacaranda-77-lila',
    }
    expect(await app.call(account.resetPassword, reset)).toMatchObject({ status: 200, errors: [] })
    expect(await app.call(account.resetPassword, reset)).toMatchObject({
      status: 422,
      code: codeOf('LINK_EXPIRED'),
    })
    const signedIn = await app.call(session.login, { user: 'olga', password: 'Jacaranda-77-lila' })
    expect(signedIn.status).toBe(200)
    const as = signedIn.data.jwt
    if (signedIn.data.user.restriccion) {
      const first = await app.call(account.firstLogin, { consent: true }, { as })
      expect(first.status).toBe(200)
    }
    const types = await app.call(folders.searchable, {}, { as })
    expect(types.data).toContainEqual(
      expect.objectContaining({
        name: 'Recibo de sueldo',
        carpeta: 'Recibos de sueldo',
        recibo: true,
        firmable: true,
      }),
    )
    expect(types.data).toContainEqual(
      expect.objectContaining({ name: 'Reglamento interno', sinCodigo: true, periodo: false }),
    )
    expect(await events(made.id)).toMatchObject([
      { act: 'created', actor_id: null, data: { operator: 'rosa.operaciones', slug: 'molinos-sur' } },
      { act: 'administrator_added' },
    ])
  })

  test('is refused, and nothing is made, for what can’t be: slug, colour, tax id, zone', async () => {
    const refused = async (more: string[], about: RegExp, slug = 'otra-firma') => {
      const ran = await legajo(...founding(slug, more))
      expect(ran).toMatchObject({ code: 3, out: '' })
      expect(ran.err).toMatch(about)
    }
    await refused([], /another company has it/, 'molinos-sur')
    await refused([], /the portal has an address/, 'employees')
    await refused(['--colour', '#7c7c7c'], /no text can be read on it; #[0-9a-f]{6}/)
    await refused(['--tax-id', '30709126846'], /tax-id/)
    await refused(['--zone', 'Mars/Olympus'], /zone/)
    const list = await legajo('company', 'list')
    expect(list.out).toMatch(/molinos-sur +Molinos del Sur +AR .* open/)
    expect(list.out).not.toContain('otra-firma')
  })
})

test('a founding that fails in its midst leaves nothing, and the slug is free', async () => {
  const slug = 'molinos-a-medias'
  const there = () => companyBySlug(app.database.pool, slug)
  await app.database.pool.query(`
    create function no_administrator() returns trigger language plpgsql as $$
      begin if new.act = 'administrator_added' then raise exception 'cut'; end if; return new; end $$;
    create trigger no_administrator before insert on events for each row execute function no_administrator()`)
  try {
    expect(await legajo(...founding(slug))).toMatchObject({ code: 1, err: expect.stringContaining('cut') })
    expect(await there()).toBeUndefined()
  } finally {
    await app.database.pool.query('drop trigger no_administrator on events; drop function no_administrator()')
  }
  expect(await legajo(...founding(slug))).toMatchObject({ code: 0 })
  expect(await there()).toBeDefined()
})

describe('an existing company', () => {
  test('is blocked for payment and opened again; the event says by whom', async () => {
    const company = await aCompany(app, { slug: 'deudora' })
    const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const login = () => app.call(session.login, { user: person.username, password })
    const unsaid = await shell('company', 'block', 'deudora', '--contact', 'cobranzas@legajo.example')
    expect(unsaid).toMatchObject({ code: 4, out: '' })
    expect(await login()).toMatchObject({ status: 200 })
    await shell('company', 'block', 'deudora', '--contact', 'cobranzas@legajo.example', '--yes')
    const refused = await login()
    expect(refused).toMatchObject({ status: 403, code: codeOf('PORTAL_BLOCKED') })
    expect(refused.errors[0]?.message).toContain('cobranzas@legajo.example')
    expect(await legajo('company', 'unblock', 'deudora')).toMatchObject({ code: 0 })
    expect(await legajo('company', 'unblock', 'deudora')).toMatchObject({ code: 3 })
    expect(await login()).toMatchObject({ status: 200 })
    expect(await events(company.id)).toMatchObject([
      { act: 'blocked_for_payment', data: { operator: 'rosa.operaciones' } },
      { act: 'unblocked_for_payment' },
    ])
  })

  test('keeps its portal to its own networks', async () => {
    const company = await aCompany(app, { slug: 'cerrada' })
    const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const set = await legajo('company', 'addresses', 'cerrada', '--only', '10.9.0.0/16', '--yes')
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining('only from 10.9.0.0/16') })
    const from = (address: string) =>
      app.call(session.login, { user: person.username, password }, { address })
    expect(await from('10.9.1.1')).toMatchObject({ status: 200 })
    expect(await from('10.8.1.1')).toMatchObject({ code: 'COMPANY_ADDRESS_NOT_ALLOWED' })
    const wrong = await legajo('company', 'addresses', 'cerrada', '--only', '10.9.0.7/16', '--yes')
    expect(wrong).toMatchObject({ code: 3, err: expect.stringContaining('10.9.0.7/16') })
    expect(await legajo('company', 'addresses', 'cerrada', '--any')).toMatchObject({ code: 0 })
    expect(await from('10.8.1.1')).toMatchObject({ status: 200 })
  })

  test('gets another name, slug, host and logo', async () => {
    const company = await aCompany(app, { slug: 'vieja-marca' })
    const picture = join(folder, 'logo.webp')
    writeFileSync(
      picture,
      await sharp({ create: { width: 1200, height: 300, channels: 3, background: '#8e1b2e' } })
        .webp()
        .toBuffer(),
    )
    const renamed = [
      'company',
      'rename',
      'vieja-marca',
      '--name',
      'Nueva',
      '--new-slug',
      'nueva-marca',
      '--colour',
      '#1F4E79',
      '--yes',
    ]
    expect(await legajo(...renamed)).toMatchObject({ code: 0 })
    expect(await app.call(companySignIn.loginCustom, { company: 'vieja-marca' })).toMatchObject({
      status: 404,
    })
    const custom = await app.call(companySignIn.loginCustom, { company: 'nueva-marca' })
    expect(custom).toMatchObject({ status: 200, data: { loginCustom: { colores: { primario: '#1f4e79' } } } })
    expect(await legajo('company', 'domain', 'nueva-marca', '--host', 'rrhh.nueva.example')).toMatchObject({
      code: 0,
    })
    const [moved] = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('events').select('data').where('act', '=', 'domain_set').execute(),
    )
    expect(moved?.data).toMatchObject({ before: null, after: 'rrhh.nueva.example' })
    expect(await legajo('company', 'logo', 'nueva-marca', picture)).toMatchObject({ code: 0 })
    const logo = await app.call(companyCalls.logo, { id: company.id })
    expect(await sharp(logo.bytes).metadata()).toMatchObject({ format: 'png', width: 800, height: 200 })
    writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await legajo('company', 'logo', 'nueva-marca', join(folder, 'logo.svg'))).toMatchObject({
      code: 3,
    })
    const show = await legajo('company', 'show', 'nueva-marca', '--json')
    expect(JSON.parse(show.out)).toMatchObject({
      domain: 'rrhh.nueva.example',
      has_logo: true,
      name: 'Nueva',
    })
  })
})

describe('a company’s own sign-in page', () => {
  const whole = {
    textos: {
      es: {
        titulo: 'Hola, RR.HH. y S.A.',
        subtitulo: 'Recibos y más',
        boton: 'Entrar',
        ayuda: 'Llamar al interno 4410.',
        pie: 'Sede Sur',
      },
      pt: { titulo: 'Olá' },
    },
    colores: { primario: '#8e1b2e', fondo: '#ffeedd' },
    imagen: 'legajo',
  }
  const setTo = (slug: string, page: unknown) => {
    const path = join(folder, 'page.json')
    writeFileSync(path, typeof page === 'string' ? page : JSON.stringify(page))
    return legajo('company', 'sign-in-page', slug, '--file', path)
  }
  const shownFor = async (company: string) => {
    const { status, data } = await app.call(companySignIn.loginCustom, { company })
    expect(status).toBe(200)
    return data.loginCustom
  }

  test('is set from a checked file, is an event, and can be removed; other companies have none', async () => {
    const company = await aCompany(app, { slug: 'con-pagina' })
    await aCompany(app, { slug: 'sin-pagina' })
    const plain = await shownFor('con-pagina')
    expect(plain.pagina).toBeNull()

    expect(await setTo('con-pagina', whole)).toMatchObject({ code: 0 })
    expect(await shownFor('con-pagina')).toEqual({ ...plain, pagina: whole })
    expect((await shownFor('sin-pagina')).pagina).toBeNull()
    expect(await legajo('company', 'sign-in-page', 'con-pagina', '--remove')).toMatchObject({ code: 0 })
    expect(await shownFor('con-pagina')).toEqual(plain)

    const events = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('events').select('data').where('act', '=', 'sign_in_page_set').orderBy('id').execute(),
    )
    expect(events.map(({ data }) => data)).toEqual([
      { operator: 'rosa.operaciones', before: null, after: whole },
      { operator: 'rosa.operaciones', before: whole, after: null },
    ])
  })

  test('is refused with the place that is wrong, and the one before stays', async () => {
    await aCompany(app, { slug: 'bien-puesta' })
    expect(await setTo('bien-puesta', whole)).toMatchObject({ code: 0 })
    const saying = (titulo: string) => ({ textos: { es: { titulo } } })
    for (const [page, said] of [
      ['{"textos":', 'is no JSON'],
      [{}, 'the file: is empty'],
      [{ logo: 1 }, 'logo'],
      [{ textos: { en: { titulo: 'Hi' } } }, 'textos'],
      [{ textos: { es: { html: 'x' } } }, 'textos.es'],
      [saying(' '), 'textos.es.titulo: is empty'],
      [saying('a'.repeat(61)), 'textos.es.titulo: at most 60'],
      [saying('una\nlínea'), 'textos.es.titulo: one line'],
      [saying('al rev\u202eés'), 'textos.es.titulo: one line'],
      [saying('<b>Hola</b>'), 'textos.es.titulo: no markup'],
      [saying('\uff1cb'), 'textos.es.titulo: no markup'],
      ...[
        'Entrar en https://otra',
        'Ver www.otra',
        'Ver acme-ingreso.example/entrar',
        'Ver ACME.COM',
        'En 10.1.2.3',
        'rrhh@acme',
        'rrhh\uff20acme',
      ].map((text) => [saying(text), 'textos.es.titulo: no addresses'] as const),
      [{ colores: { primario: 'red' } }, 'colores.primario'],
      [{ colores: { primario: '#777777' } }, 'colores.primario: no text can be read'],
      [{ colores: { fondo: 'url(//a)' } }, 'colores.fondo'],
      [{ imagen: 'gatito' }, 'imagen'],
      [{ imagen: '../logo' }, 'imagen'],
    ] as const) {
      const { code, err } = await setTo('bien-puesta', page)
      expect([page, code]).toEqual([page, 3])
      expect(err).toContain(said)
    }
    for (const more of [[], ['--remove', '--file', join(folder, 'page.json')], ['--file', '/nowhere.json']])
      expect(await legajo('company', 'sign-in-page', 'bien-puesta', ...more)).toMatchObject({ code: 3 })
    expect((await shownFor('bien-puesta')).pagina).toEqual(whole)
  })
})
