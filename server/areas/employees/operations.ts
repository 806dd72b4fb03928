import type { EmployeeCreation } from '#contract/employee-record.ts'
import type { Country } from '#contract/fields.ts'
import type { ProfileKind } from '#contract/profiles.ts'
import { nationalIds } from '#contract/national-ids.ts'
import type { EmploymentsTable } from '../../db/schema.ts'
import type { Context } from '../../shared/context.ts'
import { type Fault, refuse, refuseAll } from '../../shared/errors.ts'
import { recordEvent } from '../../shared/events.ts'
import { wordsOf } from '../../shared/search.ts'
import type { Services } from '../../shared/services.ts'
import { getSettings } from '../../shared/settings.ts'
import type { Tx } from '../../shared/tenancy.ts'
import { today } from '../../shared/today.ts'
import { inviteUser } from '../account/operations.ts'
import { checkDigitFits } from '../../shared/check-digits.ts'
import { bankFaults } from './bank.ts'
import { columnsOf } from './columns.ts'
import { extrasFaults } from './extras.ts'
import { findPlaces, makePlaces, newPlaces, placeFaults } from './places.ts'
import { countryOf, employerFaults, employerIds, isVisible, mayManage } from './queries.ts'
import { recordFor } from './record.ts'
import { dateFaults } from './rules.ts'
import { writeSideRecords } from './side-records.ts'
import { duplicates, orTaken } from './uniqueness.ts'

/** An employee to be made by who answers for the rules: the import, the demonstration, {@link createEmployee}. */
export interface NewEmployee extends EmployeeCreation {
  /** Active, unless it is said otherwise. */
  state?: 'active' | 'onboarding' | 'inactive'
  /** How the stay ended, of somebody inactive. */
  ended?: { on: string; reason: NonNullable<EmploymentsTable['reason']> }
  /** The employee's own, unless it is said otherwise. */
  profiles?: readonly ProfileKind[]
  /** What a limited profile sees; an absent half means any. */
  filters?: readonly { sector?: string; locacion?: string }[]
}

/**
 * Makes a user with an employee's record, their stay, profiles and the words by which they are found, as evidence.
 * Sectors, locations, positions and cost centres that nothing has yet are made. Answers the id. It invites nobody:
 * see `inviteUser`.
 *
 * @throws {Refusal} '05020'–'05024' where the user name, mail, national id, tax id or file number is taken
 */
export async function addEmployee(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  employee: NewEmployee,
  evidence: Partial<Context['evidence']> = {},
): Promise<number> {
  const now = services.clock()
  const country = await countryOf(tx.db)
  const places = await findPlaces(tx, employee)
  refuseAll(places.faults)
  const placeIds = { ...places.ids, ...(await makePlaces(tx, places.missing)) }
  const columns = columnsOf(employee, placeIds, true)
  const company_id = tx.company
  const id = await orTaken(async () => {
    const user = await tx.db
      .insertInto('users')
      .values({
        company_id,
        username: employee.usuario,
        first_name: employee.nombre,
        last_name: employee.apellido,
        mail: employee.mail ?? null,
        country,
        created_at: now,
        created_by: evidence.actorId ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('employees')
      .values({
        ...columns.employee,
        company_id,
        id: user.id,
        employer_id: employee.id_empleador ?? (await employerIds(tx.db))[0] ?? null,
        file_number: employee.numero_legajo,
        cuil: employee.cuil,
        dni: employee.dni ?? employee.cuil,
        state: employee.state ?? 'active',
        created_at: now,
      })
      .execute()
    return user.id
  })
  const ends = employee.ended
  await tx.db
    .insertInto('employments')
    .values({
      company_id,
      employee_id: id,
      starts_on: employee.fecha_contratacion,
      state: ends ? 'ended' : employee.state === 'onboarding' ? 'planned' : 'running',
      ...(ends && { ends_on: ends.on, reason: ends.reason }),
    })
    .execute()
  await writeSideRecords(tx, id, columns)
  await giveProfiles(tx, id, employee.profiles ?? ['employee'])
  await addFilters(tx, id, employee.filters ?? [])
  await indexWords(tx, id)
  await recordEvent(tx, {
    subject: { kind: 'employee', id },
    act: 'created',
    actorId: evidence.actorId ?? null,
    at: now,
    ...(evidence.detail && { detail: evidence.detail }),
  })
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
        ? [{ code: 'SYSTEM_API_PARAMETER_REQUIRED', field: 'dni' } as const]
        : []),
      ...(!input.mail && !settings['users.mail_optional'] ? [{ code: '05035', field: 'mail' } as const] : []),
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
      ...bankFaults(country, input.cbu),
      ...extrasFaults(country, input),
      ...(blocked ? taxId : []),
      ...(await duplicates(tx.db, { ...input, dni: input.dni ?? input.cuil })),
    ])
    if (input.reporta && !(await mayManage(tx.db, session, input.reporta))) refuse('05033', 'reporta')
    ctx.confirm([...(blocked ? [] : taxId), ...newPlaces(places)])
    const id = await addEmployee(tx, services, employee, ctx.evidence)
    if (!(await isVisible(tx.db, session, id))) refuse('05034', 'sector')
    await inviteUser(tx, services, id, ctx.evidence)
    return recordFor(tx, services, session, id)
  })
}

