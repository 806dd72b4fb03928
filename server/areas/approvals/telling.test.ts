import { expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { aCompany, aPerson, inCompany } from '#server/testing/factories.ts'
import { trialApprovals } from '#server/testing/trial-approvals.ts'
import { reopenApproval } from './operations.ts'
import { tellDeciders } from './telling.ts'

const { acting, decide, open, somebody, trial } = trialApprovals()

const mailsOf = (of: MadeCompany) =>
  inCompany(trial.app, of.id, ({ db }) =>
    db
      .selectFrom('mails')
      .select(['event', 'user_id'])
      .where('event', 'in', ['team_waiting', 'decisions_waiting', 'decisions_stuck'])
      .orderBy('id')
      .execute(),
  )

test('people are told once an hour, reminded after two working days, and Human Resources told after five', async () => {
  const of = await aCompany(trial.app)
  const chief = await aPerson(trial.app, of, { profiles: ['hr'] })
  const [one, deputy] = [await somebody({}, of), await somebody({}, of)]
  const monday = new Date('2026-12-07T12:00:00Z')
  trial.app.setNow(monday)
  const worker = await aPerson(trial.app, of)
  for (let papers = 0; papers < 3; papers++) {
    trial.subject++
    await open([{ named: { person: one.id } }], worker.id, of)
  }
  await inCompany(trial.app, of.id, ({ db }) =>
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
    trial.app.setNow(new Date(at))
    const before = await mailsOf(of)
    await tellDeciders(trial.app.services)
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
  await inCompany(trial.app, of.id, async ({ db }) => {
    await db
      .updateTable('approvals')
      .set({ state: 'returned' })
      .where('subject_id', '=', trial.subject)
      .execute()
    const ids = db.selectFrom('approvals').select('id').where('subject_id', '=', trial.subject)
    await db
      .updateTable('approval_steps')
      .set({ state: 'returned' })
      .where('approval_id', 'in', ids)
      .execute()
  })
  await inCompany(trial.app, of.id, (tx) => reopenApproval(tx, acting(worker), 'change', trial.subject))
  expect(await told('2026-12-28T13:12:00Z')).toContainEqual({ event: team, user_id: one.id })
  trial.app.setNow(null)
})

test('the people of a second step are told once it opens', async () => {
  const of = await aCompany(trial.app)
  const [one, two] = [await somebody({}, of), await somebody({}, of)]
  const worker = await aPerson(trial.app, of)
  const id = await open([{ named: { person: one.id } }, { named: { person: two.id } }], worker.id, of)
  await tellDeciders(trial.app.services)
  await decide(id, one)
  await tellDeciders(trial.app.services)
  expect(await mailsOf(of)).toEqual([
    { event: 'team_waiting', user_id: one.id },
    { event: 'team_waiting', user_id: two.id },
  ])
})

test('the mail sends who has the task inbox to the portal, and anybody else to the employees’ site', async () => {
  const of = await aCompany(trial.app)
  const clerk = await somebody({ profiles: ['employee', 'leave_approver', 'limited'] }, of)
  const chief = await somebody({ profiles: ['employee', 'leave_approver', 'hr'] }, of)
  await inCompany(trial.app, of.id, ({ db }) =>
    db
      .deleteFrom('profile_actions')
      .where('profile_id', '=', of.profiles.limited)
      .where('action', '=', actions.taskInbox)
      .execute(),
  )
  const worker = await aPerson(trial.app, of)
  for (const decider of [clerk, chief]) {
    trial.subject++
    await open([{ named: { person: decider.id } }], worker.id, of)
  }
  await tellDeciders(trial.app.services)
  expect(await mailsOf(of)).toEqual([
    { event: 'team_waiting', user_id: clerk.id },
    { event: 'decisions_waiting', user_id: chief.id },
  ])
})
