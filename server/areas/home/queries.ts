import { type NotNull, sql } from 'kysely'
import { lapsingDays } from '#contract/uploads.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { visibleDocuments, visibleNow } from '#server/shared/reading/documents.ts'
import type { Viewer } from '#server/shared/visibility.ts'

/** How many of the newest documents a home looks at; older ones are in the list. */
const latest = 10_000
const publicationsShown = 5
const periodsShown = 2

/** Documents that wait for the company's signature, and since when the oldest. */
export function waitingForCompany(db: Db, viewer: Viewer) {
  return visibleDocuments(db, viewer, ['waiting_company_signature'])
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('documents.created_at').as('desde')])
    .executeTakeFirstOrThrow()
}

/** Documents signed without agreement whose case is open, and the oldest case. */
export async function openDisagreements(db: Db, viewer: Viewer) {
  const open = visibleDocuments(db, viewer, ['published'])
    .innerJoin('disagreements', 'disagreements.document_id', 'documents.id')
    .where('disagreements.state', '=', 'open')
  const { n } = await open.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const oldest = await open
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .orderBy('disagreements.opened_at')
    .limit(1)
    .select(['disagreements.opened_at as fecha', 'users.sort_name as colaborador'])
    .$narrowType<{ colaborador: NotNull }>()
    .executeTakeFirst()
  return { no_conforme: n, no_conforme_desde: oldest ?? null }
}

/**
 * How many people can see something that they have not signed, of each of the newest periods, and the newest reminder
 * that any of them got.
 */
export function peopleWhoHaveNotSigned(db: Db, viewer: Viewer, now: Date) {
  return visibleDocuments(db, viewer, ['published'])
    .where(visibleNow(now))
    .where('documents.signing', '=', 'pending')
    .where('documents.period', 'is not', null)
    .groupBy('documents.period')
    .orderBy('documents.period', 'desc')
    .limit(periodsShown)
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('mails')
          .whereRef('mails.user_id', '=', 'documents.employee_id')
          .where('mails.event', '=', 'signature_reminder')
          .where('mails.state', '<>', 'failed')
          .select(({ fn }) => fn.max('mails.created_at').as('at'))
          .as('reminded'),
      (on) => on.onTrue(),
    )
    .select(({ fn }) => [
      fn.count<number>('documents.employee_id').distinct().as('personas'),
      fn.max('reminded.at').as('recordado'),
    ])
    .select('documents.period as periodo')
    .$narrowType<{ periodo: string }>()
    .execute()
}

/** Documents of record that lapse from a day on, within thirty days. */
export async function countLapsing(db: Db, viewer: Viewer, day: string): Promise<number> {
  const { n } = await visibleDocuments(db, viewer, ['published'])
    .where('documents.expires_on', '>=', day)
    .where(sql<boolean>`documents.expires_on <= ${day}::date + ${lapsingDays}::int`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The latest publications, by type and period; papers that employees sent are none. */
export function latestPublications(db: Db, viewer: Viewer) {
  const published = visibleDocuments(db, viewer, ['published'])
    .where('documents.source', '<>', 'employee')
    .orderBy('documents.published_at', (by) => by.desc().nullsLast())
    .orderBy('documents.id', 'desc')
    .limit(latest)
    .select(['documents.type_id', 'documents.period', 'documents.signing', 'documents.published_at'])
  const countOf = (signing: 'conforme' | 'no_conforme' | 'pending') =>
    sql<number>`count(*) filter (where recent.signing = ${signing})`
  return db
    .selectFrom(published.as('recent'))
    .innerJoin('document_types', 'document_types.id', 'recent.type_id')
    .groupBy(['recent.type_id', 'document_types.name', 'recent.period'])
    .select(({ fn }) => [
      'recent.type_id as id_tipo',
      'document_types.name as tipo',
      'recent.period as periodo',
      fn.max('recent.published_at').as('publicado'),
      fn.countAll<number>().as('total'),
      countOf('conforme').as('conforme'),
      countOf('no_conforme').as('no_conforme'),
      countOf('pending').as('pendiente'),
    ])
    .orderBy('publicado', 'desc')
    .limit(publicationsShown)
    .execute()
}