/** What a tax id's check digit has wrong, to be refused or to be confirmed. */
function taxIdFaults(country: Country, cuil: string): Fault[] {
  return checkDigitFits(country, cuil) ? [] : [{ code: '05026', field: 'cuil' }]
}

/** The words by which somebody is found: O’Higgins as ohiggins too, file number 00412 as 412 too. */
export async function indexWords(tx: Tx, id: number): Promise<void> {
  const person = await tx.db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .select(['first_name', 'last_name', 'nickname', 'username', 'dni', 'cuil', 'file_number'])
    .where('employees.id', '=', id)
    .executeTakeFirstOrThrow()
  const words = wordsOf(wordsOfPerson(person))
  await tx.db.deleteFrom('employee_words').where('employee_id', '=', id).execute()
  await tx.db
    .insertInto('employee_words')
    .values(words.map((word) => ({ company_id: tx.company, word, employee_id: id })))
    .execute()
}

interface Named {
  first_name: string
  last_name: string
  nickname: string | null
  username: string
  dni: string
  cuil: string
  file_number: string
}

/** Everything that somebody is found by, as one text. */
export function wordsOfPerson(person: Named): string {
  const said = [
    person.first_name,
    person.last_name,
    person.nickname,
    person.username,
    person.dni,
    person.cuil,
    person.file_number,
  ].join(' ')
  return [said, said.replace(/['’]/g, ''), person.file_number.replace(/^0+/, '')].join(' ')
}

async function giveProfiles(tx: Tx, id: number, kinds: readonly ProfileKind[]): Promise<void> {
  const profiles = await tx.db
    .selectFrom('profiles')
    .select(['id', 'type'])
    .where('kind', 'in', kinds)
    .execute()
  await tx.db
    .insertInto('user_profiles')
    .values(
      profiles.map((profile) => ({
        company_id: tx.company,
        user_id: id,
        profile_id: profile.id,
        type: profile.type,
      })),
    )
    .execute()
}

/** The limits of a limited profile; what they name is made where nothing has it yet. */
export async function addFilters(
  tx: Tx,
  id: number,
  filters: NonNullable<NewEmployee['filters']>,
): Promise<void> {
  for (const filter of filters) {
    const { ids, missing } = await findPlaces(tx, filter)
    const made = { ...ids, ...(await makePlaces(tx, missing)) }
    await tx.db
      .insertInto('user_filters')
      .values({
        company_id: tx.company,
        user_id: id,
        sector_id: made.sector ?? null,
        location_id: made.locacion ?? null,
      })
      .execute()
  }
}
