import { chmodSync, mkdirSync } from 'node:fs'
import { chmod, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { type DataStore, Upload } from '@tus/server'
import type { Config } from '#server/config.ts'

/** The store of incomplete uploads: beside the files, so that each server finds bytes that another received. */
export interface UploadStore {
  /** The store in the form of the protocol's library. */
  store: DataStore
  /** The name of an upload in the store. */
  nameOf(uploadId: string): string
  /** Creates an upload unless it exists. Returns the number of bytes received. */
  ensure(uploadId: string, size: number): Promise<number>
  read(uploadId: string): Promise<Readable>
  /** Deletes an upload; a missing one is no error. */
  remove(uploadId: string): Promise<void>
  /** Deletes uploads that received nothing since an instant. */
  removeBefore(moment: Date): Promise<void>
}

const stores = new WeakMap<Config, Promise<UploadStore>>()

/** The store of a configuration, opened once. */
export function uploadStore(config: Config): Promise<UploadStore> {
  const known = stores.get(config)
  if (known) return known
  const opening = config.filesBucket
    ? inBucket(config.filesBucket)
    : Promise.resolve(inFolder(config.filesDir))
  stores.set(config, opening)
  return opening
}

function inFolder(filesDir: string): UploadStore {
  const directory = join(filesDir, 'uploads')
  // The library makes both readable for everybody. A folder of an earlier version is closed as well.
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
  const store = new FileStore({ directory })
  return {
    ...around(
      store,
      (id) => id,
      async (id) => {
        for (const name of [id, `${id}.json`]) await chmod(join(directory, name), 0o600)
      },
    ),
    read: (id) => Promise.resolve(store.read(checked(id))),
    // The library leaves the second where a kill came after the first.
    async remove(id) {
      for (const name of [checked(id), `${checked(id)}.json`])
        await rm(join(directory, name), { force: true })
    },
    async removeBefore(moment) {
      for (const name of await readdir(directory)) {
        const path = join(directory, name)
        if ((await stat(path)).mtime < moment) await rm(path, { force: true })
      }
    },
  }
}

/** Loaded only where there is a bucket, whose lifecycle rules delete abandoned parts. */
async function inBucket(address: string): Promise<UploadStore> {
  const { S3Store } = await import('@tus/s3-store')
  const { bucketOf } = await import('#server/shared/files/on-s3.ts')
  const { bucket, prefix, region, endpoint, keys } = bucketOf(address)
  const store = new S3Store({
    partSize: 8 * 1_048_576,
    // Services other than Amazon's do not support tags.
    useTags: false,
    s3ClientConfig: {
      bucket,
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(keys && { credentials: keys }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    },
    maxConcurrentPartUploads: 4,
  })
  const nameOf = (id: string) => `${prefix}uploads/${id}`
  return {
    ...around(store, nameOf),
    read: (id) => store.read(nameOf(checked(id))),
    removeBefore: async () => {},
  }
}

function around(
  store: DataStore,
  nameOf: (id: string) => string,
  close: (id: string) => Promise<void> = async () => {},
) {
  return {
    store,
    nameOf: (id: string) => nameOf(checked(id)),
    async ensure(id: string, size: number) {
      const name = nameOf(checked(id))
      const there = await store.getUpload(name).catch(missing)
      if (there) return there.offset
      await store.create(new Upload({ id: name, size, offset: 0 }))
      await close(id)
      return 0
    },
    async remove(id: string) {
      await store.remove(nameOf(checked(id))).catch(missing)
    },
  }
}

/** Only names that we made are addresses of uploads. */
function checked(id: string): string {
  if (!/^[0-9a-f]{48}$/.test(id)) throw new Error('not the id of an upload')
  return id
}

/** The libraries report a missing upload by a plain object. */
function missing(error: unknown): null {
  if (typeof error === 'object' && error !== null && 'status_code' in error) {
    if (error.status_code === 404 || error.status_code === 410) return null
  }
  throw error
}
