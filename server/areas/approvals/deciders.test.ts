import fc from 'fast-check'
import { sql, type SqlBool } from 'kysely'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { approvals } from '#contract/approvals.ts'
import { deputies } from '#contract/deputies.ts'
import { security } from '#contract/security/security.ts'
import { joints } from '#server/areas.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import type { Decided, KindOfApproval } from '#server/shared/approval-kinds.ts'
import { refuse } from '#server/shared/errors.ts'
import { addDays } from '#server/shared/today.ts'
import { afterFile } from '#server/testing/after-file.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  type PersonWanted,
  signIn,
} from '#server/testing/factories.ts'
import { openApproval, redirectApprovals, reopenApproval, shownDecisions, type Step } from './operations.ts'
import { tellDeciders } from './telling.ts'
import { approveByTime } from './time.ts'

const carriedOut: Decided[] = []
const byTime: number[] = []
const change: KindOfApproval = {
  acts: ['aprobar', 'rechazar', 'devolver'],
  tells: true,
  reach: () => sql<SqlBool>`true`,
  titles: async (_tx, subjects) => new Map(subjects.map((id) => [id, `Cambio ${id}`])),
  decided: async (_tx, _ctx, decided) => void carriedOut.push(decided),
  approvedByTime: async (_tx, _services, id) => void byTime.push(id),
}

type Somebody = Person & { bearer: string }
type Act = 'aprobar' | 'rechazar' | 'devolver'

let app: TestApp
let company: MadeCompany
let hr: Somebody
let sender: Somebody
let subject = 500

beforeAll(async () => {
  const former = { ...joints.kindsOfApproval }
  joints.kindsOfApproval.change = change
  afterFile(() => Object.assign(joints.kindsOfApproval, former))
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  sender = await somebody()
})
beforeEach(() => {
  carriedOut.length = 0
  subject++
})

/** Somebody with an approver's profile and no management profile, signed in at the employees' site. */
async function somebody(wanted: PersonWanted = {}, of = company): Promise<Somebody> {
  const person = await aPerson(app, of, { profiles: ['employee', 'leave_approver'], ...wanted })
  return { ...person, bearer: await signIn(app, of, person, 'e') }
}

const action = actions.employeeAdministration
const acting = (who: { id: number } = sender) => ({
  services: app.services,
  evidence: { actorId: who.id, detail: { address: '10.0.0.1', device: 'Firefox' } },
})
async function open(steps: readonly Omit<Step, 'action'>[], employeeId = sender.id, of = company) {
  const { id } = await inCompany(app, of.id, (tx) =>
    openApproval(tx, acting({ id: employeeId }), {
      kind: 'change',
      subjectId: subject,
      employeeId,
      steps: steps.map((step) => ({ action, ...step })),
      nobody: null,
    }),
  )
  return id
}
const decide = (id: number, who: { bearer: string }, acto: Act = 'aprobar') =>
  app.call(
    approvals.decide,
    { id, acto, ...(acto !== 'aprobar' && { motivo: 'Falta la firma' }) },
    { as: who.bearer },
  )
const may = async (id: number, who: { bearer: string }): Promise<boolean> => {
  const answer = await app.call(approvals.one, { id }, { as: who.bearer })
  return answer.status === 200 && answer.data.decide
}
const statesOf = (id: number, of = company) =>
  inCompany(app, of.id, async ({ db }) => {
    const steps = await db
      .selectFrom('approval_steps')
      .select('state')
      .where('approval_id', '=', id)
      .orderBy('n')
      .execute()
    return steps.map(({ state }) => state)
  })
const setEmployee = (
  id: number,
  set: { state?: 'active' | 'inactive'; manager_id?: number; approver_id?: number },
) =>
  inCompany(app, company.id, ({ db }) => db.updateTable('employees').set(set).where('id', '=', id).execute())
const lock = (id: number) =>
  inCompany(app, company.id, ({ db }) =>
    db.updateTable('users').set({ locked_at: app.services.clock() }).where('id', '=', id).execute(),
  )
