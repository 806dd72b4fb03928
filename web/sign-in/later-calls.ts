import type { PasswordPolicy } from '#contract/account/account.ts'
import type { Profile } from '#contract/session/session.ts'
import { site } from '#web/shared/session/session.ts'
import { make } from './calls.ts'

// Calls of the states after the first screen, loaded with them.

export interface Link {
  email: string
  usuario: string
  nombre: string
  empresa: string
  tipo: 'invitacion' | 'restablecer'
  politica: PasswordPolicy
  codigos: string[]
}

export const policy = () => make<PasswordPolicy>('GET', '/policies/password')
export const firstLogin = (fields: { pass?: string; repass?: string; consent?: boolean }) =>
  make<Profile>('POST', '/users/firstLogin', fields)
export const changePassword = (oldpass: string, pass: string, repass: string) =>
  make<object>('PUT', '/users/changePass', { oldpass, pass, repass })
export const forgotPassword = (user: string, email: string, company?: string) =>
  make<object>('POST', '/v2/auth-mod/resetPassword', { user, email, company, site })
export const forgotUser = (user: string, company?: string) =>
  make<object>('POST', '/v2/auth-mod/forgotUser', { user, company, site })
/** The fault codes of a new password, for a signed-in person or for the owner of a mailed link. */
export const faultsOf = (pass: string) =>
  make<{ codigos: string[] }>('POST', '/users/isValidPass', { pass }).then(({ codigos }) => codigos)
export const faultsByLink = (token: string, pass: string) =>
  make<Link>('POST', '/users/resetPass/check', { token, pass }).then(({ codigos }) => codigos)
export interface MailChange {
  tipo: 'confirmar' | 'deshacer' | 'objetar'
  usuario: string
  empresa: string
  correo: string
}
export const checkMailChange = (token: string) =>
  make<MailChange>('POST', '/v2/account/mail/check', { token })
export const applyMailChange = (token: string) =>
  make<{ correo: string; sitio: 's' | 'e'; clave: string | null }>('POST', '/v2/account/mail/use', { token })
export const freezeChange = (token: string) =>
  make<{ nombre: string; empresa: string; aplicada: boolean }>('POST', '/v2/selfservice/freeze', { token })
export const checkLink = (token: string) => make<Link>('POST', '/users/resetPass/check', { token })
export const resetPassword = (email: string, token: string, pass: string, repass: string) =>
  make<{ usuario: string; empresa: string; sitio: 's' | 'e' }>('POST', '/users/resetPass', {
    email,
    token,
    pass,
    repass,
  })
