import type { ErrorTable } from './table.ts'

export const ssoErrors = {
  /** The company has no single sign-on. */
  SSO_NOT_OFFERED: { status: 404 },
  /** The company allows single sign-on only. */
  SSO_ONLY: { status: 403 },
  /** The act isn't open to a session of single sign-on. */
  SSO_SESSION: { status: 403 },
  /** The code of the sign-in has expired, was used, or belongs to another browser. */
  SSO_CODE_DEAD: { status: 422 },
  /** The provider's answer failed a check. */
  SSO_ANSWER_REFUSED: { status: 422 },
  /** The provider answered with an error. */
  SSO_PROVIDER_REFUSED: { status: 422 },
  /** The provider doesn't answer. */
  SSO_PROVIDER_UNREACHABLE: { status: 503 },
  /** The provider sent no verified mail address. */
  SSO_MAIL_NOT_VERIFIED: { status: 422 },
  /** The provider's mail address is outside of the company's domains. */
  SSO_MAIL_OUTSIDE: { status: 422 },
  /** Nobody in the company has the provider's mail address. */
  SSO_NOBODY: { status: 422 },
  /** The account may only be linked by an operator. */
  SSO_NEEDS_OPERATOR: { status: 403 },
  /** Another person than the session's has signed in at the provider. */
  SSO_OTHER_PERSON: { status: 422 },
  /** The provider didn't ask for a new sign-in, as the proof requires. */
  SSO_NOT_FRESH: { status: 422 },
  /** The issuer belongs to another company. */
  SSO_ISSUER_TAKEN: { status: 409 },
  /** The provider's configuration can't be used; `motivo` is the reason. */
  SSO_PROVIDER_NOT_FIT: { status: 422 },
} as const satisfies ErrorTable
