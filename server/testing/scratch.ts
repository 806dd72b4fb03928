import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps this folder in memory. */
const inMemory = '/dev/shm'
/** Bytes that the databases of a test run take at most, with much to spare. */
const leastFree = 4 * 1_073_741_824

/**
 * The folder for databases that nobody misses: in memory where there is room, since each test file makes a thousand
 * files and deletes them, and a disk takes a third of PostgreSQL's time for that. Otherwise the temporary folder.
 */
export function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= leastFree ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
