import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { folders } from '#contract/folders/folders.ts'
import { folderSettings as settings } from '#contract/folders/settings.ts'
import { typeConfiguration } from '#contract/folders/configuration.ts'
import { type Answer, type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator, aPerson, inCompany } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { createFolder } from './operations.ts'

let app: TestApp
let company: MadeCompany
let admin: string
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  admin = (await anAdministrator(app, company)).bearer
})

let counter = 0
const rules = { visible: true, firmable: true, efimero: false, orden: 1, prioridadFirma: 1 }
const makeFolder = async (facts: object = {}) =>
  app.call(settings.create, { nombre: `Carpeta ${++counter}`, ...rules, ...facts }, { as: admin })
/** The data of a call that succeeds. */
const dataOf = ({ data, errors }: Answer) => {
  expect(errors).toEqual([])
  return data
}
const aFolder = async (facts: object = {}) => dataOf(await makeFolder(facts))
const makeType = (idCarpeta: number, facts: object = {}) => {
  counter++
  const names = { name: `Tipo ${counter}`, alias: `T${counter}` }
  return app.call(settings.createType, { idCarpeta, ...names, ...facts }, { as: admin })
}
const aType = async (idCarpeta: number, facts: object = {}) => dataOf(await makeType(idCarpeta, facts))
const codes = (answer: { errors: { code: string }[] }) => answer.errors.map(({ code }) => code)
const events = (kind: 'folder' | 'document_type', id: number) =>
  inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('events')
      .select(['act', 'data'])
      .where('subject_kind', '=', kind)
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute(),
  )

/** Puts a document of a type there, as an earlier publication left it. */
async function aDocument(typeId: number): Promise<void> {
  const person = await aPerson(app, company)
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('documents')
      .values({
        company_id: tx.company,
        employee_id: person.id,
        type_id: typeId,
        type_version: 1,
        period: null,
        label: null,
        state: 'published',
        source: 'portal',
        file_name: 'uno.pdf',
        pages: 1,
        verification_code: `CARPETA${typeId}`,
        created_by: person.id,
      })
      .execute(),
  )
}

test.each([
  [{ nombre: ' ' }, codeOf('FOLDER_NAME_MISSING')],
  [{ nombre: 'x'.repeat(61) }, codeOf('FOLDER_NAME_TOO_LONG')],
  [{ orden: -1 }, codeOf('FOLDER_ORDER_INVALID')],
  [{ prioridadFirma: 1000 }, codeOf('SIGNING_PRIORITY_INVALID')],
  [{ firmable: false, efimero: true }, codeOf('FOLDER_EPHEMERAL_UNSIGNED')],
  [{ visible: false }, codeOf('FOLDER_SIGNABLE_HIDDEN')],
  [{ visible: false, firmable: false, idTemplate: 1 }, codeOf('FOLDER_TEMPLATE_HIDDEN')],
  [{ idTemplate: 999 }, codeOf('TEMPLATE_UNKNOWN')],
  [{ bloquea: [999_999] }, codeOf('FOLDER_BLOCKED_UNKNOWN')],
])('a folder with %j is refused with %s', async (facts, code) => {
  expect(codes(await makeFolder(facts))).toEqual([code])
})

test('a folder’s name is unique however it is written, and free again once archived', async () => {
  const folder = await aFolder({ nombre: 'Sanción' })
  expect(codes(await makeFolder({ nombre: ' SANCION ' }))).toEqual([codeOf('FOLDER_NAME_TAKEN')])
  await app.call(settings.remove, { id: folder.idCarpeta }, { as: admin })
  expect((await makeFolder({ nombre: 'Sanción' })).status).toBe(200)
})

