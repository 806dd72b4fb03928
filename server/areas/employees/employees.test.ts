import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { employees } from '#contract/employees/employees.ts'
import { session } from '#contract/session/session.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aBystander } from '#server/testing/bystander.ts'
import {
  aCompany,
  anAdministrator,
  aPerson,
  cuilOf,
  inCompany,
  password,
  signIn,
  stepUp,
} from '#server/testing/factories.ts'

let app: TestApp
let company: MadeCompany
let admin: { id: number; bearer: string }
let counter = 0

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-05T15:00:00Z'))
  company = await aCompany(app)
  await aBystander(app, company)
  admin = await anAdministrator(app, company)
  // Its sector and location are made on the way.
  await aPerson(app, company, { username: 'mora', sector: 'Logística', location: 'Planta Pilar' })
})

function wanted(also: Record<string, unknown> = {}) {
  const n = ++counter
  const dni = String(30_000_000 + n * 91)
  return {
    usuario: `nueva${n}`,
    nombre: 'Ana María',
    apellido: 'O’Higgins-Ñandú',
    dni,
    cuil: cuilOf(dni),
    numero_legajo: `N-${n}`,
    mail: `nueva${n}@correo.example`,
    fecha_contratacion: '2026-11-02',
    fecha_nacimiento: '14/05/1990',
    sector: 'Logística',
    locacion: 'Planta Pilar',
    ...also,
  }
}

const create = (also: Record<string, unknown> = {}, options: Record<string, unknown> = {}) =>
  app.call(employees.create, wanted(also), { as: admin.bearer, ...options })
const codes = (answer: { errors: { code: string; field?: string }[] }) =>
  answer.errors.map(({ code, field }) => `${field} ${code}`)

