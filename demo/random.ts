/**
 * A stream of numbers in [0, 1) that depends on its key alone. Each fact draws from its own key, so that adding
 * a person or a month never changes what another one had.
 */
export function seeded(key: string): () => number {
  let state = 0x811c9dc5
  for (const character of key) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A whole number from `least` to `most`, both included. */
export function between(next: () => number, least: number, most: number): number {
  return least + Math.floor(next() * (most - least + 1))
}

/** `count` decimal digits as text. */
export function digits(next: () => number, count: number): string {
  return Array.from({ length: count }, () => between(next, 0, 9)).join('')
}