test('a closing folder must be visible, and cycles of any length are refused', async () => {
  const first = await aFolder()
  const second = await aFolder({ bloquea: [first.idCarpeta] })
  const third = await aFolder({ bloquea: [second.idCarpeta] })
  const change = (folder: typeof first, facts: object) =>
    app.call(
      settings.change,
      { ...rules, id: folder.idCarpeta, nombre: folder.nombre, ...facts },
      { as: admin },
    )
  expect(codes(await change(first, { bloquea: [third.idCarpeta] }))).toEqual([
    codeOf('FOLDER_BLOCKING_CIRCLE'),
  ])
  expect(codes(await change(first, { bloquea: [first.idCarpeta] }))).toEqual([
    codeOf('FOLDER_BLOCKING_CIRCLE'),
  ])
  const hidden = { visible: false, firmable: false, bloquea: [first.idCarpeta] }
  expect(codes(await change(third, hidden))).toEqual([codeOf('FOLDER_BLOCKING_HIDDEN')])
  const open = await app.call(settings.blockableBy, { id: second.idCarpeta }, { as: admin })
  const ids = open.data.map((folder: { idCarpeta: number }) => folder.idCarpeta)
  expect(ids).toContain(first.idCarpeta)
  expect(ids).not.toContain(second.idCarpeta)
  expect(ids).not.toContain(third.idCarpeta)
  expect(codes(await app.call(settings.remove, { id: first.idCarpeta }, { as: admin }))).toEqual([
    codeOf('FOLDER_IN_BLOCKING_RULES'),
  ])
})

test('two folders that close each other at once: one of them is refused', async () => {
  const one = await aFolder()
  const other = await aFolder()
  const close = (folder: typeof one, blocked: typeof one) =>
    app.call(
      settings.change,
      { ...rules, id: folder.idCarpeta, nombre: folder.nombre, bloquea: [blocked.idCarpeta] },
      { as: admin },
    )
  const answers = await Promise.all([close(one, other), close(other, one)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('each change of a folder is an event of old and new; nothing changed, no event', async () => {
  const folder = await aFolder()
  const wanted = { ...rules, id: folder.idCarpeta, nombre: folder.nombre, orden: 7 }
  expect((await app.call(settings.change, wanted, { as: admin })).data).toMatchObject({ orden: 7 })
  await app.call(settings.change, wanted, { as: admin })
  expect(await events('folder', folder.idCarpeta)).toMatchObject([
    { act: 'created' },
    { act: 'changed', data: { orden: [1, 7] } },
  ])
})

test('a folder that the system finds by its name keeps it and stays', async () => {
  const id = await inCompany(app, company.id, (tx) =>
    createFolder(tx, { name: 'Fija', system_key: 'fixed', signable: true }),
  )
  const rename = { ...rules, id, nombre: 'Otra' }
  expect(codes(await app.call(settings.change, rename, { as: admin }))).toEqual([codeOf('FOLDER_NAME_FIXED')])
  expect((await app.call(settings.change, { ...rename, nombre: 'Fija' }, { as: admin })).status).toBe(200)
  expect(codes(await app.call(settings.remove, { id }, { as: admin }))).toEqual([
    codeOf('FOLDER_USED_BY_SYSTEM'),
  ])
})

test('who sees only some folders makes, changes and archives none', async () => {
  const { idCarpeta: id } = await aFolder()
  const narrowed = await anAdministrator(app, company)
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: narrowed.id, folder_id: id })
      .execute(),
  )
  const facts = { nombre: 'Otra', ...rules }
  const as = narrowed.bearer
  const answers = [
    await app.call(settings.create, facts, { as }),
    await app.call(settings.change, { id, ...facts }, { as }),
    await app.call(settings.remove, { id }, { as }),
  ]
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => codeOf('FOLDERS_LIMITED')))
  expect((await events('folder', id)).map(({ act }) => act)).toEqual(['created'])
})

test('a folder with documents or in somebody’s filter is not archived', async () => {
  const folder = await aFolder()
  const type = await aType(folder.idCarpeta)
  await aDocument(type.idSubCarpeta)
  const person = await aPerson(app, company, { profiles: ['limited'] })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: person.id, folder_id: folder.idCarpeta })
      .execute(),
  )
  const gone = await app.call(settings.remove, { id: folder.idCarpeta }, { as: admin })
  expect(gone.status).toBe(409)
  expect(codes(gone)).toEqual([codeOf('FOLDER_HAS_DOCUMENTS'), codeOf('FOLDER_IN_FILTERS')])
  expect(codes(await app.call(settings.removeType, { id: type.idSubCarpeta }, { as: admin }))).toEqual([
    codeOf('TYPE_HAS_DOCUMENTS'),
  ])
  const listed = await app.call(settings.types, { id: folder.idCarpeta }, { as: admin })
  expect(listed.data).toMatchObject([{ idSubCarpeta: type.idSubCarpeta, documentos: 1 }])
})