describe('making an employee', () => {
  test('makes a record that is found by name, tax id and file number, and mails an invitation', async () => {
    const made = await create(
      { sector: 'logistica', cargo: 'Autoelevadorista' },
      { confirm: [codeOf('PLACE_NEW')] },
    )
    expect(made.status).toBe(200)
    expect(made.data).toMatchObject({
      apellido: 'O’Higgins-Ñandú',
      estado: 'active',
      fecha_nacimiento: '1990-05-14',
      sector: { nombre: 'Logística' },
      cargo: { nombre: 'Autoelevadorista' },
      empleador: { id: company.employers[0] },
      estadias: [{ desde: '2026-11-02', hasta: null }],
      perfiles: ['Colaborador'],
      primer_ingreso: null,
      propio: false,
    })
    expect(made.data.invitacion_vence).toMatch(/^2026-11-12/)
    for (const buscar of ['ohiggins', 'HIGGINS ñand', made.data.cuil, made.data.numero_legajo, 'ana nandu']) {
      const found = await app.call(employees.list, { buscar }, { as: admin.bearer })
      expect(
        found.data.map((row: { id: number }) => row.id),
        buscar,
      ).toContain(made.data.id)
    }
    const mails = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('mails').select(['event', 'to_address']).where('user_id', '=', made.data.id).execute(),
    )
    expect(mails).toEqual([{ event: 'new_user', to_address: made.data.mail }])
  })

  test.each([
    ['a name with markup', { nombre: 'Ana <b>' }, `nombre ${codeOf('FIRST_NAME_INVALID')}`],
    ['a name of 51 letters', { nombre: 'a'.repeat(51) }, 'nombre SYSTEM_API_VALUE_TOO_LONG'],
    ['an empty surname', { apellido: ' ' }, 'apellido SYSTEM_API_PARAMETER_IS_EMPTY'],
    ['a user with a hyphen', { usuario: 'ana-maria' }, `usuario ${codeOf('USERNAME_INVALID')}`],
    ['a user of 33 letters', { usuario: 'a'.repeat(33) }, 'usuario SYSTEM_API_VALUE_TOO_LONG'],
    ['a national id with points', { dni: '30.123.456' }, `dni ${codeOf('NATIONAL_ID_INVALID')}`],
    ['a national id of four', { dni: '1234' }, `dni ${codeOf('NATIONAL_ID_INVALID')}`],
    ['a tax id with hyphens', { cuil: '20-28714536-6' }, `cuil ${codeOf('TAX_ID_INVALID')}`],
    ['no mail at all', { mail: 'ana@' }, `mail ${codeOf('MAIL_INVALID')}`],
    ['a birth to come', { fecha_nacimiento: '2026-11-06' }, `fecha_nacimiento ${codeOf('BIRTH_IN_FUTURE')}`],
    [
      'a hire 41 days ahead',
      { fecha_contratacion: '2026-12-16' },
      `fecha_contratacion ${codeOf('HIRE_TOO_FAR_AHEAD')}`,
    ],
    [
      'somebody of fifteen',
      { fecha_nacimiento: '2010-11-06' },
      `fecha_nacimiento ${codeOf('EMPLOYEE_TOO_YOUNG')}`,
    ],
    [
      'somebody hired at seventeen',
      { fecha_nacimiento: '2008-11-03' },
      `fecha_nacimiento ${codeOf('HIRED_TOO_YOUNG')}`,
    ],
    [
      'a day that isn’t',
      { fecha_contratacion: '31/02/2026' },
      'fecha_contratacion SYSTEM_API_WRONG_DATA_TYPE',
    ],
    ['a sector that isn’t', { sector: 99_999_999 }, `sector ${codeOf('SECTOR_UNKNOWN')}`],
    ['a location that isn’t', { locacion: '99999999' }, `locacion ${codeOf('LOCATION_UNKNOWN')}`],
    ['a position that isn’t', { cargo: 99_999_999 }, `cargo ${codeOf('POSITION_UNKNOWN')}`],
    ['a sector with markup', { sector: 'Ventas<' }, `sector ${codeOf('PLACE_NAME_INVALID')}`],
    [
      'a file number with a space',
      { numero_legajo: '12 4' },
      `numero_legajo ${codeOf('FILE_NUMBER_INVALID')}`,
    ],
    ['a phone in words', { phone: 'cero' }, `phone ${codeOf('PHONE_INVALID')}`],
    ['an address with markup', { calle: '<script>' }, `calle ${codeOf('CHARACTERS_NOT_ALLOWED')}`],
    ['a short account', { cbu: '12' }, `cbu ${codeOf('BANK_ACCOUNT_INVALID')}`],
    ['a manager who isn’t', { reporta: 99_999_999 }, `reporta ${codeOf('MANAGER_UNKNOWN')}`],
    ['an employer of another', { id_empleador: 99_999_999 }, 'id_empleador SYSTEM_API_VALUE_OUT_OF_RANGE'],
    ['a field of nobody’s', { saldo: '5' }, 'saldo SYSTEM_API_PARAMETER_NOT_EXPECTED'],
  ])('refuses %s', async (_, also, expected) => {
    const answer = await create(also)
    expect(codes(answer)).toEqual([expected])
  })

  test('takes the last days that the rules allow', async () => {
    expect((await create({ fecha_contratacion: '2026-12-15' })).status).toBe(200)
    expect((await create({ fecha_nacimiento: '2008-11-02' })).status).toBe(200)
  })

  test('refuses a user name that is somebody else’s id, and an id that is somebody else’s user name', async () => {
    const one = await aPerson(app, company, { dni: '41222333', cuil: '20412223334' })
    await aPerson(app, company, { username: '42333444' })
    expect(codes(await create({ usuario: '41222333' }))).toEqual([`usuario ${codeOf('SIGN_IN_NAME_TAKEN')}`])
    expect(codes(await create({ usuario: one.cuil }))).toEqual([`usuario ${codeOf('SIGN_IN_NAME_TAKEN')}`])
    expect(codes(await create({ dni: '42333444' }))).toEqual([`dni ${codeOf('SIGN_IN_NAME_TAKEN')}`])
    // One's own id is the user name of many.
    const cuil = cuilOf('43334445')
    expect((await create({ usuario: cuil, cuil, dni: '43334445' })).status).toBe(200)
  })

  test('reports all taken identifiers together, folded, those of former people too', async () => {
    const gone = await aPerson(app, company, {
      state: 'inactive',
      username: 'José',
      mail: 'jose@correo.example',
      fileNumber: 'L1',
    })
    const { dni } = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('employees').select('dni').where('id', '=', gone.id).executeTakeFirstOrThrow(),
    )
    const mail = ` ${gone.mail?.toUpperCase()} `
    const answer = await create({ usuario: 'JOSE', mail, dni, cuil: gone.cuil, numero_legajo: 'l1' })
    expect(codes(answer)).toEqual([
      `usuario ${codeOf('USERNAME_TAKEN')}`,
      `mail ${codeOf('EMPLOYEE_MAIL_TAKEN')}`,
      `dni ${codeOf('NATIONAL_ID_TAKEN')}`,
      `cuil ${codeOf('TAX_ID_TAKEN')}`,
      `numero_legajo ${codeOf('FILE_NUMBER_TAKEN')}`,
    ])
    expect(answer.status).toBe(409)
  })

  test('two at once with one identifier: one is made, the other refused', async () => {
    const one = wanted()
    const answers = await Promise.all([
      app.call(employees.create, { ...wanted(), cuil: one.cuil }, { as: admin.bearer }),
      app.call(employees.create, { ...wanted(), cuil: one.cuil }, { as: admin.bearer }),
    ])
    expect(answers.map(({ code }) => code ?? 'made').sort()).toEqual([codeOf('TAX_ID_TAKEN'), 'made'])
  })

  test('a wrong check digit needs a confirmation, or is refused where the company sets that', async () => {
    const { cuil } = wanted()
    const wrong = cuil.slice(0, -1) + ((Number(cuil.at(-1)) + 1) % 10)
    const asked = await create({ cuil: wrong })
    expect([asked.status, asked.code, ...codes(asked)]).toEqual([
      422,
      'CONFIRMATION_REQUIRED',
      `cuil ${codeOf('TAX_ID_CHECK_DIGIT')}`,
    ])
    expect((await create({ cuil: wrong }, { confirm: [codeOf('TAX_ID_CHECK_DIGIT')] })).status).toBe(200)
    const block = (value: 'warn' | 'block') =>
      inCompany(app, company.id, (tx) => setSetting(tx, 'employees.check_digits', value, admin.id))
    await block('block')
    const refused = await create(
      { cuil: wanted().cuil.slice(0, -1) + 'X' },
      { confirm: [codeOf('TAX_ID_CHECK_DIGIT')] },
    )
    await block('warn')
    expect(refused.code).toBe(codeOf('TAX_ID_CHECK_DIGIT'))
  })

  test('a place that nothing has yet is made when confirmed, once', async () => {
    const asked = await create({ sector: 'Compras' })
    expect(codes(asked)).toEqual([`sector ${codeOf('PLACE_NEW')}`])
    await create({ sector: 'Compras' }, { confirm: [codeOf('PLACE_NEW')] })
    expect((await create({ sector: 'COMPRAS' })).data.sector.nombre).toBe('Compras')
    const sectors = await app.call(employees.sectors, {}, { as: admin.bearer })
    expect(sectors.data.map((sector: { nombre: string }) => sector.nombre)).toContain('Compras')
  })

  test('with one key twice, one person', async () => {
    const body = wanted()
    const headers = { 'idempotency-key': 'alta-de-prueba' }
    const first = await app.call(employees.create, body, { as: admin.bearer, headers })
    const again = await app.call(employees.create, body, { as: admin.bearer, headers })
    expect(again.data.id).toBe(first.data.id)
  })

  test('where both ids are one document, one is asked for', async () => {
    const chile = await aCompany(app, { country: 'CL', zone: 'America/Santiago' })
    const there = await anAdministrator(app, chile)
    await aPerson(app, chile, { sector: 'Logística', location: 'Planta Pilar' })
    const { dni: _, ...rest } = wanted({ cuil: '11111112K' })
    const answer = await app.call(employees.create, rest, {
      as: there.bearer,
      confirm: [codeOf('TAX_ID_CHECK_DIGIT')],
    })
    expect(answer.data).toMatchObject({ dni: '11111112K', cuil: '11111112K' })
  })
})

