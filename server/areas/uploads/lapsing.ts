import { type NotNull, sql } from 'kysely'
import { lapsingDays } from '#contract/uploads.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import { type Db, everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { printedDay } from '#server/shared/text/printed.ts'
import { offeredTypes } from './queries.ts'

/** People asked in one look; the rest the day after. */
const atOnce = 2000

/**
 * Papers of record that lapse within thirty days or have lapsed, of types that employees may send, and in place of which
 * none came since: neither of record nor on its way.
 */
function lapsing(db: Db, day: string) {
  return db
    .selectFrom('documents')
    .innerJoin('document_types as type', 'type.id', 'documents.type_id')
    .where('documents.source', '=', 'employee')
    .where('documents.state', '=', 'published')
    .where(sql<boolean>`documents.expires_on <= ${day}::date + ${lapsingDays}::int`)
    .where('documents.type_id', 'in', offeredTypes(db).clearSelect().clearOrderBy().select('type.id'))
    .where(
      sql<boolean>`not exists (select from documents newer where newer.employee_id = documents.employee_id
        and newer.type_id = documents.type_id and newer.id > documents.id
        and newer.state in ('published', 'waiting_approval'))`,
    )
}

/** A person's own papers that lapse, the first to lapse first. */
export function lapsingOf(db: Db, employee: number, day: string, limit: number) {
  return lapsing(db, day)
    .where('documents.employee_id', '=', employee)
    .orderBy('documents.expires_on')
    .orderBy('documents.id')
    .limit(limit)
    .select([
      'documents.id',
      'documents.type_id as id_tipo',
      'type.name as tipo',
      'documents.expires_on as vence',
    ])
    .$narrowType<{ vence: NotNull }>()
    .execute()
}

/** Asks people once, thirty days before a paper lapses, for another one. */
export async function askBeforeLapse(services: Services): Promise<void> {
  await everyCompany(services, ({ write }) => write((tx) => askOne(tx, services)))
}

async function askOne(tx: Tx, services: Services): Promise<void> {
  const { zone } = await tx.db.selectFrom('companies').select('zone').executeTakeFirstOrThrow()
  const day = today(zone, services.clock())
  const found = await lapsing(tx.db, day)
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .where('employees.state', '=', 'active')
    .where('users.mail', 'is not', null)
    .where('users.locked_at', 'is', null)
    .where('documents.expires_on', '>=', day)
    .where(
      // A mail from before asked for it by another day, which was put right since.
      sql<boolean>`not exists (select from mails asked where asked.event = 'paper_lapsing'
        and asked.subject_kind = 'document' and asked.subject_id = documents.id
        and asked.created_at >= (documents.expires_on - ${lapsingDays}::int)::timestamp at time zone ${zone})`,
    )
    .orderBy('documents.expires_on')
    .limit(atOnce)
    .select([
      'documents.id',
      'documents.expires_on',
      'type.name as papel',
      'users.id as user',
      'users.first_name',
      'users.mail',
      languageOfUser().as('language'),
    ])
    .$narrowType<{ mail: NotNull; expires_on: NotNull }>()
    .execute()
  await queueMails(
    tx,
    services,
    found.map(({ id, expires_on, papel, user, first_name, mail, language }) => ({
      event: 'paper_lapsing' as const,
      userId: user,
      to: mail,
      language,
      name: `document ${id} lapses ${expires_on}`,
      subject: { kind: 'document', id },
      variables: { nombre: first_name, papel, dia: printedDay(expires_on) },
    })),
  )
}
