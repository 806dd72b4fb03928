import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deputies } from '#contract/deputies.ts'
import { aCompany, aPerson, inCompany } from '#server/testing/factories.ts'
import { trialApprovals } from '#server/testing/trial-approvals.ts'
import { openApproval, redirectApprovals, reopenApproval } from './operations.ts'

const {
  acting,
  action,
  carriedOut,
  decide,
  groupOf,
  may,
  nameDeputy,
  open,
  setEmployee,
  somebody,
  statesOf,
  trial,
} = trialApprovals()

const lock = (id: number) =>
  inCompany(trial.app, trial.company.id, ({ db }) =>
    db.updateTable('users').set({ locked_at: trial.app.services.clock() }).where('id', '=', id).execute(),
  )

describe('a step that names', () => {
  test('a person is theirs, at the employees’ site, and nobody else’s', async () => {
    const foreman = await somebody({ profiles: ['employee'] })
    const other = await somebody()
    const id = await open([{ named: { person: foreman.id } }])
    expect(await may(id, foreman)).toBe(true)
    for (const who of [trial.hr, other]) expect((await decide(id, who)).code).toBe('NOT_FOUND')
    expect((await decide(id, foreman)).data).toMatchObject({ estado: 'approved' })
    expect((await decide(id, foreman)).code).toBe('APPROVAL_DECIDED')
    expect(carriedOut).toHaveLength(1)
  })

  test('somebody who left, or is locked, is decided by Human Resources', async () => {
    const [gone, locked] = [await somebody(), await somebody()]
    const first = await open([{ named: { person: gone.id } }])
    trial.subject++
    const second = await open([{ named: { person: locked.id } }])
    expect([await may(first, trial.hr), await may(second, trial.hr)]).toEqual([false, false])
    await setEmployee(gone.id, { state: 'inactive' })
    await lock(locked.id)
    expect([await may(first, trial.hr), await may(second, trial.hr)]).toEqual([true, true])
    expect((await decide(first, gone)).status).not.toBe(200)
    expect((await decide(first, trial.hr)).status).toBe(200)
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
    expect([await may(id, chief), await may(id, trial.hr)]).toEqual([true, false])
    await setEmployee(chief.id, { state: 'inactive' })
    expect([await may(id, approver), await may(id, trial.hr)]).toEqual([false, true])
  })

  test('a group of whom each is needed waits for everybody who is at work', async () => {
    const [one, two, three] = [await somebody(), await somebody(), await somebody()]
    const group = await groupOf([one, two, three])
    const id = await open([{ named: { group }, need: 'all' }, {}])
    await decide(id, one)
    expect(await statesOf(id)).toEqual(['open', 'waiting'])
    expect((await decide(id, one)).code).toBe('APPROVAL_DECIDED')
    expect(await may(id, trial.hr)).toBe(false)
    await setEmployee(two.id, { state: 'inactive' })
    await decide(id, three)
    expect(await statesOf(id)).toEqual(['approved', 'open'])
    expect((await decide(id, trial.hr)).data).toMatchObject({ estado: 'approved' })
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
    expect([await may(id, one), await may(id, trial.hr)]).toEqual([false, true])
    expect((await decide(id, trial.hr)).data).toMatchObject({ estado: 'approved' })
  })

  test('a group without the profile that may approve goes to Human Resources', async () => {
    const one = await somebody()
    const id = await open([{ named: { group: await groupOf([one]) } }])
    expect(await may(id, one)).toBe(true)
    await inCompany(trial.app, trial.company.id, ({ db }) =>
      db
        .deleteFrom('user_profiles')
        .where('user_id', '=', one.id)
        .where('profile_id', '=', trial.company.profiles.leave_approver)
        .execute(),
    )
    expect([await may(id, one), await may(id, trial.hr)]).toEqual([false, true])
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

  test('somebody who approved what was returned since is asked for what came back', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const id = await open([
      { named: { person: one.id } },
      { named: { person: two.id } },
      { named: { person: one.id } },
    ])
    await decide(id, one)
    await decide(id, two, 'devolver')
    await inCompany(trial.app, trial.company.id, (tx) =>
      reopenApproval(tx, acting(), 'change', trial.subject),
    )
    await decide(id, two)
    expect(await statesOf(id)).toEqual(['approved', 'approved', 'open'])
    expect((await decide(id, one)).data).toMatchObject({ estado: 'approved' })
  })

  test('people asks each of them anew after it was returned and came back', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const id = await open([{ named: { group: await groupOf([one, two]) }, need: 'all' }])
    await decide(id, one)
    await decide(id, two, 'devolver')
    expect(await statesOf(id)).toEqual(['returned'])
    trial.app.setNow(new Date(Date.now() + 60_000))
    await inCompany(trial.app, trial.company.id, (tx) =>
      reopenApproval(tx, acting(), 'change', trial.subject),
    )
    expect([await may(id, one), await may(id, two)]).toEqual([true, true])
    await decide(id, one)
    expect(await statesOf(id)).toEqual(['open'])
    expect((await decide(id, two)).data).toMatchObject({ estado: 'approved' })
    trial.app.setNow(null)
  })

  test('people of a workflow that was ended goes to the plain inbox', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const group = await groupOf([one])
    const workflow = await inCompany(trial.app, trial.company.id, ({ db }) =>
      db
        .selectFrom('workflow_groups')
        .select('workflow_id')
        .where('id', '=', group)
        .executeTakeFirstOrThrow(),
    )
    const begin = () =>
      inCompany(trial.app, trial.company.id, (tx) =>
        openApproval(tx, acting(), {
          kind: 'change',
          subjectId: trial.subject++,
          employeeId: trial.sender.id,
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
      inCompany(trial.app, trial.company.id, (tx) =>
        redirectApprovals(tx, acting(trial.hr), workflow.workflow_id, action),
      )
    expect(await redirect()).toBe(2)
    expect(await statesOf(id)).toEqual(['skipped', 'skipped', 'open'])
    expect(await statesOf(halfway)).toEqual(['approved', 'skipped', 'open'])
    expect(await statesOf(other)).toEqual(['open'])
    expect([await may(id, one), await may(id, trial.hr)]).toEqual([false, true])
    expect((await decide(id, trial.hr)).data).toMatchObject({ estado: 'approved' })
    await decide(halfway, trial.hr)
    expect(await redirect()).toBe(0)
  })
})

test('what concerns the only holder of the action goes to their manager', async () => {
  const lonely = await aCompany(trial.app)
  const chief = await somebody({ profiles: ['employee'] }, lonely)
  const only = await aPerson(trial.app, lonely, { profiles: ['hr'], managerId: chief.id })
  const id = await open([{}], only.id, lonely)
  expect(await may(id, chief)).toBe(true)
  const second = await aPerson(trial.app, lonely, { profiles: ['hr'] })
  expect(await may(id, chief)).toBe(false)
  await inCompany(trial.app, lonely.id, ({ db }) =>
    db
      .updateTable('users')
      .set({ locked_at: trial.app.services.clock() })
      .where('id', '=', second.id)
      .execute(),
  )
  expect((await decide(id, chief)).data).toMatchObject({ estado: 'approved' })
})

test('a manager who left decides nothing that concerns the only holder of the action', async () => {
  const lonely = await aCompany(trial.app)
  const chief = await somebody({ profiles: ['employee'] }, lonely)
  const only = await aPerson(trial.app, lonely, { profiles: ['hr'], managerId: chief.id })
  const id = await open([{}], only.id, lonely)
  expect(await may(id, chief)).toBe(true)
  await inCompany(trial.app, lonely.id, ({ db }) =>
    db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', chief.id).execute(),
  )
  expect((await decide(id, chief)).code).toBe('NOT_FOUND')
  expect(await statesOf(id, lonely)).toEqual(['open'])
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
        trial.subject++
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
            [trial.hr, ...people].map(async (who) => ((await may(id, who)) ? who : null)),
          )
          return able.filter((who) => who !== null)
        }
        for (const { act: what, who, other } of acts) {
          const [one = trial.hr, two = trial.hr] = [people[who], people[other]]
          trial.app.setNow(new Date((now += 1000)))
          if (what === 'leave') await setEmployee(one.id, { state: 'inactive' })
          if (what === 'return') await setEmployee(one.id, { state: 'active' })
          if (what === 'lock') await lock(one.id)
          if (what === 'unlock')
            await inCompany(trial.app, trial.company.id, ({ db }) =>
              db.updateTable('users').set({ locked_at: null }).where('id', '=', one.id).execute(),
            )
          if (what === 'deputy') await nameDeputy(one, two)
          if (what === 'endDeputy') await trial.app.call(deputies.end, {}, { as: one.bearer })
          if (what === 'approve') for (const able of (await deciders()).slice(0, 1)) await decide(id, able)
          if (what === 'sendBack') {
            for (const able of (await deciders()).slice(0, 1)) await decide(id, able, 'devolver')
            trial.app.setNow(new Date((now += 1000)))
            await inCompany(trial.app, trial.company.id, (tx) =>
              reopenApproval(tx, acting(worker), 'change', trial.subject),
            )
          }
          const state = await inCompany(trial.app, trial.company.id, ({ db }) =>
            db.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirstOrThrow(),
          )
          const open_steps = (await statesOf(id)).filter((one_state) => one_state === 'open').length
          if (state.state === 'pending') {
            expect(open_steps).toBe(1)
            expect((await deciders()).length).toBeGreaterThan(0)
          } else expect(open_steps).toBe(0)
        }
        trial.app.setNow(null)
      },
    ),
    { numRuns: process.env['LONG'] ? 200 : 5, endOnFailure: true },
  )
})
