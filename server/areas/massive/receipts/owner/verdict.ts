import type { Exception } from '#contract/massive/preview.ts'
import type { FoundId } from '../ids.ts'
import { callsAnother, isNamed } from '../naming.ts'
import type { NameHit } from '../names.ts'
import type { PageReading } from '../page.ts'
import type { Named, PeopleIndex } from '../people.ts'
import { isEmployees } from '../phrases.ts'
import type { Phrase } from '../phrases.ts'
import { idKey } from '../plain.ts'
import { isAt } from '../recurring.ts'
import type { Recurring } from '../recurring.ts'
import { isTaught } from '../slots/taught.ts'
import { leastAboveFoot } from '../thresholds.ts'
import type { ReadingRules } from '../types.ts'
import { beginsLate, contradictions, employersOwn } from './contradictions.ts'
import type { Claim, ClaimedId, SlotWitness } from './contradictions.ts'
import { evidenceOn, mayBeTheirs } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import { isBelowAmounts } from './labelled-ids.ts'

/** The owner of one page, determined with knowledge of the whole file. */
export interface Owner {
  /** Key that distinguishes owners; null: no id that could be an employee's. */
  key: string | null
  person: Named | null
  id: ClaimedId | null
  /** Ids of others that stand on it as well. */
  others: FoundId[]
  name: Phrase | null
  /** The person whom the page names without doubt. */
  named: Named | null
  /** All whom it names, by number. */
  names: ReadonlySet<number>
  /** Beside an employee's label it names somebody, and not whose id it is. */
  strange: boolean
  fault: Exception | null
  /** Its id stands below its amounts, where receipts are signed. */
  atFoot: boolean
  /** Something else ends on it before its own receipt begins. */
  afterAnother: boolean
  /** Where other pages have their owners' ids stands a number of nobody whom the roster has. */
  ofStranger: boolean
}

/** Says whose a page is, or what keeps it from being said. */
export function ownerOf(page: PageReading, file: Recurring, people: PeopleIndex, rules: ReadingRules): Owner {
  const evidence = evidenceOn(page, file, people)
  const { slots, names, labelled, labelledIds } = evidence
  const claim = claimOf(evidence)
  const against = claim && contradictionOf(claim, evidence, rules.leastConfidence)
  const [first, ...others] = labelledIds
  // A refused claim by slots alone leaves a page without an owner's id.
  const made = first || against === null ? claim : null
  const person = made?.person ?? null
  const bySlots = against === null ? (made?.bySlots ?? null) : null
  const owner = {
    person,
    id: made?.id ?? null,
    others,
    name: bySlots ? bySlots.name.phrase : nameShown(names, labelled, person),
    named: bySlots ? person : namedOn(evidence),
    names: new Set(names.map(({ personId }) => personId)),
    strange: !bySlots && person !== null && callsAnother(person, labelled, page.recognised),
    atFoot: made !== null && made.atFoot,
    afterAnother: made !== null && beginsLate(made, evidence),
    ofStranger:
      employersOwn(person, evidence) !== undefined ||
      slots?.strangerById === true ||
      // One file number may be of two people of two employers, on neighbouring pages.
      (slots !== null && slots.id !== null && isTaught(slots.id)),
  }
  if (!made) return { ...owner, key: null, fault: 'sin_id' }
  if (others.length > 0) return { ...owner, key: keyOfAll(labelledIds), fault: 'dos_ids' }
  const key = person ? `p${person.id}` : made.id.key
  const { fault = null, id } = against ?? {}
  return { ...owner, key, fault, others: id ? [id] : [] }
}

function keyOfAll(ids: readonly FoundId[]): string {
  return ids
    .map(({ key }) => key)
    .toSorted()
    .join('+')
}

