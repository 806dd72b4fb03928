import type { Named, PeopleIndex } from './people.ts'
import { initialsOf, wholeNamesOf } from './people.ts'
import type { Phrase } from './phrases.ts'
import { isParticle } from './plain.ts'
import { remembered } from './remembered.ts'

/** Somebody's name as it stands on a page. */
export interface NameHit {
  personId: number
  /** How well it fits: more words of the name is more, words of the name that are missing a little less. */
  score: number
  phrase: Phrase
}

/**
 * How well a phrase names a person: null where it doesn't. A surname and a first name (or its first letters) must
 * both stand in it, as different words. `fuzzy` lets recognised words differ by a letter.
 */
export function agreement(
  person: Pick<Named, 'surnames' | 'firstNames'>,
  words: readonly string[],
  fuzzy: boolean,
): number | null {
  const used = new Set<number>()
  const take = (name: string, partly: boolean): number => {
    const whole = words.findIndex(
      (word, at) => !used.has(at) && (word === name || (fuzzy && nearly(word, name))),
    )
    if (whole >= 0) {
      used.add(whole)
      return words[whole] === name ? 1 : 0.8
    }
    if (!partly) return 0
    const part = words.findIndex((word, at) => !used.has(at) && name.startsWith(word) && !isParticle(word))
    if (part < 0) return 0
    used.add(part)
    return 0.4
  }
  const surnames = person.surnames.map((name) => take(name, false))
  if (Math.max(...surnames, 0) === 0) return null
  const firstNames = person.firstNames.map((name) => take(name, true))
  if (Math.max(...firstNames, 0) === 0) return null
  const said = [...surnames, ...firstNames]
  const missing = said.filter((value) => value === 0).length
  return said.reduce((sum, value) => sum + value, 0) - 0.1 * missing + (inOrder(person, words) ? ordered : 0)
}

/**
 * Whether a phrase that names a person could be the name of somebody else of the family, whom the roster lacks: it has a
 * word among theirs that isn't theirs, or lacks their first name, or has the same words in an order in which documents
 * don't write names. Text of the next column may follow a name, unless it is a name too or one word that no other name
 * of the file is followed by. `fuzzy` as in {@link agreement}. `followers`: the words that stand beside several names of
 * the file; null where it has too few receipts to tell them.
 */
export function mayBeRelatives(
  person: Named,
  words: readonly string[],
  fuzzy: boolean,
  people: PeopleIndex,
  followers: ReadonlySet<string> | null,
): boolean {
  const names = [...person.surnames, ...person.firstNames]
  const is = (word: string, name: string) => name.startsWith(word) || (fuzzy && nearly(word, name))
  const said = words.filter((word) => !isParticle(word))
  const isOwn = (word: string) => names.some((name) => is(word, name))
  const own = said.slice(0, said.findLastIndex(isOwn) + 1)
  const [first] = person.firstNames
  if (!own.every(isOwn) || (first !== undefined && !own.some((word) => is(word, first)))) return true
  const [next, ...more] = said.slice(own.length)
  if (next !== undefined && people.isName(next)) return true
  if (next !== undefined && more.length === 0 && !followers?.has(next)) return true
  return own.length === names.length && own.every((word) => names.includes(word)) && !inOrder(person, own)
}

/** Bonus for words in the order in which documents write names. */
const ordered = 0.05

function inOrder(person: Pick<Named, 'surnames' | 'firstNames'>, words: readonly string[]): boolean {
  const text = ` ${words.filter((word) => !isParticle(word)).join(' ')} `
  return [...wholeNamesOf(person)].some((name) => text.includes(` ${name} `))
}

