import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bareCompany, inCompany, testServices } from '../../testing/services.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { registerMailDelivery } from './delivery.ts'
import { type MailEvent, mailEvents } from '#contract/mails.ts'
import { type MailToQueue, queueMail } from './mail.ts'
import { exampleVariables } from './words.ts'
import type { Services } from '../services.ts'

const link = 'https://legajo.example/e/ingreso#31.a-secret-that-opens-an-account'
let smtp: TestSmtp
let services: Services

beforeAll(async () => {
  smtp = await startSmtp()
  services = await testServices({ SMTP_URL: smtp.url, MAIL_FROM: 'Legajo <avisos@legajo.example>' })
  const delivery = registerMailDelivery(services)
  await services.jobs.start('api')
  await bareCompany(services, 31, 'Austral & Hijos')
  afterAll(async () => {
    delivery.close()
    await smtp.close()
  })
})
beforeEach(() => {
  smtp.mood = 'take'
})

const invitation: MailToQueue<'new_user'> = {
  event: 'new_user',
  to: 'ana@correo.example',
  language: 'es',
  variables: { nombre: 'Ana <b>', usuario: 'ana', empresa: 'Austral & Hijos', vence: '2026-10-05' },
  secretLink: link,
}
const receipts: MailToQueue<'new_document'> = {
  event: 'new_document',
  to: 'ana@correo.example',
  language: 'es',
  subject: { kind: 'document', id: 4 },
  variables: { nombre: 'Ana', documentos: [{ tipo: 'Recibo de sueldo', periodo: '2026-09-01' }] },
}
const queue = <E extends MailEvent>(mail: MailToQueue<E>) =>
  inCompany(services, 31, (tx) => queueMail(tx, services, mail))
