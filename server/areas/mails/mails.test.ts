import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { simpleParser } from 'mailparser'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import {
  customMails,
  type CustomWords,
  mailPictures,
  mostPictures,
  mostShownPictures,
} from '#contract/custom-mails.ts'
import type { RichDocument, RichNode } from '#contract/rich-text.ts'
import { codeOf } from '#contract/errors.ts'
import { type MailEvent, mailEvents } from '#contract/mails.ts'
import { payslip } from '#pdf/testing/samples.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { exampleVariables } from '#server/shared/mail/words.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { type Answer, type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { explain } from '#server/testing/plans.ts'
import { galleryOf } from './gallery.ts'
import { lastSent, peopleInReach, templatesOf } from './queries.ts'

type Somebody = Person & { bearer: string }

let app: TestApp
let company: MadeCompany
let hr: Somebody
let colleague: Somebody
/** In Calidad. */
let tester: Somebody

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-04T15:00:00Z'))
  company = await aCompany(app, { name: 'Austral & Hijos' })
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  colleague = await anAdministrator(app, company)
  const person = await aPerson(app, company, { firstName: 'Jorge', lastName: 'Ledesma', sector: 'Calidad' })
  tester = { ...person, bearer: await signIn(app, company, person, 'e') }
})

const as = () => ({ as: hr.bearer })
const none: CustomWords = {
  asunto: null,
  titulo: null,
  texto: null,
  boton: null,
  pie: null,
  imagen: null,
  colores: null,
}
const said = (words: Partial<CustomWords>): CustomWords => ({ ...none, ...words })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content: content as RichNode[] })
const words = (text: string, ...marks: object[]) => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks }),
})
const text = (...content: object[]) => ({ type: 'doc', content })
const link = (href: string) => ({ type: 'link', attrs: { href } })

async function versionOf(event: MailEvent): Promise<string> {
  return (await app.call(customMails.one, { event }, as())).data.version
}
async function save(event: MailEvent, change: { es?: CustomWords | null; pt?: CustomWords | null }) {
  return app.call(customMails.save, { event, version: await versionOf(event), ...change }, as())
}
const mailFolder = () => join(app.services.config.dataDir, 'mail')
/** Sends what is queued, and returns the mails that came of it. */
async function receive() {
  rmSync(mailFolder(), { recursive: true, force: true })
  await app.services.jobs.runDueJobs()
  const names = readdirSync(mailFolder()).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map(async (name) => simpleParser(readFileSync(join(mailFolder(), name)))))
}
async function send(event: MailEvent) {
  const { link: leads } = mailEvents[event]
  await inCompany(app, company.id, (tx) =>
    queueMail(tx, app.services, {
      event,
      userId: tester.id,
      to: 'jorge@correo.example',
      language: 'es',
      variables: exampleVariables(event, 'es', { nombre: 'Jorge', now: app.services.clock() }),
      ...(leads === 'secret' && { secretLink: 'https://legajo.example/e/ingreso#1.secret' }),
    }),
  )
  const [mail] = await receive()
  if (!mail) throw new Error('no mail came')
  return mail
}
const eventsOf = (act: string) =>
  inCompany(app, company.id, ({ db }) =>
    db
      .selectFrom('events')
      .select(['actor_id', 'data'])
      .where('subject_kind', '=', 'company')
      .where('act', '=', act)
      .orderBy('id')
      .execute(),
  )
const png = (width = 600, height = 200, background = '#0f5c6e') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
const add = (bytes: Uint8Array, name = 'franja.png', by = hr.bearer): Promise<Answer> =>
  app.call(customMails.addPicture, {}, { as: by, file: { name, bytes } })

