import { type NotNull, sql } from 'kysely'
import type { ChangeKind } from '#contract/self-service/self-service.ts'
import type { OwnSection } from '#contract/self-service/sections.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'

declare module '#server/db/schema.ts' {
  interface JsonColumns {
    'pending_changes.was': Values
    'pending_changes.proposed': Values
  }
}

/** Days for which a former address gets mails, a changed credential is worth a look, and a decision is shown. */
const recentDays = 30

/** Values of a record's fields by name. */
export type Values = Record<string, string | null>

/** A section that is switched on; undefined where it is off. */
export function switchedOn(db: Db, section: OwnSection) {
  return db
    .selectFrom('self_service')
    .select(['section', 'needs_approval', 'folder_id', 'type_id'])
    .where('section', '=', section)
    .where('enabled', '=', true)
    .executeTakeFirst()
}

/** Changes of people, with their approval. */
function changes(db: Db) {
  return db
    .selectFrom('pending_changes as change')
    .innerJoin('employees', 'employees.id', 'change.employee_id')
    .innerJoin('users', 'users.id', 'change.employee_id')
    .innerJoin('approvals', (on) =>
      on.onRef('approvals.subject_id', '=', 'change.id').on('approvals.kind', '=', 'change'),
    )
    .leftJoin('documents', 'documents.id', 'change.document_id')
    .select([
      'change.id',
      'change.employee_id',
      'change.section',
      'change.state',
      'change.proposed',
      'change.was',
      'change.file_id',
      'change.document_id',
      'change.new_device',
      'change.proposed_at',
      'approvals.id as approval_id',
      'users.sort_name as name',
      'employees.file_number',
      'employees.state as employee_state',
      'documents.pages',
      'documents.revision',
      sql<boolean>`(change.section = 'bank' and exists (select from pending_changes shut
        where shut.employee_id = change.employee_id and shut.frozen_at is not null
        and shut.released_at is null))`.as('is_frozen'),
    ])
    .$narrowType<{ name: NotNull; section: ChangeKind }>()
}
export type FoundChange = NonNullable<Awaited<ReturnType<typeof changeById>>>

/** A change, whoever looks. */
export function changeById(db: Db, id: number) {
  return changes(db).where('change.id', '=', id).executeTakeFirst()
}

/**
 * Locks the person of a change until the transaction ends: proposing, freezing, releasing and deciding an account wait for
 * each other, whichever of the person's changes they are about.
 */
export async function lockPersonOf(db: Db, change: number): Promise<void> {
  await db
    .selectFrom('employees')
    .where('id', '=', (is) =>
      is.selectFrom('pending_changes').select('employee_id').where('pending_changes.id', '=', change),
    )
    .select('id')
    .forUpdate()
    .execute()
}

/** A change of somebody within reach; undefined for every other. */
export function changeWithin(db: Db, viewer: Viewer, id: number) {
  return changes(db)
    .where('change.id', '=', id)
    .where(visibleEmployees(viewer, 'change.employee_id'))
    .executeTakeFirst()
}

/** The changes of a person that wait, the longest waiting first. */
export function changesWaiting(db: Db, employee: number) {
  return changes(db)
    .where('change.employee_id', '=', employee)
    .where('change.state', '=', 'pending')
    .orderBy('change.id')
    .execute()
}

/** Changes by their ids, as a list needs them. */
export function changesListed(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('pending_changes')
    .where('id', '=', sql<number>`any(${ids})`)
    .select(['id', 'section', 'employee_id', 'new_device'])
    .$narrowType<{ section: ChangeKind }>()
    .execute()
}

/** The latest decision of the last days on a section, approved or rejected. */
export function lastDecided(db: Db, employee: number, section: OwnSection, now: Date) {
  return db
    .selectFrom('pending_changes')
    .where('employee_id', '=', employee)
    .where('section', '=', section)
    .where('state', 'in', ['approved', 'rejected'])
    .where('ended_at', '>', new Date(now.getTime() - recentDays * 86_400_000))
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'state', 'ended_at'])
    .$narrowType<{ ended_at: NotNull }>()
    .executeTakeFirst()
}

