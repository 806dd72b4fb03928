import type { ParsedOf } from '#contract/call.ts'
import type { massive } from '#contract/massive/massive.ts'
import type { MassiveItemDetail } from '#contract/massive/preview.ts'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { findVisibleItem, shownDetail } from './showing.ts'

/** A page of a receipt as a picture. Nothing is published yet, so nobody's reading of a document is recorded. */
export async function pagePicture(ctx: Context, input: ParsedOf<typeof massive.page>): Promise<FileAnswer> {
  const key = await ctx.read((tx) => keyOf(tx, ctx, input))
  if (key === null) refuse('NOT_FOUND')
  const pdf = await ctx.services.files.read(key)
  const picture = await ctx.services.engine.render(pdf, input.pagina, input.ancho)
  if (!picture.ok) refuse('PAGE_REQUESTED_NOT_FOUND', 'pagina')
  return { body: Buffer.from(picture.png), type: 'image/png' }
}

/** One receipt with the positions of everything on its pages, and their sizes. */
export async function itemDetail(
  ctx: Context,
  input: ParsedOf<typeof massive.item>,
): Promise<MassiveItemDetail> {
  const { shown, key } = await ctx.read(async (tx) => ({
    shown: await shownDetail(tx, ctx, input),
    key: await keyOf(tx, ctx, input),
  }))
  const { engine, files } = ctx.services
  const found = key === null ? null : await engine.inspect(await files.read(key), { pageSize: null })
  const sizes = found?.ok ? found.pageSizes : []
  return { ...shown, tamanos: sizes.map(({ width, height }) => ({ ancho: width, alto: height })) }
}

/** The file key of a receipt's own PDF; null where it has none. */
async function keyOf(
  tx: Tx,
  ctx: Context,
  { id, item }: { id: number; item: number },
): Promise<string | null> {
  const { file_id } = await findVisibleItem(tx, ctx, id, item)
  if (file_id === null) return null
  const file = await tx.db.selectFrom('files').select('key').where('id', '=', file_id).executeTakeFirst()
  return file?.key ?? null
}
