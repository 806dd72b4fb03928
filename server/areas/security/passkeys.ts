import { isIP } from 'node:net'
import type { Assertion } from '#contract/security/factor-proof.ts'
import type { Attestation } from '#contract/security/security.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { factorsOf } from './queries.ts'

const challengeMinutes = 5

/** The library, loaded when first used: a start needs none of it. */
const webAuthn = () => import('@simplewebauthn/server')

/** The relying party of passkeys: the public address's host, which must be a name, over TLS or on localhost. */
export function relyingParty({ config }: Pick<Services, 'config'>): {
  id: string
  origin: string
  works: boolean
} {
  const { protocol, hostname, origin } = new URL(config.publicUrl)
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return { id: hostname, origin, works: isName && (protocol === 'https:' || hostname === 'localhost') }
}

/** The options with which a browser makes a passkey for the session's person (Web Authentication, 5.4). */
export async function askToMake(
  ctx: Context,
  { username, name, company }: { username: string; name: string; company: string },
) {
  const { services, session, read, write } = ctx
  const { id, works } = relyingParty(services)
  if (!works) refuse('MFA_PASSKEY_ADDRESS')
  const own = await read((tx) => factorsOf(tx.db, session.userId))
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: company,
    rpID: id,
    userName: username,
    userDisplayName: name,
    // Known to the authenticator: nothing that says more than which account it is.
    userID: new Uint8Array(Buffer.from(`${session.company}.${session.userId}`)),
    attestationType: 'none',
    excludeCredentials: own.flatMap(({ credential }) => (credential ? [{ id: credential }] : [])),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await write((tx) => keepChallenge(tx, ctx, options.challenge))
  return options
}

/** The options with which a browser answers by one of the person's passkeys; null where they have none. */
export async function askToAnswer(ctx: Context, userVerification: 'preferred' | 'required') {
  const { services, session, read, write } = ctx
  const own = (await read((tx) => factorsOf(tx.db, session.userId))).filter(({ kind }) => kind === 'passkey')
  if (own.length === 0) return null
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(services).id,
    allowCredentials: own.flatMap(({ credential }) => (credential ? [{ id: credential }] : [])),
    userVerification,
  })
  await write((tx) => keepChallenge(tx, ctx, options.challenge))
  return options
}

/** Verifies a new passkey against this session's challenge, or refuses. */
export async function madePasskey(ctx: Context, response: Attestation) {
  const { id, origin } = relyingParty(ctx.services)
  const expectedChallenge = await takeChallenge(ctx)
  const { verifyRegistrationResponse } = await webAuthn()
  const made = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(invalid(ctx))
  if (!made?.verified) return refuse('MFA_PASSKEY_INVALID')
  return made.registrationInfo.credential
}

/**
 * Checks the answer of one of the person's passkeys, and answers that factor's id.
 * @param verified whether the authenticator must have recognised its person, as where it stands for a password
 * @throws {Refusal} MFA_PASSKEY_INVALID
 */
export async function answeredPasskey(ctx: Context, response: Assertion, verified: boolean): Promise<number> {
  const { services, session, read, write } = ctx
  const { id, origin } = relyingParty(services)
  const expectedChallenge = await takeChallenge(ctx)
  const own = await read((tx) => factorsOf(tx.db, session.userId))
  const factor = own.find(({ credential }) => credential === response.id)
  if (!factor?.credential || !factor.public_key) return refuse('MFA_PASSKEY_INVALID')
  const { verifyAuthenticationResponse } = await webAuthn()
  const answered = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: factor.credential,
      publicKey: new Uint8Array(factor.public_key),
      counter: factor.counter,
    },
    requireUserVerification: verified,
  }).catch(invalid(ctx))
  if (!answered?.verified) return refuse('MFA_PASSKEY_INVALID')
  const { newCounter } = answered.authenticationInfo
  await write((tx) =>
    tx.db.updateTable('factors').set({ counter: newCounter }).where('id', '=', factor.id).execute(),
  )
  return factor.id
}

async function keepChallenge(tx: Tx, { services, session }: Context, challenge: string): Promise<void> {
  const expires = new Date(services.clock().getTime() + challengeMinutes * 60_000)
  await tx.db
    .insertInto('factor_challenges')
    .values({
      company_id: tx.company,
      session_id: session.id,
      kind: 'passkey',
      secret: challenge,
      expires_at: expires,
    })
    .onConflict((on) =>
      on
        .columns(['company_id', 'session_id', 'kind'])
        .doUpdateSet({ secret: challenge, expires_at: expires }),
    )
    .execute()
}

/** A challenge is answered once, rightly or not. */
async function takeChallenge({ services, session, write }: Context): Promise<string> {
  const taken = await write((tx) =>
    tx.db
      .deleteFrom('factor_challenges')
      .where('session_id', '=', session.id)
      .where('kind', '=', 'passkey')
      .returning(['secret', 'expires_at'])
      .executeTakeFirst(),
  )
  if (!taken || taken.expires_at <= services.clock()) refuse('MFA_CODE_EXPIRED')
  return taken.secret
}

/** The library says by an error what doesn't fit: the caller's answer, never a fault of ours. */
function invalid({ services, request }: Context) {
  return (error: unknown): null => {
    services.log.info({ err: error, request: request.id }, 'a passkey’s answer was not taken')
    return null
  }
}
