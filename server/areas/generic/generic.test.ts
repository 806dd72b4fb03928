import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { actions } from '#contract/actions.ts'
import { generic } from '#contract/generic.ts'
import { processes } from '#contract/processes/processes.ts'
import type { InputOf } from '#contract/call.ts'
import { payslip } from '#pdf/testing/samples.ts'
import { type TestApp } from '#server/testing/app.ts'
import { aType, type MadeType } from '#server/testing/documents.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  inCompany,
  type Person,
  signIn,
} from '#server/testing/factories.ts'
import { aPublisher } from '#server/testing/publishing.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

let app: TestApp
let company: MadeCompany
let admin: string
let type: MadeType
let people: Person[]
let pdf: Uint8Array
beforeAll(async () => {
  ;({ app, company } = await aPublisher())
  admin = (await anAdministrator(app, company)).bearer
  type = await aType(app, company, { generic: true, hasPeriod: false })
  people = await Promise.all([1, 2, 3].map(() => aPerson(app, company)))
  pdf = await payslip({ name: 'Reglamento interno' })
})

type Choice = Partial<InputOf<typeof generic.publish>>
const everybody = { modo: 'categorias', sector: [0], lugar: [0], cargo: [0] } satisfies Choice
const csvOf = (text: string, name = 'lista.csv') => ({ name, bytes: Buffer.from(text) })
const listOf = (who: readonly { cuil: string }[]) =>
  csvOf(`cuil\n${who.map(({ cuil }) => cuil).join('\n')}\n`)

const audience = (
  choice: Choice & { lista?: 'omitidos' | 'desconocidos' | 'inactivos' },
  file?: ReturnType<typeof csvOf>,
  as = admin,
) =>
  app.call(
    generic.recipients,
    { tipo: type.id, modo: 'categorias', ...choice },
    { as, ...(file && { file }) },
  )
const publish = (choice: Choice, beside?: ReturnType<typeof csvOf>, bytes: Uint8Array = pdf) =>
  app.call(
    generic.publish,
    { tipo: type.id, personas: 1, ...choice },
    { as: admin, file: { name: 'reglamento.pdf', bytes }, beside },
  )
const documentsOf = (process: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('documents')
      .innerJoin('process_items as item', 'item.id', 'documents.process_item_id')
      .innerJoin('document_revisions as revision', 'revision.document_id', 'documents.id')
      .select([
        'employee_id',
        'documents.state',
        'source',
        'massive',
        'period',
        'file_name',
        'revision.file_id',
      ])
      .where('item.process_id', '=', process)
      .orderBy('employee_id')
      .execute(),
  )

