import { beforeAll, describe, expect, test } from 'vitest'
import { documentActCalls } from '#contract/documents/acts.ts'
import { documents } from '#contract/documents/documents.ts'
import { me } from '#contract/me/me.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aDocument, aType, type DocumentWanted, type MadeType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  password,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let limited: string
let manager: string
let ana: Person
let bruno: Person
let receipts: MadeType
const phone =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Ventas' }] })
  limited = await signIn(app, company, clerk)
  const boss = await aPerson(app, company, { profiles: ['manager'] })
  manager = await signIn(app, company, boss)
  ana = await aPerson(app, company, { sector: 'Ventas', managerId: boss.id })
  bruno = await aPerson(app, company, { sector: 'Planta' })
  receipts = await aType(app, company, { name: 'Recibo' })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: boss.id, folder_id: receipts.folderId })
      .execute(),
  )
})

let month = 0
/** A document of another month each time. */
const made = (of: Person, more: Partial<DocumentWanted> = {}) => {
  month++
  const period = `${2020 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
  return aDocument(app, company, { employee_id: of.id, type_id: receipts.id, period, ...more })
}
const asHr = async () => ({ as: hr.bearer, headers: await stepUp(app, hr.bearer) })
const rowOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const eventsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .leftJoin('event_details', 'event_details.event_id', 'events.id')
      .select(['events.act', 'events.data', 'event_details.text'])
      .where('subject_kind', '=', 'document')
      .where('subject_id', '=', id)
      .orderBy('events.id')
      .execute(),
  )
const mailsTo = (person: Person) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select(['id', 'event', 'variables'])
      .where('user_id', '=', person.id)
      .orderBy('id')
      .execute(),
  )
const read = async (person: Person, id: number) => {
  const bearer = await signIn(app, company, person, 'e')
  await app.call(me.pdf, { id }, { as: bearer, headers: { 'user-agent': phone } })
  return bearer
}

describe('cancelling', () => {
  test('needs the password again and a reason, and is for good', async () => {
    const id = await made(ana)
    const without = await app.call(
      documentActCalls.cancel,
      { id, motivo: 'Error de carga' },
      { as: hr.bearer },
    )
    expect(without.code).toBe('STEP_UP_REQUIRED')
    expect((await app.call(documentActCalls.cancel, { id, motivo: ' ' }, await asHr())).status).toBe(422)
    const done = await app.call(documentActCalls.cancel, { id, motivo: 'Error de carga' }, await asHr())
    expect([done.status, done.data]).toEqual([200, { id }])
    expect(await rowOf(id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: 'Error de carga',
      cancelled_by: hr.id,
    })
    expect(await eventsOf(id)).toMatchObject([
      { act: 'cancelled', data: { was: 'published' }, text: 'Error de carga' },
    ])
    const again = await app.call(documentActCalls.cancel, { id, motivo: 'Otra vez' }, await asHr())
    expect(again.code).toBe('DOCUMENT_ALREADY_CANCELLED')
    const { period } = await rowOf(id)
    expect(again.errors[0]?.message).toMatch(new RegExp(`\\S+ ${period?.slice(0, 7)}, \\S+`))
    for (const call of [documents.view, documents.download])
      expect((await app.call(call, { a: id, b: 0 }, { as: hr.bearer })).code).toBe('DOCUMENT_CANCELLED')
  })

  test('frees its place for the right document', async () => {
    const id = await made(ana)
    const { period } = await rowOf(id)
    await expect(made(ana, { period })).rejects.toThrow('SYSTEM_API_FILE_EXISTS')
    await app.call(documentActCalls.cancel, { id, motivo: 'Error de carga' }, await asHr())
    expect(await made(ana, { period })).toBeGreaterThan(id)
  })

  test('notifies a reader and leaves them a line; an employee who never opened it is not notified', async () => {
    const carla = await aPerson(app, company)
    const [opened, closed] = [await made(carla), await made(carla)]
    const bearer = await read(carla, opened)
    for (const id of [opened, closed])
      await app.call(documentActCalls.cancel, { id, motivo: 'Error de liquidación' }, await asHr())
    const mails = await mailsTo(carla)
    expect(mails.map(({ event }) => event)).toEqual(['document_cancelled'])
    const line = await app.call(me.document, { id: opened }, { as: bearer })
    expect(line.data).toMatchObject({ estado: 'anulado', motivo_anulacion: 'Error de liquidación' })
    expect((await app.call(me.document, { id: closed }, { as: bearer })).status).toBe(404)
    expect((await app.call(me.pdf, { id: opened }, { as: bearer })).code).toBe('DOCUMENT_CANCELLED')
  })

  test('is not found out of reach; a manager may read and not annul', async () => {
    const id = await made(bruno)
    const ticket = { as: limited, headers: await stepUp(app, limited) }
    expect((await app.call(documentActCalls.cancel, { id, motivo: 'Error' }, ticket)).status).toBe(404)
    const mine = await made(ana)
    const boss = { as: manager, headers: await stepUp(app, manager) }
    expect((await app.call(documents.detail, { id: mine }, boss)).status).toBe(200)
    expect((await app.call(documentActCalls.cancel, { id: mine, motivo: 'Error' }, boss)).code).toBe(
      'SYSTEM_ACTION_NOT_GRANTED',
    )
  })
})

describe('cancelling several', () => {
  test('annuls all, with one mail to each person', async () => {
    const dora = await aPerson(app, company)
    const ids = [await made(dora), await made(dora), await made(bruno)]
    for (const id of ids.slice(0, 2)) await read(dora, id)
    const done = await app.call(documentActCalls.cancelMany, { ids, motivo: 'Mes equivocado' }, await asHr())
    expect(done.data).toEqual({ anulados: 3 })
    for (const id of ids) expect((await rowOf(id)).state).toBe('cancelled')
    const mails = await mailsTo(dora)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.variables).toMatchObject({ documentos: [{ tipo: 'Recibo' }, { tipo: 'Recibo' }] })
    // The second document names the mail as well, so that its history shows it.
    const trace = await app.call(documentActCalls.trace, { id: ids[1] ?? 0 }, { as: hr.bearer })
    expect(trace.data.map((row: { hecho: string }) => row.hecho)).toContain('document_cancelled')
  })

  test.each<[string, object, string]>([
    ['none given', {}, 'MASSIVE_CANCEL_REQUIRED'],
    ['an empty list', { ids: [] }, 'MASSIVE_CANCEL_REQUIRED'],
    ['words', { ids: ['uno'] }, 'MASSIVE_CANCEL_WRONG_TYPE'],
    ['no list', { ids: { a: 1 } }, 'MASSIVE_CANCEL_WRONG_TYPE'],
    ['twice the same', { ids: [1, 1] }, 'MASSIVE_CANCEL_DUPLICATED'],
    ['too many', { ids: Array.from({ length: 101 }, (_, n) => n + 1) }, 'MASSIVE_CANCEL_MAXIMUM_EXCEEDED'],
  ])('refuses %s', async (_, input, code) => {
    const answer = await app.call(documentActCalls.cancelMany, { motivo: 'Error', ...input }, await asHr())
    expect([answer.status, answer.errors[0]?.code]).toEqual([422, code])
  })

  test('annuls nothing where one is unknown or out of reach', async () => {
    const id = await made(ana)
    const far = await made(bruno)
    const missing = await app.call(
      documentActCalls.cancelMany,
      { ids: [id, 999_999], motivo: 'Error' },
      await asHr(),
    )
    expect([missing.status, missing.code]).toEqual([404, 'MASSIVE_CANCEL_NONEXISTENT'])
    expect(missing.errors[0]?.message).toContain('999999')
    const beyond = await app.call(
      documentActCalls.cancelMany,
      { ids: [id, far], motivo: 'Error' },
      { as: limited, headers: await stepUp(app, limited) },
    )
    expect(beyond.code).toBe('MASSIVE_CANCEL_NONEXISTENT')
    for (const one of [id, far]) expect((await rowOf(one)).state).toBe('published')
  })
})

describe('changing a document', () => {
  test('sets its label and its day of expiry, and is refused once it is annulled', async () => {
    const id = await made(ana)
    const change = (input: object) => app.call(documentActCalls.change, { id, ...input }, { as: hr.bearer })
    expect((await change({ etiqueta: 'SAC', vence: '31/12/2026' })).data).toEqual({
      id,
      etiqueta: 'SAC',
      vence: '2026-12-31',
    })
    expect((await change({ etiqueta: '' })).data).toEqual({ id, etiqueta: null, vence: '2026-12-31' })
    expect((await change({})).status).toBe(200)
    expect(await eventsOf(id)).toMatchObject([
      { act: 'changed', data: { is: { label: 'SAC', expires_on: '2026-12-31' } } },
      { act: 'changed', data: { was: { label: 'SAC' }, is: { label: null } } },
    ])
    await app.call(documentActCalls.cancel, { id, motivo: 'Error' }, await asHr())
    expect((await change({ etiqueta: 'SAC' })).code).toBe('DOCUMENT_ALREADY_CANCELLED')
  })
})

describe('observations', () => {
  test('are added, listed and deleted by their author or an administrator of employees', async () => {
    const id = await made(ana)
    const add = async (as: string, observacion: string) =>
      (await app.call(documentActCalls.observe, { id, observacion }, { as })).data
    const first = await add(manager, 'Falta un adicional')
    const second = await add(limited, 'Revisado con el área')
    const shown = async (as: string) =>
      (await app.call(documentActCalls.observations, { id }, { as })).data.map(
        (one: { texto: string; borrable: boolean }) => [one.texto, one.borrable],
      )
    expect(await shown(manager)).toEqual([
      ['Revisado con el área', false],
      ['Falta un adicional', true],
    ])
    const forget = (as: string, one: number) =>
      app.call(documentActCalls.forgetObservation, { id: one }, { as })
    expect((await forget(manager, second.id)).code).toBe('SYSTEM_ACTION_NOT_GRANTED')
    expect((await forget(limited, first.id)).status).toBe(200)
    expect((await forget(limited, first.id)).status).toBe(404)
    expect(await shown(hr.bearer)).toEqual([['Revisado con el área', true]])
    expect(await eventsOf(id)).toMatchObject([
      { act: 'observed', text: 'Falta un adicional' },
      { act: 'observed' },
      { act: 'observation_deleted', text: 'Falta un adicional' },
    ])
  })

  test('take 1 to 500 characters', async () => {
    const id = await made(ana)
    const add = (observacion: string) =>
      app.call(documentActCalls.observe, { id, observacion }, { as: hr.bearer })
    expect((await add('a'.repeat(500))).status).toBe(200)
    expect((await add('a'.repeat(501))).errors[0]?.code).toBe('SYSTEM_API_VALUE_TOO_LONG')
    expect((await add('  ')).errors[0]?.code).toBe('SYSTEM_API_PARAMETER_IS_EMPTY')
    const far = await made(bruno)
    const beyond = { as: limited }
    expect((await app.call(documentActCalls.observe, { id: far, observacion: 'x' }, beyond)).status).toBe(404)
    expect((await app.call(documentActCalls.observations, { id: far }, beyond)).status).toBe(404)
  })
})

describe('the case of a no conforme', () => {
  const disagree = async (person: Person, id: number) => {
    const bearer = await read(person, id)
    const signed = await app.call(
      me.sign,
      { ids: [id], decision: 'no_conforme', comment: 'Faltan horas extra', password },
      { as: bearer },
    )
    expect(signed.status).toBe(200)
    return bearer
  }
  const open = async (as: string) =>
    (await app.call(documentActCalls.disagreements, {}, { as })).data.map((one: { id: number }) => one.id)

  test('is opened by the signature, listed with its reason, answered, and read by the employee', async () => {
    const eva = await aPerson(app, company, { sector: 'Ventas' })
    const id = await made(eva)
    const bearer = await disagree(eva, id)
    expect(await open(limited)).toEqual([id])
    expect(await open(manager)).toEqual([])
    const one = await app.call(documentActCalls.disagreement, { id }, { as: limited })
    expect(one.data).toMatchObject({ motivo: 'Faltan horas extra', caso: 'open', respuesta: null })
    const answerOf = async () => (await app.call(me.document, { id }, { as: bearer })).data.respuesta
    expect(await answerOf()).toBeNull()
    const answer = () =>
      app.call(
        documentActCalls.answerDisagreement,
        { id, respuesta: 'Las horas van en el recibo de noviembre.' },
        { as: limited },
      )
    expect((await answer()).data).toMatchObject({ caso: 'kept' })
    expect((await answer()).code).toBe('DISAGREEMENT_CLOSED')
    expect(await open(limited)).toEqual([])
    expect((await mailsTo(eva)).map(({ event }) => event)).toEqual(['disagreement_answered'])
    expect(await answerOf()).toMatchObject({
      caso: 'kept',
      texto: 'Las horas van en el recibo de noviembre.',
    })
    // Annulling the document leaves the answer that was given.
    await app.call(documentActCalls.cancel, { id, motivo: 'Se liquida de nuevo' }, await asHr())
    const { data: later } = await app.call(documentActCalls.disagreement, { id }, { as: hr.bearer })
    expect(later).toMatchObject({ caso: 'kept', respuesta: 'Las horas van en el recibo de noviembre.' })
    const next = await made(eva)
    const asEva = await disagree(eva, next)
    expect((await app.call(me.document, { id: next }, { as: asEva })).data.respuesta).toBeNull()
  })

  test('is closed by annulling the document, with the reason as its answer and one mail', async () => {
    const fabio = await aPerson(app, company)
    const id = await made(fabio)
    await disagree(fabio, id)
    await app.call(documentActCalls.cancel, { id, motivo: 'Tiene razón: se liquida de nuevo' }, await asHr())
    const one = await app.call(documentActCalls.disagreement, { id }, { as: hr.bearer })
    expect(one.data).toMatchObject({ caso: 'cancelled', respuesta: 'Tiene razón: se liquida de nuevo' })
    expect((await mailsTo(fabio)).map(({ event }) => event)).toEqual(['document_cancelled'])
  })
})

describe('the history', () => {
  test('lists all events in order, with devices named in plain words, paged', async () => {
    const gala = await aPerson(app, company, { sector: 'Ventas' })
    const id = await made(gala)
    await read(gala, id)
    await app.call(documents.download, { a: id, b: 0 }, { as: hr.bearer })
    const all = await app.call(documentActCalls.trace, { id }, { as: limited })
    expect(all.data).toMatchObject([
      { clase: 'hecho', hecho: 'downloaded', del_colaborador: false },
      { clase: 'hecho', hecho: 'read', del_colaborador: true, dispositivo: 'Chrome en Android' },
    ])
    const second = await app.call(documentActCalls.trace, { id, page: 2, perPage: 1 }, { as: limited })
    expect([second.data.length, second.pagination?.total, second.data[0].hecho]).toEqual([1, 2, 'read'])
    const far = await made(bruno)
    expect((await app.call(documentActCalls.trace, { id: far }, { as: limited })).status).toBe(404)
  })

  test('a mail that failed is sent again, to the address of today', async () => {
    const hugo = await aPerson(app, company)
    const id = await made(hugo)
    await read(hugo, id)
    await app.call(documentActCalls.cancel, { id, motivo: 'Error' }, await asHr())
    const [mail] = await mailsTo(hugo)
    const beside = await made(bruno)
    await read(bruno, beside)
    await app.call(documentActCalls.cancel, { id: beside, motivo: 'Error' }, await asHr())
    const lost = (await mailsTo(bruno)).at(-1)?.id ?? 0
    const again = () => app.call(documentActCalls.resend, { id, correo: mail?.id ?? 0 }, { as: hr.bearer })
    expect((await again()).code).toBe('DOCUMENT_MAIL_NOT_FAILED')
    await inCompany(app, company.id, async (tx) => {
      await tx.db
        .updateTable('mails')
        .set({ state: 'failed', reason: '550 no such user', attempts: 1 })
        .where('id', 'in', [mail?.id ?? 0, lost])
        .execute()
      await tx.db
        .updateTable('users')
        .set({ mail: 'otra@correo.example' })
        .where('id', '=', hugo.id)
        .execute()
    })
    expect((await again()).data).toEqual({ para: 'otra@correo.example' })
    const stays = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('mails').select(['state', 'to_address']).where('id', '=', lost).executeTakeFirst(),
    )
    expect(stays).toEqual({ state: 'failed', to_address: bruno.mail })
    await app.services.jobs.runDueJobs()
    const { data } = await app.call(documentActCalls.trace, { id }, { as: hr.bearer })
    const sent = data.find((row: { clase: string }) => row.clase === 'correo')
    expect(sent.correo).toMatchObject({ para: 'otra@correo.example', estado: 'sent' })
    expect(data.map((row: { hecho: string }) => row.hecho)).toContain('mail_resent')
    expect((await app.call(documentActCalls.resend, { id, correo: 999_999 }, { as: hr.bearer })).status).toBe(
      404,
    )
  })
})
