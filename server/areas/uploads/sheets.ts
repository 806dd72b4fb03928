import sharp from 'sharp'
import type { AnswerOf } from '#contract/call.ts'
import { legibleSide, mostSheets, sheetBytes, type uploads } from '#contract/uploads.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { insertLoose, withStored } from '#server/shared/files/files.ts'
import { errorOfPdf } from '#server/areas/publishing/operations.ts'
import { isActive } from './queries.ts'

/** A sheet of A3 at 600 dots an inch. */
const mostPixels = 70_000_000
/** The longer side of a picture as it is kept, in pixels: A4 at 200 dots an inch. */
const keptSide = 2400
/** Sheets that one person may have put up and not sent: four papers. */
const mostLoose = 4 * mostSheets

interface Sheet {
  kind: 'picture' | 'pdf'
  bytes: Buffer
  pages: number
  width: number | null
  height: number | null
  signed: boolean
  legible: boolean
}

/**
 * Keeps one sheet for a day, until it is sent. A picture is made anew: upright, of a size that reads well, and without
 * place, camera or whatever else its file carried. A PDF stays as it came.
 *
 * @throws {Refusal} UPLOAD_NOT_ACTIVE, what is wrong with the file, or UPLOAD_SHEETS_TOO_MANY
 */
export async function putSheet(ctx: Context, file: UploadedFile): Promise<AnswerOf<typeof uploads.putSheet>> {
  const { services, session } = ctx
  await ctx.read((tx) => checkRoom(tx.db, session.userId))
  const sheet = file.type === 'pdf' ? await pdfSheet(ctx, file.bytes) : await pictureSheet(file.bytes)
  const type = sheet.kind === 'pdf' ? 'pdf' : 'jpg'
  const id = await withStored(services, session.company, { bytes: sheet.bytes, type }, (stored) =>
    ctx.write(async (tx) => {
      const { id } = await tx.db
        .insertInto('upload_pages')
        .values({
          company_id: tx.company,
          user_id: session.userId,
          file_id: await insertLoose(tx, stored),
          kind: sheet.kind,
          pages: sheet.pages,
          size: sheet.bytes.length,
          width: sheet.width,
          height: sheet.height,
          signed: sheet.signed,
          created_at: services.clock(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }),
  )
  return {
    id,
    clase: sheet.kind === 'pdf' ? 'pdf' : 'foto',
    hojas: sheet.pages,
    se_lee_mal: !sheet.legible,
  }
}

async function checkRoom(db: Parameters<typeof isActive>[0], userId: number): Promise<void> {
  if (!(await isActive(db, userId))) refuse('UPLOAD_NOT_ACTIVE')
  const { n } = await db
    .selectFrom('upload_pages')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= mostLoose) refuse('UPLOAD_SHEETS_TOO_MANY', 'file', { maximo: mostLoose })
}

async function pdfSheet({ services }: Context, bytes: Buffer): Promise<Sheet> {
  const found = await services.engine.inspect(bytes, {
    maxBytes: sheetBytes,
    maxPages: mostSheets,
    pageSize: null,
  })
  if (!found.ok) refuse(errorOfPdf(found.fault), 'file', { maximo: mostSheets })
  return {
    kind: 'pdf',
    bytes,
    pages: found.pages,
    width: null,
    height: null,
    signed: found.signatures.some(({ signed }) => signed),
    legible: true,
  }
}

async function pictureSheet(bytes: Buffer): Promise<Sheet> {
  const opened = { limitInputPixels: mostPixels, failOn: 'error' } as const
  const came = await sharp(bytes, opened).metadata().catch(refusePicture)
  const { data, info } = await sharp(bytes, opened)
    .rotate()
    .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .catch(refusePicture)
  return {
    kind: 'picture',
    bytes: data,
    pages: 1,
    width: info.width,
    height: info.height,
    signed: false,
    legible: Math.min(came.width, came.height) >= legibleSide,
  }
}

function refusePicture(error: unknown): never {
  const tooLarge = error instanceof Error && error.message.includes('pixel limit')
  refuse(tooLarge ? 'UPLOAD_PICTURE_TOO_LARGE' : 'UPLOAD_PICTURE_NOT_READABLE', 'file')
}
