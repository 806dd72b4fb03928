import { workflows } from '#contract/workflows.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { approversFound } from '#server/shared/reading/approvers.ts'
import { type Api, route } from '#server/shared/route.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { titlesOf } from '#server/areas/approvals/operations.ts'
import {
  countRunning,
  countWorkflows,
  groupsOf,
  listWorkflows,
  membersOf,
  runningIn,
  workflowOf,
} from './queries.ts'
import { endWorkflow, saveWorkflow } from './saving.ts'

export function registerWorkflows(api: Api, kinds: KindsOfApproval): void {
  route(api, workflows.list, ({ read, session }, input) =>
    read(async ({ db }) => ({
      data: await listWorkflows(db, session, input, rowsOf(input)),
      pagination: paginationOf(await countWorkflows(db, input), input),
    })),
  )
  route(api, workflows.one, (ctx, { id }) =>
    ctx.read(async (tx) => {
      const found = await workflowOf(tx.db, ctx.session, id)
      if (!found) refuse('NOT_FOUND')
      return { ...found, grupos: await shownGroups(ctx, tx, id) }
    }),
  )
  route(api, workflows.group, (ctx, { id, n }) =>
    ctx.read(async (tx) => {
      const found = (await shownGroups(ctx, tx, id)).find((group) => group.n === n)
      return found ?? refuse('NOT_FOUND')
    }),
  )
  route(api, workflows.running, (ctx, { id, ...page }) =>
    ctx.read(async (tx) => {
      if (!(await workflowOf(tx.db, ctx.session, id))) refuse('NOT_FOUND')
      const rows = await runningIn(tx.db, ctx.session, kinds, id, rowsOf(page))
      const titles = await titlesOf(tx, ctx, kinds, rows)
      return {
        data: rows.map((row) => ({ ...row, titulo: titles(row) })),
        pagination: paginationOf(await countRunning(tx.db, ctx.session, kinds, id), page),
      }
    }),
  )
  route(api, workflows.people, ({ read }, { buscar = '' }) =>
    read(({ db }) => approversFound(db, buscar, null)),
  )
  route(api, workflows.create, (ctx, input) => ctx.act((tx) => saveWorkflow(ctx, tx, input)))
  route(api, workflows.save, (ctx, { id, ...input }) => ctx.act((tx) => saveWorkflow(ctx, tx, input, id)))
  route(api, workflows.end, (ctx, input) => ctx.act((tx) => endWorkflow(ctx, tx, input)))
}

/** The groups of a workflow with their people as of today. */
async function shownGroups({ session, services }: Context, tx: Tx, workflow: number) {
  const groups = await groupsOf(tx.db, workflow)
  const day = today(session.zone, services.clock())
  const members = await membersOf(
    tx.db,
    groups.map(({ id }) => id),
    day,
  )
  return groups.map(({ id: group, ...shown }) => ({
    ...shown,
    personas: members
      .filter(({ group_id }) => group_id === group)
      .map(({ id, nombre, puesto, puede, id_suplente, suplente, hasta }) => ({
        id,
        nombre,
        puesto,
        puede,
        suplente:
          id_suplente !== null && suplente !== null && hasta !== null
            ? { id: id_suplente, nombre: suplente, hasta }
            : null,
      })),
  }))
}
