/** The element that had the focus last, outside of dialogs. */
let last: Element | null = null

/** Remembers from now on what has the focus: a dialog that is loaded first opens when it may be lost already. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest('[role=dialog]')) last = openerOf(target)
  })
}

/** The control to return to after a dialog that opens now. */
export function focusBefore(): Element | null {
  const active = document.activeElement
  return active === null || active === document.body ? last : openerOf(active)
}

/** A menu is closed by then, so its button stands for its items. */
function openerOf(element: Element): Element | null {
  const button = element.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : element
}
