import { sql } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import type { home } from '#contract/home.ts'
import type { Db } from '#server/shared/tenancy.ts'

/** Whether the company's data show that each of its first steps was done; of each the first row is enough. */
export async function firstSteps(db: Db, now: Date): Promise<AnswerOf<typeof home.firstSteps>> {
  const { rows } = await sql<AnswerOf<typeof home.firstSteps>>`select
    exists (select from employees e where e.state <> 'inactive' and not exists (
      select from user_profiles p where p.user_id = e.id and p.type = 2)) as nomina,
    exists (select from certificates c where c.expired_at is null and c.valid_until > ${now}) as certificado,
    exists (select from companies c where c.logo_file_id is not null) as marca,
    (exists (select from publications p join processes o on o.id = p.process_id
        where p.mode <> 'generic' and o.step in ('preview', 'signing', 'publishing', 'done')
          and o.status in ('in_progress', 'successful', 'completed_with_observations'))
      or exists (select from document_type_versions v where v.sample_file_id is not null)) as lectura,
    exists (select from documents d where d.state = 'published') as publicacion`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a statement without a table answered no row')
  return found
}