const row = (id: number) =>
  inCompany(services, 31, (tx) =>
    tx.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

test('a mail is sent if its transaction commits, with its Message-ID, both parts and a readable button', async () => {
  const rolledBack = inCompany(services, 31, async (tx) => {
    await queueMail(tx, services, receipts)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  const id = await queue(receipts)
  expect((await row(id)).state).toBe('queued')
  expect(await services.jobs.runDueJobs()).toBe(1)
  const mail = await smtp.receive()
  const sent = await row(id)
  expect(sent).toMatchObject({
    state: 'sent',
    attempts: 1,
    reason: null,
    sent_at: expect.any(Date),
    subject_id: 4,
  })
  expect(mail.messageId).toBe(sent.message_id)
  expect(mail.recipients).toEqual(['ana@correo.example'])
  expect(mail.from?.value).toEqual([{ name: 'Austral & Hijos', address: 'avisos@legajo.example' }])
  expect(mail.subject).toBe('Ana, hay un documento nuevo: Recibo de sueldo')
  expect(mail.text).toContain('Recibo de sueldo, septiembre de 2026')
  expect(mail.text).toContain('Leer el documento: https://legajo.example/e/')
  expect(mail.html).toContain('href="https://legajo.example/e/documentos/4"')
  expect(mail.html).toContain('lang="es"')
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  expect(smtp.received).toHaveLength(1)
})

test('several documents are one mail that lists them, in the person’s language', async () => {
  const documentos = [
    { tipo: 'Holerite', periodo: '2026-09-01' },
    { tipo: 'Regulamento', periodo: null },
  ]
  await queue({ ...receipts, language: 'pt', variables: { nombre: 'Ana', documentos } })
  await services.jobs.runDueJobs()
  const mail = await smtp.receive()
  expect(mail.subject).toBe('Ana, há 2 novos documentos')
  expect(mail.text).toContain('Holerite, setembro de 2026\nRegulamento\n')
  expect(mail.html).toMatch(/Holerite, setembro de 2026<br\s*\/?>Regulamento/)
})

test('a link that opens an account stands in the mail, sealed in the row until then, and nowhere after', async () => {
  const id = await queue(invitation)
  const queued = await row(id)
  expect(JSON.stringify(queued)).not.toContain('opens-an-account')
  expect(queued.secret?.toString('latin1')).not.toContain('opens-an-account')
  await services.jobs.runDueJobs()
  const mail = await smtp.receive()
  expect(mail.text).toContain(`Crear la contraseña: ${link}`)
  expect(mail.text).toContain('hasta el 05/10/2026')
  expect(mail.html).toContain(`href="${link}"`)
  expect((await row(id)).secret).toBeNull()
})

test('a person’s name can’t become markup', async () => {
  await queue(invitation)
  await services.jobs.runDueJobs()
  const mail = await smtp.receive()
  expect(mail.html).toContain('Hola, Ana &#60;b&#62;')
  expect(mail.html).toContain('Austral &#38; Hijos')
  expect(mail.html).not.toContain('<b>')
})

test('a server that is busy is asked again later, and the same mail comes', async () => {
  smtp.mood = { refuse: 451, saying: 'try again later' }
  const id = await queue(receipts)
  await services.jobs.runDueJobs()
  const waiting = await row(id)
  expect(waiting).toMatchObject({
    state: 'queued',
    attempts: 1,
    reason: expect.stringContaining('try again later'),
  })
  expect(await services.jobs.runDueJobs()).toBe(0)
  smtp.mood = 'take'
  await services.jobs.runDueJobs({ later: true })
  expect((await smtp.receive()).messageId).toBe(waiting.message_id)
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2, reason: null })
})

test('after a day of trying it has failed, and its link is dropped', async () => {
  smtp.mood = { refuse: 451 }
  const id = await queue(invitation)
  const waits: number[] = []
  for (let n = 0; n < 8; n++) {
    await services.jobs.runDueJobs({ later: true })
    const { rows } = await services.database.pool.query<{ wait: number }>(
      `select extract(epoch from start_after - created_on)::float8 as wait from pgboss.job
        where state = 'created' and data -> 'data' ->> 'mail' = $1`,
      [id],
    )
    waits.push(...rows.map(({ wait }) => Math.round(wait / 60)))
  }
  expect(waits).toEqual([1, 5, 15, 60, 180, 360, 720])
  expect(await row(id)).toMatchObject({ state: 'failed', attempts: 8, secret: null })
  expect(await services.jobs.runDueJobs({ later: true })).toBe(0)
})

test('an address that is refused for good fails at once, with the reason', async () => {
  smtp.mood = { refuse: 550, saying: 'no such mailbox' }
  const before = smtp.received.length
  const id = await queue(invitation)
  await services.jobs.runDueJobs()
  expect(await row(id)).toMatchObject({
    state: 'failed',
    attempts: 1,
    reason: expect.stringContaining('no such mailbox'),
    secret: null,
  })
  expect(smtp.received).toHaveLength(before)
})

test('a company’s own words take the place of ours, but never of a security mail’s facts', async () => {
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const body = {
    type: 'doc',
    content: [
      paragraph(
        { type: 'text', text: '¡Buenas, ' },
        { type: 'variable', attrs: { name: 'nombre' } },
        { type: 'text', text: '!' },
      ),
      paragraph(
        { type: 'text', text: 'Se firma', marks: [{ type: 'bold' }] },
        { type: 'text', text: ' acá', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
        { type: 'text', text: ' y ahora', marks: [{ type: 'strike' }] },
      ),
      { type: 'iframe', content: [{ type: 'text', text: 'nothing' }] },
    ],
  }
  await inCompany(services, 31, async (tx) => {
    for (const event of ['new_document', 'new_user']) {
      await tx.db
        .insertInto('mail_templates')
        .values({
          company_id: 31,
          event,
          language: 'es',
          subject: 'Llegó {{tipo}} {{nada}}',
          title: 'Novedades de {{empresa}}',
          body: JSON.stringify(body),
          button_text: 'Ver',
        })
        .execute()
    }
  })
  await queue(receipts)
  await services.jobs.runDueJobs()
  const mail = await smtp.receive()
  expect(mail.subject).toBe('Llegó Recibo de sueldo')
  expect(mail.text).toMatch(/^Novedades de Austral & Hijos\n\n¡Buenas, Ana!\n\nSe firma acá y ahora\n\nVer: /)
  expect(mail.html).toContain('<strong>Se firma</strong>')
  expect(mail.html).not.toMatch(/javascript|nothing/)
  await queue({ ...invitation, variables: { ...invitation.variables, nombre: 'Ana' } })
  await services.jobs.runDueJobs()
  const security = await smtp.receive()
  expect(security.subject).toBe('Ana, crear la contraseña para entrar a Austral & Hijos')
  expect(security.text).toContain('¡Buenas, Ana!')
  expect(security.text).toContain('El usuario es ana.')
  expect(security.text).toContain(`Crear la contraseña: ${link}`)
})

test('every mail of the registry has all its words in both languages', async () => {
  await inCompany(services, 31, (tx) => tx.db.deleteFrom('mail_templates').execute())
  for (const [event, { link: leads }] of Object.entries(mailEvents)) {
    for (const language of ['es', 'pt'] as const) {
      const variables = exampleVariables(event as MailEvent, language, { nombre: 'Ana', now: new Date() })
      const mail = { event, to: 'ana@correo.example', language, variables }
      await queue({
        ...mail,
        ...(leads === 'secret' && { secretLink: link }),
        ...(leads === 'code' && { secretCode: '418302' }),
      } as MailToQueue<MailEvent>)
      await services.jobs.runDueJobs()
      const { subject, text = '', html } = await smtp.receive()
      const where = `${event} ${language}`
      expect(subject, where).toMatch(/\w/)
      for (const part of [text, String(html)]) expect(part, where).not.toMatch(/\{\{|\}\}|undefined/)
      const ofEmployees = leads === 'secret' || leads === 'document' || leads === 'site'
      const address = `https://legajo.example${ofEmployees ? '/e/' : (leads ?? '/')}`
      if (leads === 'code') expect(text, where).toContain('418302')
      else expect(text.includes(address), where).toBe(leads !== null)
      expect(
        text.split('\n\n').every((paragraph) => paragraph.trim()),
        where,
      ).toBe(true)
    }
  }
})

/** A user of the company with this mail; with a password unless they never signed in. */
const aUser = (username: string, signedIn: boolean) =>
  inCompany(services, 31, async (tx) => {
    const { id } = await tx.db
      .insertInto('users')
      .values({
        company_id: 31,
        username,
        first_name: 'Ana',
        last_name: 'Paz',
        mail: `${username}@correo.example`,
        country: 'AR',
        ...(signedIn && { password_hash: 'a hash', first_sign_in_done_at: new Date() }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

test('a mail about one document leads to it, names the user, and says so where it is to be signed', async () => {
  const userId = await aUser('ana_paz', true)
  const toSign = {
    ...receipts.variables,
    documentos: [{ tipo: 'Recibo', periodo: '2026-09-01', firma: true }],
  }
  await queue({ ...receipts, userId, to: 'ana_paz@correo.example', variables: toSign })
  await services.jobs.runDueJobs()
  const { subject, text = '' } = await smtp.receive()
  expect(subject).toBe('Ana, hay un documento para firmar: Recibo')
  expect(text).toContain('Hay un documento para firmar')
  expect(text).toContain('Usuario: ana_paz')
  expect(text).toContain('Leer y firmar: https://legajo.example/e/documentos/4')
})

test('a mail about several documents leads to their list', async () => {
  const userId = await aUser('bea_paz', true)
  const [document] = receipts.variables.documentos
  if (!document) throw new Error('no document')
  const variables = { ...receipts.variables, documentos: [document, document] }
  await queue({ ...receipts, userId, to: 'bea_paz@correo.example', variables })
  await services.jobs.runDueJobs()
  expect((await smtp.receive()).text).toMatch(/Leer los documentos: https:\/\/legajo\.example\/e\/$/m)
})

test('whoever never signed in gets an invitation in a mail about a document, at the account’s own address alone', async () => {
  const userId = await aUser('eva_paz', false)
  await queue({ ...receipts, userId, to: 'eva_paz@correo.example' })
  await services.jobs.runDueJobs()
  const { text = '' } = await smtp.receive()
  expect(text).toMatch(/Crear la contraseña: https:\/\/legajo\.example\/e\/ingreso#31\./)
  expect(text).toMatch(/Sirve una sola vez, hasta el \d\d\/\d\d\/\d{4}\./)
  await queue({ ...receipts, userId, to: 'former@correo.example' })
  await services.jobs.runDueJobs()
  expect((await smtp.receive()).text).not.toContain('ingreso#')
  const links = await inCompany(services, 31, (tx) =>
    tx.db.selectFrom('credential_links').select(['kind', 'mail_key']).where('user_id', '=', userId).execute(),
  )
  expect(links).toEqual([{ kind: 'invitation', mail_key: 'eva_paz@correo.example' }])
})

test('where single sign-on alone opens nobody is invited to make a password', async () => {
  const userId = await aUser('fer_paz', false)
  await inCompany(services, 31, (tx) =>
    tx.db
      .insertInto('sso_providers')
      .values({
        company_id: 31,
        kind: 'oidc',
        issuer: 'https://idp.example/31',
        client_id: 'legajo',
        mail_domains: ['correo.example'],
        only_sso: true,
        changed_at: new Date(),
      })
      .execute(),
  )
  await queue({ ...receipts, userId, to: 'fer_paz@correo.example' })
  await services.jobs.runDueJobs()
  expect((await smtp.receive()).text).not.toContain('ingreso#')
})

test('without a mail server it is a file that a mail program opens, readable by the server alone', async () => {
  const alone = await testServices()
  registerMailDelivery(alone)
  await alone.jobs.start('api')
  await bareCompany(alone, 31)
  await inCompany(alone, 31, (tx) => queueMail(tx, alone, invitation))
  await alone.jobs.runDueJobs()
  const folder = join(alone.config.dataDir, 'mail')
  const [name = '', ...more] = readdirSync(folder)
  expect(more).toEqual([])
  expect(name).toMatch(/\.eml$/)
  expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  const mail = await simpleParser(readFileSync(join(folder, name)))
  expect(mail.text).toContain(link)
})
