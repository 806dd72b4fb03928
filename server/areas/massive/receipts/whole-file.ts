import { readFileName } from './file-name.ts'
import { callsAnotherBeside } from './naming.ts'
import { pageNames } from './owner/verdict.ts'
import type { PageReading } from './page.ts'
import type { Named, PeopleIndex } from './people.ts'
import { receiptsOf } from './receipts.ts'
import type { Recurring } from './recurring.ts'
import type { ReadReceipt, ReadingRules } from './types.ts'

/**
 * Reads a file that is one document, whose pages all belong together: by its first page, or by its own name, which
 * counts as the id and never as the second witness. `recurring` as in {@link receiptsOf}.
 */
export function readWholeFile(
  pages: readonly PageReading[],
  fileName: string,
  people: PeopleIndex,
  rules: ReadingRules,
  recurring?: readonly Recurring[],
): ReadReceipt {
  const receipts = receiptsOf(pages, people, rules, recurring)
  const [head] = receipts
  if (!head) throw new Error('a file of no pages')
  const whole = {
    ...head,
    pages: pages.map((_, at) => at),
    months: [...new Set(receipts.flatMap(({ months }) => months))],
    shows: [...new Set(receipts.flatMap(({ shows }) => shows))],
    marks: receipts.flatMap(({ marks, pages: [from = 0], idRead }) =>
      marks.map((mark) => ({
        ...mark,
        page: mark.page + from,
        kind: mark.kind === 'id' && idRead !== head.idRead ? ('other_id' as const) : mark.kind,
      })),
    ),
  }
  // Pages of somebody else in it, who may stand there by name alone, and somebody else's id in its name.
  const owner = head.employeeId === null ? undefined : people.byPerson.get(head.employeeId)
  const namesStranger = owner !== undefined && pages.some((page) => isOfAnother(page, owner, people))
  const strange = receipts.some(
    ({ idRead, employeeId, shows }) =>
      shows.some((id) => !head.shows.includes(id)) ||
      (idRead !== null &&
        (employeeId === null || head.employeeId === null
          ? idRead !== head.idRead
          : employeeId !== head.employeeId)),
  )
  const read = namesStranger || strange ? { ...doubtful(whole, 'dos_ids'), ...nobody } : whole
  const name = readFileName(fileName, people, rules)
  if (rules.capture === 'file_name') return byName(read, name, pages, people, rules)
  const { persons, byNumber } = name
  const isOthers = (person: number | null) =>
    person !== null && !byNumber && persons.length > 0 && !persons.some(({ id }) => id === person)
  if (isOthers(read.employeeId)) return { ...doubtful(read, 'dos_ids'), ...nobody }
  return isOthers(read.suggestedId) ? { ...read, ...nobody } : read
}

/** Whether a page doesn't name this person and says that its employee is somebody else, whom the roster may lack. */
function isOfAnother(page: PageReading, person: Named, people: PeopleIndex): boolean {
  return !pageNames(person, page, people) && callsAnotherBeside(person, page.labelled, page.recognised)
}

/** A file that is one document, by its pages' readings. */
export interface DocumentReading {
  fileName: string
  pages: readonly PageReading[]
}

/**
 * Reads files that came together, each one document: they teach as the pages of one file do where owners stand.
 * `recurring`: what repeats on each of their pages.
 */
export function readDocuments(
  documents: readonly DocumentReading[],
  people: PeopleIndex,
  rules: ReadingRules,
  recurring: readonly Recurring[],
): ReadReceipt[] {
  let from = 0
  return documents.map(({ fileName, pages }) => {
    const own = recurring.slice(from, (from += pages.length))
    return readWholeFile(pages, fileName, people, rules, own)
  })
}

/** Nobody is suggested where the name of a file and its pages contradict each other. */
const nobody = { suggestedId: null, suggestedBy: [] }

function doubtful(receipt: ReadReceipt, found: ReadReceipt['found']): ReadReceipt {
  return { ...receipt, found, employeeId: null, suggestedId: receipt.employeeId ?? receipt.suggestedId }
}

function byName(
  receipt: ReadReceipt,
  name: ReturnType<typeof readFileName>,
  pages: readonly PageReading[],
  people: PeopleIndex,
  rules: ReadingRules,
): ReadReceipt {
  const read = {
    ...receipt,
    readBy: receipt.readBy === 'ocr' ? receipt.readBy : ('file_name' as const),
    idRead: name.id,
    months: receipt.months.length > 0 ? receipt.months : name.months,
  }
  const [person, second] = name.persons
  if (!person)
    return name.id === null ? doubtful(read, 'sin_id') : { ...doubtful(read, 'desconocido'), ...nobody }
  if (second || receipt.found === 'dos_ids') return { ...doubtful(read, 'dos_ids'), ...nobody }
  // Its pages were read as somebody else's, or have an id of nobody.
  if (receipt.employeeId !== null && receipt.employeeId !== person.id)
    return { ...doubtful(read, 'dos_ids'), ...nobody }
  if (receipt.found === 'desconocido' || receipt.found === 'digito_incorrecto')
    return { ...doubtful(read, receipt.found), ...nobody }
  const isNamed = pages.some((page) => pageNames(person, page, people))
  if (receipt.employeeId === null && (!isNamed || pages.some((page) => isOfAnother(page, person, people))))
    return { ...doubtful(read, 'nombre_distinto'), ...nobody }
  const own = { ...read, employeeId: person.id, suggestedId: null, suggestedBy: [] }
  if (pages.some(({ hidden, unread }) => hidden || unread)) return { ...own, found: 'texto_dudoso' }
  return {
    ...own,
    found: receipt.employeeId === person.id ? receipt.found : standing(person, own.months, rules),
  }
}

function standing(person: Named, months: readonly string[], { period }: ReadingRules): ReadReceipt['found'] {
  if (person.state === 'inactive') return 'inactivo'
  if (person.state === 'onboarding') return 'onboarding'
  if (person.alreadyPublished) return 'ya_publicado'
  return period !== null && months.length > 0 && !months.includes(period) ? 'otro_mes' : 'listo'
}
