import { key, read } from './session.ts'

const dismissed = 'dismissedNotices'

/** The notices (id.revision) that were closed in this session. */
export function dismissedNotices(): string[] {
  return read<string[]>(sessionStorage, dismissed) ?? []
}

export function dismissNotice(notice: string): string[] {
  const all = [...new Set([...dismissedNotices(), notice])]
  sessionStorage.setItem(key(dismissed), JSON.stringify(all))
  return all
}

/** People viewed last, for the search; removed with the session. */
const seenPeople = 'seenPeople'

export interface SeenPerson {
  id: number
  nombre: string
}

export function lastPeople(): SeenPerson[] {
  return read<SeenPerson[]>(sessionStorage, seenPeople) ?? []
}

export function notePerson(person: SeenPerson): void {
  const others = lastPeople().filter(({ id }) => id !== person.id)
  sessionStorage.setItem(key(seenPeople), JSON.stringify([person, ...others].slice(0, 5)))
}

const joining = 'joining'

/** A relation waits for the second factor of the session that just began. */
export function keepJoining(): void {
  sessionStorage.setItem(key(joining), '1')
}

/** Whether one waits; asked once. */
export function takeJoining(): boolean {
  const waits = sessionStorage.getItem(key(joining)) === '1'
  sessionStorage.removeItem(key(joining))
  return waits
}
