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
  const workflow = await workflowOf(tx, type)
  return workflow ? ordered(tx, workflow.id) : { steps: [{ action: actions.taskInbox }] }
}

/** The steps by which what the company publishes of a type is held; null where nothing holds it. */
export async function stepsOfPublished(tx: Tx, type: number): Promise<Ordered | null> {
  const workflow = await workflowOf(tx, type)
  return workflow?.also_published ? ordered(tx, workflow.id) : null
}

/** The steps of a workflow's groups. */
export interface Ordered {
  workflowId: number
  steps: Step[]
}

function workflowOf(tx: Tx, type: number) {
  return tx.db
    .selectFrom('workflow_types')
    .innerJoin('workflows', 'workflows.id', 'workflow_types.workflow_id')
    .where('workflow_types.type_id', '=', type)
    .where('workflow_types.active', '=', true)
    .select(['workflows.id', 'workflows.also_published'])
    .executeTakeFirst()
}

async function ordered(tx: Tx, workflowId: number): Promise<Ordered> {
  const groups = await groupsOf(tx.db, workflowId)
  return {
    workflowId,
    steps: groups.map(({ id, todos }) => ({
      action: actions.taskInbox,
      named: { group: id },
      need: todos ? ('all' as const) : ('one' as const),
    })),
  }
}