describe('the list', () => {
  test('has every mail of the registry by section, and those that aren’t sent yet', async () => {
    const { data } = await app.call(customMails.list, {}, as())
    expect(data.map(({ evento }: { evento: string | null }) => evento).filter(Boolean)).toEqual(
      Object.keys(mailEvents),
    )
    expect(data.find(({ clave }: { clave: string }) => clave === 'leave_requested')).toMatchObject({
      evento: null,
      seccion: 'licences',
      asunto: null,
    })
    expect(data.find(({ evento }: { evento: string }) => evento === 'blocked_user')).toMatchObject({
      seccion: 'workers',
      seguridad: true,
      asunto: '{{nombre}}, hubo varios intentos de ingreso',
      propios: [],
      ultimo_envio: null,
      cambiado: null,
    })
  })

  test('says which are the company’s own, who changed them, and when each was last sent', async () => {
    await save('paper_lapsing', { pt: said({ asunto: 'Vence {{papel}}' }) })
    await send('paper_lapsing')
    const { data } = await app.call(customMails.list, {}, as())
    expect(data.find(({ evento }: { evento: string }) => evento === 'paper_lapsing')).toMatchObject({
      propios: ['pt'],
      ultimo_envio: '2026-11-04T15:00:00.000Z',
      cambiado: { quien: expect.stringMatching(/\w+ \w+/), cuando: '2026-11-04T15:00:00.000Z' },
    })
  })

  test('reads no table as a whole', async () => {
    for (const ask of [
      (db: Parameters<typeof lastSent>[0]) => lastSent(db, ['new_user', 'welcome']),
      (db: Parameters<typeof lastSent>[0]) => templatesOf(db, 'new_user'),
    ])
      for (const plan of await explain(app, company, ask))
        expect(plan.filter((one) => one['Node Type'] === 'Seq Scan')).toEqual([])
  })
})

describe('who may', () => {
  test('any management session reads and previews; changes need action 41', async () => {
    const manager = await aPerson(app, company, { profiles: ['employee', 'manager'] })
    const bearer = await signIn(app, company, manager, 's')
    const event = 'new_post'
    for (const reading of [
      app.call(customMails.list, {}, { as: bearer }),
      app.call(customMails.one, { event }, { as: bearer }),
      app.call(customMails.preview, { event, idioma: 'es' }, { as: bearer }),
    ])
      expect((await reading).status).toBe(200)
    const version = await versionOf(event)
    for (const changing of [
      app.call(customMails.save, { event, version, es: said({ titulo: 'x' }) }, { as: bearer }),
      app.call(customMails.restore, { event, version }, { as: bearer }),
      app.call(customMails.test, { event, idioma: 'es' }, { as: bearer }),
      app.call(customMails.gallery, {}, { as: bearer }),
      add(await png(), 'x.png', bearer),
      app.call(customMails.changePicture, { id: 1, archivada: true }, { as: bearer }),
    ])
      expect(await changing).toMatchObject({ status: 403, code: 'SYSTEM_ACTION_NOT_GRANTED' })
    expect((await app.call(customMails.list, {}, { as: tester.bearer })).status).toBe(403)
    expect((await app.call(customMails.list, {})).status).toBe(401)
  })

  test('a preview shows people within reach alone', async () => {
    const limited = await aLimited(app, company, { sector: 'Logística', actions: [actions.customMails] })
    const outside = { event: 'new_document', idioma: 'es', persona: tester.id } as const
    expect(await app.call(customMails.preview, outside, { as: limited.bearer })).toMatchObject({
      status: 404,
    })
    const found = await app.call(customMails.people, { buscar: 'Ledesma' }, { as: limited.bearer })
    expect(found.data).toEqual([])
    const all = await app.call(customMails.people, { buscar: 'ledesma' }, as())
    expect(all.data).toEqual([{ id: tester.id, nombre: 'Jorge Ledesma' }])
    const named = { event: 'mail_changed_own', idioma: 'es', palabras: null, persona: tester.id } as const
    const { data: shown } = await app.call(customMails.preview, named, as())
    expect(shown.texto).toContain(`El usuario ${tester.username} de Austral & Hijos`)
    const seen = await inCompany(app, company.id, ({ db }) =>
      peopleInReach(db, { userId: limited.id, profileKind: 'limited', seesConfidential: false }, ''),
    )
    expect(seen.map(({ id }) => id)).not.toContain(tester.id)
  })
})

