import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { type Call, pathNames } from '#contract/call.ts'
import { documents } from '#contract/documents/documents.ts'
import { employees } from '#contract/employees/employees.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type Answer, type TestApp, testApp } from './testing/app.ts'
import type { MadeCompany } from './areas/company/operations.ts'
import { aDocument, aType } from './testing/documents.ts'
import { sampleOf as inputOf } from './testing/samples.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn, stepUp } from './testing/factories.ts'

/**
 * Makes every bound call as somebody who may not: without session, with an ended one, from the other site, under a
 * profile without the action, and as an administrator with another company's ids. A new call is covered as soon as it
 * is bound.
 */
let app: TestApp
const bearers = { ended: '', employee: '', powerless: '', admin: '', restricted: '', limited: '' }
let tickets: Record<'admin' | 'employee', Record<string, string>>
let pdf: Uint8Array
/** The id of another company's row in every table that a call names rows of: ours begin far below. */
const foreign = 900_001
/** The id of our own person and document that the limited administrator doesn't reach. */
const beyond = 800_001
/** The id of nothing. */
const nothing = 700_001

beforeAll(async () => {
  app = await testApp()
  pdf = await payslip()
  const company = await aCompany(app)
  const admin = await anAdministrator(app, company)
  bearers.admin = admin.bearer
  const person = await aPerson(app, company, { profiles: ['employee', 'manager'] })
  bearers.employee = await signIn(app, company, person, 'e')
  tickets = {
    admin: await stepUp(app, admin.bearer),
    employee: await stepUp(app, bearers.employee),
  }
  bearers.powerless = await signIn(app, company, person, 's')
  await inCompany(app, company.id, (tx) =>
    tx.db.deleteFrom('profile_actions').where('profile_id', '=', company.profiles.manager).execute(),
  )
  bearers.ended = await signIn(app, company, person, 'e')
  bearers.restricted = await signIn(app, company, person, 'e')
  await inCompany(app, company.id, async (tx) => {
    const [last, before] = await tx.db
      .selectFrom('sessions')
      .select('id')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    await tx.db
      .updateTable('sessions')
      .set({ restriction: 'ingreso' })
      .where('id', '=', last?.id ?? 0)
      .execute()
    await tx.db
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('id', '=', before?.id ?? 0)
      .execute()
  })
  const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ninguno' }] })
  bearers.limited = await signIn(app, company, limited)
  await inCompany(app, company.id, async (tx) => {
    const profile_id = company.profiles.limited
    await tx.db.deleteFrom('profile_actions').where('profile_id', '=', profile_id).execute()
    const every = Object.values(actions).map((action) => ({ company_id: tx.company, profile_id, action }))
    await tx.db.insertInto('profile_actions').values(every).execute()
  })
  await countFrom(beyond, ['users', 'documents'])
  await aDocumentOf(company, await aPerson(app, company))
  await countFrom(foreign, named)
  const other = await aCompany(app)
  const stranger = await anAdministrator(app, other)
  await aDocumentOf(other, stranger)
  await inCompany(app, other.id, async (tx) => {
    const now = new Date()
    for (const table of ['sectors', 'locations', 'positions', 'cost_centres'] as const)
      await tx.db.insertInto(table).values({ company_id: tx.company, name: 'Ajeno' }).execute()
    await tx.db
      .insertInto('certificates')
      .values({
        company_id: tx.company,
        holder_name: 'Ajena',
        position: 'Apoderada',
        mail: 'ajena@correo.example',
        tax_id: '20000000001',
        company_name: 'Ajena S.A.',
        company_tax_id: '30709126845',
        chain: [],
        serial: '01',
        wrapped_key: '{}',
        password_hash: 'x',
        valid_from: now,
        valid_until: new Date(now.getTime() + 86_400_000),
        created_by: stranger.id,
      })
      .execute()
    // The other company's rows must exist, or the test below would prove nothing.
    for (const table of named) {
      const row = await tx.db.selectFrom(table).select('id').where('id', '=', foreign).executeTakeFirst()
      expect([table, row?.id]).toEqual([table, foreign])
    }
  })
})

const named = [
  'users',
  'documents',
  'document_types',
  'folders',
  'certificates',
  'employers',
  'sectors',
  'locations',
  'positions',
  'cost_centres',
] as const

async function countFrom(first: number, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await app.services.database.pool.query(`alter table ${table} alter column id restart with ${first}`)
}

async function aDocumentOf(company: MadeCompany, person: { id: number }): Promise<void> {
  const type = await aType(app, company)
  await aDocument(app, company, { employee_id: person.id, type_id: type.id })
}

