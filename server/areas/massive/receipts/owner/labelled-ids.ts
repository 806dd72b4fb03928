import type { FoundId } from '../ids.ts'
import { calls } from '../naming.ts'
import type { PageReading } from '../page.ts'
import type { PeopleIndex } from '../people.ts'
import { isEmployees } from '../phrases.ts'
import { isAt } from '../recurring.ts'
import type { Recurring } from '../recurring.ts'
import { leastAboveFoot } from '../thresholds.ts'

/** Whether a row stands below a page's amounts, where receipts are signed: below all of them, or below many. */
export function isBelowAmounts(line: number, { amountsAbove, amounts }: PageReading): boolean {
  const above = amountsAbove[line] ?? 0
  return above >= leastAboveFoot || (above > 0 && above === amounts)
}

/** Whether an id stands at the foot of its page alone. */
function isAtFoot(id: FoundId, page: PageReading): boolean {
  return page.ids.every(({ key, line }) => key !== id.key || isBelowAmounts(line, page))
}

/**
 * A page without the ids of whoever signs it: where the head says by label whose it is, by id and by name, those at
 * the foot are others', unless somebody is called the employee there too.
 */
export function withoutSigners(page: PageReading, file: Recurring, people: PeopleIndex): PageReading {
  const atHead = page.labelled.filter(({ line }) => !isBelowAmounts(line, page))
  const named = page.ids
    .filter((id) => id.label === 'id' && !file.ids.has(id.key) && !isAtFoot(id, page))
    .flatMap(({ personId }) => (personId === null ? [] : (people.byPerson.get(personId) ?? [])))
  const person = named.find((one) => calls(one, atHead, page.recognised))
  if (!person) return page
  if (page.labelled.some(({ line, text }) => isBelowAmounts(line, page) && !isProse(text))) return page
  return { ...page, ids: page.ids.filter((id) => id.personId === person.id || !isAtFoot(id, page)) }
}

/** Names have two words that begin with a capital; what follows the word for the employee in a sentence hardly has. */
function isProse(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? []
  return words.length > 1 && words.filter((word) => /^\p{Lu}/u.test(word)).length < 2
}

/** The ids that could be the owner's, each owner once: labelled ones, or else those that are surely a person's. */
export function labelledIds(page: PageReading, file: Recurring, people: PeopleIndex): FoundId[] {
  const free = page.ids.filter(
    (id) => !id.company && (!file.ids.has(id.key) || isOwnPlace(id, page, file, people)),
  )
  // An id in a row that every page has is the employer's, whatever its label.
  const here = free.filter((id) => !file.rows.has(id.row))
  const labelled = here.filter(({ label }) => label === 'id')
  const alone = here.filter(
    (id) =>
      id.alone &&
      id.fits === true &&
      id.label !== 'other' &&
      (id.label !== 'employer' || id.personId !== null),
  )
  const sound = distinct([
    ...labelled.filter(({ personId, fits, first }) => personId !== null || (first && fits !== false)),
    ...alone,
  ])
  if (sound.length > 0) {
    const known = sound.filter(({ personId }) => personId !== null)
    if (known.length === 0) return sound
    // An id of a second kind that nobody has doesn't contradict one that somebody has.
    const wrong = labelled.filter((id) => id.personId === null && id.fits === false && id.first)
    return distinct([...known, ...sound, ...wrong])
  }
  return distinct(labelled.toSorted((a, b) => Number(b.first) - Number(a.first))).slice(0, 1)
}

/**
 * Whether somebody whose id stands on the pages of others, as who signs them, is here the owner: the name stands beside
 * the label of the employee's, and the id where those of others stand on their pages, or their own file number with it.
 */
function isOwnPlace(id: FoundId, page: PageReading, file: Recurring, people: PeopleIndex): boolean {
  return (
    id.label === 'id' &&
    id.personId !== null &&
    !file.employers.has(id.key) &&
    page.names.some(({ personId, phrase }) => personId === id.personId && isEmployees(phrase.label)) &&
    (file.places.some((place) => isAt(place, id.box)) ||
      page.belonging.fileNumbers.some(
        (number) => !file.fileNumbers.has(number) && people.byFileNumber(number)?.id === id.personId,
      ))
  )
}

function distinct(ids: readonly FoundId[]): FoundId[] {
  const seen = new Map<string, FoundId>()
  for (const id of ids) {
    const owner = id.personId === null ? id.key : `p${id.personId}`
    if (!seen.has(owner)) seen.set(owner, id)
  }
  return [...seen.values()]
}
