import sharp from 'sharp'
import type { ParsedOf } from '#contract/call.ts'
import { type billboard, mostPostFiles, postFileBytes, postImageBytes } from '#contract/billboard.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { insertKept, loosenFiles, withStored } from '#server/shared/files/files.ts'
import { onlyOf } from '#server/shared/elements.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { fileOfPost, lockedPost } from './queries.ts'
import { shownPost } from './saving.ts'

const mostPixels = 40_000_000
/** The longer side of a picture as it is kept, in pixels. */
const keptSide = 1600

const types = { pdf: 'application/pdf', jpg: 'image/jpeg' } as const

/**
 * Adds a file to a post, or sets its picture. Pictures are made anew, upright and without place or camera.
 *
 * @throws {Refusal} what `billboard.addFile` declares; NOT_FOUND
 */
export async function addFile(
  ctx: Context,
  { id, uso }: ParsedOf<typeof billboard.addFile>,
  file: UploadedFile,
) {
  const { services, session } = ctx
  const picture = uso === 'imagen'
  const { bytes, type } = picture ? await imageOf(file) : await checkedFile(ctx, file)
  return withStored(services, session.company, { bytes, type }, (stored) =>
    ctx.act(async (tx) => {
      const post = (await lockedPost(tx.db, session, id)) ?? refuse('NOT_FOUND')
      const kept = onlyOf(await insertKept(tx, [stored]))
      if (picture) {
        await loosenFiles(tx, [post.image_id])
        await tx.db.updateTable('posts').set({ image_id: kept }).where('id', '=', id).execute()
      } else {
        await checkRoom(tx, id)
        await tx.db
          .insertInto('post_files')
          .values({
            company_id: tx.company,
            post_id: id,
            file_id: kept,
            name: type === 'jpg' ? file.name.replace(/\.png$/i, '.jpg') : file.name,
            type,
            size: bytes.length,
          })
          .execute()
      }
      return shownPost(ctx, tx, id)
    }),
  )
}

/** Takes a file away; 0 is the picture. @throws {Refusal} NOT_FOUND; POST_EMPTY: nothing of a published post would be left */
export function removeFile(ctx: Context, { id, archivo }: ParsedOf<typeof billboard.removeFile>) {
  return ctx.act(async (tx) => {
    const post = (await lockedPost(tx.db, ctx.session, id)) ?? refuse('NOT_FOUND')
    if (archivo === 0) {
      if (post.state === 'published' && post.body === '' && post.video === null) refuse('POST_EMPTY')
      await tx.db.updateTable('posts').set({ image_id: null }).where('id', '=', id).execute()
      await loosenFiles(tx, [post.image_id])
      return shownPost(ctx, tx, id)
    }
    const removed = await tx.db
      .deleteFrom('post_files')
      .where('id', '=', archivo)
      .where('post_id', '=', id)
      .returning('file_id')
      .executeTakeFirst()
    if (!removed) refuse('NOT_FOUND')
    await loosenFiles(tx, [removed.file_id])
    return shownPost(ctx, tx, id)
  })
}

/** A file of a post that the caller may see. @throws {Refusal} NOT_FOUND */
export async function openPostFile(
  ctx: Context,
  post: number,
  archivo: number,
  check: (tx: Tx) => Promise<void>,
) {
  const found = await ctx.read(async (tx) => {
    await check(tx)
    return (await fileOfPost(tx.db, post, archivo)) ?? refuse('NOT_FOUND')
  })
  return { body: ctx.services.files.stream(found.key), type: types[found.type] }
}

async function checkRoom(tx: Tx, post: number): Promise<void> {
  const { n } = await tx.db
    .selectFrom('post_files')
    .where('post_id', '=', post)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= mostPostFiles) refuse('POST_FILES_TOO_MANY', 'file', { maximo: mostPostFiles })
}

async function checkedFile(
  { services }: Context,
  file: UploadedFile,
): Promise<{ bytes: Buffer; type: 'pdf' | 'jpg' }> {
  if (file.type !== 'pdf') return redrawn(file.bytes)
  const inspected = await services.engine.inspect(file.bytes, { maxBytes: postFileBytes, pageSize: null })
  if (inspected.ok) return { bytes: file.bytes, type: 'pdf' }
  return refuse(
    inspected.fault === 'active_content' ? 'PDF_FILE_ACTIVE_CONTENT' : 'POST_FILE_NOT_READABLE',
    'file',
  )
}

async function imageOf(file: UploadedFile): Promise<{ bytes: Buffer; type: 'jpg' }> {
  if (file.type === 'pdf') refuse('SYSTEM_API_WRONG_MIME_TYPE', 'file')
  if (file.bytes.length > postImageBytes)
    refuse('SYSTEM_API_MAX_FILE_SIZE_EXCEEDED', 'file', { maximo: `${postImageBytes / 1_048_576} MB` })
  return redrawn(file.bytes)
}

async function redrawn(bytes: Buffer): Promise<{ bytes: Buffer; type: 'jpg' }> {
  const drawn = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .rotate()
    .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 84 })
    .toBuffer()
    .catch(() => refuse('POST_FILE_NOT_READABLE', 'file'))
  return { bytes: drawn, type: 'jpg' }
}
