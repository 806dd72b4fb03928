import type { Mention } from './mentions.ts'
import { isConstant, keyOf } from './slots.ts'
import type { Slots } from './slots.ts'
import { isNumberAlone, isTaught } from './taught.ts'

/** The answer of a file's slots about one page. */
export interface Verdict {
  /** The one person whose id stands where owners' ids do. */
  personId: number | null
  id: Mention | null
  /** Their name, where owners' names stand or where no name stands there. */
  name: Mention | null
  /** People whose id or name stands in an owner's slot and who aren't that person. */
  others: ReadonlySet<number>
  /** All whose ids stand on the page, those of whoever signs left out. */
  ids: ReadonlySet<number>
  /** Ids of whoever signs. */
  signers: readonly Mention[]
  /** A number or a name of nobody whom the roster has stands in an owner's slot. */
  stranger: boolean
  /** It is a number where owners' ids stand. */
  strangerById: boolean
  /** More amounts stand above the id than on other pages: another receipt ends on the page. */
  late: boolean
}

/** Rows of amounts that may stand above an id, more than on most pages. */
const mostAbove = 2

/** Says whose a page is by the slots of its file. */
export function verdictOf(mentions: readonly Mention[], slots: Slots): Verdict {
  const at = (kind: Mention['kind'], owners: ReadonlySet<number>) =>
    mentions.filter(
      (one) => one.kind === kind && [...one.places, ...one.labels].some((slot) => owners.has(slot)),
    )
  const ids = at('id', slots.ids).filter((one) => !isConstant(one, slots.constant))
  const names = at('name', slots.names)
  const known = new Set(ids.flatMap(({ personId }) => personId ?? []))
  const [first] = known
  const personId = known.size === 1 && first !== undefined ? first : null
  const id = ids.find((one) => one.personId === personId) ?? null
  // Names of another length may miss the slot: one elsewhere counts where nobody stands in it.
  const inPlace = id?.places.some((slot) => slots.ids.has(slot)) === true
  const counted =
    id !== null && isNumberAlone(id)
      ? mentions.filter((one) => one.kind === 'name' && isTaught(one))
      : names.length > 0 || !inPlace
        ? names
        : mentions.filter(
            (one) =>
              one.kind === 'name' && one.name?.phrase.label !== 'other' && !isConstant(one, slots.constant),
          )
  const own = counted.filter((one) => personId !== null && one.personId === personId)
  // A phrase may name several people of one name.
  const shared = new Set(own.map(({ name }) => name?.phrase))
  const doubtful = mentions.filter(
    (one) => one.labels.some((slot) => slots.doubtful.has(slot)) && !isConstant(one, slots.constant),
  )
  // An unknown number where accounts don't stand may be the id of a second receipt on the page.
  const numbers = mentions.filter(
    (one) => one.kind === 'id' && ![...one.places, ...one.labels].some((slot) => slots.accounts.has(slot)),
  )
  // A person showed the place: nobody else may be named on the page, but for those who are named on most.
  const elsewhere = ids.some(isTaught)
    ? mentions.filter(
        ({ kind, personId: of, places, labels }) =>
          kind === 'name' &&
          of !== null &&
          ![...places, ...labels].some((slot) => slots.named.has(keyOf(of, slot))),
      )
    : []
  const others = [...ids, ...names, ...doubtful, ...elsewhere].filter(
    ({ name }) => !name || !shared.has(name.phrase),
  )
  const returns = personId !== null && slots.returning.has(personId)
  return {
    personId,
    id: personId === null ? null : id,
    name: own[0] ?? null,
    others: new Set(others.flatMap((one) => (one.personId === personId ? [] : (one.personId ?? [])))),
    ids: new Set(
      mentions
        .filter((one) => one.kind === 'id' && !isConstant(one, slots.constant))
        .flatMap((one) => one.personId ?? []),
    ),
    signers: mentions.filter((one) => one.kind === 'id' && isConstant(one, slots.constant)),
    strangerById: ids.some(({ personId: of, text }) => of === null && !slots.common.has(text)),
    stranger:
      returns ||
      [...ids, ...names, ...doubtful, ...numbers].some(
        ({ personId, text }) => personId === null && !slots.common.has(text),
      ),
    late: id !== null && id.above >= slots.above + mostAbove,
  }
}
