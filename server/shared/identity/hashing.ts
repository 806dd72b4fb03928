import { hash, verify } from '@node-rs/argon2'
import { refuse } from '../errors.ts'

/**
 * argon2id with OWASP's figures for a busy site: 19 MiB, two passes, one lane, since a whole plant signs in within
 * an hour of payday.
 */
const figures = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

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
export function hashPassword(password: string): Promise<string> {
  return slowly(() => hash(password.normalize('NFC'), figures))
}

/** Whether a hash has older parameters, and must be renewed at the next sign-in. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = figures
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** A dummy hash, so that an unknown name takes as long as a known one. */
const nobody = hash('nobody', figures)

/** Whether a password matches; null stands for a missing user or one without password, at the same cost. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await nobody)
  const fits = await slowly(() => verify(known, password.normalize('NFC')))
  return fits && passwordHash !== null
}
