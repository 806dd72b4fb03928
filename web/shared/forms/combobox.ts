import type { KeyboardEvent } from 'react'

/**
 * Keeps Enter in a field whose list is open: it takes the highlighted option, or else the first one, and never submits
 * the form. A field of free text (`data-free-text`) keeps what is typed.
 */
export function keepEnterInList(event: KeyboardEvent<HTMLFormElement>): void {
  const field = event.target
  if (event.key !== 'Enter' || event.defaultPrevented) return
  if (!(field instanceof HTMLInputElement) || field.dataset['expanded'] === undefined) return
  event.preventDefault()
  if (field.dataset['freeText'] !== undefined) return
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  list?.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])')?.click()
}
