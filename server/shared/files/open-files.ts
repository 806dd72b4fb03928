import type { Config } from '../../config.ts'
import { StartRefused } from '../../db/refusal.ts'
import { createFiles, type Files } from './files.ts'

/**
 * The files that the configuration names: a folder, or a bucket.
 *
 * @throws {StartRefused} in one line, where they can't be reached
 */
export async function openFiles({
  filesDir,
  filesBucket,
}: Pick<Config, 'filesDir' | 'filesBucket'>): Promise<Files> {
  if (!filesBucket) return createFiles(filesDir)
  const { bucketOf, createFilesOnS3 } = await import('./on-s3.ts')
  const files = createFilesOnS3(bucketOf(filesBucket))
  await files.check().catch((error: unknown) => {
    const said = error instanceof Error ? error.name : 'an error'
    throw new StartRefused(`FILES_URL: the bucket ${bucketOf(filesBucket).bucket} answers ${said}`, {
      cause: error,
    })
  })
  return files
}
