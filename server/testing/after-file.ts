import { afterAll } from 'vitest'

const endings: (() => unknown)[] = []

/**
 * Registers work for the end of the running test file, the last registered first. Vitest drops an `afterAll` that is
 * called inside `beforeAll`, where apps and databases are made.
 */
export function afterFile(end: () => unknown): void {
  endings.push(end)
}

/** Runs the registered work after each test file; called by a setup file of the project. */
export function endEachFile(): void {
  afterAll(endNext)
}

/** One that fails leaves none of the others out. */
async function endNext(): Promise<void> {
  const end = endings.pop()
  if (!end) return
  try {
    await end()
  } finally {
    await endNext()
  }
}
