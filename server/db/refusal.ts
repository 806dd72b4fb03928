/** A start that cannot go on for a reason its owner can mend: printed as one line, without a stack. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