describe('the company’s words', () => {
  test('are sent in place of the standard ones, with every mark, in both parts', async () => {
    const { data: picture } = await add(await png())
    const answer = await save('paper_approved', {
      es: said({
        asunto: '{{nombre}}, llegó {{papel}}',
        titulo: 'Novedades de {{empresa}}',
        texto: text(
          paragraph(words('Buenas, '), { type: 'variable', attrs: { name: 'nombre' } }, words('.')),
          paragraph(
            words('Está '),
            words('aprobado', { type: 'bold' }),
            { type: 'hardBreak' },
            words('según la ', { type: 'italic' }),
            words('política', { type: 'underline' }, link('https://austral.example/politica')),
          ),
          {
            type: 'orderedList',
            content: ['uno', 'dos'].map((one) => ({ type: 'listItem', content: [paragraph(words(one))] })),
          },
        ),
        boton: 'Abrir',
        pie: 'Recursos Humanos, interno 214.',
        imagen: picture.id,
        colores: { primario: '#8c1d2f', secundario: '#fff4e0', titulo: '#1b1c19' },
      }),
    })
    expect(answer.status).toBe(200)
    expect(answer.data.es.propio.titulo).toBe('Novedades de {{empresa}}')
    expect(answer.data.imagenes).toEqual([
      { id: picture.id, nombre: 'franja.png', direccion: picture.direccion },
    ])
    const mail = await send('paper_approved')
    expect(mail.subject).toBe('Jorge, llegó Certificado médico')
    expect(mail.text?.trim()).toBe(
      [
        'Novedades de Austral & Hijos',
        'Buenas, Jorge.',
        'Está aprobado\nsegún la política (https://austral.example/politica)',
        '1. uno\n2. dos',
        'Abrir: http://127.0.0.1:3000/e/solicitudes',
        '--\nRecursos Humanos, interno 214.',
      ].join('\n\n'),
    )
    const html = String(mail.html)
    for (const part of [
      '<strong>aprobado</strong>',
      '<em>según la </em>',
      '<a href="https://austral.example/politica" style="color:inherit">',
      `src="http://127.0.0.1:3000${picture.direccion}"`,
      'alt="Austral &#38; Hijos"',
      '#8c1d2f',
      '#fff4e0',
    ])
      expect(html).toContain(part)
    // The other language keeps the standard words.
    expect(answer.data.pt.propio).toBeNull()
  })

  test('are previewed before they are saved, exactly as they would be sent', async () => {
    const palabras = said({ titulo: 'Hay algo para {{nombre}}', boton: 'Ver' })
    const input = { event: 'paper_returned', idioma: 'es', palabras, persona: tester.id } as const
    const { data } = await app.call(customMails.preview, input, as())
    expect(data).toMatchObject({
      persona: { id: tester.id, nombre: 'Jorge Ledesma' },
      asunto: 'Jorge, hay que corregir: Certificado médico',
      titulo: 'Hay algo para Jorge',
      boton: 'Ver',
      remitente: expect.stringContaining('Austral & Hijos <'),
      imagen: null,
    })
    expect(JSON.stringify(data.cuerpo)).toContain('Usuario: ')
    expect(data.texto).toContain(`Usuario: ${tester.username}`)
    await save('paper_returned', { es: palabras })
    const mail = await send('paper_returned')
    expect(mail.subject).toBe(data.asunto)
    expect(mail.text?.trim()).toBe(data.texto)
    expect(String(mail.html).trim()).toBe(data.html.trim())
  })

  test('a variable of several documents names each type and month once', async () => {
    await save('document_replaced', { es: said({ asunto: '{{tipo}} de {{periodo}}' }) })
    await inCompany(app, company.id, (tx) =>
      queueMail(tx, app.services, {
        event: 'document_replaced',
        userId: tester.id,
        to: 'jorge@correo.example',
        language: 'es',
        variables: {
          nombre: 'Jorge',
          documentos: [
            { tipo: 'Recibo', periodo: '2026-09-01' },
            { tipo: 'Recibo', periodo: '2026-10-01' },
            { tipo: 'Anexo', periodo: null },
          ],
        },
      }),
    )
    expect((await receive())[0]?.subject).toBe('Recibo y Anexo de septiembre de 2026 y octubre de 2026')
  })

  test('equal to none restore the standard ones; what didn’t change is no event', async () => {
    const before = (await eventsOf('mail_words_set')).length
    await save('deputy_named', { es: said({ titulo: 'Suplencia' }), pt: said({ titulo: 'Substituição' }) })
    await save('deputy_named', { es: said({ titulo: 'Suplencia' }) })
    const set = await eventsOf('mail_words_set')
    expect(set.length - before).toBe(2)
    expect(set.at(-2)).toMatchObject({
      actor_id: hr.id,
      data: {
        event: 'deputy_named',
        language: 'es',
        before: 'null',
        now: expect.stringContaining('Suplencia'),
      },
    })
    await save('change_rejected', { es: said({ titulo: 'Otro' }) })
    const { data } = await save('deputy_named', { es: said({}) })
    expect(data.es.propio).toBeNull()
    expect(data.pt.propio.titulo).toBe('Substituição')
    const other = await app.call(customMails.one, { event: 'change_rejected' }, as())
    expect(other.data.es.propio.titulo).toBe('Otro')
  })

  test('are restored for both languages at once', async () => {
    await save('permission_asked', { es: said({ titulo: 'Uno' }), pt: said({ titulo: 'Um' }) })
    const event = 'permission_asked'
    const { data } = await app.call(customMails.restore, { event, version: await versionOf(event) }, as())
    expect([data.es.propio, data.pt.propio, data.cambiado]).toEqual([null, null, null])
    expect((await eventsOf('mail_words_restored')).slice(-2)).toMatchObject([
      { data: { event, language: 'es', now: 'null' } },
      { data: { event, language: 'pt', now: 'null' } },
    ])
  })

  test('of two people who change a mail the second is told', async () => {
    const event = 'team_waiting'
    const version = await versionOf(event)
    const change = (by: Somebody, titulo: string) =>
      app.call(customMails.save, { event, version, es: said({ titulo }) }, { as: by.bearer })
    const answers = await Promise.all([change(hr, 'Uno'), change(colleague, 'Dos')])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.code).toBe('MAIL_CHANGED')
    expect(await app.call(customMails.restore, { event, version }, as())).toMatchObject({
      code: 'MAIL_CHANGED',
    })
  })

  test('are one company’s alone', async () => {
    const other = await aCompany(app)
    const stranger = await anAdministrator(app, other)
    await save('new_post', { es: said({ titulo: 'Nuestro' }) })
    const { data } = await app.call(customMails.one, { event: 'new_post' }, { as: stranger.bearer })
    expect(data.es.propio).toBeNull()
    const { data: picture } = await add(await png())
    const version = data.version
    const stolen = { event: 'new_post', version, es: said({ imagen: picture.id }) } as const
    expect(await app.call(customMails.save, stolen, { as: stranger.bearer })).toMatchObject({
      status: 422,
      code: 'MAIL_PICTURE_NOT_FOUND',
    })
    const change = { id: picture.id, archivada: true }
    expect(await app.call(customMails.changePicture, change, { as: stranger.bearer })).toMatchObject({
      status: 404,
    })
  })
})

