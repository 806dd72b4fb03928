import { sql } from 'kysely'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { tellOnDevices } from '#server/areas/push/operations.ts'
import { goesTo, lockedPost } from './queries.ts'
import { note } from './saving.ts'

/** Mails that one statement queues. */
const atOnce = 1000
/** The hour of the company's day from which people are told of a post that begins on it. */
const firstHour = 7
const oneDay = 86_400_000

/** Tells people of posts that have begun, each post once. */
export async function tellOfPosts(services: Services): Promise<void> {
  await everyCompany(services, ({ write }) => write((tx) => tellOne(tx, services)))
}

async function tellOne(tx: Tx, services: Services): Promise<void> {
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
    .returning(['id', 'title', 'message'])
    .execute()
  for (const post of due) await tell(tx, services, 'new_post', post, `post ${post.id}`)
}

/**
 * Reminds those for whom a post is and who haven't pressed 'read and understood'. Returns how many they are.
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
  const people = await tell(tx, ctx.services, 'post_reminder', post, `post ${id} reminder ${day}`)
  await note(ctx, tx, id, 'reminded', { people })
  return people
}

/** Mails and notifications to those for whom a post is; a reminder goes to who hasn't read it. Returns how many people. */
async function tell(
  tx: Tx,
  services: Services,
  event: 'new_post' | 'post_reminder',
  post: { id: number; title: string; message: string },
  name: string,
): Promise<number> {
  const people = await tx.db
    .selectFrom('posts as p')
    .innerJoin('employees as e', (on) => on.on(sql<boolean>`${goesTo}`))
    .innerJoin('users', 'users.id', 'e.id')
    .where('p.id', '=', post.id)
    .$if(event === 'post_reminder', (query) =>
      query.where(
        sql<boolean>`not exists (select from post_readings r where r.post_id = p.id and r.user_id = e.id)`,
      ),
    )
    .select(['users.id', 'users.first_name', 'users.mail', languageOfUser().as('language')])
    .orderBy('users.id')
    .execute()
  if (event === 'new_post')
    await tellOnDevices(tx, services, { event, name, people: people.map(({ id }) => id) })
  const mailed = people.filter((one): one is typeof one & { mail: string } => one.mail !== null)
  for (let from = 0; from < mailed.length; from += atOnce)
    await queueMails(
      tx,
      services,
      mailed.slice(from, from + atOnce).map(({ id, first_name, mail, language }) => ({
        event,
        userId: id,
        to: mail,
        language,
        name: `${name} ${id}`,
        variables: { nombre: first_name, titulo: post.title, mensaje: post.message },
      })),
    )
  return people.length
}
