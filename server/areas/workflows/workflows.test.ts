import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actions } from '#contract/actions.ts'
import { approvals } from '#contract/approvals.ts'
import type { InputOf } from '#contract/call.ts'
import { inbox } from '#contract/inbox.ts'
import { shell } from '#contract/shell/shell.ts'
import { team } from '#contract/team.ts'
import { uploads } from '#contract/uploads.ts'
import { workflows } from '#contract/workflows.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander, keepAsMade } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import {
  aCompany,
  aLimited,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'

type Somebody = Person & { bearer: string }

let app: TestApp
let company: MadeCompany
let hr: Somebody
let foreman: Somebody
let nurse: Somebody
let worker: Somebody
let type: number
let counter = 0

beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  hr = await anAdministrator(app, company)
  foreman = await approver('Capataz')
  nurse = await approver('Enfermera')
  worker = await approver('Operario', ['employee'])
  await keepAsMade(app, company, async () => {
    for (const activar of [true, false]) {
      type = await paperType()
      await create({ activar })
    }
  })
})
beforeEach(async () => {
  type = await paperType()
})

async function approver(
  lastName: string,
  profiles: ('employee' | 'leave_approver')[] = ['employee', 'leave_approver'],
): Promise<Somebody> {
  const person = await aPerson(app, company, { lastName, profiles })
  return { ...person, bearer: await signIn(app, company, person, 'e') }
}

async function paperType(more: { confidential?: boolean } = {}): Promise<number> {
  const { id } = await aType(app, company, { name: `Certificado ${++counter}`, hasPeriod: false })
  await inCompany(app, company.id, ({ db }) =>
    db
      .updateTable('document_types')
      .set({ upload_pages_max: 2, upload_pages_min: 1, ...more })
      .where('id', '=', id)
      .execute(),
  )
  return id
}

async function sentPaper(): Promise<number> {
  const bytes = await payslip({ name: `Persona ${++counter}` })
  const { data } = await app.call(uploads.putSheet, {}, { as: worker.bearer, file: { name: 'a.pdf', bytes } })
  const sent = await app.call(uploads.send, { tipo: type, paginas: [data.id] }, { as: worker.bearer })
  return sent.data.id
}

const written = (more: Partial<InputOf<typeof workflows.create>> = {}) => ({
  nombre: `Circuito ${++counter}`,
  grupos: [
    { nombre: 'Capataces', personas: [foreman.id] },
    { nombre: 'Salud', todos: true, personas: [nurse.id, foreman.id] },
  ],
  tipos: [type],
  activar: true,
  ...more,
})
const create = (more?: Parameters<typeof written>[0], as = hr.bearer) =>
  app.call(workflows.create, written(more), { as })
const one = async (id: number) => (await app.call(workflows.one, { id }, { as: hr.bearer })).data
const waiting = async (turno?: 'mio' | 'otros', as = hr.bearer) => {
  const { data } = await app.call(inbox.documents, { tipo: [type], ...(turno && { turno }) }, { as })
  return data.map(({ id }: { id: number }) => id)
}
const teamOf = async (who: Somebody) => (await app.call(team.list, { perPage: 100 }, { as: who.bearer })).data
const approvalOf = async (who: Somebody): Promise<number> => (await teamOf(who)).at(-1)?.id ?? 0
const decide = (id: number, who: Somebody, acto: 'aprobar' | 'devolver' = 'aprobar') =>
  app.call(
    approvals.decide,
    { id, acto, ...(acto === 'devolver' && { motivo: 'Se lee mal' }) },
    { as: who.bearer },
  )