describe('a security mail', () => {
  test('keeps its facts, link and subject below the company’s greeting', async () => {
    await save('new_user', { es: said({ texto: text(paragraph(words('¡Buenas, {{nombre}}!'))) }) })
    const mail = await send('new_user')
    expect(mail.subject).toBe('Jorge, crear la contraseña para entrar a Austral Alimentos')
    expect(mail.text).toContain('¡Buenas, Jorge!')
    expect(mail.text).not.toContain('Hola, Jorge')
    expect(mail.text).toContain('El enlace sirve una sola vez')
    expect(mail.text).toContain('Crear la contraseña: https://legajo.example/e/ingreso#1.secret')
  })

  test.each([
    ['asunto', { asunto: 'Otro' }],
    ['titulo', { titulo: 'Otro' }],
    ['boton', { boton: 'Otro' }],
    ['pie', { pie: 'Otro' }],
    ['texto', { texto: text(paragraph(words('acá', link('https://otro.example')))) }],
  ])('refuses another %s', async (field, change) => {
    const answer = await save('reset_password', { es: said(change) })
    expect(answer).toMatchObject({ status: 422, code: 'MAIL_SECURITY_FIXED' })
    expect(answer.errors[0]?.field).toBe(`es.${field}`)
  })
})

describe('bad input is refused by name', () => {
  const deep = (levels: number): unknown => (levels === 0 ? [] : [deep(levels - 1)])
  test.each<[string, Partial<Record<keyof CustomWords, unknown>>, string]>([
    ['a header of its own', { asunto: 'Hola\r\nBcc: otro@correo.example' }, 'MAIL_LINE_BREAK'],
    ['a turned direction', { asunto: 'Hola \u202e' }, 'TEXT_HIDDEN_CHARACTER'],
    ['10,000 letters', { asunto: 'a'.repeat(10_000) }, 'TEXT_TOO_LONG'],
    ['an open variable', { titulo: 'Hola {{nombre' }, 'MAIL_BRACES_OPEN'],
    ['a variable of another mail', { titulo: 'Hola {{codigo}}' }, 'MAIL_VARIABLE_UNKNOWN'],
    ['an empty button', { boton: ' ' }, 'SYSTEM_API_PARAMETER_REQUIRED'],
    ['script', { texto: text({ type: 'script' }) }, 'TEXT_PART_UNKNOWN'],
    [
      'javascript:',
      { texto: text(paragraph(words('x', link('javascript:alert(1)')))) },
      'TEXT_LINK_NOT_ALLOWED',
    ],
    ['data:', { texto: text(paragraph(words('x', link('data:text/html,x')))) }, 'TEXT_LINK_NOT_ALLOWED'],
    [
      'a deceiving link',
      { texto: text(paragraph(words('banco.example', link('https://otro.example')))) },
      'TEXT_LINK_DECEIVES',
    ],
    ['marks of others', { texto: text(paragraph(words('x', { type: 'color' }))) }, 'TEXT_PART_UNKNOWN'],
    ['a list in place of a text', { texto: [] }, 'SYSTEM_API_WRONG_DATA_TYPE'],
    ['a text that is words', { texto: 'Hola' }, 'SYSTEM_API_WRONG_DATA_TYPE'],
    [
      'brackets without end',
      { texto: text({ type: 'paragraph', content: deep(500) as object[] }) },
      'SYSTEM_API_BODY_NOT_READABLE',
    ],
    ['a null character', { texto: text(paragraph(words('a\u0000b'))) }, 'SYSTEM_API_CHARACTER_NOT_ALLOWED'],
    [
      'a colour that is style',
      { colores: { primario: 'red;}', secundario: '#ffffff', titulo: '#000000' } },
      'SYSTEM_API_WRONG_DATA_TYPE',
    ],
    [
      'a colour without text on it',
      { colores: { primario: '#7c7c7c', secundario: '#ffffff', titulo: '#ffffff' } },
      'BRAND_COLOUR_UNREADABLE',
    ],
    [
      'a title like its ground',
      { colores: { primario: '#000000', secundario: '#ffffff', titulo: '#fefefe' } },
      'BRAND_COLOUR_UNREADABLE',
    ],
    ['a picture that isn’t there', { imagen: 999_999 }, 'MAIL_PICTURE_NOT_FOUND'],
    ['more than its words', { adjunto: 'x' } as object, 'SYSTEM_API_PARAMETER_NOT_EXPECTED'],
  ])('%s', async (_, change, code) => {
    const es = said(change as Partial<CustomWords>)
    const saved = await save('new_document', { es })
    expect(saved).toMatchObject({ status: code === 'SYSTEM_API_BODY_NOT_READABLE' ? 400 : 422, code })
    const tried = { event: 'new_document', idioma: 'es', palabras: es } as const
    expect((await app.call(customMails.preview, tried, as())).code).toBe(code)
  })

  test('1 MB of marks', async () => {
    const marks = Array.from({ length: 20_000 }, () => words('a', { type: 'bold' }))
    expect(await save('new_document', { es: said({ texto: text(paragraph(...marks)) }) })).toMatchObject({
      status: 413,
      code: 'SYSTEM_API_BODY_TOO_LARGE',
    })
    const fewer = text(paragraph(...marks.slice(0, 1000)))
    expect((await save('new_document', { es: said({ texto: fewer }) })).code).toBe('TEXT_TOO_MANY_PARTS')
  })

  test('a mail that isn’t one, or isn’t sent yet, is not there', async () => {
    for (const event of ['nothing', 'leave_requested', 'constructor'])
      expect(await app.call(customMails.one, { event: event as MailEvent }, as())).toMatchObject({
        status: 404,
      })
  })
})

