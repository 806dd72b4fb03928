import { sql } from 'kysely'
import type { EmployeeCreation } from '#contract/employees/record.ts'
import type { ProfileKind } from '#contract/permissions/profiles.ts'
import type { EmploymentsTable } from '#server/db/schema.ts'
import type { Context } from '#server/shared/context.ts'
import { type Fact, recordEvents } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import { wordsOf } from '#server/shared/text/search.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { refuseAll } from '#server/shared/errors.ts'
import { refuseDuplicates } from '#server/shared/uniques.ts'
import { columnsOf, touches } from './columns.ts'
import { findPlaces, makePlaces, type PlaceIds, placeFields } from './places.ts'
import { countryOf, employerIds } from './queries.ts'
import { uniques } from './uniqueness.ts'
import { wordsOfPerson } from './words.ts'

/** An employee to be made by who answers for the rules: the import, the demonstration, `createEmployee`. */
export interface NewEmployee extends EmployeeCreation {
  /** Active, unless it is said otherwise. */
  state?: 'active' | 'onboarding' | 'inactive'
  /** How the stay ended, of somebody inactive. */
  ended?: { on: string; reason: NonNullable<EmploymentsTable['reason']> }
  /** The employee's own, unless it is said otherwise. */
  profiles?: readonly ProfileKind[]
  /** The filters of a limited profile; an absent half means any. */
  filters?: readonly { sector?: string; locacion?: string }[]
}

/** People of one statement. */
const batch = 500

/** Somebody who is made, with the ids of what their record names. */
export interface Newcomer {
  employee: NewEmployee
  places: PlaceIds
}

interface Writing {
  now: Date
  country: string
  evidence: Partial<Context['evidence']>
  /** The data of their first event. */
  data?: { readonly [name: string]: Fact }
}

/**
 * Makes users with their employee's record, stay, profiles and search words, and records it as evidence: all or none,
 * in a few statements a batch. Makes the sectors, locations, positions and cost centres that don't exist yet.
 * `reportsTo` is a user name, which may be another one of the batch. Returns the ids by user name.
 *
 * @throws {Refusal} USERNAME_TAKEN, EMPLOYEE_MAIL_TAKEN, NATIONAL_ID_TAKEN, TAX_ID_TAKEN, FILE_NUMBER_TAKEN
 */
export async function addEmployees(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  employees: readonly (NewEmployee & { reportsTo?: string | null })[],
  evidence: Partial<Context['evidence']> = {},
): Promise<Map<string, number>> {
  const writing = { now: services.clock(), country: await countryOf(tx.db), evidence }
  const known = new Map<string, PlaceIds>()
  const ids = new Map<string, number>()
  for (let from = 0; from < employees.length; from += batch) {
    const some: Newcomer[] = []
    for (const employee of employees.slice(from, from + batch))
      some.push({ employee, places: await placesOf(tx, employee, known) })
    const made = await insertEmployees(tx, some, writing)
    for (const [at, id] of made.entries()) ids.set(some[at]?.employee.usuario ?? '', id)
  }
  await appoint(
    tx,
    employees.flatMap(({ usuario, reportsTo }) => {
      if (!reportsTo) return []
      const [id, reporta] = [ids.get(usuario), ids.get(reportsTo)]
      if (!id || !reporta) throw new Error(`${usuario} reports to nobody of these`)
      return [{ id, reporta }]
    }),
  )
  return ids
}

/** Finds or makes each place once. */
async function placesOf(tx: Tx, employee: NewEmployee, known: Map<string, PlaceIds>): Promise<PlaceIds> {
  const ids: PlaceIds = {}
  for (const field of placeFields) {
    const wanted = employee[field]
    if (wanted === undefined) continue
    const key = `${field} ${typeof wanted === 'string' ? fold(wanted) : wanted}`
    let found = known.get(key)
    if (!found) {
      const places = await findPlaces(tx, { [field]: wanted })
      refuseAll(places.faults)
      found = { ...places.ids, ...(await makePlaces(tx, places.missing)) }
      known.set(key, found)
    }
    Object.assign(ids, found)
  }
  return ids
}

