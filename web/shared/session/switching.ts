import type { Profile } from '#contract/session/session.ts'
import { keepActions } from './frame-storage.ts'
import { keepSession, key, ofThePerson, ofTheVisit, storedToken } from './session.ts'

const switchSeconds = 20

/**
 * Announces to all tabs that this session is about to change: the server ends it before the browser receives the new
 * one. Returns a function that announces the end, whatever the outcome.
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
 * Replaces the session in one step: the other tabs would take a moment without one for its end. Data of the previous
 * person is removed.
 */
export function switchSession(jwt: string, user: Profile, actions: readonly number[]): void {
  for (const name of ofThePerson) if (name !== 'jwt') localStorage.removeItem(key(name))
  for (const name of [...ofTheVisit, 'wanted']) sessionStorage.removeItem(key(name))
  keepSession(jwt, user)
  keepActions(actions)
}
