import { z } from 'zod'

/** Fields of every authenticator response (Web Authentication, 5.1), in the browser's JSON. */
export const answered = {
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).exactOptional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}
/** Base64url. */
export const bytes = z.string().max(20_000)
/** An authenticator's assertion response: the use of a passkey. */
const assertion = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.exactOptional(),
  }),
})
export type Assertion = z.output<typeof assertion>

/** Six digits of a mail or an app, or a recovery code, as typed. */
export const factorCode = z.string().trim().min(1).max(20)

/** A second factor's proof: a code, or what a passkey answered. */
export const factorProof = { codigo: factorCode.optional(), respuesta: assertion.optional() }

/** Reasons to refuse a second factor's proof. */
export const factorRefused = [
  'MFA_CODE_WRONG',
  'MFA_CODE_EXPIRED',
  'MFA_SIGN_IN_AGAIN',
  'MFA_LOCKED',
  'MFA_PASSKEY_INVALID',
  'SYSTEM_MFA_UNKNOWN',
] as const
