import { type NotNull, sql, type SqlBool } from 'kysely'
import type { ActionId } from '#contract/actions.ts'
import { quietHours, type ReminderWanted } from '#contract/reminders.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { reachedOnDevice } from '#server/areas/push/operations.ts'
import { type Viewer, visibleEmployees, visibleTypes } from '#server/shared/visibility.ts'
import { overdue, visibleDocuments, visibleNow } from '#server/shared/reading/documents.ts'
import { languageOfUser, latestConsent } from '#server/shared/reading/people.ts'

/** Reminded of what waits for their signature, or told again of what they have not read. */
export type ReminderKind = 'signature' | 'unread'
export const mailOf = { signature: 'signature_reminder', unread: 'new_document' } as const

/** The viewer on whose behalf a reminder runs, with the company's time zone. */
export interface Reminding extends Viewer {
  zone: string
}

/** Documents that a reminder is about, within the reach of the viewer who asks for it. */
export function documentsMeant(
  db: Db,
  { zone, ...viewer }: Reminding,
  kind: ReminderKind,
  wanted: ReminderWanted,
  now: Date,
) {
  const { tipo, periodo, sector, proceso, documento, vencidos } = wanted
  return visibleDocuments(db, viewer, ['published'])
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .innerJoin('folders', 'folders.id', 'document_types.folder_id')
    .where('folders.visible', '=', true)
    .where(visibleNow(now))
    .$if(kind === 'signature', (query) =>
      query.where('documents.signing', '=', 'pending').where(
        // People who refused to sign electronically, or withdrew, are not asked to sign.
        sql<SqlBool>`coalesce(${latestConsent('documents.employee_id')}, 'given') = 'given'`,
      ),
    )
    .$if(kind === 'unread', (query) => query.where('documents.first_read_at', 'is', null))
    .$if(Boolean(tipo), (query) => query.where('documents.type_id', 'in', tipo ?? []))
    .$if(Boolean(periodo), (query) => query.where('documents.period', '=', periodo ?? null))
    .$if(Boolean(sector), (query) => query.where('documents.sector_id', 'in', sector ?? []))
    .$if(Boolean(proceso), (query) =>
      query.where('documents.process_item_id', 'in', (from) =>
        from
          .selectFrom('process_items')
          .select('process_items.id')
          .where('process_id', '=', proceso ?? 0),
      ),
    )
    .$if(Boolean(documento), (query) =>
      query.where(sql<SqlBool>`documents.id = any(${documento ?? []}::bigint[])`),
    )
    .$if(vencidos, (query) => query.where(overdue(now, zone)))
}

/** Since when somebody who was written to is left in peace. */
export function quietSince(now: Date): Date {
  return new Date(now.getTime() - quietHours * 3_600_000)
}

/** The people of those documents, each with whether a mail or a device reaches them and whether a mail lately did. */
export function peopleMeant(
  db: Db,
  viewer: Reminding,
  kind: ReminderKind,
  wanted: ReminderWanted,
  now: Date,
) {
  const people = documentsMeant(db, viewer, kind, wanted, now)
    .groupBy('documents.employee_id')
    .select(({ fn }) => ['documents.employee_id', fn.countAll<number>().as('documents')])
  return db
    .selectFrom(people.as('person'))
    .innerJoin('users', 'users.id', 'person.employee_id')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('mails')
          .whereRef('mails.user_id', '=', 'person.employee_id')
          .where('mails.event', '=', mailOf[kind])
          .where('mails.state', '<>', 'failed')
          .select(({ fn }) => fn.max('mails.created_at').as('at'))
          .as('newest'),
      (on) => on.onTrue(),
    )
    .select([
      'person.employee_id as id',
      'person.documents',
      'newest.at as newest',
      sql<boolean>`users.mail_key is not null`.as('reached'),
      reachedOnDevice('person.employee_id', mailOf[kind], quietSince(now)).as('on_device'),
      sql<boolean>`coalesce(newest.at > ${quietSince(now)}, false)`.as('recently'),
    ])
    .orderBy('person.employee_id')
}