describe('visibility of employees', () => {
  let other: { id: number }
  let limited: string
  let manager: { id: number; bearer: string }
  let report: { id: number }
  let hidden: { id: number }

  beforeAll(async () => {
    other = await aPerson(app, company, { sector: 'Calidad', location: 'Planta Pilar', lastName: 'Lejos' })
    const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Logística' }] })
    limited = await signIn(app, company, clerk)
    const chief = await aPerson(app, company, { profiles: ['manager'] })
    manager = { id: chief.id, bearer: await signIn(app, company, chief) }
    report = await aPerson(app, company, { managerId: chief.id, sector: 'Calidad', location: 'Rosario' })
    hidden = await aPerson(app, company, {
      sector: 'Logística',
      location: 'Planta Pilar',
      confidential: true,
    })
  })

  const ids = async (as: string) => {
    const list = await app.call(employees.list, { perPage: 100 }, { as })
    return list.data.map((row: { id: number }) => row.id)
  }

  test('full HR sees everybody, limited HR its sector without the confidential, a manager its reports', async () => {
    expect(await ids(admin.bearer)).toEqual(expect.arrayContaining([other.id, report.id, hidden.id]))
    const seen = await ids(limited)
    expect(seen).not.toContain(other.id)
    expect(seen).not.toContain(hidden.id)
    expect(seen.length).toBeGreaterThan(0)
    expect(await ids(manager.bearer)).toEqual([report.id])
  })

  test('the counts by state are those of the list', async () => {
    const list = await app.call(employees.list, { estado: ['active'] }, { as: limited })
    const totals = await app.call(employees.totals, {}, { as: limited })
    expect(totals.data.active).toBe(list.pagination?.total)
  })

  test('an employee out of reach is not found, like one of another company or none', async () => {
    const away = await aPerson(app, await aCompany(app))
    for (const id of [other.id, hidden.id, away.id, 99_999_999]) {
      expect((await app.call(employees.one, { id }, { as: limited })).code).toBe('NOT_FOUND')
      expect((await app.call(employees.update, { id, apodo: 'Tito' }, { as: limited })).code).toBe(
        'NOT_FOUND',
      )
    }
    expect((await app.call(employees.one, { id: away.id }, { as: admin.bearer })).code).toBe('NOT_FOUND')
    expect((await app.call(employees.list, { buscar: 'lejos' }, { as: limited })).data).toEqual([])
    expect((await app.call(employees.searchActive, { buscar: 'lejos' }, { as: limited })).data).toEqual([])
  })

  test('nobody makes, moves or hides a person beyond their own reach, nor makes a place', async () => {
    const make = (also: object) => app.call(employees.create, wanted(also as never), { as: limited })
    expect((await make({ sector: 'Calidad' })).code).toBe(codeOf('EMPLOYEE_LEAVES_REACH'))
    expect((await make({ confidencial: true })).code).toBe(codeOf('EMPLOYEE_LEAVES_REACH'))
    expect((await make({ cargo: 'Puesto nuevo' })).code).toBe(codeOf('POSITION_UNKNOWN'))
    const mine = (await make({})).data
    const moved = await app.call(employees.update, { id: mine.id, sector: 'Calidad' }, { as: limited })
    expect(moved.code).toBe(codeOf('EMPLOYEE_LEAVES_REACH'))
    expect((await app.call(employees.one, { id: mine.id }, { as: limited })).data.sector.nombre).toBe(
      'Logística',
    )
  })

  test('a manager opens records and changes none', async () => {
    expect((await app.call(employees.one, { id: report.id }, { as: manager.bearer })).status).toBe(200)
    const edit = await app.call(employees.update, { id: report.id, apodo: 'Tito' }, { as: manager.bearer })
    expect(edit.code).toBe('SYSTEM_ACTION_NOT_GRANTED')
  })

  test('recipients are found by tax id, name or file number; former people only on request', async () => {
    const gone = await aPerson(app, company, { lastName: 'Partida', state: 'inactive', fileNumber: '00777' })
    const find = (buscar: string, inactivos = false) =>
      app.call(employees.searchActive, { buscar, inactivos }, { as: admin.bearer })
    expect((await find('partida')).data).toEqual([])
    for (const buscar of [
      'partida',
      gone.cuil,
      `${gone.cuil.slice(0, 2)}-${gone.cuil.slice(2, 10)}-${gone.cuil.at(-1)}`,
    ])
      expect((await find(buscar, true)).data).toMatchObject([
        { id: gone.id, estado: 'inactive', fecha_baja: '2026-06-30', con_mail: true },
      ])
  })
})

