import { type NotNull, sql } from 'kysely'
import { actions } from '#contract/actions.ts'
import { queueMails } from '#server/shared/mail/mail.ts'
import { languageOfUser, mailableHoldersOf } from '#server/shared/reading/people.ts'
import type { Services } from '#server/shared/services.ts'
import { getSettings } from '#server/shared/settings.ts'
import { everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'

/** Steps that one look takes; the rest is told an hour later. */
const atOnce = 5000

/**
 * Tells people that something waits for their decision: in one mail an hour at most, when it is new, and once more after
 * some working days. After some more, Human Resources are told. Only steps that name people are told of: whoever holds an
 * action sees what waits in the inbox.
 */
export async function tellDeciders(services: Services): Promise<void> {
  await everyCompany(services, ({ write }) => write((tx) => tellOne(tx, services)))
}

async function tellOne(tx: Tx, services: Services): Promise<void> {
  const { zone } = await tx.db.selectFrom('companies').select('zone').executeTakeFirstOrThrow()
  const settings = await getSettings(tx)
  const now = services.clock()
  const day = today(zone, now)
  const waited = sql<number>`app.working_days((step.opened_at at time zone ${zone})::date, ${day}::date)`
  const remindAfter = settings['approvals.remind_after_days']
  const escalateAfter = settings['approvals.tell_hr_after_days']
  const due = await tx.db
    .selectFrom('approval_steps as step')
    .where('step.state', '=', 'open')
    .where('step.named', 'is not', null)
    .where('step.escalated_at', 'is', null)
    .where((is) =>
      is.or([
        is('step.told_at', 'is', null),
        is.and([is('step.reminded_at', 'is', null), is(waited, '>=', remindAfter)]),
        is(waited, '>=', escalateAfter),
      ]),
    )
    .select([
      'step.approval_id',
      'step.n',
      sql<boolean>`${waited} >= ${remindAfter}`.as('late'),
      sql<boolean>`${waited} >= ${escalateAfter}`.as('stuck'),
    ])
    .orderBy('step.opened_at')
    .limit(atOnce)
    .forUpdate()
    .execute()
  if (due.length === 0) return
  await mark(tx, due, now)
  await mailDeciders(tx, services, due, day)
  if (due.some(({ stuck }) => stuck)) await mailHumanResources(tx, services)
}

interface Due {
  approval_id: number
  n: number
  late: boolean
  stuck: boolean
}

async function mark(tx: Tx, due: readonly Due[], now: Date): Promise<void> {
  await sql`update approval_steps step set told_at = coalesce(step.told_at, ${now}),
      reminded_at = case when due.late then coalesce(step.reminded_at, ${now}) else step.reminded_at end,
      escalated_at = case when due.stuck then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) due(approval_id bigint, n int, late boolean, stuck boolean)
    where step.approval_id = due.approval_id and step.n = due.n`.execute(tx.db)
}

/** A row of `app.deputies_on`: somebody, and the person who stands in for them that day. */
interface DeputyOn {
  user_id: number
  deputy_id: number
}

/** One mail for each person, however much waits for them, and one for whoever stands in for them today. */
async function mailDeciders(tx: Tx, services: Services, due: readonly Due[], day: string): Promise<void> {
  const people = await tx.db
    .with('wanted', (db) =>
      db
        .selectFrom(
          sql<Due>`jsonb_to_recordset(${JSON.stringify(due)}::jsonb)`.as<'due'>(
            sql`due(approval_id bigint, n int)`,
          ),
        )
        .innerJoinLateral(
          sql<{ user_id: number }>`app.undecided(due.approval_id, due.n)`.as('person'),
          (on) => on.onTrue(),
        )
        .select('person.user_id')
        .distinct(),
    )
    .selectFrom('users')
    .where((is) =>
      is.or([
        is('users.id', 'in', is.selectFrom('wanted').select('user_id')),
        is(
          'users.id',
          'in',
          is
            .selectFrom(sql<DeputyOn>`app.deputies_on(${day})`.as('standing'))
            .where('standing.user_id', 'in', is.selectFrom('wanted').select('user_id'))
            .select('standing.deputy_id'),
        ),
      ]),
    )
    .where('users.mail', 'is not', null)
    .where(sql<boolean>`app.is_at_work(users.id)`)
    .select([
      'users.id',
      'users.first_name',
      'users.mail',
      languageOfUser().as('language'),
      sql<boolean>`exists (select from user_profiles held join profile_actions a on a.profile_id = held.profile_id
        where held.user_id = users.id and a.action = ${actions.taskInbox})`.as('at_portal'),
    ])
    .$narrowType<{ mail: NotNull }>()
    .execute()
  await queueMails(
    tx,
    services,
    people.map(({ id, first_name, mail, language, at_portal }) => ({
      event: at_portal ? ('decisions_waiting' as const) : ('team_waiting' as const),
      userId: id,
      to: mail,
      language,
      variables: { nombre: first_name },
    })),
  )
}

async function mailHumanResources(tx: Tx, services: Services): Promise<void> {
  const people = await mailableHoldersOf(tx.db, { actions: [actions.taskInbox], kind: 'hr' }).execute()
  await queueMails(
    tx,
    services,
    people.map(({ id, first_name, mail, language }) => ({
      event: 'decisions_stuck' as const,
      userId: id,
      to: mail,
      language,
      variables: { nombre: first_name },
    })),
  )
}
