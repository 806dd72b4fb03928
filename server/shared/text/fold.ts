/** Names and words as they are compared: no case, no accents, single spaces. The same as `app.fold` in SQL. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}
