import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { account } from '#contract/account/account.ts'
import { certificates } from '#contract/certificates.ts'
import { company as companyCalls } from '#contract/company/company.ts'
import { folders } from '#contract/folders/folders.ts'
import { ownAccount } from '#contract/account/own.ts'
import { session } from '#contract/session/session.ts'
import { companySignIn } from '#contract/company/sign-in-page.ts'
import { sso } from '#contract/sso.ts'
import { companyBySlug } from '../shared/across.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import {
  aCompany,
  aPerson,
  giveFactor,
  inCompany,
  password,
  type Person,
  signIn,
} from '../testing/factories.ts'
import { startOidcProvider } from '../testing/oidc-provider.ts'
import { commands } from './commands.ts'
import { run } from './running.ts'

// Each process has all of the server to load.
vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await testApp()
  folder = mkdtempSync(join(tmpdir(), 'legajo-operator-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ran {
  code: number | null
  out: string
  err: string
}

/** Runs the command as a shell does: in a separate process beside the server, on the same database. */
function shell(...typed: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...typed], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(tmpdir(), 'legajo-compiled'),
      DATABASE_URL: app.database.url,
      APP_SECRET: app.services.config.appSecret,
      DATA_DIR: app.services.config.dataDir,
      PUBLIC_URL: app.services.config.publicUrl,
      SUDO_USER: 'rosa.operaciones',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ran = { out: '', err: '' }
  child.stdout.on('data', (data) => (ran.out += data))
  child.stderr.on('data', (data) => (ran.err += data))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...ran })))
}

/** The same without the process: what `main.ts` calls, with a terminal that nobody sits at. */
async function legajo(...typed: string[]): Promise<Ran> {
  const ran = { out: '', err: '' }
  const terminal = {
    say: (text: string) => void (ran.out += `${text}\n`),
    tell: (line: string) => void (ran.err += `${line}\n`),
    isConfirmed: () => Promise.resolve(false),
  }
  const code = await run(typed, terminal, (work) => work({ services: app.services, by: 'rosa.operaciones' }))
  return { code, ...ran }
}

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

function events(company: number) {
  return inCompany(app, company, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['act', 'data', 'actor_id'])
      .where('subject_kind', '=', 'company')
      .orderBy('id')
      .execute(),
  )
}

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

describe('its own sign-in page', () => {
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

describe('its administrators', () => {
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

test('its provider is set from the issuer’s own configuration, and taken away again', async () => {
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
    const person = await aPerson(app, company)
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
    expect(await legajo('provider', 'remove', 'con-emisor')).toMatchObject({ code: 4 })
    expect(await offer()).toBe(200)
    expect(await legajo('provider', 'remove', 'con-emisor', '--yes')).toMatchObject({ code: 0 })
    expect(await offer()).not.toBe(200)
    expect(await legajo('provider', 'remove', 'con-emisor', '--yes')).toMatchObject({ code: 3 })
    expect((await events(company.id)).map(({ act }) => act)).toEqual([
      'provider_set',
      'provider_bound',
      'provider_removed',
    ])
  } finally {
    await provider.close()
  }
})

test('its organization models are offered by its records alone, and removed again', async () => {
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

test('its integration profiles name an outside application, and are removed from their holders', async () => {
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
