import type { Config } from '../config.ts'

/** The cost of a guess at a password or a key in tests: next to nothing. */
export const guessCost: Config['guessCost'] = {
  password: { memoryCost: 64, timeCost: 1, parallelism: 1 },
  key: { n: 1024, r: 1, p: 1 },
}
