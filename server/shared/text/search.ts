import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { fold } from './fold.ts'

/** From so many letters on, a word is also found by its beginning. */
const shortestBeginning = 3
const mostWords = 8

/**
 * The words by which a text is found: folded, without signs, identifiers without their hyphens and points.
 * Both `employee_words` and the words of a search are made by this function.
 */
export function wordsOf(text: string): string[] {
  const plain = fold(text).replace(/(?<=\d)[-./](?=[\dk])/g, '')
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean))]
}

/** Maximum number of matching people for which {@link peopleFound} may use `few`. */
export const fewPeople = 300

/**
 * Whether an employee matches the search: by prefixes of words, all of which must match, or by whole identifiers
 * separated by commas, one of which must. `employee` is a column reference like 'documents.employee_id'. `few`: at most
 * {@link fewPeople} match. The query is then driven by them, however many rows others have; the planner cannot know
 * this, since its estimate depends on the company's number of words.
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

/** A query of the matching people, limited to one id more than {@link fewPeople}. */
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
