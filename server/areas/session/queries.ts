import type { Db } from '#server/shared/tenancy.ts'

/** The profile under which a user has a session at a site: management at /s/, employee at /e/. */
export function profileForSite(db: Db, userId: number, site: 's' | 'e') {
  return db
    .selectFrom('user_profiles')
    .select('profile_id')
    .where('user_id', '=', userId)
    .where('type', '=', site === 's' ? 2 : 1)
    .executeTakeFirst()
}

/** When the last stay of somebody inactive ended (ISO), and whose they were; undefined for everybody else. */
export function formerStay(db: Db, userId: number) {
  return db
    .selectFrom('employees')
    .innerJoin('companies', 'companies.id', 'employees.company_id')
    .innerJoin('employments', 'employments.employee_id', 'employees.id')
    .select(['companies.name as company', 'companies.zone', 'employments.ends_on as ended'])
    .where('employees.id', '=', userId)
    .where('employees.state', '=', 'inactive')
    .where('employments.state', '=', 'ended')
    .where('employments.ends_on', 'is not', null)
    .orderBy('employments.ends_on', 'desc')
    .$narrowType<{ ended: string }>()
    .executeTakeFirst()
}

/** Whether somebody has a confirmed second factor. */
export async function hasFactor(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether somebody has a factor that passes a lock of wrong passwords: codes by mail, or a passkey. */
export async function passesLock(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('kind', '<>', 'totp')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a profile requires a second factor of its people, and from when; `from` null: since ever. */
export function requirementOf(db: Db, profileId: number) {
  return db
    .selectFrom('profiles')
    .select(['mfa_required as required', 'mfa_from as from'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
}