async function groupOf(people: readonly { id: number }[], of = company): Promise<number> {
  return inCompany(app, of.id, async ({ db }) => {
    const now = app.services.clock()
    const author = people[0]?.id ?? hr.id
    const stamps = { changed_by: author, changed_at: now, created_at: now }
    const workflow = await db
      .insertInto('workflows')
      .values({ company_id: of.id, name: 'Prueba', state: 'active', ...stamps })
      .returning('id')
      .executeTakeFirstOrThrow()
    const group = await db
      .insertInto('workflow_groups')
      .values({ company_id: of.id, workflow_id: workflow.id, n: 1, name: 'Grupo', need: 'one' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const members = people.map(({ id }) => ({ company_id: of.id, group_id: group.id, user_id: id }))
    await db.insertInto('workflow_members').values(members).execute()
    return group.id
  })
}
const mailsOf = (of: MadeCompany) =>
  inCompany(app, of.id, ({ db }) =>
    db
      .selectFrom('mails')
      .select(['event', 'user_id'])
      .where('event', 'in', ['team_waiting', 'decisions_waiting', 'decisions_stuck'])
      .orderBy('id')
      .execute(),
  )
/** The date so many days from now. */
const dayIn = (days: number) => addDays(new Date().toISOString().slice(0, 10), days)
const nameDeputy = (who: Somebody, deputy: { id: number }, desde = dayIn(-20), hasta = dayIn(120)) =>
  app.call(deputies.name, { id_usuario: deputy.id, desde, hasta }, { as: who.bearer })

describe('a step that names', () => {
  test('a person is theirs, at the employees’ site, and nobody else’s', async () => {
    const foreman = await somebody({ profiles: ['employee'] })
    const other = await somebody()
    const id = await open([{ named: { person: foreman.id } }])
    expect(await may(id, foreman)).toBe(true)
    for (const who of [hr, other]) expect((await decide(id, who)).code).toBe('NOT_FOUND')
    expect((await decide(id, foreman)).data).toMatchObject({ estado: 'approved' })
    expect((await decide(id, foreman)).code).toBe('APPROVAL_DECIDED')
    expect(carriedOut).toHaveLength(1)
  })

  test('somebody who left, or is locked, is decided by Human Resources', async () => {
    const [gone, locked] = [await somebody(), await somebody()]
    const first = await open([{ named: { person: gone.id } }])
    subject++
    const second = await open([{ named: { person: locked.id } }])
    expect([await may(first, hr), await may(second, hr)]).toEqual([false, false])
    await setEmployee(gone.id, { state: 'inactive' })
    await lock(locked.id)
    expect([await may(first, hr), await may(second, hr)]).toEqual([true, true])
    expect((await decide(first, gone)).status).not.toBe(200)
    expect((await decide(first, hr)).status).toBe(200)
  })

  test('the manager is today’s', async () => {
    const [former, today] = [
      await somebody({ profiles: ['employee'] }),
      await somebody({ profiles: ['employee'] }),
    ]
    const worker = await somebody({ managerId: former.id })
    const id = await open([{ named: { of: 'manager' } }], worker.id)
    expect([await may(id, former), await may(id, today)]).toEqual([true, false])
    await setEmployee(worker.id, { manager_id: today.id })
    expect([await may(id, former), await may(id, today)]).toEqual([false, true])
    expect((await decide(id, worker)).code).toBe('APPROVAL_OWN')
  })

  test('the approver, and then the approver’s approver', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const worker = await somebody()
    await setEmployee(worker.id, { approver_id: one.id })
    await setEmployee(one.id, { approver_id: two.id })
    const id = await open([{ named: { of: 'approver' } }, { named: { of: 'second_approver' } }], worker.id)
    expect((await decide(id, two)).code).toBe('NOT_FOUND')
    await decide(id, one)
    expect([await may(id, one), await may(id, two)]).toEqual([false, true])
    expect((await decide(id, two)).data).toMatchObject({ estado: 'approved' })
  })

  test('the approver’s approver, who left, is decided by Human Resources, whoever else approves', async () => {
    const [chief, approver, worker] = [await somebody(), await somebody(), await somebody()]
    await setEmployee(worker.id, { approver_id: approver.id })
    await setEmployee(approver.id, { approver_id: chief.id })
    const id = await open([{ named: { of: 'second_approver' } }], worker.id)
    expect([await may(id, chief), await may(id, hr)]).toEqual([true, false])
    await setEmployee(chief.id, { state: 'inactive' })
    expect([await may(id, approver), await may(id, hr)]).toEqual([false, true])
  })

  test('a group of whom each is needed waits for everybody who is at work', async () => {
    const [one, two, three] = [await somebody(), await somebody(), await somebody()]
    const group = await groupOf([one, two, three])
    const id = await open([{ named: { group }, need: 'all' }, {}])
    await decide(id, one)
    expect(await statesOf(id)).toEqual(['open', 'waiting'])
    expect((await decide(id, one)).code).toBe('APPROVAL_DECIDED')
    expect(await may(id, hr)).toBe(false)
    await setEmployee(two.id, { state: 'inactive' })
    await decide(id, three)
    expect(await statesOf(id)).toEqual(['approved', 'open'])
    expect((await decide(id, hr)).data).toMatchObject({ estado: 'approved' })
  })

  test('a group of whom each is needed ends with the first who rejects', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const id = await open([{ named: { group: await groupOf([one, two]) }, need: 'all' }])
    await decide(id, one, 'rechazar')
    expect(carriedOut).toMatchObject([{ outcome: 'rejected' }])
    expect((await decide(id, two)).code).toBe('APPROVAL_DECIDED')
  })

  test('a group goes to Human Resources once the last who was wanted has left', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const id = await open([{ named: { group: await groupOf([one, two]) }, need: 'all' }])
    await decide(id, one)
    await setEmployee(two.id, { state: 'inactive' })
    expect([await may(id, one), await may(id, hr)]).toEqual([false, true])
    expect((await decide(id, hr)).data).toMatchObject({ estado: 'approved' })
  })

  test('a group without the profile that may approve goes to Human Resources', async () => {
    const one = await somebody()
    const id = await open([{ named: { group: await groupOf([one]) } }])
    expect(await may(id, one)).toBe(true)
    await inCompany(app, company.id, ({ db }) =>
      db
        .deleteFrom('user_profiles')
        .where('user_id', '=', one.id)
        .where('profile_id', '=', company.profiles.leave_approver)
        .execute(),
    )
    expect([await may(id, one), await may(id, hr)]).toEqual([false, true])
  })

  test('somebody who approved a step before is passed over, and marked so', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const both = await groupOf([one, two])
    const id = await open([
      { named: { person: one.id } },
      { named: { group: both } },
      { named: { person: two.id } },
    ])
    await decide(id, one)
    expect(await statesOf(id)).toEqual(['approved', 'skipped', 'open'])
    expect((await decide(id, two)).data).toMatchObject({ estado: 'approved' })
  })

  test('people asks each of them anew after it was returned and came back', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const id = await open([{ named: { group: await groupOf([one, two]) }, need: 'all' }])
    await decide(id, one)
    await decide(id, two, 'devolver')
    expect(await statesOf(id)).toEqual(['returned'])
    app.setNow(new Date(Date.now() + 60_000))
    await inCompany(app, company.id, (tx) => reopenApproval(tx, acting(), 'change', subject))
    expect([await may(id, one), await may(id, two)]).toEqual([true, true])
    await decide(id, one)
    expect(await statesOf(id)).toEqual(['open'])
    expect((await decide(id, two)).data).toMatchObject({ estado: 'approved' })
    app.setNow(null)
  })

  test('people of a workflow that was ended goes to the plain inbox', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const group = await groupOf([one])
    const workflow = await inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('workflow_groups')
        .select('workflow_id')
        .where('id', '=', group)
        .executeTakeFirstOrThrow(),
    )
    const begin = () =>
      inCompany(app, company.id, (tx) =>
        openApproval(tx, acting(), {
          kind: 'change',
          subjectId: subject++,
          employeeId: sender.id,
          workflowId: workflow.workflow_id,
          steps: [
            { action, named: { group } },
            { action, named: { person: two.id } },
          ],
          nobody: null,
        }),
      )
    const [{ id }, { id: halfway }] = [await begin(), await begin()]
    await decide(halfway, one)
    const other = await open([{ named: { person: one.id } }])
    const redirect = () =>
      inCompany(app, company.id, (tx) => redirectApprovals(tx, acting(hr), workflow.workflow_id, action))
    expect(await redirect()).toBe(2)
    expect(await statesOf(id)).toEqual(['skipped', 'skipped', 'open'])
    expect(await statesOf(halfway)).toEqual(['approved', 'skipped', 'open'])
    expect(await statesOf(other)).toEqual(['open'])
    expect([await may(id, one), await may(id, hr)]).toEqual([false, true])
    expect((await decide(id, hr)).data).toMatchObject({ estado: 'approved' })
    await decide(halfway, hr)
    expect(await redirect()).toBe(0)
  })
})

