import type { z } from 'zod'
import type { ParsedOf } from '#contract/call.ts'
import type { viewAs } from '#contract/me/view-as.ts'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { documentOf, documentsOf } from './listing.ts'
import { personWithin, seenSince } from './queries.ts'
import { headWidth, openDocument } from './reading.ts'

/** One looking round of somebody is one event, however often the list is asked for. */
const roundMinutes = 15

/** The list as an employee sees it; that somebody looked is written down, for the employee to find. */
export function viewDocuments(
  ctx: Context,
  { id, anio }: ParsedOf<typeof viewAs.documents>,
): Promise<z.input<typeof viewAs.documents.answer>> {
  return ctx.write(async (tx) => {
    const persona = await reached(ctx, tx, id)
    const { session, services, evidence } = ctx
    const now = services.clock()
    const since = new Date(now.getTime() - roundMinutes * 60_000)
    if (!(await seenSince(tx.db, session.userId, id, since)))
      await recordEvent(tx, { subject: { kind: 'employee', id }, act: 'seen_as', ...evidence, at: now })
    return { ...(await documentsOf(ctx, tx, anio, id)), persona }
  })
}

export function viewDocument(ctx: Context, { id, documento }: ParsedOf<typeof viewAs.document>) {
  return ctx.read(async (tx) => {
    await reached(ctx, tx, id)
    return documentOf(ctx, tx, documento, id)
  })
}

/** The PDF, seen and not read: nothing of the document changes. */
export async function viewPdf(
  ctx: Context,
  { id, documento }: ParsedOf<typeof viewAs.pdf>,
): Promise<FileAnswer> {
  await ctx.read((tx) => reached(ctx, tx, id))
  const { row, body } = await openDocument(ctx, documento, undefined, id)
  await ctx.write((tx) =>
    recordEvent(tx, {
      subject: { kind: 'document', id: documento },
      act: 'seen',
      ...ctx.evidence,
      at: ctx.services.clock(),
      data: { revision: row.revision, as_employee: true },
    }),
  )
  return { body, type: 'application/pdf' }
}

export async function viewHead(
  ctx: Context,
  { id, documento }: ParsedOf<typeof viewAs.head>,
): Promise<FileAnswer> {
  await ctx.read((tx) => reached(ctx, tx, id))
  const { body } = await openDocument(ctx, documento, undefined, id)
  const picture = await ctx.services.engine.head(body, headWidth)
  if (!picture.ok) throw new Error(`the head of document ${documento}: ${picture.fault}`)
  return { body: Buffer.from(picture.png), type: 'image/png' }
}

async function reached(ctx: Context, tx: Tx, id: number) {
  const person = await personWithin(tx.db, ctx.session, id)
  if (!person) refuse('NOT_FOUND')
  return person
}
