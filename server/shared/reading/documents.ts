import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ListedState, SentState } from '#contract/documents/documents.ts'
import type { Db } from '../tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '../visibility.ts'

/** Documents that a viewer may see, by reach and by folder filter; only those in `states` where these are given. */
export function visibleDocuments(db: Db, viewer: Viewer, states?: readonly (ListedState | SentState)[]) {
  return db
    .selectFrom('documents')
    .$if(states !== undefined, (query) => query.where('documents.state', 'in', states ?? []))
    .where(visibleEmployees(viewer, 'documents.employee_id'))
    .where(visibleTypes(viewer, 'documents.type_id'))
}

/**
 * Whether the hour from which the employee sees a document has come; without one it is visible at once. `documents`
 * is the table or its alias.
 */
export function visibleNow(now: Date, documents = 'documents'): RawBuilder<SqlBool> {
  const from = sql.ref(`${documents}.visible_from`)
  return sql<SqlBool>`(${from} is null or ${from} <= ${now})`
}

/** The rule of {@link visibleNow} for an hour that was already read. */
export function hasBecomeVisible(visibleFrom: Date | null, now: Date): boolean {
  return visibleFrom === null || visibleFrom <= now
}

/**
 * Whether the days that a document's type gives to sign or read it are over. The last day counts whole: a document
 * published on the 4th with 5 days is overdue from the 10th on, in the company's zone. The days of a scheduled
 * document begin at its hour. Without a number of days nothing is overdue.
 */
export function overdue(now: Date | RawBuilder<Date>, zone: string): RawBuilder<SqlBool> {
  const due = sql`(select ((${now}::timestamptz at time zone ${zone})::date - type.days_to_sign)::timestamp
    at time zone ${zone} from document_types type where type.id = documents.type_id)`
  return sql<SqlBool>`(documents.published_at < ${due}
    and (documents.visible_from is null or documents.visible_from < ${due}))`
}