/** The claim that a page makes: by its labels, or by slots where labels don't tell. */
function claimOf(evidence: Evidence): Claim | null {
  const { page, people, names, labelled, labelledIds } = evidence
  const [first] = labelledIds
  const witness = slotWitnessOn(evidence)
  if (!first) return witness && claimBySlots(witness)
  const person = first.personId === null ? null : (people.byPerson.get(first.personId) ?? null)
  const lines = evidence.ids.filter(({ key }) => key === first.key).map(({ line }) => line)
  const above = Math.min(...lines.map((line) => page.amountsAbove[line] ?? 0))
  const atFoot = lines.every((line) => isBelowAmounts(line, page))
  const tells = (phrase: Phrase) => !atFoot || isWitnessOf(phrase, first, evidence)
  const named =
    person !== null &&
    isNamed(
      person,
      page,
      names.filter(({ phrase }) => tells(phrase)),
      labelled.filter(tells),
      people,
      evidence.file.followers,
    )
  if (!named && person !== null && witness?.person === person) return claimBySlots(witness)
  const shown = nameShown(names, labelled, person)
  const confidence = Math.min(first.confidence, shown?.confidence ?? 1)
  return { person, id: first, above, atFoot, confidence, named, bySlots: null }
}

/** Id and name of one person in the slots of owners. */
function slotWitnessOn({ slots, people }: Evidence): SlotWitness | null {
  const { personId, id, name } = slots ?? {}
  const person = personId ? people.byPerson.get(personId) : undefined
  return person && id && name?.name ? { person, id, name: name.name, confidence: name.confidence } : null
}

function claimBySlots(bySlots: SlotWitness): Claim {
  const { person, id, confidence } = bySlots
  return {
    person,
    id: { ...id, key: idKey(id.text) },
    above: id.above,
    atFoot: id.above >= leastAboveFoot,
    confidence: Math.min(id.confidence, confidence),
    named: true,
    bySlots,
  }
}

/** The first contradiction that speaks against a claim, with the id of somebody else where one does. */
function contradictionOf(
  claim: Claim,
  evidence: Evidence,
  least: number | undefined,
): { fault: Exception; id?: FoundId } | null {
  for (const { fault, ofSlots, speaksAgainst } of contradictions) {
    if (ofSlots && !claim.bySlots) continue
    const found = speaksAgainst(claim, evidence, least)
    if (found) return typeof found === 'object' ? { fault, id: found } : { fault }
  }
  return null
}

/**
 * Whether a name may tell whose an id at the foot is. One that stands there too may be of whoever signs, unless the
 * file's other pages have other people there.
 */
function isWitnessOf(phrase: Phrase, id: FoundId, { page, file }: Evidence): boolean {
  if (!isBelowAmounts(phrase.line, page)) return true
  return isEmployees(phrase.label) && file.places.some((place) => isAt(place, id.box))
}

/** The one person whom a page names, if it is one. */
function namedOn({ page, names, people }: Evidence): Named | null {
  // The signer is named at the foot, without a label.
  const telling = names.filter(
    ({ phrase }) => isEmployees(phrase.label) || !isBelowAmounts(phrase.line, page),
  )
  const labelled = telling.filter(({ phrase }) => phrase.label)
  const persons = new Set((labelled.length > 0 ? labelled : telling).map(({ personId }) => personId))
  const [only] = persons
  return persons.size === 1 && only !== undefined ? (people.byPerson.get(only) ?? null) : null
}

function nameShown(
  names: readonly NameHit[],
  labelled: readonly Phrase[],
  person: Named | null,
): Phrase | null {
  const own = names.find(({ personId }) => personId === person?.id)
  const strong = labelled.find(({ label }) => label === 'strong')
  return own?.phrase ?? strong ?? names[0]?.phrase ?? labelled[0] ?? null
}

/** Whether a page names this person, by the same rule that tells an id's owner. */
export function pageNames(person: Named, page: PageReading, people: PeopleIndex): boolean {
  const names = page.names.filter(({ phrase }) => mayBeTheirs(phrase, false))
  return isNamed(person, page, names, page.labelled, people, null)
}
