import type { Country } from '#contract/fields.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'

/** The card of the session's own user, who can switch to their employee profile only. */
export async function ownCard(db: Db, userId: number) {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'name', 'country', 'domain'])
    .executeTakeFirstOrThrow()
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const profiles = await db
    .selectFrom('user_profiles as up')
    .innerJoin('profiles as p', 'p.id', 'up.profile_id')
    .select(['p.type as id_perfil_tipo', 'p.name as nombre', 'p.mfa_required'])
    .where('up.user_id', '=', userId)
    .where('up.type', 'in', [1, 2])
    .orderBy('p.type', 'desc')
    .execute()
  return {
    id: userId,
    usuario: user.username,
    empresa: { id: company.id, nombre: company.name },
    pais: company.country as Country,
    perfiles: profiles.map(({ id_perfil_tipo, nombre }) => ({ id_perfil_tipo, nombre })),
    aplicacion: { dominio: company.domain },
    blocked_by_ip: false,
    blockedByPayment: false,
    actual: true,
    pide_segundo_factor: profiles.some((one) => one.id_perfil_tipo === 2 && one.mfa_required),
  }
}

/** The facts that decide whether a user may be switched to, read in their own company's transaction. */
export async function readSwitchFacts(tx: Tx, userId: number, type: 1 | 2) {
  const row = await tx.db
    .selectFrom('users')
    .leftJoin('employees', (on) =>
      on.onRef('employees.company_id', '=', 'users.company_id').onRef('employees.id', '=', 'users.id'),
    )
    .select((is) => [
      'users.locked_at',
      'users.first_sign_in_done_at',
      'users.password_changed_at',
      'employees.state',
      is
        .exists(
          is
            .selectFrom('user_profiles')
            .select('user_id')
            .whereRef('user_profiles.user_id', '=', 'users.id')
            .where('user_profiles.type', '=', type),
        )
        .as('holdsProfile'),
      is.exists(is.selectFrom('sso_providers').select('issuer').where('only_sso', '=', true)).as('onlySso'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return row
}

/** Leaves the one ticket of a session. */
export function putTicket(
  tx: Tx,
  ticket: { session: number; company: number; user: number; type: 1 | 2; until: Date },
) {
  const row = {
    target_company: ticket.company,
    target_user: ticket.user,
    type: ticket.type,
    expires_at: ticket.until,
  }
  return tx.db
    .insertInto('switch_tickets')
    .values({ company_id: tx.company, session_id: ticket.session, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'session_id']).doUpdateSet(row))
    .execute()
}

/** Consumes a session's ticket for this user; undefined where it has none, or it is past its minute. */
export function takeTicket(tx: Tx, session: number, user: number, now: Date) {
  return tx.db
    .deleteFrom('switch_tickets')
    .where('session_id', '=', session)
    .where('target_user', '=', user)
    .where('expires_at', '>', now)
    .returning(['target_company as company', 'type'])
    .executeTakeFirst()
}

/** How often somebody else than their owner changed what opens a user: a relation rests on this number. */
export async function foreignChangesOf(db: Db, userId: number): Promise<number> {
  const { foreign_changes } = await db
    .selectFrom('users')
    .select('foreign_changes')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return foreign_changes
}

/** Stores the proof that {@link takeProof} consumes: the user to relate once the session is unrestricted. */
export function putProof(
  tx: Tx,
  proof: { session: number; company: number; user: number; changes: number; until: Date },
) {
  return tx.db
    .insertInto('relation_proofs')
    .values({
      company_id: tx.company,
      session_id: proof.session,
      other_company: proof.company,
      other_user: proof.user,
      other_changes: proof.changes,
      expires_at: proof.until,
    })
    .execute()
}

export function takeProof(tx: Tx, session: number, now: Date) {
  return tx.db
    .deleteFrom('relation_proofs')
    .where('session_id', '=', session)
    .where('expires_at', '>', now)
    .returning(['other_company as company', 'other_user as userId', 'other_changes as changes'])
    .executeTakeFirst()
}

/** Ends a session; false where it had ended. */
export async function endOne(tx: Tx, session: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', session)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The id and the actions of a session by its bearer's hash. */
export async function openedBy(tx: Tx, hash: string) {
  return tx.db.selectFrom('sessions').select('id').where('hash', '=', hash).executeTakeFirstOrThrow()
}
