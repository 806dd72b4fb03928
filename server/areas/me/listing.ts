import type { z } from 'zod'
import type { me, myDocumentDetail, myDocuments } from '#contract/me/me.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { answerOf, closedBy, myRow, type MyRow, myRows, onTheWire, paperOf, signaturesOf } from './queries.ts'
import { readerOf, whyShut } from './standing.ts'

/** One's own documents: what waits for a signature, and a year of the rest by folder. */
export async function listMine(
  ctx: Context,
  { anio }: ParsedOf<typeof me.documents>,
): Promise<z.input<typeof myDocuments>> {
  return ctx.read((tx) => documentsOf(ctx, tx, anio))
}

/** One of one's own documents, with its signatures and why it can't be signed, if it can't. */
export async function showMine(ctx: Context, id: number): Promise<z.input<typeof myDocumentDetail>> {
  return ctx.read((tx) => documentOf(ctx, tx, id))
}

/** An employee's list as they see it; the session's own unless another is named. */
export async function documentsOf(
  ctx: Context,
  tx: Tx,
  wanted: number | undefined,
  employee?: number,
): Promise<z.input<typeof myDocuments>> {
  const { reader, standing } = await readerOf(ctx, tx, employee)
  const rows = await myRows(tx.db, reader)
  const waits = (row: MyRow) =>
    row.state === 'published' && row.signing === 'pending' && !row.cerrado && !standing.declined
  const years = [...new Set(rows.map((row) => row.year))].sort((one, other) => other - one)
  const anio = wanted ?? years[0] ?? Number(today(reader.zone, reader.now).slice(0, 4))
  const closed = rows.some((row) => row.cerrado) ? await closedBy(tx.db, reader) : new Map<number, string[]>()
  const folders = Map.groupBy(
    rows.filter((row) => row.year === anio && !waits(row)),
    (row) => row.folder_id,
  )
  return {
    anio,
    anios: years,
    espera: rows.filter(waits).map(onTheWire),
    carpetas: [...folders].map(([id, inside]) => ({
      id,
      nombre: inside[0]?.carpeta ?? '',
      documentos: inside.map(onTheWire),
      cerrada_por: inside.some((row) => row.cerrado) ? (closed.get(id) ?? []) : [],
    })),
    firma_cerrada: standing.shut,
  }
}

/** A document as its employee sees it; NOT_FOUND for what they don't see. */
export async function documentOf(
  ctx: Context,
  tx: Tx,
  id: number,
  employee?: number,
): Promise<z.input<typeof myDocumentDetail>> {
  const { reader, standing } = await readerOf(ctx, tx, employee)
  const row = await myRow(tx.db, reader, id)
  if (!row) refuse('NOT_FOUND')
  return {
    ...onTheWire(row),
    firmas: await signaturesOf(tx.db, id),
    firma_cerrada: whyShut(row, standing),
    respuesta: await answerOf(tx.db, id),
    papeles: await paperOf(tx.db, id),
  }
}
