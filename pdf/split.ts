import type { Box } from './position.ts'

/** What is done to each page on its way into a document of its own; the turn comes first. */
export interface PageChange {
  /** Clockwise. */
  rotate: 0 | 90 | 180 | 270
  /** What of the page stays visible, in millimetres of the page as it is shown after its turn. */
  cut: Box | null
}
