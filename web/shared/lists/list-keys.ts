import { useLocalStorage } from '@mantine/hooks'

const name = 'singleKeys'

/** Whether single keys act on lists, as this device chose: who dictates has to be able to put them out (WCAG 2.2, 2.1.4). */
export function useSingleKeys() {
  return useLocalStorage({ key: name, defaultValue: true, getInitialValueInEffect: false })
}

/** Whether a key was meant for a field, a menu or a dialog, or is put out, and so not for the list. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return true
  if (event.key.length === 1 && localStorage.getItem(name) === 'false') return true
  const target = event.target instanceof Element ? event.target : null
  return Boolean(target?.closest('input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu]'))
}
