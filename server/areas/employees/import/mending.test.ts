import { describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { employeeImport, mostMended } from '#contract/employees/import.ts'
import { anAdministrator, inCompany } from '#server/testing/factories.ts'
import { anImporter, importCsv, importTitles, newLine } from '#server/testing/imports.ts'

const { app, company, admin, dryRun, lines, faultsIn, confirm, howMany } = await anImporter()

/** The dry run of these lines, uploaded by an administrator of its own. */
async function mending(...rows: Record<string, string>[]): Promise<{ as: string; id: number }> {
  const { bearer: as } = await anAdministrator(app, company)
  return { as, id: (await dryRun(importCsv(rows), as)).id }
}

async function mend(
  as: string,
  cell: { id: number; linea: number; campo: string; valor: string },
): Promise<number | string> {
  const { status, code } = await app.call(employeeImport.mend, cell, { as })
  await app.services.jobs.runDueJobs()
  return code ?? status
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

test('a line that is taken out is as if the file had none, until it is put back', async () => {
  const [stays, twice, boss] = [newLine(), newLine(), newLine()]
  const under = newLine({ 'Reporta a': boss['CUIL'] ?? '' })
  const { id } = await dryRun(
    importCsv([stays, twice, { ...twice }, boss, under], [...importTitles, 'Reporta a']),
  )
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
  const [wrong, short] = [newLine({ Ingreso: '31/02/2026', Apellido: '' }), newLine()]
  const { as, id } = await mending(wrong, short)
  expect(await faultsIn(id, as)).toEqual([
    '2 apellido SYSTEM_API_PARAMETER_REQUIRED',
    '2 fecha_contratacion IMPORT_NOT_A_DATE',
  ])
  expect(await mend(as, { id, linea: 2, campo: 'fecha_contratacion', valor: '29/02/2026' })).toBe(200)
  expect(await faultsIn(id, as)).toContain('2 fecha_contratacion IMPORT_NOT_A_DATE')
  expect(await mend(as, { id, linea: 2, campo: 'fecha_contratacion', valor: ' 28/02/2026 ' })).toBe(200)
  expect(await mend(as, { id, linea: 2, campo: 'apellido', valor: 'Ibáñez' })).toBe(200)
  expect(await faultsIn(id, as)).toEqual([])

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
  const [one, other] = [newLine(), newLine()]
  const { as, id } = await mending(one, other)
  expect(await mend(as, { id, linea: 3, campo: 'nombre', valor: '=1+1' })).toBe(200)
  expect(await faultsIn(id, as)).toEqual(['3 nombre IMPORT_FORMULA'])
  expect(await mend(as, { id, linea: 3, campo: 'nombre', valor: 'Eva' })).toBe(200)
  expect(await mend(as, { id, linea: 3, campo: 'cuil', valor: one['CUIL'] ?? '' })).toBe(200)
  expect(await faultsIn(id, as)).toEqual(['2 cuil IMPORT_LINE_TWICE', '3 cuil IMPORT_LINE_TWICE'])
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
  const { as, id } = await mending(newLine())
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

describe('a column whose title isn’t known', () => {
  const assign = (id: number, posicion: number, campo: string | null) =>
    app.call(employeeImport.assign, { id, posicion, campo }, { as: admin.bearer })

  test('is assigned a field in place, and taken from it again', async () => {
    const columns = [...importTitles.filter((title) => title !== 'Lugar'), 'location']
    const { id, ...found } = await dryRun(importCsv([newLine({ location: 'Planta Pilar' })], columns))
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
    const { id } = await dryRun(importCsv([newLine()], [...importTitles, 'uno', 'dos']))
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
