import type { me } from '#contract/me/me.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { documentFile } from '#server/areas/documents/operations.ts'
import { type MyRow, myRow, noteReading } from './queries.ts'
import { readerOf } from './standing.ts'

const pageWidth = 1200
/** Pixels of the picture of a first page's head. */
export const headWidth = 720

/** The PDF of one's own document, to be read or to be kept; the first time is noted. */
export async function readPdf(ctx: Context, { id, descarga }: ParsedOf<typeof me.pdf>): Promise<FileAnswer> {
  const { row, body } = await openDocument(ctx, id)
  await note(ctx, row, descarga ? 'downloaded' : 'read')
  return { body, type: 'application/pdf', ...(descarga && { download: fileName(row) }) }
}

/** A page as a picture, which counts as reading; of the first one alone the head, which doesn't. */
export async function readPage(
  ctx: Context,
  { id, c, miniatura = false }: ParsedOf<typeof me.page>,
): Promise<FileAnswer> {
  const page = miniatura ? 1 : c
  const { row, body } = await openDocument(ctx, id, page)
  const { engine } = ctx.services
  const picture = await (miniatura ? engine.head(body, headWidth) : engine.render(body, page, pageWidth))
  if (!picture.ok) throw new Error(`page ${page} of document ${id}: ${picture.fault}`)
  const answer = { body: Buffer.from(picture.png), type: 'image/png' as const }
  if (miniatura) return answer
  await note(ctx, row, 'read', page)
  return answer
}

/**
 * Finds a document as its employee sees it (the session's own unless another is named), its file and its bytes;
 * refuses what may not be opened.
 */
export async function openDocument(ctx: Context, id: number, page?: number, employee?: number) {
  const { row, file } = await ctx.read(async (tx) => {
    const found = await openableRow(ctx, tx, id, employee)
    if (page !== undefined && page > found.paginas) refuse('PAGE_REQUESTED_NOT_FOUND')
    return { row: found, file: await documentFile(tx, id, found.revision) }
  })
  return { row, body: await ctx.services.files.read(file.key) }
}

async function openableRow(ctx: Context, tx: Tx, id: number, employee?: number): Promise<MyRow> {
  const { reader } = await readerOf(ctx, tx, employee)
  const row = await myRow(tx.db, reader, id)
  if (!row) refuse('NOT_FOUND')
  if (row.state === 'cancelled') refuse('DOCUMENT_CANCELLED')
  if (row.cerrado) refuse('SIGN_NOT_ALLOWED_CLOSED')
  return row
}

async function note(ctx: Context, row: MyRow, act: 'read' | 'downloaded', page?: number): Promise<void> {
  const now = ctx.services.clock()
  await ctx.write(async (tx) => {
    if (row.leido === null) await noteReading(tx.db, row.id, now)
    await recordEvent(tx, {
      subject: { kind: 'document', id: row.id },
      act,
      ...ctx.evidence,
      at: now,
      data: { revision: row.revision, page },
    })
  })
}

/** 'Recibo de sueldo 2026-10.pdf', whatever the employer called it. */
function fileName({ tipo, etiqueta, periodo }: MyRow): string {
  const parts = [tipo, etiqueta, periodo?.slice(0, 7)].filter((part) => part)
  return `${parts.join(' ').replaceAll(/[\\/:*?"<>|]/g, '-')}.pdf`
}
