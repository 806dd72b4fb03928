import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { folderSettings as settings } from '#contract/folders/settings.ts'
import {
  type TypeConfiguration,
  typeConfiguration as configuration,
  userFolders,
} from '#contract/folders/configuration.ts'
import { hostileFiles } from '#pdf/testing/hostile.ts'
import { onePage, payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn, stepUp } from '#server/testing/factories.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'

const rules = { visible: true, firmable: true, efimero: false, orden: 1, prioridadFirma: 1 }
let app: TestApp
let company: MadeCompany
let admin: string
let folder: number
let type: number
beforeAll(async () => {
  app = await testApp()
  company = await aCompany(app)
  await aBystander(app, company)
  admin = (await anAdministrator(app, company)).bearer
  folder = (await app.call(settings.create, { nombre: 'Recibos', ...rules }, { as: admin })).data.idCarpeta
  const made = await app.call(
    settings.createType,
    { idCarpeta: folder, name: 'Recibo', alias: 'R' },
    { as: admin },
  )
  type = made.data.idSubCarpeta
})

const standard: TypeConfiguration = {
  pagina: 'last',
  numero: null,
  empresa: { x: 24, y: 205, width: 64, height: 26 },
  colaborador: { x: 120, y: 205, width: 64, height: 26 },
  papel: 'A4',
  orientacion: 'portrait',
  giro: 0,
  corte: null,
  paginacion: null,
  dos_por_hoja: false,
  pdf_propio: false,
}
const configure = (facts: Partial<TypeConfiguration> = {}, file?: Uint8Array) =>
  app.call(
    configuration.change,
    { id: type, ...standard, ...facts },
    { as: admin, ...(file && { file: { name: 'muestra.pdf', bytes: file } }) },
  )
const codes = (answer: { errors: { code: string; field?: string }[] }) =>
  answer.errors.map(({ code, field }) => `${code} ${field}`)

describe('the pages and signatures of a type', () => {
  test('are kept as a new version, which documents made before do not have', async () => {
    const before = (await app.call(configuration.one, { id: type }, { as: admin })).data
    expect(before).toMatchObject({ version: 1, empresa: null, pagina: 'last' })
    const saved = await configure()
    expect(saved.data).toMatchObject({ ...standard, version: 2, muestra: null })
    const versions = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('document_type_versions')
        .select(['version', 'company_box', 'rules'])
        .where('type_id', '=', type)
        .orderBy('version')
        .execute(),
    )
    expect(versions.map(({ company_box }) => company_box)).toEqual([null, standard.empresa])
    expect(versions[1]?.rules).toEqual(versions[0]?.rules)
    const event = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .select(['act', 'data'])
        .where('subject_kind', '=', 'document_type')
        .where('subject_id', '=', type)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(event.act).toBe('configured')
    // Another change of the type keeps them.
    const facts = (await app.call(settings.type, { id: type }, { as: admin })).data
    await app.call(
      settings.changeType,
      { id: type, idCarpeta: folder, name: facts.name, alias: facts.alias, recibo: true },
      { as: admin },
    )
    expect((await app.call(configuration.one, { id: type }, { as: admin })).data).toMatchObject({
      ...standard,
      version: 3,
    })
  })

  test.each([
    [{ pagina: 'custom', numero: null }, '10040 numero'],
    [{ empresa: { x: 180, y: 205, width: 64, height: 26 } }, '10042 empresa'],
    [{ colaborador: { x: 120, y: 290, width: 64, height: 26 } }, '10042 colaborador'],
    [{ empresa: { x: 24, y: 205, width: 10, height: 26 } }, '10043 empresa'],
    [{ colaborador: { x: 60, y: 210, width: 64, height: 26 } }, '10048 colaborador'],
    [{ corte: { x: 0, y: 0, width: 140, height: 200 }, empresa: null, colaborador: null }, '10046 corte'],
    [{ paginacion: 21 }, '10047 paginacion'],
    [{ giro: 45 as 90 }, '10045 giro'],
    [{ papel: 'B5' as 'A5' }, 'NO_SUPPORTED papel'],
    [{ orientacion: 'up' as 'portrait' }, '10044 orientacion'],
    [{ pagina: 'middle' as 'last' }, '10039 pagina'],
    [{ pdf_propio: true }, '10049 file'],
  ] as const)('%j is refused', async (facts, code) => {
    expect(codes(await configure(facts as Partial<TypeConfiguration>))).toContain(code)
  })

  test('are checked against the pages of the sample, which is shown again', async () => {
    const two = await payslip({ pages: 2 })
    expect(codes(await configure({ pagina: 'custom', numero: 3 }, two))).toEqual(['10041 numero'])
    const saved = await configure({ pagina: 'custom', numero: 2, pdf_propio: true }, two)
    expect(saved.data).toMatchObject({ pagina: 'custom', numero: 2, muestra: { archivo: 'muestra.pdf' } })
    const shown = await app.call(configuration.sample, { id: type }, { as: admin })
    expect(Buffer.from(shown.bytes).equals(Buffer.from(two))).toBe(true)
    // It stays with the versions that follow, and goes on being what they are checked against while it is used.
    const third = { pagina: 'custom', numero: 3 } as const
    expect(codes(await configure({ ...third, pdf_propio: true }))).toEqual(['10041 numero'])
    expect((await configure(third)).data).toMatchObject({ numero: 3, muestra: { archivo: 'muestra.pdf' } })
    expect(codes(await configure({ ...third, pdf_propio: true }))).toEqual(['10041 numero'])
  })

  test('a sample is a PDF of a page from A5 to A3 that anybody can open', async () => {
    const info = (bytes: Uint8Array, name = 'x.pdf') =>
      app.call(configuration.pdfInfo, {}, { as: admin, file: { name, bytes } })
    const { data } = await info(await payslip({ pages: 2 }))
    expect(data.paginas).toHaveLength(2)
    expect(data.paginas[0].ancho).toBeCloseTo(210, 0)
    expect((await info(onePage('/MediaBox[0 0 200 300]'))).code).toBe('SYSTEM_API_INVALID_PDF_FILE_SIZE')
    expect((await info(Buffer.from('%PDF-1.7\nnothing'))).code).toBe(codeOf('PDF_NOT_READABLE'))
    const encrypted = (await hostileFiles()).filter(({ fault }) => fault === 'encrypted')
    expect(encrypted.length).toBeGreaterThan(1)
    for (const { file } of encrypted) {
      expect((await info(file)).code).toBe(codeOf('PDF_ENCRYPTED'))
      expect(codes(await configure({ pdf_propio: true }, file))).toEqual(['268 file'])
    }
    expect((await info(Buffer.from('just words'))).code).toBe('SYSTEM_API_WRONG_MIME_TYPE')
    const large = Buffer.concat([await payslip(), Buffer.alloc(5 * 1_048_576)])
    expect((await info(large)).code).toBe('SYSTEM_API_MAX_FILE_SIZE_EXCEEDED')
  })
})

