import type { PageReading } from './page.ts'
import { idKey } from './plain.ts'
import type { ReadingRules } from './types.ts'

/** What stands on page after page, whoever's they are: nobody's id and nobody's name. */
export interface Recurring {
  ids: ReadonlySet<string>
  rows: ReadonlySet<number>
  fileNumbers: ReadonlySet<string>
  /** The sheets are counted through the file, not through each receipt. */
  sheetsOfFile: boolean
}

/** A row is nobody's where so many owners have it. */
const leastOwners = 3
/** An id that shares its pages with so many others belongs to whoever made the file. */
const mostCompany = 2

/** Learns from the whole file what stands on (almost) every page. */
export function recurringIn(pages: readonly PageReading[], rules: ReadingRules): Recurring {
  const rows = recurringRows(pages)
  const ids = new Set([...rules.employerIds].map(idKey))
  const company = new Map<string, Set<string>>()
  const seen = new Map<string, number>()
  let written = 0
  for (const page of pages) {
    if (!page.blank) written++
    const here = page.ids.filter(
      (id) => !rows.has(id.row) && !ids.has(id.key) && id.label !== 'employer' && !id.company && countsAs(id),
    )
    const owners = new Set(here.map(ownerOf))
    for (const owner of owners) {
      seen.set(owner, (seen.get(owner) ?? 0) + 1)
      const others = company.get(owner) ?? new Set()
      for (const other of owners) if (other !== owner && others.size < 8) others.add(other)
      company.set(owner, others)
    }
  }
  // Whoever shares pages with several others, most of which share theirs with fewer.
  const many = new Set([...company].filter(([, others]) => others.size > mostCompany).map(([owner]) => owner))
  const few = [...company].filter(
    ([owner, others]) => others.size === mostCompany && (seen.get(owner) ?? 0) > 0.6 * written,
  )
  if (written > 2) for (const [owner] of few) many.add(owner)
  for (const page of pages) for (const id of page.ids) if (many.has(ownerOf(id))) ids.add(id.key)
  return { ids, rows, fileNumbers: recurringNumbers(pages), sheetsOfFile: countsThrough(pages) }
}

/** One person's several ids are one owner. */
function ownerOf(id: PageReading['ids'][number]): string {
  return id.personId === null ? id.key : `p${id.personId}`
}

function countsAs(id: PageReading['ids'][number]): boolean {
  return id.label === 'id' || (id.label === null && id.alone && id.fits === true)
}

/** Rows that most pages have, word for word, and those of several owners among them. */
function recurringRows(pages: readonly PageReading[]): Set<number> {
  const written = pages.filter(({ blank }) => !blank)
  const seen = new Map<number, { count: number; owners: Set<string> }>()
  for (const page of written) {
    const owners = page.ids.filter((id) => countsAs(id) || id.personId !== null).map(ownerOf)
    for (const row of new Set(page.rows)) {
      const known = seen.get(row) ?? { count: 0, owners: new Set() }
      known.count++
      if (known.owners.size < leastOwners) for (const owner of owners) known.owners.add(owner)
      seen.set(row, known)
    }
  }
  // Of many pages, a row that one in ten has is a branch's or an employer's of several.
  const least = Math.max(3, written.length * (written.length > 60 ? 0.1 : 0.5))
  const often = [...seen].filter(([, { count, owners }]) => count >= least && owners.size >= leastOwners)
  return new Set(often.map(([row]) => row))
}

function recurringNumbers(pages: readonly PageReading[]): Set<string> {
  const owners = new Map<string, Set<number>>()
  for (const page of pages)
    for (const number of page.belonging.fileNumbers)
      for (const { personId } of page.ids)
        if (personId !== null) owners.set(number, (owners.get(number) ?? new Set()).add(personId))
  return new Set([...owners].filter(([, persons]) => persons.size > 1).map(([number]) => number))
}

/** Whether the numbers of the sheets go on where the owner changes. */
function countsThrough(pages: readonly PageReading[]): boolean {
  let goesOn = 0
  let begins = 0
  for (const [at, page] of pages.entries()) {
    const [before, now] = [pages[at - 1]?.belonging.sheet, page.belonging.sheet]
    if (!before || !now || !changed(pages[at - 1], page)) continue
    if (now.n === before.n + 1 && now.of === before.of && (now.of === null || now.of > 1)) goesOn++
    else if (now.n === 1) begins++
  }
  return goesOn > begins
}

function changed(a: PageReading | undefined, b: PageReading): boolean {
  const [one, other] = [a, b].map((page) => new Set(page?.ids.map(({ personId, key }) => personId ?? key)))
  return [...(other ?? [])].some((owner) => !one?.has(owner))
}
