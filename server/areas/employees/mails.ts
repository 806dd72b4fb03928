import type { ParsedOf } from '#contract/call.ts'
import { type employeeMails, mailMonths, type MailOfEmployee } from '#contract/employees/mails.ts'
import { type MailEvent, mailEvents } from '#contract/mails.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { countRows, paginationOf, rowsOf } from '#server/shared/list.ts'
import { causeOf } from '#server/shared/mail/causes.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { isVisible } from './queries.ts'

const states = { sent: 'enviado', failed: 'fallido', queued: 'en_camino' } as const
const events = Object.keys(mailEvents) as MailEvent[]

/** A page of the mails to an employee. @throws {Refusal} NOT_FOUND: out of reach */
export function showMails(ctx: Context, input: ParsedOf<typeof employeeMails.list>) {
  const limits = rowsOf(input)
  const since = new Date(ctx.services.clock())
  since.setUTCMonth(since.getUTCMonth() - mailMonths)
  return ctx.read(async ({ db }) => {
    if (!(await isVisible(db, ctx.session, input.id))) refuse('NOT_FOUND')
    const { rows, total } = await mailsTo(db, input.id, since, limits)
    const data = rows.map((row): MailOfEmployee => ({
      id: row.id,
      evento: row.event as MailEvent,
      estado: states[row.state],
      cuando: (row.sent_at ?? row.created_at).toISOString(),
      causa: row.state === 'sent' || row.attempts === 0 ? null : causeOf(row.reason),
      intentos: row.attempts,
    }))
    return { data, pagination: paginationOf(total, input) }
  })
}

/** Mails to a person since a day, tests apart, the newest first. */
export async function mailsTo(
  db: Db,
  user: number,
  since: Date,
  { limit, offset }: { limit: number; offset: number },
) {
  const theirs = db
    .selectFrom('mails')
    .where('user_id', '=', user)
    .where('created_at', '>', since)
    .where('test_words', 'is', null)
    .where('event', 'in', events)
  const total = await countRows(db, theirs.select('id'))
  const rows = await theirs
    .select(['id', 'event', 'state', 'created_at', 'sent_at', 'reason', 'attempts'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total }
}
