import type { FastifyRequest } from 'fastify'
import type { Upload, UploadPart } from '#contract/call.ts'
import type { UploadedFile } from './context.ts'
import { looksLikeText } from './files/csv.ts'
import { refuse } from './errors.ts'
import { detectType, isHeic } from './files/files.ts'
import { findVirus } from './files/virus.ts'
import type { Services } from './services.ts'

const maxFields = 60

/**
 * Reads a multipart body: its text fields and the file that the call declares, with the one beside it, capped,
 * their types found from their bytes, and scanned for viruses where the installation has a scanner. A text's name
 * repeated gives a list. `upload` null: no file is expected. `maxTextBytes` limits the text fields together.
 */
export async function readMultipart(
  services: Pick<Services, 'config' | 'log'>,
  request: FastifyRequest,
  upload: Upload | null,
  maxTextBytes: number,
): Promise<{ fields: Record<string, unknown>; file: UploadedFile | undefined }> {
  const fields: Record<string, unknown> = {}
  const expected: UploadPart[] = upload ? [upload, ...(upload.beside ? [upload.beside] : [])] : []
  const files = new Map<string, UploadedFile>()
  let reading: UploadPart | null = upload
  let textBytes = 0
  try {
    const parts = request.parts({
      limits: {
        fields: maxFields,
        fieldSize: maxTextBytes,
        files: Math.max(expected.length, 1),
        fileSize: Math.max(1, ...expected.map(({ maxBytes }) => maxBytes)),
        headerPairs: 50,
      },
    })
    for await (const part of parts) {
      if (part.type === 'field') {
        textBytes += Buffer.byteLength(String(part.value))
        if (part.valueTruncated || textBytes > maxTextBytes) refuse('SYSTEM_API_BODY_TOO_LARGE')
        const before = fields[part.fieldname]
        fields[part.fieldname] = before === undefined ? part.value : [before, part.value].flat()
        continue
      }
      const one = expected.find(({ field }) => field === part.fieldname)
      if (!one || files.has(one.field)) refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', part.fieldname)
      reading = one
      const bytes = await part.toBuffer()
      // A browser sends an empty part for a field left empty.
      if (bytes.length === 0 && !part.filename && !one.required) continue
      if (bytes.length > one.maxBytes) refuseSize(one)
      const type = typeOf(bytes, one)
      if (type === null && !one.refusals && one.types.includes('jpg') && isHeic(bytes))
        refuse('UPLOAD_HEIC', one.field)
      if (!type || !one.types.includes(type))
        refuse(one.refusals?.type ?? 'SYSTEM_API_WRONG_MIME_TYPE', one.field)
      await refuseVirus(services, bytes, request, one.field)
      files.set(one.field, { name: baseName(part.filename), type, bytes })
    }
  } catch (error) {
    throw refusalOf(error, reading)
  }
  const missing = expected.find(({ field, required }) => required && !files.has(field))
  if (missing) refuse('SYSTEM_API_PARAMETER_REQUIRED', missing.field)
  const file = files.get(upload?.field ?? '')
  const beside = files.get(upload?.beside?.field ?? '')
  if (beside && !file) refuse('SYSTEM_API_PARAMETER_REQUIRED', upload?.field)
  return { fields, file: file && { ...file, ...(beside && { beside }) } }
}

/** A file that can't be scanned is refused as well: it is never taken for a clean one. */
async function refuseVirus(
  { config, log }: Pick<Services, 'config' | 'log'>,
  bytes: Buffer,
  request: FastifyRequest,
  field: string,
): Promise<void> {
  if (!config.clamdUrl) return
  const about = { requestId: request.id, company: request.session?.company, user: request.session?.userId }
  const virus = await findVirus(config.clamdUrl, [bytes]).catch((error: unknown) => {
    log.error({ err: error, ...about }, 'an upload could not be scanned')
    return refuse('SYSTEM_API_VIRUS_SCAN_FAILED', field)
  })
  if (virus === null) return
  log.warn({ virus, ...about }, 'an upload holds a virus')
  refuse('SYSTEM_API_VIRUS_FOUND', field)
}

/** Text has no magic number: it is assumed only where text is expected. */
function typeOf(bytes: Buffer, { types }: UploadPart): UploadedFile['type'] | null {
  const marked = detectType(bytes)
  // A .p12 has no magic number either; opening it decides.
  if (types.includes('p12')) return 'p12'
  if (marked === null && types.includes('csv') && looksLikeText(bytes)) return 'csv'
  if (marked === 'zip') return types.includes('xlsx') ? 'xlsx' : null
  return marked
}

/** The client's file name, without path and control characters, at most 200 characters. */
function baseName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  return clean.slice(-200) || 'documento.pdf'
}

function refuseSize(part: UploadPart | null): never {
  refuse(part?.refusals?.size ?? 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED', part?.field, {
    maximo: megabytes(part),
  })
}

function refusalOf(error: unknown, upload: UploadPart | null): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return asRefusal(() => refuseSize(upload))
  }
  if (typeof code === 'string' && code.startsWith('FST_'))
    return asRefusal(() => refuse('SYSTEM_API_BODY_NOT_READABLE'))
  if (error instanceof Error && /Unexpected end|aborted|premature/i.test(error.message)) {
    return asRefusal(() => refuse('SYSTEM_API_UPLOAD_INTERRUPTED', upload?.field))
  }
  return error
}

function asRefusal(refusing: () => never): unknown {
  try {
    return refusing()
  } catch (refusal) {
    return refusal
  }
}

function megabytes(upload: UploadPart | null): number {
  return Math.round((upload?.maxBytes ?? 0) / 1_048_576)
}
