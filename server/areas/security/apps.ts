import { Secret, TOTP } from 'otpauth'
import type { Context } from '#server/shared/context.ts'
import { openSecret, sealSecret } from '#server/shared/identity/secret.ts'
import type { Services } from '#server/shared/services.ts'

const period = 30
/** 160 bits, as RFC 4226 asks for. */
const secretBytes = 20

/** A new secret for an app of codes, sealed for this person, and the address that its QR code holds. */
export function newAppSecret(
  { config }: Pick<Services, 'config'>,
  { company, userId }: { company: number; userId: number },
  { issuer, label }: { issuer: string; label: string },
): { sealed: Buffer; secret: string; uri: string } {
  const secret = new Secret({ size: secretBytes })
  return {
    sealed: sealSecret(config.appSecret, 'factor', secret.base32, boundTo(company, userId)),
    secret: secret.base32,
    // Apps part issuer and account by a colon.
    uri: new TOTP({ issuer: issuer.replaceAll(':', ' '), label, secret, period }).toString(),
  }
}

/**
 * Whether this is the app's code of this half minute or the one beside it (RFC 6238, 5.2), and was not taken before:
 * of two that come at once with the same code only one passes.
 */
export async function isAppCode(
  { services, session, write }: Context,
  factor: { id: number; secret: Buffer | null },
  code: string,
): Promise<boolean> {
  if (!factor.secret) return false
  const base32 = openSecret(
    services.config.appSecret,
    'factor',
    factor.secret,
    boundTo(session.company, session.userId),
  )
  const now = services.clock().getTime()
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const delta = new TOTP({ secret: Secret.fromBase32(base32), period }).validate({
    token,
    timestamp: now,
    window: 1,
  })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / period) + delta
  const { numUpdatedRows } = await write((tx) =>
    tx.db
      .updateTable('factors')
      .set({ last_step: step })
      .where('id', '=', factor.id)
      .where((is) => is.or([is('last_step', 'is', null), is('last_step', '<', step)]))
      .executeTakeFirst(),
  )
  return numUpdatedRows === 1n
}

function boundTo(company: number, userId: number): string {
  return `app ${company} ${userId}`
}
