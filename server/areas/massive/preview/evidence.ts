import { sql } from 'kysely'
import { exceptions, type MassiveItem } from '#contract/massive/preview.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { agreement } from '../receipts/names.ts'
import { isParticle, nameWords, plain } from '../receipts/plain.ts'
import { type FoundItem, type FoundPerson, people } from '../queries.ts'
import { hasIdAmong, idsOn } from '../read-ids.ts'

type Fact = 'nombre' | 'legajo' | 'id'
type Clue = MassiveItem['indicios'][number]

/** Facts of a person and a receipt: those in which they agree, and those that are somebody else's. */
interface Compared {
  iguales: Fact[]
  distintos: Fact[]
}

/** The people within reach whose ids and file numbers stand on some receipts. */
export interface Owners {
  byId: ReadonlyMap<string, FoundPerson>
  byFileNumber: ReadonlyMap<string, readonly FoundPerson[]>
}

/** People named by one receipt at most. */
const mostClues = 3
/** Digits of a file number written with the zeros before it. */
const longestNumber = 8

/** Looks up who has the ids and the file numbers of some receipts that are not ready: two queries for all of them. */
export async function findOwners(db: Db, viewer: Viewer, rows: readonly FoundItem[]): Promise<Owners> {
  const open = rows.filter(({ standing }) => standing === 'open')
  const ids = [...new Set(open.flatMap((row) => idsOn(row)))]
  const numbers = [...new Set(open.flatMap(numbersOn))]
  const [withIds, withNumbers] = [
    ids.length === 0 ? [] : await people(db, viewer).where(hasIdAmong(ids)).execute(),
    numbers.length === 0
      ? []
      : await people(db, viewer)
          .where('employees.file_number', '=', sql<string>`any(${numbers.flatMap(withZeros)})`)
          .execute(),
  ]
  return {
    byId: new Map(withIds.flatMap((one) => [[one.dni, one] as const, [one.cuil, one] as const])),
    byFileNumber: Map.groupBy(withNumbers, ({ legajo }) => bare(legajo)),
  }
}

/** Compares a receipt with a person, by what was read of it. */
export function compare(row: FoundItem, person: FoundPerson, owners?: Owners): Compared {
  const compared: Compared = { iguales: [], distintos: [] }
  const note = (fact: Fact, is: boolean | null) => {
    if (is !== null) compared[is ? 'iguales' : 'distintos'].push(fact)
  }
  note('nombre', namesPerson(row, person))
  const numbers = numbersOn(row)
  const byNumber = owners?.byFileNumber
  note(
    'legajo',
    numbers.some((number) => bare(number) === bare(person.legajo))
      ? true
      : numbers.some((number) => byNumber?.has(bare(number)))
        ? false
        : null,
  )
  const ids = idsOn(row)
  const isOthers = (id: string) => owners?.byId.has(id) === true && owners.byId.get(id)?.id !== person.id
  note(
    'id',
    ids.some((id) => [person.cuil, person.dni].includes(id)) ? true : ids.some(isOthers) ? false : null,
  )
  return compared
}

/**
 * The person whom the reading of a receipt suggests: it alone judges whom the pages speak against. Nobody once an id on
 * the receipt is somebody else's, as of an employee who was registered since, or once another's pages were added to it.
 */
export function suggestedOf(
  row: FoundItem,
  known: ReadonlyMap<number, FoundPerson>,
  owners: Owners,
): FoundPerson | undefined {
  const person = row.suggested_id === null ? undefined : known.get(row.suggested_id)
  const isTheirs = (id: string) => (owners.byId.get(id)?.id ?? person?.id) === person?.id
  const isOfAll = row.people_of_added.every((id) => id === person?.id)
  return isOfAll && idsOn(row).every(isTheirs) ? person : undefined
}

/** The people to whom facts of an open receipt point, but the one who is offered; and its ids that are nobody's. */
export function cluesOf(
  row: FoundItem,
  offered: number | null,
  owners: Owners,
): Pick<MassiveItem, 'indicios' | 'ids_de_nadie'> {
  if (row.standing !== 'open' || !isException(row.found)) return { indicios: [], ids_de_nadie: [] }
  const ids = idsOn(row)
  const pointed = new Map<number, FoundPerson>()
  for (const person of [
    ...ids.flatMap((id) => owners.byId.get(id) ?? []),
    ...numbersOn(row).flatMap((number) => owners.byFileNumber.get(bare(number)) ?? []),
  ])
    if (person.id !== offered) pointed.set(person.id, person)
  return {
    indicios: [...pointed.values()]
      .slice(0, mostClues)
      .map((person): Clue => ({ ...wirePerson(person), ...compare(row, person, owners) })),
    ids_de_nadie: row.found === 'dos_ids' ? ids.filter((id) => !owners.byId.has(id)) : [],
  }
}

export function wirePerson({ dni: _, ...person }: FoundPerson) {
  return person
}

function isException(found: string): boolean {
  return exceptions.some((one) => one === found)
}

/** Whether the name that was read is this person's; null where no whole name was read. */
function namesPerson({ name_read, read_by }: FoundItem, { nombre }: FoundPerson): boolean | null {
  const words = plain((name_read ?? '').normalize('NFC')).match(/\p{L}+/gu) ?? []
  const [last = '', first = ''] = nombre.split(',')
  const named = { surnames: nameWords(last), firstNames: nameWords(first) }
  if (agreement(named, words, read_by === 'ocr') !== null) return true
  return words.filter((word) => word.length > 1 && !isParticle(word)).length > 1 ? false : null
}

function numbersOn({ marks }: FoundItem): string[] {
  return marks.flatMap(({ kind, text }) => (kind === 'file_number' ? [text.trim()] : []))
}

function bare(number: string): string {
  return number.trim().replace(/^0+(?=.)/, '')
}

/** A file number as it may be kept: with any zeros before it. */
function withZeros(number: string): string[] {
  const least = bare(number)
  return Array.from({ length: Math.max(1, longestNumber - least.length + 1) }, (_, zeros) =>
    least.padStart(least.length + zeros, '0'),
  )
}
