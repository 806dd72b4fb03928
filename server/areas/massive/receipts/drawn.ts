import type { PageFacts } from '#pdf/page-words.ts'
import { type ConfirmedPage, needsRecognition } from './page.ts'
import { overlap } from './slots/taught.ts'

/**
 * A page with the words that recognition sees on it. The text of a page that has some stays as it is: only words drawn
 * where no text stands, as in a picture, are added. `seen`: the page as recognised; undefined where it wasn't.
 */
export function withDrawn(page: PageFacts, seen: PageFacts | ConfirmedPage | undefined): PageFacts {
  if (!seen || !('recognised' in seen) || needsRecognition(page)) return seen ?? page
  const drawn = seen.words.filter((word) => !page.words.some((own) => overlap(own, word)))
  if (drawn.length === 0) return page
  // Words of other directions come last.
  const end = page.otherTurns[0]?.from ?? page.words.length
  return {
    ...seen,
    words: [...page.words.slice(0, end), ...drawn, ...page.words.slice(end)],
    lines: [...page.lines, drawn.map(({ text }) => text).join(' ')],
    characters: page.characters + drawn.reduce((sum, { text }) => sum + text.length, 0),
    hidden: page.hidden,
    turned: page.turned,
    otherTurns: page.otherTurns.map((turn) => ({ ...turn, from: turn.from + drawn.length })),
  }
}