describe('the list', () => {
  test('sorts, pages and refuses a page beyond the ten thousandth row', async () => {
    const names = async (orden: 'nombre' | '-nombre') => {
      const list = await app.call(employees.list, { orden, perPage: 100 }, { as: admin.bearer })
      return list.data.map((row: { nombre: string }) => row.nombre)
    }
    const up = await names('nombre')
    expect(up).toEqual([...up].sort(new Intl.Collator('es').compare))
    expect(await names('-nombre')).toEqual(up.toReversed())
    const second = await app.call(employees.list, { perPage: 2, page: 2 }, { as: admin.bearer })
    expect(second.data.map((row: { nombre: string }) => row.nombre)).toEqual(up.slice(2, 4))
    expect(second.pagination).toMatchObject({ page: 2, perPage: 2 })
    const far = await app.call(employees.list, { perPage: 100, page: 101 }, { as: admin.bearer })
    expect(far.code).toBe('LIST_PAGE_TOO_FAR')
    const nearly = await app.call(employees.list, { perPage: 100, page: 100 }, { as: admin.bearer })
    expect(nearly.data).toEqual([])
    for (const orden of ['legajo', '-cuil', 'ingreso', '-ingreso'] as const)
      expect((await app.call(employees.list, { orden }, { as: admin.bearer })).status).toBe(200)
  })

  test('is narrowed by state, sector and location together', async () => {
    const person = await aPerson(app, company, {
      sector: 'Sistemas',
      location: 'Casa central',
      state: 'onboarding',
    })
    const options = await app.call(employees.sectors, {}, { as: admin.bearer })
    const sector = options.data.find((one: { nombre: string }) => one.nombre === 'Sistemas').id
    const list = await app.call(
      employees.list,
      { sector: [sector], estado: ['onboarding'] },
      { as: admin.bearer },
    )
    expect(list.data).toMatchObject([{ id: person.id, sector: 'Sistemas', estado: 'onboarding' }])
    const none = await app.call(
      employees.list,
      { sector: [sector], estado: ['active'] },
      { as: admin.bearer },
    )
    expect([none.data, none.pagination?.total]).toEqual([[], 0])
  })
})

