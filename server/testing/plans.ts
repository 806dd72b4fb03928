import { type KyselyPlugin, QueryNode, SelectQueryNode, sql } from 'kysely'
import { z } from 'zod'
import type { MadeCompany } from '../areas/company/operations.ts'
import type { Db } from '../shared/tenancy.ts'
import type { TestApp } from './app.ts'
import { inCompany } from './factories.ts'

const node = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans() {
    return z.array(node).optional()
  },
})
export type PlanNode = z.output<typeof node>
const explained = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: node })]) })

/**
 * PostgreSQL's plan of each statement that a query sends, as the role and company that run it: all nodes of a plan in
 * one list. Reading a small table whole is discouraged, so that a missing index shows.
 */
export async function explain(
  app: TestApp,
  company: MadeCompany,
  ask: (db: Db) => Promise<unknown>,
): Promise<PlanNode[][]> {
  const plans: PlanNode[][] = []
  const nodesOf = (one: PlanNode): PlanNode[] => [one, ...(one.Plans ?? []).flatMap(nodesOf)]
  const plugin: KyselyPlugin = {
    transformQuery: ({ node: query }) =>
      SelectQueryNode.is(query) ? QueryNode.cloneWithExplain(query, 'json', undefined) : query,
    transformResult: async ({ result }) => {
      const plan = explained.safeParse(result.rows[0])
      if (!plan.success) return result
      plans.push(nodesOf(plan.data['QUERY PLAN'][0].Plan))
      return { rows: [] }
    },
  }
  await inCompany(app, company.id, async ({ db }) => {
    // A table of a few thousand rows is rightly read whole, where nothing says otherwise.
    await sql`set local enable_seqscan = off`.execute(db)
    await ask(db.withPlugin(plugin))
  })
  return plans
}