describe('a workflow', () => {
  test('orders who decides on what employees send, group after group', async () => {
    const { data } = await create()
    const paper = await sentPaper()
    expect([await waiting('mio'), await waiting('otros')]).toEqual([[], [paper]])
    const seen = await app.call(inbox.paper, { id: paper }, { as: hr.bearer })
    expect(seen.data.turno).toMatchObject({
      paso: 1,
      pasos: 2,
      grupo: 'Capataces',
      todos: false,
      decide: false,
      espera_a: [{ nombre: expect.stringContaining('Capataz'), suplente: null }],
    })
    expect((await app.call(inbox.approve, { id: paper }, { as: hr.bearer })).code).toBe('NOT_FOUND')
    const mine = await app.call(uploads.one, { id: paper }, { as: worker.bearer })
    expect(mine.data).toMatchObject({ estado: 'en_espera', grupo: 'Capataces' })
    const approval = await approvalOf(foreman)
    expect((await decide(approval, foreman)).data).toMatchObject({ estado: 'pending' })
    const running = await app.call(workflows.running, { id: data.id }, { as: hr.bearer })
    expect(running.data).toMatchObject([
      {
        id: paper,
        grupo: 2,
        nombre_grupo: 'Salud',
        espera_a: [expect.stringContaining('Capataz'), expect.stringContaining('Enfermera')],
      },
    ])
    const second = await app.call(inbox.paper, { id: paper }, { as: hr.bearer })
    expect(second.data.turno).toMatchObject({ paso: 2, grupo: 'Salud', todos: true })
    const own = await app.call(uploads.mine, {}, { as: worker.bearer })
    expect(own.data.filter((one: { id: number }) => one.id === paper)).toMatchObject([{ grupo: 'Salud' }])
    await decide(approval, nurse)
    expect((await decide(approval, foreman)).data).toMatchObject({ estado: 'approved' })
    const over = await app.call(uploads.one, { id: paper }, { as: worker.bearer })
    expect(over.data).toMatchObject({ estado: 'aprobado', grupo: null })
    const [listed] = (
      await app.call(workflows.list, { buscar: (await one(data.id)).nombre }, { as: hr.bearer })
    ).data
    expect(listed).toMatchObject({
      id: data.id,
      estado: 'active',
      version: 1,
      en_curso: 0,
      horas_por_paso: expect.any(Number),
      grupos: [
        { n: 1, nombre: 'Capataces', todos: false, personas: 1 },
        { n: 2, nombre: 'Salud', todos: true, personas: 2 },
      ],
      tipos: [{ id: type }],
    })
    const group = await app.call(workflows.group, { id: data.id, n: 2 }, { as: hr.bearer })
    expect(group.data.personas).toMatchObject([
      { id: foreman.id, puede: true },
      { id: nurse.id, suplente: null },
    ])
  })

  test('comes back to the group that returned it', async () => {
    await create()
    const paper = await sentPaper()
    const approval = await approvalOf(foreman)
    await decide(approval, foreman)
    await decide(approval, nurse, 'devolver')
    const { data: sheet } = await app.call(
      uploads.putSheet,
      {},
      { as: worker.bearer, file: { name: 'b.pdf', bytes: await payslip({ name: `Persona ${++counter}` }) } },
    )
    await app.call(uploads.mend, { id: paper, paginas: [sheet.id] }, { as: worker.bearer })
    const { data } = await app.call(inbox.paper, { id: paper }, { as: hr.bearer })
    expect(data.turno).toMatchObject({ paso: 2, grupo: 'Salud' })
    expect(data.turno.espera_a).toHaveLength(2)
  })

  test('is kept as a draft that lacks everything, written anew, activated, and then fixed', async () => {
    const { data } = await create({ nombre: '', grupos: [], tipos: [], activar: false })
    expect(await one(data.id)).toMatchObject({ estado: 'draft', grupos: [], tipos: [] })
    const save = (more: Parameters<typeof written>[0]) =>
      app.call(workflows.save, { id: data.id, ...written(more) }, { as: hr.bearer })
    expect((await save({ activar: false, tipos: [] })).status).toBe(200)
    expect((await one(data.id)).grupos).toHaveLength(2)
    expect((await save({ nombre: 'Hecho' })).status).toBe(200)
    expect(await one(data.id)).toMatchObject({ estado: 'active', nombre: 'Hecho' })
    expect((await save({})).code).toBe('WORKFLOW_CHANGED')
  })

  test('is replaced by a copy, while what runs in it ends as it began', async () => {
    const { data: former } = await create()
    await sentPaper()
    const { data: next } = await create({
      reemplaza: former.id,
      grupos: [{ nombre: 'Salud', personas: [nurse.id] }],
    })
    expect(await one(former.id)).toMatchObject({ estado: 'cancelled', en_curso: 1 })
    const told = await inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('events')
        .select(['act', 'data'])
        .where('subject_kind', '=', 'workflow')
        .where('subject_id', '=', former.id)
        .orderBy('id')
        .execute(),
    )
    expect(told).toMatchObject([{ act: 'activated' }, { act: 'replaced', data: { by: next.id } }])
    expect(await one(next.id)).toMatchObject({ estado: 'active', version: 2, reemplaza: former.id })
    await sentPaper()
    expect((await teamOf(foreman)).at(-1)?.desde).not.toBe((await teamOf(nurse)).at(-1)?.desde)
    expect((await create({ reemplaza: former.id })).code).toBe('WORKFLOW_CHANGED')
  })

  test('is deactivated, and what runs in it goes to the plain inbox where that is chosen', async () => {
    const { data } = await create()
    const paper = await sentPaper()
    const end = () => app.call(workflows.end, { id: data.id, en_curso: 'bandeja' }, { as: hr.bearer })
    expect((await end()).data).toEqual({ id: data.id, a_la_bandeja: 1 })
    expect(await waiting('mio')).toEqual([paper])
    expect((await app.call(inbox.approve, { id: paper }, { as: hr.bearer })).status).toBe(200)
    expect((await end()).code).toBe('WORKFLOW_CHANGED')
    await sentPaper()
    expect(await waiting('mio')).toHaveLength(1)
  })

  test('is deactivated, and what runs in another goes on there', async () => {
    const other = type
    await create()
    const left = await sentPaper()
    type = await paperType()
    const { data } = await create()
    await sentPaper()
    await app.call(workflows.end, { id: data.id, en_curso: 'bandeja' }, { as: hr.bearer })
    type = other
    expect([await waiting('mio'), await waiting('otros')]).toEqual([[], [left]])
    expect((await decide(await approvalOf(foreman), foreman)).data).toMatchObject({ estado: 'pending' })
  })

  test('that is a draft is thrown away', async () => {
    const { data } = await create({ activar: false })
    expect((await app.call(workflows.end, { id: data.id }, { as: hr.bearer })).status).toBe(200)
    expect((await app.call(workflows.one, { id: data.id }, { as: hr.bearer })).status).toBe(404)
  })

  test('has right groups, and types of no other', async () => {
    const plain = await approver('Nadie', ['employee'])
    const group = (...personas: number[]) => ({ grupos: [{ nombre: 'X', personas }] })
    const secret = await paperType({ confidential: true })
    const refused = [
      await create({ nombre: '' }),
      await create({ grupos: [] }),
      await create({ tipos: [] }),
      await create(group()),
      await create(group(foreman.id, foreman.id)),
      await create(group(plain.id)),
      await create(group(999_999)),
      await create({ ...group(foreman.id), tipos: [secret] }),
      await create({ tipos: [999_999] }),
    ]
    expect(refused.map(({ code, errors }) => [code, errors[0]?.field])).toEqual([
      ['WORKFLOW_INCOMPLETE', 'nombre'],
      ['WORKFLOW_INCOMPLETE', 'grupos'],
      ['WORKFLOW_INCOMPLETE', 'tipos'],
      ...Array.from({ length: 5 }, () => ['INCORRECT_APPROVING_GROUP', 'grupos']),
      ['WORKFLOW_TYPE_NOT_FOUND', 'tipos'],
    ])
    const { data: first } = await create()
    const second = await create()
    expect(second).toMatchObject({ code: 'DOCUMENT_EXISTS_IN_WORKFLOW', errors: [{ field: 'tipos' }] })
    expect(second.errors[0]?.message).toContain((await one(first.id)).nombre)
    const words = await app.call(
      workflows.create,
      { ...written(), grupos: 'dos' as never },
      { as: hr.bearer },
    )
    expect(words).toMatchObject({ status: 422, errors: [{ field: 'grupos.0' }] })
  })

  test('is looked at with employees’ action, and changed by a full profile with the inbox alone', async () => {
    const limited = await aLimited(app, company, {
      sector: 'Ventas',
      actions: [actions.employees, actions.taskInbox],
    })
    const { data } = await create()
    expect((await app.call(workflows.list, {}, { as: limited.bearer })).status).toBe(200)
    expect((await create({}, limited.bearer)).code).toBe('WORKFLOW_NOT_ALLOWED')
    const ended = await app.call(workflows.end, { id: data.id }, { as: limited.bearer })
    expect(ended.code).toBe('WORKFLOW_NOT_ALLOWED')
    const elsewhere = await anAdministrator(app, await aCompany(app))
    expect((await app.call(workflows.one, { id: data.id }, { as: elsewhere.bearer })).status).toBe(404)
  })

  test('is changed and named by who sees all of its types alone', async () => {
    const narrow = await anAdministrator(app, company)
    const { data } = await create({ nombre: 'De otra carpeta' })
    const { data: draft } = await create({ activar: false })
    const hidden = type
    type = await paperType()
    await inCompany(app, company.id, async (tx) => {
      const { folder_id } = await tx.db
        .selectFrom('document_types')
        .select('folder_id')
        .where('id', '=', type)
        .executeTakeFirstOrThrow()
      await tx.db
        .insertInto('user_folder_filters')
        .values({ company_id: tx.company, user_id: narrow.id, folder_id })
        .execute()
    })
    const as = narrow.bearer
    const listed = await app.call(workflows.list, { buscar: 'De otra carpeta' }, { as })
    expect(listed.data).toMatchObject([{ id: data.id, tipos: [] }])
    const refused = [
      await app.call(workflows.end, { id: data.id, en_curso: 'bandeja' }, { as }),
      await app.call(workflows.end, { id: draft.id }, { as }),
      await create({ reemplaza: data.id }, as),
      await app.call(workflows.save, { id: draft.id, ...written({ activar: false }) }, { as }),
    ]
    expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('WORKFLOW_NOT_ALLOWED'))
    expect(await one(data.id)).toMatchObject({ estado: 'active', tipos: [{ id: hidden }] })
    expect((await create({}, as)).status).toBe(200)
  })

  test('can’t be passed over by giving a paper its type', async () => {
    await create()
    const guarded = type
    type = await paperType()
    const paper = await sentPaper()
    const approve = (tipo: number) => app.call(inbox.approve, { id: paper, tipo }, { as: hr.bearer })
    expect(await approve(guarded)).toMatchObject({
      code: 'INBOX_TYPE_OF_WORKFLOW',
      errors: [{ field: 'tipo' }],
    })
    expect((await approve(await paperType())).status).toBe(200)
  })
})

