/**
 * Gives a dialog's focus to a control, also where Mantine, which looks for the first one a moment after the dialog opens,
 * would choose its ×.
 */
export function focusFirst(control: Element | null | undefined): void {
  if (!(control instanceof HTMLElement)) return
  control.setAttribute('data-autofocus', 'true')
  control.focus()
}

/** Fields to type in. A day is passed over, whose calendar would open, and so is a field that opens a list. */
const typed = [
  'textarea',
  'input:is([type=text], [type=search], [type=email], [type=password], :not([type]))' +
    ':not(.mantine-DateInput-input, [aria-haspopup], [role=combobox])',
].join()

/** The field in which a dialog begins: one that was named, or the first that is typed in. */
export function firstFieldIn(dialog: Element | null | undefined): Element | null | undefined {
  return dialog?.querySelector('[data-autofocus]:not(.modal-foot *)') ?? dialog?.querySelector(typed)
}
