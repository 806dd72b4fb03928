import type { Services } from './services.ts'

/**
 * A value that the installation generates at its first use and stores in its database; cached while the server runs. Of
 * two servers that generate it at once, the first wins, and both use its value. @param stored reads the stored value;
 * null: none yet @param make stores a new one unless one exists
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
