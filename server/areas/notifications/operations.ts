import type { Pool } from 'pg'
import { z } from 'zod'
import { noticeColours } from '#contract/notifications.ts'
import { changeAcross, across } from '#server/shared/across.ts'

const words = z.object({
  /** The fact, in few words. */
  title: z.string().trim().min(1).max(80),
  /** The consequence; may be empty. */
  text: z.string().trim().max(240),
})

/** The operator's input for an announcement. Instants are UTC; the text is given in both languages. */
export const newNotice = z
  .object({
    /** 'outage' is said on every screen, whatever its colour and stickiness, and can't be dismissed. */
    kind: z.enum(['push', 'outage']).default('push'),
    /** Ids of companies; null: all, those to come included. */
    companies: z.array(z.int().positive()).min(1).nullable(),
    from: z.date(),
    /** Null: until it is ended. */
    to: z.date().nullable(),
    colour: z.enum(noticeColours),
    sticky: z.boolean().default(false),
    es: words,
    pt: words,
    link: z
      .string()
      .max(300)
      .regex(/^https:\/\/\S+$/)
      .nullable()
      .default(null),
  })
  .refine(({ from, to }) => to === null || to > from, { path: ['to'], message: 'to must come after from' })
export type NewNotice = z.input<typeof newNotice>

/** A notice as the operator's list shows it. */
export interface ListedNotice {
  id: number
  revision: number
  kind: 'push' | 'outage'
  companies: number[] | null
  from: Date
  to: Date | null
  colour: (typeof noticeColours)[number]
  sticky: boolean
  es: { title: string; text: string }
  pt: { title: string; text: string }
  link: string | null
}

const columns = [
  'id',
  'revision',
  'kind',
  'companies',
  'starts_at',
  'ends_at',
  'colour',
  'sticky',
  'title_es',
  'text_es',
  'title_pt',
  'text_pt',
  'link',
] as const

/**
 * Makes a notice; for the operator's command line, which records the event.
 *
 * @throws {z.ZodError} a text too long, an end before its beginning, a link that is no https address
 */
export async function createNotice(pool: Pool, notice: NewNotice): Promise<{ id: number; revision: number }> {
  const row = rowOf(newNotice.parse(notice))
  return changeAcross(pool, (db) =>
    db.insertInto('notices').values(row).returning(['id', 'revision']).executeTakeFirstOrThrow(),
  )
}

/** Changes a notice as a whole and raises its revision: who dismissed it sees it again. Null: there is none. */
export async function changeNotice(
  pool: Pool,
  id: number,
  notice: NewNotice,
): Promise<{ id: number; revision: number } | null> {
  const row = rowOf(newNotice.parse(notice))
  const changed = await changeAcross(pool, (db) =>
    db
      .updateTable('notices')
      .set((set) => ({ ...row, revision: set('revision', '+', 1) }))
      .where('id', '=', id)
      .returning(['id', 'revision'])
      .executeTakeFirst(),
  )
  return changed ?? null
}

/** All notices, the newest first; with `now`, those that are shown then or later. */
export async function listNotices(pool: Pool, now?: Date): Promise<ListedNotice[]> {
  const rows = await across(pool, (db) => {
    const all = db.selectFrom('notices').select(columns).orderBy('starts_at', 'desc').orderBy('id', 'desc')
    return (
      now ? all.where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)])) : all
    ).execute()
  })
  return rows.map(({ starts_at, ends_at, title_es, text_es, title_pt, text_pt, ...row }) => ({
    ...row,
    from: starts_at,
    to: ends_at,
    es: { title: title_es, text: text_es },
    pt: { title: title_pt, text: text_pt },
  }))
}

/** Ends a notice now: one that has not begun is never shown. Answers whether there was one that had not ended. */
export async function endNotice(pool: Pool, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await changeAcross(pool, (db) =>
    db
      .updateTable('notices')
      // An end comes after its beginning: one of tomorrow is moved to a moment that is over.
      .set((is) => ({
        starts_at: is.fn<Date>('least', ['starts_at', is.val(new Date(now.getTime() - 1))]),
        ends_at: now,
      }))
      .where('id', '=', id)
      .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]))
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows === 1n
}

function rowOf(notice: z.output<typeof newNotice>) {
  return {
    kind: notice.kind,
    companies: notice.companies,
    starts_at: notice.from,
    ends_at: notice.to,
    colour: notice.colour,
    sticky: notice.sticky,
    title_es: notice.es.title,
    text_es: notice.es.text,
    title_pt: notice.pt.title,
    text_pt: notice.pt.text,
    link: notice.link,
  }
}