test('a folder is archived with its types, and those that were archived before keep their day', async () => {
  const folder = await aFolder()
  const [kept, gone] = [await aType(folder.idCarpeta), await aType(folder.idCarpeta)]
  await app.call(settings.removeType, { id: gone.idSubCarpeta }, { as: admin })
  const archived = () =>
    inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('document_types')
        .select(['id', 'archived_at'])
        .where('folder_id', '=', folder.idCarpeta)
        .orderBy('id')
        .execute(),
    )
  const before = (await archived()).find(({ id }) => id === gone.idSubCarpeta)
  expect((await app.call(settings.remove, { id: folder.idCarpeta }, { as: admin })).status).toBe(200)
  expect(await archived()).toEqual([{ id: kept.idSubCarpeta, archived_at: expect.any(Date) }, before])
})

test('a type without documents is archived, as evidence, and is listed no more', async () => {
  const folder = await aFolder()
  const [kept, gone] = [await aType(folder.idCarpeta), await aType(folder.idCarpeta)]
  const removed = await app.call(settings.removeType, { id: gone.idSubCarpeta }, { as: admin })
  expect([removed.status, removed.data]).toEqual([200, {}])
  expect(await events('document_type', gone.idSubCarpeta)).toEqual([
    { act: 'created', data: expect.anything() },
    { act: 'archived', data: { name: gone.name, idCarpeta: folder.idCarpeta } },
  ])
  const listed = await app.call(settings.types, { id: folder.idCarpeta }, { as: admin })
  expect(listed.data).toMatchObject([{ idSubCarpeta: kept.idSubCarpeta }])
  expect(listed.data).toHaveLength(1)
  const again = await app.call(settings.removeType, { id: gone.idSubCarpeta }, { as: admin })
  expect(again.code).toBe('NOT_FOUND')
})

/** Limits a manager to a folder. */
async function limitTo({ idCarpeta }: { idCarpeta: number }): Promise<void> {
  const person = await aPerson(app, company, { profiles: ['manager'] })
  await inCompany(app, company.id, (tx) =>
    tx.db
      .insertInto('user_folder_filters')
      .values({ company_id: tx.company, user_id: person.id, folder_id: idCarpeta })
      .execute(),
  )
}

test('the last type of a folder that a filter names stays', async () => {
  const folder = await aFolder()
  const type = await aType(folder.idCarpeta)
  await limitTo(folder)
  expect(codes(await app.call(settings.removeType, { id: type.idSubCarpeta }, { as: admin }))).toEqual([
    codeOf('TYPE_LAST_IN_FILTERED_FOLDER'),
  ])
})

test('the last type of a folder that a filter names isn’t moved away either', async () => {
  const [folder, other] = [await aFolder(), await aFolder()]
  const type = await aType(folder.idCarpeta)
  await limitTo(folder)
  const move = () =>
    app.call(
      settings.changeType,
      { id: type.idSubCarpeta, idCarpeta: other.idCarpeta, name: type.name, alias: type.alias },
      { as: admin },
    )
  expect(codes(await move())).toEqual([codeOf('TYPE_LAST_IN_FILTERED_FOLDER')])
  await aType(folder.idCarpeta)
  expect(dataOf(await move())).toMatchObject({ idCarpeta: other.idCarpeta })
})

test('of the last two types of a folder that a filter names, archived at once, one stays', async () => {
  const folder = await aFolder()
  const types = [await aType(folder.idCarpeta), await aType(folder.idCarpeta)]
  await limitTo(folder)
  const answers = await Promise.all(
    types.map(({ idSubCarpeta }) => app.call(settings.removeType, { id: idSubCarpeta }, { as: admin })),
  )
  expect(answers.flatMap(codes)).toEqual([codeOf('TYPE_LAST_IN_FILTERED_FOLDER')])
})

