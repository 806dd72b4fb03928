import { sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import { type ConcernSource, failedMailDays, mostConcerns } from '#server/shared/concerns.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'

/** Employees whose invitation failed, who have no password yet and were not invited again. */
export const failedInvitations: ConcernSource = {
  need: actions.employeeAdministration,
  async find(db, { viewer, now }) {
    const rows = await db
      .selectFrom('mails')
      .innerJoin('users', 'users.id', 'mails.user_id')
      .innerJoin('employees', 'employees.id', 'users.id')
      .where(visibleEmployees(viewer, 'users.id'))
      .where('mails.event', '=', 'new_user')
      .where('mails.state', '=', 'failed')
      .where('mails.created_at', '>', new Date(now.getTime() - failedMailDays * 86_400_000))
      .where('users.password_hash', 'is', null)
      .where('employees.state', '<>', 'inactive')
      .where(
        sql<boolean>`not exists (select from mails later where later.user_id = mails.user_id
          and later.event = 'new_user' and later.id > mails.id)`,
      )
      .orderBy('mails.created_at', 'desc')
      .limit(mostConcerns)
      .select(['users.id', sql<string>`users.sort_name`.as('nombre'), 'mails.created_at as desde'])
      .execute()
    return rows.map((row) => ({ ...row, clase: 'invitacion_fallida', total: 1, vence: null }))
  },
}

/** The viewer's own imports whose preview waits for a decision. */
export const importsToLookAt: ConcernSource = {
  need: actions.employeeAdministration,
  async find(db, { viewer }) {
    const rows = await db
      .selectFrom('processes')
      .innerJoin('employee_imports as file', 'file.process_id', 'processes.id')
      .where('processes.created_by', '=', viewer.userId)
      .where('processes.status', '=', 'in_progress')
      .where('processes.step', '=', 'preview')
      .orderBy('processes.created_at', 'desc')
      .limit(mostConcerns)
      .select([
        'processes.id',
        'file.file_name as nombre',
        'processes.total',
        'processes.created_at as desde',
      ])
      .execute()
    return rows.map((row) => ({ ...row, clase: 'importacion', vence: null }))
  },
}