describe('a foreman without a management profile', () => {
  test('sees the request that names them while it waits, page by page, and nothing else', async () => {
    await create()
    const paper = await sentPaper()
    const id = await approvalOf(foreman)
    const asked = await app.call(approvals.one, { id }, { as: foreman.bearer })
    expect(asked.data).toMatchObject({
      colaborador: expect.stringContaining('Operario'),
      turno: { paso: 1, decide: true, por: null },
    })
    const documents = (who: Somebody) => app.call(approvals.documents, { id }, { as: who.bearer })
    expect((await documents(foreman)).data).toMatchObject([{ id: paper, paginas: 1 }])
    const page = (who: Somebody, n = 1, documento = paper) =>
      app.call(approvals.page, { id, documento, n, ancho: 100 }, { as: who.bearer })
    expect((await page(foreman)).status).toBe(200)
    expect((await page(foreman, 2)).code).toBe('PAGE_REQUESTED_NOT_FOUND')
    // Later deciders and the sender see that it waits, and no page of it.
    for (const who of [nurse, worker]) {
      const { data } = await app.call(approvals.one, { id }, { as: who.bearer })
      expect(data.turno).toMatchObject({ paso: 1, decide: false })
      expect((await documents(who)).status).toBe(404)
      expect((await page(who)).status).toBe(404)
    }
    for (const asking of [
      app.call(inbox.documents, {}, { as: foreman.bearer }),
      app.call(inbox.paper, { id: paper }, { as: foreman.bearer }),
      app.call(inbox.image, { a: paper, b: 0, c: 1 }, { as: foreman.bearer }),
      app.call(workflows.list, {}, { as: foreman.bearer }),
    ])
      expect((await asking).status).toBe(403)
    await decide(id, foreman)
    expect((await app.call(approvals.one, { id }, { as: foreman.bearer })).data.turno.paso).toBe(2)
    await decide(id, foreman)
    // A decided request shows how it goes on, and no page.
    const after = await app.call(approvals.one, { id }, { as: foreman.bearer })
    expect(after.data.turno).toMatchObject({ paso: 2, decide: false })
    expect((await documents(foreman)).status).toBe(404)
    expect((await page(foreman)).status).toBe(404)
  })
})

