import type { Mention } from './mentions.ts'

/**
 * Replaces equal mentions of strangers in the pages by one object, so that serialised pages contain it once: most of
 * what could be names is printed on every page.
 */
export function shareMentions(pages: readonly { mentions: Mention[] }[]): void {
  const known = new Map<string, Mention[]>()
  for (const page of pages)
    page.mentions = page.mentions.map((mention) => {
      if (mention.personId !== null || mention.name) return mention
      const sameText = known.get(mention.text)
      const equal = sameText?.find((other) => areEqual(mention, other))
      if (equal) return equal
      if (sameText) sameText.push(mention)
      else known.set(mention.text, [mention])
      return mention
    })
}

/** Whether mentions of strangers, of the same text, stand in the same places. */
function areEqual(a: Mention, b: Mention): boolean {
  return (
    a.kind === b.kind &&
    a.above === b.above &&
    a.confidence === b.confidence &&
    a.box.x === b.box.x &&
    a.box.y === b.box.y &&
    a.box.width === b.box.width &&
    a.box.height === b.box.height &&
    haveEqual(a.places, b.places) &&
    haveEqual(a.labels, b.labels)
  )
}

function haveEqual(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at])
}
