import { sql } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import type { employees } from '#contract/employees/employees.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { administers } from '#server/shared/identity/credentials.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { beginInvitations } from './inviting.ts'
import { visible } from './queries.ts'

/** Those of the chosen people who are within reach. */
function chosen(db: Db, viewer: Viewer, ids: readonly number[]) {
  return visible(db, viewer).where('employees.id', '=', sql<number>`any(${ids}::bigint[])`)
}

/** How many of the chosen people each act on many would reach. */
export function countSelection(db: Db, viewer: Viewer, ids: readonly number[]) {
  const mailed = sql<boolean>`users.mail_key is not null`
  const entered = sql<boolean>`users.password_hash is not null`
  return chosen(db, viewer, ids)
    .select(({ fn }) => {
      const people = fn.countAll<number>()
      return [
        people.as('personas'),
        people.filterWhere(sql<boolean>`${mailed} and not ${entered}`).as('por_invitar'),
        people.filterWhere(entered).as('ya_ingresaron'),
        people.filterWhere(sql<boolean>`not ${mailed}`).as('sin_correo'),
        people.filterWhere(sql<boolean>`not ${mailed} and not ${administers('users')}`).as('para_codigo'),
        people.filterWhere('employees.state', '<>', 'inactive').as('activos'),
        people.filterWhere(administers('users')).as('gestionan'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/**
 * Mails invitations, in the background, to those of the chosen people who have a mail and no password.
 *
 * @throws {Refusal} INVITATIONS_NOBODY
 */
export function inviteMany(ctx: Context, { ids }: ParsedOf<typeof employees.inviteMany>) {
  return ctx.act(async (tx) => {
    const people = await chosen(tx.db, ctx.session, ids)
      .where('users.mail_key', 'is not', null)
      .where('users.password_hash', 'is', null)
      .orderBy('users.sort_name')
      .orderBy('employees.id')
      .select('employees.id')
      .execute()
    if (people.length === 0) refuse('INVITATIONS_NOBODY')
    const proceso = await beginInvitations(
      tx,
      ctx,
      people.map(({ id }) => id),
    )
    return { proceso, personas: people.length }
  })
}
