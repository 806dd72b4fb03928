import type { Fault, Refusal } from '../faults.ts'

/** Tasks that fail as a reader does on a file that nobody foresaw. */

export function throwError(): never {
  throw new TypeError('Cannot read properties of undefined')
}

export function endWorker(): never {
  return process.exit(3)
}

let calls = 0
const held: Buffer[] = []

/** Counts the calls in one worker, so that a replaced worker begins again at 1; ends with a fault where one is given. */
export function countCalls({
  fault,
  megabytes = 0,
}: {
  fault?: Fault
  megabytes?: number
}): CallCount | Refusal {
  calls++
  if (megabytes > 0) held.push(Buffer.alloc(megabytes * 1024 * 1024))
  return fault ? { ok: false, fault, detail: '' } : { ok: true, calls }
}

export interface CallCount {
  ok: true
  calls: number
}
