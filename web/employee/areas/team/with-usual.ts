/** Characters of a reason at most. */
export const longest = 255

/** A usual reason after what was typed; nothing is added twice, nor beyond the longest. */
export function withUsual(typed: string, usual: string): string {
  const said = typed.trim().replace(/\.$/, '')
  if (said === '') return usual
  const both = `${said}. ${usual}`
  return said.includes(usual) || both.length > longest ? typed : both
}
