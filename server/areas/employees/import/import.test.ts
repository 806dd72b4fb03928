import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { employeeImport, type ImportState, mostMended } from '#contract/employees/import.ts'
import { employees } from '#contract/employees/employees.ts'
import type { MadeCompany } from '#server/areas/company/operations.ts'
import { zipOf } from '#server/shared/files/zip.ts'
import { lockProcess, moveProcess } from '#server/shared/processes/lifecycle.ts'
import { setSetting } from '#server/shared/settings.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { aCompany, anAdministrator, aPerson, cuilOf, inCompany, signIn } from '#server/testing/factories.ts'
import { cellsOf } from '#server/testing/spreadsheets.ts'
import { checkImport } from '../jobs.ts'

let app: TestApp
let company: MadeCompany
let admin: { id: number; bearer: string }
let counter = 0

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-05T15:00:00Z'))
  company = await aCompany(app)
  admin = await anAdministrator(app, company)
  await aPerson(app, company, { sector: 'Logística', location: 'Planta Pilar' })
})

const titles = ['CUIL', 'Apellido', 'Nombre', 'Legajo', 'Ingreso', 'Sector', 'Lugar', 'Correo']

/** A line of somebody new, with what differs. */
function person(also: Record<string, string> = {}): Record<string, string> {
  const n = ++counter
  const cuil = cuilOf(String(31_000_000 + n * 91))
  return {
    CUIL: cuil,
    Apellido: 'Núñez',
    Nombre: 'Zoë',
    Legajo: `I${n}`,
    Ingreso: '02/11/2026',
    Sector: 'Logística',
    Lugar: 'Planta Pilar',
    Correo: `i${n}@correo.example`,
    ...also,
  }
}

