/**
 * Gives a dialog's focus to a control, also where Mantine, which looks for the first one a moment after the dialog opens,
 * would choose its ×.
 */
export function focusFirst(control: Element | null | undefined): void {
  if (!(control instanceof HTMLElement)) return
  control.setAttribute('data-autofocus', 'true')
  control.focus()
}

/** The field in which a dialog begins. A day is passed over: its calendar would open. */
export function firstFieldIn(dialog: Element | null | undefined): Element | null | undefined {
  return (
    dialog?.querySelector(':is(input, textarea)[data-autofocus]') ??
    dialog?.querySelector('input:not(.mantine-DateInput-input), textarea')
  )
}
