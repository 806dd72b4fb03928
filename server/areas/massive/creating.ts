import { randomBytes } from 'node:crypto'
import type { ParsedOf } from '#contract/call.ts'
import type { massive } from '#contract/massive/massive.ts'
import { modeFacts } from '#contract/massive/modes.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { beginProcess } from '#server/shared/processes/lifecycle.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { checkPeriod, publishableType } from '#server/areas/publishing/operations.ts'
import { waitingPublication } from './queries.ts'
import { sql } from 'kysely'

/** The reach with which a publication is read: that of its creator, under their profile at that moment. */
export interface Reader extends Viewer {
  zone: string
}

declare module '#server/db/schema.ts' {
  interface JsonColumns {
    'publications.viewer': Reader
  }
}

/** The address to which a publication's file is uploaded by the tus protocol. */
export function uploadAddress(apiBase: string, uploadId: string): string {
  return `${apiBase}/v2/uploads/${uploadId}`
}

/** Begins a publication: its process, and the id under which its file may be sent. */
export function createPublication(ctx: Context, input: ParsedOf<typeof massive.create>) {
  const { session, services } = ctx
  const { modo, tipo, archivo, tamano } = input
  const { onePdf } = modeFacts[modo]
  const extension = archivo.slice(archivo.lastIndexOf('.') + 1).toLowerCase()
  if (onePdf && extension !== 'pdf') refuse('PUBLISH_DOCUMENT_MASSIVE_ONLY_PDF', 'archivo')
  if (!onePdf && extension !== 'zip') refuse('PUBLISH_DOCUMENT_MASSIVE_ONLY_ZIP', 'archivo')
  return ctx.act(async (tx) => {
    const type = await captured(tx.db, session, tipo)
    if (!type) refuse('NOT_FOUND', 'tipo')
    // Generic papers are published to many unchanged; forms are made by the person who fills them in.
    if (type.is_form || type.generic) refuse('PUBLISH_TYPE_NOT_SUITABLE', 'tipo')
    if (!type.capture) refuse('PUBLISH_DOCUMENT_MASSIVE_NO_CAPTURE', 'tipo')
    // A page that is split off has no name of its own to be captured by.
    if (onePdf && type.capture === 'file_name') refuse('PUBLISH_DOCUMENT_MASSIVE_NO_CAPTURE', 'tipo')
    const period = input.periodo ?? null
    await checkPeriod(tx, ctx, type, period)
    if (input.etiqueta && !type.several_a_period) refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', 'etiqueta')
    if (input.notificar && !type.visible) refuse('PUBLISH_NOTIFY_NOT_VISIBLE', 'notificar')
    await refuseWaiting(tx, ctx)
    const uploadId = randomBytes(24).toString('hex')
    const id = await beginProcess(tx, {
      kind: 'massive',
      step: 'uploaded',
      by: session.userId,
      at: services.clock(),
      type: tipo,
      period,
    })
    const { userId, profileKind, seesConfidential, zone } = session
    const viewer: Reader = { userId, profileKind, seesConfidential, zone }
    await tx.db
      .insertInto('publications')
      .values({
        company_id: tx.company,
        process_id: id,
        mode: modo,
        type_version: type.version,
        viewer: JSON.stringify(viewer),
        label: input.etiqueta || null,
        upload_id: uploadId,
        file_name: archivo,
        file_size: tamano,
        upload_size: tamano,
        notify: input.notificar,
      })
      .execute()
    await recordEvent(tx, {
      subject: { kind: 'publication', id },
      act: 'begun',
      ...ctx.evidence,
      at: services.clock(),
      data: { mode: modo, type: tipo, period, bytes: tamano },
    })
    return { id, subida: uploadAddress(services.config.apiBase, uploadId) }
  })
}

/** Refuses while another file of the company waits to be read, naming its creator and its time. */
async function refuseWaiting(tx: Tx, ctx: Context): Promise<void> {
  const other = await waitingPublication(tx.db)
  if (!other) return
  const since = other.received_at ?? other.created_at
  refuse('PUBLISH_DOCUMENT_MASSIVE_ZIP_WAITING', undefined, {
    archivo: other.archivo,
    nombre: other.de,
    desde: new Intl.DateTimeFormat(ctx.request.language === 'pt' ? 'pt-BR' : 'es', {
      timeZone: ctx.session.zone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(since),
  })
}

/** A type within reach with how it is read, by its present version. */
export async function captured(db: Db, viewer: Viewer, id: number) {
  const type = await publishableType(db, viewer, id)
  if (!type) return undefined
  const more = await db
    .selectFrom('document_types as type')
    .innerJoin('document_type_versions as v', (on) =>
      on.onRef('v.type_id', '=', 'type.id').onRef('v.version', '=', 'type.version'),
    )
    .select([
      'type.capture',
      'type.generic',
      'type.version',
      sql<
        string | null
      >`case when v.sample_file_id is not null then coalesce(v.sample_name, 'muestra.pdf') end`.as('sample'),
    ])
    .where('type.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...type, ...more }
}
