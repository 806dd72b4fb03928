import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approvals } from '#contract/approvals.ts'
import { generic } from '#contract/generic.ts'
import { inbox } from '#contract/inbox.ts'
import { massive } from '#contract/massive/massive.ts'
import { me } from '#contract/me/me.ts'
import { processes } from '#contract/processes/processes.ts'
import { publishing } from '#contract/publishing/publishing.ts'
import { shell } from '#contract/shell/shell.ts'
import { team } from '#contract/team.ts'
import { workflows } from '#contract/workflows.ts'
import { setSetting } from '#server/shared/settings.ts'
import type { TestApp } from '#server/testing/app.ts'
import { aType } from '#server/testing/documents.ts'
import {
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  type Person,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'
import { aPreview, aReadableType } from '#server/testing/massive.ts'
import { aPublisher, certificatePassword, type Publisher, slipOf } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { tendKeys } from '#server/areas/massive/publishing/key-handover.ts'

type Somebody = Person & { bearer: string }

let publisher: Publisher
let app: TestApp
let company: MadeCompany
let as: string
let second: Somebody
let foreman: Somebody
let to: Person
let type: number
let counter = 0

beforeAll(async () => {
  publisher = await aPublisher()
  ;({ app, company, bearer: as } = publisher)
  second = await anAdministrator(app, company)
  const person = await aPerson(app, company, { profiles: ['employee', 'leave_approver'] })
  foreman = { ...person, bearer: await signIn(app, company, person, 'e') }
})
beforeEach(async () => {
  to = await aPerson(app, company)
  type = (await aType(app, company, { name: `Constancia ${++counter}` })).id
})

/** A workflow in which the foreman approves what is published of a type. */
async function holding(tipo = type, grupos = [{ nombre: 'Capataces', personas: [foreman.id] }]) {
  const input = {
    nombre: `Flujo ${++counter}`,
    grupos,
    tipos: [tipo],
    tambien_publicado: true,
    activar: true,
  }
  const { data } = await app.call(workflows.create, input, { as })
  return data.id
}
const publish = (more: Record<string, unknown> = {}) =>
  app.call(
    publishing.single,
    { cuil: to.cuil, tipo: type, periodo: '2026-10', notificar: true, firma_empresa: false, ...more },
    {
      as,
      file: { name: 'recibo.pdf', bytes: slip },
      confirm: ['PUBLISH_WITHOUT_EMPLOYEE_SIGNATURE', 'PUBLISH_SAME_FILE'],
    },
  )
let slip: Uint8Array
beforeEach(async () => {
  slip = await slipOf(to)
})
const signed = () => ({
  firma_empresa: true,
  certificado: publisher.certificado,
  password: certificatePassword,
})
const states = async () => (await publisher.documentsOf(to)).map(({ state }) => state)
const told = async () => (await publisher.mailsOf(to)).map(({ event }) => event)
const waitingFor = async (who: Somebody): Promise<{ id: number; clase: string }[]> =>
  (await app.call(team.list, {}, { as: who.bearer })).data
const decide = (id: number, who: Somebody, acto: 'aprobar' | 'rechazar' | 'devolver' = 'aprobar') =>
  app.call(
    approvals.decide,
    { id, acto, ...(acto !== 'aprobar' && { motivo: 'No es lo acordado.' }) },
    { as: who.bearer },
  )
const newest = async () => (await waitingFor(foreman)).at(-1)?.id ?? 0
const eventsOf = (id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select('act')
      .where('subject_kind', '=', 'document')
      .where('subject_id', '=', id)
      .where('act', '<>', 'seen')
      .orderBy('id')
      .execute(),
  ).then((rows) => rows.map(({ act }) => act))

describe('a document published singly', () => {
  test('waits for the groups of its type’s workflow, and is announced once it is approved', async () => {
    await holding()
    const { data } = await publish()
    expect(data).toMatchObject({ espera_aprobacion: true, correo: 'al_aprobarse' })
    expect([await states(), await told()]).toEqual([['waiting_approval'], []])
    const employee = await signIn(app, company, to, 'e')
    const seen = async () => JSON.stringify((await app.call(me.documents, {}, { as: employee })).data)
    expect(await seen()).not.toContain('Constancia')
    const id = await newest()
    const held = await app.call(approvals.documents, { id }, { as: foreman.bearer })
    expect(held.data).toMatchObject([{ id: data.id, paginas: 1, periodo: '2026-10-01' }])
    const page = { id, documento: data.id, n: 1, ancho: 100 }
    expect((await app.call(approvals.page, page, { as: foreman.bearer })).status).toBe(200)
    expect((await app.call(approvals.page, page, { as: second.bearer })).status).toBe(404)
    expect((await decide(id, foreman, 'devolver')).code).toBe('APPROVAL_ACT_NOT_OFFERED')
    expect((await decide(id, foreman)).data.estado).toBe('approved')
    expect([await states(), await told()]).toEqual([['published'], ['new_document']])
    expect(await eventsOf(data.id)).toEqual(['uploaded', 'published'])
    expect(await seen()).toContain('Constancia')
  })

  test('is signed by the company before it waits', async () => {
    await holding()
    const { data } = await publish(signed())
    expect(data).toMatchObject({ firmado_por_empresa: true, espera_aprobacion: true, revision: 2 })
    expect([await states(), await told()]).toEqual([['waiting_approval'], []])
    await decide(await newest(), foreman)
    expect([await states(), await told()]).toEqual([['published'], ['new_document']])
  })

  test('is decided alone: others of its employee go on waiting', async () => {
    const other = (await aType(app, company, { name: `Constancia ${++counter}` })).id
    for (const tipo of [type, other]) await holding(tipo)
    const ids = [await publish(), await publish({ tipo: other })].map(({ data }) => data.id)
    const waiting = (await waitingFor(foreman)).slice(-2)
    const stateOf = async () => new Map((await publisher.documentsOf(to)).map(({ id, state }) => [id, state]))
    await decide(waiting[0]?.id ?? 0, foreman, 'rechazar')
    expect(await stateOf()).toEqual(
      new Map([
        [ids[0], 'rejected'],
        [ids[1], 'waiting_approval'],
      ]),
    )
    await decide(waiting[1]?.id ?? 0, foreman)
    expect(await stateOf()).toEqual(
      new Map([
        [ids[0], 'rejected'],
        [ids[1], 'published'],
      ]),
    )
  })

  test('that is rejected is never seen, its publisher learns why, and its place is free', async () => {
    await holding()
    const { data } = await publish()
    await decide(await newest(), foreman, 'rechazar')
    expect([await states(), await told()]).toEqual([['rejected'], []])
    expect(await eventsOf(data.id)).toEqual(['uploaded', 'rejected'])
    const { data: bell } = await app.call(shell.concerns, {}, { as })
    expect(bell.avisos).toContainEqual(
      expect.objectContaining({ clase: 'documento_rechazado', id: data.id, motivo: 'No es lo acordado.' }),
    )
    expect((await publish()).data).toMatchObject({ espera_aprobacion: true })
  })

  test('is not made public once its tax id is another’s, but can be rejected', async () => {
    await holding()
    await publish()
    await inCompany(app, company.id, ({ db }) =>
      db
        .updateTable('employees')
        .set({ cuil: cuilOf('41888777') })
        .where('id', '=', to.id)
        .execute(),
    )
    await aPerson(app, company, { cuil: to.cuil })
    const id = await newest()
    expect((await decide(id, foreman)).code).toBe('DOCUMENT_OF_ANOTHER')
    expect(await states()).toEqual(['waiting_approval'])
    expect((await decide(id, foreman, 'rechazar')).data.estado).toBe('rejected')
    expect(await states()).toEqual(['rejected'])
  })

  test('is withdrawn by whoever published it, and by nobody else', async () => {
    await holding()
    const { data } = await publish()
    const subject = { clase: 'single_publication', asunto: data.id } as const
    const own = await app.call(approvals.ofSubject, subject, { as })
    expect(own.data).toMatchObject({ decide: false, retira: true, turno: { grupo: 'Capataces' } })
    expect((await app.call(approvals.withdraw, { id: own.data.id }, { as: second.bearer })).status).toBe(404)
    await app.call(approvals.withdraw, { id: own.data.id }, { as })
    expect([await states(), await eventsOf(data.id)]).toEqual([['rejected'], ['uploaded', 'withdrawn']])
    expect((await decide(own.data.id, foreman)).status).not.toBe(200)
  })

  test('of a type whose workflow orders only what employees send is public at once', async () => {
    const input = { nombre: `Flujo ${++counter}`, tipos: [type], activar: true }
    await app.call(workflows.create, { ...input, grupos: [{ nombre: 'G', personas: [foreman.id] }] }, { as })
    expect((await publish()).data).toMatchObject({ espera_aprobacion: false, correo: 'en_cola' })
    expect(await states()).toEqual(['published'])
  })

  test('in the place of a wrong one: that is annulled now, and the right one waits', async () => {
    const { data: wrong } = await publish()
    await holding()
    const replaced = await app.call(
      publishing.replace,
      { id: wrong.id, motivo: 'Faltaba un adicional', notificar: true },
      {
        as,
        file: { name: 'corregido.pdf', bytes: await slipOf(to) },
        confirm: ['PUBLISH_SAME_FILE', 'PUBLISH_WITHOUT_EMPLOYEE_SIGNATURE'],
        headers: await stepUp(app, as),
      },
    )
    expect(replaced.data).toMatchObject({ espera_aprobacion: true })
    expect(await states()).toEqual(['cancelled', 'waiting_approval'])
    await decide(await newest(), foreman)
    expect(await states()).toEqual(['cancelled', 'published'])
    expect(await told()).toEqual(['new_document', 'new_document'])
  })

  test('whose group nobody can decide for goes to Human Resources, in the inbox and the bell', async () => {
    const alone = await aPerson(app, company, { profiles: ['employee', 'leave_approver'] })
    await holding(type, [{ nombre: 'Una', personas: [alone.id] }])
    await publish()
    await inCompany(app, company.id, ({ db }) =>
      db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', alone.id).execute(),
    )
    const { data } = await app.call(inbox.tasks, { bandeja: 'publicaciones' }, { as: second.bearer })
    const { data: counts } = await app.call(inbox.filters, {}, { as: second.bearer })
    expect(counts.otros).toContainEqual({ bandeja: 'publicaciones', total: data.length })
    const [task] = data.toReversed()
    expect(task).toMatchObject({ clase: 'single_publication', colaborador: expect.any(String) })
    const { data: bell } = await app.call(shell.concerns, {}, { as: second.bearer })
    expect(bell.avisos).toContainEqual(expect.objectContaining({ clase: 'por_aprobar' }))
    expect((await decide(task.id, second)).data.estado).toBe('approved')
    expect(await states()).toEqual(['published'])
  })
})

describe('a massive publication', () => {
  /** Three receipts, held; returns the process. */
  async function begun(tipo: number): Promise<number> {
    const wanted = await Promise.all(
      [1, 2, 3].map(async () => ({ found: 'listo' as const, to: await aPerson(app, company) })),
    )
    const { id } = await aPreview(app, company, as, tipo, wanted)
    await tendKeys(app.services)
    const input = { id, recibos: 3, certificado: publisher.certificado, password: certificatePassword }
    expect((await app.call(massive.publish, input, { as })).code).toBeUndefined()
    await app.services.jobs.runDueJobs()
    return id
  }
  const statesOf = (process: number) =>
    inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('documents')
        .innerJoin('process_items as item', 'item.id', 'documents.process_item_id')
        .where('item.process_id', '=', process)
        .select('documents.state')
        .execute(),
    ).then((rows) => rows.map(({ state }) => state))

  test('is one request for the group, whose documents it can search and see; then a second person releases it', async () => {
    await inCompany(app, company.id, (tx) => setSetting(tx, 'publishing.second_person', true, null))
    const { id: tipo } = await aReadableType(app, company)
    const flow = await holding(tipo)
    const process = await begun(tipo)
    expect(await statesOf(process)).toEqual(Array(3).fill('waiting_approval'))
    const [asked] = (await waitingFor(foreman)).slice(-1)
    expect(asked).toMatchObject({ clase: 'publication', titulo: expect.stringMatching(/\(documentos: 3\)$/) })
    const id = asked?.id ?? 0
    const { data: rows, pagination } = await app.call(
      approvals.documents,
      { id, perPage: 2 },
      { as: foreman.bearer },
    )
    expect([rows.length, pagination?.total]).toEqual([2, 3])
    const page = { id, documento: rows[0].id, n: 1, ancho: 100 }
    expect((await app.call(approvals.page, page, { as: foreman.bearer })).status).toBe(200)
    const { data: running } = await app.call(workflows.running, { id: flow }, { as })
    expect(running).toMatchObject([{ clase: 'publication', id: process, colaborador: null, grupo: 1 }])
    // The second person learns that it is theirs only once the group has approved it.
    const mails = () =>
      inCompany(app, company.id, (tx) =>
        tx.db
          .selectFrom('mails')
          .select('user_id')
          .where('event', '=', 'publication_to_release')
          .where('user_id', '=', second.id)
          .execute(),
      )
    expect((await decide(id, second)).status).toBe(404)
    expect(await mails()).toEqual([])
    await decide(id, foreman)
    expect(await mails()).toHaveLength(1)
    expect(await statesOf(process)).toEqual(Array(3).fill('waiting_approval'))
    await decide(id, second)
    await app.services.jobs.runDueJobs()
    expect(await statesOf(process)).toEqual(Array(3).fill('published'))
    await inCompany(app, company.id, (tx) => setSetting(tx, 'publishing.second_person', false, null))
  })

  test('whose workflow is ended goes to the inbox, and still to the second person after it', async () => {
    await inCompany(app, company.id, (tx) => setSetting(tx, 'publishing.second_person', true, null))
    const { id: tipo } = await aReadableType(app, company)
    const flow = await holding(tipo)
    const process = await begun(tipo)
    const id = await newest()
    await app.call(workflows.end, { id: flow, en_curso: 'bandeja' }, { as })
    expect((await decide(id, foreman)).status).toBe(404)
    expect((await decide(id, second)).data.estado).toBe('pending')
    await app.services.jobs.runDueJobs()
    expect(await statesOf(process)).toEqual(Array(3).fill('waiting_approval'))
    const { data } = await app.call(approvals.one, { id }, { as: second.bearer })
    expect(data).toMatchObject({ estado: 'pending', decide: true })
    expect((await decide(id, second)).data.estado).toBe('approved')
    await app.services.jobs.runDueJobs()
    expect(await statesOf(process)).toEqual(Array(3).fill('published'))
    await inCompany(app, company.id, (tx) => setSetting(tx, 'publishing.second_person', false, null))
  })

  test('that its groups have approved is left to the second person when its workflow is ended', async () => {
    await inCompany(app, company.id, (tx) => setSetting(tx, 'publishing.second_person', true, null))
    const { id: tipo } = await aReadableType(app, company)
    const flow = await holding(tipo)
    const process = await begun(tipo)
    const id = await newest()
    await decide(id, foreman)
    const ended = await app.call(workflows.end, { id: flow, en_curso: 'bandeja' }, { as })
    expect(ended.data.a_la_bandeja).toBe(0)
    expect((await decide(id, second)).data.estado).toBe('approved')
    await app.services.jobs.runDueJobs()
    expect(await statesOf(process)).toEqual(Array(3).fill('published'))
    await inCompany(app, company.id, (tx) => setSetting(tx, 'publishing.second_person', false, null))
  })

  test('without a second person becomes public by the group’s approval, and by its rejection never', async () => {
    const { id: tipo } = await aReadableType(app, company)
    await holding(tipo)
    const approved = await begun(tipo)
    await decide(await newest(), foreman)
    await app.services.jobs.runDueJobs()
    expect(await statesOf(approved)).toEqual(Array(3).fill('published'))
    const rejected = await begun(tipo)
    await decide(await newest(), foreman, 'rechazar')
    await app.services.jobs.runDueJobs()
    expect(await statesOf(rejected)).toEqual(Array(3).fill('rejected'))
  })
})

