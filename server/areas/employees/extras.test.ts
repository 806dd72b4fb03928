import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { employeeImport } from '#contract/employees/import.ts'
import { employees } from '#contract/employees/employees.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, anAdministrator, aPerson } from '#server/testing/factories.ts'
import { pisFits } from './extras.ts'

let app: TestApp
const admins: Record<string, { id: number; bearer: string }> = {}

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-05T15:00:00Z'))
  for (const country of ['AR', 'BR', 'CL', 'MX', 'PE']) {
    const company = await aCompany(app, { country })
    admins[country] = await anAdministrator(app, company)
    // Their sector and location are made on the way.
    await aPerson(app, company, { sector: 'Logística', location: 'Planta' })
  }
})

const as = (country: string) => admins[country]?.bearer ?? ''
const ids = {
  AR: { cuil: '20287145366', dni: '28714536' },
  BR: { cuil: '52998224725', dni: '123456789' },
  CL: { cuil: '123456785' },
  MX: { cuil: 'GODE561231GR8', dni: '92919084431' },
  PE: { cuil: '40251733' },
}
let made = 0
const create = (country: keyof typeof ids, extras: Record<string, unknown>) =>
  app.call(
    employees.create,
    {
      usuario: `extra${++made}`,
      nombre: 'Ana',
      apellido: 'Nogueira',
      numero_legajo: `X-${made}`,
      fecha_contratacion: '2026-11-02',
      sector: 'Logística',
      locacion: 'Planta',
      mail: `extra${made}@correo.example`,
      ...ids[country],
      ...extras,
    },
    { as: as(country) },
  )
const codes = (answer: { errors: { code: string; field?: string }[] }) =>
  answer.errors.map(({ code, field }) => `${field} ${code}`)

describe('further ids of a country', () => {
  test('is refused by its check digit and where the country has no such thing', async () => {
    expect(codes(await create('MX', { curp: 'HEGG560427MVZRRL05' }))).toEqual([
      `curp ${codeOf('CURP_INVALID')}`,
    ])
    expect(codes(await create('MX', { curp: 'HEGG560427' }))).toEqual([`curp ${codeOf('CURP_INVALID')}`])
    expect(codes(await create('BR', { pis: '12056412546' }))).toEqual([`pis ${codeOf('PIS_INVALID')}`])
    expect(codes(await create('BR', { ctps: '12/3' }))).toEqual([`ctps ${codeOf('CTPS_INVALID')}`])
    expect(codes(await create('AR', { afp: 'Habitat', curp: 'HEGG560427MVZRRL04' })).toSorted()).toEqual([
      'afp SYSTEM_API_PARAMETER_NOT_EXPECTED',
      'curp SYSTEM_API_PARAMETER_NOT_EXPECTED',
    ])
  })

  test('is kept, changed one by one, and cleared', async () => {
    const { data: mexican } = await create('MX', { curp: 'hegg560427mvzrrl04' })
    expect(mexican).toMatchObject({ curp: 'HEGG560427MVZRRL04', pis: null, afp: null })

    const { data: brazilian } = await create('BR', { pis: '12056412545', ctps: '1234567/0012-SP' })
    expect(brazilian).toMatchObject({ pis: '12056412545', ctps: '1234567/0012-SP' })
    const { id } = brazilian
    const change = (input: object) => app.call(employees.update, { id, ...input }, { as: as('BR') })
    expect(codes(await change({ pis: '11111111111' }))).toEqual([`pis ${codeOf('PIS_INVALID')}`])
    expect((await change({ ctps: '7654321' })).data).toMatchObject({ pis: '12056412545', ctps: '7654321' })
    expect((await change({ pis: null })).data).toMatchObject({ pis: null, ctps: '7654321' })
    expect((await change({ apodo: 'Nina' })).data).toMatchObject({ pis: null, ctps: '7654321' })

    const { data: chilean } = await create('CL', { afp: 'AFP  Habitat', salud: 'Fonasa' })
    expect(chilean).toMatchObject({ afp: 'AFP Habitat', salud: 'Fonasa' })
  })

  test('stands in the country’s template and comes in by a file', async () => {
    const template = async (country: string) =>
      (await app.call(employeeImport.template, { formato: 'csv' }, { as: as(country) })).bytes.toString()
    expect(await template('BR')).toMatch(/CPF \*;RG \*;.*;PIS\/PASEP;CTPS/)
    expect(await template('AR')).not.toMatch(/PIS|CURP|AFP/)

    const file = [
      'CPF;RG;Apellido;Nombre;Legajo;Ingreso;Sector;Lugar;Correo;PIS/PASEP;CURP',
      '11144477735;234567891;Prado;Rui;B-1;02/11/2026;Logística;Planta;rui@correo.example;120.56412.54-5;',
      '39053344705;234567892;Prado;Eva;B-2;02/11/2026;Logística;Planta;eva@correo.example;12056412546;',
      '52998224725;123456789;;;;;;;;17033259504;',
    ].join('\r\n')
    const uploaded = await app.call(
      employeeImport.upload,
      {},
      { as: as('BR'), file: { name: 'altas.csv', bytes: Buffer.from(file) } },
    )
    await app.services.jobs.runDueJobs()
    const { id } = uploaded.data
    const { data: state } = await app.call(employeeImport.one, { id }, { as: as('BR') })
    expect(state).toMatchObject({
      cantidades: { new: 1, changed: 1, faulty: 1 },
      columnas_ajenas: [{ titulo: 'CURP', campo: null }],
    })
    expect(state.fallas).toEqual([{ campo: 'pis', cantidad: 1 }])
    await app.call(employeeImport.confirm, { id }, { as: as('BR'), confirm: ['IMPORT_FAULTY_LEFT_OUT'] })
    await app.services.jobs.runDueJobs()
    const pisOf = async (buscar: string) => {
      const { data } = await app.call(employees.list, { buscar }, { as: as('BR') })
      return (await app.call(employees.one, { id: data[0].id }, { as: as('BR') })).data
    }
    expect(await pisOf('11144477735')).toMatchObject({ pis: '12056412545', ctps: null })
    // Fields that the file lacks stay unchanged.
    expect(await pisOf('52998224725')).toMatchObject({ pis: '17033259504', ctps: '7654321' })
  })
})

