import type { Db } from '../../shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '../../shared/visibility.ts'

/** Hashes of the last passwords before the present one. */
export async function formerHashes(db: Db, userId: number, count: number): Promise<string[]> {
  if (count <= 1) return []
  const rows = await db
    .selectFrom('password_history')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(count - 1)
    .execute()
  return rows.map((row) => row.hash)
}

/** How often the password was changed since an instant. */
export async function changesSince(db: Db, userId: number, since: Date): Promise<number> {
  const row = await db
    .selectFrom('password_history')
    .select((eb) => eb.fn.countAll<number>().as('changes'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.changes
}

/** Whether an employee is within a viewer's reach. */
export async function canReach(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('employees')
    .select('employees.id')
    .where('employees.id', '=', id)
    .where(visibleEmployees(viewer, 'employees.id'))
    .executeTakeFirst()
  return found !== undefined
}

/** How a session was opened, and whether its person has ever said whether they accept electronic documents. */
export function openingOf(db: Db, sessionId: number) {
  return db
    .selectFrom('sessions')
    .select((of) => [
      'sessions.method',
      of
        .exists(
          of
            .selectFrom('consents')
            .select('consents.id')
            .whereRef('consents.user_id', '=', 'sessions.user_id'),
        )
        .$castTo<boolean>()
        .as('decided'),
    ])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow()
}
