import type { Profile } from '#contract/session/session.ts'
import { apiBase } from '../calls/api-base.ts'
import { releasePage } from '../forms/unsaved.ts'

/** Which site this page belongs to. Each keeps its session under its own names. */
export const site: 's' | 'e' = /^\/e(\/|$)/.test(location.pathname) ? 'e' : 's'

/** The stored facts of a person: enough to draw the frame before the server answers, never more. */
export type StoredUser = Pick<Profile, 'id' | 'nombre' | 'apellido' | 'pais' | 'empresa' | 'perfiles' | 'sso'>

const prefix = site === 'e' ? 'e.' : ''
/** A name of this site's own in the browser's storage. */
export const key = (name: string) => prefix + name
/** Storage keys removed when a session ends. Theme, language and side bar belong to the device and stay. */
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

/**
 * A tab's storage keys removed with the session: closed notices, people seen last, a pending relation, the choices of the
 * last publication.
 */
export const ofTheVisit = ['dismissedNotices', 'seenPeople', 'joining', 'lastPublished']

/** The bearer, as the browser keeps it. */
export function storedToken(): string | null {
  return localStorage.getItem(key('jwt'))
}

/** The person as stored in this browser, or null. The server's answer overwrites it, never the reverse. */
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
  /** Address to return to after signing in again. */
  wanted?: string
  /** Shows on the sign-in page that the session expired. */
  expired?: boolean
  /** Signs out at the server too. */
  logout?: boolean
}

/** The page waits for the address at which its person leaves their provider: calls refused meanwhile lead nowhere. */
let leaving = false
addEventListener('pageshow', () => (leaving = false))

/**
 * Ends the session in this browser, whatever the reason: all data of the person is removed, and the page with its
 * memory. The site's other tabs follow.
 */
export function endSession({ wanted, expired, logout }: Ending = {}): void {
  if (leaving) return
  const jwt = storedToken()
  const left = jwt && logout ? signOut(jwt) : null
  // A provider's own session may end too, at an address that only the server has.
  const elsewhere = storedUser()?.sso === true && left !== null
  if (wanted) keepWanted(wanted)
  // Nobody was signed in: the requested address is kept for the next sign-in.
  const waits = jwt ? null : 'factory'
  for (const name of ofThePerson) if (name !== waits) localStorage.removeItem(key(name))
  for (const name of ofTheVisit) sessionStorage.removeItem(key(name))
  if (expired) {
    sessionStorage.setItem(key('expired'), '1')
    releasePage()
  }
  leaving = elsewhere
  if (elsewhere) void left.then((salida) => location.assign(salida ?? loginPath))
  else location.assign(loginPath)
}

/** Signs out at the server; resolves to the address that ends the provider's session, or null. Never rejects. */
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

/**
 * Signing out in one tab takes the others along. So does signing in as another person of the company, by a mailed link
 * for instance: what stands on the others' pages would be sent in that person's name.
 */
export function followOtherTabs(): void {
  const loaded = storedUser()
  const isForAnother = () => {
    const now = storedUser()
    return now !== null && now.empresa.id === loaded?.empresa.id && now.id !== loaded.id
  }
  addEventListener('storage', (event) => {
    const isOver = event.key === key('jwt') && !event.newValue
    if (!isOver && !(event.key === key('user') && isForAnother())) return
    for (const name of ofTheVisit) sessionStorage.removeItem(key(name))
    releasePage()
    location.assign(isOver ? loginPath : `/${site}/`)
  })
}

/** The stored value of a name, or null. */
export function read<T>(storage: Storage, name: string): T | null {
  try {
    return JSON.parse(storage.getItem(key(name)) ?? 'null')
  } catch {
    return null
  }
}
