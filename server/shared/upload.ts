import type { FastifyRequest } from 'fastify'
import type { Upload } from '#contract/call.ts'
import type { UploadedFile } from './context.ts'
import { refuse } from './errors.ts'
import { detectType } from './files.ts'

const maxFields = 60
const maxFieldBytes = 64 * 1024

/**
 * Reads a multipart body: its text fields and the one file that the call declares, capped, its type found from
 * its bytes. A name repeated gives a list. `upload` null: no file is expected.
 */
export async function readMultipart(
  request: FastifyRequest,
  upload: Upload | null,
): Promise<{ fields: Record<string, unknown>; file: UploadedFile | undefined }> {
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  try {
    const parts = request.parts({
      limits: {
        fields: maxFields,
        fieldSize: maxFieldBytes,
        files: 1,
        fileSize: upload?.maxBytes ?? 1,
        headerPairs: 50,
      },
    })
    for await (const part of parts) {
      if (part.type === 'field') {
        const before = fields[part.fieldname]
        fields[part.fieldname] = before === undefined ? part.value : [before, part.value].flat()
        continue
      }
      if (!upload || part.fieldname !== upload.field)
        refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', part.fieldname)
      const bytes = await part.toBuffer()
      // A browser sends an empty part for a field left empty.
      if (bytes.length === 0 && !part.filename && !upload.required) continue
      const type = detectType(bytes)
      if (!type || !upload.types.includes(type)) refuse('SYSTEM_API_WRONG_MIME_TYPE', upload.field)
      file = { name: baseName(part.filename), type, bytes }
    }
  } catch (error) {
    throw refusalOf(error, upload)
  }
  if (upload?.required && !file) refuse('SYSTEM_API_PARAMETER_REQUIRED', upload.field)
  return { fields, file }
}

/** What a person called the file, without any path, control characters or more than 200 letters. */
function baseName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  return clean.slice(-200) || 'documento.pdf'
}

function refusalOf(error: unknown, upload: Upload | null): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return asRefusal(() =>
      refuse('SYSTEM_API_MAX_FILE_SIZE_EXCEEDED', upload?.field, { maximo: megabytes(upload) }),
    )
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

function megabytes(upload: Upload | null): number {
  return Math.round((upload?.maxBytes ?? 0) / 1_048_576)
}
