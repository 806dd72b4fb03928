import type { me } from '#contract/me/me.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { onlyOf } from '#server/shared/elements.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { documentFile } from '#server/areas/documents/operations.ts'
import { type MyRow, myRowsOf, noteReadings } from './queries.ts'
import { readerOf, type Standing, wayOf } from './standing.ts'

const pageWidth = 1200
/** Pixels of the picture of a first page's head. */
export const headWidth = 720

/** The PDF of one's own document, to be read or to be kept; the first time is noted. */
export async function readPdf(ctx: Context, { id, descarga }: ParsedOf<typeof me.pdf>): Promise<FileAnswer> {
  const { row, body } = await openDocument(ctx, id)
  await noteNow(ctx, row, descarga ? 'downloaded' : 'read')
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
  await noteNow(ctx, row, 'read', page)
  return answer
}

/**
 * Finds a document as its employee sees it (the session's own unless another is named), its file and its bytes;
 * refuses what may not be opened.
 */
export async function openDocument(ctx: Context, id: number, page?: number, employee?: number) {
  const { row, file } = await ctx.read(async (tx) => {
    const { rows } = await openableRows(ctx, tx, [id], employee)
    const found = onlyOf(rows)
    if (page !== undefined && page > found.paginas) refuse('PAGE_REQUESTED_NOT_FOUND')
    return { row: found, file: await documentFile(tx, id, found.revision) }
  })
  return { row, body: await ctx.services.files.read(file.key) }
}

/** Records that an employee read documents of their own, each at its moment, all or none: a past that is brought along. */
export async function readAll(ctx: Context, readings: readonly { id: number; at: Date }[]): Promise<void> {
  await ctx.write(async (tx) => {
    const ids = readings.map(({ id }) => id)
    const { rows, standing } = await openableRows(ctx, tx, ids)
    await note(
      ctx,
      tx,
      standing,
      rows.map((row, index) => ({ row, act: 'read', at: readings[index]?.at ?? ctx.services.clock() })),
    )
  })
}

/** Documents as their employee sees them, in the order asked for; refuses where one may not be opened. */
async function openableRows(
  ctx: Context,
  tx: Tx,
  ids: readonly number[],
  employee?: number,
): Promise<{ rows: MyRow[]; standing: Standing }> {
  const { reader, standing } = await readerOf(ctx, tx, employee)
  const rows = new Map((await myRowsOf(tx.db, reader, ids)).map((row) => [row.id, row]))
  const openable = ids.map((id) => {
    const row = rows.get(id)
    if (!row) refuse('NOT_FOUND')
    if (row.state === 'cancelled') refuse('DOCUMENT_CANCELLED')
    if (row.cerrado) refuse('SIGN_NOT_ALLOWED_CLOSED')
    return row
  })
  return { rows: openable, standing }
}

interface Opened {
  row: MyRow
  act: 'read' | 'downloaded'
  at: Date
  page?: number
}

/**
 * Records readings. One in a session that doesn't count as the person's own leaves the document unread, and its event
 * names the company's address or code.
 */
async function note(ctx: Context, tx: Tx, standing: Standing, opened: readonly Opened[]): Promise<void> {
  const unread = standing.notOwn === null ? opened.filter(({ row }) => row.leido === null) : []
  if (unread.length > 0)
    await noteReadings(
      tx.db,
      unread.map(({ row, at }) => ({ id: row.id, at })),
    )
  await recordEvents(
    tx,
    opened.map(({ row, act, at, page }) => ({
      subject: { kind: 'document' as const, id: row.id },
      act,
      ...ctx.evidence,
      at,
      data: { revision: row.revision, page, ...wayOf(standing) },
    })),
  )
}

function noteNow(ctx: Context, row: MyRow, act: 'read' | 'downloaded', page?: number): Promise<void> {
  const at = ctx.services.clock()
  return ctx.write(async (tx) => {
    const { standing } = await readerOf(ctx, tx)
    await note(ctx, tx, standing, [{ row, act, at, ...(page !== undefined && { page }) }])
  })
}

/** 'Recibo de sueldo 2026-10.pdf', whatever the employer called it. */
function fileName({ tipo, etiqueta, periodo }: MyRow): string {
  const parts = [tipo, etiqueta, periodo?.slice(0, 7)].filter((part) => part)
  return `${parts.join(' ').replaceAll(/[\\/:*?"<>|]/g, '-')}.pdf`
}
