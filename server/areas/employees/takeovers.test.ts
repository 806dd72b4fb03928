import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account/account.ts'
import { approvals } from '#contract/approvals.ts'
import { certificates } from '#contract/certificates.ts'
import { codeOf } from '#contract/errors.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { employees } from '#contract/employees/employees.ts'
import { employment } from '#contract/employees/employment.ts'
import type { MailEvent } from '#contract/mails.ts'
import { security } from '#contract/security/security.ts'
import { session } from '#contract/session/session.ts'
import { shell } from '#contract/shell/shell.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import {
  aCompany,
  aPerson,
  giveFactor,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { endDueStays } from './employment.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

type Administrator = Person & { bearer: string }

let company: MadeCompany
/** Full HR, without the certificates' profile: tries to become a colleague. */
let attacker: Administrator
/** Full HR that answers for the certificates. */
let holder: Administrator
/** Full HR, without the certificates' profile. */
let colleague: Administrator
beforeEach(async () => {
  company = await aCompany(app)
  attacker = await administrator()
  holder = await administrator({ certificates: true })
  colleague = await administrator()
})

async function administrator({ certificates: holds = false } = {}): Promise<Administrator> {
  const person = await aPerson(app, company, {
    profiles: ['employee', 'hr', ...(holds ? (['certificate_holder'] as const) : [])],
  })
  return { ...person, bearer: await signIn(app, company, person) }
}

const by = async ({ bearer }: { bearer: string }) => ({ as: bearer, headers: await stepUp(app, bearer) })
type Ticketed = Awaited<ReturnType<typeof by>>

const second = [codeOf('SECOND_PERSON_NEEDED')]

const setProfiles = async (
  who: { bearer: string },
  { id }: { id: number },
  kinds: (keyof MadeCompany['profiles'])[],
  confirm: readonly string[] = [],
) =>
  app.call(
    employeeRights.setProfiles,
    { id, idperfiles: kinds.map((kind) => company.profiles[kind]) },
    { ...(await by(who)), confirm },
  )

const today = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' }).format(
    app.services.clock(),
  )
const inDays = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)

const end = async (
  who: { bearer: string },
  { id }: { id: number },
  { on = today(), confirm = [], as }: { on?: string; confirm?: readonly string[]; as?: Ticketed } = {},
) =>
  app.call(
    employment.end,
    { id, motivo: 'resignation', fechabaja: on },
    { ...(as ?? (await by(who))), confirm },
  )

const changeMail = async (who: { bearer: string }, { id }: { id: number }, mail: string | null) =>
  app.call(employees.changeMail, { id, mail: mail ?? '' }, await by(who))

/** The refusals that an administrator meets on every way to somebody's credentials. */
async function tries(who: { bearer: string }, victim: Person): Promise<(string | undefined)[]> {
  const withStepUp = await by(who)
  const { id } = victim
  const made = [
    await app.call(employees.changeMail, { id, mail: `tomado${id}@correo.example` }, withStepUp),
    await app.call(account.changePasswordOf, { id }, withStepUp),
    await app.call(employment.identify, { id, usuario: `tomado${id}` }, withStepUp),
    await app.call(security.reset, { id }, withStepUp),
    await app.call(account.printCode, { id }, withStepUp),
  ]
  return made.map(({ code }) => code)
}
const allRefused = [
  codeOf('ADMINISTRATOR_SIGN_IN_FIXED'),
  codeOf('PASSWORD_OF_ADMINISTRATOR'),
  codeOf('ADMINISTRATOR_SIGN_IN_FIXED'),
  'MFA_RESET_MANAGES',
  'PRINTED_CODE_MANAGES',
]

const profilesOf = async ({ id }: { id: number }) => {
  const { data } = await app.call(employeeRights.ofUser, { id }, { as: attacker.bearer })
  return data.perfiles.map(({ id: profile }: { id: number }) => profile)
}

/** The addressees of an event's mails. */
const mailed = (event: MailEvent) =>
  inCompany(app, company.id, async (tx) => {
    const rows = await tx.db.selectFrom('mails').select('to_address').where('event', '=', event).execute()
    return rows.map(({ to_address }) => to_address).toSorted()
  })

