import { setTimeout as sleep } from 'node:timers/promises'
import { credentialsOf } from './credentials.ts'
import { refuse } from './errors.ts'
import { recordEvent } from './events.ts'
import { queueMail } from './mail.ts'
import type { Services } from './services.ts'
import { withTenant } from './tenancy.ts'
import { noteRight, noteWrong, standingOf } from './throttle.ts'

/** Whose password is tried, and from where. */
export interface Trier {
  company: number
  userId: number
  address: string
}

/** A lock is told only to who gave the right password: called after it fitted, before anything is opened. */
export async function refuseWhileLocked(services: Services, trier: Trier): Promise<void> {
  const standing = await standingOf(services, attemptOf(trier))
  if (standing.locked) refuse('00018', undefined, { minutos: Math.ceil(standing.retryAfterSeconds / 60) })
}

/** Counts a wrong password; the one that locks is mailed to the person and kept as evidence. */
export async function failed(services: Services, trier: Trier): Promise<void> {
  const { lockedNow } = await noteWrong(services, attemptOf(trier))
  if (!lockedNow) return
  await withTenant(services.database.pool, services.jobs, trier.company, async (tx) => {
    const user = await credentialsOf(tx.db, trier.userId)
    await recordEvent(tx, {
      subject: { kind: 'credential', id: trier.userId },
      act: 'locked',
      actorId: null,
      at: services.clock(),
      detail: { address: trier.address },
    })
    if (!user.mail) return
    await queueMail(tx, services, {
      event: 'blocked_user',
      userId: user.id,
      to: user.mail,
      language: user.language,
      variables: { nombre: user.first_name },
    })
  })
}

/** Counts a name that nobody has, as a known one is counted, and holds back an address that tries many. */
export async function failedUnknown(services: Services, name: string, address: string): Promise<void> {
  const attempt = { user: `name ${name}`, address }
  const { delayMilliseconds } = await standingOf(services, attempt)
  await noteWrong(services, attempt)
  if (delayMilliseconds > 0) await sleep(delayMilliseconds)
}

export async function clearFailures(services: Services, trier: Trier): Promise<void> {
  await noteRight(services, attemptOf(trier))
}

function attemptOf(trier: Trier) {
  return { user: `${trier.company} ${trier.userId}`, address: trier.address }
}
