import type { PageFacts } from '#pdf/page-words.ts'
import { readPage } from './page.ts'
import type { PeopleIndex } from './people.ts'
import { seedOf } from './slots/slots.ts'
import { leastConfirmed } from './thresholds.ts'
import type { ReadingRules } from './types.ts'

/**
 * Whether the text of pages that seem to need recognition is what they show, as in a Type 3 font whose codes are letters
 * though no Unicode value says so: most of the pages name one person of the roster by id and by name.
 */
export function isConfirmedText(
  pages: readonly PageFacts[],
  people: PeopleIndex,
  rules: ReadingRules,
): boolean {
  if (pages.length === 0 || pages.some(({ pictures }) => pictures)) return false
  const confirmed = pages.filter((page) => seedOf(readPage(page, people, rules).mentions) !== null)
  return confirmed.length >= leastConfirmed * pages.length
}
