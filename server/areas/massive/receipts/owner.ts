import type { Exception, Mark } from '#contract/massive/preview.ts'
import type { FoundId } from './ids.ts'
import { calls, callsAnother, isNamed } from './naming.ts'
import type { NameHit } from './names.ts'
import { agreement, mayBeRelatives } from './names.ts'
import { isEmployees } from './phrases.ts'
import type { Phrase } from './phrases.ts'
import type { PageReading } from './page.ts'
import type { Named, PeopleIndex } from './people.ts'
import { idKey, isParticle } from './plain.ts'
import { isAt } from './recurring.ts'
import type { Recurring } from './recurring.ts'
import type { Mention } from './slots/mentions.ts'
import { isTaught, isWholeName } from './slots/taught.ts'
import { verdictOf } from './slots/verdict.ts'
import type { Verdict } from './slots/verdict.ts'
import type { Box, ReadingRules } from './types.ts'

/** The owner of one page, determined with knowledge of the whole file. */
export interface Owner {
  /** Key that distinguishes owners; null: no id that could be an employee's. */
  key: string | null
  person: Named | null
  id: FoundId | null
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

/** Whether a page names this person, by the same rule that tells an id's owner. */
export function pageNames(person: Named, page: PageReading, people: PeopleIndex): boolean {
  const names = page.names.filter(({ phrase }) => mayBeTheirs(phrase, false))
  return isNamed(person, page, names, page.labelled, people, null)
}

function mayBeTheirs({ label }: Phrase, payees: boolean): boolean {
  return label !== 'other' && (label !== 'payee' || payees)
}

/** Says whose a page is, or what keeps it from being said: by its labels and by the slots of its file. */
export function ownerOf(page: PageReading, file: Recurring, people: PeopleIndex, rules: ReadingRules): Owner {
  const owner = ownerByLabels(page, file, people, rules)
  const verdict = file.slots && verdictOf(page.mentions, file.slots)
  if (!verdict) return owner
  if (verdict.strangerById) return { ...owner, ofStranger: true }
  if (owner.fault === null) return contradicted(owner, verdict)
  const mended = bySlots(owner, verdict, page, file, people, rules)
  if (mended) return mended
  // One file number may be of two people of two employers, on neighbouring pages.
  const begins = verdict.id !== null && isTaught(verdict.id)
  return { ...owner, ofStranger: owner.ofStranger || begins }
}

/** An owner by labels, unless somebody else stands where the other pages have their owners. */
function contradicted(owner: Owner, verdict: Verdict): Owner {
  const { person } = owner
  if (verdict.personId !== null && verdict.personId !== person?.id) return { ...owner, fault: 'dos_ids' }
  return owner
}

/** Faults of labels that slots may mend: nothing speaks for somebody else. */
const mendable: ReadonlySet<Owner['fault']> = new Set(['sin_id', 'nombre_distinto'])

/** The owner by slots, where id and name of one person stand where the other pages have their owners'. */
function bySlots(
  owner: Owner,
  verdict: Verdict,
  page: PageReading,
  file: Recurring,
  people: PeopleIndex,
  rules: ReadingRules,
): Owner | null {
  const { id, name, others, ids, stranger, late } = verdict
  const person = verdict.personId === null ? undefined : people.byPerson.get(verdict.personId)
  if (!person || !id || !name?.name || late || page.hidden || !mendable.has(owner.fault)) return null
  if (owner.person !== null && owner.person !== person) return null
  if (others.size > 0 || ids.size !== 1 || stranger) return null
  if (saysAnother(person, verdict, page, file)) return null
  const { words, beside } = name.name
  if (mayBeRelatives(person, words, page.recognised, people, null)) return null
  if (beside.some((word) => !file.slots?.beside.has(word) || people.isName(word))) return null
  // A file number may be somebody's of another employer.
  if (!person.keys.includes(idKey(id.text)) && !isWholeName(words, person)) return null
  if (isNamesakes(person, page, page.names, file, people)) return null
  const least = rules.leastConfidence ?? 0.7
  if (page.recognised && Math.min(id.confidence, name.confidence) < least) return null
  return {
    ...owner,
    key: `p${person.id}`,
    person,
    id: foundAt(id, person),
    others: [],
    name: name.name.phrase,
    named: person,
    strange: false,
    fault: null,
    atFoot: id.above >= leastAboveFoot,
    afterAnother: false,
  }
}

/** Whether a label says that an id or a name of somebody else is the employee's. */
function saysAnother(person: Named, verdict: Verdict, page: PageReading, file: Recurring): boolean {
  return (
    page.ids.some(
      ({ label, personId, key, text, box }) =>
        label === 'id' &&
        personId !== person.id &&
        !file.ids.has(key) &&
        !(personId === null && file.slots?.common.has(text)) &&
        !verdict.signers.some((one) => one.personId === personId && isAt(one.box, box)),
    ) ||
    page.labelled.some(
      ({ row, beside, words }) => beside && !file.rows.has(row) && isAnother(person, words, page),
    )
  )
}

function isAnother(person: Named, words: readonly string[], { recognised }: PageReading): boolean {
  const telling = words.filter((word) => word.length > 1 && !isParticle(word))
  return telling.length > 1 && agreement(person, words, recognised) === null
}

/** An id that a slot found, as one that a label found. */
function foundAt({ text, box, confidence }: Mention, { id }: Named): FoundId {
  return {
    key: idKey(text),
    text,
    personId: id,
    label: null,
    fits: null,
    alone: false,
    first: false,
    nameLabel: null,
    company: false,
    row: 0,
    line: 0,
    formatted: false,
    box,
    confidence,
  }
}

function ownerByLabels(whole: PageReading, file: Recurring, people: PeopleIndex, rules: ReadingRules): Owner {
  const page = withoutSigners(whole, file, people)
  const ids = ownIds(page, file, people)
  const names = namesOf(page, file)
  const labelled = page.labelled.filter(({ row }) => !file.rows.has(row))
  // The signer is named at the foot, without a label.
  const telling = names.filter(
    ({ phrase }) => isEmployees(phrase.label) || !isBelowAmounts(phrase.line, page),
  )
  const named = surelyNamed(telling, people)
  const first = ids[0] ?? null
  const person = first?.personId === null || !first ? null : (people.byPerson.get(first.personId) ?? null)
  const employer = page.ids.find((id) => isEmployersOwn(id, file) && !isOf(id, person))
  const afterAnother = first !== null && beginsLate(first, page, file)
  const atFoot = first !== null && isAtFoot(first, page)
  const tells = (phrase: Phrase) => !atFoot || isWitnessOf(phrase, first, page, file)
  const base = {
    afterAnother,
    ofStranger: employer !== undefined,
    atFoot,
    id: first,
    person,
    others: ids.slice(1),
    named,
    names: new Set(names.map(({ personId }) => personId)),
    strange: person !== null && callsAnother(person, labelled, page.recognised),
    name: nameShown(names, labelled, person),
  }
  if (!first) return { ...base, key: null, fault: 'sin_id' }
  const key = person ? `p${person.id}` : first.key
  if (ids.length > 1)
    return {
      ...base,
      key: ids
        .map(({ key: one }) => one)
        .toSorted()
        .join('+'),
      fault: 'dos_ids',
    }
  if (afterAnother) return { ...base, key, fault: 'dos_ids' }
  const second = employer ?? secondOn(page, person, file) ?? secondReceiptOn(whole, first, person, file)
  if (second) return { ...base, key, others: [second], fault: 'dos_ids' }
  if (!person) return { ...base, key, fault: first.fits === false ? 'digito_incorrecto' : 'desconocido' }
  if (page.hidden) return { ...base, key, fault: 'texto_dudoso' }
  const witnesses = names.filter(({ phrase }) => tells(phrase))
  if (
    !isNamed(person, page, witnesses, labelled.filter(tells), people, file.followers) ||
    isNamesakes(person, page, names, file, people)
  )
    return { ...base, key, fault: 'nombre_distinto' }
  const least = rules.leastConfidence ?? 0.7
  if (page.recognised && Math.min(first.confidence, base.name?.confidence ?? 1) < least)
    return { ...base, key, fault: 'texto_dudoso' }
  return { ...base, key, fault: null }
}

function isOf({ personId }: FoundId, person: Named | null): boolean {
  return personId !== null && personId === person?.id
}

/** Whether an employer who is a natural person stands where their own receipt names them. */
function isEmployersOwn(id: FoundId, file: Recurring): boolean {
  return (
    file.employers.has(id.key) &&
    id.label === 'id' &&
    !id.company &&
    id.fits !== false &&
    !file.rows.has(id.row)
  )
}

/** Rows of amounts that may stand above an id, more than on most pages. */
const mostAbove = 2

/** Whether far more amounts stand above an id than on other pages: the end of the receipt before it. */
function beginsLate(id: FoundId, page: PageReading, file: Recurring): boolean {
  const lines = page.ids.filter(({ key }) => key === id.key).map(({ line }) => page.amountsAbove[line] ?? 0)
  return Math.min(...lines) >= file.amountsAbove + mostAbove
}

/** The names that could be the employee's. */
function namesOf(page: PageReading, file: Recurring): NameHit[] {
  return page.names.filter(({ phrase }) => !file.rows.has(phrase.row) && mayBeTheirs(phrase, file.payees))
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
function secondReceiptOn(
  page: PageReading,
  own: FoundId,
  person: Named | null,
  file: Recurring,
): FoundId | undefined {
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

/** Whether a number is surely an id: amounts may equal one. */
function isSomebodys({ label, alone, fits, personId }: FoundId, { names }: PageReading): boolean {
  if (personId === null) return alone && fits === true && label !== 'other'
  return label === 'id' || names.some((hit) => hit.personId === personId)
}

/** Rows of amounts above a place from which it is the foot of its page, where receipts are signed. */
const leastAboveFoot = 3

function isBelowAmounts(line: number, page: PageReading): boolean {
  return (page.amountsAbove[line] ?? 0) >= leastAboveFoot
}

function isAtFoot(id: FoundId, page: PageReading): boolean {
  return page.ids.every(({ key, line }) => key !== id.key || isBelowAmounts(line, page))
}

/**
 * A page without the ids of whoever signs it: where the head says by label whose it is, by id and by name, those at
 * the foot are others', unless somebody is called the employee there too.
 */
function withoutSigners(page: PageReading, file: Recurring, people: PeopleIndex): PageReading {
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

/**
 * Whether a name may tell whose an id at the foot is. One that stands there too may be of whoever signs, unless the
 * file's other pages have other people there.
 */
function isWitnessOf(phrase: Phrase, id: FoundId, page: PageReading, file: Recurring): boolean {
  if (!isBelowAmounts(phrase.line, page)) return true
  return isEmployees(phrase.label) && file.places.some((place) => isAt(place, id.box))
}

/** Whether somebody else of the same name has the file number that the page says. */
function isNamesakes(
  person: Named,
  page: PageReading,
  names: readonly NameHit[],
  file: Recurring,
  people: PeopleIndex,
): boolean {
  const numbers = page.belonging.fileNumbers.filter((number) => !file.fileNumbers.has(number))
  if (numbers.some((number) => people.byFileNumber(number) === person)) return false
  return numbers.some((number) => {
    const other = people.byFileNumber(number)
    return other !== undefined && names.some(({ personId }) => personId === other.id)
  })
}

/** The ids that could be the owner's, each owner once: labelled ones, or else those that are surely a person's. */
function ownIds(page: PageReading, file: Recurring, people: PeopleIndex): FoundId[] {
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

/** The one person whom a page names, if it is one. */
function surelyNamed(names: readonly NameHit[], people: PeopleIndex): Named | null {
  const labelled = names.filter(({ phrase }) => phrase.label)
  const persons = new Set((labelled.length > 0 ? labelled : names).map(({ personId }) => personId))
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

/** The marks that the preview draws on a page. `at` is the page of the receipt, from 1. */
export function marksOf(owner: Owner, page: PageReading, file: Recurring, at: number): Mark[] {
  const marks: Mark[] = []
  const add = (kind: Mark['kind'], text: string, box: Box) => marks.push({ kind, text, page: at, ...box })
  const isId = owner.person === null || owner.person.keys.includes(owner.id?.key ?? '')
  if (owner.id) add(isId ? 'id' : 'file_number', owner.id.text, owner.id.box)
  if (owner.name) add('name', owner.name.text, owner.name.box)
  for (const id of owner.others) add('other_id', id.text, id.box)
  for (const { text, box } of page.belonging.fileNumberPlaces)
    if (!file.fileNumbers.has(idKey(text))) add('file_number', text, box)
  for (const { text, box } of page.monthPlaces) add('period', text, box)
  for (const id of page.ids)
    if (id.company || id.label === 'employer' || file.ids.has(id.key) || file.rows.has(id.row))
      add('employer', id.text, id.box)
  return marks
}
