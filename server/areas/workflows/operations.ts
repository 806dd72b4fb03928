import { actions } from '#contract/actions.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import type { Step } from '#server/areas/approvals/operations.ts'
import { groupsOf } from './queries.ts'

export { endWorkflow, saveWorkflow } from './saving.ts'

/**
 * The steps by which a document of a type is decided: the groups of its active workflow, otherwise whoever holds the task
 * inbox.
 */
export async function stepsOfType(tx: Tx, type: number): Promise<{ steps: Step[]; workflowId?: number }> {
  const workflow = await tx.db
    .selectFrom('workflow_types')
    .where('type_id', '=', type)
    .where('active', '=', true)
    .select('workflow_id')
    .executeTakeFirst()
  const action = actions.taskInbox
  if (!workflow) return { steps: [{ action }] }
  const groups = await groupsOf(tx.db, workflow.workflow_id)
  return {
    workflowId: workflow.workflow_id,
    steps: groups.map(({ id, todos }) => ({
      action,
      named: { group: id },
      need: todos ? ('all' as const) : ('one' as const),
    })),
  }
}
