import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

/** The names of scratch folders begin with it, followed by the id of the process that made them. */
export const scratchPrefix = 'legajo-test-'

/** Makes a folder through which PostgreSQL's own user can pass. The next run removes what a killed process left. */
export function newScratchFolder(): string {
  const folder = mkdtempSync(join(scratchFolder(), `${scratchPrefix}${process.pid}-`))
  chmodSync(folder, 0o711)
  return folder
}
