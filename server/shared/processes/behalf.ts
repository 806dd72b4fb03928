import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Viewer } from '../visibility.ts'

/**
 * The person on whose behalf a process works in the background: their reach, and the evidence of their act. It is
 * stored while the process runs and removed when it ends.
 */
export interface Behalf {
  viewer: Viewer
  evidence: { actorId: number; detail: { address: string; device: string } }
}

const stored = z.object({
  publisher: z.object({
    viewer: z.object({
      userId: z.number(),
      profileKind: z.custom<Viewer['profileKind']>((kind) => typeof kind === 'string'),
      seesConfidential: z.boolean(),
    }),
    evidence: z.object({
      actorId: z.number(),
      detail: z.object({ address: z.string(), device: z.string() }),
    }),
  }),
})

/** The acting person, to be stored with a process. */
export function behalfOf({ session, evidence }: Context): Behalf {
  const { userId, profileKind, seesConfidential } = session
  return { viewer: { userId, profileKind, seesConfidential }, evidence }
}

/** The person stored with a running process. */
export function storedBehalf(options: unknown): Behalf {
  return stored.parse(options).publisher
}
