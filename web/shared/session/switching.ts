import type { Profile } from '#contract/session/session.ts'
import { keepActions } from './frame-storage.ts'
import { keepSession, key, ofThePerson, ofTheVisit, storedToken } from './session.ts'

const switchSeconds = 20

/**
 * Says to all tabs that this session is about to be another's: the server ends it before the browser has the other.
 * Answers what says that it is over, whatever came of it.
 */
export function beginSwitch(): () => void {
  localStorage.setItem(key('switching'), String(Date.now()))
  return () => localStorage.removeItem(key('switching'))
}

/** Whether a bearer that the server refused was only replaced, by a switch in this tab or in another. */
export async function wasReplaced(token: string | null): Promise<boolean> {
  const under = () => Date.now() - Number(localStorage.getItem(key('switching'))) < switchSeconds * 1000
  while (storedToken() === token && under()) await new Promise((resolve) => setTimeout(resolve, 100))
  const now = storedToken()
  return now !== null && now !== token
}

/**
 * Puts the session of another user in the place of this one, without an instant of none: the other tabs would take
 * that for an ending. What belonged to the person before goes.
 */
export function switchSession(jwt: string, user: Profile, actions: readonly number[]): void {
  for (const name of ofThePerson) if (name !== 'jwt') localStorage.removeItem(key(name))
  for (const name of [...ofTheVisit, 'wanted']) sessionStorage.removeItem(key(name))
  keepSession(jwt, user)
  keepActions(actions)
}
