import { sql } from 'kysely'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'

/** Places by which a report is narrowed. */
export interface ReportPlaces {
  sector?: readonly number[] | undefined
  locacion?: readonly number[] | undefined
}

/** The types that hold salaries and that a viewer sees. */
export function salaryTypes(db: Db, viewer: Viewer) {
  return db
    .selectFrom('document_types')
    .where('is_salary', '=', true)
    .where(visibleTypes(viewer, 'document_types.id'))
    .orderBy('name')
    .select(['id', 'name as nombre'])
    .execute()
}

/** Receipts that people have, of whom a viewer reaches, of some types. */
function receipts(db: Db, viewer: Viewer, types: readonly number[], { sector, locacion }: ReportPlaces) {
  return db
    .selectFrom('documents')
    .where('documents.state', '=', 'published')
    .where('documents.type_id', 'in', types)
    .where(visibleEmployees(viewer, 'documents.employee_id'))
    .$if(Boolean(sector), (query) => query.where('documents.sector_id', 'in', [...(sector ?? [])]))
    .$if(Boolean(locacion), (query) => query.where('documents.location_id', 'in', [...(locacion ?? [])]))
}

/** Receipts by the month of publication in a zone, from a day on: one walk of one index. */
export function publishedByMonth(
  db: Db,
  viewer: Viewer & { zone: string },
  types: readonly number[],
  places: ReportPlaces,
  from: string,
) {
  const month = sql<string>`to_char(date_trunc('month', documents.published_at at time zone ${sql.lit(viewer.zone)}), 'YYYY-MM-DD')`
  return receipts(db, viewer, types, places)
    .where('documents.published_at', '>=', sql<Date>`(${from}::date::timestamp at time zone ${viewer.zone})`)
    .groupBy(month)
    .select(({ fn }) => {
      const signed = (signing: 'conforme' | 'no_conforme' | 'none') =>
        fn.countAll<number>().filterWhere('documents.signing', '=', signing)
      return [
        month.as('mes'),
        fn.countAll<number>().as('recibos'),
        signed('conforme').as('conformes'),
        signed('no_conforme').as('no_conformes'),
        signed('none').as('no_piden_firma'),
      ]
    })
}

/** Receipts by their period, signed either way or still waiting for it. */
export function signedByPeriod(
  db: Db,
  viewer: Viewer,
  types: readonly number[],
  places: ReportPlaces,
  { desde, hasta }: { desde: string; hasta: string },
) {
  return receipts(db, viewer, types, places)
    .where('documents.period', '>=', desde)
    .where('documents.period', '<=', hasta)
    .groupBy('documents.period')
    .orderBy('documents.period')
    .select(({ fn }) => [
      'documents.period as mes',
      fn
        .countAll<number>()
        .filterWhere('documents.signing', 'in', ['conforme', 'no_conforme'])
        .as('firmados'),
      fn.countAll<number>().filterWhere('documents.signing', '=', 'pending').as('sin_firmar'),
      fn.countAll<number>().filterWhere('documents.signing', '=', 'none').as('no_piden_firma'),
    ])
}