describe('the filters of the list', () => {
  test('each finds matching employees and nothing else', async () => {
    const other = await aCompany(app)
    const hr = await anAdministrator(app, other)
    const boss = await aPerson(app, other, { lastName: 'Jefa', sector: 'Ventas', location: 'Pilar' })
    const more = { sector: 'Ventas', location: 'Pilar', managerId: boss.id }
    const named: Record<string, number> = {
      boss: boss.id,
      placed: (await aPerson(app, other, more)).id,
      silent: (await aPerson(app, other, { ...more, mail: null })).id,
      fresh: (await aPerson(app, other, { ...more, signedIn: false })).id,
      lost: (await aPerson(app, other, { ...more, location: undefined as never })).id,
      gone: (await aPerson(app, other, { ...more, state: 'inactive' })).id,
    }
    const made = await inCompany(app, other.id, async ({ db, company: company_id }) => {
      const made_of = (table: 'positions' | 'cost_centres') =>
        db.insertInto(table).values({ company_id, name: 'Único' }).returning('id').executeTakeFirstOrThrow()
      const [position, centre] = [await made_of('positions'), await made_of('cost_centres')]
      await db
        .updateTable('employees')
        .set({ position_id: position.id, cost_centre_id: centre.id, hired_on: '2026-05-10' })
        .where('id', '=', named['placed'] ?? 0)
        .execute()
      const location = await db.selectFrom('locations').select('id').executeTakeFirstOrThrow()
      return { position: position.id, centre: centre.id, location: location.id }
    })
    const all = Object.keys(named)
    const cases: [Parameters<typeof app.call<typeof employees.list>>[1], string[]][] = [
      [{ locacion: [made.location] }, all.filter((name) => name !== 'lost')],
      [{ cargo: [made.position] }, ['placed']],
      [{ centro_costo: [made.centre] }, ['placed']],
      [{ reporta: [boss.id] }, all.filter((name) => name !== 'boss')],
      [{ ingreso_desde: '2026-05-10', ingreso_hasta: '2026-05-10' }, ['placed']],
      [{ ingreso_desde: '2026-05-11', cargo: [made.position] }, []],
      [{ ingreso_hasta: '2026-05-09', cargo: [made.position] }, []],
      [{ sin: ['mail'] }, ['silent']],
      [{ sin: ['ingreso'] }, ['fresh']],
      [{ sin: ['lugar'] }, ['lost']],
      [{ sin: ['reporta'] }, ['boss']],
      [{ sin: ['reporta', 'mail'] }, []],
      [{ estado: ['inactive'] }, ['gone']],
    ]
    const found = await Promise.all(
      cases.map(async ([filter]) => {
        const { data } = await app.call(employees.list, { perPage: 100, ...filter }, { as: hr.bearer })
        const ids: number[] = data.map((row: { id: number }) => row.id)
        return [filter, all.filter((name) => ids.includes(named[name] ?? 0))]
      }),
    )
    expect(found).toEqual(cases)
  })
})

