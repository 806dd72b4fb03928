import sharp from 'sharp'
import { refuse } from '#server/shared/errors.ts'
import { detectType, insertLoose, keepFile, loosenFiles, withStored } from '#server/shared/files/files.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'

const mostBytes = 1_048_576
/** Pixels: twice the largest place that shows it. */
const size = { width: 800, height: 400 }

/**
 * Replaces a company's logo by a PNG redrawn from the file, without its metadata; the former one is swept later.
 *
 * @param noted what the same transaction writes down of it
 * @throws {Refusal} SYSTEM_API_MAX_FILE_SIZE_EXCEEDED; SYSTEM_API_WRONG_MIME_TYPE for what is no PNG, JPG or WebP
 */
export async function replaceLogo(
  services: Services,
  company: number,
  bytes: Buffer,
  noted: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (bytes.length > mostBytes) refuse('SYSTEM_API_MAX_FILE_SIZE_EXCEEDED', 'logo', { maximo: '1 MB' })
  const picture = await redrawn(bytes)
  await withStored(services, company, { bytes: picture, type: 'png' }, (stored) =>
    services.tenant(company).write(async (tx) => {
      const former = await tx.db.selectFrom('companies').select('logo_file_id').executeTakeFirstOrThrow()
      await loosenFiles(tx, [former.logo_file_id])
      const logo_file_id = await insertLoose(tx, stored)
      await keepFile(tx, logo_file_id)
      await tx.db.updateTable('companies').set({ logo_file_id, logo_set_at: services.clock() }).execute()
      await noted(tx)
    }),
  )
}

async function redrawn(bytes: Buffer): Promise<Buffer> {
  const type = detectType(bytes)
  if (type !== 'png' && type !== 'jpg' && type !== 'webp') refuse('SYSTEM_API_WRONG_MIME_TYPE', 'logo')
  try {
    return await sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'error' })
      .rotate()
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch {
    return refuse('SYSTEM_API_WRONG_MIME_TYPE', 'logo')
  }
}