test.each(['made', 'changed'])(
  'a type of payslips that is %s while its folder is made to lose them: one of the two is refused',
  async (how) => {
    const folder = await aFolder()
    const type = await aType(folder.idCarpeta)
    const payslips = () =>
      how === 'made'
        ? makeType(folder.idCarpeta, { recibo: true })
        : app.call(
            settings.changeType,
            {
              id: type.idSubCarpeta,
              idCarpeta: folder.idCarpeta,
              name: type.name,
              alias: type.alias,
              recibo: true,
            },
            { as: admin },
          )
    const losing = { ...rules, id: folder.idCarpeta, nombre: folder.nombre, efimero: true }
    const answers = await Promise.all([payslips(), app.call(settings.change, losing, { as: admin })])
    expect(answers.flatMap(codes)).toEqual([codeOf('FOLDER_EPHEMERAL_PAYSLIPS')])
  },
)

test.each([
  [{ name: '' }, codeOf('TYPE_NAME_MISSING')],
  [{ name: 'x'.repeat(61) }, codeOf('TYPE_NAME_TOO_LONG')],
  [{ alias: '' }, codeOf('TYPE_ALIAS_MISSING')],
  [{ alias: 'x'.repeat(31) }, codeOf('TYPE_ALIAS_TOO_LONG')],
  [{ max_files: 1, min_files: 2 }, codeOf('TYPE_SHEETS_BACKWARDS')],
  [{ max_files: 3 }, codeOf('TYPE_SHEETS_INVALID')],
  [{ max_files: 51, min_files: 1 }, codeOf('TYPE_SHEETS_INVALID')],
  [{ dias_para_firmar: 0 }, codeOf('SIGNING_DAYS_INVALID')],
  [{ sinCodigo: true }, codeOf('TYPE_GENERIC_WITH_PERIOD')],
  [{ periodo: false, varios_por_periodo: true }, codeOf('TYPE_SEVERAL_WITHOUT_PERIOD')],
  [{ eform: true, xml: true }, codeOf('TYPE_FORM_CONFLICT')],
  [{ parser: 'guess' }, codeOf('CAPTURE_METHOD_UNKNOWN')],
  [{ idTemplate: 999 }, codeOf('TEMPLATE_UNKNOWN')],
  [{ idCarpeta: 999_999 }, codeOf('FOLDER_UNKNOWN')],
])('a type with %j is refused with %s', async (facts, code) => {
  const folder = await aFolder()
  expect(codes(await makeType(folder.idCarpeta, facts as object))).toEqual([code])
})

test('names and aliases of types are unique in the company', async () => {
  const folder = await aFolder()
  await aType(folder.idCarpeta, { name: 'Constancia única', alias: 'Única' })
  const other = await aFolder()
  expect(codes(await makeType(other.idCarpeta, { name: 'CONSTANCIA UNICA' }))).toEqual([
    codeOf('TYPE_NAME_TAKEN'),
  ])
  expect(codes(await makeType(other.idCarpeta, { alias: 'unica' }))).toEqual([codeOf('TYPE_ALIAS_TAKEN')])
})

test('a template gives the type its pages, in a folder that employees see', async () => {
  const templates = await app.call(settings.templates, {}, { as: admin })
  expect(templates.data).toContainEqual({
    id: 4,
    nombre: '4 Hojas | 1 Obligatorias',
    json: { max_files: 4, min_files: 1 },
  })
  const folder = await aFolder()
  expect(await aType(folder.idCarpeta, { idTemplate: 4 })).toMatchObject({ max_files: 4, min_files: 1 })
  const hidden = await aFolder({ visible: false, firmable: false })
  expect(codes(await makeType(hidden.idCarpeta, { idTemplate: 4 }))).toEqual([
    codeOf('FOLDER_TEMPLATE_HIDDEN'),
  ])
})

