import { sql, type SqlBool } from 'kysely'
import type { TaughtPlace } from '#contract/folders/capture-pattern.ts'
import { type MassiveMode, modeFacts } from '#contract/massive/modes.ts'
import type { Mark } from '#contract/massive/preview.ts'
import type { Fault } from '#server/shared/errors.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'

/** Whether a viewer reaches everybody to whom a publication (a column reference) would go. */
export function reachesAllOf(viewer: Viewer, process: string) {
  return sql<SqlBool>`not exists (select from publication_items item
    where item.process_id = ${sql.ref(process)} and item.recipient_id is not null
      and not ${visibleEmployees(viewer, 'item.recipient_id')})`
}

/**
 * The massive publications that a viewer may see and act on: those begun by themselves; those that a second person
 * releases, where they reach everybody in them; and for who sees everybody those of colleagues who see no more than
 * they do. Every query of what somebody asks for starts here.
 */
export function visiblePublications(db: Db, viewer: Viewer) {
  return db
    .selectFrom('publications')
    .innerJoin('processes', 'processes.id', 'publications.process_id')
    .where('publications.mode', '<>', 'generic')
    .where(visibleTypes(viewer, 'processes.type_id'))
    .where((is) => {
      const own = is('processes.created_by', '=', viewer.userId)
      if (viewer.profileKind !== 'hr')
        return is.or([
          own,
          is.and([
            is('publications.needs_release', '=', true),
            reachesAllOf(viewer, 'publications.process_id'),
          ]),
        ])
      if (viewer.seesConfidential) return is.val(true)
      return is.or([own, sql<boolean>`not (publications.viewer -> 'seesConfidential')::boolean`])
    })
}

/** A publication within reach with all facts that its screens show, except the counts. */
export async function findPublication(db: Db, viewer: Viewer, id: number) {
  const found = await visiblePublications(db, viewer)
    .innerJoin('users', 'users.id', 'processes.created_by')
    .innerJoin('document_types as type', 'type.id', 'processes.type_id')
    .select((eb) => [
      'processes.id',
      'processes.status',
      'processes.step',
      'processes.period',
      'processes.total',
      'processes.done',
      'processes.failed',
      'processes.created_by',
      'processes.created_at',
      'processes.started_at',
      'processes.finished_at',
      eb.ref('users.sort_name').$notNull().as('creator'),
      'type.id as type_id',
      'type.name as type_name',
      'type.several_a_period',
      'type.has_period',
      'type.has_xml',
      'type.capture',
      'publications.mode',
      'publications.continues',
      'publications.type_version',
      'publications.label',
      'publications.upload_id',
      'publications.upload_name',
      'publications.upload_size',
      'publications.file_name',
      'publications.file_size',
      'publications.received',
      'publications.file_id',
      'publications.pages',
      'publications.waiting',
      'publications.read_milliseconds',
      'publications.notices',
      'publications.taught',
      'publications.layouts',
      'publications.notify',
      'publications.visible_from',
      'publications.outgoing_file_id',
      'publications.needs_release',
      'publications.released_at',
    ])
    .where('processes.id', '=', id)
    .$narrowType<{ mode: MassiveMode }>()
    .executeTakeFirst()
  return found
}
export type FoundPublication = NonNullable<Awaited<ReturnType<typeof findPublication>>>

/** Whether publishing makes the zip that is signed elsewhere, because it has not gone out yet. */
export function isToGoOut({ mode, outgoing_file_id }: FoundPublication): boolean {
  return modeFacts[mode].goesOut && outgoing_file_id === null
}

/**
 * Whether places of owners can be taught: before anything has gone out, and where pages tell whose the receipts are. In
 * a zip these may be the files' names or the XML beside them.
 */
export function isTeachable(of: FoundPublication): boolean {
  // Its file would be read again as a whole, with what is published of it.
  if (of.continues !== null) return false
  const { onePdf, goesOut } = modeFacts[of.mode]
  return (!goesOut || isToGoOut(of)) && (onePdf || (of.capture === 'first_page' && !of.has_xml))
}

