import { hash, verify } from '@node-rs/argon2'
import { refuse } from '../errors.ts'

/**
 * argon2id with OWASP's figures for a busy site: 19 MiB, two passes, one lane, since a whole plant signs in within
 * an hour of payday.
 */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The figures of argon2: KiB of memory, passes over it, and lanes. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

const atOnce = 4
const waitingAtMost = 200
let running = 0
const waiting: (() => void)[] = []

/**
 * Runs a slow hash in a bounded queue, so that a burst of sign-ins costs time and never all of the memory. Refuses with
 * SERVICE_UNAVAILABLE where the queue is full.
 */
export async function slowly<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingAtMost) refuse('SERVICE_UNAVAILABLE')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** The PHC string of a password. */
export function hashPassword(password: string, cost = passwordCost): Promise<string> {
  return slowly(() => hash(password.normalize('NFC'), cost))
}

/** Whether a hash has other parameters, and must be renewed at the next sign-in. */
export function isOutdated(passwordHash: string, cost = passwordCost): boolean {
  const { memoryCost, timeCost, parallelism } = cost
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** A dummy hash, so that an unknown name takes as long as a known one. */
const nobody = hash('nobody', passwordCost)

/** Whether a password matches; null stands for a missing user or one without password, at the same cost. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await nobody)
  const fits = await slowly(() => verify(known, password.normalize('NFC')))
  return fits && passwordHash !== null
}
