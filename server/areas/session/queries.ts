import type { Db } from '../../shared/tenancy.ts'

/** The profile under which a user has a session at a site: management at /s/, employee at /e/. */
export function profileForSite(db: Db, userId: number, site: 's' | 'e') {
  return db
    .selectFrom('user_profiles')
    .select('profile_id')
    .where('user_id', '=', userId)
    .where('type', '=', site === 's' ? 2 : 1)
    .executeTakeFirst()
}