function csv(rows: readonly Record<string, string>[], columns = titles, delimiter = ';'): string {
  const cell = (text: string) => (/["\n;,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [columns, ...rows.map((row) => columns.map((title) => row[title] ?? ''))]
    .map((cells) => cells.map(cell).join(delimiter))
    .join('\r\n')
}

const upload = (content: string | Buffer, as = admin.bearer) =>
  app.call(
    employeeImport.upload,
    {},
    { as, file: { name: 'altas noviembre.csv', bytes: Buffer.from(content as string) } },
  )

/** Uploads, lets the dry run be done and answers it. */
async function dryRun(content: string | Buffer, as = admin.bearer): Promise<ImportState> {
  const { data, code } = await upload(content, as)
  if (!data) throw new Error(`not taken: ${code}`)
  await app.services.jobs.runDueJobs()
  return (await app.call(employeeImport.one, { id: data.id }, { as })).data
}

async function lines(
  id: number,
  grupo: 'faulty' | 'new' | 'changed' | 'unchanged' | 'left_out' | 'absent',
  as = admin.bearer,
) {
  const answer = await app.call(employeeImport.lines, { id, grupo, perPage: 100 }, { as })
  return answer.data as {
    linea: number | null
    nombre: string
    fallas: { campo: string; code: string; mensaje: string }[]
    cambios: object[]
  }[]
}

/** The faults of a file's lines: line, field, code. */
async function faults(content: string | Buffer, as = admin.bearer): Promise<string[]> {
  const { id } = await dryRun(content, as)
  return (await lines(id, 'faulty', as)).flatMap(({ linea, fallas }) =>
    fallas.map(({ campo, code }) => `${linea} ${campo} ${code}`),
  )
}

const confirm = (id: number, codes: string[] = [], as = admin.bearer) =>
  app.call(employeeImport.confirm, { id }, { as, ...(codes.length && { confirm: codes }) })

async function howMany(): Promise<number> {
  const { n } = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('employees')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  )
  return n
}

/** The dry run of these lines, uploaded by somebody of its own. */
async function mending(...rows: Record<string, string>[]): Promise<{ as: string; id: number }> {
  const { bearer: as } = await anAdministrator(app, company)
  return { as, id: (await dryRun(csv(rows), as)).id }
}

async function mend(
  as: string,
  cell: { id: number; linea: number; campo: string; valor: string },
): Promise<number | string> {
  const { status, code } = await app.call(employeeImport.mend, cell, { as })
  await app.services.jobs.runDueJobs()
  return code ?? status
}

async function wrongIn(id: number, as: string): Promise<string[]> {
  return (await lines(id, 'faulty', as)).flatMap(({ linea, fallas }) =>
    fallas.map(({ campo, code }) => `${linea} ${campo} ${code}`),
  )
}

async function mendedOf(id: number) {
  const { findings } = await inCompany(app, company.id, ({ db }) =>
    db
      .selectFrom('employee_imports')
      .select('findings')
      .where('process_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return findings.mended
}

describe('the file of an import', () => {
  test('is read with either delimiter, with a mark or without, in old encodings, and with sep=', async () => {
    const files = [
      csv([person()]),
      csv([person()], titles, ','),
      `\ufeff${csv([person()])}`,
      `sep=|\r\n${csv([person()], titles, '|')}`,
      Buffer.from(csv([person()]), 'latin1'),
      Buffer.from(`\ufeff${csv([person()])}`, 'utf16le'),
    ]
    for (const file of files) {
      const found = await dryRun(file)
      expect([found.cantidades.new, found.cantidades.faulty]).toEqual([1, 0])
      expect((await lines(found.id, 'new'))[0]?.nombre).toBe('Núñez, Zoë')
    }
  })

  test('is read line by line where programs differ, and the odd line is named', async () => {
    const [first, second, odd] = [person(), person(), person({ Sector: 'Montaña' })]
    const [header = '', ...rows] = csv([first, second, odd]).split('\r\n')
    const bytes = [header, ...rows].map((row, at) =>
      Buffer.from(`${row}\r\n`, at === rows.length ? 'latin1' : 'utf-8'),
    )
    const found = await dryRun(Buffer.concat(bytes))
    expect(found).toMatchObject({ codificacion: 'utf-8', otra_codificacion: { cantidad: 1, lineas: [4] } })
    expect(found.nuevos).toContainEqual({ campo: 'sector', nombre: 'Montaña' })
    expect((await lines(found.id, 'new')).map(({ nombre }) => nombre)).toEqual(Array(3).fill('Núñez, Zoë'))
  })

  test('may have semicolons and quotes in a position', async () => {
    const Cargo = 'Jefe; "Planta 2"'
    const found = await dryRun(csv([person({ Cargo })], [...titles, 'Cargo']))
    expect([found.cantidades.faulty, found.nuevos]).toEqual([0, [{ campo: 'cargo', nombre: Cargo }]])
  })

  test('may have letters and digits of any script in names, and no other signs', async () => {
    const names = ['Ñandú', 'Σοφία', 'Юлия', 'नीता', '김민지', 'Ünal-O’Brien', 'Joa\u0303o', 'Iii٣']
    const rows = names.map((Nombre) => person({ Nombre, Usuario: '' }))
    const found = await dryRun(csv(rows))
    expect([found.cantidades.new, found.cantidades.faulty]).toEqual([names.length, 0])
    const read = (await lines(found.id, 'new')).map(({ nombre }) => nombre.normalize('NFC').split(', ')[1])
    expect(read).toEqual(names.map((name) => name.normalize('NFC')))

    const others = ['Ana☺', 'Ana_B', 'Ana/B', 'Ana½'].map((Nombre) => person({ Nombre }))
    expect(await faults(csv(others))).toEqual(
      others.map((_, at) => `${at + 2} nombre ${codeOf('FIRST_NAME_INVALID')}`),
    )
  })

  test('may have ids in the digits of any script, with any of the usual signs', async () => {
    const inDigits = (zero: number) => (id: string) =>
      id.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
    const forms = [
      inDigits(0x660),
      inDigits(0xff10),
      inDigits(0x1d7e2),
      (id: string) => `${id.slice(0, 2)}–${id.slice(2, 10)}−${id.slice(10)}`,
    ]
    const rows = forms.map((form) => {
      const row = person()
      return { ...row, CUIL: form(row['CUIL'] ?? '') }
    })
    const found = await dryRun(csv(rows))
    expect(await lines(found.id, 'faulty')).toEqual([])
    expect(found.cantidades.new).toBe(forms.length)
  })

  test('is visible to its own person alone', async () => {
    const found = await dryRun(csv([person()]))
    const colleague = await anAdministrator(app, company)
    for (const call of [
      employeeImport.one,
      employeeImport.faulty,
      employeeImport.confirm,
      employeeImport.cancel,
    ])
      expect((await app.call(call, { id: found.id }, { as: colleague.bearer })).code).toBe('NOT_FOUND')
  })

  test.each([
    ['nothing', '', 'IMPORT_EMPTY'],
    ['titles alone', titles.join(';'), 'IMPORT_EMPTY'],
    ['no tax id', 'Nombre;Apellido\nAna;Paz', 'IMPORT_COLUMN_MISSING'],
    ['a column twice', 'CUIL;Nombre;nombre\n1;2;3', 'IMPORT_COLUMN_TWICE'],
    ['quotes without their pair', 'CUIL;Nombre\n1;"Ana\n2;Luz', 'IMPORT_NOT_READABLE'],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]), 'SYSTEM_API_WRONG_MIME_TYPE'],
    [
      'a damaged workbook',
      Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000'),
      'IMPORT_WORKBOOK_NOT_READABLE',
    ],
    ['more than fits', Buffer.alloc(5 * 1_048_576 + 1, 'a'), 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED'],
    ['50,001 rows', `CUIL\n${'20287145366\n'.repeat(50_001)}`, 'IMPORT_TOO_MANY_ROWS'],
  ])('is refused where it is %s', async (_, content, code) => {
    expect((await upload(content)).code).toBe(code)
  })

  test('each faulty line is named with its column and its reason, in the person’s language', async () => {
    const taken = await aPerson(app, company, { fileNumber: 'TOMADO', mail: 'tomada@correo.example' })
    const ok = person()
    const rows = [
      ok,
      person({ CUIL: '123' }),
      person({ Ingreso: '31/02/2026' }),
      person({ Ingreso: '17/12/2026' }),
      person({ Nombre: '' }),
      person({ Nombre: '=HYPERLINK("http://malo.example")' }),
      person({ Sector: '@SUM(A1)' }),
      person({ CUIL: '2,02871E+10' }),
      person({ Legajo: 'tomado', Correo: 'TOMADA@correo.example' }),
      person({ Correo: 'sin arroba' }),
      person({ Sector: 'Ventas<' }),
      { ...person(), CUIL: ok['CUIL'] ?? '' },
      { ...person({ Legajo: 'I999' }) },
      { ...person({ Legajo: 'i999' }) },
      person({ CUIL: taken.cuil, Correo: 'otra@correo.example', Legajo: '', Ingreso: '' }),
      person({ Sector: '' }),
    ]
    const found = await faults(`${csv(rows)}\r\n${Object.values(person()).join(';')};de más`)
    expect(found).toEqual([
      `2 cuil IMPORT_LINE_TWICE`,
      `3 cuil ${codeOf('TAX_ID_INVALID')}`,
      '4 fecha_contratacion IMPORT_NOT_A_DATE',
      `5 fecha_contratacion ${codeOf('HIRE_TOO_FAR_AHEAD')}`,
      '6 nombre SYSTEM_API_PARAMETER_REQUIRED',
      '7 nombre IMPORT_FORMULA',
      '8 sector IMPORT_FORMULA',
      '9 cuil IMPORT_ROUNDED_NUMBER',
      `10 numero_legajo ${codeOf('FILE_NUMBER_TAKEN')}`,
      `10 mail ${codeOf('EMPLOYEE_MAIL_TAKEN')}`,
      `11 mail ${codeOf('MAIL_INVALID')}`,
      `12 sector ${codeOf('PLACE_NAME_INVALID')}`,
      '13 cuil IMPORT_LINE_TWICE',
      '14 numero_legajo IMPORT_LINE_TWICE',
      '15 numero_legajo IMPORT_LINE_TWICE',
      '16 mail IMPORT_MAIL_ELSEWHERE',
      '17 sector SYSTEM_API_PARAMETER_REQUIRED',
      '18  IMPORT_TOO_MANY_CELLS',
    ])
    const { id } = await dryRun(csv([person({ Nombre: '' })]))
    const portuguese = await app.call(
      employeeImport.lines,
      { id, grupo: 'faulty' },
      { as: admin.bearer, headers: { 'accept-language': 'pt' } },
    )
    expect(portuguese.data[0].fallas[0].mensaje).toMatch(/obrigatório|preench/i)
  })

  test('a user name that is somebody else’s id, and an id that is somebody else’s user name, are faults', async () => {
    const there = await aPerson(app, company)
    await aPerson(app, company, { username: '44555666' })
    const columns = [...new Set([...titles, 'Usuario', 'DNI'])]
    const rows = [person({ Usuario: there.cuil }), person({ DNI: '44555666' }), person()]
    expect(await faults(csv(rows, columns))).toEqual([
      `2 usuario ${codeOf('SIGN_IN_NAME_TAKEN')}`,
      `3 dni ${codeOf('SIGN_IN_NAME_TAKEN')}`,
    ])
  })

  test('the bulk rules of age hold, and the company’s stand on check digits', async () => {
    const columns = [...titles, 'Nacimiento']
    const young = person({ Ingreso: '02/11/2024', Nacimiento: '01/12/2010' })
    const child = person({ Nacimiento: '06/11/2010' })
    const old = person({ Ingreso: '02/11/2026', Nacimiento: '06/11/2009' })
    expect(await faults(csv([young, child, old], columns))).toEqual([
      `2 fecha_nacimiento ${codeOf('EMPLOYEE_TOO_YOUNG')}`,
      `3 fecha_nacimiento ${codeOf('EMPLOYEE_TOO_YOUNG')}`,
    ])
    const right = person()
    const wrong = {
      ...right,
      CUIL: `${right['CUIL']?.slice(0, -1)}${(Number(right['CUIL']?.at(-1)) + 1) % 10}`,
    }
    const asked = await dryRun(csv([person(), wrong]))
    expect([asked.cantidades.new, asked.digitos]).toEqual([2, 1])
    const { data: doubted } = await app.call(
      employeeImport.lines,
      { id: asked.id, grupo: 'new', campo: 'cuil' },
      { as: admin.bearer },
    )
    expect(doubted.map(({ linea }: { linea: number }) => linea)).toEqual([3])
    expect((await confirm(asked.id)).errors.map(({ code }) => code)).toEqual(['IMPORT_CHECK_DIGITS'])
    const block = async (bloquear: boolean, as = admin.bearer) => {
      const answer = await app.call(employeeImport.checkDigits, { id: asked.id, bloquear }, { as })
      await app.services.jobs.runDueJobs()
      return answer
    }
    const other = await anAdministrator(app, company)
    expect((await block(true, other.bearer)).code).toBe('NOT_FOUND')
    expect((await block(true)).data.digitos_bloquean).toBe(true)
    const { data: again } = await app.call(employeeImport.one, { id: asked.id }, { as: admin.bearer })
    expect([again.paso, again.cantidades.new, again.cantidades.faulty, again.digitos]).toEqual([
      'preview',
      1,
      1,
      0,
    ])
    const refused = await faults(csv([wrong]))
    expect((await block(false)).data.digitos_bloquean).toBe(false)
    const { data: allowed } = await app.call(employeeImport.one, { id: asked.id }, { as: admin.bearer })
    expect([allowed.cantidades.new, allowed.digitos]).toEqual([2, 1])
    expect(refused).toEqual([`2 cuil ${codeOf('TAX_ID_CHECK_DIGIT')}`])
  })

  test('whom somebody reports to may stand in the file; a circle and a stranger are named', async () => {
    const columns = [...titles, 'Reporta a']
    const boss = person()
    const middle = person({ 'Reporta a': boss['CUIL'] ?? '' })
    const low = person({ 'Reporta a': middle['Legajo'] ?? '' })
    const found = await dryRun(csv([low, middle, boss], columns))
    expect(found.cantidades.new).toBe(3)
    await confirm(found.id)
    await app.services.jobs.runDueJobs()
    const record = await app.call(employees.list, { buscar: low['CUIL'] ?? '' }, { as: admin.bearer })
    const one = await app.call(employees.one, { id: record.data[0].id }, { as: admin.bearer })
    expect(one.data.reporta.nombre).toBe('Núñez, Zoë')
    // Somebody who is here already and reports to another from now on is a change, and nothing else of them.
    const moved = await dryRun(csv([{ ...low, 'Reporta a': boss['CUIL'] ?? '' }], columns))
    expect(moved.cantidades).toMatchObject({ changed: 1, unchanged: 0 })
    expect((await lines(moved.id, 'changed'))[0]?.cambios).toEqual([
      { campo: 'reporta', antes: '', ahora: boss['CUIL'] },
    ])
    const circle = [{ ...boss, 'Reporta a': low['CUIL'] ?? '' }, person({ 'Reporta a': '20999999990' })]
    expect(await faults(csv(circle, columns))).toEqual([
      `2 reporta ${codeOf('MANAGER_BELOW')}`,
      `3 reporta ${codeOf('MANAGER_UNKNOWN')}`,
    ])
  })
})

test('the dry run shows everything that the person has to know about the file', async () => {
  const there = await aPerson(app, company, { lastName: 'Antes' })
  const columns = [...titles, 'Talle']
  const rows = [
    person({ Sector: 'Depósito', Talle: 'L' }),
    { CUIL: there.cuil, Apellido: 'Después' },
    person({ Nombre: '' }),
    person({ Nombre: '', Correo: 'sin arroba' }),
    person({ Correo: 'sin arroba' }),
  ]
  const found = await dryRun(csv(rows, columns))
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
  const { id, cantidades } = await dryRun(csv([{ CUIL: named.cuil, Apellido: 'Nombrado' }]), hr.bearer)
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
  const columns = ['CUIL', 'Usuario', 'Correo', 'Ingreso']
  const rows = [
    { CUIL: there.cuil, Usuario: 'PROPIA', Correo: there.mail?.toUpperCase() ?? '' },
    { CUIL: there.cuil, Usuario: 'ajena' },
    { CUIL: former.cuil, Ingreso: '02/11/2026' },
  ]
  expect(await faults(csv(rows.slice(0, 1), columns))).toEqual([])
  expect(await faults(csv(rows.slice(1), columns))).toEqual([
    '2 usuario IMPORT_MAIL_ELSEWHERE',
    `3 fecha_contratacion ${codeOf('HIRE_OF_FORMER_EMPLOYEE')}`,
  ])
})

test('a mail is asked for of everybody new where the company wants one', async () => {
  const set = (value: boolean) =>
    inCompany(app, company.id, (tx) => setSetting(tx, 'users.mail_optional', value, admin.id))
  const one = person({ Correo: '' })
  await set(false)
  const asked = await faults(csv([one]))
  await set(true)
  expect(asked).toEqual([`2 mail ${codeOf('INVITATION_WITHOUT_MAIL')}`])
  expect(await faults(csv([one]))).toEqual([])
})

test('a dry run that begins while another ends leaves what was confirmed as it is', async () => {
  const { data } = await upload(csv([person()]))
  const ended = await inCompany(app, company.id, async (tx) => {
    await lockProcess(tx, data.id)
    const late = checkImport(app.services, company.id, data.id)
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(
          app.services.database.db,
        )
        return rows[0]?.waits
      })
      .toBe(true)
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
    const fresh = person({ Sector: 'Compras' })
    const rows = [
      fresh,
      person({ Correo: '' }),
      { CUIL: there.cuil, Apellido: 'Después', Sector: 'compras' },
      { CUIL: same.cuil, Apellido: 'Igual', Nombre: 'Ana' },
      person({ Nombre: '<b>' }),
    ]
    const found = await dryRun(csv(rows))
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
    const rows = [person(), person(), person()]
    const found = await dryRun(csv(rows))
    const before = await howMany()
    await confirm(found.id)
    await aPerson(app, company, { cuil: rows[2]?.['CUIL'] ?? '', dni: '99887766' })
    await app.services.jobs.runDueJobs()
    expect(await howMany()).toBe(before + 1)
    const { data } = await app.call(employeeImport.one, { id: found.id }, { as: admin.bearer })
    expect(data).toMatchObject({ paso: 'preview', aviso: { code: 'IMPORT_CHANGED_MEANWHILE' } })
    expect(data.aviso.message).toContain('4')
  })

  test('is refused where every line is as it was, or faulty', async () => {
    const row = person()
    await confirm((await dryRun(csv([row]))).id)
    await app.services.jobs.runDueJobs()
    const again = await dryRun(csv([row, person({ CUIL: '1' })]))
    expect((await confirm(again.id)).code).toBe('IMPORT_NOTHING_TO_DO')
    expect((await app.call(employeeImport.one, { id: again.id }, { as: admin.bearer })).data.paso).toBe(
      'preview',
    )
  })

  test('a line that is taken out is as if the file had none, until it is put back', async () => {
    const [stays, twice, boss] = [person(), person(), person()]
    const under = person({ 'Reporta a': boss['CUIL'] ?? '' })
    const { id } = await dryRun(csv([stays, twice, { ...twice }, boss, under], [...titles, 'Reporta a']))
    const takes = async (linea: number, afuera: boolean) => {
      const { status, code } = await app.call(
        employeeImport.leaveOut,
        { id, linea, afuera },
        { as: admin.bearer },
      )
      await app.services.jobs.runDueJobs()
      return code ?? status
    }
    const counts = async () =>
      (await app.call(employeeImport.one, { id }, { as: admin.bearer })).data.cantidades
    expect(await counts()).toMatchObject({ faulty: 2, new: 3, left_out: 0 })
    // Without its twin a line is right; without whom they report to somebody's is wrong.
    expect(await takes(4, true)).toBe(200)
    expect(await counts()).toMatchObject({ faulty: 0, new: 4, left_out: 1 })
    expect(await takes(5, true)).toBe(200)
    expect(await counts()).toMatchObject({ faulty: 1, new: 2, left_out: 2 })
    expect(await takes(5, false)).toBe(200)
    expect(await takes(2, true)).toBe(200)
    expect(await takes(9, true)).toBe('NOT_FOUND')
    const stranger = await anAdministrator(app, company)
    const foreign = await app.call(
      employeeImport.leaveOut,
      { id, linea: 3, afuera: true },
      { as: stranger.bearer },
    )
    expect(foreign.code).toBe('NOT_FOUND')
    const before = await howMany()
    expect((await confirm(id)).status).toBe(200)
    await app.services.jobs.runDueJobs()
    expect((await howMany()) - before).toBe(3)
    const left = (await lines(id, 'left_out')).map(({ linea }) => linea)
    expect(left).toEqual([2, 4])
    expect(await takes(3, true)).toBe('IMPORT_WRONG_STEP')
  })

  test('a cell that is mended is read as if the file had it, and saved so', async () => {
    const [wrong, short] = [person({ Ingreso: '31/02/2026', Apellido: '' }), person()]
    const { as, id } = await mending(wrong, short)
    expect(await wrongIn(id, as)).toEqual([
      '2 apellido SYSTEM_API_PARAMETER_REQUIRED',
      '2 fecha_contratacion IMPORT_NOT_A_DATE',
    ])
    expect(await mend(as, { id, linea: 2, campo: 'fecha_contratacion', valor: '29/02/2026' })).toBe(200)
    expect(await wrongIn(id, as)).toContain('2 fecha_contratacion IMPORT_NOT_A_DATE')
    expect(await mend(as, { id, linea: 2, campo: 'fecha_contratacion', valor: ' 28/02/2026 ' })).toBe(200)
    expect(await mend(as, { id, linea: 2, campo: 'apellido', valor: 'Ibáñez' })).toBe(200)
    expect(await wrongIn(id, as)).toEqual([])

    expect((await confirm(id, [], as)).status).toBe(200)
    await app.services.jobs.runDueJobs()
    const found = await inCompany(app, company.id, ({ db }) =>
      db
        .selectFrom('employees')
        .innerJoin('users', 'users.id', 'employees.id')
        .select(['users.last_name', 'employees.hired_on'])
        .where('employees.cuil', '=', wrong['CUIL'] ?? '')
        .executeTakeFirst(),
    )
    expect(found).toEqual({ last_name: 'Ibáñez', hired_on: '2026-02-28' })
    expect(await mend(as, { id, linea: 2, campo: 'apellido', valor: 'Otro' })).toBe('IMPORT_WRONG_STEP')
    expect(await mendedOf(id)).toBeUndefined()
  })

  test('a mended cell is checked as the file’s own are', async () => {
    const [one, other] = [person(), person()]
    const { as, id } = await mending(one, other)
    expect(await mend(as, { id, linea: 3, campo: 'nombre', valor: '=1+1' })).toBe(200)
    expect(await wrongIn(id, as)).toEqual(['3 nombre IMPORT_FORMULA'])
    expect(await mend(as, { id, linea: 3, campo: 'nombre', valor: 'Eva' })).toBe(200)
    expect(await mend(as, { id, linea: 3, campo: 'cuil', valor: one['CUIL'] ?? '' })).toBe(200)
    expect(await wrongIn(id, as)).toEqual(['2 cuil IMPORT_LINE_TWICE', '3 cuil IMPORT_LINE_TWICE'])
    for (const [where, refused] of [
      [{ linea: 9, campo: 'cuil' }, 'NOT_FOUND'],
      [{ linea: 3, campo: 'banco' }, 'NOT_FOUND'],
      [{ linea: 3, campo: 'nada' }, 'NOT_FOUND'],
    ] as const)
      expect(await mend(as, { id, ...where, valor: 'x' })).toBe(refused)
    const stranger = await anAdministrator(app, company)
    expect(await mend(stranger.bearer, { id, linea: 3, campo: 'cuil', valor: '1' })).toBe('NOT_FOUND')
    expect((await app.call(employeeImport.cancel, { id }, { as })).status).toBe(200)
    expect(await mendedOf(id)).toBeUndefined()
  })

  test('cells are mended on the screen up to a number', async () => {
    const { as, id } = await mending(person())
    await inCompany(app, company.id, async ({ db }) => {
      const mended = Array.from({ length: mostMended }, (_, at) => ({ line: 100 + at, column: 0, text: '' }))
      const { findings } = await db
        .selectFrom('employee_imports')
        .select('findings')
        .where('process_id', '=', id)
        .executeTakeFirstOrThrow()
      await db
        .updateTable('employee_imports')
        .set({ findings: JSON.stringify({ ...findings, mended }) })
        .where('process_id', '=', id)
        .execute()
    })
    expect(await mend(as, { id, linea: 2, campo: 'nombre', valor: 'Eva' })).toBe('IMPORT_TOO_MANY_MENDED')
  })

  test('an import that is dropped leaves nothing, and can’t be confirmed any more', async () => {
    const found = await dryRun(csv([person()]))
    expect((await app.call(employeeImport.cancel, { id: found.id }, { as: admin.bearer })).data.estado).toBe(
      'cancelled',
    )
    expect((await confirm(found.id)).code).toBe('IMPORT_WRONG_STEP')
    expect(await lines(found.id, 'new')).toEqual([])
  })

  test('rights taken away between the confirmation and the work stop all of it', async () => {
    const colleague = await anAdministrator(app, company)
    const found = await dryRun(csv([person()]), colleague.bearer)
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
  test('limited HR makes and changes nobody beyond its reach, and no sector', async () => {
    const clerk = await aPerson(app, company, { profiles: ['limited'], filters: [{ sector: 'Logística' }] })
    const as = await signIn(app, company, clerk)
    const away = await aPerson(app, company, { sector: 'Calidad', location: 'Rosario' })
    const rows = [
      person(),
      person({ Sector: 'Calidad' }),
      person({ Sector: 'Inventado' }),
      { ...person(), CUIL: away.cuil },
    ]
    expect(await faults(csv(rows), as)).toEqual([
      `3 sector ${codeOf('EMPLOYEE_LEAVES_REACH')}`,
      `4 sector ${codeOf('SECTOR_UNKNOWN')}`,
      `5 dni ${codeOf('NATIONAL_ID_TAKEN')}`,
      `5 cuil ${codeOf('TAX_ID_TAKEN')}`,
    ])
  })

  test('of their own record nobody changes sector, position, manager, dates or bank by a file', async () => {
    const { cuil } = await inCompany(app, company.id, (tx) =>
      tx.db.selectFrom('employees').select('cuil').where('id', '=', admin.id).executeTakeFirstOrThrow(),
    )
    const boss = await aPerson(app, company)
    const columns = ['CUIL', 'Sector', 'CBU o alias', 'Reporta a', 'Nombre preferido']
    const found = await faults(
      csv([{ CUIL: cuil, Sector: 'Logística', 'CBU o alias': '2850590940090418135201' }], columns),
    )
    expect(found).toEqual([`2 sector ${codeOf('OWN_RECORD_FIXED')}`, `2 cbu ${codeOf('OWN_RECORD_FIXED')}`])
    expect(await faults(csv([{ CUIL: cuil, 'Reporta a': boss.cuil }], columns))).toEqual([
      `2 reporta ${codeOf('OWN_RECORD_FIXED')}`,
    ])
    expect(await faults(csv([{ CUIL: cuil, 'Nombre preferido': 'Lu' }], columns))).toEqual([])
  })
})

describe('files to take away', () => {
  test('the template has every column, and the faulty lines come back mended', async () => {
    const template = await app.call(employeeImport.template, { formato: 'csv' }, { as: admin.bearer })
    expect(template.bytes.toString()).toMatch(
      /^\ufeffCUIL \*;DNI;Apellido \*;Nombre \*;Legajo \*;Ingreso \*;Sector \*;Lugar \*;Correo;/,
    )
    const good = person()
    const found = await dryRun(csv([person(), person({ Nombre: '=1+1', Apellido: '-2+3' })]))
    const file = await app.call(employeeImport.faulty, { id: found.id }, { as: admin.bearer })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, line] = file.bytes.toString().replace('\ufeff', '').split('\r\n')
    expect(head).toBe(`Fila;Motivo;${titles.join(';')}`)
    expect(line).toMatch(/^3;.*Nombre: Es una fórmula/)
    expect(line).toContain(`;'-2+3;'=1+1;`)
    const mended = `${head}\r\n${line?.replace(`'-2+3;'=1+1`, 'Roldán;Eva')}\r\n3;;${Object.values(good).join(';')}`
    expect((await dryRun(mended)).cantidades).toMatchObject({ new: 2, faulty: 0 })
  })

  test('the template’s example is never imported, and a template without other rows is empty', async () => {
    for (const formato of ['xlsx', 'csv'] as const) {
      const { bytes, headers } = await app.call(employeeImport.template, { formato }, { as: admin.bearer })
      expect(headers['content-disposition']).toContain(`plantilla-colaboradores.${formato}`)
      expect((await upload(bytes)).code).toBe(codeOf('IMPORT_EMPTY'))
      if (formato === 'xlsx') {
        const [heads, example] = await cellsOf(bytes)
        expect(heads?.slice(0, 2)).toEqual(['CUIL *', 'DNI'])
        expect(example?.[2]).toBe('Acosta')
        continue
      }
      const row = person()
      const mail = bytes.toString().split('\r\n')[0]?.split(';').indexOf('Correo') ?? 0
      const line = [
        row['CUIL'],
        '',
        'Núñez',
        'Zoë',
        row['Legajo'],
        row['Ingreso'],
        'Logística',
        'Planta Pilar',
      ]
      const filled = `${bytes.toString()}${[...line, ...Array(mail - 8).fill(''), row['Correo']].join(';')}\r\n`
      const found = await dryRun(filled)
      expect([found.filas, found.cantidades.new, found.cantidades.faulty]).toEqual([1, 1, 0])
    }
  })
})

