import { credentialsOf } from './credentials.ts'
import { refuse } from '../errors.ts'
import { recordEvent } from '../evidence/events.ts'
import { isAmong } from './blocking.ts'
import { queueMail } from '../mail/mail.ts'
import type { Services } from '../services.ts'
import { getSettings } from '../settings.ts'
import type { Tx } from '../tenancy.ts'
import { verifyPassword } from './hashing.ts'
import {
  type CountedAttempt,
  delayOf,
  giveBack,
  hit,
  noteRight,
  noteWrong,
  readLock,
  takeAttempt,
  type Wrong,
} from './throttle.ts'

/** The user whose password is tried, and the caller's address. */
export interface Trier {
  company: number
  userId: number
  address: string
}

/** Counts an attempt at a user's password before the password is checked. */
export function takeUserAttempt(services: Services, trier: Trier): Promise<CountedAttempt> {
  return takeAttempt(services, attemptOf(trier))
}

/** Takes back a user's attempt whose password was that of a namesake. */
export async function giveUserBack(services: Services, trier: Trier, taken: CountedAttempt): Promise<void> {
  await giveBack(services, attemptOf(trier), taken)
}

/**
 * Checks passwords whose attempts are counted, and takes the attempts back where checking fails: a full queue is no
 * wrong password.
 */
export async function lookAt<T>(look: () => Promise<T>, takeBack: () => Promise<void>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    await takeBack()
    throw error
  }
}

/**
 * Checks a user's own password, counting the attempt. A wrong one is held back and then refused by `refuseWrong`; so is
 * the right one behind a lock once too many were checked there.
 * @throws {Refusal} USER_LOCKED for the right password of a locked user
 */
export async function checkPassword(
  services: Services,
  trier: Trier,
  { hash, password }: { hash: string | null; password: string },
  refuseWrong: () => never,
): Promise<void> {
  const taken = await takeUserAttempt(services, trier)
  const fits =
    taken.mayLook &&
    (await lookAt(
      () => verifyPassword(hash, password),
      () => giveUserBack(services, trier, taken),
    ))
  if (!fits) {
    const { delay } = await failed(services, trier, taken)
    await services.pause(delay)
    refuseWrong()
  }
  if (taken.locked) await refuseLocked(services, taken)
  await clearFailures(services, trier)
}

/**
 * Holds back and refuses the right password of a locked user. Call it after the password matched and before anything is
 * opened: a lock is revealed only with the right password.
 */
export async function refuseLocked(
  services: Services,
  { behind, retryAfterSeconds }: CountedAttempt,
): Promise<never> {
  await services.pause(delayOf(behind))
  refuse('USER_LOCKED', undefined, { minutos: Math.ceil(retryAfterSeconds / 60) })
}

/** Refuses a locked user where no password is given. */
export async function refuseWhileLocked(services: Services, trier: Trier): Promise<void> {
  const seconds = await readLock(services, attemptOf(trier))
  if (seconds > 0) refuse('USER_LOCKED', undefined, { minutos: Math.ceil(seconds / 60) })
}

const mailsADay = 3

/**
 * Notes a wrong password. The one that locks is recorded as evidence and mailed to the person, at most three times a
 * day, so that an attack from many addresses cannot fill a mailbox; the hundredth of a day, over all addresses, is
 * mailed once. Returns how long the answer is to be held back.
 */
export async function failed(services: Services, trier: Trier, taken: CountedAttempt): Promise<Wrong> {
  const wrong = await noteWrong(services, attemptOf(trier), taken)
  if (wrong.lockedNow) {
    const { allowed } = await hit(services, `locked mail\n${trier.company}\n${trier.userId}`, {
      max: mailsADay,
      windowSeconds: 86_400,
    })
    await services.tenant(trier.company).write(async (tx) => {
      await recordEvent(tx, {
        subject: { kind: 'credential', id: trier.userId },
        act: 'locked',
        actorId: null,
        at: services.clock(),
        detail: { address: trier.address },
      })
      if (allowed) await warn(tx, services, trier.userId, 'blocked_user')
    })
  }
  if (wrong.manyToday)
    await services
      .tenant(trier.company)
      .write((tx) => warn(tx, services, trier.userId, 'many_wrong_passwords'))
  return wrong
}

async function warn(
  tx: Tx,
  services: Services,
  userId: number,
  event: 'blocked_user' | 'many_wrong_passwords',
): Promise<void> {
  const user = await credentialsOf(tx.db, userId)
  if (!user.mail) return
  await queueMail(tx, services, {
    event,
    userId,
    to: user.mail,
    language: user.language,
    variables: { nombre: user.first_name },
  })
}

/** Counts an attempt at an unknown name exactly as one at a known user; `look` takes as long as checking a password. */
export async function failedUnknown(
  services: Services,
  { name, address }: { name: string; address: string },
  look: () => Promise<unknown>,
): Promise<Wrong> {
  const attempt = { user: `name ${name}`, address }
  const taken = await takeAttempt(services, attempt)
  if (taken.mayLook) await lookAt(look, () => giveBack(services, attempt, taken))
  return noteWrong(services, attempt, taken)
}

/**
 * Holds back the answer to wrong passwords: for the user's own delay, and for that of an address that tries many users
 * unless a company that is meant trusts it, since a plant shares one. Holds no connection meanwhile.
 */
export async function holdBack(
  services: Services,
  wrong: readonly Wrong[],
  address: string,
  companies: readonly number[],
): Promise<void> {
  const own = Math.max(0, ...wrong.map(({ delay }) => delay))
  const shared = Math.max(0, ...wrong.map(({ addressDelay }) => addressDelay))
  const trusted = shared > own && (await isTrusted(services, companies, address))
  await services.pause(trusted ? own : Math.max(own, shared))
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
