import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { massive } from '#contract/massive/massive.ts'
import { me } from '#contract/me/me.ts'
import { undo } from '#contract/processes/undo.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { payslip } from '#pdf/testing/samples.ts'
import type { TestApp } from '#server/testing/app.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import { aLimited, aPerson, inCompany, type Person, signIn, stepUp } from '#server/testing/factories.ts'
import { aPreview, aReadableType } from '#server/testing/massive.ts'
import { aPublisher, now } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let as: string
beforeAll(async () => {
  ;({ app, company, bearer: as } = await aPublisher())
  await aBystandingPublication(app, company, as)
})
afterEach(() => app.setNow(now))

const hour = '2026-11-05T12:00:00.000Z'

/** A publication of a receipt for each, that is visible from an hour on. */
async function scheduled(people: readonly Person[], more: Record<string, unknown> = {}): Promise<number> {
  const type = await aReadableType(app, company)
  const wanted = people.map((to) => ({ found: 'listo' as const, to }))
  const { id } = await aPreview(app, company, as, type.id, wanted, { modo: 'publish' })
  const input = { id, recibos: people.length, visible_desde: hour, ...more }
  expect(await app.call(massive.publish, input, { as })).toMatchObject({ status: 200 })
  await app.services.jobs.runDueJobs()
  return id
}

const reschedule = (id: number, visible_desde?: string, by = as) =>
  app.call(massive.reschedule, { id, ...(visible_desde && { visible_desde }) }, { as: by })
const seenBy = async (person: Person) => {
  const { data } = await app.call(me.documents, {}, { as: await signIn(app, company, person, 'e') })
  return data.espera.length
}
const told = (people: readonly Person[]) =>
  inCompany(app, company.id, async (tx) => {
    const rows = await tx.db
      .selectFrom('mails')
      .select('user_id')
      .where('event', '=', 'new_document')
      .where(
        'user_id',
        'in',
        people.map(({ id }) => id),
      )
      .orderBy('user_id')
      .execute()
    return rows.map(({ user_id }) => user_id)
  })
const at = async (instant: string) => {
  app.setNow(new Date(instant))
  await app.services.jobs.runDueJobs({ later: true })
}

