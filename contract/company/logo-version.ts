import { z } from 'zod'

/** The time of a logo's choice, and a hash of the company's id: parts of its address, so that a new one is seen at once. */
export const logoVersion = z.object({ t: z.string().max(40), h: z.string().max(80) })
export type LogoVersion = z.infer<typeof logoVersion>
