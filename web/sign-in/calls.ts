import type { Profile } from '#contract/session/session.ts'
import { site, storedToken } from '#web/shared/session/session.ts'
import { send } from '#web/shared/calls/wire.ts'

/**
 * The few calls of the sign-in page, by hand: the contract's own schemas would bring zod before the first
 * keystroke. Their shapes are still the contract's.
 */
type Fields = Record<string, string | boolean | undefined>

/** Behind the address of the sign-in page: its state for who forgot the password. */
export const forgotHash = '#olvide'
/** The same for who forgot the user name. */
export const forgotUserHash = '#olvide-usuario'

export type LoginAnswer = { jwt: string; user: Profile } | { empresas: { slug: string; nombre: string }[] }

/** Makes one call and unwraps its answer. */
export async function make<T>(method: string, path: string, fields: Fields = {}): Promise<T> {
  const token = storedToken()
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, String(value))
  const response = await send({
    method,
    path,
    ...(method !== 'GET' && { body }),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  const answer = await response.json()
  return path.startsWith('/v2/') ? answer.data : answer.results.data
}

export const login = (user: string, password: string, company?: string) =>
  make<LoginAnswer>('POST', '/v2/auth-mod/login', { user, password, company, site })
export const profile = () => make<Profile>('GET', '/users/profile')
