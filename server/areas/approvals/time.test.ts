import { expect, onTestFinished, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { security } from '#contract/security/security.ts'
import { joints } from '#server/areas.ts'
import { refuse } from '#server/shared/errors.ts'
import { aCompany, aLimited, aPerson, inCompany, signIn } from '#server/testing/factories.ts'
import { trialApprovals } from '#server/testing/trial-approvals.ts'
import { countWaiting } from '#server/testing/waiting.ts'
import { approveByTime } from './time.ts'

const { byTime, change, open, somebody, statesOf, trial } = trialApprovals()

test('the job that approves by time waits for who holds the subject, and leaves what was withdrawn meanwhile', async () => {
  const lonely = await aCompany(trial.app)
  const only = await aPerson(trial.app, lonely, { profiles: ['hr'] })
  const id = await open([{}], only.id, lonely)
  onTestFinished(() => {
    delete change.lock
    trial.app.setNow(null)
  })
  change.lock = async (tx) =>
    void (await tx.db.selectFrom('employees').select('id').where('id', '=', only.id).forUpdate().execute())
  trial.app.setNow(new Date(Date.now() + 73 * 3_600_000))
  const job = await inCompany(trial.app, lonely.id, async (tx) => {
    await change.lock?.(tx, trial.subject)
    const running = approveByTime(trial.app.services, joints.kindsOfApproval)
    await expect.poll(() => countWaiting(trial.app)).toBe(1)
    await tx.db
      .updateTable('approvals')
      .set({ state: 'withdrawn', ended_at: trial.app.services.clock() })
      .where('id', '=', id)
      .execute()
    return { running }
  })
  await job.running
  expect(byTime).not.toContain(trial.subject)
})

test('what nobody else could ever decide takes effect after three days, and the security centre says so', async () => {
  const lonely = await aCompany(trial.app)
  const only = await aPerson(trial.app, lonely, { profiles: ['hr'], lastName: 'Única' })
  const id = await open([{}], only.id, lonely)
  trial.subject++
  const guarded = await open([{}], (await somebody({}, lonely)).id, lonely)
  trial.subject++
  const ofTwo = await open([{}, {}], only.id, lonely)
  const later = (hours: number) => trial.app.setNow(new Date(Date.now() + hours * 3_600_000))
  const stateOf = async (approval: number) =>
    inCompany(trial.app, lonely.id, ({ db }) =>
      db.selectFrom('approvals').select('state').where('id', '=', approval).executeTakeFirstOrThrow(),
    )
  later(71)
  await approveByTime(trial.app.services, joints.kindsOfApproval)
  expect((await stateOf(id)).state).toBe('pending')
  later(73)
  await approveByTime(trial.app.services, joints.kindsOfApproval)
  expect([(await stateOf(id)).state, (await stateOf(guarded)).state]).toEqual(['approved', 'pending'])
  expect(byTime).toEqual([trial.subject - 2])
  expect([await statesOf(guarded, lonely), await statesOf(ofTwo, lonely)]).toEqual([
    ['open'],
    ['approved', 'open'],
  ])
  expect((await stateOf(ofTwo)).state).toBe('pending')
  const centre = await trial.app.call(security.movements, {}, { as: await signIn(trial.app, lonely, only) })
  expect(centre.data).toContainEqual(
    expect.objectContaining({ hecho: 'approved_by_time', quien: null, a: expect.stringContaining('Única') }),
  )
  const narrow = await aLimited(trial.app, lonely, { sector: 'Planta', actions: [actions.generalSettings] })
  const theirs = await trial.app.call(security.movements, {}, { as: narrow.bearer })
  expect(theirs.data.map(({ hecho }: { hecho: string }) => hecho)).not.toContain('approved_by_time')
  trial.app.setNow(null)
})

test('an approval by time that is refused goes on waiting, and the others don’t wait for it', async () => {
  const lonely = await aCompany(trial.app)
  const only = await aPerson(trial.app, lonely, { profiles: ['hr'] })
  const refused = trial.subject
  const first = await open([{}], only.id, lonely)
  trial.subject++
  const second = await open([{}], only.id, lonely)
  const usual = change.approvedByTime
  onTestFinished(() => {
    if (usual) change.approvedByTime = usual
    trial.app.setNow(null)
  })
  change.approvedByTime = async (_tx, _services, id) => {
    if (id === refused) refuse('NOT_FOUND')
  }
  trial.app.setNow(new Date(Date.now() + 73 * 3_600_000))
  await approveByTime(trial.app.services, joints.kindsOfApproval)
  const states = await inCompany(trial.app, lonely.id, ({ db }) =>
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
