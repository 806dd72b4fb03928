import { sql, type SqlBool } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { approvals } from '#contract/approvals.ts'
import { joints } from '#server/areas.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import type { Decided, KindOfApproval, Opened } from '#server/shared/approval-kinds.ts'
import { afterFile } from '#server/testing/after-file.ts'
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
import { dropApproval, openApproval, rejectionOf, reopenApproval } from './operations.ts'

/** A kind of the tests' own, of which subject 99 is beyond everybody's reach. */
const carriedOut: Decided[] = []
const stepsOpened: Opened[] = []
const leave: KindOfApproval = {
  acts: ['aprobar', 'rechazar', 'devolver'],
  reach: (_viewer, subject) => sql<SqlBool>`${sql.ref(subject)} <> 99`,
  titles: async (_tx, subjects) => new Map(subjects.map((id) => [id, `Licencia ${id}`])),
  decided: async (_tx, _ctx, decided) => void carriedOut.push(decided),
  stepOpened: async (_tx, _services, opened) => void stepsOpened.push(opened),
}

let app: TestApp
let company: MadeCompany
let asker: Person & { bearer: string }
let first: Person & { bearer: string }
let second: Person & { bearer: string }
let subject = 100

beforeAll(async () => {
  const kinds = joints.kindsOfApproval
  const former = { ...kinds }
  Object.assign(kinds, { leave, change: { ...leave, acts: ['aprobar'] } })
  afterFile(() => {
    delete kinds.leave
    Object.assign(kinds, former)
  })
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  asker = await anAdministrator(app, company)
  first = await anAdministrator(app, company)
  second = await anAdministrator(app, company)
})
beforeEach(() => {
  carriedOut.length = 0
  stepsOpened.length = 0
  subject++
})

const acting = () => ({
  services: app.services,
  evidence: { actorId: asker.id, detail: { address: '10.0.0.1', device: 'Firefox' } },
})
const twoSteps = [{ action: actions.employeeAdministration }, { action: actions.massivePublishing }]
const open = (more: Partial<Parameters<typeof openApproval>[2]> = {}) =>
  inCompany(app, company.id, (tx) =>
    openApproval(tx, acting(), { kind: 'leave', subjectId: subject, steps: twoSteps, ...more }),
  )
type Act = 'aprobar' | 'rechazar' | 'devolver'
const decide = (id: number, acto: Act, as = first.bearer, motivo?: string) =>
  app.call(approvals.decide, { id, acto, ...(motivo && { motivo }) }, { as })
const stepsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('approval_steps')
      .select(['n', 'state', 'opened_at'])
      .where('approval_id', '=', id)
      .orderBy('n')
      .execute(),
  )