test('a folder’s template is the upload of its types without a template of their own', async () => {
  const folder = await aFolder({ idTemplate: 3 })
  await aType(folder.idCarpeta)
  const types = await app.call(folders.types, { id_carpeta: folder.idCarpeta }, { as: admin })
  expect(types.data).toMatchObject([{ max_files: 2, min_files: 2 }])
})

test('one type uses the analysis; on receipts of salary it is asked twice', async () => {
  const folder = await aFolder()
  const asked = await makeType(folder.idCarpeta, { sendIa: true, recibo: true })
  expect(asked).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
  expect(codes(asked)).toEqual([codeOf('TYPE_PAYSLIPS_ANALYSED')])
  await aType(folder.idCarpeta, { sendIa: true })
  expect(codes(await makeType(folder.idCarpeta, { sendIa: true }))).toEqual([
    'THERE_HAS_SUBFOLDER_WITH_IA_ACTIVE',
  ])
})

test('receipts of salary in a folder that a manager sees are asked about, once for each folder', async () => {
  const asksIn = (answer: Answer) => [answer.code, codes(answer)]
  const asked = ['CONFIRMATION_REQUIRED', [codeOf('TYPE_PAYSLIPS_FOR_MANAGERS')]]
  const confirm = { as: admin, confirm: ['TYPE_PAYSLIPS_FOR_MANAGERS'] }
  const [made, changed, moved] = [await aFolder(), await aFolder(), await aFolder()]
  const plain = await aType(changed.idCarpeta)
  for (const folder of [made, changed, moved]) await limitTo(folder)
  expect(asksIn(await makeType(made.idCarpeta, { recibo: true }))).toEqual(asked)
  const change = { id: plain.idSubCarpeta, name: plain.name, alias: plain.alias, recibo: true }
  const inPlace = { ...change, idCarpeta: changed.idCarpeta }
  expect(asksIn(await app.call(settings.changeType, inPlace, { as: admin }))).toEqual(asked)
  expect((await app.call(settings.changeType, inPlace, confirm)).status).toBe(200)
  // The folder has receipts of salary by now: whoever sees it was given those.
  const second = await aType(changed.idCarpeta, { recibo: true })
  const away = { id: second.idSubCarpeta, name: second.name, alias: second.alias, recibo: true }
  const elsewhere = { ...away, idCarpeta: moved.idCarpeta }
  expect(asksIn(await app.call(settings.changeType, elsewhere, { as: admin }))).toEqual(asked)
  const unseen = await aFolder()
  expect((await makeType(unseen.idCarpeta, { recibo: true })).status).toBe(200)
})

test('Argentina keeps receipts of salary out of ephemeral folders, elsewhere it is confirmed', async () => {
  const folder = await aFolder({ efimero: true })
  expect(codes(await makeType(folder.idCarpeta, { recibo: true }))).toEqual([
    codeOf('FOLDER_EPHEMERAL_PAYSLIPS'),
  ])
  const lasting = await aFolder()
  await aType(lasting.idCarpeta, { recibo: true })
  const turn = { ...rules, id: lasting.idCarpeta, nombre: lasting.nombre, efimero: true }
  expect(codes(await app.call(settings.change, turn, { as: admin }))).toEqual([
    codeOf('FOLDER_EPHEMERAL_PAYSLIPS'),
  ])
  // Receipts in another folder don't matter.
  const plain = await aFolder()
  const turned = { ...turn, id: plain.idCarpeta, nombre: plain.nombre }
  expect((await app.call(settings.change, turned, { as: admin })).status).toBe(200)

  const chile = await aCompany(app, { country: 'CL', zone: 'America/Santiago' })
  const { bearer } = await anAdministrator(app, chile)
  const made = await app.call(settings.create, { nombre: 'Efímera', ...rules, efimero: true }, { as: bearer })
  const receipt = { idCarpeta: made.data.idCarpeta, name: 'Pago', alias: 'Pago', recibo: true }
  const asked = await app.call(settings.createType, receipt, { as: bearer })
  expect(asked).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
})