describe('the account of a country', () => {
  test('is refused by its check digits, its form, and where the country has no such number', async () => {
    expect(codes(await create('PE', { cci: '01136600010003254222' }))).toEqual([
      `cci ${codeOf('CCI_INVALID')}`,
    ])
    expect(codes(await create('PE', { cci: '0113660001' }))).toEqual([`cci ${codeOf('CCI_INVALID')}`])
    expect(codes(await create('PE', { cbu: 'mi.alias' }))).toEqual(['cbu SYSTEM_API_PARAMETER_NOT_EXPECTED'])
    expect(codes(await create('AR', { cci: '01136600010003254221' }))).toEqual([
      'cci SYSTEM_API_PARAMETER_NOT_EXPECTED',
    ])
    expect(codes(await create('AR', { cbu: 'un.alias.demasiado.largo' }))).toEqual([
      `cbu ${codeOf('BANK_ACCOUNT_INVALID')}`,
    ])
    expect(codes(await create('MX', { cbu: '002180012345678901' }))).toContain(
      `cbu ${codeOf('CBU_CHECK_DIGIT')}`,
    )
  })

  test('is kept without its separators and shown by its last digits', async () => {
    const { data } = await create('PE', {
      cci: '011-366-000100032542-21',
      telefono_fijo: '+51 1 4215588',
      tipo_contacto: 'Madre',
    })
    expect(data).toMatchObject({
      cci: '••••4221',
      telefono_fijo: '+51 1 4215588',
      tipo_contacto: 'Madre',
      cbu: null,
    })
  })
})

test('a PIS is reckoned modulo 11', () => {
  for (const pis of ['12056412545', '17033259504', '12345678900']) expect(pisFits(pis), pis).toBe(true)
  for (const pis of ['12056412546', '00000000000', '1205641254', '']) expect(pisFits(pis), pis).toBe(false)
})