describe('a deputy', () => {
  test('decides on the days of it, and both names are kept', async () => {
    const [chief, deputy] = [
      await somebody({ lastName: 'Titular' }),
      await somebody({ lastName: 'Suplente' }),
    ]
    const id = await open([{ named: { person: chief.id } }])
    const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10)
    const stand = (from: number, to: number) => nameDeputy(chief, deputy, day(from), day(to))
    expect((await stand(2, 15)).status).toBe(200)
    expect(await may(id, deputy)).toBe(false)
    await stand(-9, 9)
    expect([await may(id, deputy), await may(id, chief)]).toEqual([true, true])
    expect((await decide(id, deputy)).data).toMatchObject({ estado: 'approved' })
    const said = await inCompany(app, company.id, (tx) => shownDecisions(tx, id))
    expect(said).toMatchObject([
      { quien: expect.stringContaining('Suplente'), por: expect.stringContaining('Titular') },
    ])
  })

  test('who is named beside the person whom they stand in for decides in their own name first', async () => {
    const [chief, deputy] = [await somebody({ lastName: 'Titular' }), await somebody()]
    await nameDeputy(chief, deputy)
    const id = await open([{ named: { group: await groupOf([chief, deputy]) }, need: 'all' }])
    const said = () => inCompany(app, company.id, (tx) => shownDecisions(tx, id))
    await decide(id, deputy)
    expect(await said()).toMatchObject([{ por: null }])
    expect((await decide(id, deputy)).data).toMatchObject({ estado: 'approved' })
    expect(await said()).toMatchObject([{ por: null }, { por: expect.stringContaining('Titular') }])
  })

  test('decides nothing that concerns themselves, or the person whom they stand in for', async () => {
    const [chief, deputy] = [await somebody(), await somebody()]
    await nameDeputy(chief, deputy)
    const ofDeputy = await open([{ named: { person: chief.id } }], deputy.id)
    expect((await decide(ofDeputy, deputy)).code).toBe('APPROVAL_OWN')
    expect(await may(ofDeputy, chief)).toBe(true)
    subject++
    const ofChief = await open([{ named: { person: chief.id } }], chief.id)
    expect((await decide(ofChief, deputy)).code).toBe('NOT_FOUND')
    expect((await decide(ofChief, chief)).code).toBe('APPROVAL_OWN')
    expect(await may(ofChief, hr)).toBe(true)
  })

  test('of somebody who left decides nothing', async () => {
    const [chief, deputy] = [await somebody(), await somebody()]
    await nameDeputy(chief, deputy)
    const id = await open([{ named: { person: chief.id } }])
    expect(await may(id, deputy)).toBe(true)
    await setEmployee(chief.id, { state: 'inactive' })
    expect([await may(id, deputy), await may(id, hr)]).toEqual([false, true])
  })

  test('is one person at a time, and no chain', async () => {
    const [one, two, three] = [await somebody(), await somebody(), await somebody()]
    expect((await nameDeputy(one, two)).data.suplente).toMatchObject({ id: two.id, hasta: dayIn(120) })
    expect((await nameDeputy(two, three)).code).toBe('DEPUTY_CHAIN')
    expect((await nameDeputy(three, one)).code).toBe('DEPUTY_CHAIN')
    const id = await open([{ named: { person: one.id } }])
    expect([await may(id, two), await may(id, three)]).toEqual([true, false])
    expect((await nameDeputy(one, three)).data.suplente).toMatchObject({ id: three.id })
    expect([await may(id, two), await may(id, three)]).toEqual([false, true])
    const seen = await app.call(deputies.mine, {}, { as: three.bearer })
    expect(seen.data).toMatchObject({ suplente: null, suple_a: [{ id: one.id }], decide: true })
    const ends = () =>
      inCompany(app, company.id, ({ db }) =>
        db
          .selectFrom('deputies')
          .select(['deputy_id', 'ended_at'])
          .where('user_id', '=', one.id)
          .orderBy('id')
          .execute(),
      )
    const [former] = await ends()
    expect((await app.call(deputies.end, {}, { as: one.bearer })).data.suplente).toBeNull()
    expect(await may(id, three)).toBe(false)
    expect(await ends()).toEqual([former, { deputy_id: three.id, ended_at: expect.any(Date) }])
  })

  test('is somebody else, able to decide, for days to come', async () => {
    const chief = await somebody()
    const plain = await somebody({ profiles: ['employee'] })
    const gone = await aPerson(app, company, { profiles: ['employee', 'leave_approver'], state: 'inactive' })
    const stranger = await aPerson(app, await aCompany(app), { profiles: ['employee', 'leave_approver'] })
    const other = await somebody()
    const codes = [
      (await nameDeputy(chief, chief)).code,
      (await nameDeputy(chief, plain)).code,
      (await nameDeputy(chief, gone)).code,
      (await nameDeputy(chief, stranger)).code,
      (await nameDeputy(chief, other, dayIn(20), dayIn(10))).code,
      (await nameDeputy(chief, other, dayIn(-40), dayIn(-10))).code,
      (await nameDeputy(chief, other, dayIn(1), dayIn(400))).code,
      (await nameDeputy(plain, other)).code,
    ]
    expect(codes).toEqual([
      'DEPUTY_SELF',
      'DEPUTY_NOT_ABLE',
      'DEPUTY_NOT_ABLE',
      'DEPUTY_NOT_ABLE',
      'DEPUTY_DAYS',
      'DEPUTY_DAYS',
      'DEPUTY_DAYS',
      'DEPUTY_NOT_ABLE',
    ])
  })

  test('is named by whoever decides, be it only as a manager or as an approver', async () => {
    const plain = { profiles: ['employee' as const] }
    const [foreman, approver] = [await somebody(plain), await somebody(plain)]
    await aPerson(app, company, { managerId: foreman.id })
    await setEmployee((await somebody(plain)).id, { approver_id: approver.id })
    const other = await somebody()
    for (const one of [foreman, approver])
      expect((await nameDeputy(one, other)).data.suplente).toMatchObject({ id: other.id })
  })

  test('is offered among those who may decide', async () => {
    const [chief, able] = [await somebody(), await somebody({ lastName: 'Suplente Posible' })]
    await somebody({ profiles: ['employee'], lastName: 'Suplente Imposible' })
    const offered = await app.call(deputies.candidates, { buscar: 'posible' }, { as: chief.bearer })
    expect(offered.data).toMatchObject([{ id: able.id }])
  })

  test('may be named by Human Resources, who never name themselves', async () => {
    const [chief, other] = [await somebody(), await somebody()]
    const days = { desde: dayIn(-20), hasta: dayIn(120) }
    const name = (deputy: { id: number }) =>
      app.call(deputies.nameFor, { id: chief.id, id_usuario: deputy.id, ...days }, { as: hr.bearer })
    expect((await name(hr)).code).toBe('DEPUTY_SELF')
    expect((await name(other)).data.suplente).toMatchObject({ id: other.id })
    const told = await inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('mails')
        .select(['event', 'user_id'])
        .where('user_id', 'in', [chief.id, other.id])
        .orderBy('event')
        .execute(),
    )
    expect(told).toEqual([
      { event: 'deputy_for_you', user_id: chief.id },
      { event: 'deputy_named', user_id: other.id },
    ])
    const ended = await app.call(deputies.endFor, { id: chief.id }, { as: hr.bearer })
    expect(ended.data.suplente).toBeNull()
  })
})