describe('changing a record', () => {
  test('absent fields stay, empty ones are cleared, required ones can’t be', async () => {
    const { data: made } = await create({
      phone: '+54 11 5555-0101',
      calle: 'Mitre',
      numero: '10',
      cbu: '2850590940090418135201',
    })
    const update = (fields: object) =>
      app.call(employees.update, { id: made.id, ...fields }, { as: admin.bearer })
    const first = await update({ phone: '', apodo: 'Anita', numero: '12' })
    expect(first.data).toMatchObject({
      phone: null,
      apodo: 'Anita',
      calle: 'Mitre',
      numero: '12',
      cbu: '••••5201',
    })
    expect(codes(await update({ nombre: '' }))).toEqual(['nombre SYSTEM_API_PARAMETER_IS_EMPTY'])
    const found = await app.call(employees.list, { buscar: 'anita' }, { as: admin.bearer })
    expect(found.data).toHaveLength(1)
    const events = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('events')
        .leftJoin('event_details', 'event_details.event_id', 'events.id')
        .select(['act', 'data', 'text'])
        .where('subject_kind', '=', 'employee')
        .where('subject_id', '=', made.id)
        .orderBy('events.id')
        .execute(),
    )
    expect(events.map(({ act }) => act)).toEqual(['created', 'changed'])
    expect(events[1]?.data).toEqual({ fields: ['apodo', 'phone', 'numero'] })
    expect(JSON.parse(events[1]?.text ?? '')).toContainEqual({ field: 'numero', was: '10', is: '12' })
  })

  test('the age is checked when one of the dates changes, and only then', async () => {
    const { data: made } = await create({ fecha_nacimiento: '' })
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('employees').set({ birth_date: '2015-01-01' }).where('id', '=', made.id).execute(),
    )
    const update = (fields: object) =>
      app.call(employees.update, { id: made.id, ...fields }, { as: admin.bearer })
    expect((await update({ apodo: 'Peque' })).status).toBe(200)
    expect(codes(await update({ fecha_contratacion: '2026-11-03' }))).toEqual([
      `fecha_nacimiento ${codeOf('EMPLOYEE_TOO_YOUNG')}`,
    ])
  })

  test('a taken identifier and a circle of managers are refused', async () => {
    const { data: boss } = await create()
    const { data: middle } = await create({ reporta: boss.id })
    const update = (fields: object) =>
      app.call(employees.update, { id: boss.id, ...fields }, { as: admin.bearer })
    expect(codes(await update({ reporta: middle.id }))).toEqual([`reporta ${codeOf('MANAGER_BELOW')}`])
    expect(codes(await update({ reporta: boss.id }))).toEqual([`reporta ${codeOf('MANAGER_BELOW')}`])
    expect(codes(await update({ numero_legajo: middle.numero_legajo.toLowerCase() }))).toEqual([
      `numero_legajo ${codeOf('FILE_NUMBER_TAKEN')}`,
    ])
    expect((await app.call(employees.one, { id: boss.id }, { as: admin.bearer })).data.reportan).toBe(1)
  })

  test('of their own record nobody changes place, manager, dates or bank; the rest they may', async () => {
    const update = (fields: object) =>
      app.call(employees.update, { id: admin.id, ...fields }, { as: admin.bearer })
    for (const fields of [
      { sector: 'Logística' },
      { cbu: '2850590940090418135201' },
      { fecha_contratacion: '2019-01-01' },
    ]) {
      const answer = await update(fields)
      expect([answer.status, answer.code]).toEqual([403, codeOf('OWN_RECORD_FIXED')])
    }
    expect((await update({ apodo: 'Lu' })).data.apodo).toBe('Lu')
  })
})

