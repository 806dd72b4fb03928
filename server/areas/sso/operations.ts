import type { Profile } from '#contract/session/session.ts'
import { createHash } from 'node:crypto'
import type { Context, PublicContext } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { refuse, refuseAll, violatedConstraint } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { checkPassword } from '#server/shared/identity/lockout.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { endSessions, openSession } from '#server/areas/session/operations.ts'
import { type Code, companyOfCode, findCode, takeCode } from './codes.ts'
import { bindPerson, isStillMeant } from './matching.ts'
import type { PreparedProvider } from './preparing.ts'
import { keepSubject } from './queries.ts'
import { seal } from './provider.ts'

export { prepareProvider, type PreparedProvider, type ProviderWanted } from './preparing.ts'
export { signOutAddress } from './signing-out.ts'

/**
 * Sets the transaction's company's provider, in the place of the one before: what {@link prepareProvider} looked
 * at. Whom a provider of the same issuer knew, it still knows. Evidence of the company; `actorId` null: the operator.
 *
 * @throws {Refusal} SSO_ISSUER_TAKEN when another company has this issuer
 */
export async function setProvider(
  tx: Tx,
  services: Services,
  provider: PreparedProvider,
  actorId: number | null = null,
): Promise<void> {
  const now = services.clock()
  const row = {
    kind: provider.kind,
    issuer: provider.issuer,
    client_id: provider.clientId,
    secret: provider.secret === null ? null : seal(services, tx.company, 'provider', provider.secret),
    entry_point: provider.entryPoint,
    logout_url: provider.logoutUrl,
    own_certificate: provider.ownCertificate,
    certificates: provider.certificates,
    mail_domains: [...provider.mailDomains],
    sign_out_at_provider: provider.signOutAtProvider,
    only_sso: provider.onlySso,
    show_button: provider.showButton,
    button_text: provider.buttonText,
    changed_at: now,
  }
  try {
    await tx.db
      .insertInto('sso_providers')
      .values({ company_id: tx.company, ...row })
      .onConflict((on) => on.column('company_id').doUpdateSet(row))
      .execute()
  } catch (error) {
    if (violatedConstraint(error) === 'sso_providers_issuer_key') refuse('SSO_ISSUER_TAKEN')
    throw error
  }
  await recordEvent(tx, {
    subject: { kind: 'setting', id: tx.company },
    act: 'sso_provider_set',
    actorId,
    at: now,
    data: {
      kind: provider.kind,
      issuer: provider.issuer,
      mailDomains: provider.mailDomains,
      signOutAtProvider: provider.signOutAtProvider,
      onlySso: provider.onlySso,
      showButton: provider.showButton,
      certificates: provider.certificates.map((pem) => createHash('sha256').update(pem).digest('hex')),
    },
  })
}

/** Takes the company's provider away, as evidence; false where it had none. Sessions that it opened go on. */
export async function removeProvider(
  tx: Tx,
  services: Services,
  actorId: number | null = null,
): Promise<boolean> {
  const removed = await tx.db.deleteFrom('sso_providers').returning('issuer').executeTakeFirst()
  if (!removed) return false
  await recordEvent(tx, {
    subject: { kind: 'setting', id: tx.company },
    act: 'sso_provider_removed',
    actorId,
    at: services.clock(),
    data: { issuer: removed.issuer },
  })
  return true
}

/**
 * Binds a person by hand to who they are at the company's provider: for whom a mail and a password can't. The
 * operator's, who has seen who they are.
 *
 * @throws {Refusal} SSO_NOT_OFFERED; SSO_NEEDS_OPERATOR when the subject or the person is bound to another already
 */
export async function bindSubject(
  tx: Tx,
  services: Services,
  { userId, subject }: { userId: number; subject: string },
): Promise<void> {
  const provider = await tx.db.selectFrom('sso_providers').select('issuer').executeTakeFirst()
  if (!provider) refuse('SSO_NOT_OFFERED')
  const binding = { userId, issuer: provider.issuer, subject, by: 'operator' as const }
  if (!(await bindPerson(tx, binding, { at: services.clock() }))) refuse('SSO_NEEDS_OPERATOR')
}

