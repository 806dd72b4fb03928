import { setTimeout as sleep } from 'node:timers/promises'
import { credentialsOf } from './credentials.ts'
import { refuse } from '../errors.ts'
import { recordEvent } from '../evidence/events.ts'
import { isAmong } from './blocking.ts'
import { queueMail } from '../mail/mail.ts'
import type { Services } from '../services.ts'
import { getSettings } from '../settings.ts'
import { hit, noteRight, noteWrong, standingOf } from './throttle.ts'

/** The user whose password is tried, and the caller's address. */
export interface Trier {
  company: number
  userId: number
  address: string
}

/**
 * Refuses a locked user. Call it after the password matched and before anything is opened: a lock is revealed only with
 * the right password.
 */
export async function refuseWhileLocked(services: Services, trier: Trier): Promise<void> {
  const standing = await standingOf(services, attemptOf(trier))
  if (standing.locked) refuse('00018', undefined, { minutos: Math.ceil(standing.retryAfterSeconds / 60) })
}

const mailsADay = 3

/**
 * Counts a wrong password. The one that locks is recorded as evidence and mailed to the person, at most three times a
 * day, so that an attack from many addresses cannot fill a mailbox.
 */
export async function failed(services: Services, trier: Trier): Promise<void> {
  const { lockedNow } = await noteWrong(services, attemptOf(trier))
  if (!lockedNow) return
  const { allowed } = await hit(services, `locked mail\n${trier.company}\n${trier.userId}`, {
    max: mailsADay,
    windowSeconds: 86_400,
  })
  await services.tenant(trier.company).write(async (tx) => {
    const user = await credentialsOf(tx.db, trier.userId)
    await recordEvent(tx, {
      subject: { kind: 'credential', id: trier.userId },
      act: 'locked',
      actorId: null,
      at: services.clock(),
      detail: { address: trier.address },
    })
    if (!user.mail || !allowed) return
    await queueMail(tx, services, {
      event: 'blocked_user',
      userId: user.id,
      to: user.mail,
      language: user.language,
      variables: { nombre: user.first_name },
    })
  })
}

/**
 * Counts a name that nobody has, as a known one is counted, and holds back an address that tries many: never by
 * refusing, since a plant shares one, and not at all where a company that is meant trusts the address.
 */
export async function failedUnknown(
  services: Services,
  name: string,
  address: string,
  companies: readonly number[],
): Promise<void> {
  const attempt = { user: `name ${name}`, address }
  const { delayMilliseconds } = await standingOf(services, attempt)
  await noteWrong(services, attempt)
  if (delayMilliseconds > 0 && !(await isTrusted(services, companies, address)))
    await sleep(delayMilliseconds)
}

async function isTrusted(
  services: Services,
  companies: readonly number[],
  address: string,
): Promise<boolean> {
  for (const company of companies) {
    const { 'session.trusted_addresses': trusted } = await services
      .tenant(company)
      .read((db) => getSettings({ db }))
    if (isAmong(address, trusted)) return true
  }
  return false
}

export async function clearFailures(services: Services, trier: Trier): Promise<void> {
  await noteRight(services, attemptOf(trier))
}

function attemptOf(trier: Trier) {
  return { user: `${trier.company} ${trier.userId}`, address: trier.address }
}
