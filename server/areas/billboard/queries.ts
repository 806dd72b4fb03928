import { type NotNull, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { PostFile, PostPhase } from '#contract/billboard.ts'
import type { RichDocument } from '#contract/rich-text.ts'
import { countRows } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'

/**
 * Whether a post goes to an employee today: active, or in onboarding where the company wants that, in one of its sectors and locations, and within its author's reach.
 * An author of a limited profile without sectors reaches their own sector and location, as long as they hold the profile.
 * `p` and `e` are the aliases of `posts` and `employees`.
 */
export const goesTo: RawBuilder<SqlBool> = sql`((e.state = 'active' or (e.state = 'onboarding' and exists (
    select from settings where key = 'billboard.onboarding' and value = 'true')))
  and (p.all_sectors or exists (select from post_sectors s where s.post_id = p.id and s.sector_id = e.sector_id))
  and (p.all_locations or exists (select from post_locations l where l.post_id = p.id and l.location_id = e.location_id))
  and case p.author_kind when 'hr' then true when 'manager' then e.manager_id = p.author_id
    else exists (select from user_filters f where f.user_id = p.author_id
        and (f.sector_id is null or f.sector_id = e.sector_id)
        and (f.location_id is null or f.location_id = e.location_id))
      or (not exists (select from user_filters f where f.user_id = p.author_id)
        and exists (select from user_profiles held join profiles limited on limited.id = held.profile_id
          where held.user_id = p.author_id and limited.kind = 'limited')
        and exists (select from employees own where own.id = p.author_id
          and (own.id = e.id or (coalesce(own.sector_id, own.location_id) is not null
            and (own.sector_id is null or own.sector_id = e.sector_id)
            and (own.location_id is null or own.location_id = e.location_id))))) end)`

/** Whether a published post is shown on a day. */
function shownOn(day: string): RawBuilder<SqlBool> {
  return sql`(p.state = 'published' and p.ended_at is null and ${day}::date between p.from_day and p.to_day)`
}

function phaseOn(day: string): RawBuilder<PostPhase> {
  return sql`case when p.state = 'draft' then 'borrador'
    when p.state = 'archived' or p.ended_at is not null or p.to_day < ${day}::date then 'terminada'
    when p.from_day > ${day}::date then 'programada' else 'activa' end`
}

/** Posts that a viewer may work on: all of them with a full profile, otherwise their own. */
function workedOn(db: Db, viewer: Viewer) {
  return db
    .selectFrom('posts as p')
    .where('p.state', '<>', 'archived')
    .$if(viewer.profileKind !== 'hr', (query) => query.where('p.author_id', '=', viewer.userId))
}

interface Filters {
  buscar?: string | undefined
  momento?: PostPhase | undefined
}

function found(db: Db, viewer: Viewer, day: string, { buscar = '', momento }: Filters) {
  const part = buscar.replaceAll(/[%_\\]/g, '')
  return workedOn(db, viewer)
    .$if(part !== '', (query) =>
      query.where(sql<boolean>`app.fold(p.title || ' ' || p.body) like '%' || app.fold(${part}) || '%'`),
    )
    .$if(momento !== undefined, (query) => query.where(sql<boolean>`${phaseOn(day)} = ${momento ?? ''}`))
}

const filesOfPost = sql<PostFile[]>`coalesce((select json_agg(json_build_object('id', f.id, 'nombre', f.name,
  'tipo', f.type, 'tamano', f.size) order by f.id) from post_files f where f.post_id = p.id), '[]')`

function shown(db: Db, viewer: Viewer, day: string, filters: Filters) {
  return found(db, viewer, day, filters)
    .innerJoin('users as author', 'author.id', 'p.author_id')
    .select([
      'p.id',
      'p.title as titulo',
      'p.message as mensaje',
      sql<RichDocument | null>`p.words`.as('texto'),
      'p.video',
      sql<boolean>`p.image_id is not null`.as('imagen'),
      filesOfPost.as('archivos'),
      'p.from_day as desde',
      'p.to_day as hasta',
      sql<'active' | 'inactive'>`case when ${shownOn(day)} then 'active' else 'inactive' end`.as('estado'),
      phaseOn(day).as('momento'),
      sql<number | null>`case when ${shownOn(day)} then p.to_day - ${day}::date end`.as('dias_restantes'),
      'p.all_sectors as todos_los_sectores',
      sql<
        { id: number; nombre: string }[]
      >`coalesce((select json_agg(json_build_object('id', s.id, 'nombre', s.name)
        order by s.name) from post_sectors c join sectors s on s.id = c.sector_id where c.post_id = p.id), '[]')`.as(
        'sectores',
      ),
      'p.all_locations as todas_las_locaciones',
      sql<
        { id: number; nombre: string }[]
      >`coalesce((select json_agg(json_build_object('id', l.id, 'nombre', l.name)
        order by l.name) from post_locations c join locations l on l.id = c.location_id where c.post_id = p.id), '[]')`.as(
        'locaciones',
      ),
      'p.notify as notificar',
      'p.asks_reading as pide_leido',
      'p.told_at as avisado',
      'p.reminded_at as recordado',
      'author.sort_name as autor',
      sql<number>`(select count(*) from employees e
        where ${goesTo} and ${visibleEmployees(viewer, 'e.id')})`.as('personas'),
      sql<number>`(select count(*) from post_readings r join employees e on e.id = r.user_id
        where r.post_id = p.id and ${goesTo} and ${visibleEmployees(viewer, 'e.id')})`.as('leyeron'),
    ])
    .$narrowType<{ autor: NotNull }>()
}

/** Posts, those changed last first. */
export function listPosts(
  db: Db,
  viewer: Viewer,
  day: string,
  filters: Filters,
  { limit, offset }: { limit: number; offset: number },
) {
  return shown(db, viewer, day, filters)
    .orderBy('p.changed_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Posts to which the list counts: more than a company writes in years. */
export const mostPosts = 1000

export async function countPosts(db: Db, viewer: Viewer, day: string, filters: Filters): Promise<number> {
  return countRows(db, found(db, viewer, day, filters).select('p.id'), mostPosts)
}

export function postOf(db: Db, viewer: Viewer, day: string, id: number) {
  return shown(db, viewer, day, {}).where('p.id', '=', id).executeTakeFirst()
}

/** A post that the viewer may change, locked. */
export function lockedPost(db: Db, viewer: Viewer, id: number) {
  return workedOn(db, viewer).where('p.id', '=', id).selectAll('p').forUpdate().executeTakeFirst()
}

/** Employees to whom a choice of sectors and locations would go, as far as the viewer reaches. */
export async function countAudience(
  db: Db,
  viewer: Viewer,
  {
    sectors,
    locations,
  }: {
    /** null: all of them. */
    sectors: readonly number[] | null
    locations: readonly number[] | null
  },
): Promise<{ personas: number; con_correo: number }> {
  return db
    .selectFrom('employees as e')
    .innerJoin('users', 'users.id', 'e.id')
    .where('e.state', '=', 'active')
    .where(visibleEmployees(viewer, 'e.id'))
    .$if(sectors !== null, (query) => query.where('e.sector_id', '=', sql<number>`any(${sectors})`))
    .$if(locations !== null, (query) => query.where('e.location_id', '=', sql<number>`any(${locations})`))
    .select(({ fn }) => [
      fn.countAll<number>().as('personas'),
      fn.count<number>('users.mail_key').as('con_correo'),
    ])
    .executeTakeFirstOrThrow()
}

/** Sectors or locations in which the viewer reaches somebody active, by name. */
export function places(db: Db, viewer: Viewer, table: 'sectors' | 'locations') {
  const column = table === 'sectors' ? sql.ref('e.sector_id') : sql.ref('e.location_id')
  return db
    .selectFrom(`${table} as place`)
    .where(
      sql<boolean>`exists (select from employees e where ${column} = place.id and e.state = 'active'
        and ${visibleEmployees(viewer, 'e.id')})`,
    )
    .orderBy('place.name')
    .select(['place.id', 'place.name as nombre'])
    .limit(1000)
    .execute()
}

/** People to whom a post goes today, within the viewer's reach. */
function readers(db: Db, viewer: Viewer, post: number, missing: boolean) {
  return db
    .selectFrom('posts as p')
    .innerJoin('employees as e', (on) => on.on(sql<boolean>`${goesTo}`))
    .leftJoin('post_readings as reading', (on) =>
      on.onRef('reading.post_id', '=', 'p.id').onRef('reading.user_id', '=', 'e.id'),
    )
    .where('p.id', '=', post)
    .where(visibleEmployees(viewer, 'e.id'))
    .$if(missing, (query) => query.where('reading.at', 'is', null))
}

export function listReaders(
  db: Db,
  viewer: Viewer,
  post: number,
  missing: boolean,
  { limit, offset }: { limit: number; offset: number },
) {
  return readers(db, viewer, post, missing)
    .innerJoin('users', 'users.id', 'e.id')
    .leftJoin('sectors', 'sectors.id', 'e.sector_id')
    .orderBy('users.sort_name')
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .select(['users.id', 'users.sort_name as nombre', 'sectors.name as sector', 'reading.at as leido'])
    .$narrowType<{ nombre: NotNull }>()
    .execute()
}

export async function countReaders(db: Db, viewer: Viewer, post: number, missing: boolean): Promise<number> {
  const { n } = await readers(db, viewer, post, missing)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** People and readers of a post by sector, those of no sector last. */
export function readersBySector(db: Db, viewer: Viewer, post: number) {
  return readers(db, viewer, post, false)
    .leftJoin('sectors', 'sectors.id', 'e.sector_id')
    .groupBy('sectors.name')
    .orderBy('sectors.name')
    .select(({ fn }) => [
      'sectors.name as sector',
      fn.countAll<number>().as('personas'),
      fn.count<number>('reading.at').as('leyeron'),
    ])
    .execute()
}

/** Posts for one employee that are shown on a day. */
function forReader(db: Db, employee: number, day: string) {
  return db
    .selectFrom('posts as p')
    .innerJoin('employees as e', (on) => on.on(sql<boolean>`${goesTo}`))
    .where('e.id', '=', employee)
    .where(shownOn(day))
}

export function postsForReader(
  db: Db,
  employee: number,
  day: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return forReader(db, employee, day)
    .leftJoin('post_readings as reading', (on) =>
      on.onRef('reading.post_id', '=', 'p.id').on('reading.user_id', '=', employee),
    )
    .orderBy('p.from_day', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset)
    .select([
      'p.id',
      'p.title as titulo',
      sql<RichDocument | null>`p.words`.as('texto'),
      'p.video',
      sql<boolean>`p.image_id is not null`.as('imagen'),
      filesOfPost.as('archivos'),
      'p.asks_reading as pide_leido',
      'p.from_day as publicado',
      'reading.at as leido',
    ])
    .$narrowType<{ publicado: NotNull }>()
    .execute()
}

export async function countForReader(db: Db, employee: number, day: string): Promise<number> {
  const { n } = await forReader(db, employee, day)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** A post for one employee; undefined for what isn't for them, exactly as for what isn't there. */
export function postForReader(db: Db, employee: number, day: string, id: number) {
  return forReader(db, employee, day)
    .where('p.id', '=', id)
    .select(['p.id', 'p.asks_reading'])
    .executeTakeFirst()
}

/** Posts for one employee that ask for a reading which they haven't given. */
export async function unreadOf(
  db: Db,
  employee: number,
  day: string,
): Promise<{ id: number; titulo: string }[]> {
  return forReader(db, employee, day)
    .where('p.asks_reading', '=', true)
    .where(
      sql<boolean>`not exists (select from post_readings r where r.post_id = p.id and r.user_id = ${employee})`,
    )
    .orderBy('p.from_day', 'desc')
    .limit(5)
    .select(['p.id', 'p.title as titulo'])
    .execute()
}

/** A file of a post: its key and type; the picture by 0. */
export function fileOfPost(db: Db, post: number, file: number) {
  if (file === 0)
    return db
      .selectFrom('posts')
      .innerJoin('files', 'files.id', 'posts.image_id')
      .where('posts.id', '=', post)
      .select(['files.key', sql<'pdf' | 'jpg'>`'jpg'`.as('type')])
      .executeTakeFirst()
  return db
    .selectFrom('post_files')
    .innerJoin('files', 'files.id', 'post_files.file_id')
    .where('post_files.post_id', '=', post)
    .where('post_files.id', '=', file)
    .select(['files.key', 'post_files.type'])
    .executeTakeFirst()
}
