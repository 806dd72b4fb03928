import { describe, expect, test } from 'vitest'
import { approvals } from '#contract/approvals.ts'
import { deputies } from '#contract/deputies.ts'
import { aCompany, aPerson, inCompany } from '#server/testing/factories.ts'
import { dayIn, trialApprovals } from '#server/testing/trial-approvals.ts'
import { shownDecisions } from '#server/areas/approvals/operations.ts'

const { decide, groupOf, may, nameDeputy, open, setEmployee, somebody, trial } = trialApprovals()

const loseApproval = ({ id }: { id: number }) =>
  inCompany(trial.app, trial.company.id, ({ db }) =>
    db
      .deleteFrom('user_profiles')
      .where('user_id', '=', id)
      .where('profile_id', '=', trial.company.profiles.leave_approver)
      .execute(),
  )

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
    const said = await inCompany(trial.app, trial.company.id, (tx) => shownDecisions(tx, id))
    expect(said).toMatchObject([
      { quien: expect.stringContaining('Suplente'), por: expect.stringContaining('Titular') },
    ])
  })

  test('who is named beside the person whom they stand in for decides in their own name first', async () => {
    const [chief, deputy] = [await somebody({ lastName: 'Titular' }), await somebody()]
    await nameDeputy(chief, deputy)
    const id = await open([{ named: { group: await groupOf([chief, deputy]) }, need: 'all' }])
    const said = () => inCompany(trial.app, trial.company.id, (tx) => shownDecisions(tx, id))
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
    trial.subject++
    const ofChief = await open([{ named: { person: chief.id } }], chief.id)
    expect((await decide(ofChief, deputy)).code).toBe('NOT_FOUND')
    expect((await decide(ofChief, chief)).code).toBe('APPROVAL_OWN')
    expect(await may(ofChief, trial.hr)).toBe(true)
  })

  test('of somebody who left decides nothing', async () => {
    const [chief, deputy] = [await somebody(), await somebody()]
    await nameDeputy(chief, deputy)
    const id = await open([{ named: { person: chief.id } }])
    expect(await may(id, deputy)).toBe(true)
    await setEmployee(chief.id, { state: 'inactive' })
    expect([await may(id, deputy), await may(id, trial.hr)]).toEqual([false, true])
  })

  test('who left, or lost the profile that may approve, decides nothing in another’s place', async () => {
    const [chief, gone, plain] = [await somebody({ lastName: 'Titular' }), await somebody(), await somebody()]
    const group = await groupOf([chief])
    for (const [deputy, ends] of [
      [gone, () => setEmployee(gone.id, { state: 'inactive' })],
      [plain, () => loseApproval(plain)],
    ] as const) {
      trial.subject++
      await nameDeputy(chief, deputy)
      const byName = await open([{ named: { person: chief.id } }])
      trial.subject++
      const byGroup = await open([{ named: { group } }])
      expect([await may(byName, deputy), await may(byGroup, deputy)]).toEqual([true, true])
      await ends()
      for (const id of [byName, byGroup]) expect((await decide(id, deputy)).code).toBe('NOT_FOUND')
      const { data } = await trial.app.call(approvals.one, { id: byGroup }, { as: chief.bearer })
      expect(data.turno.espera_a).toEqual([{ nombre: expect.stringContaining('Titular'), suplente: null }])
      expect((await decide(byName, chief)).data).toMatchObject({ estado: 'approved' })
    }
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
    const seen = await trial.app.call(deputies.mine, {}, { as: three.bearer })
    expect(seen.data).toMatchObject({ suplente: null, suple_a: [{ id: one.id }], decide: true })
    const ends = () =>
      inCompany(trial.app, trial.company.id, ({ db }) =>
        db
          .selectFrom('deputies')
          .select(['deputy_id', 'ended_at'])
          .where('user_id', '=', one.id)
          .orderBy('id')
          .execute(),
      )
    const [former] = await ends()
    expect((await trial.app.call(deputies.end, {}, { as: one.bearer })).data.suplente).toBeNull()
    expect(await may(id, three)).toBe(false)
    expect(await ends()).toEqual([former, { deputy_id: three.id, ended_at: expect.any(Date) }])
  })

  test('is somebody else, able to decide, for days to come', async () => {
    const chief = await somebody()
    const plain = await somebody({ profiles: ['employee'] })
    const gone = await aPerson(trial.app, trial.company, {
      profiles: ['employee', 'leave_approver'],
      state: 'inactive',
    })
    const stranger = await aPerson(trial.app, await aCompany(trial.app), {
      profiles: ['employee', 'leave_approver'],
    })
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
    await aPerson(trial.app, trial.company, { managerId: foreman.id })
    await setEmployee((await somebody(plain)).id, { approver_id: approver.id })
    const other = await somebody()
    for (const one of [foreman, approver])
      expect((await nameDeputy(one, other)).data.suplente).toMatchObject({ id: other.id })
  })

  test('is offered among those who may decide', async () => {
    const [chief, able] = [await somebody(), await somebody({ lastName: 'Suplente Posible' })]
    await somebody({ profiles: ['employee'], lastName: 'Suplente Imposible' })
    const offered = await trial.app.call(deputies.candidates, { buscar: 'posible' }, { as: chief.bearer })
    expect(offered.data).toMatchObject([{ id: able.id }])
  })

  test('may be named by Human Resources, who never name themselves', async () => {
    const [chief, other] = [await somebody(), await somebody()]
    const days = { desde: dayIn(-20), hasta: dayIn(120) }
    const name = (deputy: { id: number }) =>
      trial.app.call(
        deputies.nameFor,
        { id: chief.id, id_usuario: deputy.id, ...days },
        { as: trial.hr.bearer },
      )
    expect((await name(trial.hr)).code).toBe('DEPUTY_SELF')
    expect((await name(other)).data.suplente).toMatchObject({ id: other.id })
    const told = await inCompany(trial.app, trial.company.id, ({ db }) =>
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
    const ended = await trial.app.call(deputies.endFor, { id: chief.id }, { as: trial.hr.bearer })
    expect(ended.data.suplente).toBeNull()
  })
})
