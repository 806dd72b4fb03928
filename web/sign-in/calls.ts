import type { PasswordPolicy } from '#contract/account.ts'
import type { Profile } from '#contract/session.ts'
import { site, storedToken } from '#web/shared/session.ts'
import { send } from '#web/shared/wire.ts'

/**
 * The few calls of the sign-in page, by hand: the contract's own schemas would bring zod before the first
 * keystroke. Their shapes are still the contract's.
 */
type Fields = Record<string, string | boolean | undefined>

/** Behind the address of the sign-in page: its state for who forgot the password. */
export const forgotHash = '#olvide'

export type LoginAnswer = { jwt: string; user: Profile } | { empresas: { slug: string; nombre: string }[] }

export interface Link {
  email: string
  usuario: string
  nombre: string
  empresa: string
  tipo: 'invitacion' | 'restablecer'
  politica: PasswordPolicy
  codigos: string[]
}

/** Makes one call and unwraps what it answers. */
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
export const policy = () => make<PasswordPolicy>('GET', '/policies/password')
export const firstLogin = (fields: { pass?: string; repass?: string; consent?: boolean }) =>
  make<Profile>('POST', '/users/firstLogin', fields)
export const changePassword = (oldpass: string, pass: string, repass: string) =>
  make<object>('PUT', '/users/changePass', { oldpass, pass, repass })
export const forgotPassword = (user: string, email: string, company?: string) =>
  make<object>('POST', '/v2/auth-mod/resetPassword', { user, email, company, site })
/** What is wrong with a password, by the codes of its refusals; of somebody signed in, or of a mailed link. */
export const faultsOf = (pass: string) =>
  make<{ codigos: string[] }>('POST', '/users/isValidPass', { pass }).then(({ codigos }) => codigos)
export const faultsByLink = (token: string, pass: string) =>
  make<Link>('POST', '/users/resetPass/check', { token, pass }).then(({ codigos }) => codigos)
export interface MailChange {
  tipo: 'confirmar' | 'deshacer'
  usuario: string
  empresa: string
  correo: string
}
export const checkMailChange = (token: string) =>
  make<MailChange>('POST', '/v2/account/mail/check', { token })
export const applyMailChange = (token: string) =>
  make<{ correo: string; sitio: 's' | 'e'; clave: string | null }>('POST', '/v2/account/mail/use', { token })
export const checkLink = (token: string) => make<Link>('POST', '/users/resetPass/check', { token })
export const resetPassword = (email: string, token: string, pass: string, repass: string) =>
  make<{ usuario: string; empresa: string; sitio: 's' | 'e' }>('POST', '/users/resetPass', {
    email,
    token,
    pass,
    repass,
  })