test('what concerns the only holder of the action goes to their manager', async () => {
  const lonely = await aCompany(app)
  const chief = await somebody({ profiles: ['employee'] }, lonely)
  const only = await aPerson(app, lonely, { profiles: ['hr'], managerId: chief.id })
  const id = await open([{}], only.id, lonely)
  expect(await may(id, chief)).toBe(true)
  const second = await aPerson(app, lonely, { profiles: ['hr'] })
  expect(await may(id, chief)).toBe(false)
  await inCompany(app, lonely.id, ({ db }) =>
    db.updateTable('users').set({ locked_at: app.services.clock() }).where('id', '=', second.id).execute(),
  )
  expect((await decide(id, chief)).data).toMatchObject({ estado: 'approved' })
})

test('the job that approves by time waits for who holds the subject, and leaves what was withdrawn meanwhile', async () => {
  const lonely = await aCompany(app)
  const only = await aPerson(app, lonely, { profiles: ['hr'] })
  const id = await open([{}], only.id, lonely)
  onTestFinished(() => {
    delete change.lock
    app.setNow(null)
  })
  change.lock = async (tx) =>
    void (await tx.db.selectFrom('employees').select('id').where('id', '=', only.id).forUpdate().execute())
  app.setNow(new Date(Date.now() + 73 * 3_600_000))
  const job = await inCompany(app, lonely.id, async (tx) => {
    await change.lock?.(tx, subject)
    const running = approveByTime(app.services, joints.kindsOfApproval)
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.services.database.db)
      return rows.length
    }
    await expect.poll(waiting).toBe(1)
    await tx.db
      .updateTable('approvals')
      .set({ state: 'withdrawn', ended_at: app.services.clock() })
      .where('id', '=', id)
      .execute()
    return { running }
  })
  await job.running
  expect(byTime).not.toContain(subject)
})

