import { describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { employeeImport } from '#contract/employees/import.ts'
import { employees } from '#contract/employees/employees.ts'
import { lockProcess, moveProcess } from '#server/shared/processes/lifecycle.ts'
import { setSetting } from '#server/shared/settings.ts'
import { aCompany, anAdministrator, aPerson, inCompany, signIn } from '#server/testing/factories.ts'
import { anImporter, importCsv, importTitles, newLine } from '#server/testing/imports.ts'
import { countWaiting } from '#server/testing/waiting.ts'
import { checkImport } from '../jobs.ts'

const { app, company, admin, upload, dryRun, lines, faults, confirm, howMany } = await anImporter()

test('the dry run shows everything that the person has to know about the file', async () => {
  const there = await aPerson(app, company, { lastName: 'Antes' })
  const columns = [...importTitles, 'Talle']
  const rows = [
    newLine({ Sector: 'Depósito', Talle: 'L' }),
    { CUIL: there.cuil, Apellido: 'Después' },
    newLine({ Nombre: '' }),
    newLine({ Nombre: '', Correo: 'sin arroba' }),
    newLine({ Correo: 'sin arroba' }),
  ]
  const found = await dryRun(importCsv(rows, columns))
  const { id, cantidades } = found
  const everybody = await howMany()
  expect(found).toEqual({
    id,
    clase: 'employee_import',
    opciones: {},
    archivo: 'altas noviembre.csv',
    estado: 'in_progress',
    paso: 'preview',
    creado: '2026-11-05T15:00:00.000Z',
    hechas: 5,
    filas: 5,
    leido_en: expect.any(Number),
    codificacion: 'utf-8',
    otra_codificacion: { cantidad: 0, lineas: [] },
    separador: ';',
    columnas_ajenas: [{ posicion: 8, titulo: 'Talle', campo: null }],
    campos_libres: expect.arrayContaining(['usuario', 'cargo']),
    campos: [
      'cuil',
      'apellido',
      'nombre',
      'numero_legajo',
      'fecha_contratacion',
      'sector',
      'locacion',
      'mail',
    ],
    cantidades: { faulty: 3, new: 1, changed: 1, unchanged: 0, left_out: 0, absent: cantidades.absent },
    fallas: [
      { campo: 'nombre', cantidad: 2 },
      { campo: 'mail', cantidad: 2 },
    ],
    nuevos: [{ campo: 'sector', nombre: 'Depósito' }],
    digitos: 0,
    digitos_bloquean: false,
    aviso: null,
    por_invitar: 0,
    invitados: 0,
    invitando: null,
  })
  expect(cantidades.absent).toBeGreaterThan(0)
  expect(cantidades.absent).toBeLessThan(everybody)
  // A line that fails in two fields is found under both.
  for (const [campo, there] of [
    ['nombre', [4, 5]],
    ['mail', [5, 6]],
  ] as const) {
    const narrowed = await app.call(
      employeeImport.lines,
      { id, grupo: 'faulty', campo },
      { as: admin.bearer },
    )
    const found = narrowed.data.map(({ linea }: { linea: number }) => linea)
    expect([found, narrowed.pagination?.total]).toEqual([there, 2])
  }
  const listed = await app.call(employeeImport.list, {}, { as: admin.bearer })
  expect(listed.data.find((one: { id: number }) => one.id === id)).toEqual({
    id,
    archivo: 'altas noviembre.csv',
    estado: 'in_progress',
    paso: 'preview',
    creado: '2026-11-05T15:00:00.000Z',
    filas: 5,
  })
})

test('active people who are missing in the file are listed with name and tax id', async () => {
  const other = await aCompany(app)
  const hr = await anAdministrator(app, other)
  const named = await aPerson(app, other, { lastName: 'Nombrado' })
  const absent = await aPerson(app, other, { lastName: 'Ausente', firstName: 'Ana' })
  await aPerson(app, other, { state: 'inactive' })
  const { id, cantidades } = await dryRun(importCsv([{ CUIL: named.cuil, Apellido: 'Nombrado' }]), hr.bearer)
  const { data } = await app.call(
    employeeImport.lines,
    { id, grupo: 'absent', perPage: 100 },
    { as: hr.bearer },
  )
  const self = data.filter((one: { id: number }) => one.id !== hr.id)
  expect(self).toEqual([
    {
      linea: null,
      id: absent.id,
      nombre: 'Ausente, Ana',
      cuil: absent.cuil,
      celdas: expect.any(Object),
      fallas: [],
      cambios: [],
    },
  ])
  expect(cantidades.absent).toBe(data.length)
})

test('an existing person keeps user name, mail and a former date of hire', async () => {
  const there = await aPerson(app, company, { username: 'propia' })
  const former = await aPerson(app, company, { state: 'inactive' })
  const returned = await aPerson(app, company, { state: 'inactive' })
  await inCompany(app, company.id, async ({ db, company: company_id }) => {
    const stay = { company_id, employee_id: returned.id, starts_on: '2026-08-01', state: 'running' as const }
    await db.insertInto('employments').values(stay).execute()
    await db.updateTable('employees').set({ state: 'active' }).where('id', '=', returned.id).execute()
  })
  const columns = ['CUIL', 'Usuario', 'Correo', 'Ingreso']
  const rows = [
    { CUIL: there.cuil, Usuario: 'PROPIA', Correo: there.mail?.toUpperCase() ?? '' },
    { CUIL: there.cuil, Usuario: 'ajena' },
    { CUIL: former.cuil, Ingreso: '02/11/2026' },
    { CUIL: returned.cuil, Ingreso: '30/06/2026' },
  ]
  expect(await faults(importCsv(rows.slice(0, 1), columns))).toEqual([])
  expect(await faults(importCsv(rows.slice(1), columns))).toEqual([
    '2 usuario IMPORT_MAIL_ELSEWHERE',
    `3 fecha_contratacion ${codeOf('HIRE_OF_FORMER_EMPLOYEE')}`,
    `4 fecha_contratacion ${codeOf('REHIRE_BEFORE_END')}`,
  ])
})

test('a mail is asked for of everybody new where the company wants one', async () => {
  const set = (value: boolean) =>
    inCompany(app, company.id, (tx) => setSetting(tx, 'users.mail_optional', value, admin.id))
  const one = newLine({ Correo: '' })
  await set(false)
  const asked = await faults(importCsv([one]))
  await set(true)
  expect(asked).toEqual([`2 mail ${codeOf('INVITATION_WITHOUT_MAIL')}`])
  expect(await faults(importCsv([one]))).toEqual([])
})

test('a dry run that begins while another ends leaves what was confirmed as it is', async () => {
  const { data } = await upload(importCsv([newLine()]))
  const ended = await inCompany(app, company.id, async (tx) => {
    await lockProcess(tx, data.id)
    const late = checkImport(app.services, company.id, data.id)
    await expect.poll(() => countWaiting(app)).toBe(1)
    await moveProcess(tx, data.id, { step: 'running' })
    return { late }
  })
  await ended.late
  expect((await app.call(employeeImport.one, { id: data.id }, { as: admin.bearer })).data.paso).toBe(
    'running',
  )
})

describe('the act', () => {
  test('creates, changes and leaves alone as the dry run showed, and invites only after a count', async () => {
    const there = await aPerson(app, company, {
      sector: 'Logística',
      location: 'Planta Pilar',
      lastName: 'Antes',
    })
    const same = await aPerson(app, company, { lastName: 'Igual', firstName: 'Ana' })
    const fresh = newLine({ Sector: 'Compras' })
    const rows = [
      fresh,
      newLine({ Correo: '' }),
      { CUIL: there.cuil, Apellido: 'Después', Sector: 'compras' },
      { CUIL: same.cuil, Apellido: 'Igual', Nombre: 'Ana' },
      newLine({ Nombre: '<b>' }),
    ]
    const found = await dryRun(importCsv(rows))
    expect(found.cantidades).toMatchObject({ new: 2, changed: 1, unchanged: 1, faulty: 1 })
    expect(found.cantidades.absent).toBeGreaterThan(0)
    expect(found.nuevos).toEqual([{ campo: 'sector', nombre: 'Compras' }])
    expect((await lines(found.id, 'changed'))[0]?.cambios).toEqual([
      { campo: 'apellido', antes: 'Antes', ahora: 'Después' },
      { campo: 'sector', antes: 'Logística', ahora: 'compras' },
    ])
    const before = await howMany()
    const sectors = async () => (await app.call(employees.sectors, {}, { as: admin.bearer })).data.length
    const sectorsBefore = await sectors()
    const asked = await confirm(found.id)
    expect(asked.errors.map(({ code }) => code)).toEqual(['IMPORT_FAULTY_LEFT_OUT', 'IMPORT_NEW_PLACES'])
    expect([await howMany(), await sectors()]).toEqual([before, sectorsBefore])
    expect((await confirm(found.id, ['IMPORT_FAULTY_LEFT_OUT', 'IMPORT_NEW_PLACES'])).status).toBe(200)
    await app.services.jobs.runDueJobs()
    const { data: done } = await app.call(employeeImport.one, { id: found.id }, { as: admin.bearer })
    expect(done).toMatchObject({
      paso: 'done',
      estado: 'completed_with_observations',
      filas: 5,
      por_invitar: 1,
      invitados: 0,
    })
    expect([await howMany(), await sectors()]).toEqual([before + 2, sectorsBefore + 1])
    const made = await app.call(employees.list, { buscar: fresh['CUIL'] ?? '' }, { as: admin.bearer })
    expect(made.data[0]).toMatchObject({
      nombre: 'Núñez, Zoë',
      sector: 'Compras',
      estado: 'active',
      fecha_contratacion: '2026-11-02',
    })
    const record = await app.call(employees.one, { id: made.data[0].id }, { as: admin.bearer })
    expect(record.data).toMatchObject({
      perfiles: ['Colaborador'],
      invitacion_vence: null,
      usuario: fresh['CUIL'],
    })
    expect((await app.call(employees.one, { id: there.id }, { as: admin.bearer })).data.apellido).toBe(
      'Después',
    )
    const mails = async () =>
      inCompany(app, company.id, (tx) =>
        tx.db
          .selectFrom('mails')
          .select('to_address')
          .where('to_address', '=', fresh['Correo'] ?? '')
          .execute(),
      )
    expect(await mails()).toEqual([])
    const counted = await app.call(employeeImport.invite, { id: found.id }, { as: admin.bearer })
    expect(counted.errors).toMatchObject([
      { code: 'IMPORT_INVITATIONS', message: expect.stringContaining('enviar: 1') },
    ])
    const invite = () =>
      app.call(employeeImport.invite, { id: found.id }, { as: admin.bearer, confirm: ['IMPORT_INVITATIONS'] })
    expect((await invite()).data.invitando).toEqual({ hechos: 0, total: 1 })
    expect((await invite()).code).toBe(codeOf('INVITATIONS_UNDER_WAY'))
    await app.services.jobs.runDueJobs()
    expect(await mails()).toHaveLength(1)
    expect((await app.call(employeeImport.one, { id: found.id }, { as: admin.bearer })).data).toMatchObject({
      invitando: null,
      por_invitar: 0,
      invitados: 1,
    })
    const again = await invite()
    expect(again.code).toBe('IMPORT_NOTHING_TO_DO')
    expect((await confirm(found.id)).code).toBe('IMPORT_WRONG_STEP')
  })

  test('is all or nothing: a change meanwhile sends the whole file back to the dry run', async () => {
    const rows = [newLine(), newLine(), newLine()]
    const found = await dryRun(importCsv(rows))
    const before = await howMany()
    await confirm(found.id)
    await aPerson(app, company, { cuil: rows[2]?.['CUIL'] ?? '', dni: '99887766' })
    await app.services.jobs.runDueJobs()
    expect(await howMany()).toBe(before + 1)
    const { data } = await app.call(employeeImport.one, { id: found.id }, { as: admin.bearer })
    expect(data).toMatchObject({ paso: 'preview', aviso: { code: 'IMPORT_CHANGED_MEANWHILE' } })
    expect(data.aviso.message).toContain('4')
  })

  test('asks for a proof where it changes an account of somebody who works here, and only there', async () => {
    const { cuil } = await aPerson(app, company)
    const account = { 'CBU o alias': '2850590940090418135201' }
    const columns = [...importTitles, 'CBU o alias', 'Nombre preferido']
    const check = (row: Record<string, string>, titles = columns) => dryRun(importCsv([row], titles))
    const changing = await check({ CUIL: cuil, ...account }, ['CUIL', 'CBU o alias'])
    expect((await confirm(changing.id)).code).toBe('STEP_UP_REQUIRED')
    const other = await check({ CUIL: cuil, 'Nombre preferido': 'Lu' }, ['CUIL', 'Nombre preferido'])
    expect((await confirm(other.id)).status).toBe(200)
    expect((await confirm((await check(newLine(account))).id)).status).toBe(200)
    await app.services.jobs.runDueJobs()
  })

  test('is refused where every line is as it was, or faulty', async () => {
    const row = newLine()
    await confirm((await dryRun(importCsv([row]))).id)
    await app.services.jobs.runDueJobs()
    const again = await dryRun(importCsv([row, newLine({ CUIL: '1' })]))
    expect((await confirm(again.id)).code).toBe('IMPORT_NOTHING_TO_DO')
    expect((await app.call(employeeImport.one, { id: again.id }, { as: admin.bearer })).data.paso).toBe(
      'preview',
    )
  })

  test('an import that is dropped leaves nothing, and can’t be confirmed any more', async () => {
    const found = await dryRun(importCsv([newLine()]))
    expect((await app.call(employeeImport.cancel, { id: found.id }, { as: admin.bearer })).data.estado).toBe(
      'cancelled',
    )
    expect((await confirm(found.id)).code).toBe('IMPORT_WRONG_STEP')
    expect(await lines(found.id, 'new')).toEqual([])
  })

  test('rights taken away between the confirmation and the work stop all of it', async () => {
    const colleague = await anAdministrator(app, company)
    const found = await dryRun(importCsv([newLine()]), colleague.bearer)
    await confirm(found.id, [], colleague.bearer)
    const before = await howMany()
    await inCompany(app, company.id, (tx) =>
      tx.db.deleteFrom('user_profiles').where('user_id', '=', colleague.id).execute(),
    )
    await app.services.jobs.runDueJobs()
    expect(await howMany()).toBe(before)
  })
})

describe('reach and oneself', () => {
  test.each([
    ['by a filter', { filters: [{ sector: 'Logística' }] }],
    ['by its own sector', { sector: 'Logística' }],
  ])('limited HR makes and changes nobody beyond its reach %s, and no sector', async (_, reach) => {
    const clerk = await aPerson(app, company, { profiles: ['limited'], ...reach })
    const as = await signIn(app, company, clerk)
    const away = await aPerson(app, company, { sector: 'Calidad', location: 'Rosario' })
    const rows = [
      newLine(),
      newLine({ Sector: 'Calidad' }),
      newLine({ Sector: 'Inventado' }),
      { ...newLine(), CUIL: away.cuil },
    ]
    expect(await faults(importCsv(rows), as)).toEqual([
      `3 sector ${codeOf('EMPLOYEE_LEAVES_REACH')}`,
      `4 sector ${codeOf('SECTOR_UNKNOWN')}`,
      `5 dni ${codeOf('NATIONAL_ID_TAKEN')}`,
      `5 cuil ${codeOf('TAX_ID_TAKEN')}`,
    ])
  })

  test('whoever sees confidential people makes some', async () => {
    const title = 'Legajo confidencial'
    expect(await faults(importCsv([newLine({ [title]: 'sí' })], [...importTitles, title]))).toEqual([])
  })

  test('limited HR without filters and a place of its own makes nobody', async () => {
    const clerk = await aPerson(app, company, { profiles: ['limited'] })
    const as = await signIn(app, company, clerk)
    expect(await faults(importCsv([newLine()]), as)).toEqual([`2 sector ${codeOf('EMPLOYEE_LEAVES_REACH')}`])
  })

  test('of their own record nobody changes sector, position, manager, dates or bank by a file', async () => {
    const { cuil } = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('employees').select('cuil').where('id', '=', admin.id).executeTakeFirstOrThrow(),
    )
    const boss = await aPerson(app, company)
    const columns = ['CUIL', 'Sector', 'CBU o alias', 'Reporta a', 'Nombre preferido']
    const found = await faults(
      importCsv([{ CUIL: cuil, Sector: 'Logística', 'CBU o alias': '2850590940090418135201' }], columns),
    )
    expect(found).toEqual([`2 sector ${codeOf('OWN_RECORD_FIXED')}`, `2 cbu ${codeOf('OWN_RECORD_FIXED')}`])
    expect(await faults(importCsv([{ CUIL: cuil, 'Reporta a': boss.cuil }], columns))).toEqual([
      `2 reporta ${codeOf('OWN_RECORD_FIXED')}`,
    ])
    expect(await faults(importCsv([{ CUIL: cuil, 'Nombre preferido': 'Lu' }], columns))).toEqual([])
  })
})

test(
  'all lines of a large file are checked, and the pages say that there are more than they show',
  { timeout: 120_000 },
  async () => {
    const length = process.env['LONG'] ? 50_000 : 10_100
    const file = ['CUIL;Nombre', ...Array.from({ length }, (_, n) => `${20_000_000_000 + n};A`)].join('\n')
    const found = await dryRun(file)
    expect(found.cantidades.faulty).toBe(length)
    const page = await app.call(
      employeeImport.lines,
      { id: found.id, grupo: 'faulty', page: 100, perPage: 100 },
      { as: admin.bearer },
    )
    expect(page.data).toHaveLength(100)
    expect(page.pagination).toMatchObject({ total: 10_000, totalIsCapped: true })
  },
)
