import type { companySignIn } from '#contract/company/sign-in-page.ts'
import type { AnswerOf } from '#contract/call.ts'
import { site } from './session.ts'

/** The single sign-on of a company's sign-in page, as this browser last received it. */
export type SsoData = AnswerOf<typeof companySignIn.loginCustom>['loginCustom']['admin']['sso'] & {
  company: string
}

/** A code of a provider's answer with its verifier. */
export interface SsoProof {
  code: string
  verifier: string
}

const prefix = site === 'e' ? 'e.' : ''
const dataKey = `${prefix}ssoData`
const begunKey = `${prefix}ssoBegun`

export function keepSsoData(data: SsoData): void {
  localStorage.setItem(dataKey, JSON.stringify(data))
}

export function storedSsoData(): SsoData | null {
  return read(localStorage, dataKey)
}

export function forgetSsoData(): void {
  localStorage.removeItem(dataKey)
}

/**
 * A verifier, which leaves this page only together with its code, and its SHA-256 (base64url), which is sent to the
 * provider and returned.
 */
export async function makeVerifier(): Promise<{ verifier: string; state: string }> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, state: base64url(new Uint8Array(hash)) }
}

/** Stores in this tab the sign-in that was begun, until the provider returns to it. */
export function keepBegun(begun: { verifier: string; company: string }): void {
  sessionStorage.setItem(begunKey, JSON.stringify(begun))
}

/** Returns and removes the sign-in that this tab began. */
export function takeBegun(): { verifier: string; company: string } | null {
  const begun = read<{ verifier: string; company: string }>(sessionStorage, begunKey)
  sessionStorage.removeItem(begunKey)
  return begun
}

/** A channel between the site's tabs, which reports a fresh sign-in. */
export function openProofChannel(): BroadcastChannel {
  return new BroadcastChannel(`${prefix}sso`)
}

function read<T>(storage: Storage, name: string): T | null {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