describe('a test', () => {
  test('goes to the caller alone, says what it is, and is not the last sending', async () => {
    const palabras = said({ asunto: 'Aviso para {{nombre}}' })
    const answer = await app.call(customMails.test, { event: 'welcome', idioma: 'pt', palabras }, as())
    expect(answer.data).toEqual({ correo: hr.mail })
    const [mail, ...more] = await receive()
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^\[Teste\] Aviso para /)
    expect([mail?.to].flat().map((to) => to?.text)).toEqual([hr.mail])
    const { data } = await app.call(customMails.list, {}, as())
    expect(data.find(({ evento }: { evento: string }) => evento === 'welcome').ultimo_envio).toBeNull()
    expect((await app.call(customMails.one, { event: 'welcome' }, as())).data.pt.propio).toBeNull()
  })

  test('of a mail with a link or a code carries none that opens anything', async () => {
    for (const event of ['reset_password', 'factor_code'] as const)
      expect((await app.call(customMails.test, { event, idioma: 'es' }, as())).status).toBe(200)
    const mails = await receive()
    expect(mails).toHaveLength(2)
    expect(mails.some(({ text: plain = '' }) => plain.includes('418302'))).toBe(true)
    expect(mails.some(({ text: plain = '' }) => /: http:\/\/127\.0\.0\.1:3000\/e\/\n/.test(plain))).toBe(true)
  })

  test('needs a mail of the caller’s', async () => {
    const alone = await aPerson(app, company, { profiles: ['employee', 'hr'], mail: null })
    const bearer = await signIn(app, company, alone, 's')
    const tried = { event: 'welcome', idioma: 'es' } as const
    expect((await app.call(customMails.test, tried, { as: bearer })).code).toBe(codeOf('USER_WITHOUT_MAIL'))
  })
})