const statesOf = async (id: number) => (await stepsOf(id)).map(({ state }) => state)
const rowOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('approvals')
      .select(['state', 'ended_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const eventsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['act', 'actor_id', 'data'])
      .where('subject_kind', '=', 'approval')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
  )

describe('an approval of two steps', () => {
  test('is carried out once both are approved, one after the other', async () => {
    const { id, holders } = await open({ dueAt: new Date('2026-12-24T12:00:00Z') })
    const other = await open({ subjectId: subject + 1000 })
    const held = holders.map((one) => one.id)
    expect([first, second, asker].map((one) => held.includes(one.id))).toEqual([true, true, false])
    expect(await statesOf(id)).toEqual(['open', 'waiting'])
    const once = await decide(id, 'aprobar')
    expect(once.data).toEqual({
      id,
      clase: 'leave',
      asunto: subject,
      titulo: `Licencia ${subject}`,
      colaborador: null,
      estado: 'pending',
      pedido_por: expect.stringContaining('Apellido'),
      pedido: expect.any(String),
      vence: '2026-12-24T12:00:00.000Z',
      decisiones: [
        { acto: 'aprobar', quien: expect.any(String), por: null, cuando: expect.any(String), motivo: null },
      ],
      decide: true,
      retira: false,
      turno: expect.objectContaining({ paso: 2, pasos: 2, espera_a: [], decide: true }),
      actos: ['aprobar', 'rechazar', 'devolver'],
    })
    expect([await statesOf(id), carriedOut]).toEqual([['approved', 'open'], []])
    expect((await stepsOf(id))[1]?.opened_at).toEqual(expect.any(Date))
    const twice = await decide(id, 'aprobar', second.bearer)
    expect(twice.data).toMatchObject({ estado: 'approved', decisiones: [{}, {}], decide: false })
    expect(await statesOf(id)).toEqual(['approved', 'approved'])
    expect(carriedOut).toEqual([{ subjectId: subject, outcome: 'approved', reason: null, askedBy: asker.id }])
    expect(await rowOf(id)).toEqual({ state: 'approved', ended_at: expect.any(Date) })
    expect(await eventsOf(id)).toEqual([
      { act: 'requested', actor_id: asker.id, data: { kind: 'leave', subject } },
      { act: 'approved', actor_id: first.id, data: { step: 1, seen: false } },
      { act: 'approved', actor_id: second.id, data: { step: 2, seen: false } },
    ])
    // The other approval waits as before.
    expect([await statesOf(other.id), (await rowOf(other.id)).state]).toEqual([
      ['open', 'waiting'],
      'pending',
    ])
  })

  test('ends when the first step is rejected, with a reason that is mailed to the subject', async () => {
    const { id } = await open()
    const other = await open({ subjectId: subject + 1000 })
    expect((await decide(id, 'rechazar')).errors).toMatchObject([{ field: 'motivo' }])
    const rejected = await decide(id, 'rechazar', first.bearer, 'Falta un papel')
    expect(rejected.data).toMatchObject({
      estado: 'rejected',
      decisiones: [{ acto: 'rechazar', motivo: 'Falta un papel' }],
      decide: false,
    })
    expect(await statesOf(id)).toEqual(['rejected', 'skipped'])
    expect(carriedOut).toMatchObject([{ subjectId: subject, outcome: 'rejected', reason: 'Falta un papel' }])
    const said = await inCompany(app, company.id, (tx) => rejectionOf(tx, 'leave', subject))
    expect(said).toEqual({ quien: rejected.data.decisiones[0].quien, motivo: 'Falta un papel' })
    expect(await statesOf(other.id)).toEqual(['open', 'waiting'])
    // Only the newest approval of the subject counts.
    await open()
    expect(await inCompany(app, company.id, (tx) => rejectionOf(tx, 'leave', subject))).toBeNull()
  })

  test('is withdrawn at the portal, where it was asked for, and not at the employees’ site', async () => {
    const person = await aPerson(app, company, { profiles: ['employee', 'hr'] })
    const evidence = { actorId: person.id, detail: { address: '10.0.0.1', device: 'Firefox' } }
    const asked = (employeeId?: number) =>
      inCompany(app, company.id, (tx) =>
        openApproval(
          tx,
          { services: app.services, evidence },
          { kind: 'leave', subjectId: subject++, steps: twoSteps, ...(employeeId && { employeeId }) },
        ),
      )
    const [{ id }, { id: ofTheirs }] = [await asked(), await asked(person.id)]
    const site = await signIn(app, company, person, 'e')
    for (const call of [approvals.withdraw, approvals.one])
      expect((await app.call(call, { id }, { as: site })).code).toBe('NOT_FOUND')
    expect((await rowOf(id)).state).toBe('pending')
    expect((await app.call(approvals.withdraw, { id: ofTheirs }, { as: site })).data).toMatchObject({
      estado: 'withdrawn',
    })
    const portal = await signIn(app, company, person)
    expect((await app.call(approvals.withdraw, { id }, { as: portal })).data.estado).toBe('withdrawn')
  })

  test('is returned to the requester, who may still withdraw it', async () => {
    const { id } = await open()
    expect((await decide(id, 'devolver')).errors).toMatchObject([{ field: 'motivo' }])
    await decide(id, 'devolver', first.bearer, 'Otra fecha')
    expect(await rowOf(id)).toEqual({ state: 'returned', ended_at: null })
    const { data } = await app.call(approvals.one, { id }, { as: asker.bearer })
    expect(data).toMatchObject({ estado: 'returned', decide: false, retira: true })
    const withdrawn = await app.call(approvals.withdraw, { id }, { as: asker.bearer })
    expect(withdrawn.data).toMatchObject({ estado: 'withdrawn', retira: false })
    expect(await statesOf(id)).toEqual(['returned', 'skipped'])
    expect(carriedOut.map(({ outcome }) => outcome)).toEqual(['returned', 'withdrawn'])
    expect(carriedOut[1]?.reason).toBeNull()
    expect((await eventsOf(id)).map(({ act, data: facts }) => [act, facts])).toEqual([
      ['requested', { kind: 'leave', subject }],
      ['returned', { step: 1, seen: false }],
      ['withdrawn', {}],
    ])
    expect((await app.call(approvals.withdraw, { id }, { as: asker.bearer })).code).toBe('APPROVAL_DECIDED')
  })

  test('is dropped with its subject, once', async () => {
    const { id } = await open()
    const other = await open({ subjectId: subject + 1000 })
    const ofOtherKind = await open({ kind: 'change' })
    const drop = () => inCompany(app, company.id, (tx) => dropApproval(tx, acting(), 'leave', subject))
    await drop()
    await drop()
    expect(await rowOf(id)).toEqual({ state: 'withdrawn', ended_at: expect.any(Date) })
    expect(await statesOf(id)).toEqual(['skipped', 'skipped'])
    expect((await eventsOf(id)).map(({ act }) => act)).toEqual(['requested', 'withdrawn'])
    expect((await rowOf(other.id)).state).toBe('pending')
    expect((await rowOf(ofOtherKind.id)).state).toBe('pending')
    expect(carriedOut).toEqual([])
  })

  test('is opened again at the step that returned it, and no other is', async () => {
    const ended = await open()
    await decide(ended.id, 'rechazar', first.bearer, 'No corresponde')
    const { id } = await open()
    const others = [await open({ subjectId: subject + 1000 }), await open({ subjectId: subject + 2000 })]
    const ofOtherKind = await open({ kind: 'change' })
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('approvals').set({ state: 'returned' }).where('id', '=', ofOtherKind.id).execute(),
    )
    await decide(id, 'aprobar')
    await decide(id, 'devolver', second.bearer, 'Otra fecha')
    for (const other of others) await decide(other.id, 'devolver', first.bearer, 'Otra fecha')
    const reopen = () => inCompany(app, company.id, (tx) => reopenApproval(tx, acting(), 'leave', subject))
    expect(await reopen()).toBe(true)
    expect([(await rowOf(id)).state, await statesOf(id)]).toEqual(['pending', ['approved', 'open']])
    for (const other of others)
      expect([(await rowOf(other.id)).state, await statesOf(other.id)]).toEqual([
        'returned',
        ['returned', 'waiting'],
      ])
    expect((await rowOf(ended.id)).state).toBe('rejected')
    expect((await rowOf(ofOtherKind.id)).state).toBe('returned')
    expect(await reopen()).toBe(false)
  })
})

