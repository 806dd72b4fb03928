import type { FoundId } from './ids.ts'
import { calls, callsAnother, isOnlyOneCalled } from './naming.ts'
import { nearly } from './names.ts'
import { secondOn } from './owner/contradictions.ts'
import type { Owner } from './owner/verdict.ts'
import type { PageReading } from './page.ts'
import type { Named, PeopleIndex } from './people.ts'
import { idKey } from './plain.ts'
import type { Recurring } from './recurring.ts'
import type { ReadReceipt } from './types.ts'

/** A page of a receipt with its owner and the repeated content of its layout. */
export interface OwnedPage {
  page: PageReading
  owner: Owner
  file: Recurring
}

interface Suggestion {
  person: Named
  by: ReadReceipt['suggestedBy']
}

/** Points of each fact: a tax id outweighs a file number, and an exact number one without its zeros. */
const points = { id: 8, nearId: 4, name: 3, exactNumber: 2, looseNumber: 1 } as const

/**
 * The one person whom a receipt may be of, never assigned without confirmation: nobody whom a page contradicts, and
 * nobody whose surname is on none of its pages. Null where nobody fits, or two fit equally well.
 */
export function suggestFor(
  sheets: readonly OwnedPage[],
  { owner, page }: OwnedPage,
  people: PeopleIndex,
): Suggestion | null {
  const near = owner.id && !owner.person ? slipsOf(owner.id, page, people) : []
  const numbered = byFileNumber(page, people)
  const candidates = new Set(
    [owner.person, owner.named, numbered?.person, ...near].filter((one) => one !== null && one !== undefined),
  )
  let best: (Suggestion & { points: number }) | null = null
  let tied = false
  for (const person of candidates) {
    if (isContradicted(person, sheets, people) || !isSurnameOn(person, sheets)) continue
    const by: ReadReceipt['suggestedBy'] = []
    let sum = 0
    const names = owner.named === person || (owner.names.has(person.id) && owner.person === person)
    if (names) sum += points.name
    if (names) by.push('nombre')
    if (numbered?.person === person) {
      sum += numbered.exact ? points.exactNumber : points.looseNumber
      by.push('legajo')
    }
    if (owner.person === person || near.includes(person)) {
      sum += owner.person === person ? points.id : points.nearId
      by.push('id')
    }
    tied = best?.points === sum || (tied && sum < (best?.points ?? 0))
    if (sum > (best?.points ?? 0)) best = { person, by, points: sum }
  }
  if (!best || tied) return null
  // An id that differs by a digit is a guess by itself.
  return best.by.length > 1 || best.by[0] !== 'id' || owner.person ? best : null
}

/**
 * Whether a page of a receipt says that it is somebody else's: by the id of another, by a name that isn't this person's,
 * or, where no id is theirs, by a file number that isn't theirs either.
 */
export function isContradicted(person: Named, sheets: readonly OwnedPage[], people: PeopleIndex): boolean {
  return sheets.some((sheet) => hasOthersId(person, sheet, people) || namesAnother(person, sheet))
}

/** People whose id an id of nobody may be, mistyped; none where its check digit is right. */
function slipsOf({ key, text }: Pick<FoundId, 'key' | 'text'>, page: PageReading, people: PeopleIndex) {
  return page.ids.some((id) => id.key === key && id.fits === true) ? [] : people.near(text)
}

function hasOthersId(person: Named, { owner, page, file }: OwnedPage, people: PeopleIndex): boolean {
  const isOwn = owner.person === person
  if (!isOwn && owner.person !== null) return true
  // Relatives' ids, of whom the roster knows nothing, may stand beside the person's own.
  const others = owner.others.filter(({ personId }) => personId !== person.id)
  if (others.some(({ personId }) => personId !== null)) return true
  const strange = owner.id ? [owner.id, ...others] : others
  if (!isOwn && !strange.every((id) => slipsOf(id, page, people).includes(person))) return true
  if (secondOn(page, person, file)) return true
  if (isOwn || strange.length > 0) return false
  const numbers = page.belonging.fileNumbers.filter((number) => !file.fileNumbers.has(number))
  return numbers.length > 0 && !numbers.includes(idKey(person.fileNumber))
}

function namesAnother(person: Named, { owner, page, file }: OwnedPage): boolean {
  const labelled = page.labelled.filter(({ row }) => !file.rows.has(row))
  if (callsAnother(person, labelled, page.recognised)) return true
  if (!isOnlyOneCalled(person, labelled, page.recognised)) return true
  if (owner.named !== null && owner.named !== person) return true
  return owner.names.size > 0 && !owner.names.has(person.id) && !calls(person, labelled, page.recognised)
}

/** Whether a word of a surname stands among the names of any of the pages. */
function isSurnameOn(person: Named, sheets: readonly OwnedPage[]): boolean {
  return sheets.some(({ owner, page: { labelled, names, recognised } }) => {
    const phrases = [...labelled, ...names.map(({ phrase }) => phrase), ...(owner.name ? [owner.name] : [])]
    return phrases.some(({ words }) =>
      words.some((word) =>
        person.surnames.some((name) => name === word || (recognised && nearly(word, name))),
      ),
    )
  })
}

/** People by their file number without its zeros, made once for each roster. */
const byNumber = new WeakMap<PeopleIndex, ReadonlyMap<string, readonly Named[]>>()

/** The one person who has a file number of the page, exactly as it is written or else without zeros before it. */
function byFileNumber(page: PageReading, people: PeopleIndex): { person: Named; exact: boolean } | null {
  let index = byNumber.get(people)
  if (!index) byNumber.set(people, (index = Map.groupBy(people.byPerson.values(), numberOf)))
  const fitting = page.belonging.fileNumberPlaces.flatMap(({ text }) =>
    (index.get(idKey(text)) ?? []).map((person) => ({
      person,
      exact: person.fileNumber.trim() === text.trim(),
    })),
  )
  const exact = fitting.filter((one) => one.exact)
  const [first, ...rest] = exact.length > 0 ? exact : fitting
  return first && rest.every(({ person }) => person === first.person) ? first : null
}

function numberOf({ fileNumber }: Named): string {
  return idKey(fileNumber)
}