test('every mail with words of the company’s that use every mark is whole, in both languages', async () => {
  const marked: RichDocument = {
    type: 'doc',
    content: [
      paragraph({ type: 'variable', attrs: { name: 'nombre' } }, words(' y {{empresa}}', { type: 'bold' })),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(words('uno'))] }] },
    ],
  }
  const { data: rows } = await app.call(customMails.list, {}, as())
  const mails = rows.filter(({ evento }: { evento: string | null }) => evento)
  for (const idioma of ['es', 'pt'] as const) {
    // One administrator for each language: previews a minute are limited.
    const { bearer } = await anAdministrator(app, company)
    for (const { evento: event, seguridad } of mails)
      for (const palabras of [
        null,
        said({ texto: { ...marked }, ...(!seguridad && { pie: 'RR. HH. de {{empresa}}' }) }),
      ]) {
        const { data, code } = await app.call(
          customMails.preview,
          { event, idioma, palabras },
          { as: bearer },
        )
        const where = `${event} ${idioma}`
        expect(code, where).toBeUndefined()
        for (const part of [data.asunto, data.texto, data.html]) {
          expect(part, where).toMatch(/\w/)
          expect(part, where).not.toMatch(/\{\{|\}\}|undefined|null/)
        }
        expect(
          data.texto.split('\n\n').every((one: string) => one.trim()),
          where,
        ).toBe(true)
      }
  }
})