describe('the address that opens an account', () => {
  const change = async (id: number, mail: string | null, as = admin.bearer) =>
    app.call(employees.changeMail, { id, mail: mail ?? '' }, { as, headers: await stepUp(app, as) })

  test('needs the password again', async () => {
    const person = await aPerson(app, company)
    const answer = await app.call(
      employees.changeMail,
      { id: person.id, mail: 'x@correo.example' },
      { as: admin.bearer },
    )
    expect(answer.code).toBe('STEP_UP_REQUIRED')
  })

  test('changed by another records who put it, lets the old address object, and no link opens the account', async () => {
    const person = await aPerson(app, company)
    expect((await change(person.id, 'de.rrhh@correo.example')).data.mail).toBe('de.rrhh@correo.example')
    const state = await inCompany(app, company.id, async (tx) => ({
      user: await tx.db
        .selectFrom('users')
        .select(['mail_set_by', 'credential_version'])
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow(),
      mails: await tx.db
        .selectFrom('mails')
        .select(['event', 'to_address'])
        .where('user_id', '=', person.id)
        .execute(),
    }))
    expect(state.user).toEqual({ mail_set_by: admin.id, credential_version: 2 })
    expect(state.mails).toEqual([{ event: 'mail_objection', to_address: person.mail }])
    const invited = await app.call(employees.invite, { id: person.id }, { as: admin.bearer })
    expect([invited.status, invited.code]).toEqual([409, codeOf('INVITATION_NOT_NEEDED')])
    const answer = await app.call(session.login, { user: person.username, password, site: 'e' })
    expect(answer.status).toBe(200)
  })

  test('of somebody without a password gets a new link, and the former link dies', async () => {
    const { data: made } = await create()
    await change(made.id, 'corregida@correo.example')
    const links = await inCompany(app, company.id, (tx) =>
      tx.db
        .selectFrom('credential_links')
        .select(['mail_key', 'cancelled_at'])
        .where('user_id', '=', made.id)
        .where('kind', '=', 'invitation')
        .orderBy('id')
        .execute(),
    )
    expect(links).toMatchObject([
      { cancelled_at: expect.any(Date) },
      { mail_key: 'corregida@correo.example', cancelled_at: null },
    ])
    const again = await app.call(employees.invite, { id: made.id }, { as: admin.bearer })
    expect(again.status).toBe(200)
  })

  test('is refused for a fellow administrator, for oneself, or when taken', async () => {
    const colleague = await aPerson(app, company, { profiles: ['limited'] })
    const taken = await aPerson(app, company)
    const person = await aPerson(app, company)
    expect((await change(colleague.id, 'otra@correo.example')).code).toBe(
      codeOf('ADMINISTRATOR_SIGN_IN_FIXED'),
    )
    expect((await change(admin.id, 'otra@correo.example')).code).toBe(codeOf('OWN_RECORD_FIXED'))
    expect((await change(person.id, taken.mail?.toUpperCase() ?? '')).code).toBe(
      codeOf('EMPLOYEE_MAIL_TAKEN'),
    )
    expect((await change(person.id, null)).data.mail).toBeNull()
    expect((await app.call(employees.invite, { id: person.id }, { as: admin.bearer })).code).toBe(
      codeOf('INVITATION_NOT_NEEDED'),
    )
  })
})
