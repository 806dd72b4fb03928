import { sql } from 'kysely'
import type { CustomWords, MailColours } from '#contract/custom-mails.ts'
import type { MailEvent } from '#contract/mails.ts'
import { colourColumns } from '#server/shared/brand.ts'
import type { OwnMail } from '#server/shared/mail/compose.ts'
import type { MailLanguage } from '#server/shared/mail/words.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { peopleFound } from '#server/shared/text/search.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'

/** People that a search for a preview's person offers. */
const mostPeople = 10

/** Serialises changes of a company's mails and of its gallery. */
export async function lockMails(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mails ${tx.company}`}, 0))`.execute(tx.db)
}

/** When each mail was last sent, tests apart; an event that never was has no row. */
export async function lastSent(db: Db, events: readonly MailEvent[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ event: string; at: Date | null }>`
    select event, (select max(mails.sent_at) from mails where mails.event = named.event and mails.state = 'sent'
      and mails.test_words is null) as at
    from unnest(${events}::text[]) as named(event)`.execute(db)
  return new Map(rows.flatMap(({ event, at }) => (at === null ? [] : [[event, at] as const])))
}

/** A company's own words of one mail in one language, as they are stored. */
export interface Template {
  event: string
  language: MailLanguage
  words: CustomWords
  changed_at: Date
  changer: string | null
}

function templates(db: Db) {
  return db
    .selectFrom('mail_templates')
    .leftJoin('users', (on) =>
      on
        .onRef('users.company_id', '=', 'mail_templates.company_id')
        .onRef('users.id', '=', 'mail_templates.changed_by'),
    )
    .select([
      'mail_templates.event',
      'mail_templates.language',
      'mail_templates.subject',
      'mail_templates.title',
      'mail_templates.body',
      'mail_templates.button_text',
      'mail_templates.footer',
      'mail_templates.picture_id',
      'mail_templates.colours',
      'mail_templates.changed_at',
      'users.first_name',
      'users.last_name',
    ])
}

/** The company's own words, of one mail or of all. */
export async function templatesOf(db: Db, event?: MailEvent): Promise<Template[]> {
  const rows = await templates(db)
    .$if(event !== undefined, (query) => query.where('mail_templates.event', '=', event ?? ''))
    .execute()
  return rows.map((row) => ({
    event: row.event,
    language: row.language,
    changed_at: row.changed_at,
    changer: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
    words: {
      asunto: row.subject,
      titulo: row.title,
      texto: row.body as CustomWords['texto'],
      boton: row.button_text,
      pie: row.footer,
      imagen: row.picture_id,
      colores: row.colours as MailColours | null,
    },
  }))
}

/** A picture's key; null for none. */
export async function pictureKey(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null
  const found = await db.selectFrom('mail_pictures').select('key').where('id', '=', id).executeTakeFirst()
  return found?.key ?? null
}

/** Words on the wire, as the mail is made of them. */
export async function ownMailOf(db: Db, words: CustomWords | null): Promise<OwnMail> {
  return {
    subject: words?.asunto ?? null,
    title: words?.titulo ?? null,
    body: words?.texto ?? null,
    button_text: words?.boton ?? null,
    footer: words?.pie ?? null,
    colours: words?.colores ?? null,
    picture: await pictureKey(db, words?.imagen ?? null),
  }
}

/** The parts of the company that its mails show. */
export function lookOf(db: Db) {
  return db
    .selectFrom('companies')
    .select(['companies.id as company', 'companies.name', 'companies.logo_file_id', 'companies.logo_set_at'])
    .select(colourColumns)
    .executeTakeFirstOrThrow()
}

const named = sql<string>`users.first_name || ' ' || users.last_name`

/** Somebody active within reach: the one who is asked for, or the first by name. */
export function personInReach(db: Db, viewer: Viewer, id?: number) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .where('employees.state', '=', 'active')
    .where(visibleEmployees(viewer, 'employees.id'))
    .$if(id !== undefined, (query) => query.where('employees.id', '=', id ?? 0))
    .orderBy('users.sort_name')
    .orderBy('users.id')
    .limit(1)
    .select(['users.id', 'users.first_name', 'users.username', named.as('nombre')])
    .executeTakeFirst()
}

export function userOf(db: Db, id: number) {
  return db
    .selectFrom('users')
    .where('users.id', '=', id)
    .select(['users.id', 'users.first_name', 'users.username', 'users.mail', named.as('nombre')])
    .executeTakeFirstOrThrow()
}

export function peopleInReach(db: Db, viewer: Viewer, search: string) {
  return db
    .selectFrom('employees')
    .innerJoin('users', 'users.id', 'employees.id')
    .where('employees.state', '=', 'active')
    .where(visibleEmployees(viewer, 'employees.id'))
    .$if(search !== '', (query) => query.where(peopleFound(search, 'employees.id')))
    .orderBy('users.sort_name')
    .orderBy('users.id')
    .limit(mostPeople)
    .select(['users.id', named.as('nombre')])
    .execute()
}
