import { idKey, nameWords } from './plain.ts'
import type { Person } from './types.ts'

export interface Named extends Person {
  surnames: string[]
  firstNames: string[]
  keys: string[]
  /** The first letters of the first names, as {@link initialsOf} writes them. */
  initials: number
}

/** Which letters words begin with, a bit for each, so that most of those who share a surname are told apart at once. */
export function initialsOf(words: readonly string[]): number {
  return words.reduce((all, word) => all | (1 << (word.charCodeAt(0) & 31)), 0)
}

/** Everybody within reach, found by id, file number and words of their names. */
export interface PeopleIndex {
  byPerson: ReadonlyMap<number, Named>
  byId(id: string): Named | undefined
  byFileNumber(number: string): Named | undefined
  /** By a word of a surname, plain. */
  bySurname(word: string): readonly Named[]
  /** By all words of their names, surnames or first names first, plain and joined by spaces. */
  byWholeName(text: string): readonly Named[]
  /** Whether a word, plain, is part of anybody's name. */
  isName(word: string): boolean
  /** Lengths of its people's ids, from seven characters on. */
  idLengths: ReadonlySet<number>
  /** Characters of the shortest id. */
  shortestId: number
  /** Those whose id differs from this one by a digit, or by two neighbours exchanged. */
  near(id: string): readonly Named[]
}

/** Makes the index of those whom a publication may reach. */
export function indexPeople(people: readonly (Person & { otherIds?: readonly string[] })[]): PeopleIndex {
  const byPerson = new Map<number, Named>()
  const ids = new Map<string, Named>()
  const files = new Map<string, Named>()
  const surnames = new Map<string, Named[]>()
  const wholeNames = new Map<string, Named[]>()
  const words = new Set<string>()
  for (const person of people) {
    const firstNames = nameWords(person.firstName)
    const lastNames = nameWords(person.lastName)
    const keys = [person.cuil, person.dni, ...(person.otherIds ?? [])].map(idKey).filter(Boolean)
    const named: Named = {
      ...person,
      surnames: lastNames,
      firstNames,
      initials: initialsOf(firstNames),
      keys: [...new Set(keys)],
    }
    byPerson.set(person.id, named)
    for (const key of named.keys) if (!ids.has(key)) ids.set(key, named)
    files.set(idKey(person.fileNumber), named)
    for (const word of [...lastNames, ...firstNames]) words.add(word)
    for (const word of new Set(named.surnames)) push(surnames, word, named)
    if (firstNames.length > 0) for (const text of wholeNamesOf(named)) push(wholeNames, text, named)
  }
  // Few files have an id that is nobody's: made when the first is looked up.
  let spoilt: ReadonlyMap<string, Named[]> | undefined
  return {
    byPerson,
    byId: (id) => ids.get(idKey(id)),
    byFileNumber: (number) => files.get(idKey(number)),
    bySurname: (word) => surnames.get(word) ?? [],
    byWholeName: (text) => wholeNames.get(text) ?? [],
    isName: (word) => words.has(word),
    shortestId: Math.min(...new Set([...ids.keys()].map(({ length }) => length))),
    idLengths: new Set([...ids.keys()].map(({ length }) => length).filter((length) => length >= 7)),
    near(id) {
      const key = idKey(id)
      const holes = (spoilt ??= spoiltIdsOf(byPerson.values()))
      const found = new Set(holesOf(key).flatMap((hole) => holes.get(hole) ?? []))
      for (let at = 0; at + 1 < key.length; at++) {
        const person = ids.get(key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2))
        if (person) found.add(person)
      }
      return [...found]
    },
  }
}

/** All words of somebody's name in the two orders that papers write them. */
export function wholeNamesOf({ surnames, firstNames }: Pick<Named, 'surnames' | 'firstNames'>): Set<string> {
  return new Set([[...surnames, ...firstNames].join(' '), [...firstNames, ...surnames].join(' ')])
}

function spoiltIdsOf(people: Iterable<Named>): Map<string, Named[]> {
  const spoilt = new Map<string, Named[]>()
  for (const person of people)
    for (const key of person.keys) for (const hole of holesOf(key)) push(spoilt, hole, person)
  return spoilt
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