/** Whether changes of somebody's account are shut by a link that nobody has answered yet. */
export async function isFrozen(db: Db, employee: number): Promise<boolean> {
  const found = await db
    .selectFrom('pending_changes')
    .select('id')
    .where('employee_id', '=', employee)
    .where('frozen_at', 'is not', null)
    .where('released_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The file of a picture that waits, with whose it is; undefined where none does. */
export function pictureWaiting(db: Db, employee: number) {
  return db
    .selectFrom('pending_changes as change')
    .innerJoin('files', 'files.id', 'change.file_id')
    .where('change.employee_id', '=', employee)
    .where('change.section', '=', 'photo')
    .where('change.state', '=', 'pending')
    .select(['change.id', 'files.key'])
    .executeTakeFirst()
}

/** Other people whose account has a number that one of these changes proposes, within a viewer's reach or not. */
export function accountHolders(db: Db, viewer: Viewer, changesOf: readonly number[]) {
  const proposed = (field: string) => sql<string>`nullif(change.proposed ->> ${field}, '')`
  return db
    .selectFrom('pending_changes as change')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('employee_bank_accounts as bank')
          .innerJoin('users', 'users.id', 'bank.employee_id')
          .whereRef('bank.employee_id', '<>', 'change.employee_id')
          .where((is) =>
            is.or([
              is('bank.cbu', '=', proposed('cbu')),
              is('bank.cci', '=', proposed('cci')),
              is('bank.account_number', '=', proposed('cuenta')),
            ]),
          )
          .select([
            'users.id',
            'users.sort_name as nombre',
            sql<boolean>`${visibleEmployees(viewer, 'bank.employee_id')}`.as('within'),
          ])
          .orderBy('users.sort_name')
          .limit(20)
          .as('holder'),
      (on) => on.onTrue(),
    )
    .where('change.id', '=', sql<number>`any(${changesOf})`)
    .orderBy('holder.nombre')
    .select(['change.id as change', 'holder.id', 'holder.nombre', 'holder.within'])
    .$narrowType<{ nombre: NotNull }>()
    .execute()
}

/** When people's mails and passwords were last changed, as far as that is recent. */
export async function recentCredentials(db: Db, users: readonly number[], now: Date) {
  const since = new Date(now.getTime() - recentDays * 86_400_000)
  const rows = await db
    .selectFrom('events')
    .where('subject_kind', '=', 'credential')
    .where('subject_id', '=', sql<number>`any(${users})`)
    .where('act', 'in', ['mail_changed', 'mail_change_undone', 'password_changed'])
    .where('at', '>', since)
    .groupBy(['subject_id', 'act'])
    .select(({ fn }) => ['subject_id', 'act', fn.max('at').as('at')])
    .execute()
  return (user: number) => {
    const latest = (...acts: string[]) =>
      rows
        .flatMap(({ subject_id, act, at }) => (subject_id === user && acts.includes(act) ? [at] : []))
        .toSorted((a, b) => Number(b) - Number(a))[0] ?? null
    return {
      correo_cambiado: latest('mail_changed', 'mail_change_undone'),
      clave_cambiada: latest('password_changed'),
    }
  }
}

/** Whether a session's browser was never seen before, although the person has signed in with others. */
export async function isNewDevice(db: Db, session: { id: number; userId: number }): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select exists (select from sessions other where other.user_id = ${session.userId} and other.id < mine.id)
      and not exists (select from sessions other where other.user_id = ${session.userId} and other.id < mine.id
        and other.device = mine.device) as "isNew"
    from sessions mine where mine.id = ${session.id}`.execute(db)
  return rows[0]?.isNew ?? false
}
