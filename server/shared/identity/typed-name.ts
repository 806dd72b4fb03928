import { fold } from '../text/fold.ts'

/**
 * A name as somebody typed it at sign-in, in the two forms in which it is looked up. Texts that are the same name for
 * everybody have the same `bare` form, so that attempts at a name that nobody has are counted together.
 */
export interface TypedName {
  /** Without capitals, accents and outer spaces: as user names and mails are compared. */
  folded: string
  /** Also without separators, whatever country writes them: as ids are compared. The same as `folded` in a mail. */
  bare: string
}

export function typedName(typed: string): TypedName {
  const folded = fold(typed)
  return { folded, bare: folded.includes('@') ? folded : folded.replace(/[^\p{L}\p{N}_]/gu, '') }
}