test('a limited profile in a group decides beyond its reach what names it, and sees nothing more', async () => {
  const limited = await aLimited(app, company, { sector: 'Depósito', actions: [actions.taskInbox] })
  const former = await sentPaper()
  await app.call(inbox.approve, { id: former }, { as: hr.bearer })
  await create({ grupos: [{ nombre: 'Depósito', personas: [limited.id] }] })
  const paper = await sentPaper()
  const seen = (as: string) => app.call(inbox.paper, { id: paper }, { as })
  expect((await seen(hr.bearer)).data.anterior).toMatchObject({ id: former })
  expect((await seen(limited.bearer)).data.anterior).toBeNull()
  expect(await waiting('mio', limited.bearer)).toEqual([paper])
  expect((await app.call(inbox.image, { a: paper, b: 0, c: 1 }, { as: limited.bearer })).status).toBe(200)
  expect((await app.call(inbox.approve, { id: paper }, { as: limited.bearer })).status).toBe(200)
  expect((await app.call(inbox.image, { a: paper, b: 0, c: 1 }, { as: limited.bearer })).status).toBe(404)
  expect((await app.call(shell.concerns, {}, { as: limited.bearer })).status).toBe(200)
})

test('what concerns the only holder of the inbox is seen and decided by their manager, at the employees’ site', async () => {
  const small = await aCompany(app)
  const chief = await aPerson(app, small)
  const only = await aPerson(app, small, { profiles: ['employee', 'hr'], managerId: chief.id })
  const { id: kind } = await aType(app, small, { name: 'Título', hasPeriod: false })
  await inCompany(app, small.id, ({ db }) =>
    db.updateTable('document_types').set({ upload_pages_max: 2 }).where('id', '=', kind).execute(),
  )
  const as = await signIn(app, small, only, 'e')
  const file = { name: 'a.pdf', bytes: await payslip() }
  const { data: sheet } = await app.call(uploads.putSheet, {}, { as, file })
  await app.call(uploads.send, { tipo: kind, paginas: [sheet.id] }, { as })
  const manager = { ...chief, bearer: await signIn(app, small, chief, 'e') }
  const [waits] = await teamOf(manager)
  expect(waits).toMatchObject({ titulo: 'Título' })
  const [held] = (await app.call(approvals.documents, { id: waits.id }, { as: manager.bearer })).data
  const page = { id: waits.id, documento: held.id, n: 1, ancho: 100 }
  expect((await app.call(approvals.page, page, { as: manager.bearer })).status).toBe(200)
  expect((await decide(waits.id, manager)).data).toMatchObject({ estado: 'approved' })
  expect(await teamOf(manager)).toEqual([])
})