test('what nobody else could ever decide takes effect after three days, and the security centre says so', async () => {
  const lonely = await aCompany(app)
  const only = await aPerson(app, lonely, { profiles: ['hr'], lastName: 'Única' })
  const id = await open([{}], only.id, lonely)
  subject++
  const guarded = await open([{}], (await somebody({}, lonely)).id, lonely)
  subject++
  const ofTwo = await open([{}, {}], only.id, lonely)
  const later = (hours: number) => app.setNow(new Date(Date.now() + hours * 3_600_000))
  const stateOf = async (approval: number) =>
    inCompany(app, lonely.id, ({ db }) =>
      db.selectFrom('approvals').select('state').where('id', '=', approval).executeTakeFirstOrThrow(),
    )
  later(71)
  await approveByTime(app.services, joints.kindsOfApproval)
  expect((await stateOf(id)).state).toBe('pending')
  later(73)
  await approveByTime(app.services, joints.kindsOfApproval)
  expect([(await stateOf(id)).state, (await stateOf(guarded)).state]).toEqual(['approved', 'pending'])
  expect(byTime).toEqual([subject - 2])
  expect([await statesOf(guarded, lonely), await statesOf(ofTwo, lonely)]).toEqual([
    ['open'],
    ['approved', 'open'],
  ])
  expect((await stateOf(ofTwo)).state).toBe('pending')
  const centre = await app.call(security.movements, {}, { as: await signIn(app, lonely, only) })
  expect(centre.data).toContainEqual(
    expect.objectContaining({ hecho: 'approved_by_time', quien: null, a: expect.stringContaining('Única') }),
  )
  app.setNow(null)
})

