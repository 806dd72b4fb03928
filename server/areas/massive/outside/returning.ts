import { randomBytes } from 'node:crypto'
import type { ParsedOf } from '#contract/call.ts'
import type { massive } from '#contract/massive/massive.ts'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'
import { uploadAddress } from '../creating.ts'
import { lockedPublication } from '../locking.ts'
import { discardUpload } from '../upload/discarding.ts'

/**
 * Downloads the split receipts as a zip to be signed elsewhere, and records the download as evidence.
 *
 * @throws {Refusal} NOT_FOUND, MASSIVE_STEP_CHANGED; PROCESS_NOT_YOURS where somebody in it is out of reach
 */
export async function takeOut(ctx: Context, { id }: { id: number }): Promise<FileAnswer> {
  const { key, name } = await ctx.write(async (tx) => {
    const of = await lockedPublication(tx, ctx, id, 'takeOut')
    const file = await tx.db
      .selectFrom('files')
      .select('key')
      .where('id', '=', of.outgoing_file_id ?? 0)
      .executeTakeFirst()
    if (!file) refuse('MASSIVE_STEP_CHANGED')
    if (await holdsBeyondReach(tx, ctx.session, id)) refuse('PROCESS_NOT_YOURS')
    await recordEvent(tx, {
      subject: { kind: 'publication', id },
      act: 'taken_out',
      ...ctx.evidence,
      at: ctx.services.clock(),
    })
    return { key: file.key, name: of.file_name }
  })
  return {
    body: ctx.services.files.stream(key),
    type: 'application/zip',
    download: `${name.replace(/\.[^.]*$/, '')}.zip`,
  }
}

/** Whether receipts that went out are of somebody beyond a viewer's reach. */
async function holdsBeyondReach(tx: Tx, viewer: Viewer, id: number): Promise<boolean> {
  const found = await tx.db
    .selectFrom('publication_items as item')
    .select('item.id')
    .where('item.process_id', '=', id)
    .where('item.source_name', 'is not', null)
    .where((is) => is.not(visibleEmployees(viewer, 'item.recipient_id')))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Announces the signed zip. An earlier upload that is incomplete is dropped. */
export function bringBack(ctx: Context, input: ParsedOf<typeof massive.returned>) {
  const { id, archivo, tamano } = input
  if (!archivo.toLowerCase().endsWith('.zip')) refuse('PUBLISH_DOCUMENT_MASSIVE_ONLY_ZIP', 'archivo')
  return ctx.act(async (tx) => {
    const of = await lockedPublication(tx, ctx, id, 'bringBack')
    if (of.outgoing_file_id === null) refuse('MASSIVE_STEP_CHANGED')
    if (of.upload_id) discardUpload(tx, of.upload_id)
    const uploadId = randomBytes(24).toString('hex')
    await tx.db
      .updateTable('publications')
      .set({
        upload_id: uploadId,
        upload_name: archivo,
        upload_size: tamano,
        received: 0,
        received_at: null,
        notices: '[]',
      })
      .where('process_id', '=', id)
      .execute()
    await recordEvent(tx, {
      subject: { kind: 'publication', id },
      act: 'coming_back',
      ...ctx.evidence,
      at: ctx.services.clock(),
      data: { bytes: tamano },
    })
    return { subida: uploadAddress(ctx.services.config.apiBase, uploadId) }
  })
}
