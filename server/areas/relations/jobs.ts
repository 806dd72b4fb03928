import type { Services } from '#server/shared/services.ts'
import { noteSuspended } from './queries.ts'
import { tell } from './telling.ts'

/** Half a minute after a relation began to rest its people know it. */
export function registerRelationJobs(services: Services): void {
  services.jobs.schedule('relations.suspend', { everySeconds: 30 }, () => tellSuspended(services))
}

/**
 * Tells of the relations that rest since what opens one of their users was changed. They rest from the change itself:
 * this only says so, to that user and to those that it stood with.
 */
export async function tellSuspended(services: Services): Promise<void> {
  for (const { account, others } of await noteSuspended(services.database.pool, services.clock()))
    for (const each of [account, ...others]) await tell(services, each, { act: 'relation_suspended' })
}