/** Whether a publication has a published document that wasn't undone. */
export async function hasPublished(db: Db, process: number): Promise<boolean> {
  const found = await db
    .selectFrom('process_items')
    .innerJoin('documents', 'documents.process_item_id', 'process_items.id')
    .select('process_items.id')
    .where('process_items.process_id', '=', process)
    .where('documents.state', '=', 'published')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Places that a person has shown on a file's pages, and its exceptions before it was read with them. */
export interface Taught {
  places: TaughtPlace[]
  before: number
}

/** Why a publication stopped, or what of it isn't like the month before. */
export type Notice = Pick<Fault, 'code' | 'params'>

declare module '#server/db/schema.ts' {
  interface JsonColumns {
    'publications.notices': Notice[]
    'publications.taught': Taught
    'publication_items.marks': Mark[]
    'publication_items.fault': Notice
  }
}

/** Items of a publication whose recipient, where they have one, is within the viewer's reach. */
export function visibleItems(db: Db, viewer: Viewer, process: number) {
  return db
    .selectFrom('publication_items as item')
    .where('item.process_id', '=', process)
    .where((is) =>
      is.or([is('item.recipient_id', 'is', null), visibleEmployees(viewer, 'item.recipient_id')]),
    )
}

/** The employees who stand on pages that were added to a receipt by hand, or who were to get those pages before. */
const peopleOfAdded = sql<number[]>`array(
  with recursive added as (
    select one.id, one.shows, one.decided_for from publication_items one where one.merged_into = item.id
    union all
    select one.id, one.shows, one.decided_for from publication_items one join added on one.merged_into = added.id)
  select distinct person from added, unnest(array_append(added.shows, added.decided_for)) person
  where person is not null)`

/** Columns of a receipt in the list. */
export const itemColumns = [
  'item.id',
  'item.place',
  'item.part',
  'item.pages',
  'item.source_name',
  'item.file_id',
  'item.read_by',
  'item.confidence',
  'item.id_read',
  'item.name_read',
  'item.marks',
  'item.shows',
  'item.found',
  'item.fault',
  'item.employee_id',
  'item.suggested_id',
  'item.recipient_id',
  'item.decision',
  'item.standing',
  'item.merged_into',
  peopleOfAdded.as('people_of_added'),
] as const

/** Receipts by their ids, those out of reach left out, in the order of the file. */
export function itemsById(db: Db, viewer: Viewer, process: number, ids: readonly number[]) {
  return visibleItems(db, viewer, process)
    .leftJoin('users as decider', 'decider.id', 'item.decided_by')
    .select(itemColumns)
    .select('decider.sort_name as decided_by')
    .where('item.id', '=', sql<number>`any(${ids})`)
    .orderBy('item.place')
    .orderBy('item.part')
    .orderBy('item.id')
    .execute()
}
export type FoundItem = Awaited<ReturnType<typeof itemsById>>[number]

/** People within reach as the preview shows them. */
export function people(db: Db, viewer: Viewer) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .leftJoin('positions', 'positions.id', 'employees.position_id')
    .leftJoin('locations', 'locations.id', 'employees.location_id')
    .where(visibleEmployees(viewer, 'employees.id'))
    .select((eb) => [
      'employees.id',
      eb.ref('users.sort_name').$notNull().as('nombre'),
      'employees.cuil',
      'employees.dni',
      'employees.file_number as legajo',
      'positions.name as cargo',
      'locations.name as lugar',
      sql<boolean>`users.mail is not null`.as('correo'),
    ])
}
export type FoundPerson = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

/** The people within reach among some ids. */
export async function peopleById(db: Db, viewer: Viewer, ids: readonly (number | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map<number, FoundPerson>()
  const rows = await people(db, viewer)
    .where('employees.id', '=', sql<number>`any(${wanted})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Publications whose upload is complete and not read yet; one a company at a time. */
export function waitingPublication(db: Db) {
  return db
    .selectFrom('publications')
    .innerJoin('processes', 'processes.id', 'publications.process_id')
    .innerJoin('users', 'users.id', 'processes.created_by')
    .select((eb) => [
      'processes.id',
      eb.ref('users.sort_name').$notNull().as('de'),
      'publications.received_at',
      'processes.created_at',
      'publications.file_name as archivo',
    ])
    .where('publications.waiting', '=', true)
    .executeTakeFirst()
}
