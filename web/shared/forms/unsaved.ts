let unsaved = 0
let released = false

/** Marks unsaved input; returns a function that removes the mark. */
export function markUnsaved(): () => void {
  unsaved++
  return () => void unsaved--
}

/** Whether leaving the page would lose something that was typed. */
export function hasUnsaved(): boolean {
  return unsaved > 0 && !released
}

/**
 * Allows the page to be left with unsaved input: an expired session must not stay on the screen behind a question. The
 * input is in its draft.
 */
export function releasePage(): void {
  released = true
}
