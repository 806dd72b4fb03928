import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { codeOf } from '#contract/errors.ts'
import { employeeImport, type ImportState } from '#contract/employees/import.ts'
import { employees } from '#contract/employees/employees.ts'
import { zipOf } from '#server/shared/files/zip.ts'
import { inCompany } from '#server/testing/factories.ts'
import { anImporter, importTitles, newLine } from '#server/testing/imports.ts'

const { app, company, admin, upload, dryRun, faults, confirm } = await anImporter()

describe('a workbook', () => {
  /** As a spreadsheet program saves it: ids as numbers, days as numbers with a date's format. */
  async function workbook(
    rows: readonly Record<string, string>[],
    columns = importTitles,
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
    const row = newLine({ Ingreso: '<c s="1"><v>46328</v></c>' })
    const again = newLine({ Sector: '<c t="str"><f>B2</f><v>Logística</v></c>' })
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
      newLine({ Sector: '<c><f>VLOOKUP(A1;B:B;2)</f></c>' }),
      newLine({ Sector: '<c t="e"><v>#N/A</v></c>' }),
      newLine({ Legajo: '<c><v>2850590940090418135201</v></c>' }),
    ])
    expect(await faults(content)).toEqual([
      `2 sector ${codeOf('IMPORT_FORMULA')}`,
      `3 sector ${codeOf('IMPORT_CELL_ERROR')}`,
      `4 numero_legajo ${codeOf('IMPORT_ROUNDED_NUMBER')}`,
    ])
  })

  test('a day without a date’s format is a fault of its cell, never another day', async () => {
    const content = await workbook([newLine({ Ingreso: '<c><v>46328</v></c>' })])
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
      await workbook([newLine()], importTitles, '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'),
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
    expect((await upload(await workbook([newLine()], [...importTitles, 'sector']))).code).toBe(
      codeOf('IMPORT_COLUMN_TWICE'),
    )
    const { id } = await dryRun(await workbook([newLine()], [...importTitles, 'uno', 'dos']))
    const at = [importTitles.length, importTitles.length + 1]
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