/**
 * Undoes what binds a person to somebody at the provider, whoever bound them, and ends their sessions. Returns the subjects
 * that were bound; they are bound again at their next sign-in, as at the first one.
 */
export async function unbindPerson(tx: Tx, services: Services, userId: number): Promise<string[]> {
  const unbound = await tx.db
    .deleteFrom('sso_subjects')
    .where('user_id', '=', userId)
    .returning('subject')
    .execute()
  if (unbound.length > 0) await endSessions(tx, services, userId, null)
  return unbound.map(({ subject }) => subject)
}

interface Given {
  code: string
  verifier: string
}

/**
 * Signs in with the code of an answer and the verifier of the page that began, once. Who has to give their password
 * before they are bound is asked for it first, and the code goes on working.
 *
 * @throws {Refusal} SSO_CODE_DEAD; why the answer was worth nothing; WRONG_CREDENTIALS and USER_LOCKED of the password; those of
 * openSession
 */
export async function signInBySso(
  context: PublicContext,
  given: Given,
  password: string | undefined,
): Promise<{ jwt: string; user: Profile } | { confirmar: { usuario: string; nombre: string } }> {
  const { services, request } = context
  const company = companyOfCode(given.code)
  if (company === null) refuse('SSO_CODE_DEAD')
  const { write } = services.tenant(company)
  const { code, user } = await write(async (tx) => {
    const found = await findCode(tx, services, given)
    if (!found || found.sessionId !== null) refuse('SSO_CODE_DEAD')
    if (found.refusal) refuseAll([{ code: found.refusal }])
    return { code: found, user: await credentialsOf(tx.db, personOf(found)) }
  })
  const who = { company, userId: user.id, address: request.address }
  if (code.binding === 'password') {
    if (!password) return { confirmar: { usuario: user.username, nombre: user.first_name } }
    await checkPassword(services, who, { hash: user.password_hash, password }, () =>
      refuse('WRONG_CREDENTIALS', 'password'),
    )
  }
  // Used up for good, whatever comes after.
  if (!(await write((tx) => takeCode(tx, services, code.hash)))) refuse('SSO_CODE_DEAD')
  const { address, device } = request
  return write(async (tx) => {
    await refuseLockedUser(tx, user.id)
    if (!(await isStillMeant(tx, { ...code, userId: user.id }))) refuse('SSO_CODE_DEAD')
    const { issuer, subject, binding: by } = code
    if (by) {
      const evidence = { at: services.clock(), detail: { address, device } }
      if (!(await bindPerson(tx, { userId: user.id, issuer, subject, by }, evidence)))
        refuse('SSO_NEEDS_OPERATOR')
    }
    const opened = await openSession(tx, services, {
      userId: user.id,
      site: code.site,
      method: 'sso',
      address,
      device,
    })
    await keepSubject(tx, services, opened.jwt, code)
    return opened
  })
}

function personOf({ userId }: Code): number {
  if (userId === null) throw new Error('a code that is worth nobody says why')
  return userId
}

async function refuseLockedUser(tx: Tx, userId: number): Promise<void> {
  const user = await tx.db
    .selectFrom('users')
    .select('locked_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.locked_at) refuse('USER_LOCKED', 'user')
}

/**
 * Proves the person of a session again by a fresh sign-in at their provider: the code of that answer, once.
 *
 * @throws {Refusal} SSO_CODE_DEAD; SSO_OTHER_PERSON, SSO_NOT_FRESH and what else the answer was refused for
 */
export async function proveByProvider(ctx: Context, given: Given): Promise<void> {
  if (companyOfCode(given.code) !== ctx.session.company) refuse('SSO_CODE_DEAD')
  await ctx.write(async (tx) => {
    const code = await findCode(tx, ctx.services, given)
    if (!code || code.sessionId !== ctx.session.id) refuse('SSO_CODE_DEAD')
    if (code.refusal) refuseAll([{ code: code.refusal }])
    if (!(await takeCode(tx, ctx.services, code.hash))) refuse('SSO_CODE_DEAD')
  })
}
