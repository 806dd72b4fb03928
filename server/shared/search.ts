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

/**
 * Whether an employee is one of those looked for: by beginnings of words, all of which must fit, or by
 * whole identifiers with commas between them, one of which must. `employee` is a column reference like 'documents.employee_id'.
 */
export function peopleFound(search: string, employee: string): RawBuilder<SqlBool> {
  const id = sql.ref(employee)
  const parts = search.split(',').filter((part) => part.trim() !== '')
  if (parts.length > 1 && parts.every((part) => /\d/.test(part))) {
    const identifiers = parts.flatMap(wordsOf)
    return sql<SqlBool>`${id} in (select w.employee_id from employee_words w where w.word = any(${identifiers}))`
  }
  const words = wordsOf(search).slice(0, mostWords)
  if (words.length === 0) return sql<SqlBool>`false`
  const conditions = words.map((word) => {
    const found =
      word.length < shortestBeginning
        ? sql`w.word = ${word}`
        : sql`w.word >= ${word} and w.word < ${`${word}\u{10ffff}`}`
    return sql`${id} in (select w.employee_id from employee_words w where ${found})`
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
