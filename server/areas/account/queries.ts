import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'

/** Hashes of the last passwords before the present one. */
export async function formerHashes(db: Db, userId: number, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('password_history')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(count)
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

/**
 * Values of an employee's record that their password must not contain: name, ids, phone, personal mail, and the date of
 * birth in usual forms (DDMMYYYY, DDMMYY, YYYYMMDD).
 */
export async function recordWords(db: Db, userId: number): Promise<(string | null)[]> {
  const record = await db
    .selectFrom('employees')
    .select(['birth_date', 'file_number', 'nickname', 'phone', 'personal_mail'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!record) return []
  const [year = '', month = '', day = ''] = record.birth_date?.split('-') ?? []
  return [
    record.file_number,
    record.nickname,
    record.phone,
    record.personal_mail,
    ...(year ? [day + month + year, day + month + year.slice(2), year + month + day] : []),
  ]
}

/** Where an employee also reads mail, beside the account's own address; null where nowhere. */
export async function personalMailOf(db: Db, userId: number): Promise<string | null> {
  const record = await db
    .selectFrom('employees')
    .select('personal_mail')
    .where('id', '=', userId)
    .executeTakeFirst()
  return record?.personal_mail ?? null
}

/** The sites at which somebody has a profile: the portal first. */
export async function sitesOf(db: Db, userId: number): Promise<('s' | 'e')[]> {
  const rows = await db
    .selectFrom('user_profiles')
    .select('type')
    .where('user_id', '=', userId)
    .where('type', 'in', [1, 2])
    .orderBy('type', 'desc')
    .execute()
  return rows.map(({ type }) => (type === 2 ? 's' : 'e'))
}
