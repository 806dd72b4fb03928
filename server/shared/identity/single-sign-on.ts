import { refuse } from '../errors.ts'
import type { Db, Tx } from '../tenancy.ts'

/** The single sign-on of a company's sign-in page, and whether other ways to sign in are closed. */
export async function ssoOfferOf(db: Db) {
  const row = await db
    .selectFrom('sso_providers')
    .select(['show_button', 'button_text', 'only_sso'])
    .executeTakeFirst()
  return {
    // Where nothing else opens, the button is not to be hidden.
    showButton: row ? row.show_button || row.only_sso : false,
    texto: row?.button_text ?? null,
    unico: row?.only_sso ?? false,
  }
}

/** Refuses with SSO_ONLY where the company lets nobody in by a password or a switch. */
export async function refuseWhereOnlySso(tx: Pick<Tx, 'db'>): Promise<void> {
  if ((await ssoOfferOf(tx.db)).unico) refuse('SSO_ONLY')
}

/** Whether a session was opened by single sign-on. */
export async function isSsoSession(db: Db, sessionId: number): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('method')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.method === 'sso'
}

/** Refuses with SSO_SESSION what a session of single sign-on doesn't have: password, mail, switch. */
export async function refuseSsoSession(tx: Pick<Tx, 'db'>, sessionId: number): Promise<void> {
  if (await isSsoSession(tx.db, sessionId)) refuse('SSO_SESSION')
}
