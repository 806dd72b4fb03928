import type { ParsedOf } from '#contract/call.ts'
import type { massive } from '#contract/massive.ts'
import type { Context, FileAnswer } from '../../shared/context.ts'
import { refuse } from '../../shared/errors.ts'
import { itemOf } from './showing.ts'

/** A page of a receipt as a picture. Nothing is published yet, so nobody's reading of a document is recorded. */
export async function pagePicture(ctx: Context, input: ParsedOf<typeof massive.page>): Promise<FileAnswer> {
  const key = await ctx.read(async (tx) => {
    const { file_id } = await itemOf(tx, ctx, input.id, input.item)
    if (file_id === null) refuse('NOT_FOUND')
    const file = await tx.db.selectFrom('files').select('key').where('id', '=', file_id).executeTakeFirst()
    return file?.key ?? refuse('NOT_FOUND')
  })
  const pdf = await ctx.services.files.read(key)
  const picture = await ctx.services.engine.render(pdf, input.pagina, input.ancho)
  if (!picture.ok) refuse('PAGE_REQUESTED_NOT_FOUND', 'pagina')
  return { body: Buffer.from(picture.png), type: 'image/png' }
}
