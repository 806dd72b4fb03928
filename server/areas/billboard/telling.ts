import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import { noteItemsDone, pendingItems } from '#server/shared/processes/items.ts'
import { beginProcess, endProcess } from '#server/shared/processes/lifecycle.ts'
import { endInterrupted, type LostWork } from '#server/shared/processes/lost.ts'
import { noteProgress } from '#server/shared/processes/progress.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'
import { tellOnDevices } from '#server/areas/push/operations.ts'
import { goesTo, lockedPost } from './queries.ts'
import { note } from './saving.ts'

/** People who are told in one transaction. */
const batch = 500
/** The hour of the company's day from which people are told of a post that begins on it. */
const firstHour = 7
const oneDay = 86_400_000

/** Telling everybody of one post, some in each transaction. */
export const tellJob = defineJob({
  name: 'billboard.notice',
  input: z.object({ process: z.number() }),
  concurrency: 1,
})

export const lostNotice: LostWork = { jobs: [tellJob.name], steps: ['running'], free: endInterrupted }

const facts = z.object({ post: z.number(), event: z.enum(['new_post', 'post_reminder']) })
type Facts = z.output<typeof facts>

/** Begins to tell people of posts that have begun, each post once. */
export async function tellOfPosts(services: Services): Promise<void> {
  await everyCompany(services, ({ write }) => write((tx) => beginDue(tx, services)))
}

async function beginDue(tx: Tx, services: Services): Promise<void> {
  const { zone } = await tx.db.selectFrom('companies').select('zone').executeTakeFirstOrThrow()
  const now = services.clock()
  const day = today(zone, now)
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now),
  )
  if (hour < firstHour) return
  const due = await tx.db
    .updateTable('posts')
    .set({ told_at: now })
    .where('state', '=', 'published')
    .where('notify', '=', true)
    .where('told_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('from_day', '<=', day)
    .where('to_day', '>=', day)
    .returning(['id', 'author_id'])
    .execute()
  for (const { id, author_id } of due)
    await beginNotice(tx, services, { post: id, event: 'new_post' }, author_id)
}

/**
 * Begins to remind those for whom a post is and who haven't pressed 'read and understood'. Returns how many they are.
 *
 * @throws {Refusal} NOT_FOUND; POST_CHANGED: it isn't shown today; POST_ASKS_NOTHING; POST_REMINDED_TODAY
 */
export async function remindReaders(ctx: Context, tx: Tx, id: number): Promise<number> {
  const post = (await lockedPost(tx.db, ctx.session, id)) ?? refuse('NOT_FOUND')
  const now = ctx.services.clock()
  const day = today(ctx.session.zone, now)
  if (!post.asks_reading) refuse('POST_ASKS_NOTHING')
  const shown = post.state === 'published' && post.ended_at === null && (post.from_day ?? day) <= day
  if (!shown || (post.to_day ?? '') < day) refuse('POST_CHANGED')
  if (post.reminded_at && now.getTime() - post.reminded_at.getTime() < oneDay) refuse('POST_REMINDED_TODAY')
  await tx.db.updateTable('posts').set({ reminded_at: now }).where('id', '=', id).execute()
  const told = { post: id, event: 'post_reminder' } as const
  const people = await beginNotice(tx, ctx.services, told, ctx.session.userId, ctx.session)
  await note(ctx, tx, id, 'reminded', { people })
  return people
}

/**
 * Begins a process that tells the people for whom a post is now; where somebody asks for it, those within their reach.
 * Returns how many they are.
 */
async function beginNotice(
  tx: Tx,
  services: Services,
  told: Facts,
  by: number,
  viewer?: Viewer,
): Promise<number> {
  const at = services.clock()
  const process = await beginProcess(tx, {
    kind: 'post_notice',
    step: 'running',
    by,
    at,
    started: true,
    options: { ...told },
  })
  const listed = await sql`insert into process_items (company_id, process_id, n, state, data)
    select ${tx.company}, ${process}, row_number() over (order by e.id), 'pending',
      jsonb_build_object('employee', e.id)
    from posts p join employees e on ${goesTo}
    where p.id = ${told.post} and ${stillWanted(told)}
      and ${viewer ? visibleEmployees(viewer, 'e.id') : sql`true`}`.execute(tx.db)
  const total = Number(listed.numAffectedRows ?? 0)
  await noteProgress(tx, process, { total })
  tx.enqueue(tellJob, { process })
  return total
}

/** A reminder goes only to those who haven't read the post. `p` and `e` are the post and the employee. */
function stillWanted({ event }: Facts) {
  return event === 'new_post'
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from post_readings r where r.post_id = p.id and r.user_id = e.id)`
}

/** Tells the people of one process, batch by batch; after a kill it continues with the rest. */
export async function tellAll(
  services: Services,
  company: number,
  process: number,
  signal: AbortSignal,
): Promise<void> {
  const { write } = services.tenant(company)
  for (let left = true; left && !signal.aborted;) left = await write((tx) => tellSome(tx, services, process))
  signal.throwIfAborted()
}

/** Tells the next few, as the post is now; answers whether there may be more. */
async function tellSome(tx: Tx, services: Services, process: number): Promise<boolean> {
  const { status, options } = await tx.db
    .selectFrom('processes')
    .select(['status', 'options'])
    .where('id', '=', process)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (status !== 'in_progress') return false
  const items = await pendingItems(tx, process, batch)
  if (items.length === 0) {
    await endProcess(tx, process, { status: 'successful', at: services.clock() })
    return false
  }
  const told = facts.parse(options)
  const people = await tx.db
    .selectFrom('posts as p')
    .innerJoin('employees as e', (on) => on.on(sql<boolean>`${goesTo}`))
    .innerJoin('users', 'users.id', 'e.id')
    .where('p.id', '=', told.post)
    .where('p.state', '=', 'published')
    .where('p.ended_at', 'is', null)
    .where(stillWanted(told))
    .where(
      'e.id',
      'in',
      items.map(({ data }) => z.object({ employee: z.number() }).parse(data).employee),
    )
    .select(['users.id', 'users.first_name', 'users.mail', languageOfUser().as('language')])
    .select(['p.title', 'p.message'])
    .execute()
  const { event, post } = told
  if (event === 'new_post')
    await tellOnDevices(tx, services, {
      event,
      name: `post ${post}`,
      people: people.map(({ id }) => id),
    })
  await queueMails(
    tx,
    services,
    people.flatMap(({ id, first_name, mail, language, title, message }) =>
      mail === null
        ? []
        : {
            event,
            userId: id,
            to: mail,
            language,
            name: `post notice ${process} ${id}`,
            process,
            variables: { nombre: first_name, titulo: title, mensaje: message },
          },
    ),
  )
  await noteItemsDone(tx, process, items)
  return true
}
