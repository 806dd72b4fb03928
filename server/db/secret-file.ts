import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * The random secret of a file, hexadecimal, made with the first start and readable by the server's user alone. The file
 * appears under its name only when it is whole: of several first starts at once all read the same secret.
 *
 * @param bytes random bytes of a secret that has to be made
 * @throws {Error} the file can't be written, or can't be read
 */
export function secretOfFile(file: string, bytes: number): string {
  if (!existsSync(file)) {
    const half = `${file}.new-${randomBytes(4).toString('hex')}`
    writeFileSync(half, randomBytes(bytes).toString('hex'), { mode: 0o600 })
    try {
      linkSync(half, file)
    } catch (error) {
      // Another start may have been quicker: its secret is read below.
      if (!existsSync(file)) throw error
    } finally {
      rmSync(half)
    }
  }
  return readFileSync(file, 'utf8').trim()
}