describe('a folder filter', () => {
  const add = async (idUsuario: number, idCarpeta: number, as = admin) =>
    app.call(userFolders.add, { idUsuario, idCarpeta }, { as, headers: await stepUp(app, as) })
  const remove = async (id: number, as = admin) =>
    app.call(userFolders.remove, { id }, { as, headers: await stepUp(app, as) })

  test('is given to a manager by somebody else, of folders within the giver’s reach', async () => {
    const other = await anAdministrator(app, company)
    const own = await anAdministrator(app, company)
    expect((await add(own.id, folder, own.bearer)).code).toBe(codeOf('OWN_FOLDER_FILTER'))
    expect((await add((await aPerson(app, company)).id, folder)).code).toBe(
      codeOf('FOLDER_FILTER_WITHOUT_MANAGEMENT'),
    )
    expect((await add(other.id, 99_999_999)).code).toBe(codeOf('FOLDER_OUT_OF_REACH'))
    const { data } = await add(other.id, folder)
    expect(data).toMatchObject({ idUsuario: other.id, idCarpeta: folder, nombre: 'Recibos' })
    expect((await add(other.id, folder)).code).toBe(codeOf('FOLDER_IN_FILTER_ALREADY'))
    const list = await app.call(userFolders.list, { idUsuario: other.id }, { as: admin })
    expect(list.data).toEqual([data])
    const next = await app.call(settings.create, { nombre: 'Sanciones', ...rules }, { as: admin })
    const second = await add(other.id, next.data.idCarpeta)
    expect(second.data).toMatchObject({ idUsuario: other.id, nombre: 'Sanciones' })
    expect((await app.call(userFolders.list, { idUsuario: other.id }, { as: admin })).data).toHaveLength(2)
    await remove(second.data.id)
    // Narrowed themselves, they can't open to others what they don't see.
    expect((await add(own.id, folder)).data).toMatchObject({ idUsuario: own.id, idCarpeta: folder })
    const [theirs] = (await app.call(userFolders.list, { idUsuario: own.id }, { as: admin })).data
    expect((await remove(theirs.id, other.bearer)).code).toBe(codeOf('FOLDER_FILTER_OPENS_ALL'))
    expect((await remove(theirs.id)).code).toBeUndefined()
    expect((await remove(theirs.id)).code).toBe('NOT_FOUND')
    const stranger = await anAdministrator(app, await aCompany(app))
    expect((await remove(data.id, stranger.bearer)).code).toBe('NOT_FOUND')
  })

  test('is opened to all folders by nobody who sees only some, a manager among them', async () => {
    await inCompany(app, company.id, (tx) =>
      tx.db
        .insertInto('profile_actions')
        .values({ company_id: tx.company, profile_id: company.profiles.manager, action: 1 })
        .execute(),
    )
    const boss = await aPerson(app, company, { profiles: ['manager'] })
    const as = await signIn(app, company, boss)
    const report = await aPerson(app, company, { profiles: ['hr'], managerId: boss.id })
    const { data } = await add(report.id, folder)
    expect((await remove(data.id, as)).code).toBe(codeOf('FOLDER_FILTER_OPENS_ALL'))
    // Without any folder a manager sees none, so that taking the last one opens nothing.
    const foreman = await aPerson(app, company, { profiles: ['manager'], managerId: boss.id })
    const theirs = await add(foreman.id, folder)
    expect((await remove(theirs.data.id, as)).status).toBe(200)
  })
})
