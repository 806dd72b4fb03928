import type { Exception } from '#contract/massive/preview.ts'
import type { FoundId } from '../ids.ts'
import { agreement, mayBeRelatives } from '../names.ts'
import { calls } from '../naming.ts'
import type { PageReading } from '../page.ts'
import type { Named } from '../people.ts'
import { isCaption } from '../phrases.ts'
import type { Phrase } from '../phrases.ts'
import { idKey, isParticle } from '../plain.ts'
import { isAt } from '../recurring.ts'
import type { Recurring } from '../recurring.ts'
import { hashOf } from '../rows.ts'
import type { Mention, MentionedName } from '../slots/mentions.ts'
import { isWholeName } from '../slots/taught.ts'
import { leastAboveFoot, leastConfidence, mostAbove } from '../thresholds.ts'
import { namesOf } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import { isBelowAmounts } from './labelled-ids.ts'

/** A possible owner of a page. */
export interface Claim {
  /** Null: nobody of the roster. */
  person: Named | null
  /** The id that the claim is made by. */
  id: ClaimedId
  /** Rows with amounts above the id, where it stands highest. */
  above: number
  /** The id stands below the amounts, where receipts are signed. */
  atFoot: boolean
  /** Confidence of the id and of the name, the lower of both. */
  confidence: number
  /** Whether the page names the person. */
  named: boolean
  /** Set where slots, not labels, tell that the id or the name is the owner's. */
  bySlots: SlotWitness | null
}

/** An id of somebody, found by its label or in a slot. */
export type ClaimedId = Pick<FoundId, 'key' | 'text' | 'box' | 'confidence'>

/** Id and name of one person in the slots of owners. */
export interface SlotWitness {
  person: Named
  id: Mention
  name: MentionedName
  /** The name's confidence. */
  confidence: number
}

interface Contradiction {
  fault: Exception
  /** Only claims by slots: where labels make a claim, they also explain the page's other ids and names. */
  ofSlots?: true
  /** Returns true, or somebody else's id, where it holds. `least`: the least confidence of recognised text. */
  speaksAgainst: (claim: Claim, evidence: Evidence, least?: number) => boolean | FoundId | undefined
}

/** All rules that refuse a claim; the first that holds gives the exception. */
export const contradictions: readonly Contradiction[] = [
  { fault: 'dos_ids', speaksAgainst: beginsLate },
  { fault: 'dos_ids', speaksAgainst: ({ person }, evidence) => employersOwn(person, evidence) },
  {
    fault: 'dos_ids',
    speaksAgainst: ({ person }, { ids, page, file }) => secondOn({ ...page, ids: [...ids] }, person, file),
  },
  { fault: 'dos_ids', speaksAgainst: secondReceiptOn },
  { fault: 'dos_ids', speaksAgainst: maybeOwnersAbove },
  {
    fault: 'digito_incorrecto',
    speaksAgainst: ({ person }, { labelledIds }) => person === null && labelledIds[0]?.fits === false,
  },
  { fault: 'desconocido', speaksAgainst: ({ person }) => person === null },
  { fault: 'texto_dudoso', speaksAgainst: (_, { page }) => page.hidden },
  { fault: 'nombre_distinto', speaksAgainst: ({ named }) => !named },
  { fault: 'nombre_distinto', speaksAgainst: isCalledAtHead },
  { fault: 'nombre_distinto', speaksAgainst: isAnotherCalled },
  { fault: 'nombre_distinto', speaksAgainst: isAnothersNumberAbove },
  { fault: 'nombre_distinto', ofSlots: true, speaksAgainst: isUnexplained },
  { fault: 'nombre_distinto', ofSlots: true, speaksAgainst: saysAnotherId },
  { fault: 'nombre_distinto', ofSlots: true, speaksAgainst: saysAnotherName },
  { fault: 'nombre_distinto', ofSlots: true, speaksAgainst: mayNameAnother },
  { fault: 'nombre_distinto', speaksAgainst: isNamesakes },
  {
    fault: 'texto_dudoso',
    speaksAgainst: ({ confidence }, { page }, least = leastConfidence) =>
      page.recognised && confidence < least,
  },
  { fault: 'dos_ids', speaksAgainst: isAnotherInSlot },
]

