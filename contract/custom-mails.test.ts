import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allMails } from './custom-mails.ts'
import { type MailEvent, mailEvents, mailVariables } from './mails.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, 'locales', path), 'utf8'))

/** The events of the specification, by section, and our names of them. */
const specified = {
  workers: ['new_user', 'password_changed', 'blocked_user', 'onboarding_done'],
  documents: ['new_document', 'signature_reminder', 'new_form', 'paper_approved'],
  licences: ['leave_requested', 'leave_rejected', 'leave_balance_expiring'],
  tasks: ['decisions_waiting', 'paper_rejected', 'paper_returned'],
  company: ['backup_ready', 'new_post'],
}

test('the sixteen mails of the specification stand in their sections', () => {
  const found = Object.entries(specified).flatMap(([section, names]) => names.map((name) => [name, section]))
  expect(found).toHaveLength(16)
  const sections = new Map(allMails.map(({ clave, seccion }) => [clave, seccion]))
  for (const [name = '', section] of found) expect(sections.get(name), name).toBe(section)
})

test('no section is empty, and no name stands twice', () => {
  expect(new Set(allMails.map(({ seccion }) => seccion)).size).toBe(6)
  expect(new Set(allMails.map(({ clave }) => clave)).size).toBe(allMails.length)
})

test.each(['es', 'pt'])('every variable of a mail has a name and an example in %s', (language) => {
  const words = read(`${language}/mails-variables.json`)
  const used = new Set((Object.keys(mailEvents) as MailEvent[]).flatMap(mailVariables))
  for (const name of used) {
    expect(words[name]?.titulo, name).toMatch(/\S/)
    expect(words[name]?.ejemplo, name).toMatch(/\S/)
  }
  expect(Object.keys(words).sort()).toEqual([...used].sort())
})

test.each(['es', 'pt'])(
  'the standard words in %s name only variables that a company may use too',
  (language) => {
    const folder = join(root, 'locales', language, 'mails')
    for (const file of readdirSync(folder).filter((name) => name !== 'frame.json'))
      for (const [event, words] of Object.entries(read(`${language}/mails/${file}`)))
        for (const [, name = ''] of JSON.stringify(words).matchAll(/\{\{(\w+)\}\}/g))
          expect([...mailVariables(event as MailEvent), 'codigo'], event).toContain(name)
  },
)

test.each(['es', 'pt'])('each mail has a name on the screen in %s', (language) => {
  expect(Object.keys(read(`${language}/mails-events.json`)).sort()).toEqual(
    allMails.map(({ clave }) => clave).sort(),
  )
})

test('the words of a security mail begin with a greeting, which a company may replace', () => {
  for (const language of ['es', 'pt'])
    for (const file of readdirSync(join(root, 'locales', language, 'mails')))
      for (const [event, words] of Object.entries<Record<string, string>>(read(`${language}/mails/${file}`)))
        if (event in mailEvents && mailEvents[event as MailEvent].security)
          expect(words['text'], event).toMatch(/^(?:Hola, \{\{nombre\}\}:|Olá, \{\{nombre\}\},)\n\n\S/)
})

test('a mail is queued in one file, and sent from one, apart from the health check of the mail server', () => {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  )
  const having = (text: RegExp) =>
    files.filter((file) => text.test(readFileSync(join(root, 'server', file), 'utf8')))
  expect(having(/insertInto\('mails'\)|insert into mails\b/)).toEqual(['shared/mail/mail.ts'])
  expect(having(/from 'nodemailer'/)).toEqual(['http/health.ts', 'shared/mail/delivery.ts'])
})
