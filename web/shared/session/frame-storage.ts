import type { Profile } from '#contract/session/session.ts'
import { key } from './session.ts'

/** The person and company shown in the frame, in the format that older pages of the same origin read. */
export function keepNavBar(user: Profile, companyLogo: string): void {
  const { nombre: name, apellido: lastName, empresa } = user
  localStorage.setItem(
    key('navBarConfig'),
    JSON.stringify({ name, lastName, companyName: empresa.nombre, companyLogo }),
  )
}

/** The actions as last answered, for the menu's first drawing. */
export function keepActions(actions: readonly number[]): void {
  localStorage.setItem(key('actions'), JSON.stringify(actions))
}
