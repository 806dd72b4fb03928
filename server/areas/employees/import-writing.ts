import { sql } from 'kysely'
import type { Context } from '../../shared/context.ts'
import { recordEvent } from '../../shared/events.ts'
import { fold } from '../../shared/fold.ts'
import { wordsOf } from '../../shared/search.ts'
import type { Tx } from '../../shared/tenancy.ts'
import { columnsOf, touches } from './columns.ts'
import { wasAndIs, writeChanges } from './editing.ts'
import type { CheckedLine } from './import-check.ts'
import { wordsOfPerson } from './operations.ts'
import { makePlaces, type PlaceIds } from './places.ts'
import { employerIds } from './queries.ts'
import { orTaken } from './uniqueness.ts'

const batch = 500

interface Writing {
  now: Date
  country: string
  evidence: Context['evidence']
  onProgress: (done: number) => Promise<void>
}

/**
 * Writes what was checked, in the caller's transaction: all of it or nothing. Answers the ids of those who were
 * made, by their lines. It invites nobody, sets no password and gives no profile but the employee's.
 */
export async function writeLines(
  tx: Tx,
  lines: readonly CheckedLine[],
  writing: Writing,
): Promise<Map<number, number>> {
  const made = new Map<number, number>()
  const places = new Map<string, number>()
  const placeIds = async (line: CheckedLine): Promise<PlaceIds> => {
    const ids: PlaceIds = { ...line.placeIds }
    for (const { field, name } of line.missingPlaces) {
      const key = `${field} ${fold(name)}`
      const known = places.get(key) ?? (await makePlaces(tx, [{ field, name }]))[field]
      if (known) places.set(key, known)
      ids[field] = known ?? null
    }
    return ids
  }
  let done = 0
  const news = lines.filter(({ kind }) => kind === 'new')
  const employer = (await employerIds(tx.db))[0] ?? null
  for (let from = 0; from < news.length; from += batch) {
    // Keys are checked by plans of the time when the tables were smaller: in an empty company they would read all
    // of it for every row.
    await sql`discard plans`.execute(tx.db)
    const some: Newcomer[] = []
    for (const line of news.slice(from, from + batch)) some.push({ line, places: await placeIds(line) })
    for (const [line, id] of await insertPeople(tx, some, employer, writing)) made.set(line, id)
    await writing.onProgress((done += some.length))
  }
  for (const line of lines) {
    if (line.kind !== 'changed' || !line.before || !line.edit) continue
    const edit = { ...line.edit, ...managerOf(line, made) }
    await writeChanges(tx, line.before.id, edit, await placeIds(line))
    await recordEvent(tx, {
      subject: { kind: 'employee', id: line.before.id },
      act: 'changed',
      actorId: writing.evidence.actorId,
      at: writing.now,
      data: { fields: Object.keys(edit), import: true },
      detail: { ...writing.evidence.detail, text: JSON.stringify(wasAndIs(line.before, edit)) },
    })
    done++
    if (done % 100 === 0) await writing.onProgress(done)
  }
  await appoint(tx, news, made)
  return made
}

function managerOf(line: CheckedLine, made: ReadonlyMap<number, number>): { reporta?: number } {
  if (!line.reportsTo) return {}
  const id = 'id' in line.reportsTo ? line.reportsTo.id : made.get(line.reportsTo.line)
  return id === undefined ? {} : { reporta: id }
}

/** Who is new gets whom they report to once everybody is there. */
async function appoint(
  tx: Tx,
  news: readonly CheckedLine[],
  made: ReadonlyMap<number, number>,
): Promise<void> {
  const pairs = news.flatMap((line) => {
    const { reporta } = managerOf(line, made)
    const id = made.get(line.line)
    return reporta && id ? [{ id, reporta }] : []
  })
  for (let from = 0; from < pairs.length; from += batch) {
    const some = pairs.slice(from, from + batch)
    await sql`update employees e set manager_id = pair.manager
      from unnest(${some.map(({ id }) => id)}::bigint[], ${some.map(({ reporta }) => reporta)}::bigint[]) as pair(id, manager)
      where e.id = pair.id`.execute(tx.db)
  }
}

interface Newcomer {
  line: CheckedLine
  places: PlaceIds
}

async function insertPeople(
  tx: Tx,
  people: readonly Newcomer[],
  employer: number | null,
  { now, country, evidence }: Writing,
): Promise<Map<number, number>> {
  const company_id = tx.company
  const whole = people.flatMap(({ line, places }) =>
    line.creation
      ? [{ line: line.line, creation: line.creation, columns: columnsOf(line.creation, places, true) }]
      : [],
  )
  if (whole.length === 0) return new Map()
  const users = await orTaken(() =>
    tx.db
      .insertInto('users')
      .values(
        whole.map(({ creation }) => ({
          company_id,
          username: creation.usuario,
          first_name: creation.nombre,
          last_name: creation.apellido,
          mail: creation.mail ?? null,
          country,
          created_at: now,
          created_by: evidence.actorId,
        })),
      )
      .returning(['id', 'username'])
      .execute(),
  )
  const ids = new Map(users.map(({ id, username }) => [username, id]))
  const persons = whole.map((one) => ({ ...one, id: ids.get(one.creation.usuario) ?? 0 }))
  await orTaken(() =>
    tx.db
      .insertInto('employees')
      .values(
        persons.map(({ id, creation, columns }) => ({
          ...columns.employee,
          // Rows of one statement have the same columns.
          extras: columns.employee.extras ?? '{}',
          company_id,
          id,
          employer_id: employer,
          file_number: creation.numero_legajo,
          cuil: creation.cuil,
          dni: creation.dni ?? creation.cuil,
          state: 'active' as const,
          created_at: now,
        })),
      )
      .execute(),
  )
  await tx.db
    .insertInto('employments')
    .values(
      persons.map(({ id, creation }) => ({
        company_id,
        employee_id: id,
        starts_on: creation.fecha_contratacion,
        state: 'running' as const,
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
  await giveEmployeeProfile(
    tx,
    persons.map(({ id }) => id),
  )
  await tx.db
    .insertInto('employee_words')
    .values(
      persons.flatMap(({ id, creation }) =>
        wordsOf(
          wordsOfPerson({
            first_name: creation.nombre,
            last_name: creation.apellido,
            nickname: creation.apodo ?? null,
            username: creation.usuario,
            dni: creation.dni ?? creation.cuil,
            cuil: creation.cuil,
            file_number: creation.numero_legajo,
          }),
        ).map((word) => ({ company_id, word, employee_id: id })),
      ),
    )
    .execute()
  for (const { id } of persons)
    await recordEvent(tx, {
      subject: { kind: 'employee', id },
      act: 'created',
      actorId: evidence.actorId,
      at: now,
      data: { import: true },
      detail: evidence.detail,
    })
  return new Map(persons.map(({ line, id }) => [line, id]))
}

async function giveEmployeeProfile(tx: Tx, ids: readonly number[]): Promise<void> {
  const profile = await tx.db
    .selectFrom('profiles')
    .select(['id', 'type'])
    .where('kind', '=', 'employee')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('user_profiles')
    .values(
      ids.map((user_id) => ({ company_id: tx.company, user_id, profile_id: profile.id, type: profile.type })),
    )
    .execute()
}
