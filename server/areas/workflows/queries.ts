import { type NotNull, sql } from 'kysely'
import type { WorkflowState } from '#contract/workflows.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import { countRows } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { type Viewer, visibleTypes } from '#server/shared/visibility.ts'

interface Filters {
  buscar?: string | undefined
  estado?: WorkflowState | undefined
}

function found(db: Db, { buscar = '', estado }: Filters) {
  const part = buscar.replaceAll(/[%_\\]/g, '')
  return db
    .selectFrom('workflows')
    .$if(part !== '', (query) =>
      query.where(sql<boolean>`app.fold(workflows.name) like '%' || app.fold(${part}) || '%'`),
    )
    .$if(estado !== undefined, (query) => query.where('workflows.state', '=', estado ?? 'active'))
}

function shown(db: Db, viewer: Viewer, filters: Filters) {
  return found(db, filters)
    .innerJoin('users as author', 'author.id', 'workflows.changed_by')
    .select([
      'workflows.id',
      'workflows.name as nombre',
      'workflows.version',
      'workflows.state as estado',
      'workflows.changed_at as modificado',
      'author.sort_name as modificado_por',
      'workflows.replaces_id as reemplaza',
      'workflows.also_published as tambien_publicado',
      sql<number>`(select count(*) from approvals running where running.workflow_id = workflows.id
        and running.state in ('pending', 'returned'))`.as('en_curso'),
      sql<
        { id: number; nombre: string }[]
      >`coalesce((select json_agg(json_build_object('id', type.id, 'nombre', type.name)
        order by type.name) from workflow_types held join document_types type on type.id = held.type_id
        where held.workflow_id = workflows.id and ${visibleTypes(viewer, 'held.type_id')}), '[]')`.as(
        'tipos',
      ),
    ])
    .$narrowType<{ modificado_por: NotNull }>()
}

