/** Trusted markup, distinguished from text by its type. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template whose values are escaped, but for markup made by the same tag; lists are joined, false is nothing. */
export function html(parts: TemplateStringsArray, ...values: (Piece | readonly Piece[])[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(written)))
}

type Piece = Html | string | number | false | null | undefined

function written(value: Piece | readonly Piece[]): string {
  if (value instanceof Html) return value.markup
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? value.map(written).join('') : ''
}
