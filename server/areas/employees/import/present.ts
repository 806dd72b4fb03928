import { sql } from 'kysely'
import { fold } from '#server/shared/text/fold.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import type { Known, Present } from './check.ts'
import type { ReadLine } from './lines.ts'
import { countryOf, visible } from '../queries.ts'
import { placeFields, placesOf } from '../places.ts'
import { records } from '../record.ts'
import { formerOwners } from '../uniqueness.ts'

/** The importing user: a viewer under a profile, with their company's zone. */
export interface Importer extends Viewer {
  profileId: number
  zone: string
}

/** Loads the facts about the company, once per file. */
export async function knownOf(tx: Tx, viewer: Importer, now: Date): Promise<Known> {
  const places = {} as Known['places']
  for (const field of placeFields) {
    const rows = await placesOf(tx, field)
    places[field] = new Map(rows.map((row) => [fold(row.nombre), row]))
  }
  return {
    country: await countryOf(tx.db),
    settings: await getSettings(tx),
    today: today(viewer.zone, now),
    userId: viewer.userId,
    makesPlaces: viewer.profileKind === 'hr',
    places,
    reaches: await reachOf(tx, viewer),
  }
}

/** Whether a new person would be within reach: the rule of `visibleEmployees`, for somebody who is not stored yet. */
async function reachOf(tx: Tx, viewer: Importer): Promise<Known['reaches']> {
  if (viewer.profileKind === 'hr') return ({ confidencial }) => viewer.seesConfidential || !confidencial
  if (viewer.profileKind !== 'limited') return () => false
  const filters = await tx.db
    .selectFrom('user_filters')
    .select(['sector_id', 'location_id'])
    .where('user_id', '=', viewer.userId)
    .execute()
  const own = await tx.db
    .selectFrom('employees')
    .select(['sector_id', 'location_id'])
    .where('id', '=', viewer.userId)
    .where((where) => where.or([where('sector_id', 'is not', null), where('location_id', 'is not', null)]))
    .execute()
  const pairs = filters.length > 0 ? filters : own
  return ({ sector, locacion, confidencial }) =>
    (viewer.seesConfidential || !confidencial) &&
    pairs.some(
      (pair) =>
        (pair.sector_id === null || pair.sector_id === sector) &&
        (pair.location_id === null || pair.location_id === locacion),
    )
}

/** Finds the employees that a batch of lines refers to, and the holders of its identifiers. */
export async function presentOf(
  tx: Tx,
  viewer: Viewer,
  now: Date,
  lines: readonly ReadLine[],
): Promise<Present> {
  const texts = (field: keyof ReadLine['texts']) => lines.flatMap(({ texts: said }) => said[field] ?? [])
  const cuils = texts('cuil')
  const found = await records(tx.db, viewer)
    .where('employees.cuil', '=', sql<string>`any(${cuils})`)
    .execute()
  // A user name that a line doesn't say is the tax id.
  const usernames = [...texts('usuario'), ...texts('dni'), ...cuils].map(fold)
  const mails = texts('mail').map(fold)
  const asIds = texts('usuario').map((name) => name.toUpperCase())
  const dnis = [...texts('dni'), ...cuils, ...asIds]
  const numbers = texts('numero_legajo').map((number) => number.toUpperCase())
  const users = await tx.db
    .selectFrom('users')
    .select(['id', 'username_key', 'mail_key'])
    .where(sql<boolean>`(username_key = any(${usernames}) or mail_key = any(${mails}))`)
    .execute()
  const employees = await tx.db
    .selectFrom('employees')
    .select(['id', 'cuil', 'dni', 'file_number'])
    .where(
      sql<boolean>`(cuil = any(${[...cuils, ...asIds]}) or dni = any(${dnis}) or file_number = any(${numbers}))`,
    )
    .execute()
  return {
    byCuil: new Map(found.map((record) => [record.cuil, record])),
    holders: {
      usuario: new Map([
        ...(await formerOwners(tx.db, usernames, now)),
        ...users.flatMap((user) => (user.username_key ? [[user.username_key, user.id] as const] : [])),
      ]),
      mail: new Map(users.flatMap((user) => (user.mail_key ? [[user.mail_key, user.id]] : []))),
      cuil: new Map(employees.map((one) => [one.cuil, one.id])),
      dni: new Map(employees.map((one) => [one.dni, one.id])),
      numero_legajo: new Map(employees.map((one) => [one.file_number, one.id])),
    },
  }
}

/** Possible managers within reach, by tax id and by file number. */
export async function managersOf(
  tx: Tx,
  viewer: Viewer,
  said: readonly string[],
): Promise<Map<string, number>> {
  if (said.length === 0) return new Map()
  const wanted = [...new Set(said)]
  const rows = await visible(tx.db, viewer)
    .select(['employees.id', 'employees.cuil', 'employees.file_number'])
    .where('employees.state', '<>', 'inactive')
    .where(sql<boolean>`(employees.cuil = any(${wanted}) or employees.file_number = any(${wanted}))`)
    .execute()
  return new Map([
    ...rows.map((row) => [row.file_number, row.id] as const),
    ...rows.map((row) => [row.cuil, row.id] as const),
  ])
}

/** The manager of each employee of the whole company. */
export async function reportingLines(tx: Tx): Promise<Map<number, number>> {
  const rows = await tx.db
    .selectFrom('employees')
    .select(['id', 'manager_id'])
    .where('manager_id', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ id, manager_id }) => (manager_id === null ? [] : [[id, manager_id] as const])),
  )
}