describe('the gallery', () => {
  let other: MadeCompany
  let owner: Somebody
  beforeAll(async () => {
    other = await aCompany(app)
    owner = await anAdministrator(app, other)
  })
  const gallery = async () => (await app.call(customMails.gallery, {}, { as: owner.bearer })).data
  const addTheirs = async (bytes?: Uint8Array) =>
    add(bytes ?? (await png(60, 20)), 'franja.png', owner.bearer)
  const archive = (id: number, archivada: boolean) =>
    app.call(customMails.changePicture, { id, archivada }, { as: owner.bearer })

  test('makes a picture anew, and gives it one address that anybody may open and nobody can guess', async () => {
    const wide = await sharp({ create: { width: 3000, height: 500, channels: 3, background: '#d9a441' } })
      .withExif({ IFD0: { Artist: 'a name' } })
      .jpeg()
      .toBuffer()
    const { data, status } = await addTheirs(wide)
    expect(status).toBe(200)
    expect(data).toMatchObject({ ancho: 1120, alto: 187, archivada: null, correos: 0, nombre: 'franja.png' })
    const [, empresa, clave] = /mail-pictures\/(\d+)\/([\w-]{22})$/.exec(data.direccion) ?? []
    const opened = await app.call(mailPictures.file, { empresa: Number(empresa), clave: clave ?? '' })
    expect(opened.status).toBe(200)
    expect(opened.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(opened.headers['set-cookie']).toBeUndefined()
    expect(opened.bytes.includes('a name')).toBe(false)
    for (const wrong of [
      { empresa: Number(empresa), clave: 'A'.repeat(22) },
      { empresa: company.id, clave: clave ?? '' },
      { empresa: 99_999, clave: clave ?? '' },
      { empresa: Number(empresa), clave: '../../etc/passwd' },
    ])
      expect((await app.call(mailPictures.file, wrong)).status).toBe(404)
  })

  test.each<[string, () => Promise<Uint8Array>, string]>([
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'IMAGE_TYPE'],
    ['a page called .png', async () => Buffer.from('<!doctype html><script>1</script>'), 'IMAGE_TYPE'],
    ['a PDF', () => payslip(), 'IMAGE_TYPE'],
    [
      'WebP',
      async () =>
        sharp(await png())
          .webp()
          .toBuffer(),
      'IMAGE_TYPE',
    ],
    ['the head of a PNG', async () => Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'), 'IMAGE_TYPE'],
    ['nothing', async () => Buffer.alloc(0), 'IMAGE_TYPE'],
    [
      '1 MB and a byte',
      async () => Buffer.concat([await png(), Buffer.alloc(1_048_577)]),
      'IMAGE_LIMIT_SIZE',
    ],
    ['100,000 pixels in a row', () => png(100_000, 500), 'IMAGE_TYPE'],
  ])('refuses %s', async (_, bytes, code) => {
    expect(await addTheirs(await bytes())).toMatchObject({ status: 422, code })
  })

  test('of two at once for the last place one is refused; archiving frees a place, and the address stays', async () => {
    while ((await gallery()).libres > 1) expect((await addTheirs()).status).toBe(200)
    const both = await Promise.all([addTheirs(), addTheirs()])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.code).toBe('COMPANY_GALLERY_LIMIT_EXCEPTION')
    const { imagenes, libres, maximo } = await gallery()
    expect([imagenes.length, libres, maximo]).toEqual([mostPictures, 0, 20])
    const oldest = imagenes.at(-1)
    expect((await archive(oldest.id, true)).data.archivada).not.toBeNull()
    expect((await archive(oldest.id, true)).status).toBe(200)
    expect((await app.server.inject(oldest.direccion)).statusCode).toBe(200)
    expect((await addTheirs()).status).toBe(200)
    expect(await archive(oldest.id, false)).toMatchObject({ code: 'COMPANY_GALLERY_LIMIT_EXCEPTION' })
    const { imagenes: now } = await gallery()
    expect(now).toHaveLength(mostPictures + 1)
    expect(now.at(-1).id).toBe(oldest.id)
    expect((await archive(9_999_999, true)).status).toBe(404)
  })

  test('an archived picture stays in the mails that have it, and is chosen for no other', async () => {
    const { data: picture } = await add(await png())
    await save('disagreement_answered', { es: said({ imagen: picture.id }) })
    await app.call(customMails.changePicture, { id: picture.id, archivada: true }, as())
    expect((await save('disagreement_answered', { es: said({ imagen: picture.id, pie: 'x' }) })).status).toBe(
      200,
    )
    expect((await save('certificate_ending', { es: said({ imagen: picture.id }) })).code).toBe(
      'MAIL_PICTURE_NOT_FOUND',
    )
    expect((await eventsOf('mail_picture_archived')).at(-1)).toMatchObject({ data: { picture: picture.id } })
    expect((await eventsOf('mail_picture_added')).at(-1)?.data).toMatchObject({ picture: picture.id })
    const { imagenes } = (await app.call(customMails.gallery, {}, as())).data
    expect(imagenes.find(({ id }: { id: number }) => id === picture.id).correos).toBe(1)
  })

  test('lists 200 at most: every one that isn’t archived, and those archived last', async () => {
    const before = await gallery()
    const open = before.imagenes.filter(({ archivada }: { archivada: string | null }) => archivada === null)
    await inCompany(app, other.id, ({ db }) =>
      sql`insert into mail_pictures
        (company_id, file_id, key, name, width, height, size, created_by, created_at, archived_at)
        select company_id, file_id, 'archived' || n, 'archived ' || n, width, height, size, created_by, created_at,
          timestamptz '2027-01-01Z' + n * interval '1 minute'
        from mail_pictures, generate_series(1, 250) as n where id = ${open[0].id}`.execute(db),
    )
    const { imagenes, libres } = await gallery()
    expect([imagenes.length, libres]).toEqual([mostShownPictures, before.libres])
    expect(imagenes.slice(0, open.length)).toEqual(open)
    expect(imagenes[open.length].nombre).toBe('archived 250')
    expect(imagenes.at(-1).nombre).toBe(`archived ${250 - (mostShownPictures - open.length) + 1}`)
  })

  test('is read by its indexes', async () => {
    for (const plan of await explain(app, company, (db) => galleryOf({ db, company: company.id } as never)))
      expect(plan.filter((one) => one['Node Type'] === 'Seq Scan')).toEqual([])
  })
})
