/** A person's own words within a text, in the quotation marks of the page's language. */
export function quoted(text: string): string {
  return document.documentElement.lang.startsWith('pt') ? `“${text}”` : `«${text}»`
}
