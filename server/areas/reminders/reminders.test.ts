import { beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { documents as search } from '#contract/documents/documents.ts'
import { publicationNotices, reminders } from '#contract/reminders.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aDocument, aType, type MadeType } from '#server/testing/documents.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { giveSignature } from '#server/testing/signed.ts'
import { aPublication } from '#server/testing/publications.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { nextRun, remindDue } from './due.ts'
import { remindAll } from './run.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let clerk: Person & { bearer: string }
let receipts: MadeType
let ana: Person
let bruno: Person
let carla: Person
let documents: number[]
const day = 86_400_000

beforeAll(async () => {
  app = await testApp()
})

/** A company of its own for each: Ana of Ventas and Bruno of Planta have a mail, Carla has none; each owes one. */
beforeEach(async () => {
  app.setNow(null)
  company = await aCompany(app)
  hr = await anAdministrator(app, company)
  const may = { sector: 'Ventas', actions: [actions.signatureReminder, actions.publicationNotices] }
  clerk = await aLimited(app, company, may)
  receipts = await aType(app, company, { name: 'Recibo' })
  ana = await aPerson(app, company, { sector: 'Ventas', firstName: 'Ana' })
  bruno = await aPerson(app, company, { sector: 'Planta' })
  carla = await aPerson(app, company, { sector: 'Planta', mail: null })
  documents = []
  for (const person of [ana, bruno, carla])
    documents.push(await aDocument(app, company, { employee_id: person.id, type_id: receipts.id }))
})

const run = () => app.services.jobs.runDueJobs()
const mailed = (event: string) =>
  inCompany(app, company.id, async (tx) => {
    const rows = await tx.db
      .selectFrom('mails')
      .select('user_id')
      .where('event', '=', event)
      .orderBy('id')
      .execute()
    return rows.map(({ user_id }) => user_id)
  })
const sign = (id: number) =>
  inCompany(app, company.id, async (tx) => {
    await tx.db.updateTable('documents').set({ signing: 'conforme' }).where('id', '=', id).execute()
    await giveSignature(tx, id, 'conforme')
  })
/** The newest, asked for by a session of that day: older ones have ended. */
const first = async () => (await app.call(reminders.list, {}, { as: await signIn(app, company, hr) })).data[0]
const after = (days: number) => app.setNow(new Date(Date.now() + days * day))

describe('a reminder', () => {
  test('shows its recipients, writes to each once, and to nobody twice in a day', async () => {
    // A type that nobody uses any more asks nobody to sign in time.
    const archived = await aType(app, company, { name: 'Antiguo' })
    await inCompany(app, company.id, (tx) =>
      tx.db
        .updateTable('document_types')
        .set({ days_to_sign: 5, archived_at: new Date() })
        .where('id', '=', archived.id)
        .execute(),
    )
    const before = await app.call(reminders.count, {}, { as: hr.bearer })
    expect(before.data).toEqual({
      documentos: 3,
      con_correo: 2,
      en_dispositivo: 0,
      sin_correo: 1,
      ya_avisados: 0,
      ultimo: null,
      en_curso: null,
      plazos: false,
    })
    const made = await app.call(reminders.create, { tipo: [receipts.id] }, { as: hr.bearer })
    expect(made.data).toMatchObject({ cada_dias: null, termino: 'once', pedido: { tipos: ['Recibo'] } })
    await run()
    expect(await mailed('signature_reminder')).toEqual([ana.id, bruno.id])
    expect(await first()).toMatchObject({
      veces: 1,
      enviados: 2,
      ultimo: { enviados: 2, sin_correo: 1, ya_avisados: 0, documentos: 3 },
    })
    const again = await app.call(reminders.count, {}, { as: hr.bearer })
    expect(again.data).toMatchObject({ con_correo: 0, ya_avisados: 2, sin_correo: 1 })
    expect(again.data.ultimo).not.toBeNull()
    expect((await app.call(reminders.create, {}, { as: hr.bearer })).code).toBe('REMINDER_NOBODY')
    after(1.1)
    const tomorrow = await signIn(app, company, hr)
    expect((await app.call(reminders.create, {}, { as: tomorrow })).status).toBe(200)
  })

  test('names those whom it would not reach, within reach, page by page', async () => {
    const { data, pagination } = await app.call(reminders.unreached, { perPage: 1 }, { as: hr.bearer })
    expect(data).toMatchObject([{ id: carla.id, sector: 'Planta' }])
    expect(pagination?.total).toBe(1)
    expect((await app.call(reminders.unreached, {}, { as: clerk.bearer })).data).toEqual([])
  })

  test('is refused while another is being sent, and shows how far that one is', async () => {
    const headers = { 'idempotency-key': 'recordar-una-vez' }
    const [one, twice] = await Promise.all(
      [0, 1].map(() => app.call(reminders.create, {}, { as: hr.bearer, headers })),
    )
    expect(twice?.data).toEqual(one?.data)
    const other = await app.call(reminders.create, { tipo: [receipts.id] }, { as: clerk.bearer })
    expect(other.code).toBe('REMINDER_UNDER_WAY')
    const meanwhile = await app.call(reminders.count, {}, { as: clerk.bearer })
    expect(meanwhile.data.en_curso).toEqual({ hechos: 0, total: 0 })
    expect((await first()).ultimo.en_curso).toEqual({ hechos: 0, total: 0 })
    await run()
    expect(await mailed('signature_reminder')).toEqual([ana.id, bruno.id])
    expect((await app.call(reminders.count, {}, { as: hr.bearer })).data.en_curso).toBeNull()
    expect((await first()).ultimo.en_curso).toBeNull()
  })

  test('that two people ask for at once is sent once, and the other is refused', async () => {
    const answers = await Promise.all(
      [hr, clerk].map(({ bearer }) => app.call(reminders.create, {}, { as: bearer })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'REMINDER_UNDER_WAY')).toHaveLength(1)
    await run()
    expect(new Set(await mailed('signature_reminder')).size).toBe((await mailed('signature_reminder')).length)
  })

  test('of chosen documents reaches their people alone, and nobody beyond reach', async () => {
    const documento = documents.slice(1)
    expect((await app.call(reminders.count, { documento }, { as: clerk.bearer })).data.documentos).toBe(0)
    const made = await app.call(reminders.create, { documento }, { as: hr.bearer })
    expect(made.data.pedido.documentos).toBe(2)
    await run()
    expect(await mailed('signature_reminder')).toEqual([bruno.id])
  })

  test('counts those who wait for its mail as its work, and leaves other processes as they are', async () => {
    const other = await aPublication(app, company, {
      type: receipts,
      by: hr,
      people: [ana, bruno, carla],
      period: '2026-09-01',
    })
    await app.call(reminders.create, { tipo: [receipts.id] }, { as: hr.bearer })
    await run()
    const totals = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('processes').select(['id', 'kind', 'total', 'done']).orderBy('id').execute(),
    )
    expect(totals).toMatchObject([
      { id: other.id, total: 3 },
      { kind: 'signature_reminder', total: 2, done: 2 },
    ])
  })

  test('is of those within reach, of what is asked for, and never of who does not sign electronically', async () => {
    const own = await app.call(reminders.count, {}, { as: clerk.bearer })
    expect(own.data).toMatchObject({ documentos: 1, con_correo: 1 })
    const other = await app.call(reminders.count, { periodo: '2026-09' }, { as: hr.bearer })
    expect(other.data.documentos).toBe(0)
    await inCompany(app, company.id, (tx) =>
      tx.db
        .insertInto('consents')
        .values({
          company_id: tx.company,
          user_id: ana.id,
          decision: 'withdrawn',
          text_version: 'test',
          language: 'es',
        })
        .execute(),
    )
    expect((await app.call(reminders.count, {}, { as: clerk.bearer })).data.documentos).toBe(0)
    expect((await app.call(reminders.create, {}, { as: clerk.bearer })).code).toBe('REMINDER_NOBODY')
  })

  test('counts documents as overdue that wait beyond the days of their type', async () => {
    await inCompany(app, company.id, async (tx) => {
      await tx.db
        .updateTable('document_types')
        .set({ days_to_sign: 5 })
        .where('id', '=', receipts.id)
        .execute()
      await tx.db
        .updateTable('documents')
        .set({ published_at: new Date(Date.now() - 7 * day) })
        .where('id', '=', documents[0] ?? 0)
        .execute()
      // Published as long ago, for an hour that came yesterday: its days are those since.
      await tx.db
        .updateTable('documents')
        .set({
          published_at: new Date(Date.now() - 7 * day),
          visible_from: new Date(Date.now() - day),
        })
        .where('id', '=', documents[1] ?? 0)
        .execute()
    })
    const { data } = await app.call(reminders.count, { vencidos: true }, { as: hr.bearer })
    expect(data).toMatchObject({ documentos: 1, plazos: true })
    const overdue = { tipo: [receipts.id], firma_vencida: true }
    const found = await app.call(search.list, overdue, { as: hr.bearer })
    expect(found.data).toMatchObject([{ id: documents[0] }])
  })
})

