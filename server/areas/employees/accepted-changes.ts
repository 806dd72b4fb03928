import { sql } from 'kysely'
import { refuse } from '#server/shared/errors.ts'
import es from '#locales/es/approvals.json' with { type: 'json' }
import pt from '#locales/pt/approvals.json' with { type: 'json' }
import type { KindOfApproval } from '#server/shared/approval-kinds.ts'
import { filled, printedDay } from '#server/shared/text/printed.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import { putEnd } from './employment.ts'
import { putProfiles } from './rights.ts'
import type { AdministratorChange } from './second-person.ts'

/** A change of the profiles or the stay of somebody who answers for the certificates, accepted by a second person. */
export const changeOfAdministrator: KindOfApproval = {
  acts: ['aprobar', 'rechazar'],
  stepUp: true,
  concern: 'cambio_por_aceptar',
  rejected: 'pedido_rechazado',
  reach: (viewer, subject) => visibleEmployees(viewer, subject),
  async titles(tx, subjects, language) {
    const rows = await tx.db
      .selectFrom('administrator_changes as change')
      .innerJoin('users', 'users.id', 'change.employee_id')
      .select(['users.id', 'users.first_name', 'users.last_name', 'change.input'])
      .where('users.id', '=', sql<number>`any(${subjects})`)
      .execute()
    const profiles = await tx.db.selectFrom('profiles').select(['id', 'name']).orderBy('type').execute()
    const name = (ids: readonly number[]) =>
      profiles
        .filter(({ id }) => ids.includes(id))
        .map((one) => one.name)
        .join(', ')
    return new Map(
      rows.map(({ id, first_name, last_name, input }) => [
        id,
        titleOf(input, `${first_name} ${last_name}`, language, name),
      ]),
    )
  },
  async decided(tx, ctx, { subjectId: id, outcome, askedBy }) {
    const change = await tx.db
      .deleteFrom('administrator_changes')
      .where('employee_id', '=', id)
      .returning('input')
      .executeTakeFirst()
    if (!change) refuse('NOT_FOUND')
    if (outcome !== 'approved') return
    if ('idperfiles' in change.input) await putProfiles(tx, ctx, [{ id, ...change.input }])
    else await putEnd(tx, ctx, { id, ...change.input }, askedBy)
  },
}

/** The change in words, for the person who decides on it. */
function titleOf(
  change: AdministratorChange,
  quien: string,
  language: 'es' | 'pt',
  name: (ids: readonly number[]) => string,
): string {
  const { perfiles, baja } = { es, pt }[language]
  return 'idperfiles' in change
    ? filled(perfiles, { quien, perfiles: name(change.idperfiles) })
    : filled(baja, { quien, dia: printedDay(change.fechabaja) })
}
