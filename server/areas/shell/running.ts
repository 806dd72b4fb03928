import type { Joints, RunningWork } from '#server/shared/area.ts'
import type { Db } from '#server/shared/tenancy.ts'

/** A user's own work from every source, the newest first. */
export async function runningWork(
  db: Db,
  userId: number,
  { running }: Joints,
  now: Date,
): Promise<RunningWork[]> {
  const found: RunningWork[] = []
  for (const find of running) found.push(...(await find(db, userId, now)))
  return found.toSorted((one, other) => other.desde.getTime() - one.desde.getTime())
}