describe('a repeated reminder', () => {
  test('writes again every so many days, to those who still owe, and ends when nobody does', async () => {
    await app.call(reminders.create, { cada_dias: 3 }, { as: hr.bearer })
    await run()
    await remindDue(app.services)
    expect((await first()).veces).toBe(1)
    await sign(documents[0] ?? 0)
    after(3.01)
    await remindDue(app.services)
    await run()
    expect(await mailed('signature_reminder')).toEqual([ana.id, bruno.id, bruno.id])
    await sign(documents[1] ?? 0)
    await sign(documents[2] ?? 0)
    after(6.02)
    await remindDue(app.services)
    await run()
    expect(await first()).toMatchObject({ veces: 2, enviados: 3, proximo: null, termino: 'nothing_left' })
  })

  test('that falls due while another is sent mails nobody a second time, in whichever worker', async () => {
    await app.call(reminders.create, { cada_dias: 3 }, { as: hr.bearer })
    await run()
    after(3.01)
    const thatDay = await signIn(app, company, hr)
    expect((await app.call(reminders.create, {}, { as: thatDay })).status).toBe(200)
    await remindDue(app.services)
    const runs = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('processes')
        .select('id')
        .where('kind', '=', 'signature_reminder')
        .where('status', '=', 'in_progress')
        .execute(),
    )
    expect(runs).toHaveLength(2)
    const { signal } = new AbortController()
    await Promise.all(runs.map(({ id }) => remindAll(app.services, company.id, id, signal)))
    const mails = await mailed('signature_reminder')
    expect([ana.id, bruno.id].map((id) => mails.filter((one) => one === id).length)).toEqual([2, 2])
    const counts = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('reminder_runs')
        .select(['mailed', 'recently'])
        .where(
          'process_id',
          'in',
          runs.map(({ id }) => id),
        )
        .execute(),
    )
    expect(counts.reduce((sum, one) => sum + one.mailed, 0)).toBe(2)
    expect(counts.reduce((sum, one) => sum + one.recently, 0)).toBe(2)
  })

  test('ends with its last day, or when somebody stops it', async () => {
    const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
    const past = await app.call(reminders.create, { cada_dias: 1, hasta: '2020-01-01' }, { as: hr.bearer })
    expect(past.code).toBe('REMINDER_UNTIL_PAST')
    const alone = await app.call(reminders.create, { hasta: today }, { as: hr.bearer })
    expect(alone.code).toBe('REMINDER_UNTIL_ALONE')
    const short = await app.call(reminders.create, { cada_dias: 2, hasta: today }, { as: hr.bearer })
    expect(short.data).toMatchObject({ proximo: null, termino: 'last_day' })
    await run()
    const long = await app.call(reminders.create, { cada_dias: 2 }, { as: hr.bearer })
    const stopped = await app.call(reminders.cancel, { id: long.data.id }, { as: hr.bearer })
    expect(stopped.data).toMatchObject({ termino: 'cancelled', proximo: null })
    expect((await app.call(reminders.cancel, { id: long.data.id }, { as: hr.bearer })).code).toBe(
      'REMINDER_ENDED',
    )
  })

  test('is stopped by its maker, and by who reaches everybody whom it is for', async () => {
    const { data: wide } = await app.call(reminders.create, { cada_dias: 2 }, { as: hr.bearer })
    await run()
    const stop = (id: number, as: string) => app.call(reminders.cancel, { id }, { as })
    expect((await stop(wide.id, clerk.bearer)).code).toBe('PROCESS_NOT_YOURS')
    expect(await first()).toMatchObject({ id: wide.id, proximo: expect.any(String) })
    const other = await anAdministrator(app, company)
    expect((await stop(wide.id, other.bearer)).data).toMatchObject({ termino: 'cancelled' })
    const narrow = { cada_dias: 2, documento: documents.slice(0, 1) }
    after(2)
    const as = await signIn(app, company, hr)
    const { data: ofAna } = await app.call(reminders.create, narrow, { as })
    await run()
    const byClerk = await stop(ofAna.id, await signIn(app, company, clerk))
    expect(byClerk.data).toMatchObject({ termino: 'cancelled' })
  })

  test('reaches what its maker reaches that day, and ends when they may no longer remind', async () => {
    await app.call(reminders.create, { cada_dias: 2 }, { as: clerk.bearer })
    await run()
    expect(await mailed('signature_reminder')).toEqual([ana.id])
    await inCompany(app, company.id, (tx) =>
      tx.db.deleteFrom('user_profiles').where('user_id', '=', clerk.id).where('type', '=', 2).execute(),
    )
    after(2.01)
    await remindDue(app.services)
    await run()
    expect(await mailed('signature_reminder')).toEqual([ana.id])
    expect(await first()).toMatchObject({ termino: 'no_right', veces: 1 })
  })

  test.each([
    ['in time', 0, 3],
    ['after two that were missed', 7, 9],
  ])('keeps its hour, %s', (_, late, next) => {
    const last = new Date('2026-11-01T12:00:00Z')
    const now = new Date(last.getTime() + late * day + 1000)
    expect(nextRun(last, 3, now).toISOString()).toBe(new Date(last.getTime() + next * day).toISOString())
  })
})

