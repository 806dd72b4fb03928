/** The facts about a person in a provider's verified answer. */
export interface Vouched {
  issuer: string
  subject: string
  mail: string | null
  mailVerified: boolean
  /** When they proved who they are there; null where the provider doesn't say. */
  authenticatedAt: Date | null
  /** The identifier that a sign-out at the provider must contain. */
  hint: string | null
}