test('an approval by time that is refused goes on waiting, and the others don’t wait for it', async () => {
  const lonely = await aCompany(app)
  const only = await aPerson(app, lonely, { profiles: ['hr'] })
  const refused = subject
  const first = await open([{}], only.id, lonely)
  subject++
  const second = await open([{}], only.id, lonely)
  const usual = change.approvedByTime
  onTestFinished(() => {
    if (usual) change.approvedByTime = usual
    app.setNow(null)
  })
  change.approvedByTime = async (_tx, _services, id) => {
    if (id === refused) refuse('NOT_FOUND')
  }
  app.setNow(new Date(Date.now() + 73 * 3_600_000))
  await approveByTime(app.services, joints.kindsOfApproval)
  const states = await inCompany(app, lonely.id, ({ db }) =>
    db
      .selectFrom('approvals')
      .select(['id', 'state'])
      .where('id', 'in', [first, second])
      .orderBy('id')
      .execute(),
  )
  expect(states).toEqual([
    { id: first, state: 'pending' },
    { id: second, state: 'approved' },
  ])
})

test('people are told once an hour, reminded after two working days, and Human Resources told after five', async () => {
  const of = await aCompany(app)
  const chief = await aPerson(app, of, { profiles: ['hr'] })
  const [one, deputy] = [await somebody({}, of), await somebody({}, of)]
  const monday = new Date('2026-12-07T12:00:00Z')
  app.setNow(monday)
  const worker = await aPerson(app, of)
  for (let papers = 0; papers < 3; papers++) {
    subject++
    await open([{ named: { person: one.id } }], worker.id, of)
  }
  await inCompany(app, of.id, ({ db }) =>
    db
      .insertInto('deputies')
      .values({
        company_id: of.id,
        user_id: one.id,
        deputy_id: deputy.id,
        from_day: '2026-12-08',
        to_day: '2026-12-31',
        named_by: one.id,
        named_at: monday,
      })
      .execute(),
  )
  const told = async (at: string) => {
    app.setNow(new Date(at))
    const before = await mailsOf(of)
    await tellDeciders(app.services)
    return (await mailsOf(of)).slice(before.length)
  }
  const [team, stuck] = ['team_waiting', 'decisions_stuck']
  expect(await told('2026-12-07T12:12:00Z')).toEqual([{ event: team, user_id: one.id }])
  expect(await told('2026-12-07T13:12:00Z')).toEqual([])
  expect(await told('2026-12-08T12:12:00Z')).toEqual([])
  const reminded = await told('2026-12-09T12:12:00Z')
  expect(reminded.toSorted((a, b) => Number(a.user_id) - Number(b.user_id))).toEqual([
    { event: team, user_id: one.id },
    { event: team, user_id: deputy.id },
  ])
  expect(await told('2026-12-13T12:12:00Z')).toEqual([])
  const last = await told('2026-12-14T12:12:00Z')
  expect(last).toContainEqual({ event: stuck, user_id: chief.id })
  expect(await told('2026-12-28T12:12:00Z')).toEqual([])
  // A request that comes back is told of anew.
  await inCompany(app, of.id, async ({ db }) => {
    await db.updateTable('approvals').set({ state: 'returned' }).where('subject_id', '=', subject).execute()
    const ids = db.selectFrom('approvals').select('id').where('subject_id', '=', subject)
    await db
      .updateTable('approval_steps')
      .set({ state: 'returned' })
      .where('approval_id', 'in', ids)
      .execute()
  })
  await inCompany(app, of.id, (tx) => reopenApproval(tx, acting(worker), 'change', subject))
  expect(await told('2026-12-28T13:12:00Z')).toContainEqual({ event: team, user_id: one.id })
  app.setNow(null)
})

