import { reminderWanted, type ReminderWanted } from '#contract/reminders.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { countMeant, findRemindingViewer } from './queries.ts'
import { beginRun, reminderActions } from './run.ts'

/** Begins a run of every reminder that is due, in every company. */
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
    const viewer = await findRemindingViewer(tx.db, reminder, reminderActions[reminder.kind])
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

/** The next hour of a repeated reminder: at its own hour of the day, whatever was missed. */
export function nextRun(last: Date, everyDays: number, now: Date): Date {
  const pace = everyDays * 86_400_000
  const missed = Math.max(0, Math.floor((now.getTime() - last.getTime()) / pace))
  return new Date(last.getTime() + (missed + 1) * pace)
}