/** Whether another receipt ends on the page above an id: far more amounts stand there than on other pages, or it says so. */
export function beginsLate({ above }: Claim, { file, page }: Evidence): boolean {
  const { endsAbove } = page.belonging
  return above >= file.amountsAbove + mostAbove || (endsAbove !== null && above >= endsAbove)
}

function isOf({ personId }: FoundId, person: Named | null): boolean {
  return personId !== null && personId === person?.id
}

/** The id of an employer who is a natural person, where their own receipt names them. */
export function employersOwn(person: Named | null, { ids, file }: Evidence): FoundId | undefined {
  return ids.find(
    (id) =>
      file.employers.has(id.key) &&
      id.label === 'id' &&
      !id.company &&
      id.fits !== false &&
      !file.rows.has(id.row) &&
      !isOf(id, person),
  )
}

/** The id of somebody other than this person whom the page names as well, though no label says what it is. */
export function secondOn(page: PageReading, person: Named | null, file: Recurring): FoundId | undefined {
  const names = namesOf(page, file)
  return page.ids.find(
    ({ personId, key, row, label }) =>
      personId !== null &&
      personId !== person?.id &&
      label !== 'other' &&
      label !== 'employer' &&
      !file.ids.has(key) &&
      !file.rows.has(row) &&
      names.some((hit) => hit.personId === personId),
  )
}

/** The id of somebody other than the owner at which a second receipt begins: amounts stand above and below it. */
function secondReceiptOn({ person, id: own }: Claim, { page, file }: Evidence): FoundId | undefined {
  return page.ids.find(
    (id) =>
      id.key !== own.key &&
      !isOf(id, person) &&
      isSomebodys(id, page) &&
      !id.company &&
      !(file.rows.has(id.row) && (file.ids.has(id.key) || file.everywhere.has(id.row))) &&
      isBelowAmounts(id.line, page) &&
      page.amounts - (page.amountsAbove[id.line] ?? 0) >= leastAboveFoot,
  )
}

/**
 * A number that is written as an id, without a label of its own, on a page without amounts above all that it says of
 * the claimed owner: it may be the owner's id, and the claimed one whoever signs. Where a page has amounts, these tell
 * its foot from its head.
 */
function maybeOwnersAbove(claim: Claim, evidence: Evidence): FoundId | undefined {
  const { person, bySlots } = claim
  const { page, file } = evidence
  if (person === null || bySlots || page.amounts > 0) return
  const top = firstLineOf(claim, person, evidence)
  return page.ids.find(
    (id) =>
      id.line < top &&
      !isOf(id, person) &&
      (id.label === null || (id.label === 'file' && id.key !== idKey(person.fileNumber))) &&
      id.fits !== false &&
      !id.company &&
      !file.ids.has(id.key) &&
      !file.rows.has(id.row),
  )
}

/**
 * Whether a page without amounts has a file number above all that it says of the claimed owner, and not theirs: that of
 * somebody of the roster, or of anybody where no label says that the employee is this one.
 */
function isAnothersNumberAbove(claim: Claim, evidence: Evidence): boolean {
  const { person, bySlots } = claim
  const { page, file, people, labelled } = evidence
  if (person === null || bySlots || page.amounts > 0) return false
  const top = firstLineOf(claim, person, evidence)
  const isCalled = calls(person, labelled, page.recognised)
  return page.belonging.fileNumberPlaces.some(({ text, line }) => {
    const number = idKey(text)
    if (line >= top || number === idKey(person.fileNumber) || file.fileNumbers.has(number)) return false
    return !isCalled || people.byFileNumber(number) !== undefined
  })
}

/** The first line that has the claimed id or the name of its person. */
function firstLineOf({ id }: Claim, person: Named, { page, names }: Evidence): number {
  const named = names.filter(({ personId }) => personId === person.id)
  return Math.min(...linesOf(id, page), ...named.map(({ phrase }) => phrase.line))
}

/**
 * Whether a label says that the employee is somebody else, and none says that it is the claimed owner: of the labels
 * above the owner's id, of these together with the ones in its row and in the rest of the page's head, or of the whole
 * page, where the label has a word for an employee.
 */
