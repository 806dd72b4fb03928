import { describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { employeeImport } from '#contract/employees/import.ts'
import { employees } from '#contract/employees/employees.ts'
import { setSetting } from '#server/shared/settings.ts'
import { anAdministrator, aPerson, cuilOf, inCompany } from '#server/testing/factories.ts'
import { anImporter, importCsv, importTitles, newLine } from '#server/testing/imports.ts'
import { cellsOf } from '#server/testing/spreadsheets.ts'

const { app, company, admin, upload, dryRun, lines, faults, confirm } = await anImporter()

describe('the file of an import', () => {
  test('is read with either delimiter, with a mark or without, in old encodings, and with sep=', async () => {
    const files = [
      importCsv([newLine()]),
      importCsv([newLine()], importTitles, ','),
      `\ufeff${importCsv([newLine()])}`,
      `sep=|\r\n${importCsv([newLine()], importTitles, '|')}`,
      Buffer.from(importCsv([newLine()]), 'latin1'),
      Buffer.from(`\ufeff${importCsv([newLine()])}`, 'utf16le'),
    ]
    for (const file of files) {
      const found = await dryRun(file)
      expect([found.cantidades.new, found.cantidades.faulty]).toEqual([1, 0])
      expect((await lines(found.id, 'new'))[0]?.nombre).toBe('Núñez, Zoë')
    }
  })

  test('is read line by line where programs differ, and the odd line is named', async () => {
    const [first, second, odd] = [newLine(), newLine(), newLine({ Sector: 'Montaña' })]
    const [header = '', ...rows] = importCsv([first, second, odd]).split('\r\n')
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
    const found = await dryRun(importCsv([newLine({ Cargo })], [...importTitles, 'Cargo']))
    expect([found.cantidades.faulty, found.nuevos]).toEqual([0, [{ campo: 'cargo', nombre: Cargo }]])
  })

  test('may have letters and digits of any script in names, and no other signs', async () => {
    const names = ['Ñandú', 'Σοφία', 'Юлия', 'नीता', '김민지', 'Ünal-O’Brien', 'Joa\u0303o', 'Iii٣']
    const rows = names.map((Nombre) => newLine({ Nombre, Usuario: '' }))
    const found = await dryRun(importCsv(rows))
    expect([found.cantidades.new, found.cantidades.faulty]).toEqual([names.length, 0])
    const read = (await lines(found.id, 'new')).map(({ nombre }) => nombre.normalize('NFC').split(', ')[1])
    expect(read).toEqual(names.map((name) => name.normalize('NFC')))

    const others = ['Ana☺', 'Ana_B', 'Ana/B', 'Ana½'].map((Nombre) => newLine({ Nombre }))
    expect(await faults(importCsv(others))).toEqual(
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
      const row = newLine()
      return { ...row, CUIL: form(row['CUIL'] ?? '') }
    })
    const found = await dryRun(importCsv(rows))
    expect(await lines(found.id, 'faulty')).toEqual([])
    expect(found.cantidades.new).toBe(forms.length)
  })

  test('is visible to its own person alone', async () => {
    const found = await dryRun(importCsv([newLine()]))
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
    ['importTitles alone', importTitles.join(';'), 'IMPORT_EMPTY'],
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
    const ok = newLine()
    const rows = [
      ok,
      newLine({ CUIL: '123' }),
      newLine({ Ingreso: '31/02/2026' }),
      newLine({ Ingreso: '17/12/2026' }),
      newLine({ Nombre: '' }),
      newLine({ Nombre: '=HYPERLINK("http://malo.example")' }),
      newLine({ Sector: '@SUM(A1)' }),
      newLine({ CUIL: '2,02871E+10' }),
      newLine({ Legajo: 'tomado', Correo: 'TOMADA@correo.example' }),
      newLine({ Correo: 'sin arroba' }),
      newLine({ Sector: 'Ventas<' }),
      { ...newLine(), CUIL: ok['CUIL'] ?? '' },
      { ...newLine({ Legajo: 'I999' }) },
      { ...newLine({ Legajo: 'i999' }) },
      newLine({ CUIL: taken.cuil, Correo: 'otra@correo.example', Legajo: '', Ingreso: '' }),
      newLine({ Sector: '' }),
    ]
    const found = await faults(`${importCsv(rows)}\r\n${Object.values(newLine()).join(';')};de más`)
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
    const { id } = await dryRun(importCsv([newLine({ Nombre: '' })]))
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
    const columns = [...new Set([...importTitles, 'Usuario', 'DNI'])]
    const rows = [newLine({ Usuario: there.cuil }), newLine({ DNI: '44555666' }), newLine()]
    expect(await faults(importCsv(rows, columns))).toEqual([
      `2 usuario ${codeOf('SIGN_IN_NAME_TAKEN')}`,
      `3 dni ${codeOf('SIGN_IN_NAME_TAKEN')}`,
    ])
  })

  test('two lines that give a name and an id of one text name each other, since neither would open anything', async () => {
    const columns = [...new Set([...importTitles, 'Usuario', 'DNI'])]
    const [one, other, third] = [newLine(), newLine(), newLine({ DNI: '44555777' })]
    const rows = [
      { ...one, Usuario: other['CUIL'] ?? '' },
      other,
      third,
      newLine({ Usuario: '44555777' }),
      newLine({ Usuario: 'sin_par' }),
    ]
    expect(await faults(importCsv(rows, columns))).toEqual([
      `2 usuario ${codeOf('IMPORT_LINE_TWICE')}`,
      `3 cuil ${codeOf('IMPORT_LINE_TWICE')}`,
      `4 dni ${codeOf('IMPORT_LINE_TWICE')}`,
      `5 usuario ${codeOf('IMPORT_LINE_TWICE')}`,
    ])
  })

  test('whom somebody reports to stays where the outside people system keeps it', async () => {
    const [there, boss] = [await aPerson(app, company), await aPerson(app, company)]
    const own = (fields: string[]) =>
      inCompany(app, company.id, (tx) => setSetting(tx, 'integrations.owned_fields', fields, null))
    await own(['reporta'])
    const file = importCsv([{ CUIL: there.cuil, reporta: boss.cuil }], ['CUIL', 'reporta'])
    expect(await faults(file)).toEqual([`2 reporta ${codeOf('FIELD_OF_PEOPLE_SYSTEM')}`])
    await own([])
    expect(await faults(file)).toEqual([])
  })

  test('a line without a DNI leaves that of somebody who is there as it is', async () => {
    const there = await aPerson(app, company, { dni: '18776655' })
    const [cuil, dni] = [cuilOf('44556611'), '18776655']
    await inCompany(app, company.id, (tx) =>
      tx.db.updateTable('employees').set({ cuil }).where('id', '=', there.id).execute(),
    )
    const row = { CUIL: cuil, 'Nombre preferido': 'Lu' }
    const found = await dryRun(importCsv([row], ['CUIL', 'Nombre preferido']))
    expect((await lines(found.id, 'changed'))[0]?.cambios).toEqual([
      { campo: 'apodo', antes: '', ahora: 'Lu' },
    ])
    expect((await confirm(found.id)).status).toBe(200)
    await app.services.jobs.runDueJobs()
    const { data } = await app.call(employees.one, { id: there.id }, { as: admin.bearer })
    expect(data).toMatchObject({ apodo: 'Lu', dni })
  })

  test('the bulk rules of age hold, and the company’s stand on check digits', async () => {
    const columns = [...importTitles, 'Nacimiento']
    const young = newLine({ Ingreso: '02/11/2024', Nacimiento: '01/12/2010' })
    const child = newLine({ Nacimiento: '06/11/2010' })
    const old = newLine({ Ingreso: '02/11/2026', Nacimiento: '06/11/2009' })
    expect(await faults(importCsv([young, child, old], columns))).toEqual([
      `2 fecha_nacimiento ${codeOf('EMPLOYEE_TOO_YOUNG')}`,
      `3 fecha_nacimiento ${codeOf('EMPLOYEE_TOO_YOUNG')}`,
    ])
    const right = newLine()
    const wrong = {
      ...right,
      CUIL: `${right['CUIL']?.slice(0, -1)}${(Number(right['CUIL']?.at(-1)) + 1) % 10}`,
    }
    const asked = await dryRun(importCsv([newLine(), wrong]))
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
    const refused = await faults(importCsv([wrong]))
    expect((await block(false)).data.digitos_bloquean).toBe(false)
    const { data: allowed } = await app.call(employeeImport.one, { id: asked.id }, { as: admin.bearer })
    expect([allowed.cantidades.new, allowed.digitos]).toEqual([2, 1])
    expect(refused).toEqual([`2 cuil ${codeOf('TAX_ID_CHECK_DIGIT')}`])
  })

  test('whom somebody reports to may stand in the file; a circle and a stranger are named', async () => {
    const columns = [...importTitles, 'Reporta a']
    const boss = newLine()
    const middle = newLine({ 'Reporta a': boss['CUIL'] ?? '' })
    const low = newLine({ 'Reporta a': middle['Legajo'] ?? '' })
    const found = await dryRun(importCsv([low, middle, boss], columns))
    expect(found.cantidades.new).toBe(3)
    await confirm(found.id)
    await app.services.jobs.runDueJobs()
    const record = await app.call(employees.list, { buscar: low['CUIL'] ?? '' }, { as: admin.bearer })
    const one = await app.call(employees.one, { id: record.data[0].id }, { as: admin.bearer })
    expect(one.data.reporta.nombre).toBe('Núñez, Zoë')
    // Somebody who is here already and reports to another from now on is a change, and nothing else of them.
    const moved = await dryRun(importCsv([{ ...low, 'Reporta a': boss['CUIL'] ?? '' }], columns))
    expect(moved.cantidades).toMatchObject({ changed: 1, unchanged: 0 })
    expect((await lines(moved.id, 'changed'))[0]?.cambios).toEqual([
      { campo: 'reporta', antes: '', ahora: boss['CUIL'] },
    ])
    const circle = [{ ...boss, 'Reporta a': low['CUIL'] ?? '' }, newLine({ 'Reporta a': '20999999990' })]
    expect(await faults(importCsv(circle, columns))).toEqual([
      `2 reporta ${codeOf('MANAGER_BELOW')}`,
      `3 reporta ${codeOf('MANAGER_UNKNOWN')}`,
    ])
  })
})

describe('files to take away', () => {
  test('the template has every column, and the faulty lines come back mended', async () => {
    const template = await app.call(employeeImport.template, { formato: 'csv' }, { as: admin.bearer })
    expect(template.bytes.toString()).toMatch(
      /^\ufeffCUIL \*;DNI;Apellido \*;Nombre \*;Legajo \*;Ingreso \*;Sector \*;Lugar \*;Correo;/,
    )
    const good = newLine()
    const found = await dryRun(importCsv([newLine(), newLine({ Nombre: '=1+1', Apellido: '-2+3' })]))
    const file = await app.call(employeeImport.faulty, { id: found.id }, { as: admin.bearer })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, line] = file.bytes.toString().replace('\ufeff', '').split('\r\n')
    expect(head).toBe(`Fila;Motivo;${importTitles.join(';')}`)
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
      const row = newLine()
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
