import type { NameHit } from './names.ts'
import type { PageReading } from './page.ts'
import type { PeopleIndex } from './people.ts'
import { isEmployees } from './phrases.ts'
import type { Recurring } from './recurring.ts'
import { isWholeName } from './slots/taught.ts'

/** A page, and what repeats on the pages of its file. */
interface Sheet {
  page: PageReading
  file: Recurring
}

/** Rows of amounts above a name, and none such below it, at the foot of a page, where whoever signs is named. */
const leastAmounts = 3

/**
 * Employees who stand on a receipt's pages: by an id that a label calls the employee's, or by all words of their name.
 * Namesakes are one, since a name says nothing of which it is. Signers, and names that repeat on most pages, are left out.
 */
export function peopleShown(sheets: readonly Sheet[], people: PeopleIndex): number[] {
  const shown = new Set(sheets.flatMap(idsOfEmployees))
  const named = sheets
    .flatMap((sheet) => [...Map.groupBy(namesOfEmployees(sheet, people), placeOf).values()])
    .toSorted((one, other) => one.length - other.length)
  for (const hits of named) {
    const whole = hits.find(({ personId, phrase }) => {
      const person = people.byPerson.get(personId)
      return person !== undefined && isWholeName(phrase.words, person)
    })
    if (whole && !hits.some(({ personId }) => shown.has(personId))) shown.add(whole.personId)
  }
  return [...shown]
}

function idsOfEmployees({ page, file }: Sheet): number[] {
  return page.ids.flatMap(({ personId, label, company, key, row }) =>
    personId !== null && label === 'id' && !company && !file.ids.has(key) && !file.rows.has(row)
      ? [personId]
      : [],
  )
}

function namesOfEmployees({ page, file }: Sheet, people: PeopleIndex): NameHit[] {
  return page.names.filter(({ personId, phrase: { label, row, line } }) => {
    const signs = people.byPerson.get(personId)?.keys.some((key) => file.ids.has(key)) === true
    if (signs || file.rows.has(row) || label === 'other' || (label === 'payee' && !file.payees)) return false
    const above = page.amountsAbove[line] ?? 0
    return isEmployees(label) || above < leastAmounts || page.amounts - above >= leastAmounts
  })
}

function placeOf({ phrase: { line, box } }: NameHit): string {
  return `${line} ${box.x}`
}
