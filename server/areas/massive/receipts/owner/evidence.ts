import type { FoundId } from '../ids.ts'
import type { NameHit } from '../names.ts'
import type { PageReading } from '../page.ts'
import type { PeopleIndex } from '../people.ts'
import type { Phrase } from '../phrases.ts'
import type { Recurring } from '../recurring.ts'
import { hashOf } from '../rows.ts'
import type { Mention } from '../slots/mentions.ts'
import { isConstant, keyOf } from '../slots/slots.ts'
import type { Slots } from '../slots/slots.ts'
import { isNumberAlone, isTaught } from '../slots/taught.ts'
import { labelledIds, withoutSigners } from './labelled-ids.ts'

/** The facts of a page that may tell its owner, without what repeats in its file; nothing is judged here. */
export interface Evidence {
  page: PageReading
  file: Recurring
  people: PeopleIndex
  /** Ids on the page, those of whoever signs it left out. */
  ids: readonly FoundId[]
  /** The ids of these that could be the owner's by label or by shape, each owner once. */
  labelledIds: readonly FoundId[]
  /** Names that could be the employee's. */
  names: readonly NameHit[]
  /** Phrases beside a label of the employee's name. */
  labelled: readonly Phrase[]
  /** Null where the file shows no slots. */
  slots: SlotEvidence | null
}

/** Mentions on a page by the slots of its file. */
interface SlotEvidence {
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
}

/** Gathers the evidence of one page. */
export function evidenceOn(whole: PageReading, file: Recurring, people: PeopleIndex): Evidence {
  const page = withoutSigners(whole, file, people)
  return {
    page: whole,
    file,
    people,
    ids: page.ids,
    labelledIds: labelledIds(page, file, people),
    names: namesOf(page, file),
    labelled: page.labelled.filter(({ row }) => !file.rows.has(row)),
    slots: file.slots && slotEvidenceOn(page.mentions, file.slots),
  }
}

/** The names on a page that could be the employee's. */
export function namesOf(page: PageReading, file: Recurring): NameHit[] {
  return page.names.filter(({ phrase }) => !file.rows.has(phrase.row) && mayBeTheirs(phrase, file.payees))
}

/** Whether a label lets a name be the employee's. */
export function mayBeTheirs({ label }: Phrase, payees: boolean): boolean {
  return label !== 'other' && (label !== 'payee' || payees)
}

function slotEvidenceOn(mentions: readonly Mention[], slots: Slots): SlotEvidence {
  const isIn = ({ places, labels }: Mention, known: ReadonlySet<number>) =>
    places.some((slot) => known.has(slot)) || labels.some((slot) => known.has(slot))
  const all = { id: [] as Mention[], name: [] as Mention[] }
  const signers: Mention[] = []
  for (const one of mentions)
    if (one.kind === 'id' && isConstant(one, slots.constant)) signers.push(one)
    else all[one.kind].push(one)
  const ids = all.id.filter((one) => isIn(one, slots.ids))
  const names = all.name.filter((one) => isIn(one, slots.names))
  const known = new Set(ids.flatMap(({ personId }) => personId ?? []))
  const [first] = known
  const personId = known.size === 1 && first !== undefined ? first : null
  const id = personId === null ? null : (ids.find((one) => one.personId === personId) ?? null)
  const own = namesBeside(id, names, all.name, slots).filter((one) => one.personId === personId)
  // A phrase may name several people of one name.
  const shared = new Set(own.map(({ name }) => name?.phrase))
  const doubtful = [...all.id, ...all.name].filter(
    (one) =>
      one.labels.some((slot) => slots.doubtful.has(slot)) &&
      !(one.kind === 'name' && isConstant(one, slots.constant)),
  )
  const others = [...ids, ...names, ...doubtful, ...(ids.some(isTaught) ? namedBeside(all.name, slots) : [])]
  const isStrangers = (one: Mention) => one.personId === null && !slots.common.has(hashOf(one.text))
  return {
    personId,
    id,
    name: own[0] ?? null,
    others: new Set(
      others.flatMap(({ name, personId: of }) =>
        of === null || of === personId || (name && shared.has(name.phrase)) ? [] : of,
      ),
    ),
    ids: new Set(all.id.flatMap((one) => one.personId ?? [])),
    signers,
    strangerById: ids.some(isStrangers),
    stranger:
      (personId !== null && slots.returning.has(personId)) ||
      [...ids, ...names, ...doubtful].some(isStrangers) ||
      // An unknown number where accounts don't stand may be the id of a second receipt on the page.
      all.id.some((one) => isStrangers(one) && !isIn(one, slots.accounts)),
  }
}

/** Names that may be of an id's owner: one of another length may miss the slot, and counts where nobody stands in it. */
function namesBeside(
  id: Mention | null,
  inSlots: readonly Mention[],
  all: readonly Mention[],
  slots: Slots,
): readonly Mention[] {
  if (!id) return []
  if (isNumberAlone(id)) return all.filter(isTaught)
  if (inSlots.length > 0 || !id.places.some((slot) => slots.ids.has(slot))) return inSlots
  return all.filter((one) => one.name?.phrase.label !== 'other' && !isConstant(one, slots.constant))
}

/** People named on a page whose owner's place a person has shown, but for those who are named on most pages. */
function namedBeside(names: readonly Mention[], slots: Slots): readonly Mention[] {
  return names.filter(
    ({ personId, places, labels }) =>
      personId !== null && ![...places, ...labels].some((slot) => slots.named.has(keyOf(personId, slot))),
  )
}
