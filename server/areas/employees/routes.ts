import { employees } from '#contract/employees.ts'
import { paginationOf, rowsOf } from '../../shared/list.ts'
import { type Api, route } from '../../shared/route.ts'
import { changeMail, inviteAgain, updateEmployee } from './editing.ts'
import { registerEmployeeImport } from './import-routes.ts'
import { createEmployee } from './operations.ts'
import { placesOf } from './places.ts'
import { countByState, findEmployees, listEmployees } from './queries.ts'
import { recordFor } from './record.ts'

export function registerEmployees(api: Api): void {
  route(api, employees.list, async ({ read, session }, input) => {
    const rows = rowsOf(input)
    const { data, total } = await read((tx) => listEmployees(tx.db, session, input, rows))
    return { data, pagination: paginationOf(total, input) }
  })
  route(api, employees.totals, ({ read, session }, input) =>
    read((tx) => countByState(tx.db, session, input)),
  )
  route(api, employees.searchActive, ({ read, session }, { buscar, inactivos }) =>
    read((tx) => findEmployees(tx.db, session, buscar, inactivos)),
  )
  route(api, employees.sectors, ({ read }) => read((tx) => placesOf(tx, 'sector')))
  route(api, employees.locations, ({ read }) => read((tx) => placesOf(tx, 'locacion')))
  route(api, employees.positions, ({ read }) => read((tx) => placesOf(tx, 'cargo')))

  registerEmployeeImport(api)

  route(api, employees.create, (ctx, input) => createEmployee(ctx, input))
  route(api, employees.one, (ctx, { id }) => ctx.read((tx) => recordFor(tx, ctx.services, ctx.session, id)))
  route(api, employees.update, (ctx, input) => updateEmployee(ctx, input))
  route(api, employees.changeMail, (ctx, input) => changeMail(ctx, input))
  route(api, employees.invite, (ctx, input) => inviteAgain(ctx, input))
}