test('the people of a second step are told once it opens', async () => {
  const of = await aCompany(app)
  const [one, two] = [await somebody({}, of), await somebody({}, of)]
  const worker = await aPerson(app, of)
  const id = await open([{ named: { person: one.id } }, { named: { person: two.id } }], worker.id, of)
  await tellDeciders(app.services)
  await decide(id, one)
  await tellDeciders(app.services)
  expect(await mailsOf(of)).toEqual([
    { event: 'team_waiting', user_id: one.id },
    { event: 'team_waiting', user_id: two.id },
  ])
})

test('the mail sends who has the task inbox to the portal, and anybody else to the employees’ site', async () => {
  const of = await aCompany(app)
  const clerk = await somebody({ profiles: ['employee', 'leave_approver', 'limited'] }, of)
  const chief = await somebody({ profiles: ['employee', 'leave_approver', 'hr'] }, of)
  await inCompany(app, of.id, ({ db }) =>
    db
      .deleteFrom('profile_actions')
      .where('profile_id', '=', of.profiles.limited)
      .where('action', '=', actions.taskInbox)
      .execute(),
  )
  const worker = await aPerson(app, of)
  for (const decider of [clerk, chief]) {
    subject++
    await open([{ named: { person: decider.id } }], worker.id, of)
  }
  await tellDeciders(app.services)
  expect(await mailsOf(of)).toEqual([
    { event: 'team_waiting', user_id: clerk.id },
    { event: 'decisions_waiting', user_id: chief.id },
  ])
})

