import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { across, changeAcross } from '#server/shared/across.ts'
import type { Db } from '#server/shared/tenancy.ts'

/** A user of some company. */
export interface Account {
  company: number
  userId: number
}

/** Users that one person can have together. */
export const mostTogether = 20

/**
 * The other users of the group that an account belongs to, with what their cards show. Nobody where the account is in
 * no group, or where its own relation rests: whoever changed what opens it must not learn where else its owner works.
 */
export function othersOf(pool: Pool, me: Account) {
  return across(pool, async (db) => {
    const mine = await membershipOf(db, me)
    if (!mine || mine.suspended) return { mine, others: [], profiles: [] }
    const others = await db
      .selectFrom('related_users as r')
      .innerJoin('users as u', (on) =>
        on.onRef('u.company_id', '=', 'r.company_id').onRef('u.id', '=', 'r.user_id'),
      )
      .innerJoin('companies as c', 'c.id', 'r.company_id')
      .select([
        'r.company_id as company',
        'r.user_id as userId',
        'u.username',
        'c.name',
        'c.country',
        'c.domain',
        'r.joined_at as joinedAt',
        sql<boolean>`r.foreign_changes <> u.foreign_changes`.as('suspended'),
      ])
      .where('r.group_id', '=', mine.group)
      .where((is) => is.not(is.and([is('r.company_id', '=', me.company), is('r.user_id', '=', me.userId)])))
      .orderBy('c.name')
      .execute()
    const profiles = await db
      .selectFrom('related_users as r')
      .innerJoin('user_profiles as up', (on) =>
        on.onRef('up.company_id', '=', 'r.company_id').onRef('up.user_id', '=', 'r.user_id'),
      )
      .innerJoin('profiles as p', (on) =>
        on.onRef('p.company_id', '=', 'up.company_id').onRef('p.id', '=', 'up.profile_id'),
      )
      .select(['r.company_id as company', 'r.user_id as userId', 'p.type', 'p.name', 'p.mfa_required'])
      .where('r.group_id', '=', mine.group)
      .where('up.type', 'in', [1, 2])
      .orderBy('p.type', 'desc')
      .execute()
    return { mine, others, profiles }
  })
}

/** Whether an account is in a group, and whether its relation rests since what opens it was changed. */
async function membershipOf(db: Db, { company, userId }: Account) {
  return db
    .selectFrom('related_users as r')
    .innerJoin('users as u', (on) =>
      on.onRef('u.company_id', '=', 'r.company_id').onRef('u.id', '=', 'r.user_id'),
    )
    .select([
      'r.group_id as group',
      'r.joined_at as joinedAt',
      sql<boolean>`r.foreign_changes <> u.foreign_changes`.as('suspended'),
    ])
    .where('r.company_id', '=', company)
    .where('r.user_id', '=', userId)
    .executeTakeFirst()
}

/** A related user of an account by its id lockGroups; undefined where it is none. */
export function relatedById(pool: Pool, me: Account, userId: number) {
  return across(pool, async (db) => {
    const mine = await membershipOf(db, me)
    if (!mine || mine.suspended) return undefined
    return db
      .selectFrom('related_users as r')
      .innerJoin('users as u', (on) =>
        on.onRef('u.company_id', '=', 'r.company_id').onRef('u.id', '=', 'r.user_id'),
      )
      .innerJoin('companies as c', 'c.id', 'r.company_id')
      .select([
        'r.company_id as company',
        'r.user_id as userId',
        'c.name',
        'c.domain',
        sql<boolean>`r.foreign_changes <> u.foreign_changes`.as('suspended'),
      ])
      .where('r.group_id', '=', mine.group)
      .where('r.user_id', '=', userId)
      .executeTakeFirst()
  })
}

/**
 * Puts two accounts, both proved in this moment, into one group, and with them whoever stands with either already.
 * A relation that rests stands with nobody: its account leaves its former group first, or else whoever changed what
 * opens it would get into that group by relating it to a user of their own. False where that would be too many.
 */
