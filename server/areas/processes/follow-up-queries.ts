import { type NotNull, type RawBuilder, sql } from 'kysely'
import { publishingKinds } from '#contract/processes/kinds.ts'
import { farthestRow } from '#server/shared/list.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { visibleDocuments } from '#server/shared/reading/documents.ts'
import { knownProcesses } from './queries.ts'

/** Processes of which something within a viewer's reach was published, whatever has become of it. */
export function publishedProcesses(db: Db, viewer: Viewer) {
  return knownProcesses(db, viewer)
    .where('processes.kind', 'in', publishingKinds)
    .where('processes.step', 'in', ['publishing', 'done'])
    .where('processes.status', '<>', 'cancelled')
    .where((where) => where.exists(documentsOf(db, viewer, sql.ref('processes.id')).select('documents.id')))
    .leftJoin('document_types', 'document_types.id', 'processes.type_id')
    .leftJoin('publications', 'publications.process_id', 'processes.id')
}

/** Whether one process is among them. */
export async function hasPublished(db: Db, viewer: Session, process: number): Promise<boolean> {
  const found = await publishedProcesses(db, viewer)
    .where('processes.id', '=', process)
    .select('processes.id')
    .executeTakeFirst()
  return found !== undefined
}

/** How many of them there are, counted to one beyond the farthest row. */
export function countPublished(db: Db, viewer: Viewer) {
  const counted = publishedProcesses(db, viewer)
    .select('processes.id')
    .limit(farthestRow + 1)
  return db.selectFrom(counted.as('counted')).select(({ fn }) => fn.countAll<number>().as('total'))
}

/** The same, for a page that has no row to carry the number. */
export async function countAllPublished(db: Db, viewer: Viewer): Promise<number> {
  return (await countPublished(db, viewer).executeTakeFirstOrThrow()).total
}

/** Documents of a process that a viewer may see, published or cancelled since. */
export function documentsOf(db: Db, viewer: Viewer, process: number | RawBuilder<number>) {
  return visibleDocuments(db, viewer, ['published', 'cancelled']).where(
    'documents.process_item_id',
    'in',
    (from) => from.selectFrom('process_items').select('process_items.id').where('process_id', '=', process),
  )
}

/** Read and signed, by the sector of the day of publication, those without one last. */
export function sectorsOf(db: Db, viewer: Session, process: number) {
  return documentsOf(db, viewer, process)
    .where('documents.state', '=', 'published')
    .leftJoin('sectors', 'sectors.id', 'documents.sector_id')
    .select(({ fn }) => {
      const signed = (signing: 'conforme' | 'no_conforme' | 'pending' | 'none') =>
        fn.countAll<number>().filterWhere('documents.signing', '=', signing)
      return [
        'documents.sector_id as id',
        'sectors.name as sector',
        fn.countAll<number>().as('publicados'),
        fn.count<number>('documents.first_read_at').as('leidos'),
        signed('conforme').as('conformes'),
        signed('no_conforme').as('no_conformes'),
        signed('pending').as('sin_firmar'),
        signed('none').as('sin_firma'),
      ]
    })
    .groupBy(['documents.sector_id', 'sectors.name'])
    .orderBy('sectors.name', (by) => by.asc().nullsLast())
    .execute()
}

/** How many were cancelled since, and when the first was published. */
export function otherFacts(db: Db, viewer: Session, process: number) {
  return documentsOf(db, viewer, process)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('documents.state', '=', 'cancelled').as('cancelled'),
      fn.min('documents.published_at').as('published'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * The newest mail that told each person of what a process published. It is about one of their documents, which may
 * have been cancelled since.
 */
function newestMails(db: Db, viewer: Session, process: number) {
  return db
    .selectFrom('mails')
    .distinctOn('mails.user_id')
    .where('mails.event', '=', 'new_document')
    .where('mails.subject_kind', '=', 'document')
    .where('mails.subject_id', 'in', documentsOf(db, viewer, process).select('documents.id'))
    .where('mails.user_id', 'is not', null)
    .orderBy('mails.user_id')
    .orderBy('mails.id', 'desc')
    .select([
      'mails.id',
      'mails.user_id',
      'mails.state',
      'mails.to_address',
      'mails.reason',
      'mails.attempts',
      'mails.subject_id',
    ])
}

/** People of a publication by what became of the mail that told them. */
export async function noticesOf(db: Db, viewer: Session, process: number) {
  const people = documentsOf(db, viewer, process)
    .where('documents.state', '=', 'published')
    .groupBy('documents.employee_id')
    .select('documents.employee_id')
  return db
    .selectFrom(people.as('person'))
    .innerJoin('users', 'users.id', 'person.employee_id')
    .leftJoin(newestMails(db, viewer, process).as('told'), 'told.user_id', 'person.employee_id')
    .select(({ fn }) => {
      const of = (state: 'sent' | 'failed' | 'queued') =>
        fn.countAll<number>().filterWhere('told.state', '=', state)
      const untold = fn.countAll<number>().filterWhere('told.id', 'is', null)
      return [
        fn.countAll<number>().as('personas'),
        of('sent').as('entregados'),
        of('failed').as('rebotados'),
        of('queued').as('en_camino'),
        untold.filterWhere('users.mail_key', 'is', null).as('sin_correo'),
        untold.filterWhere('users.mail_key', 'is not', null).as('no_pedidos'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/** A page of the mails that did not arrive, by name, and how many there are. */
export async function bouncedOf(
  db: Db,
  viewer: Session,
  process: number,
  { limit, offset }: { limit: number; offset: number },
) {
  const failed = db
    .selectFrom(newestMails(db, viewer, process).as('told'))
    .innerJoin('users', 'users.id', 'told.user_id')
    .where('told.state', '=', 'failed')
    .where(
      'told.user_id',
      'in',
      documentsOf(db, viewer, process)
        .where('documents.state', '=', 'published')
        .select('documents.employee_id'),
    )
  const { total } = await failed
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await failed
    .select([
      'told.id',
      'told.user_id',
      'told.to_address',
      'told.reason',
      'told.attempts',
      'users.sort_name',
      'users.mail',
      'told.subject_id as document_id',
    ])
    .orderBy('users.sort_name')
    .orderBy('told.id')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ user_id: NotNull; sort_name: NotNull; document_id: NotNull }>()
    .execute()
  return { rows, total }
}

const casesShown = 5

/** Open cases of what a process published, the oldest few, and how many. */
export async function casesOf(db: Db, viewer: Session, process: number) {
  const open = documentsOf(db, viewer, process)
    .innerJoin('disagreements', 'disagreements.document_id', 'documents.id')
    .where('disagreements.state', '=', 'open')
    .where('documents.state', '=', 'published')
  const { total } = await open.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await open
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .leftJoin('signatures', (on) =>
      on.onRef('signatures.document_id', '=', 'documents.id').on('signatures.signer', '=', 'employee'),
    )
    .orderBy('disagreements.opened_at')
    .limit(casesShown)
    .select([
      'documents.id as documento',
      'users.sort_name as colaborador',
      'signatures.comment as motivo',
      'disagreements.opened_at as abierto',
    ])
    .$narrowType<{ colaborador: NotNull }>()
    .execute()
  return { rows, total }
}
