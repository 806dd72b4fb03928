import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

/** Without letters and digits that are taken for each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'

/**
 * The password of everybody in the demonstration, and of its certificates: DEMO_PASSWORD, or one made at random
 * once and kept in the data folder for its owner alone.
 */
export function demonstrationPassword({ demoPassword, dataDir }: Config): string {
  if (demoPassword) return demoPassword
  const file = join(dataDir, 'demo.password')
  try {
    writeFileSync(file, `${made()}\n`, { mode: 0o600, flag: 'wx' })
  } catch {
    // It was made before.
  }
  return readFileSync(file, 'utf8').trim()
}

/** Three groups that no rule about easy passwords or personal words refuses. */
function made(): string {
  const some = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(from.length)]).join('')
  return `${some(letters, 5)}-${some(digits, 3)}-${some(letters, 5)}`
}
