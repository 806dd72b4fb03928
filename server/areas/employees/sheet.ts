import type { ParsedOf } from '#contract/call.ts'
import type { employees, SheetColumn } from '#contract/employees/employees.ts'
import es from '#locales/es/employees.json' with { type: 'json' }
import esCountry from '#locales/es/country.json' with { type: 'json' }
import pt from '#locales/pt/employees.json' with { type: 'json' }
import ptCountry from '#locales/pt/country.json' with { type: 'json' }
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { spreadsheetOf } from '#server/shared/files/spreadsheet.ts'
import { farthestRow } from '#server/shared/list.ts'
import { printedTaxId } from '#server/shared/text/printed.ts'
import { today } from '#server/shared/today.ts'
import { listEmployees } from './queries.ts'

const words = { es: { ...es, country: esCountry }, pt: { ...pt, country: ptCountry } }
/** People that are read at once. */
const batch = 500

/**
 * The employees that a list shows, with its columns, as a spreadsheet that is written while it is read. Who took it, and
 * how many columns, is an event.
 */
export async function employeesSheet(
  ctx: Context,
  { columnas, ...search }: ParsedOf<typeof employees.sheet>,
): Promise<FileAnswer> {
  const { services, session, request, evidence } = ctx
  const w = words[request.language]
  const now = services.clock()
  await ctx.write((tx) =>
    recordEvent(tx, {
      subject: { kind: 'employee', id: session.userId },
      act: 'sheet_taken',
      at: now,
      data: { columns: columnas.join(' ') },
      ...evidence,
    }),
  )
  const heads: Record<SheetColumn, readonly [head: string, width: number]> = {
    nombre: [w.columna.nombre, 34],
    legajo: [w.campo.numero_legajo, 14],
    cuil: [w.country.cuil, 18],
    sector: [w.campo.sector, 24],
    locacion: [w.campo.locacion, 24],
    ingreso: [w.campo.fecha_contratacion, 14],
    otro_perfil: [w.columna.otroPerfil, 24],
    estado: [w.columna.estado, 14],
  }
  const { read } = services.tenant(session.company)
  async function* rows() {
    for (let offset = 0; offset < farthestRow; offset += batch) {
      const limit = Math.min(batch, farthestRow - offset)
      const { data } = await read((db) => listEmployees(db, session, search, { limit, offset }))
      yield data.map((row) => {
        const cells: Record<SheetColumn, string> = {
          nombre: row.nombre,
          legajo: row.numero_legajo,
          cuil: printedTaxId(row.cuil, session.country),
          sector: row.sector ?? '',
          locacion: row.locacion ?? '',
          ingreso: row.fecha_contratacion ?? '',
          otro_perfil: row.otro_perfil ?? '',
          estado: w.estado[row.estado],
        }
        return columnas.map((column) => cells[column])
      })
      if (data.length < limit) return
    }
  }
  return {
    body: spreadsheetOf({
      name: w.titulo,
      columns: columnas.map((column) => ({ head: heads[column][0], width: heads[column][1] })),
      rows: rows(),
    }),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    download: `${w.planilla.archivo}-${today(session.zone, now)}.xlsx`,
  }
}
