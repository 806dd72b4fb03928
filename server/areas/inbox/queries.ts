import { type NotNull, type RawBuilder, sql, type SqlBool } from 'kysely'
import { mostCounted } from '#contract/approvals.ts'
import type { InboxFilters } from '#contract/inbox.ts'
import { countRows } from '#server/shared/list.ts'
import { visibleDocuments } from '#server/shared/reading/documents.ts'
import { peopleFound } from '#server/shared/text/search.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'
import { awaits, type Looking, namesIn, namesNobody } from '#server/areas/approvals/operations.ts'

const aliases = { step: 'step', asked: 'approvals' }

/**
 * Papers that people sent, nobody's own: another decides them. What the company publishes and a second person releases
 * is no paper.
 */
function papers(db: Db, { viewer }: Looking) {
  return db
    .selectFrom('documents')
    .where('documents.state', '=', 'waiting_approval')
    .where('documents.source', '<>', 'portal')
    .where('documents.employee_id', '<>', viewer.userId)
    .innerJoin('approvals', (on) =>
      on.onRef('approvals.subject_id', '=', 'documents.id').on('approvals.kind', '=', 'document'),
    )
    .innerJoin('approval_steps as step', 'step.approval_id', 'approvals.id')
}

/**
 * A part of what waits, so that each is found by an index of its own: steps by the names that they have, people by the
 * viewer's reach.
 */
type Part =
  /** Whatever the viewer sees: people within reach, and steps that name the viewer. */
  | 'seen'
  /** The viewer decides it by name. */
  | 'named'
  /** The viewer decides it, because nobody who is named can. */
  | 'left'
  /** Others decide it. */
  | 'others'

/** Those that the viewer decides, in two parts that share no paper. */
const decided: readonly Part[] = ['named', 'left']

const partOf: Record<Part, (looking: Looking) => RawBuilder<SqlBool>> = {
  seen: (looking) => sql`(${withinReach(looking.viewer)} or ${awaits(looking, aliases)})`,
  named: (looking) => sql`(step.named = any (${namesIn(looking.mine)})
    and ${awaits(looking, aliases)})`,
  left: (looking) => sql`(${withinReach(looking.viewer)} and (step.named is null
    or (${namesNobody(looking, aliases)} and not ${awaits(looking, aliases)})))`,
  others: (looking) => sql`(step.named is not null and ${withinReach(looking.viewer)}
    and not ${namesNobody(looking, aliases)} and not ${awaits(looking, aliases)})`,
}

/** The parts in which a list stands. */
function partsOf({ turno }: InboxFilters): readonly Part[] {
  return turno === undefined ? ['seen'] : turno === 'otros' ? ['others'] : decided
}

function withinReach(viewer: Viewer): RawBuilder<SqlBool> {
  return sql`(${visibleEmployees(viewer, 'documents.employee_id')} and ${visibleTypes(viewer, 'documents.type_id')})`
}

const stepStates = { pending: 'open', returned: 'returned' } as const

/** The papers of parts of the inbox; of none named, those of all, whoever may see them. */
function filtered(
  db: Db,
  looking: Looking,
  filters: InboxFilters,
  parts: readonly Part[],
  states: readonly (keyof typeof stepStates)[] = [filters.devueltos ? 'returned' : 'pending'],
) {
  const { viewer } = looking
  const { buscar, tipo, carpeta, sector, locacion, colaborador, desde, hasta, inactivos } = filters
  const midnight = (day: string, plus: number) =>
    sql<Date>`((${day}::date + ${plus}::int)::timestamp at time zone ${viewer.zone})`
  return papers(db, looking)
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .innerJoin('document_types as type', 'type.id', 'documents.type_id')
    .where('approvals.state', 'in', states)
    .where(
      'step.state',
      'in',
      states.map((state) => stepStates[state]),
    )
    .$if(parts.length > 0, (query) =>
      query.where((where) => where.or(parts.map((part) => partOf[part](looking)))),
    )
    .$if(buscar !== undefined && buscar !== '', (query) =>
      query.where((where) =>
        where.or([
          peopleFound(buscar ?? '', 'documents.employee_id'),
          sql<boolean>`type.name_key like app.fold(${(buscar ?? '').replaceAll(/[%_\\]/g, '')}) || '%'`,
        ]),
      ),
    )
    .$if(tipo !== undefined, (query) => query.where('documents.type_id', 'in', tipo ?? []))
    .$if(carpeta !== undefined, (query) => query.where('type.folder_id', 'in', carpeta ?? []))
    .$if(sector !== undefined, (query) => query.where('documents.sector_id', 'in', sector ?? []))
    .$if(locacion !== undefined, (query) => query.where('documents.location_id', 'in', locacion ?? []))
    .$if(colaborador !== undefined, (query) => query.where('documents.employee_id', '=', colaborador ?? 0))
    .$if(desde !== undefined, (query) => query.where('documents.created_at', '>=', midnight(desde ?? '', 0)))
    .$if(hasta !== undefined, (query) => query.where('documents.created_at', '<', midnight(hasta ?? '', 1)))
    .$if(inactivos === true, (query) => query.where('employees.state', '=', 'inactive'))
}