/** Words of five letters or more that differ by one letter, one more or one less. */
export function nearly(a: string, b: string): boolean {
  if (a.length < 5 || b.length < 5 || Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB
}

/** Persons named by one phrase are not more than this: homonyms. */
const mostHits = 12

/** The people named by a page's phrases: the best match of each phrase, and equally good ones. */
export function namesOn(phrases: readonly Phrase[], people: PeopleIndex): NameHit[] {
  return phrases.flatMap((phrase) =>
    phrase.words.length < 2 ? [] : named(phrase.words, people).map((one) => ({ ...one, phrase })),
  )
}

/** Millimetres between a surname and a first name in cells side by side. */
const furthestCell = 14

/**
 * Phrases in which names in two parts are one: each part a cell of its own, the second beside the first or under it, and
 * both together somebody's whole name. It stands in the place of its first part.
 */
export function withJoinedNames(phrases: readonly Phrase[], people: PeopleIndex): Phrase[] {
  const parts = phrases.flatMap((phrase) => {
    const words = phrase.words.filter((word) => !isParticle(word))
    return words.length > 0 && words.every((word) => people.isName(word)) ? [{ phrase, words }] : []
  })
  if (parts.length < 2) return [...phrases]
  const joined = new Map<Phrase, Phrase>()
  const taken = new Set<Phrase>()
  for (const first of parts)
    for (const second of parts) {
      if (second === first || !isNext(first.phrase, second.phrase)) continue
      if (people.byWholeName([...first.words, ...second.words].join(' ')).length === 0) continue
      if (second.phrase.label === null) taken.add(second.phrase)
      joined.set(first.phrase, {
        ...first.phrase,
        text: `${first.phrase.text} ${second.phrase.text}`,
        words: [...first.phrase.words, ...second.phrase.words],
        label: first.phrase.label ?? second.phrase.label,
        joined: true,
      })
    }
  return phrases.filter((phrase) => !taken.has(phrase)).map((phrase) => joined.get(phrase) ?? phrase)
}

/** Whether a cell stands beside another in its row, or begins under it in the next line. */
function isNext({ line, box }: Phrase, second: Phrase): boolean {
  const gap = second.box.x - box.x - box.width
  if (second.line === line) return gap > 0 && gap <= furthestCell
  const below = second.box.y - box.y - box.height
  return (
    second.begins &&
    Math.abs(second.box.x - box.x) < 1.5 &&
    below > -0.5 * box.height &&
    below < Math.max(box.height, second.box.height)
  )
}

type Fit = Omit<NameHit, 'phrase'>

/** Cache of matches by phrase: most phrases repeat on page after page. */
const known = new WeakMap<PeopleIndex, (text: string) => Fit[]>()

function named(words: readonly string[], people: PeopleIndex): Fit[] {
  let of = known.get(people)
  if (!of) known.set(people, (of = remembered((text) => bestOf(text.split(' '), people))))
  return of(words.join(' '))
}

function bestOf(words: readonly string[], people: PeopleIndex): Fit[] {
  const whole = wholly(words, people)
  if (whole.length > 0) return whole
  const initials = initialsOf(words)
  const tried = new Set<Named>()
  let best: Fit[] = []
  for (const word of words) {
    for (const person of people.bySurname(word)) {
      if ((person.initials & initials) === 0 || tried.has(person)) continue
      tried.add(person)
      const score = agreement(person, words, false)
      if (score === null || score < (best[0]?.score ?? 0)) continue
      if (score > (best[0]?.score ?? 0)) best = []
      if (best.length < mostHits) best.push({ personId: person.id, score })
    }
  }
  return unlessExchanged(best, people)
}

/** Two whose names are the same words in another order, where the order doesn't tell which: the words name neither. */
function unlessExchanged(best: readonly Fit[], people: PeopleIndex): Fit[] {
  const names = best.map(({ personId }) => people.byPerson.get(personId))
  const said = names.map((one) => (one ? [...wholeNamesOf(one)][0] : ''))
  const words = said.map((name) => name?.split(' ').toSorted().join(' '))
  return best.filter((_, at) => !words.some((same, other) => same === words[at] && said[other] !== said[at]))
}

/** Those whose name is just these words: nobody's fits better, and nobody else's as well. */
function wholly(words: readonly string[], people: PeopleIndex): Fit[] {
  // A particle may be a word of somebody else's name.
  if (words.some(isParticle)) return []
  const persons = people.byWholeName(words.join(' '))
  const inOrderOfWords = new Set(
    words.flatMap((word) => persons.filter(({ surnames }) => surnames.includes(word))),
  )
  return [...inOrderOfWords]
    .slice(0, mostHits)
    .map(({ id }) => ({ personId: id, score: words.length + ordered }))
}