test('a change that documents keep is a new version of the type, a new name is not, moving is an event', async () => {
  const folder = await aFolder()
  const other = await aFolder()
  const type = await aType(folder.idCarpeta, { parser: 'file_name' })
  const id: number = type.idSubCarpeta
  const change = async (facts: object) =>
    (
      await app.call(
        settings.changeType,
        {
          id,
          idCarpeta: folder.idCarpeta,
          name: type.name,
          alias: type.alias,
          parser: 'file_name',
          ...facts,
        },
        { as: admin },
      )
    ).data
  expect(await change({ name: `Otro ${id}` })).toMatchObject({ version: 1 })
  expect(await change({ name: `Otro ${id}`, parser: null, dias_para_firmar: 10 })).toMatchObject({
    version: 2,
    parser: null,
    dias_para_firmar: 10,
  })
  const moved = { name: `Otro ${id}`, parser: null, dias_para_firmar: 10, idCarpeta: other.idCarpeta }
  expect(await change(moved)).toMatchObject({ version: 2, carpeta: other.nombre })
  const versions = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('document_type_versions')
      .select(['version', 'rules'])
      .where('type_id', '=', id)
      .orderBy('version')
      .execute(),
  )
  expect(versions).toMatchObject([
    { version: 1, rules: { capture: 'file_name', days_to_sign: null } },
    { version: 2, rules: { capture: null, days_to_sign: 10 } },
  ])
  expect(await events('document_type', id)).toMatchObject([
    { act: 'created' },
    { act: 'changed', data: { name: [type.name, `Otro ${id}`] } },
    { act: 'changed', data: { parser: ['file_name', null], dias_para_firmar: [null, 10] } },
    { act: 'moved', data: { idCarpeta: [folder.idCarpeta, other.idCarpeta] } },
  ])
  const form = { id, idCarpeta: other.idCarpeta, name: type.name, alias: type.alias, eform: true }
  expect(codes(await app.call(settings.changeType, form, { as: admin }))).toEqual([codeOf('TYPE_FORM_FIXED')])
})

test('the ways of capture, with the empty one, in the reader’s language', async () => {
  const { data } = await app.call(settings.parsers, {}, { as: admin })
  expect(data.map((way: { parser: string | null }) => way.parser)).toEqual(['file_name', 'first_page', null])
})

test('a list is narrowed only by types that somebody within reach has a document of', async () => {
  const folder = await aFolder()
  const used = await aType(folder.idCarpeta)
  const unused = await aType(folder.idCarpeta)
  await aDocument(used.idSubCarpeta)
  const shown = (await app.call(folders.inUse, {}, { as: admin })).data.map(
    ({ idSubCarpeta }: { idSubCarpeta: number }) => idSubCarpeta,
  )
  expect(shown).toContain(used.idSubCarpeta)
  expect(shown).not.toContain(unused.idSubCarpeta)
})

test('a copy of a type is read and signed where the other is, in its own words', async () => {
  const folder = await aFolder()
  const type = await aType(folder.idCarpeta, { parser: 'first_page' })
  const place = { x: 20, y: 250, width: 60, height: 20 }
  await app.call(
    typeConfiguration.change,
    { id: type.idSubCarpeta, pagina: 'first', empresa: place },
    { as: admin },
  )
  const names = { name: `Copia ${type.idSubCarpeta}`, alias: `C${type.idSubCarpeta}` }
  const facts = { idCarpeta: folder.idCarpeta, parser: 'first_page' as const, ...names }
  const copy = await app.call(settings.copyType, { id: type.idSubCarpeta, ...facts }, { as: admin })
  const firma = { pagina: 'first', numero: null, paginacion: null, alto: 'abajo', ancho: 'izquierda' }
  expect(copy.data).toMatchObject({ ...names, firma_empresa: firma })
  const { data } = await app.call(typeConfiguration.one, { id: copy.data.idSubCarpeta }, { as: admin })
  expect(data).toMatchObject({ pagina: 'first', empresa: place })
  expect(await events('document_type', copy.data.idSubCarpeta)).toMatchObject([
    { act: 'created', data: { como: [type.idSubCarpeta, 2] } },
  ])
  const strange = await app.call(settings.copyType, { id: 999_999, ...facts }, { as: admin })
  expect(strange.status).toBe(404)
})
