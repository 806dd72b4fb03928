import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { processes } from '#contract/processes/processes.ts'
import { undo } from '#contract/processes/undo.ts'
import { me } from '#contract/me/me.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType, type MadeType } from '#server/testing/documents.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
  ticketOf,
} from '#server/testing/factories.ts'
import { aPublication } from '#server/testing/publications.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let hr: Person & { bearer: string }
let limited: string
let receipts: MadeType
let people: Person[]

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  const may = { sector: 'Ventas', actions: [actions.undoPublication] }
  limited = (await aLimited(app, company, may)).bearer
  receipts = await aType(app, company, { name: 'Recibo' })
  people = [
    await aPerson(app, company, { sector: 'Ventas' }),
    await aPerson(app, company, { sector: 'Planta', lastName: 'Leída' }),
    await aPerson(app, company, { sector: 'Planta', lastName: 'Firmada' }),
  ]
})

let month = 0
/** A publication of receipts: unread, read, and signed. Answers its process and the documents. */
async function published(to = people): Promise<{ id: number; documents: number[] }> {
  const { id, documents } = await aPublication(app, company, {
    type: receipts,
    by: hr,
    people: to,
    period: `2025-${String(++month).padStart(2, '0')}-01`,
    each: (at) => ({ signing: at === 2 ? 'conforme' : 'pending' }),
  })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .updateTable('documents')
      .set({ first_read_at: new Date() })
      .where('id', 'in', documents.slice(1))
      .execute(),
  )
  return { id, documents }
}

