import type { Services } from './services.ts'

/**
 * What the installation makes once, at its first use, and keeps in its database; in memory while the server runs. Of
 * two servers that make one at once the first wins, and both use it.
 *
 * @param stored what is kept; null: nothing yet
 * @param make keeps a new one where none is
 */
export function madeOnce<T>(
  stored: (services: Services) => Promise<T | null>,
  make: (services: Services) => Promise<void>,
): (services: Services) => Promise<T> {
  const known = new WeakMap<Services['database'], Promise<T>>()
  const find = async (services: Services) => {
    const before = await stored(services)
    if (before !== null) return before
    await make(services)
    const kept = await stored(services)
    if (kept === null) throw new Error('what was made once was not kept')
    return kept
  }
  return (services) => {
    const { database } = services
    const found = known.get(database) ?? find(services)
    found.catch(() => known.delete(database))
    known.set(database, found)
    return found
  }
}