test('a publication’s notice is repeated to those within reach who have not read it', async () => {
  const { id: process } = await aPublication(app, company, {
    type: receipts,
    by: hr,
    people: [ana, bruno, carla],
    period: '2026-09-01',
  })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('documents')
      .set({ first_read_at: new Date() })
      .where('employee_id', '=', bruno.id)
      .where('period', '=', '2026-09-01')
      .execute(),
  )
  const list = await app.call(publicationNotices.list, {}, { as: hr.bearer })
  expect(list.data).toMatchObject([{ id: process, documentos: 3, sin_leer: 2, avisado: null }])
  const counted = await app.call(publicationNotices.count, { id: process }, { as: hr.bearer })
  expect(counted.data).toEqual({
    documentos: 2,
    con_correo: 1,
    en_dispositivo: 0,
    sin_correo: 1,
    ya_avisados: 0,
    ultimo: null,
  })
  // Pressed twice at once, it is sent once.
  const pressed = await Promise.all(
    [0, 1].map(() => app.call(publicationNotices.send, { id: process }, { as: hr.bearer })),
  )
  expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(pressed.filter(({ code }) => code === 'REMINDER_UNDER_WAY')).toHaveLength(1)
  await run()
  expect(await mailed('new_document')).toEqual([ana.id])
  expect((await app.call(publicationNotices.send, { id: process }, { as: clerk.bearer })).code).toBe(
    'REMINDER_NOBODY',
  )
  expect((await app.call(reminders.list, {}, { as: hr.bearer })).data).toEqual([])
})