/** Moves the end of somebody's management into the past. */
const daysLater = ({ id }: { id: number }, days: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('users')
      .set({ managed_until: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', id)
      .execute(),
  )

const request = async ({ id }: { id: number }, { bearer }: { bearer: string }) =>
  app.call(approvals.ofSubject, { clase: 'administrator', asunto: id }, { as: bearer })

describe('an administrator who takes the management of a colleague with the certificates’ profile', () => {
  test('asks a second person; until then nothing changes, and the colleague keeps the certificates', async () => {
    const asked = await setProfiles(attacker, holder, ['employee', 'certificate_holder'])
    expect(asked).toMatchObject({ code: 'CONFIRMATION_REQUIRED', errors: [{ code: second[0] }] })
    const waiting = await setProfiles(attacker, holder, ['employee', 'certificate_holder'], second)
    expect(waiting.data.espera).toBe(true)
    expect(await profilesOf(holder)).toContain(company.profiles.hr)
    expect(await tries(attacker, holder)).toEqual(allRefused)
    // The requester can't be the second person, and asks once.
    const { data } = await request(holder, attacker)
    expect(data).toMatchObject({ decide: false, retira: true })
    const own = await app.call(approvals.decide, { id: data.id, acto: 'aprobar' }, await by(attacker))
    expect(own.code).toBe('APPROVAL_OWN')
    const again = await setProfiles(attacker, holder, ['employee', 'certificate_holder'], second)
    expect(again.code).toBe(codeOf('SECOND_PERSON_ASKED'))
    // The victim's session goes on, with the certificates.
    const setup = await app.call(certificates.setup, {}, { as: holder.bearer })
    expect(setup.data.crear).toBeNull()
    expect(await mailed('profiles_changed')).toEqual([])
  })

  test('takes it only by the word of another full administrator, after a step-up', async () => {
    await setProfiles(attacker, holder, ['employee', 'certificate_holder'], second)
    const limited = await aPerson(app, company, { profiles: ['limited'], filters: [{}] })
    const part = { ...limited, bearer: await signIn(app, company, limited) }
    // The person concerned and a limited administrator find nothing to decide.
    for (const nobody of [holder, part]) expect((await request(holder, nobody)).code).toBe('NOT_FOUND')
    expect(await mailed('administrator_change_to_approve')).toEqual([colleague.mail])
    const bell = await app.call(shell.concerns, {}, { as: colleague.bearer })
    expect(bell.data.avisos).toMatchObject([{ clase: 'cambio_por_aceptar', id: holder.id }])
    const { data } = await request(holder, colleague)
    expect(data).toMatchObject({ decide: true, retira: false })
    const decision = { id: data.id, acto: 'aprobar' } as const
    expect((await app.call(approvals.decide, decision, { as: colleague.bearer })).code).toBe(
      'STEP_UP_REQUIRED',
    )
    expect((await app.call(approvals.decide, decision, await by(colleague))).status).toBe(200)
    expect(await profilesOf(holder)).toEqual([company.profiles.employee, company.profiles.certificate_holder])
    expect((await app.call(session.actions, {}, { as: holder.bearer })).code).toBe('SESSION_EXPIRED')
    // Both are told, and the way in stays shut to either of them.
    expect(await mailed('profiles_changed')).toEqual([holder.mail])
    expect(await mailed('profiles_changed_of')).toEqual([attacker.mail])
    for (const either of [attacker, colleague]) expect(await tries(either, holder)).toEqual(allRefused)
  })

  test('may take the request back, and a rejected one changes nothing', async () => {
    await setProfiles(attacker, holder, ['employee', 'certificate_holder'], second)
    const first = await request(holder, attacker)
    expect((await app.call(approvals.withdraw, { id: first.data.id }, { as: attacker.bearer })).status).toBe(
      200,
    )
    await setProfiles(attacker, holder, ['employee', 'certificate_holder'], second)
    const { data } = await request(holder, colleague)
    const no = { id: data.id, acto: 'rechazar', motivo: 'No corresponde.' } as const
    expect((await app.call(approvals.decide, no, await by(colleague))).status).toBe(200)
    expect(await profilesOf(holder)).toContain(company.profiles.hr)
    // The requester gets a mail, and sees by whom and why it was rejected until it is asked again.
    expect(await mailed('request_rejected')).toEqual([attacker.mail])
    const bell = async ({ bearer }: { bearer: string }) =>
      (await app.call(shell.concerns, {}, { as: bearer })).data.avisos
    expect(await bell(attacker)).toMatchObject([
      { clase: 'pedido_rechazado', id: holder.id, nombre: expect.any(String), motivo: 'No corresponde.' },
    ])
    expect(await bell(colleague)).toEqual([])
    const rejectedAt = Date.now()
    for (const [minutes, shown] of [
      [-1, ['pedido_rechazado']],
      [1, []],
    ] as const) {
      app.setNow(new Date(rejectedAt + 14 * 86_400_000 + minutes * 60_000))
      const later = await bell({ bearer: await signIn(app, company, attacker) })
      expect(later.map(({ clase }: { clase: string }) => clase)).toEqual(shown)
    }
    app.setNow(null)
    await setProfiles(attacker, holder, ['employee', 'certificate_holder'], second)
    expect(await bell(attacker)).toEqual([])
  })

  test('is sent to the operator where nobody else could agree', async () => {
    await setProfiles(attacker, colleague, ['employee'])
    const answer = await setProfiles(attacker, holder, ['employee', 'certificate_holder'], second)
    expect(answer.code).toBe(codeOf('SECOND_PERSON_NOBODY'))
    expect(await profilesOf(holder)).toContain(company.profiles.hr)
  })
})

describe('an administrator who takes the management of a colleague without certificates', () => {
  test('takes it alone, mails both, and can’t enter as them for 30 days', async () => {
    await giveFactor(app, company, colleague)
    expect((await setProfiles(attacker, colleague, ['employee'])).status).toBe(200)
    expect(await mailed('profiles_changed')).toEqual([colleague.mail])
    expect(await mailed('profiles_changed_of')).toEqual([holder.mail])
    expect(await tries(attacker, colleague)).toEqual(allRefused)
    const shown = await app.call(security.of, { id: colleague.id }, { as: attacker.bearer })
    expect(shown.data.tiene).toBe(false)
    // The profile given back finds the same password as before.
    expect((await setProfiles(attacker, colleague, ['employee', 'hr'])).status).toBe(200)
    expect(await signIn(app, company, colleague)).toBeTruthy()
  })

  test('helps them as any employee from the thirty-first day on', async () => {
    await setProfiles(attacker, colleague, ['employee'])
    await daysLater(colleague, 29)
    expect(await tries(attacker, colleague)).toEqual(allRefused)
    await daysLater(colleague, 31)
    expect((await changeMail(attacker, colleague, 'nueva@correo.example')).status).toBe(200)
  })

  test('a change from one management profile to another shuts the same doors', async () => {
    await setProfiles(attacker, colleague, ['employee', 'manager'])
    await setProfiles(attacker, colleague, ['employee'])
    expect(await tries(attacker, colleague)).toEqual(allRefused)
  })

  test('a colleague who forgot the password gets in by their own link', async () => {
    await setProfiles(attacker, colleague, ['employee'])
    const asked = { user: colleague.username, email: colleague.mail ?? '' }
    expect((await app.call(account.forgotPassword, asked)).status).toBe(200)
    await app.services.jobs.runDueJobs()
    expect(await mailed('reset_password')).toEqual([colleague.mail])
  })
})

describe('an administrator who ends the stay of a colleague', () => {
  test('with the certificates’ profile asks a second person, and nothing ends until then', async () => {
    const asked = await end(attacker, holder)
    expect(asked).toMatchObject({ code: 'CONFIRMATION_REQUIRED', errors: [{ code: second[0] }] })
    const waiting = await end(attacker, holder, { confirm: second })
    expect(waiting.data).toMatchObject({ estado: 'active', espera: true })
    expect(await tries(attacker, holder)).toEqual(allRefused)
    const { data } = await request(holder, colleague)
    await app.call(approvals.decide, { id: data.id, acto: 'aprobar' }, await by(colleague))
    const ended = await app.call(employees.one, { id: holder.id }, { as: attacker.bearer })
    expect(ended.data).toMatchObject({ estado: 'inactive', espera: false, perfiles: ['Colaborador'] })
    expect(await tries(attacker, holder)).toEqual(allRefused)
  })

  test('asked for it where another accepted it, so that they don’t undo it themselves', async () => {
    await end(attacker, holder, { confirm: second })
    const { data } = await request(holder, colleague)
    await app.call(approvals.decide, { id: data.id, acto: 'aprobar' }, await by(colleague))
    const undo = async (who: { bearer: string }) =>
      app.call(employment.undo, { id: holder.id }, await by(who))
    expect((await undo(attacker)).code).toBe(codeOf('END_UNDO_OWN'))
    expect((await undo(colleague)).data.estado).toBe('active')
  })

  test('reinstates them with no other mail than theirs, and doesn’t get in', async () => {
    expect((await end(attacker, colleague)).data.estado).toBe('inactive')
    expect(await mailed('profiles_changed')).toEqual([colleague.mail])
    expect(await mailed('profiles_changed_of')).toEqual([holder.mail])
    expect(await tries(attacker, colleague)).toEqual(allRefused)
    const back = { id: colleague.id, fecha_contratacion: inDays(1) }
    const taken = { ...back, mail: `tomado${colleague.id}@correo.example` }
    const refused = await app.call(employment.reactivate, taken, await by(attacker))
    expect(refused.code).toBe(codeOf('ADMINISTRATOR_SIGN_IN_FIXED'))
    expect((await app.call(employment.reactivate, back, await by(attacker))).status).toBe(200)
    expect((await setProfiles(attacker, colleague, ['employee', 'hr'])).status).toBe(200)
    expect(await tries(attacker, colleague)).toEqual(allRefused)
    // A reinstated person makes a password anew, by a link that goes to nobody else.
    const signedIn = await app.call(session.login, { user: colleague.username, password })
    expect(signedIn.status).not.toBe(200)
    expect(await mailed('new_user')).toEqual([colleague.mail])
  })

  test('as a manager by default can’t: they see their reports and end no stay', async () => {
    const boss = await aPerson(app, company, { profiles: ['manager'] })
    const report = await aPerson(app, company, { managerId: boss.id })
    const manager = { ...boss, bearer: await signIn(app, company, boss) }
    const shown = await app.call(employees.one, { id: report.id }, { as: manager.bearer })
    expect(shown.data).toMatchObject({ estado: 'active', da_de_baja: false })
    expect((await end(manager, report)).code).toBe('SYSTEM_ACTION_NOT_GRANTED')
    expect((await end(attacker, report)).data.estado).toBe('inactive')
  })
})

describe('somebody who can grant is always left', () => {
  beforeEach(async () => {
    // Without the holder two are left.
    await inCompany(app, company.id, (tx) =>
      tx.db.deleteFrom('user_profiles').where('user_id', '=', holder.id).where('type', '<>', 1).execute(),
    )
  })

  test('an administrator with a planned end can’t remove the last colleague’s profile', async () => {
    expect((await end(colleague, attacker, { on: inDays(5) })).status).toBe(200)
    expect((await setProfiles(attacker, colleague, ['employee'])).code).toBe(codeOf('LAST_GRANTER'))
    expect((await end(attacker, colleague)).code).toBe(codeOf('LAST_GRANTER'))
    expect((await end(attacker, colleague, { on: inDays(9) })).code).toBe(codeOf('LAST_GRANTER'))
    // With a third who grants, it goes.
    await setProfiles(attacker, holder, ['employee', 'hr'])
    expect((await setProfiles(attacker, colleague, ['employee'])).status).toBe(200)
  })

  test('a filter never narrows the last one, nor are they given a profile that takes filters', async () => {
    expect((await end(colleague, attacker, { on: inDays(5) })).status).toBe(200)
    const { id: employee } = await aPerson(app, company, { sector: 'Depósito' })
    const { sector } = (await app.call(employees.one, { id: employee }, { as: attacker.bearer })).data
    const filter = { id: colleague.id, filtros: [{ sector: sector.id, locacion: null }] }
    const narrow = async () => app.call(employeeRights.setFilters, filter, await by(attacker))
    expect((await narrow()).code).toBe(codeOf('FILTER_WITHOUT_LIMITED_PROFILE'))
    expect((await setProfiles(attacker, colleague, ['employee', 'limited'])).code).toBe(
      codeOf('LAST_GRANTER'),
    )
    expect((await narrow()).code).toBe(codeOf('FILTER_WITHOUT_LIMITED_PROFILE'))
    const held = await app.call(employeeRights.ofUser, { id: colleague.id }, { as: attacker.bearer })
    expect(held.data).toMatchObject({ filtros: [] })
    // With a third who grants, the colleague is given the profile and the filter.
    await setProfiles(attacker, holder, ['employee', 'hr'])
    expect((await setProfiles(attacker, colleague, ['employee', 'limited'])).status).toBe(200)
    expect((await narrow()).status).toBe(200)
  })

  test('two who end each other’s stay at once leave one of them', async () => {
    // The tickets come first: who is ended first would have no session to ask for one.
    const [one, other] = [await by(attacker), await by(colleague)]
    const answers = await Promise.all([
      end(attacker, colleague, { as: one }),
      end(colleague, attacker, { as: other }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a planned end that would take the last one waits until somebody else can grant', async () => {
    expect((await end(colleague, attacker, { on: inDays(1) })).status).toBe(200)
    // The colleague goes by another way than the portal.
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', colleague.id).execute(),
    )
    const state = async () =>
      inCompany(app, company.id, (tx) =>
        tx.db.selectFrom('employees').select('state').where('id', '=', attacker.id).executeTakeFirst(),
      )
    try {
      app.setNow(new Date(Date.now() + 2 * 86_400_000))
      await endDueStays(app.services)
      expect(await state()).toEqual({ state: 'active' })
      await inCompany(app, company.id, (tx) =>
        tx.db.updateTable('users').set({ locked_at: null }).where('id', '=', colleague.id).execute(),
      )
      await endDueStays(app.services)
      expect(await state()).toEqual({ state: 'inactive' })
    } finally {
      app.setNow(null)
    }
  })
})
