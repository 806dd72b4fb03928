import { z } from 'zod'
import { actions } from '#contract/actions.ts'
import { reminderWanted } from '#contract/reminders.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { addItems, noteItemsDone, pendingItems } from '#server/shared/processes/items.ts'
import { beginProcess, endProcess } from '#server/shared/processes/lifecycle.ts'
import { noteProgress } from '#server/shared/processes/progress.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { tellOnDevices } from '#server/areas/push/operations.ts'
import {
  mailOf,
  mailsMeant,
  peopleMeant,
  quietSince,
  type ReminderKind,
  findRemindingViewer,
  lockReminders,
  recentlyMailed,
} from './queries.ts'

/** People who are written to in one transaction. */
const batch = 50

export const reminderActions = {
  signature: actions.signatureReminder,
  unread: actions.publicationNotices,
} as const
const kindOfRun = { signature: 'signature_reminder', unread: 'publication_notice' } as const

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
  const id = await beginProcess(tx, {
    kind: kindOfRun[reminder.kind],
    step: 'running',
    by: reminder.created_by,
    at: now,
    started: true,
  })
  await tx.db
    .insertInto('reminder_runs')
    .values({ company_id: tx.company, process_id: id, reminder_id: reminder.id, at: now })
    .execute()
  tx.enqueue(remindJob, { process: id })
  return id
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
type ReminderRun = Awaited<ReturnType<typeof findRun>>

/** Writes to everybody of one run, batch by batch; after a kill it continues with the rest. */
export async function remindAll(
  services: Services,
  company: number,
  process: number,
  signal: AbortSignal,
): Promise<void> {
  const { write } = services.tenant(company)
  await write((tx) => listPeople(tx, services, process))
  for (let left = true; left && !signal.aborted;)
    left = await write((tx) => writeToSome(tx, services, process))
  signal.throwIfAborted()
}

/** Records once the people of a run, each with whether they are written to. */
async function listPeople(tx: Tx, services: Services, process: number): Promise<void> {
  const found = await findRun(tx, process)
  if (found.status !== 'in_progress' || found.listed) return
  const viewer = await findRemindingViewer(tx.db, found, reminderActions[found.kind])
  const people = viewer
    ? await peopleMeant(tx.db, viewer, found.kind, found.wanted, services.clock()).execute()
    : []
  const items = people.map(({ id, reached, recently }) => ({
    state: reached && !recently ? ('pending' as const) : ('excluded' as const),
    data: { employee: id },
  }))
  await addItems(tx, process, items)
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
  await noteProgress(tx, process, { total: items.filter(({ state }) => state === 'pending').length })
}

/**
 * Writes to the next few of those who still wait for it; answers whether there may be more. Whom another run has
 * written to since they were listed is passed over.
 */
async function writeToSome(tx: Tx, services: Services, process: number): Promise<boolean> {
  await lockReminders(tx)
  const found = await findRun(tx, process)
  if (found.status !== 'in_progress') return false
  const items = await pendingItems(tx, process, batch)
  const now = services.clock()
  const viewer =
    items.length > 0 ? await findRemindingViewer(tx.db, found, reminderActions[found.kind]) : null
  if (!viewer) {
    await endProcess(tx, process, { status: 'successful', at: now })
    return false
  }
  const ids = items.map(({ data }) => z.object({ employee: z.number() }).parse(data).employee)
  const recently = await recentlyMailed(tx.db, found.kind, ids, now)
  const others = ids.filter((id) => !recently.has(id))
  const meant =
    others.length > 0 ? await mailsMeant(tx.db, viewer, found.kind, found.wanted, now, others) : []
  const mailed = await writeTo(tx, services, found, process, meant)
  await noteItemsDone(tx, process, items)
  await tx.db
    .updateTable('reminder_runs')
    .set(({ eb }) => ({ mailed: eb('mailed', '+', mailed), recently: eb('recently', '+', recently.size) }))
    .where('process_id', '=', process)
    .execute()
  return true
}

/** One mail a person, about all of their documents that are due. A person who signed meanwhile gets none. */
async function writeTo(
  tx: Tx,
  services: Services,
  { kind, created_by }: ReminderRun,
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
      process,
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