/** Workflows with how they run and those of their types that the viewer sees, those changed last first. */
export function listWorkflows(
  db: Db,
  viewer: Viewer,
  filters: Filters,
  { limit, offset }: { limit: number; offset: number },
) {
  return shown(db, viewer, filters)
    .select([
      sql<{ n: number; nombre: string; todos: boolean; personas: number }[]>`coalesce((
        select json_agg(json_build_object('n', g.n, 'nombre', g.name, 'todos', g.need = 'all',
          'personas', (select count(*) from workflow_members m where m.group_id = g.id)) order by g.n)
        from workflow_groups g where g.workflow_id = workflows.id), '[]')`.as('grupos'),
      sql<number | null>`(select round((extract(epoch from percentile_cont(0.5) within group (
          order by decision.at - step.opened_at)) / 3600)::numeric, 1)::float8
        from approvals flow join approval_steps step on step.approval_id = flow.id
          join approval_decisions decision on decision.approval_id = flow.id and decision.n = step.n
        where flow.workflow_id = workflows.id and decision.at >= step.opened_at)`.as('horas_por_paso'),
    ])
    .orderBy('workflows.changed_at', 'desc')
    .orderBy('workflows.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countWorkflows(db: Db, filters: Filters): Promise<number> {
  return countRows(db, found(db, filters).select('workflows.id'))
}

export function workflowOf(db: Db, viewer: Viewer, id: number) {
  return shown(db, viewer, {}).where('workflows.id', '=', id).executeTakeFirst()
}

/** The groups of a workflow, in their order. */
export function groupsOf(db: Db, workflow: number) {
  return db
    .selectFrom('workflow_groups')
    .where('workflow_id', '=', workflow)
    .orderBy('n')
    .select(['id', 'n', 'name as nombre', sql<boolean>`need = 'all'`.as('todos')])
    .execute()
}

/** The people of groups, by name, with whether each can decide on a day, and their deputy on that day. */
export function membersOf(db: Db, groups: readonly number[], day: string) {
  return db
    .selectFrom('workflow_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .leftJoin('employees', 'employees.id', 'users.id')
    .leftJoin('positions', 'positions.id', 'employees.position_id')
    .leftJoin(
      sql<{ user_id: number; deputy_id: number; to_day: string }>`app.deputies_on(${day})`.as('standing'),
      (on) => on.onRef('standing.user_id', '=', 'users.id'),
    )
    .leftJoin('users as deputy', 'deputy.id', 'standing.deputy_id')
    .where('member.group_id', '=', sql<number>`any(${groups})`)
    .orderBy('users.sort_name')
    .select([
      'member.group_id',
      'users.id',
      'users.sort_name as nombre',
      'positions.name as puesto',
      sql<boolean>`app.is_at_work(users.id) and app.may_approve(users.id)`.as('puede'),
      'deputy.id as id_suplente',
      'deputy.sort_name as suplente',
      'standing.to_day as hasta',
    ])
    .$narrowType<{ nombre: NotNull }>()
    .execute()
}

/** Open approvals of a workflow whose subjects are within the viewer's reach. */
function running(db: Db, viewer: Viewer, kinds: KindsOfApproval, workflow: number) {
  return db
    .selectFrom('approvals')
    .innerJoin('approval_steps as step', 'step.approval_id', 'approvals.id')
    .where('approvals.workflow_id', '=', workflow)
    .where('approvals.state', 'in', ['pending', 'returned'])
    .where('step.state', 'in', ['open', 'returned'])
    .where((where) =>
      where.or(
        Object.entries(kinds).map(([kind, handler]) =>
          where.and([sql<boolean>`approvals.kind = ${kind}`, handler.reach(viewer, 'approvals.subject_id')]),
        ),
      ),
    )
}

/** Open approvals of a workflow, the longest waiting first. */
export function runningIn(
  db: Db,
  viewer: Viewer,
  kinds: KindsOfApproval,
  workflow: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return running(db, viewer, kinds, workflow)
    .leftJoin('users', 'users.id', 'approvals.employee_id')
    .leftJoin('workflow_groups as group', (on) => on.on(sql<boolean>`step.named = 'group:' || "group".id`))
    .orderBy('step.opened_at')
    .orderBy('approvals.id')
    .limit(limit)
    .offset(offset)
    .select([
      'approvals.kind as clase',
      'approvals.subject_id as id',
      'users.sort_name as colaborador',
      'approvals.state as estado',
      'step.n as grupo',
      sql<string>`coalesce("group".name, '')`.as('nombre_grupo'),
      'step.opened_at as desde',
      sql<string[]>`array(select u.sort_name from app.undecided(approvals.id, step.n) wanted
        join users u on u.id = wanted.user_id order by u.sort_name)`.as('espera_a'),
    ])
    .$narrowType<{ desde: NotNull }>()
    .execute()
}

export async function countRunning(
  db: Db,
  viewer: Viewer,
  kinds: KindsOfApproval,
  workflow: number,
): Promise<number> {
  return countRows(db, running(db, viewer, kinds, workflow).select('approvals.id'))
}

/** Those of some types that the viewer may choose. */
export function typesAmong(db: Db, viewer: Viewer, ids: readonly number[]) {
  return db
    .selectFrom('document_types')
    .where('id', '=', sql<number>`any(${ids})`)
    .where('archived_at', 'is', null)
    .where(visibleTypes(viewer, 'document_types.id'))
    .select('id')
    .execute()
}

/** Whether a workflow has a type that the viewer doesn't see. */
export async function hasHiddenType(db: Db, viewer: Viewer, workflow: number): Promise<boolean> {
  const hidden = await db
    .selectFrom('workflow_types')
    .where('workflow_id', '=', workflow)
    .where(sql<boolean>`not ${visibleTypes(viewer, 'workflow_types.type_id')}`)
    .select('type_id')
    .limit(1)
    .executeTakeFirst()
  return hidden !== undefined
}

/** The first of some types that stands in an active workflow other than `except`, with that workflow's name. */
export function takenType(db: Db, ids: readonly number[], except: number | null) {
  return db
    .selectFrom('workflow_types')
    .innerJoin('workflows', 'workflows.id', 'workflow_types.workflow_id')
    .innerJoin('document_types as type', 'type.id', 'workflow_types.type_id')
    .where('workflow_types.type_id', 'in', ids)
    .where('workflow_types.active', '=', true)
    .$if(except !== null, (query) => query.where('workflows.id', '<>', except))
    .select(['type.name as tipo', 'workflows.name as nombre'])
    .limit(1)
    .executeTakeFirst()
}

/**
 * Those of some people who may decide on all of some types: at work, with the task inbox or an approver's profile, and
 * able to see each type under a profile of theirs.
 */
export async function ableAmong(
  db: Db,
  people: readonly number[],
  types: readonly number[],
): Promise<Set<number>> {
  const sees = sql<boolean>`(
    (not t.confidential and exists (select from user_profiles held join profiles p on p.id = held.profile_id
      where held.user_id = users.id and p.kind = 'leave_approver'))
    or exists (select from user_profiles held join profiles p on p.id = held.profile_id
      where held.user_id = users.id and p.type = 2 and (p.sees_confidential or not t.confidential)
        and (exists (select from user_folder_filters f where f.user_id = users.id and f.folder_id = t.folder_id)
          or (p.kind <> 'manager' and not exists (select from user_folder_filters f where f.user_id = users.id)))))`
  const rows = await db
    .selectFrom('users')
    .where('id', '=', sql<number>`any(${people})`)
    .where(sql<boolean>`app.is_at_work(users.id) and app.may_approve(users.id)`)
    .where(
      sql<boolean>`not exists (select from document_types t where t.id = any(${types}::bigint[]) and not ${sees})`,
    )
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