describe('a generic publication', () => {
  /** One file for the person, of a type that a workflow holds; returns the process. */
  async function begun(): Promise<number> {
    const { id: tipo } = await aType(app, company, { generic: true, hasPeriod: false })
    await holding(tipo)
    const beside = { name: 'lista.csv', bytes: Buffer.from(`cuil\n${to.cuil}\n`) }
    const input = { tipo, modo: 'csv', personas: 1, notificar: true } as const
    const answer = await app.call(generic.publish, input, {
      as,
      file: { name: 'reglamento.pdf', bytes: slip },
      beside,
    })
    expect(answer.code).toBeUndefined()
    await app.services.jobs.runDueJobs()
    return answer.data.id
  }

  test('waits for the groups of its type’s workflow as one request, and is announced once it is approved', async () => {
    const process = await begun()
    expect([await states(), await told()]).toEqual([['waiting_approval'], []])
    const [asked] = (await waitingFor(foreman)).slice(-1)
    expect(asked).toMatchObject({ clase: 'publication' })
    const held = await app.call(approvals.documents, { id: asked?.id ?? 0 }, { as: foreman.bearer })
    expect(held.data).toHaveLength(1)
    expect((await decide(asked?.id ?? 0, foreman)).data.estado).toBe('approved')
    await app.services.jobs.runDueJobs()
    expect([await states(), await told()]).toEqual([['published'], ['new_document']])
    expect((await app.call(processes.one, { id: process }, { as })).data.estado).toBe('successful')
  })

  test('is never seen where its groups reject it, or where it is cancelled while they decide', async () => {
    await begun()
    await decide(await newest(), foreman, 'rechazar')
    await app.services.jobs.runDueJobs()
    expect(await states()).toEqual(['rejected'])
    const process = await begun()
    const id = await newest()
    expect((await app.call(processes.cancel, { id: process }, { as })).data.estado).toBe('cancelled')
    await app.services.jobs.runDueJobs()
    expect(await states()).toEqual(['rejected', 'rejected'])
    expect((await decide(id, foreman)).status).not.toBe(200)
  })
})