export function putTogether(pool: Pool, one: Account, other: Account, at: Date): Promise<boolean> {
  return changeAcross(pool, async (db) => {
    await lockGroups(db)
    const groups = new Set<string>()
    let newcomers = 0
    for (const account of [one, other]) {
      const membership = await membershipOf(db, account)
      if (membership && !membership.suspended) groups.add(membership.group)
      else newcomers++
      if (membership?.suspended) await remove(db, account)
    }
    const [group = randomUUID()] = groups
    if (groups.size > 0) {
      const { count } = await db
        .selectFrom('related_users')
        .select((is) => is.fn.countAll<number>().as('count'))
        .where('group_id', 'in', [...groups])
        .executeTakeFirstOrThrow()
      if (count + newcomers > mostTogether) return false
      await db
        .updateTable('related_users')
        .set({ group_id: group })
        .where('group_id', 'in', [...groups])
        .execute()
    }
    for (const { company, userId } of [one, other]) {
      await db
        .insertInto('related_users')
        .columns(['company_id', 'user_id', 'group_id', 'foreign_changes', 'joined_at'])
        .expression((from) =>
          from
            .selectFrom('users')
            .select((is) => [
              'company_id',
              'id',
              is.cast<string>(is.val(group), 'uuid').as('group_id'),
              'foreign_changes',
              is.cast<Date>(is.val(at), 'timestamptz').as('joined_at'),
            ])
            .where('company_id', '=', company)
            .where('id', '=', userId),
        )
        .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
        .execute()
    }
    return true
  })
}

/** Serialises changes of groups; two concurrent joins would otherwise create two groups. */
async function lockGroups(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7030014318)`.execute(db)
}

async function remove(db: Db, { company, userId }: Account): Promise<string | undefined> {
  const gone = await db
    .deleteFrom('related_users')
    .where('company_id', '=', company)
    .where('user_id', '=', userId)
    .returning('group_id')
    .executeTakeFirst()
  return gone?.group_id
}

/** Removes an account from its group, and the group when one account is left in it. Returns the former members. */
export function takeOut(pool: Pool, account: Account): Promise<Account[]> {
  return changeAcross(pool, async (db) => {
    await lockGroups(db)
    const group = await remove(db, account)
    if (!group) return []
    const left = await db
      .selectFrom('related_users')
      .select(['company_id as company', 'user_id as userId'])
      .where('group_id', '=', group)
      .execute()
    if (left.length === 1) await db.deleteFrom('related_users').where('group_id', '=', group).execute()
    return left
  })
}

/** Notes a switch to an account; true for the first since it was related. */
export async function noteUse(pool: Pool, { company, userId }: Account, at: Date): Promise<boolean> {
  return changeAcross(pool, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('related_users')
      .set({ used_at: at })
      .where('company_id', '=', company)
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })
}

/** Marks the relations that rest since the last time this was asked, and answers each with those it stood with. */
export function noteSuspended(pool: Pool, at: Date): Promise<{ account: Account; others: Account[] }[]> {
  return changeAcross(pool, async (db) => {
    const resting = await db
      .updateTable('related_users as r')
      .from('users as u')
      .set({ suspended_at: at })
      .whereRef('u.company_id', '=', 'r.company_id')
      .whereRef('u.id', '=', 'r.user_id')
      .whereRef('r.foreign_changes', '<>', 'u.foreign_changes')
      .where('r.suspended_at', 'is', null)
      .returning(['r.company_id as company', 'r.user_id as userId', 'r.group_id as group'])
      .execute()
    if (resting.length === 0) return []
    const members = await db
      .selectFrom('related_users')
      .select(['company_id as company', 'user_id as userId', 'group_id as group'])
      .where(
        'group_id',
        'in',
        resting.map(({ group }) => group),
      )
      .where('suspended_at', 'is', null)
      .execute()
    return resting.map(({ group, ...account }) => ({
      account,
      others: members.filter((member) => member.group === group),
    }))
  })
}