// Somebody else goes on: one person uploads sixty files a minute at most.
describe('a workbook', () => {
  beforeAll(async () => {
    admin = await anAdministrator(app, company)
  })

  /** As a spreadsheet program saves it: ids as numbers, days as numbers with a date's format. */
  async function workbook(
    rows: readonly Record<string, string>[],
    columns = titles,
    after = '',
  ): Promise<Buffer> {
    async function* parts() {
      const cells = [columns, ...rows.map((row) => columns.map((title) => row[title] ?? ''))]
      yield {
        name: '_rels/.rels',
        stream: Buffer.from('<a><Relationship Id="a" Type="x/officeDocument" Target="xl/w.xml"/></a>'),
      }
      yield { name: 'xl/w.xml', stream: Buffer.from('<w xmlns:r="r"><sheet r:id="a"/></w>') }
      yield {
        name: 'xl/_rels/w.xml.rels',
        stream: Buffer.from(
          '<a><Relationship Id="a" Type="x/worksheet" Target="s.xml"/><Relationship Id="b" Type="x/styles" Target="t.xml"/></a>',
        ),
      }
      yield {
        name: 'xl/t.xml',
        stream: Buffer.from('<s><cellXfs><xf/><xf numFmtId="14"/></cellXfs></s>'),
      }
      const cell = (text: string) =>
        text.startsWith('<c')
          ? text
          : /^\d{11}$/.test(text)
            ? `<c><v>${text}</v></c>`
            : `<c t="inlineStr"><is><t>${text}</t></is></c>`
      const xml = cells.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
      yield { name: 'xl/s.xml', stream: Buffer.from(`<w><sheetData>${xml}</sheetData>${after}</w>`) }
    }
    return buffer(zipOf(parts()))
  }

  test('is imported like a CSV: numbers, dates as numbers, last values of formulas', async () => {
    const row = person({ Ingreso: '<c s="1"><v>46328</v></c>' })
    const again = person({ Sector: '<c t="str"><f>B2</f><v>Logística</v></c>' })
    const found = await dryRun(await workbook([row, again]))
    expect(found).toMatchObject({ filas: 2, cantidades: { new: 2, faulty: 0 }, nuevos: [] })
    await confirm(found.id)
    await app.services.jobs.runDueJobs()
    const { data } = await app.call(employees.list, { buscar: row['CUIL'] }, { as: admin.bearer })
    expect(data).toMatchObject([{ numero_legajo: row['Legajo'] }])
    const { data: record } = await app.call(employees.one, { id: data[0].id }, { as: admin.bearer })
    expect(record).toMatchObject({ apellido: 'Núñez', fecha_contratacion: '2026-11-02' })
  })

  test('names the cells that hold a formula without a value, an error or a rounded number', async () => {
    const content = await workbook([
      person({ Sector: '<c><f>VLOOKUP(A1;B:B;2)</f></c>' }),
      person({ Sector: '<c t="e"><v>#N/A</v></c>' }),
      person({ Legajo: '<c><v>2850590940090418135201</v></c>' }),
    ])
    expect(await faults(content)).toEqual([
      `2 sector ${codeOf('IMPORT_FORMULA')}`,
      `3 sector ${codeOf('IMPORT_CELL_ERROR')}`,
      `4 numero_legajo ${codeOf('IMPORT_ROUNDED_NUMBER')}`,
    ])
  })

  test('a day without a date’s format is a fault of its cell, never another day', async () => {
    const content = await workbook([person({ Ingreso: '<c><v>46328</v></c>' })])
    expect(await faults(content)).toEqual([`2 fecha_contratacion ${codeOf('IMPORT_NOT_A_DATE')}`])
  })

  test('with merged cells, or that inflates beyond a file’s size, is refused at the file, and nothing is kept', async () => {
    const kept = () =>
      inCompany(app, company.id, (tx) =>
        tx.db
          .selectFrom('employee_imports')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      )
    const before = await kept()
    const merged = await upload(
      await workbook([person()], titles, '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'),
    )
    const bomb = await upload(
      await workbook(
        Array.from({ length: 200 }, () => ({ CUIL: 'x'.repeat(30_000) })),
        ['CUIL'],
      ),
    )
    expect([merged, bomb]).toMatchObject([
      { status: 422, errors: [{ code: codeOf('IMPORT_MERGED_CELLS'), field: 'archivo' }] },
      { status: 422, errors: [{ code: codeOf('IMPORT_TOO_LARGE'), field: 'archivo' }] },
    ])
    expect(await kept()).toEqual(before)
  })

  test('with a column twice is refused, and of two that are assigned one field at once one gets it', async () => {
    expect((await upload(await workbook([person()], [...titles, 'sector']))).code).toBe(
      codeOf('IMPORT_COLUMN_TWICE'),
    )
    const { id } = await dryRun(await workbook([person()], [...titles, 'uno', 'dos']))
    const at = [titles.length, titles.length + 1]
    const assigned = await Promise.all(
      at.map((posicion) =>
        app.call(employeeImport.assign, { id, posicion, campo: 'cargo' }, { as: admin.bearer }),
      ),
    )
    expect(assigned.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(assigned.filter(({ status }) => status === 409)).toHaveLength(1)
    await app.services.jobs.runDueJobs()
    const { data } = await app.call(employeeImport.one, { id }, { as: admin.bearer })
    const fields = (data as ImportState).columnas_ajenas.map(({ campo }) => campo)
    expect(fields.filter((campo) => campo === 'cargo')).toHaveLength(1)
  })

  test('with more rows than an import takes, or that is another zip, is refused', async () => {
    expect(
      (
        await upload(
          await workbook(
            Array.from({ length: 50_001 }, () => ({ CUIL: 'x' })),
            ['CUIL'],
          ),
        )
      ).code,
    ).toBe(codeOf('IMPORT_TOO_MANY_ROWS'))
    async function* other() {
      yield { name: 'a.txt', stream: Buffer.from('a') }
    }
    expect((await upload(await buffer(zipOf(other())))).code).toBe(codeOf('IMPORT_WORKBOOK_NOT_READABLE'))
  })
})

describe('a column whose title isn’t known', () => {
  const assign = (id: number, posicion: number, campo: string | null) =>
    app.call(employeeImport.assign, { id, posicion, campo }, { as: admin.bearer })

  test('is assigned a field in place, and taken from it again', async () => {
    const columns = [...titles.filter((title) => title !== 'Lugar'), 'location']
    const { id, ...found } = await dryRun(csv([person({ location: 'Planta Pilar' })], columns))
    expect([found.cantidades.faulty, found.columnas_ajenas]).toEqual([
      1,
      [{ posicion: 7, titulo: 'location', campo: null }],
    ])
    expect(found.campos_libres).toContain('locacion')
    expect((await assign(id, 7, 'locacion')).data).toMatchObject({ paso: 'uploaded' })
    await app.services.jobs.runDueJobs()
    const state = async () => (await app.call(employeeImport.one, { id }, { as: admin.bearer })).data
    expect(await state()).toMatchObject({
      cantidades: { new: 1, faulty: 0 },
      columnas_ajenas: [{ titulo: 'location', campo: 'locacion' }],
    })
    expect((await state()).campos_libres).not.toContain('locacion')
    await assign(id, 7, null)
    await app.services.jobs.runDueJobs()
    expect(await state()).toMatchObject({ cantidades: { new: 0, faulty: 1 } })
  })

  test('takes no field that another column has, none that isn’t imported, and is no known column', async () => {
    const { id } = await dryRun(csv([person()], [...titles, 'uno', 'dos']))
    expect((await assign(id, 8, 'sector')).errors).toMatchObject([
      { code: codeOf('IMPORT_COLUMN_TWICE'), field: 'campo' },
    ])
    expect((await assign(id, 8, 'cargo')).status).toBe(200)
    expect((await assign(id, 9, 'cargo')).code).toBe(codeOf('IMPORT_WRONG_STEP'))
    await app.services.jobs.runDueJobs()
    expect((await assign(id, 9, 'cargo')).code).toBe(codeOf('IMPORT_COLUMN_TWICE'))
    for (const campo of ['id_empleador', 'pis', 'x'])
      expect((await assign(id, 9, campo)).code).toBe(codeOf('IMPORT_COLUMN_UNKNOWN'))
    for (const posicion of [0, 10]) expect((await assign(id, posicion, 'cargo')).status).toBe(404)
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
