import type { Fact } from '#server/shared/evidence/events.ts'

/** The fields that differ between two versions of a folder or a type, as old → new. */
export function differences<T extends Record<string, Fact>>(before: T, after: T): Record<string, Fact> {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, [before[name] ?? null, after[name] ?? null]]))
}
