import { agreement, mayBeRelatives, nearly } from './names.ts'
import type { NameHit } from './names.ts'
import type { PageReading } from './page.ts'
import type { Named, PeopleIndex } from './people.ts'
import { isEmployees, type Phrase } from './phrases.ts'
import { isParticle } from './plain.ts'

/** Whether a page names this person, and no other where it names its employee. */
export function isNamed(
  person: Named,
  page: PageReading,
  names: readonly NameHit[],
  labelled: readonly Phrase[],
  people: PeopleIndex,
  followers: ReadonlySet<string> | null,
): boolean {
  const mine = names.filter(({ personId }) => personId === person.id)
  const others = names.filter(({ phrase }) => !mine.some((hit) => hit.phrase === phrase))
  if (
    !isOnlyOneCalled(person, labelled, page.recognised) ||
    isRelativesName(person, labelled, page.recognised, people, followers)
  )
    return false
  // Where the page names somebody else as its employee, this one's name elsewhere is no witness.
  if (
    others.some(
      ({ phrase }) =>
        phrase.label === 'strong' || (isEmployees(phrase.label) && !mine.some((hit) => hit.phrase.label)),
    )
  )
    return false
  if (mine.length > 0) return others.length === 0 || mine.some(({ phrase }) => phrase.label)
  return (
    (page.recognised && others.length === 0 && labelled.some(({ words }) => fits(person, words, true))) ||
    partsFit(person, labelled, page.recognised)
  )
}

/** Whether nobody else stands where a page says plainly who its employee is. */
export function isOnlyOneCalled(person: Named, labelled: readonly Phrase[], fuzzy: boolean): boolean {
  const strong = labelled.filter(({ label, words }) => label === 'strong' && words.length > 0)
  const others = strong.filter(({ words }) => !fits(person, words, fuzzy))
  if (others.length === strong.length) return strong.length === 0 || partsFit(person, strong, fuzzy)
  // The text below such a label may be the next label, unless the person's own name stands in that row; two words beside
  // one are a person.
  const below = new Set(strong.filter((one) => !one.beside && !others.includes(one)).map(({ line }) => line))
  return !others.some(
    (phrase) => (phrase.beside || below.has(phrase.line)) && isSomebodyElse(person, phrase, fuzzy),
  )
}

/** Whether the names where a page says who its employee is could all be of this one's relatives. */
function isRelativesName(
  person: Named,
  labelled: readonly Phrase[],
  fuzzy: boolean,
  people: PeopleIndex,
  followers: ReadonlySet<string> | null,
): boolean {
  const own = labelled.filter(({ words }) => fits(person, words, fuzzy))
  return own.length > 0 && own.every(({ words }) => mayBeRelatives(person, words, fuzzy, people, followers))
}

/** Whether this one stands beside a label of the employee's. */
export function calls(person: Named, labelled: readonly Phrase[], fuzzy: boolean): boolean {
  return labelled.some(({ words }) => fits(person, words, fuzzy)) || partsFit(person, labelled, fuzzy)
}

/** Whether somebody does, and nowhere this one. */
export function callsAnother(person: Named, labelled: readonly Phrase[], fuzzy: boolean): boolean {
  return labelled.some(({ words }) => tellingWords(words) > 1) && !calls(person, labelled, fuzzy)
}

/** Whether a label beside a name says that the employee is somebody else, and no label that it is this one. */
export function callsAnotherBeside(person: Named, labelled: readonly Phrase[], fuzzy: boolean): boolean {
  const named = labelled.filter(({ beside }) => beside)
  return callsAnother(person, named, fuzzy) && !calls(person, labelled, fuzzy)
}

/** Whether a phrase is somebody's name, and not this one's: one word may be anything. */
function isSomebodyElse(person: Named, { words }: Phrase, fuzzy: boolean): boolean {
  return tellingWords(words) > 1 && !fits(person, words, fuzzy)
}

function tellingWords(words: readonly string[]): number {
  return words.filter((word) => word.length > 1 && !isParticle(word)).length
}

function fits(person: Named, words: readonly string[], fuzzy: boolean): boolean {
  return agreement(person, words, fuzzy) !== null
}

/** Surname and first name in places of their own, each beside its label. */
function partsFit(person: Named, labelled: readonly Phrase[], fuzzy: boolean): boolean {
  const has = (phrase: Phrase, names: readonly string[]) =>
    phrase.words.some((word) => names.some((name) => word === name || (fuzzy && nearly(word, name))))
  const surname = labelled.find((phrase) => has(phrase, person.surnames))
  const first = labelled.find((phrase) => phrase !== surname && has(phrase, person.firstNames))
  return surname !== undefined && first !== undefined
}
