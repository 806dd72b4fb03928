let unsaved = 0
let released = false

/** Something typed is not saved; answers what takes that back. */
export function markUnsaved(): () => void {
  unsaved++
  return () => void unsaved--
}

/** Whether leaving the page would lose something that was typed. */
export function hasUnsaved(): boolean {
  return unsaved > 0 && !released
}

/**
 * The page goes whatever is in it: a session that ended by itself must not stay on the screen behind a question.
 * What was typed is in its draft.
 */
export function releasePage(): void {
  released = true
}
