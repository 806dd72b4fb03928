import type { z } from 'zod'
import type { shell } from '#contract/shell/shell.ts'
import { openSecret, sealSecret } from '#server/shared/identity/secret.ts'
import type { Services } from '#server/shared/services.ts'
import type { Session } from '#server/shared/identity/session.ts'

type Draft = NonNullable<z.output<typeof shell.draft.answer>>['valor']
type Whose = Pick<Session, 'company' | 'userId'>

/** Encrypts a draft, bound to its person, form and company; the database alone does not reveal it. */
export function sealDraft({ config }: Pick<Services, 'config'>, whose: Whose, key: string, value: Draft) {
  return sealSecret(config.appSecret, 'draft', JSON.stringify(value), boundTo(whose, key))
}

/** Opens what {@link sealDraft} closed. */
export function openDraft(
  { config }: Pick<Services, 'config'>,
  whose: Whose,
  key: string,
  sealed: Buffer,
): Draft {
  return JSON.parse(openSecret(config.appSecret, 'draft', sealed, boundTo(whose, key)))
}

function boundTo({ company, userId }: Whose, key: string): string {
  return `draft ${company} ${userId} ${key}`
}
