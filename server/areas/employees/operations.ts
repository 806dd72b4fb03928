import { makeFault } from '#contract/errors.ts'
import type { EmployeeCreation } from '#contract/employees/record.ts'
import type { Country } from '#contract/fields.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import type { Context } from '#server/shared/context.ts'
import { type Fault, refuse, refuseAll } from '#server/shared/errors.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { inviteUser } from '#server/areas/account/operations.ts'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'
import { bankFaults } from './bank.ts'
import { extrasFaults } from './extras.ts'
import { addEmployees, type NewEmployee } from './many.ts'
import { findPlaces, newPlaces, placeFaults } from './places.ts'
import { countryOf, employerFaults, isVisible, mayManage } from './queries.ts'
import { recordFor } from './record.ts'
import { dateFaults } from './rules.ts'
import { duplicates } from './uniqueness.ts'

export { addressesOf } from './addresses.ts'
export { differing, updateEmployee } from './editing.ts'
export { applyOwnChanges, lockRecord, ownFaults } from './own-changes.ts'
export { countryOf, isVisible } from './queries.ts'
export { type FoundRecord, lastFour, recordOf } from './record.ts'
export { holdRights, managementProfiles, putProfiles } from './rights.ts'

/**
 * Makes a user with an employee's record, their stay, profiles and the words by which they are found, as evidence.
 * Sectors, locations, positions and cost centres that nothing has yet are made. Answers the id. It invites nobody:
 * see `inviteUser`.
 *
 * @throws {Refusal} USERNAME_TAKEN, EMPLOYEE_MAIL_TAKEN, NATIONAL_ID_TAKEN, TAX_ID_TAKEN, FILE_NUMBER_TAKEN
 */
export async function addEmployee(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  employee: NewEmployee,
  evidence: Partial<Context['evidence']> = {},
): Promise<number> {
  const id = (await addEmployees(tx, services, [employee], evidence)).get(employee.usuario)
  if (id === undefined) throw new Error('who was just made is gone')
  return id
}

/**
 * Makes an employee as an administrator does, and mails the invitation where there is an address. A check digit
 * that doesn't fit and a place that nothing has yet are asked to be confirmed, unless the company blocks the first
 * or the viewer is not full HR for the second.
 *
 * @throws {Refusal} what is wrong with which field, everything at once
 */
export function createEmployee(ctx: Context, input: EmployeeCreation) {
  const { services, session } = ctx
  return ctx.act(async (tx) => {
    const country = await countryOf(tx.db)
    const settings = await getSettings(tx)
    const places = await findPlaces(tx, input)
    const employee: NewEmployee = { ...input, mail: input.mail ?? null }
    const taxId = taxIdFaults(country, input.cuil)
    const blocked = settings['employees.check_digits'] === 'block'
    refuseAll([
      ...(input.dni === undefined && !nationalIds[country].same
        ? [makeFault('SYSTEM_API_PARAMETER_REQUIRED', 'dni')]
        : []),
      ...(!input.mail && !settings['users.mail_optional']
        ? [makeFault('INVITATION_WITHOUT_MAIL', 'mail')]
        : []),
      ...dateFaults(
        { birth: input.fecha_nacimiento ?? null, hire: input.fecha_contratacion },
        {
          today: today(session.zone, services.clock()),
          country,
          ageAtHire: settings['employees.min_age_at_hire_single'],
        },
      ),
      ...placeFaults(places, session),
      ...(await employerFaults(tx.db, input.id_empleador)),
      ...bankFaults(country, input),
      ...extrasFaults(country, input),
      ...(blocked ? taxId : []),
      ...(await duplicates(tx.db, { ...input, dni: input.dni ?? input.cuil }, services.clock())),
    ])
    if (input.reporta && !(await mayManage(tx.db, session, input.reporta)))
      refuse('MANAGER_UNKNOWN', 'reporta')
    ctx.confirm([...(blocked ? [] : taxId), ...newPlaces(places)])
    const id = await addEmployee(tx, services, employee, ctx.evidence)
    if (!(await isVisible(tx.db, session, id))) refuse('EMPLOYEE_LEAVES_REACH', 'sector')
    await inviteUser(tx, services, id, ctx.evidence)
    return recordFor(tx, services, session, id)
  })
}

/** A wrong check digit of a tax id, as a fault to refuse or to confirm. */
function taxIdFaults(country: Country, cuil: string): Fault[] {
  return checkDigitFits(country, cuil) ? [] : [makeFault('TAX_ID_CHECK_DIGIT', 'cuil')]
}
