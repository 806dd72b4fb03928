import { sql } from 'kysely'
import type { ActionId } from '#contract/actions.ts'
import type { ProfileKind } from '#contract/permissions/profiles.ts'
import { holdersOf, languageOfUser } from '#server/shared/reading/people.ts'
import type { Tx } from '#server/shared/tenancy.ts'

/**
 * The people who decide a step: those whom it names; otherwise, and where none of those can, whoever holds the action with
 * the reach.
 */
export interface Step {
  action: ActionId
  /** Only a profile of this kind gives the action. */
  kind?: Extract<ProfileKind, 'hr'>
  named?: Named
  /** Whether one of the named people decides for all, which is the default, or each of them decides. */
  need?: 'one' | 'all'
}

/** People whom a step names: one person, a group of a workflow, or somebody whom the employee's own data name. */
export type Named =
  | { person: number }
  | { group: number }
  | { of: 'manager' | 'approver' | 'second_approver' }

/** `approval_steps.named`. @throws {Error} the employee's data are meant, and the approval concerns nobody */
export function keyOf(named: Named, employeeId: number | undefined): string {
  if ('person' in named) return `person:${named.person}`
  if ('group' in named) return `group:${named.group}`
  if (employeeId === undefined) throw new Error(`no employee whose ${named.of} decides`)
  return `${named.of}:${employeeId}`
}

/** As many are told that something waits for them, so that an approval doesn't mail a whole department. */
const decidersTold = 20

/**
 * The first of the people who hold the action of a step and could decide it: neither who opens the approval nor whom it
 * concerns.
 */
export function holdersOfStep(tx: Tx, { action, kind }: Step, excluded: readonly number[]) {
  return holdersOf(tx.db, { actions: [action], ...(kind && { kind }) })
    .where('users.id', 'not in', excluded)
    .limit(decidersTold)
    .execute()
}
export type Decider = Awaited<ReturnType<typeof holdersOfStep>>[number]

/** People whom an open step names and who haven't decided it yet; empty where the action alone decides. */
export function undecidedOf(tx: Tx, approval: number, n: number): Promise<Decider[]> {
  return tx.db
    .selectFrom('users')
    .where('users.id', 'in', sql<number>`(select user_id from app.undecided(${approval}, ${n}))`)
    .select(['users.id', 'users.first_name', 'users.mail', languageOfUser().as('language')])
    .orderBy('users.id')
    .limit(decidersTold)
    .execute()
}

/**
 * Opens the first step that still waits, and passes over those whose people all approved a step before. Returns whether
 * one is open. It may be an earlier one than the last decided: what takes the place of a workflow's steps stands at the end.
 */
export async function openNext(tx: Tx, approval: number, at: Date): Promise<boolean> {
  const next = await tx.db
    .updateTable('approval_steps')
    .set({ state: 'open', opened_at: at })
    .where('approval_id', '=', approval)
    .where('state', '=', 'waiting')
    .where('n', '=', (query) =>
      query
        .selectFrom('approval_steps as first')
        .where('first.approval_id', '=', approval)
        .where('first.state', '=', 'waiting')
        .select(({ fn }) => fn.min('first.n').as('n')),
    )
    .returning(['n', 'need', 'named'])
    .executeTakeFirst()
  if (!next) return false
  if (next.named === null || !(await isDecidedBefore(tx, approval, next))) return true
  await tx.db
    .updateTable('approval_steps')
    .set({ state: 'skipped' })
    .where('approval_id', '=', approval)
    .where('n', '=', next.n)
    .execute()
  return openNext(tx, approval, at)
}

/**
 * Whether somebody whom the step names, or each of them where all are needed, approved a step before it. What was returned
 * since came back as something else, of which that approval says nothing.
 */
async function isDecidedBefore(
  tx: Tx,
  approval: number,
  { n, need }: { n: number; need: 'one' | 'all' },
): Promise<boolean> {
  const approved = sql<boolean>`exists (select from approval_decisions d
    join approval_steps s on s.approval_id = d.approval_id and s.n = d.n and s.state = 'approved'
    where d.approval_id = ${approval} and d.act = 'approve' and coalesce(d.acting_for, d.user_id) = named.user_id
      and not exists (select from approval_decisions back
        where back.approval_id = d.approval_id and back.act = 'return' and back.id > d.id))`
  const { of, approving } = await tx.db
    .selectFrom(sql<{ user_id: number }>`app.undecided(${approval}, ${n})`.as('named'))
    .select([
      sql<number>`count(*)`.as('of'),
      sql<number>`count(*) filter (where ${approved})`.as('approving'),
    ])
    .executeTakeFirstOrThrow()
  return need === 'one' ? approving > 0 : of > 0 && approving === of
}

/** Closes every step that is open or still to come. */
export async function skipRest(tx: Tx, approval: number): Promise<void> {
  await tx.db
    .updateTable('approval_steps')
    .set({ state: 'skipped' })
    .where('approval_id', '=', approval)
    .where('state', 'in', ['waiting', 'open'])
    .execute()
}
