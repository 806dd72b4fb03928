import { sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import type { Fault } from '#server/shared/errors.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'

export interface Identifiers {
  usuario?: string | undefined
  mail?: string | null | undefined
  dni?: string | undefined
  cuil?: string | undefined
  numero_legajo?: string | undefined
}

/** Days for which a user name that somebody gave up stays theirs. */
const daysKept = 90

/** Keeps a user name for its former owner, so that nobody else has it soon. */
export async function keepFormerName(tx: Tx, userId: number, name: string, now: Date): Promise<void> {
  await tx.db
    .insertInto('former_user_names')
    .values({
      company_id: tx.company,
      user_id: userId,
      name_key: fold(name),
      kept_until: new Date(now.getTime() + daysKept * 86_400_000),
    })
    .execute()
}

/** The owners of user names that were given up not long ago, by folded name. */
export async function formerOwners(
  db: Db,
  names: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('former_user_names')
    .select(['name_key', 'user_id'])
    .where('name_key', '=', sql<string>`any(${names})`)
    .where('kept_until', '>', now)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ name_key, user_id }) => [name_key, user_id]))
}

/**
 * Which identifiers somebody else of the company has, whoever they are: people who left and people out of the
 * viewer's reach keep theirs, and who changed their user name keeps the former one for some time. A user name that is
 * somebody else's id, or the reverse, is refused too, because it would open nothing for either. `but` is the person whose
 * they are.
 */
export async function duplicates(db: Db, wanted: Identifiers, now: Date, but = 0): Promise<Fault[]> {
  const user = (column: 'username_key' | 'mail_key', value: string | null | undefined) =>
    value
      ? sql<boolean>`exists (select from users where ${sql.ref(column)} = ${fold(value)} and id <> ${but})`
      : sql<boolean>`false`
  const employee = (column: 'dni' | 'cuil' | 'file_number', value: string | undefined) =>
    value
      ? sql<boolean>`exists (select from employees where ${sql.ref(column)} = ${value} and id <> ${but})`
      : sql<boolean>`false`
  const former = wanted.usuario
    ? sql<boolean>`exists (select from former_user_names
        where name_key = ${fold(wanted.usuario)} and kept_until > ${now} and user_id <> ${but})`
    : sql<boolean>`false`
  const asId = wanted.usuario?.toUpperCase()
  const taken = await db
    .selectNoFrom([
      sql<boolean>`${user('username_key', wanted.usuario)} or ${former}`.as('usuario'),
      user('mail_key', wanted.mail).as('mail'),
      employee('dni', wanted.dni).as('dni'),
      employee('cuil', wanted.cuil).as('cuil'),
      employee('file_number', wanted.numero_legajo).as('numero_legajo'),
      sql<boolean>`${employee('dni', asId)} or ${employee('cuil', asId)}`.as('usuario_otro'),
      user('username_key', wanted.dni).as('dni_otro'),
      user('username_key', wanted.cuil).as('cuil_otro'),
    ])
    .executeTakeFirstOrThrow()
  const faults = Object.values(uniques).filter(({ field }) => taken[field])
  // A value that is refused in one field is said there alone: many sign in by their tax id as user name.
  const said = new Set(faults.map(({ field }) => fold(wanted[field] ?? '')))
  const ofOtherKinds = (['usuario', 'dni', 'cuil'] as const).filter(
    (field) => taken[`${field}_otro`] && !said.has(fold(wanted[field] ?? '')),
  )
  return [...faults, ...ofOtherKinds.map((field) => makeFault('SIGN_IN_NAME_TAKEN', field))]
}

/** The constraint of each identifier, with the refusal where somebody else has it. */
export const uniques = {
  users_company_id_username_key_key: makeFault('USERNAME_TAKEN', 'usuario'),
  users_company_id_mail_key_key: makeFault('EMPLOYEE_MAIL_TAKEN', 'mail'),
  employees_company_id_dni_key: makeFault('NATIONAL_ID_TAKEN', 'dni'),
  employees_company_id_cuil_key: makeFault('TAX_ID_TAKEN', 'cuil'),
  employees_company_id_file_number_key: makeFault('FILE_NUMBER_TAKEN', 'numero_legajo'),
} as const