describe('a generic document', () => {
  test('goes to those of a list who are within reach, once each, as it is', async () => {
    const [one, two] = people
    if (!one || !two) throw new Error('nobody')
    const stranger = await aPerson(app, await aCompany(app))
    const list = csvOf(
      `CUIL;\n${one.cuil};\n${two.cuil.replace(/^(..)/, '$1-')};\n${one.cuil};\n${stranger.cuil};\n`,
    )
    const { data } = await audience({ modo: 'csv' }, list)
    expect(data).toMatchObject({ destinatarios: 2, omitidos: 0, desconocidos: 1 })
    const unknown = await audience({ modo: 'csv', lista: 'desconocidos' }, list)
    expect(unknown.data.lista).toEqual([{ id: null, nombre: '', cuil: stranger.cuil, sector: '', lugar: '' }])
    const begun = await publish({ modo: 'csv', personas: 2, notificar: true }, list)
    expect(begun.data).toMatchObject({ personas: 2 })
    await app.services.jobs.runDueJobs()
    const made = await documentsOf(begun.data.id)
    expect(made.map(({ employee_id }) => employee_id)).toEqual([one.id, two.id].toSorted((a, b) => a - b))
    expect(made[0]).toMatchObject({ state: 'published', source: 'portal', massive: true, period: null })
    expect(made[0]?.file_id).toBe(made[1]?.file_id)
    const process = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('processes')
        .select(['status', 'done', 'total'])
        .where('id', '=', begun.data.id)
        .executeTakeFirst(),
    )
    expect(process).toEqual({ status: 'successful', done: 2, total: 2 })
    const mails = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('mails')
        .select('user_id')
        .where('event', '=', 'new_document')
        .where('user_id', 'in', [one.id, two.id])
        .execute(),
    )
    expect(mails).toHaveLength(2)
  })

  test('can be cancelled while it runs: no further document is made', async () => {
    const list = listOf([people[2] ?? { cuil: '' }])
    const { data } = await publish({ modo: 'csv' }, list)
    const shown = async () => (await app.call(processes.one, { id: data.id }, { as: admin })).data
    expect(await shown()).toMatchObject({ clase: 'generic', puede_cancelar: true })
    expect((await app.call(processes.cancel, { id: data.id }, { as: admin })).data).toMatchObject({
      estado: 'cancelled',
      puede_cancelar: false,
    })
    await app.services.jobs.runDueJobs()
    expect(await documentsOf(data.id)).toEqual([])
    expect((await app.call(processes.cancel, { id: data.id }, { as: admin })).code).toBe(
      'PROCESS_NOT_CANCELLABLE',
    )
  })

  test('skips employees who have a valid one, where that is requested', async () => {
    const list = listOf(people)
    const skipped = await audience({ modo: 'csv', solo_sin_version: true, lista: 'omitidos' }, list)
    expect(skipped.data).toMatchObject({ destinatarios: 1, omitidos: 2 })
    expect(skipped.data.lista).toHaveLength(2)
    expect((await publish({ modo: 'csv', solo_sin_version: true, personas: 3 }, list)).code).toBe(
      'MASSIVE_COUNT_CHANGED',
    )
  })

  test('reaches by sector, location and position, each needed, and nobody beyond reach or who left', async () => {
    const all = await audience(everybody)
    const before = all.data.destinatarios
    const gone = await aPerson(app, company)
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('employees').set({ state: 'inactive' }).where('id', '=', gone.id).execute(),
    )
    expect((await audience(everybody)).data.destinatarios).toBe(before)
    expect((await audience({ modo: 'csv' }, listOf([gone]))).data).toMatchObject({
      destinatarios: 0,
      inactivos: 1,
    })
    for (const field of ['sector', 'lugar', 'cargo'] as const)
      expect((await audience({ ...everybody, [field]: [] })).errors).toMatchObject([
        { code: 'SYSTEM_API_PARAMETER_REQUIRED', field },
      ])
    expect((await audience({ ...everybody, sector: [99_999_999] })).data.destinatarios).toBe(0)
    await inCompany(app, company.id, (tx) =>
      sql`insert into profile_actions (company_id, profile_id, action)
        select company_id, id, ${actions.genericPublishing} from profiles where kind = 'limited'`.execute(
        tx.db,
      ),
    )
    const limited = await aPerson(app, company, { profiles: ['limited'] })
    const bearer = await signIn(app, company, limited)
    expect((await audience(everybody, undefined, bearer)).data.destinatarios).toBeLessThan(before)
  })

  test('is refused with its faults', async () => {
    const list = listOf(people)
    expect((await publish({ modo: 'csv' })).errors).toMatchObject([
      { code: 'SYSTEM_API_PARAMETER_REQUIRED', field: 'csv' },
    ])
    expect((await publish({ modo: 'csv' }, { ...list, name: 'lista.txt' })).code).toBe(
      'SYSTEM_API_WRONG_MIME_TYPE',
    )
    expect((await publish({ modo: 'csv' }, csvOf('dni,cuil\n1,2\n'))).code).toBe('GENERIC_CSV_COLUMN')
    expect((await publish({ modo: 'csv' }, csvOf('cuil\n'))).code).toBe('GENERIC_CSV_EMPTY')
    const large = Buffer.concat([pdf, Buffer.alloc(1_048_576)])
    expect((await publish({ modo: 'csv', personas: 3 }, list, large)).code).toBe(
      'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
    )
    expect((await publish({ modo: 'csv', personas: 3 }, list, Buffer.from('%PDF-1.7 x'))).code).toBe(
      codeOf('PDF_NOT_READABLE'),
    )
    const monthly = await aType(app, company)
    expect((await publish({ modo: 'csv', tipo: monthly.id }, list)).code).toBe('PUBLISH_TYPE_NOT_SUITABLE')
  })
})