/** Writes people with everything that belongs to a record. Answers their ids in the order given. */
export async function insertEmployees(
  tx: Tx,
  people: readonly Newcomer[],
  { now, country, evidence, data }: Writing,
): Promise<number[]> {
  if (people.length === 0) return []
  // Keys are checked by plans of the time when the tables were smaller: in an empty company they would read all
  // of it for every row. One person is worth no new plans.
  if (people.length > 1) await sql`discard plans`.execute(tx.db)
  const company_id = tx.company
  const users = await refuseDuplicates(uniques, () =>
    tx.db
      .insertInto('users')
      .values(
        people.map(({ employee }) => ({
          company_id,
          username: employee.usuario,
          first_name: employee.nombre,
          last_name: employee.apellido,
          mail: employee.mail ?? null,
          country,
          created_at: now,
          created_by: evidence.actorId ?? null,
          mail_set_by: evidence.actorId ?? null,
          mail_set_at: now,
        })),
      )
      .returning(['id', 'username'])
      .execute(),
  )
  const ids = new Map(users.map(({ id, username }) => [username, id]))
  const persons = people.map(({ employee, places }) => ({
    employee,
    columns: columnsOf(employee, places, true),
    id: ids.get(employee.usuario) ?? 0,
  }))
  const [employer = null] = await employerIds(tx.db)
  await refuseDuplicates(uniques, () =>
    tx.db
      .insertInto('employees')
      .values(
        persons.map(({ id, employee, columns }) => ({
          ...columns.employee,
          // Rows of one statement have the same columns.
          extras: columns.employee.extras ?? '{}',
          company_id,
          id,
          employer_id: employee.id_empleador ?? employer,
          file_number: employee.numero_legajo,
          cuil: employee.cuil,
          dni: employee.dni ?? employee.cuil,
          state: employee.state ?? ('active' as const),
          created_at: now,
        })),
      )
      .execute(),
  )
  await tx.db
    .insertInto('employments')
    .values(
      persons.map(({ id, employee: { fecha_contratacion, state, ended } }) => ({
        company_id,
        employee_id: id,
        starts_on: fecha_contratacion,
        state: ended
          ? ('ended' as const)
          : state === 'onboarding'
            ? ('planned' as const)
            : ('running' as const),
        ends_on: ended?.on ?? null,
        reason: ended?.reason ?? null,
      })),
    )
    .execute()
  const addresses = persons.filter(({ columns }) => touches(columns.address))
  if (addresses.length > 0)
    await tx.db
      .insertInto('employee_addresses')
      .values(addresses.map(({ id, columns }) => ({ ...columns.address, company_id, employee_id: id })))
      .execute()
  const accounts = persons.filter(({ columns }) => touches(columns.bank))
  if (accounts.length > 0)
    await tx.db
      .insertInto('employee_bank_accounts')
      .values(accounts.map(({ id, columns }) => ({ ...columns.bank, company_id, employee_id: id })))
      .execute()
  await giveProfiles(tx, persons)
  for (const { id, employee } of persons) await addFilters(tx, id, employee.filters ?? [])
  await tx.db
    .insertInto('employee_words')
    .values(
      persons.flatMap(({ id, employee }) =>
        wordsOfNew(employee).map((word) => ({ company_id, word, employee_id: id })),
      ),
    )
    .execute()
  await recordEvents(
    tx,
    persons.map(({ id }) => ({
      subject: { kind: 'employee' as const, id },
      act: 'created',
      actorId: evidence.actorId ?? null,
      at: now,
      ...(data && { data }),
      ...(evidence.detail && { detail: evidence.detail }),
    })),
  )
  return persons.map(({ id }) => id)
}

function wordsOfNew(employee: NewEmployee): string[] {
  return wordsOf(
    wordsOfPerson({
      first_name: employee.nombre,
      last_name: employee.apellido,
      nickname: employee.apodo ?? null,
      username: employee.usuario,
      dni: employee.dni ?? employee.cuil,
      cuil: employee.cuil,
      file_number: employee.numero_legajo,
    }),
  )
}

async function giveProfiles(
  tx: Tx,
  persons: readonly { id: number; employee: NewEmployee }[],
): Promise<void> {
  const profiles = await tx.db.selectFrom('profiles').select(['id', 'type', 'kind']).execute()
  const given = persons.flatMap(({ id, employee }) =>
    profiles
      .filter(({ kind }) => (employee.profiles ?? ['employee']).some((wanted) => wanted === kind))
      .map((profile) => ({
        company_id: tx.company,
        user_id: id,
        profile_id: profile.id,
        type: profile.type,
      })),
  )
  await tx.db.insertInto('user_profiles').values(given).execute()
}

/** The limits of a limited profile; what they name is made where nothing has it yet. */
async function addFilters(tx: Tx, id: number, filters: NonNullable<NewEmployee['filters']>): Promise<void> {
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

/** Gives people whom they report to, once everybody is there. */
export async function appoint(tx: Tx, pairs: readonly { id: number; reporta: number }[]): Promise<void> {
  for (let from = 0; from < pairs.length; from += batch) {
    const some = pairs.slice(from, from + batch)
    await sql`update employees e set manager_id = pair.manager
      from unnest(${some.map(({ id }) => id)}::bigint[], ${some.map(({ reporta }) => reporta)}::bigint[]) as pair(id, manager)
      where e.id = pair.id`.execute(tx.db)
  }
}
