import { type NotNull, sql } from 'kysely'
import { farthestRow } from '#server/shared/list.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { awaits, isLastResort, type Looking } from '#server/areas/approvals/operations.ts'

const aliases = { step: 'step', asked: 'approvals' }

/** Papers whose open step names the viewer, or somebody whom they stand in for, or is theirs as the manager. */
function waiting(db: Db, looking: Looking) {
  return db
    .selectFrom('approval_steps as step')
    .innerJoin('approvals', 'approvals.id', 'step.approval_id')
    .innerJoin('documents', 'documents.id', 'approvals.subject_id')
    .where('approvals.kind', '=', 'document')
    .where('approvals.state', '=', 'pending')
    .where('step.state', '=', 'open')
    .where('approvals.opened_by', '<>', looking.viewer.userId)
    .where(sql<boolean>`approvals.employee_id is distinct from ${looking.viewer.userId}`)
    .where(sql<boolean>`(${awaits(looking, aliases)} or ${isLastResort(looking, aliases)})`)
}

function shown(db: Db, looking: Looking) {
  return waiting(db, looking)
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types as type', 'type.id', 'documents.type_id')
    .select([
      'approvals.id',
      'approvals.kind as clase',
      'type.name as titulo',
      'users.sort_name as colaborador',
      'users.first_name as nombre',
      'step.opened_at as desde',
      'documents.id as id_documento',
      'documents.pages as paginas',
    ])
    .$narrowType<{ colaborador: NotNull; desde: NotNull; clase: 'document' }>()
}

export function waitingForMe(db: Db, looking: Looking, { limit, offset }: { limit: number; offset: number }) {
  return shown(db, looking)
    .orderBy('step.opened_at')
    .orderBy('approvals.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countForMe(db: Db, looking: Looking): Promise<number> {
  const { n } = await db
    .selectFrom(
      waiting(db, looking)
        .select('approvals.id')
        .limit(farthestRow + 1)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** One of them; undefined for what waits for others, exactly as for what isn't there. */
export function oneForMe(db: Db, looking: Looking, id: number) {
  return shown(db, looking).where('approvals.id', '=', id).executeTakeFirst()
}