const make = (call: Call, as: string | undefined, headers: Record<string, string> = {}): Promise<Answer> =>
  app.call(call, sampleOf(call), {
    as,
    headers,
    ...(call.upload && { file: { name: '../../muestra.pdf', bytes: pdf } }),
  })
const guarded = () => app.calls.filter((call) => call.need !== 'public')

/**
 * Whether a path contains ids. A personal setting is addressed by a key, which belongs to nobody else, and a mail by its
 * event, which every company has.
 */
const namesIds = (path: string) => pathNames(path).some((name) => name !== 'clave' && name !== 'event')

describe('every call', () => {
  test('without a session is 401', async () => {
    for (const call of guarded())
      expect([call.path, (await make(call, undefined)).status]).toEqual([call.path, 401])
  })

  test('with an ended session is 401', async () => {
    for (const call of guarded())
      expect([call.path, (await make(call, bearers.ended)).code]).toEqual([call.path, 'SESSION_EXPIRED'])
  })

  test('of the portal is shut to an employee’s session, and the other way round', async () => {
    for (const call of guarded()) {
      if (call.need === 'session') continue
      const wrong = call.need === 'self' ? bearers.admin : bearers.employee
      expect([call.path, (await make(call, wrong)).code]).toEqual([call.path, 'SESSION_OTHER_SITE'])
    }
  })

  test('that names actions is shut to a profile with none', async () => {
    for (const call of guarded().filter((one) => typeof one.need !== 'string')) {
      expect([call.path, (await make(call, bearers.powerless)).code]).toEqual([
        call.path,
        'SYSTEM_ACTION_NOT_GRANTED',
      ])
    }
  })

  test('is shut to a restricted session, but for those that end the restriction', async () => {
    for (const call of guarded().filter((one) => !one.restricted)) {
      expect([call.path, (await make(call, bearers.restricted)).code]).toEqual([
        call.path,
        'SESSION_RESTRICTED',
      ])
    }
  })

  test('that asks for the password again is refused without it', async () => {
    for (const call of guarded().filter((one) => one.stepUp)) {
      const as = call.need === 'self' ? bearers.employee : bearers.admin
      expect([call.path, (await make(call, as)).code]).toEqual([call.path, 'STEP_UP_REQUIRED'])
    }
  })

  test('never fails, and finds nothing by another company’s ids', async () => {
    for (const call of guarded()) {
      const who = call.need === 'self' ? 'employee' : 'admin'
      const answer = await make(call, bearers[who], tickets[who])
      expect([call.path, answer.status]).not.toEqual([call.path, 500])
      if (namesIds(call.path))
        expect([call.path, answer.status >= 400 && answer.status < 500]).toEqual([call.path, true])
    }
  })

  test('answers somebody out of reach exactly as somebody who doesn’t exist', async () => {
    // With full reach both are found, so that the calls below are refused for reach alone.
    for (const call of [documents.detail, employees.one])
      expect((await app.call(call, { id: beyond }, { as: bearers.admin })).status).toBe(200)
    for (const call of guarded().filter((one) => namesIds(one.path))) {
      const as = call.need === 'self' ? bearers.employee : bearers.limited
      const headers = call.stepUp && call.need !== 'self' ? await stepUp(app, bearers.limited) : {}
      const seen = async (id: number) => {
        const ids = Object.fromEntries(
          pathNames(call.path).map((name) => [name, name === 'b' || name === 'c' ? 1 : id]),
        )
        const { status, code } = await app.call(call, { ...sampleOf(call), ...ids }, { as, headers })
        return [call.method, call.path, status, code]
      }
      const absent = await seen(nothing)
      expect(absent[2]).toBeGreaterThanOrEqual(400)
      expect(await seen(beyond)).toEqual(absent)
      expect(await seen(foreign)).toEqual(absent)
    }
  })

  test('refuses a field that it doesn’t know', async () => {
    for (const call of guarded().filter((one) => !one.upload && pathNames(one.path).length === 0)) {
      const who = call.need === 'self' ? 'employee' : 'admin'
      const answer = await app.call(
        call,
        { ...sampleOf(call), perfil_oculto: '1' },
        { as: bearers[who], headers: tickets[who] },
      )
      expect([call.path, answer.errors.map((error) => error.code)]).toEqual([
        call.path,
        expect.arrayContaining(['SYSTEM_API_PARAMETER_NOT_EXPECTED']),
      ])
    }
  })
})

/** A plausible input, every id another company's. */
const sampleOf = (call: Call) => inputOf(call, foreign)