/**
 * Rows of the list. The names of things that a row belongs to are asked for each row that is shown: joined, they would
 * take the planner longer than the whole query takes.
 */
function listed(...asked: Parameters<typeof filtered>) {
  return filtered(...asked)
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .select([
      'documents.id',
      'approvals.id as id_aprobacion',
      'approvals.workflow_id as id_flujo',
      'documents.employee_id as id_colaborador',
      'users.sort_name as colaborador',
      'employees.cuil',
      sql<string | null>`(select s.name from sectors s where s.id = documents.sector_id)`.as('sector'),
      'documents.type_id as id_tipo',
      'type.name as tipo',
      sql<string>`(select f.name from folders f where f.id = type.folder_id)`.as('carpeta'),
      'documents.period as periodo',
      'documents.file_name as archivo',
      sql<Date>`case when documents.revision = 1 then documents.created_at else (select r.created_at
        from document_revisions r where r.document_id = documents.id and r.n = documents.revision) end`.as(
        'enviado',
      ),
      'users.first_name as nombre',
      sql<boolean>`approvals.state = 'returned'`.as('devuelto'),
      sql<Date | null>`(select max(d.at) from approval_decisions d
        where d.approval_id = approvals.id and d.act = 'return')`.as('devuelto_el'),
      'documents.pages as paginas',
      'documents.revision',
      'documents.replaces_id',
      'type.has_period as con_periodo',
    ])
    .$narrowType<{ colaborador: NotNull }>()
}

/**
 * Papers that wait, the longest waiting first. They are found part by part, each by its own indexes, and then read: a
 * condition that joins the parts would go through all that waits.
 */
export async function waitingPapers(
  db: Db,
  looking: Looking,
  filters: InboxFilters,
  { limit, offset }: { limit: number; offset: number },
) {
  const [one, ...others] = partsOf(filters).map((part) =>
    db
      .selectFrom(
        filtered(db, looking, filters, [part])
          .select(['documents.id', 'documents.created_at'])
          .orderBy('documents.created_at')
          .orderBy('documents.id')
          .limit(limit + offset)
          .as(part),
      )
      .selectAll(),
  )
  if (!one) return []
  const found = await db
    .selectFrom(others.reduce((all, part) => all.unionAll(part), one).as('found'))
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  if (found.length === 0) return []
  return listed(db, looking, filters, [])
    .where('documents.id', '=', sql<number>`any(${found.map(({ id }) => id)})`)
    .orderBy('documents.created_at')
    .orderBy('documents.id')
    .execute()
}

/** A part of a list. In the order of an index a walk ends with the last row that is wanted; steps are found by their names. */
function walked(db: Db, looking: Looking, filters: InboxFilters, part: Part) {
  const few =
    part === 'named' || part === 'others' || filters.devueltos === true || filters.inactivos === true
  return filtered(db, looking, filters, [part]).$if(!few, (query) => query.orderBy('documents.created_at'))
}

/** How many there are, to one beyond `mostCounted`. */
export async function countWaiting(db: Db, looking: Looking, filters: InboxFilters): Promise<number> {
  let total = 0
  for (const part of partsOf(filters)) {
    total += await countRows(db, walked(db, looking, filters, part).select('documents.id'), mostCounted)
  }
  return Math.min(total, mostCounted + 1)
}

/** How many papers the viewer decides, since when the newest of them, and the id of one; counted like a list. */
export async function decidedByMe(db: Db, looking: Looking) {
  const placesOf = (part: Part) =>
    db
      .selectFrom(
        walked(db, looking, {}, part).select(['documents.id', 'step.opened_at']).limit(mostCounted).as(part),
      )
      .selectAll()
  return db
    .selectFrom(placesOf('named').unionAll(placesOf('left')).as('counted'))
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.max('counted.opened_at').as('desde'),
      fn.max<number | null>('counted.id').as('id'),
    ])
    .executeTakeFirstOrThrow()
}

