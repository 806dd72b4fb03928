import { wordsOf } from '#server/shared/text/search.ts'
import type { Tx } from '#server/shared/tenancy.ts'

/** The words by which somebody is found: O’Higgins as ohiggins too, file number 00412 as 412 too. */
export async function indexWords(tx: Tx, id: number): Promise<void> {
  const person = await tx.db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .select(['first_name', 'last_name', 'nickname', 'username', 'dni', 'cuil', 'file_number'])
    .where('employees.id', '=', id)
    .executeTakeFirstOrThrow()
  const words = wordsOf(wordsOfPerson(person))
  await tx.db.deleteFrom('employee_words').where('employee_id', '=', id).execute()
  await tx.db
    .insertInto('employee_words')
    .values(words.map((word) => ({ company_id: tx.company, word, employee_id: id })))
    .execute()
}

interface Named {
  first_name: string
  last_name: string
  nickname: string | null
  username: string
  dni: string
  cuil: string
  file_number: string
}

/** Everything that somebody is found by, as one text. */
export function wordsOfPerson(person: Named): string {
  const said = [
    person.first_name,
    person.last_name,
    person.nickname,
    person.username,
    person.dni,
    person.cuil,
    person.file_number,
  ].join(' ')
  return [said, said.replace(/['’]/g, ''), person.file_number.replace(/^0+/, '')].join(' ')
}
