import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { fold } from './fold.ts'

/** From so many letters on, a word is also found by its beginning. */
const shortestBeginning = 3
const mostWords = 8

/**
 * The words by which a text is found: folded, without signs, identifiers without their hyphens and points.
 * What `employee_words` holds was made by this function, and so is what is looked for.
 */
export function wordsOf(text: string): string[] {
  const plain = fold(text).replace(/(?<=\d)[-./](?=[\dk])/g, '')
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean))]
}

/** People whom a search finds at most for {@link peopleFound} to be told that they are few. */
export const fewPeople = 300

/**
 * Whether an employee is one of those looked for: by beginnings of words, all of which must fit, or by
 * whole identifiers with commas between them, one of which must. `employee` is a column reference like 'documents.employee_id'.
 *
 * `few`: they are at most {@link fewPeople}. Then the query is driven by them, however many rows others have; the
 * planner can't know, since it guesses from how many words a company has.
 */
export function peopleFound(search: string, employee: string, few = false): RawBuilder<SqlBool> {
  const id = sql.ref(employee)
  const sets = setsOf(search)
  if (sets.length === 0) return sql<SqlBool>`false`
  if (few) return sql<SqlBool>`(${id} = any (array(${sql.join(sets, sql` intersect `)})))`
  return sql<SqlBool>`(${sql.join(
    sets.map((set) => sql`${id} in (${set})`),
    sql` and `,
  )})`
}

/** The people whom a search finds, as a query that answers one id more than {@link fewPeople} at most. */
export function firstFound(search: string): RawBuilder<{ employee_id: number }> {
  const sets = setsOf(search)
  const found = sets.length > 0 ? sql.join(sets, sql` intersect `) : sql`select null where false`
  return sql`(${found}) limit ${sql.lit(fewPeople + 1)}`
}

/** Queries of people's ids, all of which must hold somebody. */
function setsOf(search: string): RawBuilder<unknown>[] {
  const parts = search.split(',').filter((part) => part.trim() !== '')
  if (parts.length > 1 && parts.every((part) => /\d/.test(part))) {
    const identifiers = parts.flatMap(wordsOf)
    return [sql`select w.employee_id from employee_words w where w.word = any(${identifiers})`]
  }
  return wordsOf(search)
    .slice(0, mostWords)
    .map((word) => {
      const found =
        word.length < shortestBeginning
          ? sql`w.word = ${word}`
          : sql`w.word >= ${word} and w.word < ${`${word}\u{10ffff}`}`
      return sql`select w.employee_id from employee_words w where ${found}`
    })
}