test('whatever happens to the people, somebody can decide until it is decided', async () => {
  const act = fc.record({
    act: fc.constantFrom('leave', 'return', 'lock', 'unlock', 'deputy', 'endDeputy', 'approve', 'sendBack'),
    who: fc.nat(2),
    other: fc.nat(2),
  })
  const rule = fc.constantFrom('person', 'one', 'all', 'manager', 'action')
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 3 }),
      fc.array(act, { maxLength: 12 }),
      async (rules, acts) => {
        subject++
        const people = await Promise.all([somebody(), somebody(), somebody()])
        const worker = await somebody({ managerId: people[0].id })
        const group = await groupOf(people)
        const named = {
          person: { named: { person: people[1].id } },
          one: { named: { group } },
          all: { named: { group }, need: 'all' },
          manager: { named: { of: 'manager' } },
          action: {},
        } as const
        const id = await open(
          rules.map((name) => named[name]),
          worker.id,
        )
        let now = Date.now()
        const deciders = async () => {
          const able = await Promise.all(
            [hr, ...people].map(async (who) => ((await may(id, who)) ? who : null)),
          )
          return able.filter((who) => who !== null)
        }
        for (const { act: what, who, other } of acts) {
          const [one = hr, two = hr] = [people[who], people[other]]
          app.setNow(new Date((now += 1000)))
          if (what === 'leave') await setEmployee(one.id, { state: 'inactive' })
          if (what === 'return') await setEmployee(one.id, { state: 'active' })
          if (what === 'lock') await lock(one.id)
          if (what === 'unlock')
            await inCompany(app, company.id, ({ db }) =>
              db.updateTable('users').set({ locked_at: null }).where('id', '=', one.id).execute(),
            )
          if (what === 'deputy') await nameDeputy(one, two)
          if (what === 'endDeputy') await app.call(deputies.end, {}, { as: one.bearer })
          if (what === 'approve') for (const able of (await deciders()).slice(0, 1)) await decide(id, able)
          if (what === 'sendBack') {
            for (const able of (await deciders()).slice(0, 1)) await decide(id, able, 'devolver')
            app.setNow(new Date((now += 1000)))
            await inCompany(app, company.id, (tx) => reopenApproval(tx, acting(worker), 'change', subject))
          }
          const state = await inCompany(app, company.id, ({ db }) =>
            db.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirstOrThrow(),
          )
          const open_steps = (await statesOf(id)).filter((one_state) => one_state === 'open').length
          if (state.state === 'pending') {
            expect(open_steps).toBe(1)
            expect((await deciders()).length).toBeGreaterThan(0)
          } else expect(open_steps).toBe(0)
        }
        app.setNow(null)
      },
    ),
    { numRuns: process.env['LONG'] ? 200 : 5, endOnFailure: true },
  )
})