describe('the person who decides', () => {
  test('is never the requester', async () => {
    const { id } = await open()
    expect((await decide(id, 'aprobar', asker.bearer)).code).toBe('APPROVAL_OWN')
    const mine = await app.call(approvals.mine, { perPage: 100 }, { as: asker.bearer })
    expect(mine.data.map((one: { id: number }) => one.id)).not.toContain(id)
  })

  test('holds the step’s action, at the portal, within reach, in the company', async () => {
    const { id } = await open()
    const beyond = await open({ subjectId: 99 })
    const employee = await signIn(app, company, await aPerson(app, company), 'e')
    const manager = await signIn(app, company, await aPerson(app, company, { profiles: ['manager'] }))
    const stranger = await anAdministrator(app, await aCompany(app))
    for (const as of [employee, manager, stranger.bearer]) {
      expect((await decide(id, 'aprobar', as)).code).toBe('NOT_FOUND')
      expect((await app.call(approvals.one, { id }, { as })).code).toBe('NOT_FOUND')
      const asked = { clase: 'leave' as const, asunto: subject }
      expect((await app.call(approvals.ofSubject, asked, { as })).code).toBe('NOT_FOUND')
    }
    expect((await decide(beyond.id, 'aprobar')).code).toBe('NOT_FOUND')
    expect((await app.call(approvals.withdraw, { id }, { as: first.bearer })).code).toBe('NOT_FOUND')
    expect(await statesOf(id)).toEqual(['open', 'waiting'])
  })

  test('is never the person whom it concerns', async () => {
    const { id, holders } = await open({ employeeId: first.id })
    expect(holders.map((one) => one.id)).not.toContain(first.id)
    expect((await decide(id, 'aprobar')).code).toBe('NOT_FOUND')
    const mine = await app.call(approvals.mine, { perPage: 100 }, { as: first.bearer })
    expect(mine.data.map((one: { id: number }) => one.id)).not.toContain(id)
    expect((await decide(id, 'aprobar', second.bearer)).status).toBe(200)
  })

  test('holds a profile of the step’s kind, where it names one', async () => {
    const action = actions.employeeAdministration
    const limited = await aLimited(app, company, { sector: 'Ventas', actions: [action] })
    const { id, holders } = await open({ steps: [{ action, kind: 'hr' }] })
    expect(holders.map((one) => one.id)).not.toContain(limited.id)
    expect((await decide(id, 'aprobar', limited.bearer)).code).toBe('NOT_FOUND')
    expect((await decide(id, 'aprobar')).status).toBe(200)
    const other = await open({ subjectId: ++subject, steps: [{ action }, { action, kind: 'hr' }] })
    expect((await decide(other.id, 'aprobar', limited.bearer)).status).toBe(200)
    // The people who may decide the second step are told that it is open.
    const told = stepsOpened.find(({ subjectId }) => subjectId === subject)?.holders.map(({ id: who }) => who)
    expect(told).toContain(first.id)
    expect(told).not.toContain(limited.id)
  })

  test('is refused with the name of a faster one', async () => {
    const { id } = await open({ steps: twoSteps.slice(0, 1) })
    const decided = await decide(id, 'aprobar')
    const late = await decide(id, 'aprobar', second.bearer)
    expect(late.code).toBe('APPROVAL_DECIDED')
    expect(late.errors[0]?.message).toContain(decided.data.decisiones[0].quien)
    expect(carriedOut).toHaveLength(1)
  })

  test('is refused where the request was opened anew since, or was withdrawn', async () => {
    const [{ id }, { id: other }] = [await open(), await open({ subjectId: ++subject })]
    const opened = (await stepsOf(id))[0]?.opened_at ?? new Date(0)
    const decideSeen = (at: Date) =>
      app.call(approvals.decide, { id, acto: 'aprobar', desde: at.toISOString() }, { as: first.bearer })
    expect((await decideSeen(new Date(opened.getTime() - 1))).code).toBe('APPROVAL_CAME_BACK')
    expect((await decideSeen(opened)).status).toBe(200)
    await app.call(approvals.withdraw, { id: other }, { as: asker.bearer })
    expect((await decide(other, 'aprobar')).code).toBe('APPROVAL_ENDED')
    expect(carriedOut.map(({ outcome }) => outcome)).toEqual(['withdrawn'])
  })

  test('takes only the decisions that the kind offers', async () => {
    const { id } = await open({ kind: 'change' })
    expect(await decide(id, 'rechazar', first.bearer, 'No puede ser')).toMatchObject({
      code: 'APPROVAL_ACT_NOT_OFFERED',
      errors: [{ field: 'acto' }],
    })
    expect((await decide(id, 'aprobar')).status).toBe(200)
  })

  test('must exist, else the request is refused', async () => {
    const lonely = await aCompany(app)
    const only = await anAdministrator(app, lonely)
    const asked = inCompany(app, lonely.id, (tx) =>
      openApproval(
        tx,
        { ...acting(), evidence: { ...acting().evidence, actorId: only.id } },
        { kind: 'leave', subjectId: subject, steps: twoSteps },
      ),
    )
    await expect(asked).rejects.toMatchObject({ code: 'APPROVAL_NOBODY' })
  })
})

