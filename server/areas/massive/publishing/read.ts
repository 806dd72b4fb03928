import { refuse } from '#server/shared/errors.ts'
import type { Services } from '#server/shared/services.ts'
import type { Claimed } from './queries.ts'

/** The PDF of an item as it was kept; PROCESS_FILE_MISSING where it is gone. */
export async function readFile({ files }: Services, { file_key }: Claimed): Promise<Buffer> {
  try {
    return await files.read(file_key)
  } catch (error) {
    const gone =
      error instanceof Error && (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT'))
    // Anything else passes: a store that can't be reached is tried again, all of it.
    if (gone) refuse('PROCESS_FILE_MISSING')
    throw error
  }
}
