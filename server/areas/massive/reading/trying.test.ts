import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import type { CapturePattern } from '#contract/folders/capture-pattern.ts'
import { folderSettings } from '#contract/folders/settings.ts'
import { typeReading } from '#contract/folders/reading.ts'
import { onePage, payslip } from '#pdf/testing/samples.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import { aType } from '#server/testing/documents.ts'
import { aCompany, anAdministrator, aPerson, type Person } from '#server/testing/factories.ts'

let app: TestApp
let as: string
let type: number
let person: Person
let receipt: Uint8Array
beforeAll(async () => {
  app = await testApp()
  const company = await aCompany(app)
  await aBystander(app, company)
  as = (await anAdministrator(app, company)).bearer
  type = (await aType(app, company)).id
  person = await aPerson(app, company, { firstName: 'Ana', lastName: 'Acosta' })
  await aPerson(app, company, { firstName: 'Jorge', lastName: 'Benítez' })
  const taxId = person.cuil.replace(/^(..)(.*)(.)$/, '$1-$2-$3')
  receipt = await payslip({ name: 'Acosta, Ana', taxId })
})

const tried = (
  rules: CapturePattern & { parser?: 'file_name' | 'first_page' },
  bytes = receipt,
  name = 'recibo.pdf',
) => app.call(typeReading.try, { id: type, ...rules }, { as, file: { name, bytes } })

test('a trial shows the values read, their owner, and their position', async () => {
  const { data } = await tried({})
  expect(data).toMatchObject({
    grupo: 'listo',
    colaborador: { id: person.id, nombre: 'Acosta, Ana' },
    meses: ['2026-10-01'],
  })
  const mark = data.marcas.find(({ tipo }: { tipo: string }) => tipo === 'id')
  expect(mark.texto.replaceAll('-', '')).toBe(person.cuil)
  // The line of the name stands 740 points above the foot of the page.
  expect(mark.y).toBeGreaterThan(30)
  expect(mark.y + mark.height).toBeLessThan(40)
  expect(data.pagina.width).toBeCloseTo(210, 0)
})

test('patterns are tried while they are written, and nothing is kept', async () => {
  expect((await tried({ etiqueta: 'CUIL', forma: '99-99999999-9' })).data.colaborador.id).toBe(person.id)
  expect((await tried({ etiqueta: 'Matrícula' })).data).toMatchObject({ grupo: 'sin_id', colaborador: null })
  const named = { parser: 'file_name', archivo: '{id}_{periodo}.pdf' } as const
  expect((await tried(named, receipt, `${person.cuil}_202610.pdf`)).data).toMatchObject({
    grupo: 'listo',
    id_leido: person.cuil,
  })
  expect((await tried(named, receipt, 'otra cosa.pdf')).data.grupo).toBe('sin_id')
  expect((await app.call(typeReading.one, { id: type }, { as })).data.reglas).toEqual({})
})

test('a sample is refused like any other', async () => {
  expect((await tried({}, Buffer.from('%PDF-1.7\nnothing'))).code).toBe(codeOf('PDF_NOT_READABLE'))
  expect((await tried({}, onePage('/MediaBox[0 0 200 300]'))).code).toBe('SYSTEM_API_INVALID_PDF_FILE_SIZE')
})

test('patterns are kept as a new version of the type, which other changes leave, and are cleared', async () => {
  const before = (await app.call(typeReading.one, { id: type }, { as })).data.version
  const reglas = { etiqueta: 'Matrícula', forma: '9999' }
  const saved = await app.call(typeReading.change, { id: type, ...reglas }, { as })
  expect(saved.data).toMatchObject({ version: before + 1, reglas })
  const facts = (await app.call(folderSettings.type, { id: type }, { as })).data
  await app.call(
    folderSettings.changeType,
    { id: type, idCarpeta: facts.idCarpeta, name: facts.name, alias: facts.alias, recibo: true },
    { as },
  )
  expect((await app.call(typeReading.one, { id: type }, { as })).data.reglas).toEqual(reglas)
  const cleared = await app.call(typeReading.change, { id: type }, { as })
  expect(cleared.data.reglas).toEqual({})
  const stranger = (await anAdministrator(app, await aCompany(app))).bearer
  expect((await app.call(typeReading.change, { id: type, ...reglas }, { as: stranger })).code).toBe(
    'NOT_FOUND',
  )
})