describe('the hour of a publication', () => {
  test('is postponed: nothing is visible or announced at the former one', async () => {
    const people = [await aPerson(app, company), await aPerson(app, company)]
    const [one] = people
    if (!one) throw new Error('nobody')
    const id = await scheduled(people)
    const later = '2026-11-06T12:00:00.000Z'
    expect(await reschedule(id, later)).toMatchObject({
      status: 200,
      data: { visible_desde: later, programada: true },
    })
    await at('2026-11-05T12:00:30Z')
    expect([await seenBy(one), await told(people)]).toEqual([0, []])
    await at('2026-11-06T12:00:30Z')
    expect([await seenBy(one), await told(people)]).toEqual([1, people.map((person) => person.id)])
    const events = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .select(['act', 'data'])
        .where('subject_kind', '=', 'publication')
        .where('subject_id', '=', id)
        .where('act', '=', 'rescheduled')
        .execute(),
    )
    expect(events).toEqual([{ act: 'rescheduled', data: { from: hour, to: later } }])
  })

  test('is brought forward, or removed: documents are visible and announced once', async () => {
    const people = [await aPerson(app, company)]
    const [one] = people
    if (!one) throw new Error('nobody')
    const id = await scheduled(people)
    await reschedule(id, '2026-11-04T18:00:00.000Z')
    expect((await reschedule(id)).data.programada).toBe(false)
    await app.services.jobs.runDueJobs({ later: true })
    expect([await seenBy(one), await told(people)]).toEqual([1, [one.id]])
    await at('2026-11-05T12:00:30Z')
    expect(await told(people)).toEqual([one.id])
  })

  test('holds for what takes the place of a document before it, also of one that was moved to another', async () => {
    const [one, wrong] = [await aPerson(app, company), await aPerson(app, company)]
    const id = await scheduled([one, wrong])
    const documentOf = (person: Person) =>
      inCompany(app, company.id, async ({ db }) => {
        const found = await db
          .selectFrom('documents')
          .select('id')
          .where('employee_id', '=', person.id)
          .executeTakeFirstOrThrow()
        return found.id
      })
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('employees').set({ cuil: '20437776665' }).where('id', '=', wrong.id).execute(),
    )
    const right = await aPerson(app, company, { cuil: wrong.cuil })
    const act = async () => ({ as, headers: await stepUp(app, as) })
    const reason = { motivo: 'Faltaba un adicional', notificar: true }
    const file = { name: 'recibo.pdf', bytes: await payslip({ taxId: one.cuil, net: '900,00' }) }
    const replaced = await app.call(
      publishing.replace,
      { id: await documentOf(one), ...reason },
      { ...(await act()), file },
    )
    const moved = await app.call(publishing.move, { ids: [await documentOf(wrong)], ...reason }, await act())
    expect([replaced.status, moved.status]).toEqual([200, 200])
    expect([await seenBy(one), await seenBy(right)]).toEqual([0, 0])

    const later = '2026-11-06T12:00:00.000Z'
    expect((await reschedule(id, later)).code).toBe('MASSIVE_STEP_CHANGED')
    await at('2026-11-05T12:00:30Z')
    expect([await seenBy(one), await seenBy(right), await seenBy(wrong)]).toEqual([1, 1, 0])
    expect(await told([one, right, wrong])).toEqual([one.id, right.id])
  })

  test('moves what took the place of a document with the others', async () => {
    const people = [await aPerson(app, company), await aPerson(app, company)]
    const [one] = people
    if (!one) throw new Error('nobody')
    const id = await scheduled(people)
    const { id: document } = await inCompany(app, company.id, ({ db }) =>
      db.selectFrom('documents').select('id').where('employee_id', '=', one.id).executeTakeFirstOrThrow(),
    )
    const file = { name: 'recibo.pdf', bytes: await payslip({ taxId: one.cuil, net: '900,00' }) }
    const headers = await stepUp(app, as)
    await app.call(publishing.replace, { id: document, motivo: 'Faltaba algo' }, { as, headers, file })
    await reschedule(id, '2026-11-06T12:00:00.000Z')
    await at('2026-11-05T12:00:30Z')
    expect(await seenBy(one)).toBe(0)
    await at('2026-11-06T12:00:30Z')
    expect(await seenBy(one)).toBe(1)
    // Its replacement was to be silent.
    expect(await told(people)).toEqual(people.slice(1).map((person) => person.id))
  })

  test('of a silent publication notifies nobody', async () => {
    const people = [await aPerson(app, company)]
    const id = await scheduled(people, { notificar: false })
    await reschedule(id)
    await app.services.jobs.runDueJobs({ later: true })
    expect(await told(people)).toEqual([])
  })

  test('isn’t changed once it is past, to a past one, or by viewers who don’t see the publication', async () => {
    const soon = { visible_desde: '2026-11-04T15:10:00Z' }
    const id = await scheduled([await aPerson(app, company)], soon)
    expect(await reschedule(id, '2026-11-04T10:00:00Z')).toMatchObject({
      status: 422,
      code: 'MASSIVE_HOUR_NOT_AHEAD',
      errors: [{ field: 'visible_desde' }],
    })
    const stranger = await aLimited(app, company, {
      sector: 'Depósito',
      actions: [actions.massivePublishing],
    })
    expect(await reschedule(id, undefined, stranger.bearer)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    app.setNow(new Date('2026-11-04T15:10:30Z'))
    expect(await reschedule(id, '2026-11-06T12:00:00Z')).toMatchObject({
      status: 409,
      code: 'MASSIVE_VISIBLE_ALREADY',
    })
  })

  test('can’t be changed for an undone publication', async () => {
    const id = await scheduled([await aPerson(app, company)])
    await app.call(undo.undo, { id }, { as, headers: await stepUp(app, as) })
    await app.services.jobs.runDueJobs()
    expect((await app.call(massive.one, { id }, { as })).data).toMatchObject({
      visible_desde: hour,
      programada: false,
    })
    expect(await reschedule(id)).toMatchObject({ code: 'MASSIVE_STEP_CHANGED' })
  })

  test('can’t be changed for a publication that was cancelled or has no hour', async () => {
    const type = await aReadableType(app, company)
    const to = await aPerson(app, company)
    const { id } = await aPreview(app, company, as, type.id, [{ found: 'listo', to }], { modo: 'publish' })
    expect(await reschedule(id)).toMatchObject({ code: 'MASSIVE_STEP_CHANGED' })
    await app.call(massive.cancel, { id }, { as })
    expect(await reschedule(id)).toMatchObject({ code: 'MASSIVE_STEP_CHANGED' })
    const atOnce = await aPreview(app, company, as, type.id, [{ found: 'listo', to }], { modo: 'publish' })
    await app.call(massive.publish, { id: atOnce.id, recibos: 1 }, { as })
    await app.services.jobs.runDueJobs()
    expect(await reschedule(atOnce.id)).toMatchObject({ code: 'MASSIVE_VISIBLE_ALREADY' })
  })
})
