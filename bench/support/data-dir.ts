import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a data folder on the disk, where a user's is, through which PostgreSQL's own user can pass. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-bench-'))
  chmodSync(folder, 0o711)
  return folder
}
