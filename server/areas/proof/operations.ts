import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { hashOf, newBearer } from '#server/shared/identity/session.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { provePassword } from '#server/areas/account/operations.ts'
import { type FactorProof, proveByFactor } from '#server/areas/security/operations.ts'
import { proveByProvider } from '#server/areas/sso/operations.ts'

/** The means by which a person proved again who they are. */
export type StepUpMethod = 'password' | 'totp' | 'passkey' | 'provider'

interface Proof extends FactorProof {
  password?: string | undefined
  sso?: Parameters<typeof proveByProvider>[1] | undefined
}

/**
 * Proves the person of a session again by the password, a code of their app, a passkey, or a fresh sign-in at the
 * provider.
 *
 * @returns the method, as the evidence records it
 * @throws {Refusal} SSO_SESSION for a password where single sign-on opened the session; those of each proof
 */
export async function provePerson(ctx: Context, proof: Proof): Promise<StepUpMethod> {
  if (proof.sso) {
    await proveByProvider(ctx, proof.sso)
    return 'provider'
  }
  if (proof.codigo !== undefined || proof.respuesta !== undefined) return proveByFactor(ctx, proof)
  if (proof.password === undefined) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'password')
  await provePassword(ctx, proof.password)
  return 'password'
}

const ticketMinutes = 5

/** A ticket that proves, for five minutes and in this session only, that the person proved again who they are. */
export async function makeStepUpTicket(
  tx: Tx,
  services: Services,
  sessionId: number,
  method: StepUpMethod,
): Promise<{ ticket: string; vence: string }> {
  const { bearer: ticket } = newBearer(tx.company)
  const expires = new Date(services.clock().getTime() + ticketMinutes * 60_000)
  await tx.db
    .insertInto('step_ups')
    .values({
      company_id: tx.company,
      hash: hashOf(ticket),
      session_id: sessionId,
      method,
      expires_at: expires,
    })
    .execute()
  return { ticket, vence: expires.toISOString() }
}
