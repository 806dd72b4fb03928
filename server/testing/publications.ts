import type { MadeCompany } from '../areas/company/operations.ts'
import type { TestApp } from './app.ts'
import { aDocument, type DocumentWanted, type MadeType } from './documents.ts'
import { inCompany, type Person } from './factories.ts'

interface Wanted {
  type: MadeType
  by: Person
  people: readonly Person[]
  period?: string
  status?: 'successful' | 'cancelled'
  /** Differences of the document of the n-th person; null: no document. */
  each?: (at: number) => Partial<DocumentWanted> | null
}

/** A finished publication with a document for each person; returns its process and the documents. */
export async function aPublication(
  app: TestApp,
  company: MadeCompany,
  { type, by, people, period = '2026-10-01', status = 'successful', each = () => ({}) }: Wanted,
): Promise<{ id: number; documents: number[] }> {
  const { id, items } = await inCompany(app, company.id, async (tx) => {
    const process = await tx.db
      .insertInto('processes')
      .values({
        company_id: tx.company,
        kind: 'massive',
        step: 'done',
        status,
        type_id: type.id,
        period,
        total: people.length,
        done: people.length,
        created_by: by.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('publications')
      .values({
        company_id: tx.company,
        process_id: process.id,
        mode: 'publish',
        file_name: 'recibos.zip',
        file_size: 10,
      })
      .execute()
    const rows = people.map((_, at) => ({
      company_id: tx.company,
      process_id: process.id,
      n: at + 1,
      state: 'done' as const,
    }))
    return {
      id: process.id,
      items: await tx.db.insertInto('process_items').values(rows).returning('id').execute(),
    }
  })
  const documents: number[] = []
  for (const [at, person] of people.entries()) {
    const own = each(at)
    if (own)
      documents.push(
        await aDocument(app, company, {
          employee_id: person.id,
          type_id: type.id,
          period,
          process_item_id: items[at]?.id ?? null,
          ...own,
        }),
      )
  }
  return { id, documents }
}