/** Counts the people whom a reminder would reach now. */
export async function countMeant(
  db: Db,
  viewer: Reminding,
  kind: ReminderKind,
  wanted: ReminderWanted,
  now: Date,
) {
  return db
    .selectFrom(peopleMeant(db, viewer, kind, wanted, now).as('person'))
    .select(({ fn }) => {
      const people = fn.countAll<number>()
      return [
        sql<number>`coalesce(sum(person.documents), 0)::int`.as('documentos'),
        people.filterWhere(sql<SqlBool>`person.reached and not person.recently`).as('con_correo'),
        people.filterWhere(sql<SqlBool>`not person.reached and person.on_device`).as('en_dispositivo'),
        people.filterWhere(sql<SqlBool>`not person.reached and not person.on_device`).as('sin_correo'),
        people.filterWhere(sql<SqlBool>`person.reached and person.recently`).as('ya_avisados'),
        fn.max('person.newest').as('ultimo'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/** A page of the people whom neither a mail nor a device would reach now, by name, and how many there are. */
export async function listUnreached(
  db: Db,
  viewer: Reminding,
  wanted: ReminderWanted,
  now: Date,
  { limit, offset }: { limit: number; offset: number },
) {
  const people = db
    .selectFrom(peopleMeant(db, viewer, 'signature', wanted, now).as('person'))
    .where(sql<SqlBool>`not person.reached and not person.on_device`)
  const { total } = await people
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const data = await people
    .innerJoin('users', 'users.id', 'person.id')
    .innerJoin('employees', 'employees.id', 'person.id')
    .leftJoin('sectors', 'sectors.id', 'employees.sector_id')
    .orderBy('users.sort_name')
    .orderBy('person.id')
    .limit(limit)
    .offset(offset)
    .select([
      'person.id',
      'users.sort_name as colaborador',
      'employees.file_number as numero_legajo',
      'sectors.name as sector',
    ])
    .$narrowType<{ colaborador: NotNull }>()
    .execute()
  return { data, total }
}

/** The reminder of signatures that is being sent now, the newest where there are several. */
export function runningReminder(db: Db) {
  return db
    .selectFrom('processes')
    .where('kind', '=', 'signature_reminder')
    .where('status', '=', 'in_progress')
    .orderBy('id', 'desc')
    .limit(1)
    .select(['done as hechos', 'total'])
    .executeTakeFirst()
}

/** Whether a renewed notice of a publication is being sent now. */
export async function noticeIsRunning(db: Db, publication: number): Promise<boolean> {
  const found = await db
    .selectFrom('processes')
    .innerJoin('reminder_runs', 'reminder_runs.process_id', 'processes.id')
    .innerJoin('reminders', 'reminders.id', 'reminder_runs.reminder_id')
    .where('processes.kind', '=', 'publication_notice')
    .where('processes.status', '=', 'in_progress')
    .where(sql<SqlBool>`(reminders.wanted ->> 'proceso')::bigint = ${publication}`)
    .select('processes.id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Serialises a company's reminders: two that are asked for, or that write a batch, at once would mail the same person
 * twice. Held until the transaction ends.
 */
export async function lockReminders(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reminder ${tx.company}`}, 0))`.execute(tx.db)
}

/** Those of some people who got a mail of this kind within the quiet hours. */
export async function recentlyMailed(
  db: Db,
  kind: ReminderKind,
  people: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('mails')
    .where('user_id', '=', sql<number>`any(${people})`)
    .where('event', '=', mailOf[kind])
    .where('state', '<>', 'failed')
    .where('created_at', '>', quietSince(now))
    .select('user_id')
    .distinct()
    .$narrowType<{ user_id: NotNull }>()
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Whether neither a mail nor a device would tell anybody now. */
export function reachesNobody({
  con_correo,
  en_dispositivo,
}: Awaited<ReturnType<typeof countMeant>>): boolean {
  return con_correo + en_dispositivo === 0
}

/** The documents that some people would be mailed about, newest period first, with the people's names and addresses. */
export async function mailsMeant(
  db: Db,
  viewer: Reminding,
  kind: ReminderKind,
  wanted: ReminderWanted,
  now: Date,
  people: readonly number[],
) {
  return documentsMeant(db, viewer, kind, wanted, now)
    .where('documents.employee_id', 'in', people)
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .where('users.mail', 'is not', null)
    .orderBy('documents.employee_id')
    .orderBy('documents.period', (by) => by.desc().nullsLast())
    .orderBy('documents.id', 'desc')
    .select([
      'documents.id',
      'documents.employee_id',
      'documents.period',
      'document_types.name as type_name',
      'users.mail',
      'users.first_name',
      languageOfUser().as('language'),
    ])
    .execute()
}

/** Whether a reminder is about a document, within its maker's reach of today, that a viewer doesn't reach. */
export async function goesBeyond(
  db: Db,
  viewer: Viewer,
  { maker, kind, wanted, now }: { maker: Reminding; kind: ReminderKind; wanted: ReminderWanted; now: Date },
): Promise<boolean> {
  const beyond = await documentsMeant(db, maker, kind, wanted, now)
    .where((where) =>
      where.not(
        where.and([
          visibleEmployees(viewer, 'documents.employee_id'),
          visibleTypes(viewer, 'documents.type_id'),
        ]),
      ),
    )
    .select('documents.id')
    .limit(1)
    .executeTakeFirst()
  return beyond !== undefined
}

/** Whether some type that a viewer sees gives days to sign, so that something can be overdue. */
export async function hasTerms(db: Db, viewer: Viewer): Promise<boolean> {
  const found = await db
    .selectFrom('document_types')
    .where('days_to_sign', 'is not', null)
    .where('archived_at', 'is', null)
    .where(visibleTypes(viewer, 'document_types.id'))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The viewer that a reminder runs as, with their rights of today; null if they no longer hold the profile with which
 * they asked, the action, or a place in the company.
 */
export async function findRemindingViewer(
  db: Db,
  { created_by, profile_id }: { created_by: number; profile_id: number },
  action: ActionId,
): Promise<Reminding | null> {
  const found = await db
    .selectFrom('user_profiles')
    .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
    .innerJoin('companies', 'companies.id', 'user_profiles.company_id')
    .leftJoin('employees', 'employees.id', 'user_profiles.user_id')
    .where('user_profiles.user_id', '=', created_by)
    .where('user_profiles.profile_id', '=', profile_id)
    .where((where) =>
      where.or([where('employees.id', 'is', null), where('employees.state', '<>', 'inactive')]),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('user_profiles as held')
          .innerJoin('profile_actions', 'profile_actions.profile_id', 'held.profile_id')
          .where('held.user_id', '=', created_by)
          .where('held.type', '<>', 1)
          .where('profile_actions.action', '=', action)
          .select('held.profile_id'),
      ),
    )
    .select(['profiles.kind', 'profiles.sees_confidential', 'companies.zone'])
    .executeTakeFirst()
  return found
    ? {
        userId: created_by,
        profileKind: found.kind,
        seesConfidential: found.sees_confidential,
        zone: found.zone,
      }
    : null
}

/** Reminders of signatures with what each did, those that go on first; those of one's own and of everybody. */
export async function listReminders(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const all = db.selectFrom('reminders').where('reminders.kind', '=', 'signature')
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await withFacts(db)
    .where('reminders.kind', '=', 'signature')
    .orderBy('reminders.next_at', (by) => by.asc().nullsLast())
    .orderBy('reminders.created_at', 'desc')
    .orderBy('reminders.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total }
}

export function findReminder(db: Db, id: number) {
  return withFacts(db)
    .where('reminders.id', '=', id)
    .where('reminders.kind', '=', 'signature')
    .executeTakeFirst()
}
export type FoundReminder = NonNullable<Awaited<ReturnType<typeof findReminder>>>

function withFacts(db: Db) {
  return db
    .selectFrom('reminders')
    .innerJoin('users', 'users.id', 'reminders.created_by')
    .select([
      'reminders.id',
      'reminders.wanted',
      'reminders.created_by',
      'reminders.profile_id',
      'reminders.every_days',
      'reminders.until',
      'reminders.created_at',
      'reminders.next_at',
      'reminders.ended_at',
      'reminders.ended_for',
      'users.sort_name',
    ])
    .select((select) => [
      select
        .selectFrom('reminder_runs')
        .whereRef('reminder_runs.reminder_id', '=', 'reminders.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('runs'),
      select
        .selectFrom('reminder_runs')
        .whereRef('reminder_runs.reminder_id', '=', 'reminders.id')
        .select(sql<number>`coalesce(sum(reminder_runs.mailed), 0)::int`.as('n'))
        .$asScalar()
        .$notNull()
        .as('mailed'),
      sql<{
        process_id: number
        mailed: number
        without_mail: number
        recently: number
        documents: number
        at: string
        running: { hechos: number; total: number } | null
      } | null>`(select to_jsonb(r) || jsonb_build_object('running', case when p.status = 'in_progress'
          then jsonb_build_object('hechos', p.done, 'total', p.total) end)
        from reminder_runs r join processes p on p.id = r.process_id
        where r.reminder_id = reminders.id order by r.process_id desc limit 1)`.as('last'),
    ])
}

/** The names of what a reminder is narrowed to, of those that the viewer sees. */
export async function namesOf(db: Db, viewer: Viewer, wanted: readonly ReminderWanted[]) {
  const types = [...new Set(wanted.flatMap(({ tipo }) => tipo ?? []))]
  const sectors = [...new Set(wanted.flatMap(({ sector }) => sector ?? []))]
  const [named, placed] = [
    types.length > 0
      ? await db
          .selectFrom('document_types')
          .where('id', 'in', types)
          .where(visibleTypes(viewer, 'document_types.id'))
          .select(['id', 'name'])
          .execute()
      : [],
    sectors.length > 0
      ? await db.selectFrom('sectors').where('id', 'in', sectors).select(['id', 'name']).execute()
      : [],
  ]
  return {
    types: new Map(named.map(({ id, name }) => [id, name])),
    sectors: new Map(placed.map(({ id, name }) => [id, name])),
  }
}