/** One paper that waits, returned or not; undefined out of reach, or once it is decided. */
export function waitingPaper(db: Db, looking: Looking, id: number) {
  return listed(db, looking, {}, ['seen'], ['pending', 'returned'])
    .where('documents.id', '=', id)
    .executeTakeFirst()
}

/** The newest document of record of a person and a type, where it is within the viewer's reach. */
export function formerPaper(db: Db, viewer: Viewer, employee: number, type: number) {
  return visibleDocuments(db, viewer, ['published'])
    .where('employee_id', '=', employee)
    .where('type_id', '=', type)
    .orderBy('published_at', 'desc')
    .limit(1)
    .select(['id', 'expires_on as vence', 'published_at as publicado'])
    .$narrowType<{ publicado: NotNull }>()
    .executeTakeFirst()
}

/** Groups of one sort that are counted at most. */
const mostGroups = 200

type Sort = 'tipos' | 'carpetas' | 'sectores' | 'locaciones'

/**
 * Types, folders, sectors and locations of the papers that the viewer decides, as far as they are counted: those that
 * wait longest. Each has its number, or null where more wait than are counted.
 */
async function groupsOf(db: Db, looking: Looking) {
  const placesOf = (part: Part) =>
    db
      .selectFrom(
        walked(db, looking, {}, part)
          .limit(mostCounted)
          .select(['documents.type_id', 'type.folder_id', 'documents.sector_id', 'documents.location_id'])
          .as(part),
      )
      .selectAll()
  const rows = await db
    .with('waiting', () => placesOf('named').unionAll(placesOf('left')))
    .with('counted', (query) =>
      query
        .selectFrom('waiting')
        .groupBy(sql`grouping sets ((type_id), (folder_id), (sector_id), (location_id))`)
        .select([
          sql<Sort>`case when grouping(type_id) = 0 then 'tipos' when grouping(folder_id) = 0 then 'carpetas'
            when grouping(sector_id) = 0 then 'sectores' else 'locaciones' end`.as('sort'),
          sql<number | null>`coalesce(type_id, folder_id, sector_id, location_id)`.as('id'),
          sql<number>`count(*)`.as('total'),
        ]),
    )
    .selectFrom('counted')
    .leftJoin('document_types as type', (on) =>
      on.onRef('type.id', '=', 'counted.id').on('counted.sort', '=', 'tipos'),
    )
    .leftJoin('folders', (on) =>
      on.onRef('folders.id', '=', 'counted.id').on('counted.sort', '=', 'carpetas'),
    )
    .leftJoin('sectors', (on) =>
      on.onRef('sectors.id', '=', 'counted.id').on('counted.sort', '=', 'sectores'),
    )
    .leftJoin('locations', (on) =>
      on.onRef('locations.id', '=', 'counted.id').on('counted.sort', '=', 'locaciones'),
    )
    .where('counted.id', 'is not', null)
    .select([
      'counted.sort',
      'counted.id',
      'counted.total',
      sql<string>`coalesce(type.name, folders.name, sectors.name, locations.name)`.as('nombre'),
    ])
    .orderBy('nombre')
    .$narrowType<{ id: NotNull }>()
    .execute()
  const every = rows.filter(({ sort }) => sort === 'tipos').reduce((sum, { total }) => sum + total, 0)
  const of = (sort: Sort) =>
    rows
      .filter((row) => row.sort === sort)
      .slice(0, mostGroups)
      .map(({ id, nombre, total }) => ({ id, nombre, total: every < mostCounted ? total : null }))
  return {
    tipos: of('tipos'),
    carpetas: of('carpetas'),
    sectores: of('sectores'),
    locaciones: of('locaciones'),
  }
}

/** The groups of papers that the viewer decides, and how many others there are. */
export async function waitingGroups(db: Db, looking: Looking) {
  return {
    ...(await groupsOf(db, looking)),
    devueltos: await countWaiting(db, looking, { devueltos: true }),
    de_otros: await countWaiting(db, looking, { turno: 'otros' }),
    inactivos: await countWaiting(db, looking, { inactivos: true }),
  }
}
