import type { Key, Translate } from '../texts/useWords.ts'

/** A filter that a list offers: its name in the address, its word, and what can be chosen. */
export interface Filter {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Only one value at a time. */
  single?: boolean
  /** Beside the options a span from one day or month to another, both included: '2026-10-01..', '..2026-10'. */
  range?: 'days' | 'months'
}

/** The two ends of a span in a filter's value, empty where open; null where it is no span. */
export function spanOf(value: string | undefined): { from: string; to: string } | null {
  const [, from = '', to = ''] =
    /^(\d{4}-\d\d(?:-\d\d)?)?\.\.(\d{4}-\d\d(?:-\d\d)?)?$/.exec(value ?? '') ?? []
  return from || to ? { from, to } : null
}

/** A span as a filter's value; empty where both ends are open. */
export function spanValue(from: string, to: string): string {
  return from || to ? `${from}..${to}` : ''
}

/** The chosen values of a filter as text: 'Ventas +2', 'desde 01/10/2026'. */
export function chosenText(filter: Filter, values: readonly string[], t: Translate<Key<'words'>>): string {
  const labels = values.map((value) => {
    const span = filter.range && spanOf(value)
    if (!span) return filter.options.find((each) => each.value === value)?.label ?? value
    const [from, to] = [span.from, span.to].map((end) => end.split('-').reverse().join('/'))
    if (!to) return t('lista.desde', { desde: from })
    // No line begins with the dash.
    return from ? `${from}\u00a0–\u00a0${to}` : t('lista.hasta', { hasta: to })
  })
  return labels.length > 1 ? `${labels[0]} +${labels.length - 1}` : (labels[0] ?? '…')
}