test('the longest waiting stands first, page by page; of a subject the newest is shown', async () => {
  const other = await aCompany(app)
  const [one, another] = [await anAdministrator(app, other), await anAdministrator(app, other)]
  const ids: number[] = []
  for (const [at, hour] of [10, 9, 11].entries()) {
    app.setNow(new Date(`2026-11-05T${String(hour).padStart(2, '0')}:00:00Z`))
    const evidence = { ...acting().evidence, actorId: one.id }
    const asked = { kind: 'leave' as const, subjectId: at + 1, steps: twoSteps }
    ids.push((await inCompany(app, other.id, (tx) => openApproval(tx, { ...acting(), evidence }, asked))).id)
  }
  app.setNow(null)
  const page = async (n: number) => app.call(approvals.mine, { page: n, perPage: 2 }, { as: another.bearer })
  const [begin, end] = [await page(1), await page(2)]
  expect([...begin.data, ...end.data].map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]])
  expect(begin.pagination).toMatchObject({ total: 3 })
  await app.call(approvals.withdraw, { id: ids[0] ?? 0 }, { as: one.bearer })
  const evidence = { ...acting().evidence, actorId: one.id }
  const asked = { kind: 'leave' as const, subjectId: 1, steps: twoSteps }
  const again = await inCompany(app, other.id, (tx) => openApproval(tx, { ...acting(), evidence }, asked))
  const newest = await app.call(approvals.ofSubject, { clase: 'leave', asunto: 1 }, { as: another.bearer })
  expect(newest.data.id).toBe(again.id)
})
