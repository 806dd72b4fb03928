import { beforeAll, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { approvals } from '#contract/approvals.ts'
import { inbox } from '#contract/inbox.ts'
import { massive } from '#contract/massive/massive.ts'
import { me } from '#contract/me/me.ts'
import { processes } from '#contract/processes/processes.ts'
import { shell } from '#contract/shell/shell.ts'
import { joints } from '#server/areas.ts'
import { freeLostProcesses } from '#server/shared/processes/lost.ts'
import { setSetting } from '#server/shared/settings.ts'
import type { TestApp } from '#server/testing/app.ts'
import { aBystandingPublication } from '#server/testing/bystander.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { aPreview, aReadableType, loseJobs } from '#server/testing/massive.ts'
import { aPublisher, certificatePassword } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { tendKeys } from './key-handover.ts'

let app: TestApp
let company: MadeCompany
let as: string
let certificado: number
let second: Person & { bearer: string }
/** A publication that waits until the end, while others are released and rejected. */
let again: number
beforeAll(async () => {
  ;({ app, company, bearer: as, certificado } = await aPublisher())
  second = await anAdministrator(app, company)
  await inCompany(app, company.id, (tx) => setSetting(tx, 'publishing.second_person', true, null))
  await aBystandingPublication(app, company, as)
})

/** A publication of a receipt for each, signed and waiting for its release. */
async function waiting(people: readonly Person[]): Promise<number> {
  const type = await aReadableType(app, company)
  const wanted = people.map((to) => ({ found: 'listo' as const, to }))
  const { id } = await aPreview(app, company, as, type.id, wanted)
  await tendKeys(app.services)
  const input = { id, recibos: people.length, certificado, password: certificatePassword }
  const begun = await app.call(massive.publish, input, { as })
  expect(begun.code).toBeUndefined()
  await app.services.jobs.runDueJobs()
  return id
}

const states = (id: number) =>
  inCompany(app, company.id, async (tx) => {
    const rows = await tx.db
      .selectFrom('documents')
      .innerJoin('process_items as item', 'item.id', 'documents.process_item_id')
      .select(['documents.state', 'documents.published_at'])
      .where('item.process_id', '=', id)
      .execute()
    return rows.map(({ state, published_at }) => `${state} ${published_at === null ? 'never' : 'at'}`)
  })
const mailsTo = (people: readonly Person[], event: 'new_document' | 'publication_to_release') =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('mails')
      .select('user_id')
      .where('event', '=', event)
      .where(
        'user_id',
        'in',
        people.map(({ id }) => id),
      )
      .execute(),
  )
const shown = async (id: number) => (await app.call(massive.one, { id }, { as })).data
const approvalOf = async (process: number, by = second.bearer) => {
  const { data } = await app.call(approvals.mine, {}, { as: by })
  return data.find(({ asunto }: { asunto: number }) => asunto === process)
}