const asHr = async () => ({ as: hr.bearer, headers: await ticketOf(app, hr.bearer) })
const statesOf = (ids: readonly number[]) =>
  inCompany(app, company.id, async (tx) => {
    const rows = await tx.db
      .selectFrom('documents')
      .select(['state', 'cancel_reason'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    return rows.map(({ state, cancel_reason }) => [state, cancel_reason])
  })

describe('undoing a publication', () => {
  test('removes unread documents at once, and leaves read or signed ones', async () => {
    const { id, documents } = await published()
    const before = await app.call(undo.one, { id }, { as: hr.bearer })
    expect(before.data).toMatchObject({ documentos: 3, sin_leer: 1, leidos: 1, firmados: 1, correos: 2 })
    expect((await app.call(undo.undo, { id }, { as: hr.bearer })).code).toBe('STEP_UP_REQUIRED')
    const begun = await app.call(undo.undo, { id }, await asHr())
    expect(begun.data).toMatchObject({ documentos: 1 })
    const meanwhile = await app.call(undo.one, { id }, { as: hr.bearer })
    expect(meanwhile.data.en_curso).toEqual({ hechos: 0, total: 1 })
    expect((await app.call(undo.undo, { id }, await asHr())).code).toBe('UNDO_UNDER_WAY')
    await app.services.jobs.runDueJobs()
    expect(await statesOf(documents)).toEqual([
      ['cancelled', 'Se deshizo la publicación antes de que se leyera.'],
      ['published', null],
      ['published', null],
    ])
    const after = await app.call(undo.one, { id }, { as: hr.bearer })
    expect(after.data).toMatchObject({ documentos: 2, anulados: 1, en_curso: null, deshecha: null })
    expect((await app.call(undo.undo, { id }, await asHr())).code).toBe('UNDO_NOTHING_STANDS')
  })

  test('leaves what is read or signed before its turn', async () => {
    const { id, documents } = await published()
    const begun = await app.call(undo.undo, { id }, await asHr())
    expect(begun.data).toMatchObject({ documentos: 1 })
    const [reader = { username: '' }] = people
    const employee = await signIn(app, company, reader, 'e')
    expect((await app.call(me.pdf, { id: documents[0] ?? 0 }, { as: employee })).status).toBe(200)
    await app.services.jobs.runDueJobs()
    expect((await statesOf(documents)).map(([state]) => state)).toEqual(Array(3).fill('published'))
    const { data } = await app.call(undo.one, { id }, { as: hr.bearer })
    expect(data).toMatchObject({ documentos: 3, en_curso: null, ultimo: { documentos: 0 } })
    // Asked for with a reason, all are annulled, whatever is read until their turn.
    const all = { id, incluir_leidos: true, motivo: 'Error de cálculo' }
    await app.call(undo.undo, all, await asHr())
    await app.services.jobs.runDueJobs()
    expect((await statesOf(documents)).map(([state]) => state)).toEqual(Array(3).fill('cancelled'))
  })

  test('removes the rest only with a reason, which is mailed to those who had read or signed', async () => {
    const { id, documents } = await published()
    const listed = await app.call(undo.known, { id }, { as: hr.bearer })
    expect(
      listed.data.map(({ colaborador, estado }: Record<string, string>) => [
        colaborador?.split(',')[0],
        estado,
      ]),
    ).toEqual([
      ['Firmada', 'conforme'],
      ['Leída', 'pendiente'],
    ])
    const without = await app.call(undo.undo, { id, incluir_leidos: true, motivo: ' x' }, await asHr())
    expect(without.code).toBe('UNDO_REASON_REQUIRED')
    const { id: single } = await published(people.slice(0, 2))
    const readOnce = await app.call(undo.undo, { id: single, incluir_leidos: true }, await asHr())
    expect(readOnce.code).toBe('UNDO_REASON_REQUIRED')
    const begun = await app.call(
      undo.undo,
      { id, incluir_leidos: true, motivo: 'Error de cálculo' },
      await asHr(),
    )
    expect(begun.data).toMatchObject({ documentos: 3 })
    await app.services.jobs.runDueJobs()
    expect(new Set((await statesOf(documents)).map(String))).toEqual(new Set(['cancelled,Error de cálculo']))
    const mails = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('mails')
        .select('user_id')
        .where('event', '=', 'document_cancelled')
        .where('subject_id', 'in', documents)
        .orderBy('user_id')
        .execute(),
    )
    expect(mails.map(({ user_id }) => user_id)).toEqual(people.slice(1).map((one) => one.id))
    const { data } = await app.call(undo.one, { id }, { as: hr.bearer })
    expect(data.deshecha).not.toBeNull()
  })

  test('is done once for a repeated request, and shown with its end, its reason and who did it', async () => {
    const { id } = await published()
    const { id: beside } = await published()
    const ticket = await ticketOf(app, hr.bearer)
    const headers = { ...ticket, 'idempotency-key': 'deshacer-una-vez' }
    const input = { id, incluir_leidos: true, motivo: 'Se liquidó con la escala anterior' }
    const first = await app.call(undo.undo, input, { as: hr.bearer, headers })
    const again = await app.call(undo.undo, input, { as: hr.bearer, headers })
    expect(again.data).toEqual(first.data)
    // The ticket has served its act: another one asks again.
    const later = await app.call(undo.undo, input, { as: hr.bearer, headers: ticket })
    expect(later.code).toBe('STEP_UP_REQUIRED')
    expect((await app.call(undo.one, { id }, { as: hr.bearer })).data.ultimo).toBeNull()
    await app.services.jobs.runDueJobs()
    const { data } = await app.call(undo.one, { id }, { as: hr.bearer })
    expect(data.ultimo).toMatchObject({ documentos: 3, motivo: input.motivo })
    const other = await app.call(undo.one, { id: beside }, { as: hr.bearer })
    expect(other.data).toMatchObject({ documentos: 3, en_curso: null, ultimo: null })
    expect(data).toMatchObject({ documentos: 0, en_curso: null })
  })

  test('affects nobody beyond the reach of its actor', async () => {
    const { id, documents } = await published()
    const { data } = await app.call(undo.one, { id }, { as: limited })
    expect(data).toMatchObject({ documentos: 1, fuera_de_alcance: 2 })
    await app.call(
      undo.undo,
      { id, incluir_leidos: true },
      { as: limited, headers: await ticketOf(app, limited) },
    )
    await app.services.jobs.runDueJobs()
    expect((await statesOf(documents)).map(([state]) => state)).toEqual([
      'cancelled',
      'published',
      'published',
    ])
    const list = await app.call(undo.list, {}, { as: limited })
    expect(list.data.find((one: { id: number }) => one.id === id)).toMatchObject({ documentos: 0 })
  })

  test('lists publications with documents within reach, and no cancelled ones', async () => {
    const given = await aPublication(app, company, {
      type: receipts,
      by: hr,
      people,
      status: 'cancelled',
      each: () => null,
    })
    const others = await aPublication(app, company, { type: receipts, by: hr, people: people.slice(1) })
    const listed = async (as: string) =>
      (await app.call(undo.list, {}, { as })).data.map((one: { id: number }) => one.id)
    expect(await listed(hr.bearer)).toContain(others.id)
    expect(await listed(hr.bearer)).not.toContain(given.id)
    expect(await listed(limited)).not.toContain(others.id)
    expect((await app.call(undo.one, { id: given.id }, { as: hr.bearer })).code).toBe('NOT_FOUND')
    expect((await app.call(undo.one, { id: others.id }, { as: limited })).code).toBe('NOT_FOUND')
    const detail = async (id: number) => (await app.call(processes.one, { id }, { as: hr.bearer })).data
    expect((await detail(given.id)).seguimiento).toBe(false)
    expect((await detail(others.id)).seguimiento).toBe(true)
  })
})
