import { idKey, nameWords } from './plain.ts'
import type { Person } from './types.ts'

export interface Named extends Person {
  surnames: string[]
  firstNames: string[]
  keys: string[]
}

/** Everybody within reach, found by id, file number and words of their names. */
export interface PeopleIndex {
  byPerson: ReadonlyMap<number, Named>
  byId(id: string): Named | undefined
  byFileNumber(number: string): Named | undefined
  /** By a word of a surname, plain. */
  bySurname(word: string): readonly Named[]
  /** Those whose id differs from this one by a digit, or by two neighbours exchanged. */
  near(id: string): readonly Named[]
}

/** Makes the index of those whom a publication may reach. */
export function indexPeople(people: readonly (Person & { otherIds?: readonly string[] })[]): PeopleIndex {
  const byPerson = new Map<number, Named>()
  const ids = new Map<string, Named>()
  const files = new Map<string, Named>()
  const surnames = new Map<string, Named[]>()
  const spoilt = new Map<string, Named[]>()
  for (const person of people) {
    const keys = [person.cuil, person.dni, ...(person.otherIds ?? [])].map(idKey).filter(Boolean)
    const named: Named = {
      ...person,
      surnames: nameWords(person.lastName),
      firstNames: nameWords(person.firstName),
      keys: [...new Set(keys)],
    }
    byPerson.set(person.id, named)
    for (const key of named.keys) if (!ids.has(key)) ids.set(key, named)
    files.set(idKey(person.fileNumber), named)
    for (const word of new Set(named.surnames)) push(surnames, word, named)
    for (const key of named.keys) for (const hole of holesOf(key)) push(spoilt, hole, named)
  }
  return {
    byPerson,
    byId: (id) => ids.get(idKey(id)),
    byFileNumber: (number) => files.get(idKey(number)),
    bySurname: (word) => surnames.get(word) ?? [],
    near(id) {
      const key = idKey(id)
      const found = new Set(holesOf(key).flatMap((hole) => spoilt.get(hole) ?? []))
      for (let at = 0; at + 1 < key.length; at++) {
        const person = ids.get(key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2))
        if (person) found.add(person)
      }
      return [...found]
    },
  }
}

/** An id with each of its characters left out in turn, its place marked. */
function holesOf(key: string): string[] {
  return Array.from(key, (_, at) => `${key.slice(0, at)}_${key.slice(at + 1)}`)
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
