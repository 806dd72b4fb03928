/** Words as people type what they look for: no case, no accents, nothing around them. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
