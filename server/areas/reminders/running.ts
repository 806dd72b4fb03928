import { sql } from 'kysely'
import { z } from 'zod'
import { actions } from '#contract/actions.ts'
import { reminderWanted, type ReminderWanted } from '#contract/reminders.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { endProcess, noteItemsDone, pendingItems } from '#server/shared/processes/items.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { tellOnDevices } from '#server/areas/push/operations.ts'
import {
  countMeant,
  mailOf,
  mailsMeant,
  peopleMeant,
  quietSince,
  type ReminderKind,
  standingOf,
} from './queries.ts'

/** People who are written to in one transaction. */
const batch = 50

export const reminderActions = {
  signature: actions.signatureReminder,
  unread: actions.publicationNotices,
} as const
const processKinds = { signature: 'signature_reminder', unread: 'publication_notice' } as const

/** Writing to everybody of one run, a few in each transaction. */
export const remindJob = defineJob({
  name: 'reminders.run',
  input: z.object({ process: z.number() }),
  concurrency: 1,
})

interface Reminder {
  id: number
  kind: ReminderKind
  created_by: number
}

/** Begins a run of a reminder: a process that writes to its people in the background. Answers its id. */
export async function beginRun(tx: Tx, reminder: Reminder, now: Date): Promise<number> {
  const { id } = await tx.db
    .insertInto('processes')
    .values({
      company_id: tx.company,
      kind: processKinds[reminder.kind],
      step: 'running',
      created_by: reminder.created_by,
      created_at: now,
      started_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('reminder_runs')
    .values({ company_id: tx.company, process_id: id, reminder_id: reminder.id, at: now })
    .execute()
  tx.enqueue(remindJob, { process: id })
  return id
}

/** Registers the writing, and the look for what is due every five minutes. */
export function registerReminderJobs(services: Services): void {
  services.jobs.register(remindJob, async (company, { process }, signal) => {
    const run = services.tenant(company).write
    await run((tx) => listPeople(tx, services, process))
    for (let left = true; left && !signal.aborted;)
      left = await run((tx) => writeToSome(tx, services, process))
    signal.throwIfAborted()
  })
  services.jobs.schedule('reminders.due', { cron: '*/5 * * * *' }, () => remindDue(services))
}

async function findRun(tx: Tx, process: number) {
  const found = await tx.db
    .selectFrom('reminder_runs')
    .innerJoin('reminders', 'reminders.id', 'reminder_runs.reminder_id')
    .innerJoin('processes', 'processes.id', 'reminder_runs.process_id')
    .where('reminder_runs.process_id', '=', process)
    .select([
      'reminders.id',
      'reminders.kind',
      'reminders.wanted',
      'reminders.created_by',
      'reminders.profile_id',
      'processes.status',
    ])
    .select((select) =>
      select
        .exists(select.selectFrom('process_items').select('id').where('process_id', '=', process))
        .$castTo<boolean>()
        .as('listed'),
    )
    .forUpdate('processes')
    .executeTakeFirstOrThrow()
  return { ...found, wanted: reminderWanted.parse(found.wanted) }
}
type Run = Awaited<ReturnType<typeof findRun>>

/** Notes once who is meant, and of each whether they are written to. */
async function listPeople(tx: Tx, services: Services, process: number): Promise<void> {
  const found = await findRun(tx, process)
  if (found.status !== 'in_progress' || found.listed) return
  const viewer = await standingOf(tx.db, found, reminderActions[found.kind])
  const people = viewer
    ? await peopleMeant(tx.db, viewer, found.kind, found.wanted, services.clock()).execute()
    : []
  const rows = people.map(({ id, reached, recently }, at) => ({
    n: at + 1,
    state: reached && !recently ? 'pending' : 'excluded',
    data: { employee: id },
  }))
  await sql`insert into process_items (company_id, process_id, n, state, data)
    select ${tx.company}, ${process}, r.n, r.state, r.data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(n int, state text, data jsonb)`.execute(
    tx.db,
  )
  await tellOnDevices(tx, services, {
    event: mailOf[found.kind],
    name: `reminder ${process}`,
    people: people.filter(({ reached, recently }) => !reached || !recently).map(({ id }) => id),
    notSince: quietSince(services.clock()),
  })
  const count = (wanted: (one: (typeof people)[number]) => boolean) => people.filter(wanted).length
  await tx.db
    .updateTable('reminder_runs')
    .set({
      without_mail: count(({ reached }) => !reached),
      recently: count(({ reached, recently }) => reached && recently),
      documents: people.reduce((sum, { documents }) => sum + documents, 0),
    })
    .where('process_id', '=', process)
    .execute()
  await tx.db
    .updateTable('processes')
    .set({ total: rows.filter(({ state }) => state === 'pending').length })
    .where('id', '=', process)
    .execute()
}

/** Writes to the next few of those who still wait for it; answers whether there may be more. */
async function writeToSome(tx: Tx, services: Services, process: number): Promise<boolean> {
  const found = await findRun(tx, process)
  if (found.status !== 'in_progress') return false
  const items = await pendingItems(tx, process, batch)
  const now = services.clock()
  const viewer = items.length > 0 ? await standingOf(tx.db, found, reminderActions[found.kind]) : null
  if (!viewer) {
    await endProcess(tx, process, now)
    return false
  }
  const ids = items.map(({ data }) => z.object({ employee: z.number() }).parse(data).employee)
  const meant = await mailsMeant(tx.db, viewer, found.kind, found.wanted, now, ids)
  const mailed = await writeTo(tx, services, found, process, meant)
  await noteItemsDone(tx, process, items)
  await tx.db
    .updateTable('reminder_runs')
    .set(({ eb }) => ({ mailed: eb('mailed', '+', mailed) }))
    .where('process_id', '=', process)
    .execute()
  return true
}

/** One mail a person, about all that is meant of theirs. Who signed meanwhile gets none. */
async function writeTo(
  tx: Tx,
  services: Services,
  { kind, created_by }: Run,
  process: number,
  meant: Awaited<ReturnType<typeof mailsMeant>>,
): Promise<number> {
  const people = Map.groupBy(meant, ({ employee_id }) => employee_id)
  for (const [employee, theirs] of people) {
    const [first] = theirs
    if (!first?.mail) continue
    const mail = await queueMail(tx, services, {
      event: mailOf[kind],
      userId: employee,
      to: first.mail,
      language: first.language,
      subject: { kind: 'document', id: first.id },
      variables: {
        nombre: first.first_name,
        documentos: theirs.map(({ type_name, period }) => ({ tipo: type_name, periodo: period })),
      },
    })
    for (const { id } of theirs)
      await recordEvent(tx, {
        subject: { kind: 'document', id },
        act: kind === 'signature' ? 'reminded' : 'told_again',
        actorId: created_by,
        at: services.clock(),
        data: { mail, process },
      })
  }
  return people.size
}

/** Begins what is due in every company. */
export async function remindDue(services: Services): Promise<void> {
  await everyCompany(services, (tenant) => tenant.write((tx) => dueOfCompany(tx, services.clock())))
}

async function dueOfCompany(tx: Tx, now: Date): Promise<void> {
  const due = await tx.db
    .selectFrom('reminders')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(100)
    .selectAll()
    .forUpdate()
    .skipLocked()
    .execute()
  for (const reminder of due) {
    const wanted: ReminderWanted = reminderWanted.parse(reminder.wanted)
    const viewer = await standingOf(tx.db, reminder, reminderActions[reminder.kind])
    const end = (ended_for: 'no_right' | 'last_day' | 'nothing_left') =>
      tx.db
        .updateTable('reminders')
        .set({ next_at: null, ended_at: now, ended_for })
        .where('id', '=', reminder.id)
        .execute()
    if (!viewer) await end('no_right')
    else if (reminder.until && today(viewer.zone, now) > reminder.until) await end('last_day')
    else if ((await countMeant(tx.db, viewer, reminder.kind, wanted, now)).documentos === 0)
      await end('nothing_left')
    else {
      await beginRun(tx, reminder, now)
      const next = nextRun(reminder.next_at ?? now, reminder.every_days ?? 1, now)
      if (reminder.until && today(viewer.zone, next) > reminder.until) await end('last_day')
      else await tx.db.updateTable('reminders').set({ next_at: next }).where('id', '=', reminder.id).execute()
    }
  }
}

/** The next hour of a reminder that goes on: at its own hour of the day, whatever was missed. */
export function nextRun(last: Date, everyDays: number, now: Date): Date {
  const pace = everyDays * 86_400_000
  const missed = Math.max(0, Math.floor((now.getTime() - last.getTime()) / pace))
  return new Date(last.getTime() + (missed + 1) * pace)
}
