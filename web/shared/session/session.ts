import type { Profile } from '#contract/session/session.ts'
import { apiBase } from '../calls/api-base.ts'
import { releasePage } from '../forms/unsaved.ts'

/** Which site this page belongs to. Each keeps its session under its own names. */
export const site: 's' | 'e' = /^\/e(\/|$)/.test(location.pathname) ? 'e' : 's'

/** What is kept of a person: enough to draw the frame before the server answers, never more. */
export type StoredUser = Pick<Profile, 'id' | 'nombre' | 'apellido' | 'pais' | 'empresa' | 'perfiles' | 'sso'>

const prefix = site === 'e' ? 'e.' : ''
/** A name of this site's own in the browser's storage. */
export const key = (name: string) => prefix + name
/** What goes when a session ends. Theme, language and side bar belong to the device and stay. */
export const ofThePerson = [
  'jwt',
  'user',
  'avatar',
  'actions',
  'navBarConfig',
  'ssoData',
  'factory',
  'hadModal',
]

/** What a tab keeps of a session and drops with it: closed notices, the people last seen, a relation that waits. */
export const ofTheVisit = ['dismissedNotices', 'seenPeople', 'joining']

/** The bearer, as the browser keeps it. */
export function storedToken(): string | null {
  return localStorage.getItem(key('jwt'))
}

/** The person as last seen by this browser, or null. The server's answer overwrites it, never the reverse. */
export function storedUser(): StoredUser | null {
  return read<StoredUser>(localStorage, 'user')
}

/** Keeps a new session of this site. */
export function keepSession(jwt: string, user: Profile): void {
  localStorage.setItem(key('jwt'), jwt)
  keepUser(user)
}

export function keepUser({ id, nombre, apellido, pais, empresa, perfiles, sso }: Profile): void {
  const user: StoredUser = { id, nombre, apellido, pais, empresa, perfiles, sso }
  localStorage.setItem(key('user'), JSON.stringify(user))
}

export const loginPath = `/${site}/login`

interface Ending {
  /** The place to come back to after signing in again. */
  wanted?: string
  /** Says on the sign-in page that the session ended by itself. */
  expired?: boolean
  /** Tells the server, which then drops the session. */
  logout?: boolean
}

/**
 * Ends the session in this browser, whatever the reason: everything of the person goes, and the page with all
 * that it held in memory. The other tabs of the site follow.
 */
export function endSession({ wanted, expired, logout }: Ending = {}): void {
  const jwt = storedToken()
  const left = jwt && logout ? signOut(jwt) : null
  // A provider's own session may end as well, at an address that only the server knows.
  const elsewhere = storedUser()?.sso === true && left !== null
  if (wanted) keepWanted(wanted)
  // Nobody was signed in: what was asked for waits for whoever signs in.
  const waits = jwt ? null : 'factory'
  for (const name of ofThePerson) if (name !== waits) localStorage.removeItem(key(name))
  for (const name of ofTheVisit) sessionStorage.removeItem(key(name))
  if (expired) {
    sessionStorage.setItem(key('expired'), '1')
    releasePage()
  }
  if (elsewhere) void left.then((salida) => location.assign(salida ?? loginPath))
  else location.assign(loginPath)
}

/** Tells the server; answers where the provider's session ends, or null. Never rejects. */
async function signOut(jwt: string): Promise<string | null> {
  try {
    const response = await fetch(`${apiBase}/v2/auth-mod/logout`, {
      method: 'POST',
      keepalive: true,
      headers: { authorization: `Bearer ${jwt}` },
      signal: AbortSignal.timeout(10_000),
    })
    const answer: { data: { salida: string | null } } = await response.json()
    return answer.data.salida
  } catch {
    return null
  }
}

/** Whether the last session ended by itself; asked once. */
export function takeExpired(): boolean {
  const expired = sessionStorage.getItem(key('expired')) === '1'
  sessionStorage.removeItem(key('expired'))
  return expired
}

/** Remembers where somebody wanted to go, and who it was if known. */
export function keepWanted(path: string): void {
  sessionStorage.setItem(key('wanted'), JSON.stringify({ path, user: storedUser()?.id ?? null }))
}

/**
 * Leads a session that may do little yet to what it is still asked for. What was opened waits, unless it is the way
 * out or the way to what waits.
 */
export function finishSignIn(): void {
  const { pathname, search } = location
  if (!/^\/.\/(salir|redirect)\/?$/.test(pathname)) keepWanted(pathname + search)
  location.replace(loginPath)
}

/** Where to go after signing in: the wanted place if it was this person's or nobody's, else the site's start. */
export function takeWanted(user: { id: number }): string {
  const wanted = read<{ path: string; user: number | null }>(sessionStorage, 'wanted')
  sessionStorage.removeItem(key('wanted'))
  const start = `/${site}/`
  if (!wanted || (wanted.user !== null && wanted.user !== user.id)) return start
  return wanted.path.startsWith(start) ? wanted.path : start
}

/** The company whose own address was visited: signing in is to it, until another is. */
export function keepCompany(slug: string): void {
  localStorage.setItem('company', slug)
}

export function keptCompany(): string | null {
  return localStorage.getItem('company')
}

/** Signing out in one tab takes the others along. */
export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key !== key('jwt') || event.newValue) return
    for (const name of ofTheVisit) sessionStorage.removeItem(key(name))
    releasePage()
    location.assign(loginPath)
  })
}

/** What is kept under a name, or null. */
export function read<T>(storage: Storage, name: string): T | null {
  try {
    return JSON.parse(storage.getItem(key(name)) ?? 'null')
  } catch {
    return null
  }
}