describe('a publication that a second person releases', () => {
  test('is signed and waits, invisible and unannounced, until somebody else releases it', async () => {
    const people = [await aPerson(app, company), await aPerson(app, company)]
    const id = await waiting(people)
    expect(await states(id)).toEqual(['waiting_approval never', 'waiting_approval never'])
    expect(await shown(id)).toMatchObject({ estado: 'in_progress', espera_liberacion: true })
    const [first] = people
    if (!first) throw new Error('nobody')
    const employee = await signIn(app, company, first, 'e')
    const seen = async () => JSON.stringify((await app.call(me.documents, {}, { as: employee })).data)
    const before = await seen()
    expect(await mailsTo(people, 'new_document')).toEqual([])
    expect(await mailsTo([second], 'publication_to_release')).toHaveLength(1)
    // Nobody has to decide them one by one: they are one task.
    const tasks = await app.call(inbox.tasks, {}, { as: second.bearer })
    expect(tasks.data).toMatchObject([{ clase: 'publication', asunto: id }])
    expect((await app.call(inbox.documents, {}, { as: second.bearer })).pagination?.total).toBe(0)
    const bell = async (by: string) => {
      const { data } = await app.call(shell.concerns, {}, { as: by })
      return data.avisos.filter(({ clase }: { clase: string }) => clase === 'por_liberar')
    }
    expect(await bell(second.bearer)).toMatchObject([{ id, nombre: expect.any(String), total: 1 }])
    expect(await bell(as)).toEqual([])
    // The requester neither decides nor finds it among their approvals.
    expect(await approvalOf(id, as)).toBeUndefined()
    const asked = await approvalOf(id)
    expect(asked).toMatchObject({ clase: 'publication', estado: 'pending', decide: true })
    expect(asked.titulo).toMatch(/\(documentos: 2\)$/)
    const subject = { clase: 'publication', asunto: id } as const
    const own0 = await app.call(approvals.ofSubject, subject, { as })
    expect(own0.data).toMatchObject({ id: asked.id, decide: false, retira: true })
    const own = await app.call(approvals.decide, { id: asked.id, acto: 'aprobar' }, { as })
    expect(own.code).toBe('APPROVAL_OWN')
    const back = { id: asked.id, acto: 'devolver', motivo: 'Falta gente.' } as const
    expect((await app.call(approvals.decide, back, { as: second.bearer })).code).toBe(
      'APPROVAL_ACT_NOT_OFFERED',
    )
    const done = await app.call(approvals.decide, { id: asked.id, acto: 'aprobar' }, { as: second.bearer })
    expect(done.data).toMatchObject({ estado: 'approved', decide: false })
    expect(await bell(second.bearer)).toEqual([])
    await app.services.jobs.runDueJobs()
    expect(await states(id)).toEqual(['published at', 'published at'])
    expect(await shown(id)).toMatchObject({ estado: 'successful', paso: 'done', espera_liberacion: false })
    expect(await mailsTo(people, 'new_document')).toHaveLength(2)
    expect(await seen()).not.toBe(before)
    const third = await anAdministrator(app, company)
    const late = await app.call(approvals.decide, { id: asked.id, acto: 'aprobar' }, { as: third.bearer })
    expect(late.code).toBe('APPROVAL_DECIDED')
  })

  test('is rejected for those whose receipt is another’s by its id when it is released', async () => {
    const [former, other] = [await aPerson(app, company), await aPerson(app, company)]
    const id = await waiting([former, other])
    await inCompany(app, company.id, ({ db }) =>
      db
        .updateTable('employees')
        .set({ cuil: cuilOf('41999888') })
        .where('id', '=', former.id)
        .execute(),
    )
    await aPerson(app, company, { cuil: former.cuil })
    const { id: approval } = await approvalOf(id)
    await app.call(approvals.decide, { id: approval, acto: 'aprobar' }, { as: second.bearer })
    await app.services.jobs.runDueJobs()
    expect((await states(id)).toSorted()).toEqual(['published at', 'rejected never'])
    expect(await shown(id)).toMatchObject({
      estado: 'completed_with_observations',
      progreso: { hechos: 1, fallidos: 1, total: 2 },
    })
    const failed = await app.call(processes.failures, { id }, { as })
    expect(failed.data).toMatchObject([{ code: 'PROCESS_RECEIPT_OF_ANOTHER', colaborador_id: former.id }])
    expect(await mailsTo([former, other], 'new_document')).toEqual([{ user_id: other.id }])
  })

  test('is announced to nobody where its folder was hidden meanwhile', async () => {
    const people = [await aPerson(app, company)]
    const id = await waiting(people)
    await inCompany(app, company.id, async ({ db }) => {
      const { folder_id } = await db
        .selectFrom('processes')
        .innerJoin('document_types', 'document_types.id', 'processes.type_id')
        .select('document_types.folder_id')
        .where('processes.id', '=', id)
        .executeTakeFirstOrThrow()
      await db
        .updateTable('folders')
        .set({ visible: false, signable: false })
        .where('id', '=', folder_id)
        .execute()
    })
    const { id: approval } = await approvalOf(id)
    await app.call(approvals.decide, { id: approval, acto: 'aprobar' }, { as: second.bearer })
    await app.services.jobs.runDueJobs()
    expect(await states(id)).toEqual(['published at'])
    expect(await mailsTo(people, 'new_document')).toEqual([])
  })

  test('is cancelled where it is rejected, and the same receipts can be published again', async () => {
    const people = [await aPerson(app, company)]
    const id = await waiting(people)
    const { id: approval } = await approvalOf(id)
    const without = await app.call(
      approvals.decide,
      { id: approval, acto: 'rechazar' },
      { as: second.bearer },
    )
    expect(without.errors).toMatchObject([{ code: 'SYSTEM_API_PARAMETER_REQUIRED', field: 'motivo' }])
    const reason = { id: approval, acto: 'rechazar', motivo: 'Es el mes equivocado.' } as const
    expect((await app.call(approvals.decide, reason, { as: second.bearer })).data.estado).toBe('rejected')
    await app.services.jobs.runDueJobs()
    expect(await states(id)).toEqual(['rejected never'])
    // The requester sees who rejected it, and why.
    expect(await shown(id)).toMatchObject({
      estado: 'cancelled',
      progreso: { hechos: 0, total: 1 },
      avisos: [],
      rechazo: { quien: expect.any(String), motivo: 'Es el mes equivocado.' },
    })
    expect(await mailsTo(people, 'new_document')).toEqual([])
    again = await waiting(people)
    expect(await states(again)).toEqual(['waiting_approval never'])
  })

  test('goes back to the one that it went on from where it is rejected, but for its documents', async () => {
    const [to, later] = [await aPerson(app, company), await aPerson(app, company)]
    const type = await aReadableType(app, company)
    const receipts = [{ found: 'listo', to }, { found: 'sin_id' }, { found: 'sin_id' }] as const
    const { id } = await aPreview(app, company, as, type.id, receipts, { modo: 'publish' })
    const publishOne = async (process: number) => {
      const begun = await app.call(massive.publish, { id: process, recibos: 1 }, { as })
      expect(begun.code).toBeUndefined()
      await app.services.jobs.runDueJobs()
      return (await approvalOf(process)).id
    }
    const approved = { id: await publishOne(id), acto: 'aprobar' } as const
    await app.call(approvals.decide, approved, { as: second.bearer })
    await app.services.jobs.runDueJobs()
    const { id: next } = (await app.call(massive.resume, { id }, { as })).data
    const { data: left } = await app.call(massive.items, { id: next, grupo: 'por_resolver' }, { as })
    await app.call(massive.assign, { id: next, item: left[0].id, colaborador: later.id }, { as })
    const rejected = { id: await publishOne(next), acto: 'rechazar', motivo: 'No es de ella.' } as const
    await app.call(approvals.decide, rejected, { as: second.bearer })
    expect((await shown(id)).quedan).toMatchObject({ cantidad: 1, proceso: null })
  })

  test('is withdrawn or cancelled by its requester, with its approval', async () => {
    const people = [await aPerson(app, company)]
    const taken = await waiting(people)
    const mine = await approvalOf(taken)
    await app.call(approvals.withdraw, { id: mine.id }, { as })
    expect(await shown(taken)).toMatchObject({ estado: 'cancelled', rechazo: null })
    const id = await waiting(people)
    const { id: approval } = await approvalOf(id)
    await app.call(massive.cancel, { id }, { as })
    expect(await states(id)).toEqual(['rejected never'])
    expect(await shown(id)).toMatchObject({ estado: 'cancelled', progreso: { hechos: 0, total: 1 } })
    expect((await app.call(approvals.one, { id: approval }, { as })).data.estado).toBe('withdrawn')
    expect(await approvalOf(id)).toBeUndefined()
  })

  test('is not asked for where nobody else could release it', async () => {
    const alone = await aCompany(app)
    const { bearer } = await anAdministrator(app, alone)
    await inCompany(app, alone.id, (tx) => setSetting(tx, 'publishing.second_person', true, null))
    const type = await aReadableType(app, alone)
    const to = await aPerson(app, alone)
    const { id } = await aPreview(app, alone, bearer, type.id, [{ found: 'listo', to }], { modo: 'publish' })
    const answer = await app.call(massive.publish, { id, recibos: 1 }, { as: bearer })
    expect(answer.code).toBe('APPROVAL_NOBODY')
    expect((await app.call(massive.one, { id }, { as: bearer })).data.paso).toBe('preview')
  })

  test('is not for who sees only some of its people, nor for another company', async () => {
    const id = await waiting([await aPerson(app, company)])
    const { id: approval } = await approvalOf(id)
    const stranger = await anAdministrator(app, await aCompany(app))
    const foreign = await app.call(
      approvals.decide,
      { id: approval, acto: 'aprobar' },
      { as: stranger.bearer },
    )
    expect(foreign.code).toBe('NOT_FOUND')
    const grant = { sector: 'Cocina', actions: [actions.massivePublishing] }
    const { bearer } = await aLimited(app, company, grant)
    const few = await app.call(approvals.decide, { id: approval, acto: 'aprobar' }, { as: bearer })
    expect(few.code).toBe('NOT_FOUND')
    expect((await app.call(massive.one, { id }, { as: bearer })).code).toBe('NOT_FOUND')
  })

  test('is looked at and released by a limited profile that reaches everybody in it', async () => {
    const sector = 'Expedición'
    const id = await waiting([await aPerson(app, company, { sector })])
    const { bearer } = await aLimited(app, company, { sector, actions: [actions.massivePublishing] })
    const { data } = await app.call(massive.one, { id }, { as: bearer })
    expect(data).toMatchObject({ id, espera_liberacion: true })
    const { id: approval } = await approvalOf(id, bearer)
    const released = await app.call(approvals.decide, { id: approval, acto: 'aprobar' }, { as: bearer })
    expect(released.code).toBeUndefined()
  })

  test('is left waiting by the sweep of lost jobs, and made public by it where the job of its release is lost', async () => {
    const sweep = () => freeLostProcesses(app.services, joints.kindsOfProcess)
    const id = await waiting([await aPerson(app, company)])
    await sweep()
    await app.services.jobs.runDueJobs()
    expect(await shown(id)).toMatchObject({ paso: 'publishing', espera_liberacion: true })
    const { id: approval } = await approvalOf(id)
    await app.call(approvals.decide, { id: approval, acto: 'aprobar' }, { as: second.bearer })
    await loseJobs(app, id)
    await sweep()
    await app.services.jobs.runDueJobs()
    expect(await states(id)).toEqual(['published at'])
    expect(await shown(id)).toMatchObject({ estado: 'successful' })
  })
})

test('none of this changes another publication', async () => {
  expect(await states(again)).toEqual(['waiting_approval never'])
  expect(await shown(again)).toMatchObject({ estado: 'in_progress', espera_liberacion: true })
  expect(await approvalOf(again)).toMatchObject({ estado: 'pending' })
})
