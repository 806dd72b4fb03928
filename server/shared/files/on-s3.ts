import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { checkedKey, type Files, newKey, receiving, type StoredFile } from './files.ts'

/** Bytes of a part. S3 takes at most 10,000 parts, each but the last of at least 5 MiB. */
const partBytes = 8 * 1_048_576

/** Parts of one file in memory and on their way at the same time. */
const partsAtOnce = 2

/** The target of an `s3://` address. */
interface Bucket {
  bucket: string
  /** The prefix of every key: empty, or ending in a slash. */
  prefix: string
  region: string
  /** Absent: the service of Amazon. */
  endpoint: string | undefined
  /** Absent: those that the environment, the machine's role or a shared file gives. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Reads `s3://key:secret@bucket/prefix?endpoint=https://…&region=…`; all but the bucket may be left out. */
export function bucketOf(address: string, environment: NodeJS.ProcessEnv = process.env): Bucket {
  const url = new URL(address)
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|(?<!\/)\/+$/g, '')
  return {
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') ?? environment.AWS_REGION ?? 'us-east-1',
    endpoint: url.searchParams.get('endpoint') ?? undefined,
    keys: url.username
      ? {
          accessKeyId: decodeURIComponent(url.username),
          secretAccessKey: decodeURIComponent(url.password),
        }
      : undefined,
  }
}

/**
 * Files in an S3 bucket, or a compatible service. An object exists completely or not at all: files larger than one part
 * are uploaded in parts, which are completed together or aborted.
 */
export function createFilesOnS3({ bucket: Bucket, prefix, region, endpoint, keys }: Bucket): Files & {
  close(): void
} {
  const client = new S3Client({
    region,
    // A name below another's host needs a certificate and a DNS entry for each bucket, which own services lack.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: keys }),
    // Only checksums that the service requires: others than Amazon lack the newer ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket, Key: prefix + checkedKey(key) })

  const stream: Files['stream'] = (key, range) => {
    const out = new PassThrough()
    const aborting = new AbortController()
    const object = { ...at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }
    const sending = async () => {
      const { Body } = await client.send(new GetObjectCommand(object), { abortSignal: aborting.signal })
      await pipeline(Body as Readable, out)
    }
    out.once('close', () => aborting.abort())
    sending().catch((error: unknown) =>
      out.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    return out
  }

  const put: Files['put'] = async (company, source, limits) => {
    const key = newKey(company)
    const arriving = receiving(limits)
    let received: Omit<StoredFile, 'key'> | undefined
    // A refusal inside ends the upload before the object exists.
    const checked = async function* () {
      for await (const chunk of source instanceof Uint8Array ? [source] : source) {
        arriving.take(chunk)
        yield chunk
      }
      received = arriving.end()
    }
    // A failed upload is aborted; where that fails too, the sweep removes its parts.
    const upload = new Upload({
      client,
      params: { ...at(key), Body: Readable.from(checked(), { objectMode: false }) },
      partSize: partBytes,
      queueSize: partsAtOnce,
    })
    await upload.done()
    if (!received) throw new Error('the upload ended before its source')
    return { key, ...received }
  }

  const remove: Files['remove'] = async (key) => {
    await client.send(new DeleteObjectCommand(at(key)))
  }

  return {
    put,

    async putAll(company, sources, limits) {
      const puts = await Promise.allSettled(sources.map((source) => put(company, source, limits)))
      const failed = puts.find((one) => one.status === 'rejected')
      const stored = puts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (!failed) return stored
      await Promise.allSettled(stored.map(({ key }) => remove(key)))
      throw failed.reason
    },

    async read(key) {
      const { Body } = await client.send(new GetObjectCommand(at(key)))
      if (!Body) throw new Error('the object has no body')
      return Buffer.from(await Body.transformToByteArray())
    },

    stream,

    remove,

    async *putBefore(company, moment) {
      const Prefix = `${prefix}${company}/`
      await takeBackUploads(client, { Bucket, Prefix }, moment)
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified && LastModified < moment) yield Key.slice(prefix.length)
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket }))
    },

    close: () => client.destroy(),
  }
}

/**
 * Ends the uploads in parts that a killed server left before a moment: their parts occupy space without being listed.
 */
async function takeBackUploads(
  client: S3Client,
  where: { Bucket: string; Prefix: string },
  moment: Date,
): Promise<void> {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
  while (marker) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ ...where, ...marker }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && Initiated < moment)
        await client.send(new AbortMultipartUploadCommand({ Bucket: where.Bucket, Key, UploadId }))
    marker = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : null
  }
}
