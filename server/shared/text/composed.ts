/** Every regular expression that is composed of words when its module loads; the test of linear time reads them. */
export const composedRegexes: RegExp[] = []

/**
 * Composes a regular expression, once, when its module loads. Lint forbids `RegExp` elsewhere: `server/regexes.test.ts`
 * checks each literal and each composed one, so that none takes more than linear time on a stranger's text.
 */
export function composeRegex(source: string, flags: string): RegExp {
  const regex = new RegExp(source, flags)
  composedRegexes.push(regex)
  return regex
}
