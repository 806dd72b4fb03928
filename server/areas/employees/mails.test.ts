import { beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { employeeMails } from '#contract/employees/mails.ts'
import type { MailEvent } from '#contract/mails.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { exampleVariables } from '#server/shared/mail/words.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
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
import { mailsTo } from './mails.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let person: Person

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  person = await aPerson(app, company, { sector: 'Calidad' })
})

/** A mail to the person, asked for on a day and in a state. */
function aMail(day: string, event: MailEvent, state: object = {}, extras: object = {}) {
  app.setNow(new Date(`${day}T12:00:00Z`))
  return inCompany(app, company.id, async (tx) => {
    const id = await queueMail(tx, app.services, {
      event,
      userId: person.id,
      to: 'someone@correo.example',
      language: 'es',
      variables: exampleVariables(event, 'es', { nombre: 'Jorge', now: app.services.clock() }),
      ...extras,
    })
    if (Object.keys(state).length > 0)
      await tx.db.updateTable('mails').set(state).where('id', '=', id).execute()
    return id
  })
}
const list = (as: string, input: object = {}) =>
  app.call(employeeMails.list, { id: person.id, ...input }, { as })

test('a person’s mails are listed with their delivery, and neither words nor secrets', async () => {
  await aMail('2025-10-01', 'welcome')
  const sent = await aMail(
    '2026-02-01',
    'new_user',
    { state: 'sent', sent_at: new Date('2026-02-02Z') },
    {
      secretLink: 'https://austral.example/e/enlace/secreto',
    },
  )
  const failed = await aMail('2026-03-01', 'welcome', {
    state: 'failed',
    attempts: 1,
    reason: '550 5.1.1 user unknown: someone@correo.example',
  })
  const waiting = await aMail('2026-04-01', 'welcome', { attempts: 2, reason: 'ETIMEDOUT' })
  const fresh = await aMail('2026-04-02', 'welcome')
  await aMail('2026-04-03', 'welcome', {}, { test: {} })
  app.setNow(new Date('2026-11-04T15:00:00Z'))
  const { data, status, pagination, bytes } = await list(hr.bearer)
  expect(status).toBe(200)
  expect(data).toEqual([
    { id: fresh, evento: 'welcome', estado: 'en_camino', cuando: at('2026-04-02'), causa: null, intentos: 0 },
    {
      id: waiting,
      evento: 'welcome',
      estado: 'en_camino',
      cuando: at('2026-04-01'),
      causa: 'sin_respuesta',
      intentos: 2,
    },
    {
      id: failed,
      evento: 'welcome',
      estado: 'fallido',
      cuando: at('2026-03-01'),
      causa: 'buzon',
      intentos: 1,
    },
    {
      id: sent,
      evento: 'new_user',
      estado: 'enviado',
      cuando: '2026-02-02T00:00:00.000Z',
      causa: null,
      intentos: 0,
    },
  ])
  expect(pagination).toMatchObject({ total: 4 })
  expect(bytes.toString()).not.toMatch(/secreto|correo\.example|Jorge/)
  expect((await list(hr.bearer, { page: 2, perPage: 3 })).data.map(({ id }: { id: number }) => id)).toEqual([
    sent,
  ])
})

const at = (day: string) => `${day}T12:00:00.000Z`

test('nobody out of reach, of another company, or without the right reads them', async () => {
  const themselves = await signIn(app, company, person, 'e')
  const near = await aLimited(app, company, { sector: 'Calidad', actions: [actions.employees] })
  const far = await aLimited(app, company, { sector: 'Otro', actions: [actions.employees] })
  const other = await anAdministrator(app, await aCompany(app))
  expect((await list(near.bearer)).status).toBe(200)
  expect((await list(far.bearer)).status).toBe(404)
  expect((await list(other.bearer)).status).toBe(404)
  expect((await list(themselves)).status).toBe(403)
})

test('they are read by the person’s index', async () => {
  const limits = { limit: 25, offset: 0 }
  for (const plan of await explain(app, company, (db) => mailsTo(db, person.id, new Date(0), limits)))
    expect(plan.filter((one) => one['Node Type'] === 'Seq Scan')).toEqual([])
})
