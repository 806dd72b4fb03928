import { employees } from '#contract/employees/employees.ts'
import { employeeMails } from '#contract/employees/mails.ts'
import { employeeSelection } from '#contract/employees/selection.ts'
import { employeePlaces } from '#contract/employees/places.ts'
import { employeeRights } from '#contract/employees/rights.ts'
import { employment } from '#contract/employees/employment.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { showBankAccount } from './bank-account.ts'
import { changeMail, inviteAgain, updateEmployee } from './editing.ts'
import { endStay, endStays, reactivate, stayOf, undoEnd } from './employment.ts'
import { countDocuments, identify, rulesFor } from './identity.ts'
import { registerEmployeeImport } from './import/routes.ts'
import { showMails } from './mails.ts'
import { createEmployee } from './operations.ts'
import { pairsInReach, placesInReach, placesOf } from './places.ts'
import { countByState, findAllIds, findEmployees, listEmployees } from './queries.ts'
import { recordFor } from './record.ts'
import { countSelection, inviteMany, selectionCsv } from './selection.ts'
import { employeesSheet } from './sheet.ts'
import { profilesHeld, profilesOfCompany, setFilters, setProfiles } from './rights.ts'

export function registerEmployees(api: Api): void {
  route(api, employees.list, async ({ read, session }, input) => {
    const rows = rowsOf(input)
    const { data, total } = await read((tx) => listEmployees(tx.db, session, input, rows))
    return { data, pagination: paginationOf(total, input) }
  })
  route(api, employees.totals, ({ read, session }, input) =>
    read((tx) => countByState(tx.db, session, input)),
  )
  route(api, employees.ids, ({ read, session }, input) => read((tx) => findAllIds(tx.db, session, input)))
  route(api, employees.sheet, async (ctx, input) => employeesSheet(ctx, input))
  route(api, employees.selection, ({ read, session }, { ids }) =>
    read((tx) => countSelection(tx.db, session, ids)),
  )
  route(api, employeeSelection.csv, selectionCsv)
  route(api, employees.inviteMany, inviteMany)
  route(api, employees.searchActive, ({ read, session }, { buscar, inactivos }) =>
    read((tx) => findEmployees(tx.db, session, buscar, inactivos)),
  )
  route(api, employees.sectors, ({ read }) => read((tx) => placesOf(tx, 'sector')))
  route(api, employees.locations, ({ read }) => read((tx) => placesOf(tx, 'locacion')))
  route(api, employees.positions, ({ read }) => read((tx) => placesOf(tx, 'cargo')))

  route(api, employeePlaces.both, ({ read }) =>
    read(async (tx) => ({
      sectores: await placesOf(tx, 'sector'),
      locaciones: await placesOf(tx, 'locacion'),
    })),
  )
  route(api, employeePlaces.sectors, ({ read, session }) =>
    read((tx) => placesInReach(tx, session, 'sector')),
  )
  route(api, employeePlaces.locations, ({ read, session }) =>
    read((tx) => placesInReach(tx, session, 'locacion')),
  )
  route(api, employeePlaces.positions, ({ read, session }) =>
    read((tx) => placesInReach(tx, session, 'cargo')),
  )
  route(api, employeePlaces.pairs, ({ read, session }) => read((tx) => pairsInReach(tx, session)))
  route(api, employeePlaces.costCentres, ({ read }) => read((tx) => placesOf(tx, 'centro_costo')))
  route(api, employeePlaces.move, (ctx, input) => updateEmployee(ctx, input))
  route(api, employeePlaces.appoint, (ctx, input) => updateEmployee(ctx, input))

  route(api, employeeRights.ofCompany, (ctx, input) => profilesOfCompany(ctx, input))
  route(api, employeeRights.ofUser, (ctx, { id }) => ctx.read((tx) => profilesHeld(tx, ctx.session, id)))
  route(api, employeeRights.setProfiles, (ctx, input) => setProfiles(ctx, input))
  route(api, employeeRights.setFilters, (ctx, input) => setFilters(ctx, input))

  route(api, employment.end, (ctx, input) => endStay(ctx, input))
  route(api, employment.endMany, (ctx, input) => endStays(ctx, input))
  route(api, employment.stay, (ctx, input) => stayOf(ctx, input))
  route(api, employment.undo, (ctx, input) => undoEnd(ctx, input))
  route(api, employment.reactivate, (ctx, input) => reactivate(ctx, input))
  route(api, employment.identify, (ctx, input) => identify(ctx, input))
  route(api, employment.documentsCount, (ctx, { id }) =>
    ctx.read((tx) => countDocuments(tx, ctx.session, id)),
  )
  route(api, employment.rules, (ctx, { id }) => ctx.read((tx) => rulesFor(tx, ctx.session, id)))

  registerEmployeeImport(api)

  route(api, employees.create, (ctx, input) => createEmployee(ctx, input))
  route(api, employees.one, (ctx, { id }) => ctx.read((tx) => recordFor(tx, ctx.services, ctx.session, id)))
  route(api, employeeMails.list, showMails)
  route(api, employees.update, (ctx, input) => updateEmployee(ctx, input))
  route(api, employees.bankAccount, (ctx, input) => showBankAccount(ctx, input))
  route(api, employees.changeMail, (ctx, input) => changeMail(ctx, input))
  route(api, employees.invite, (ctx, input) => inviteAgain(ctx, input))
}
