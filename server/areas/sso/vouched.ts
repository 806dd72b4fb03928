/** What a provider's checked answer says of a person. */
export interface Vouched {
  issuer: string
  subject: string
  mail: string | null
  mailVerified: boolean
  /** When they proved who they are there; null where the provider doesn't say. */
  authenticatedAt: Date | null
  /** What a sign-out at the provider has to name. */
  hint: string | null
}
