import { actions } from '#contract/actions.ts'
import { refuse } from '#server/shared/errors.ts'
import { holdersOf } from '#server/shared/reading/people.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'

/** People who can grant a right: full HR that administers employees, neither locked nor inactive. */
function rightGranters(db: Db) {
  return holdersOf(db, { actions: [actions.employeeAdministration], kind: 'hr' })
}

/** Whether somebody can grant who stays: people whose end is planned don't count. */
export async function hasLastingGranter(db: Db): Promise<boolean> {
  const found = await rightGranters(db)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('employments')
            .whereRef('employments.employee_id', '=', 'users.id')
            .where('employments.state', 'in', ['planned', 'running'])
            .where('employments.ends_on', 'is not', null),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether this person can grant. */
export async function isRightGranter(db: Db, id: number): Promise<boolean> {
  return (await rightGranters(db).where('users.id', '=', id).executeTakeFirst()) !== undefined
}

/** One change of rights at a time in a company. */
export async function lockRights(tx: Tx): Promise<void> {
  await tx.db.selectFrom('companies').select('id').forUpdate().execute()
}

/**
 * Makes a change of rights or of a stay that leaves somebody who can grant. Its caller has called
 * {@link lockRights}, so that two changes at once don't take one half each.
 *
 * @throws {Refusal} LAST_GRANTER: the change would leave nobody.
 */
export async function keepGranter(tx: Tx, change: () => Promise<void>): Promise<void> {
  const hadOne = await hasLastingGranter(tx.db)
  await change()
  if (hadOne && !(await hasLastingGranter(tx.db))) refuse('LAST_GRANTER')
}
