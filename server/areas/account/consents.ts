import { sql } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'
import { recordedAccess } from '#server/shared/reading/access.ts'
import { visibleNow } from '#server/shared/reading/documents.ts'
import { latestConsent } from '#server/shared/reading/people.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'

const stored = { rechazado: 'refused', retirado: 'withdrawn' } as const
const spoken = { given: 'otorgado', refused: 'rechazado', withdrawn: 'retirado' } as const
type Declined = keyof typeof stored

/**
 * A page of the employees within reach whose consent in force is a refusal or a withdrawal, by name, and how many there
 * are. `pendientes` counts the documents that wait for their signature on paper, are visible to them, and are of types that
 * the viewer sees.
 */
export async function listDeclined(
  db: Db,
  viewer: Viewer,
  decisions: readonly Declined[],
  { limit, offset }: { limit: number; offset: number },
  now: Date,
) {
  const all = db
    .selectFrom('consents')
    .innerJoin('employees', 'employees.id', 'consents.user_id')
    .innerJoin('users', 'users.id', 'consents.user_id')
    .where(visibleEmployees(viewer, 'employees.id'))
    .where(
      'consents.decision',
      'in',
      decisions.map((decision) => stored[decision]),
    )
    .where('consents.id', '=', latestConsent('employees.id', 'id'))
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
    .select([
      'employees.id',
      sql<string>`users.sort_name`.as('nombre'),
      'employees.file_number as numero_legajo',
      'employees.cuil',
      'sectors.name as sector',
      'consents.decision',
      'consents.decided_at as fecha',
      sql<number>`(select count(*) from documents d where d.employee_id = employees.id
        and d.state = 'published' and d.signing = 'pending' and ${visibleNow(now, 'd')}
        and ${visibleTypes(viewer, 'd.type_id')})::int`.as('pendientes'),
    ])
    .$narrowType<{ decision: 'refused' | 'withdrawn' }>()
    .orderBy('users.sort_name')
    .orderBy('employees.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const data = rows.map((row) => ({
    ...row,
    decision: row.decision === 'refused' ? ('rechazado' as const) : ('retirado' as const),
  }))
  return { data, total }
}

/** Somebody's consent in force, with the company's access by which they gave it; nulls where they were never asked. */
export async function consentInForce(db: Db, userId: number) {
  const found = await db
    .selectFrom('consents')
    .leftJoin('events', (on) =>
      on
        .on('events.subject_kind', '=', 'credential')
        .onRef('events.subject_id', '=', 'consents.user_id')
        .onRef('events.at', '=', 'consents.decided_at')
        .on('events.act', '=', sql`'consent_' || consents.decision`),
    )
    .select(['consents.decision', 'consents.decided_at as fecha', recordedAccess().as('acceso')])
    .where('consents.user_id', '=', userId)
    .where('consents.id', '=', latestConsent('consents.user_id', 'id'))
    .limit(1)
    .executeTakeFirst()
  return {
    decision: found ? spoken[found.decision] : null,
    fecha: found?.fecha ?? null,
    acceso: found?.acceso ?? null,
  }
}