function isAnotherCalled({ person, id: own, bySlots }: Claim, { page, labelled }: Evidence): boolean {
  if (person === null || bySlots) return false
  const top = Math.min(...linesOf(own, page))
  const above = labelled.filter(({ line }) => line < top)
  const atHead = labelled.filter(({ line }) => line <= top || !isBelowAmounts(line, page))
  const isAnothers = (phrase: Phrase) => isOfSomebodyElse(phrase, person, page)
  const isCalled = (phrases: readonly Phrase[]) => calls(person, phrases, page.recognised)
  return (
    [above, atHead].some((phrases) => phrases.some(isAnothers) && !isCalled(phrases)) ||
    (labelled.some((phrase) => phrase.label === 'role' && !isCaption(phrase) && isAnothers(phrase)) &&
      !isCalled(labelled))
  )
}

function linesOf({ key: own }: ClaimedId, { ids }: PageReading): number[] {
  return ids.filter(({ key }) => key === own).map(({ line }) => line)
}

/** Whether a number is surely an id: amounts may equal one. */
function isSomebodys({ label, alone, fits, personId }: FoundId, { names }: PageReading): boolean {
  if (personId === null) return alone && fits === true && label !== 'other'
  return label === 'id' || names.some((hit) => hit.personId === personId)
}

/** Whether somebody else's id alone stands where the other pages have their owners' ids. */
function isAnotherInSlot({ person }: Claim, { slots }: Evidence): boolean {
  return slots !== null && slots.personId !== null && slots.personId !== person?.id
}

/** Whether another employee, or a number or name of nobody, stands where nothing explains it. */
function isUnexplained(_: Claim, { slots }: Evidence): boolean {
  return slots !== null && (slots.others.size > 0 || slots.ids.size !== 1 || slots.stranger)
}

/** Whether a label says that the id of somebody else is the employee's. */
function saysAnotherId({ person }: Claim, { page, file, slots }: Evidence): boolean {
  return page.ids.some(
    ({ label, personId, key, text, box }) =>
      label === 'id' &&
      personId !== person?.id &&
      !file.ids.has(key) &&
      !(personId === null && file.slots?.common.has(hashOf(text))) &&
      !slots?.signers.some((one) => one.personId === personId && isAt(one.box, box)),
  )
}

/** Whether a label says that the name of somebody else is the employee's. */
function saysAnotherName({ person }: Claim, { page, labelled }: Evidence): boolean {
  return person !== null && labelled.some((phrase) => isOfSomebodyElse(phrase, person, page))
}

function isOfSomebodyElse({ beside, words }: Phrase, person: Named, { recognised }: PageReading): boolean {
  return beside && words.filter(isTelling).length > 1 && agreement(person, words, recognised) === null
}

/** Whether the name in a slot may be a relative's, or goes on with words that no other name of the file is followed by. */
function mayNameAnother({ bySlots, id }: Claim, { page, file, people }: Evidence): boolean {
  if (!bySlots) return false
  const {
    person,
    name: { words, beside },
  } = bySlots
  if (mayBeRelatives(person, words, page.recognised, people, null)) return true
  if (beside.some((word) => !file.slots?.beside.has(hashOf(word)) || people.isName(word))) return true
  // A file number may be somebody's of another employer.
  return !person.keys.includes(id.key) && !isWholeName(words, person)
}

/**
 * Whether the head of the page says by label, by id and by name that somebody else is its employee, and no label says
 * so of this one. What repeats may be of one person whose receipts others sign by turns.
 */
function isCalledAtHead({ person }: Claim, { page, file, labelled }: Evidence): boolean {
  if (person === null || calls(person, labelled, page.recognised)) return false
  const isAtHead = (line: number) => !isBelowAmounts(line, page)
  return (
    page.labelled.some(
      ({ label, row, line, words }) =>
        label === 'strong' &&
        file.rows.has(row) &&
        isAtHead(line) &&
        words.filter(isTelling).length > 1 &&
        agreement(person, words, page.recognised) === null,
    ) &&
    page.ids.some(
      ({ label, personId, key, company, line }) =>
        label === 'id' && personId !== person.id && !company && !file.employers.has(key) && isAtHead(line),
    )
  )
}

function isTelling(word: string): boolean {
  return word.length > 1 && !isParticle(word)
}

/** Whether somebody else of the same name has the file number that the page says. */
function isNamesakes({ person }: Claim, { page, file, people, names }: Evidence): boolean {
  const numbers = page.belonging.fileNumbers.filter((number) => !file.fileNumbers.has(number))
  if (numbers.some((number) => people.byFileNumber(number) === person)) return false
  return numbers.some((number) => {
    const other = people.byFileNumber(number)
    return other !== undefined && names.some(({ personId }) => personId === other.id)
  })
}
