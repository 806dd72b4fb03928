import { employeeImport, unsubscription } from '#contract/employees/import.ts'
import { isAccountNumber } from '#contract/employees/record.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import type { Fault } from '#server/shared/errors.ts'
import { messageOf } from '#server/shared/text/language.ts'
import { type Api, route } from '#server/shared/route.ts'
import {
  assignField,
  cancelImport,
  confirmImport,
  inviteImported,
  leaveOut,
  mendCell,
  setCheckDigits,
  linesFile,
  ownImport,
  stateOf,
  templateFile,
  uploadImport,
} from './importing.ts'
import { lastFour } from '../record.ts'
import { registerIntegrationFiles } from './integration/routes.ts'
import { insistOnOnboarding } from './unsubscription.ts'
import { unsubscriptionFile } from './unsubscription-file.ts'
import { linesOf, newestImports } from './queries.ts'

export function registerEmployeeImport(api: Api): void {
  route(api, employeeImport.upload, (ctx, _input, file) => uploadImport(ctx, file))
  route(api, employeeImport.list, ({ read, session }) =>
    read((tx) => newestImports(tx.db, session.userId, 'employee_import')),
  )
  route(api, employeeImport.template, (ctx, input) => templateFile(ctx, input))
  route(api, employeeImport.one, (ctx, { id }) => ctx.read((tx) => stateOf(tx, ctx, id)))
  route(api, employeeImport.lines, async (ctx, input) => {
    const page = rowsOf(input)
    const { found, rows, total } = await ctx.read(async (tx) => ({
      found: await ownImport(tx, ctx, input.id),
      ...(await linesOf(tx.db, ctx.session, input.id, input, page)),
    }))
    const data = rows.map((row) => {
      const celdas = Object.fromEntries(
        found.columns.flatMap((field, at) =>
          field ? [[field, shownCell(field, row.cells[at]?.trim() ?? '', row.faults)]] : [],
        ),
      )
      return {
        linea: row.line,
        id: row.employee_id,
        nombre: row.name,
        cuil: row.cuil ?? celdas['cuil'] ?? '',
        celdas,
        fallas: row.faults.map((fault) => ({
          campo: fault.field ?? '',
          code: fault.code,
          mensaje: messageOf(fault, ctx.request.language, ctx.session.country),
        })),
        cambios: row.changes,
      }
    })
    return { data, pagination: paginationOf(total, input) }
  })
  route(api, employeeImport.leaveOut, (ctx, input) => leaveOut(ctx, input))
  route(api, employeeImport.mend, (ctx, input) => mendCell(ctx, input))
  route(api, employeeImport.assign, (ctx, input) => assignField(ctx, input))
  route(api, employeeImport.checkDigits, (ctx, input) => setCheckDigits(ctx, input))
  route(api, employeeImport.faulty, (ctx, input) => linesFile(ctx, input))
  route(api, employeeImport.confirm, (ctx, input) => confirmImport(ctx, input))
  route(api, employeeImport.cancel, (ctx, input) => cancelImport(ctx, input))
  route(api, employeeImport.invite, (ctx, input) => inviteImported(ctx, input))

  registerIntegrationFiles(api)

  route(api, unsubscription.upload, (ctx, { motivo }, file) =>
    uploadImport(ctx, file, 'unsubscription', { motivo }),
  )
  route(api, unsubscription.list, ({ read, session }) =>
    read(async (tx) => {
      await insistOnOnboarding(tx, session)
      return newestImports(tx.db, session.userId, 'unsubscription')
    }),
  )
  route(api, unsubscription.template, unsubscriptionFile)
}

/** A cell as a line shows it: an account by its last characters, unless it has to be mended. */
function shownCell(field: string, cell: string, faults: readonly Fault[]): string {
  const isAccount = isAccountNumber(field)
  return isAccount && !faults.some((fault) => fault.field === field) ? (lastFour(cell) ?? '') : cell
}
