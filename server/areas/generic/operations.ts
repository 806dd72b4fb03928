import type { ParsedOf } from '#contract/call.ts'
import { type generic, genericBytes, genericRows } from '#contract/generic.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { readCsv } from '#server/shared/files/csv.ts'
import { Refusal, refuse } from '#server/shared/errors.ts'
import { fold } from '#server/shared/text/fold.ts'
import { withStored } from '#server/shared/files/files.ts'
import { rowsOf } from '#server/shared/list.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { publishToMany } from '#server/areas/massive/operations.ts'
import { publishableType, readFile } from '#server/areas/publishing/operations.ts'
import { type Choice, countAudience, listAudience, recipientsOf, unknownIds } from './queries.ts'

type Wanted = Pick<
  ParsedOf<typeof generic.publish>,
  'tipo' | 'modo' | 'sector' | 'lugar' | 'cargo' | 'solo_sin_version'
>

/** The recipients of a choice, as counts and one of the lists, before anything is published. */
export async function audienceOf(
  ctx: Context,
  input: ParsedOf<typeof generic.recipients>,
  csv: UploadedFile | undefined,
) {
  const choice = await choiceOf(input, csv)
  const range = rowsOf(input)
  return ctx.read(async (tx) => {
    await genericType(tx, ctx, input.tipo)
    const { audience } = choice
    const unknown = audience.by === 'ids' ? await unknownIds(tx.db, ctx.session, audience.ids) : []
    const lista =
      input.lista === 'desconocidos'
        ? unknown
            .slice(range.offset, range.offset + range.limit)
            .map((cuil) => ({ id: null, nombre: '', cuil, sector: '', lugar: '' }))
        : await listAudience(tx.db, ctx.session, choice, input.lista, range)
    return {
      ...(await countAudience(tx.db, ctx.session, choice)),
      desconocidos: unknown.length,
      lista,
    }
  })
}

/**
 * Publishes one file to everybody whom the choice reaches now: as many as the person saw, or it is refused. The
 * documents are made in the background, as those of a massive publication are.
 */
export async function publishGeneric(
  ctx: Context,
  input: ParsedOf<typeof generic.publish>,
  upload: UploadedFile,
) {
  const choice = await choiceOf(input, upload.beside)
  const type = await ctx.read((tx) => genericType(tx, ctx, input.tipo))
  if (input.notificar && !type.visible) refuse('PUBLISH_NOTIFY_NOT_VISIBLE', 'notificar')
  const { bytes, name } = upload
  const { pages } = await readFile(ctx, bytes, genericBytes / 1_048_576)
  return withStored(ctx.services, ctx.session.company, { bytes, type: 'pdf' }, (stored) =>
    ctx.act(async (tx) => {
      const { destinatarios } = await countAudience(tx.db, ctx.session, choice)
      if (destinatarios === 0) refuse('MASSIVE_NOTHING_READY')
      if (destinatarios !== input.personas)
        refuse('MASSIVE_COUNT_CHANGED', 'personas', { recibos: destinatarios })
      const id = await publishToMany(tx, ctx, {
        type: input.tipo,
        file: { stored, name, pages },
        notify: input.notificar,
        recipients: recipientsOf(tx.db, ctx.session, choice),
        audience: { ...input, personas: destinatarios },
      })
      return { id, personas: destinatarios }
    }),
  )
}

/** A type within reach whose documents are the same for many. */
async function genericType(tx: Tx, ctx: Context, id: number) {
  const type = await publishableType(tx.db, ctx.session, id)
  if (!type) refuse('NOT_FOUND', 'tipo')
  if (!type.generic || type.is_form || type.has_xml) refuse('PUBLISH_TYPE_NOT_SUITABLE', 'tipo')
  return type
}

async function choiceOf(input: Wanted, csv: UploadedFile | undefined): Promise<Choice> {
  const { tipo: type, modo, solo_sin_version: withoutVersion } = input
  if (modo === 'csv') {
    if (!csv) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'csv')
    if (!csv.name.toLowerCase().endsWith('.csv')) refuse('SYSTEM_API_WRONG_MIME_TYPE', 'csv')
    return { type, withoutVersion, audience: { by: 'ids', ids: await idsOf(csv) } }
  }
  if (csv) refuse('SYSTEM_API_PARAMETER_NOT_EXPECTED', 'csv')
  for (const field of ['sector', 'lugar', 'cargo'] as const)
    if (input[field].length === 0) refuse('SYSTEM_API_PARAMETER_REQUIRED', field)
  const { sector: sectors, lugar: locations, cargo: positions } = input
  return { type, withoutVersion, audience: { by: 'categories', sectors, locations, positions } }
}

/** The ids of a list with one column, `cuil`; separators, empty lines and those that come twice left out. */
async function idsOf({ bytes }: UploadedFile): Promise<string[]> {
  const { header, rows } = await table(bytes)
  const at = header.findIndex((name) => fold(name) === 'cuil')
  if (at < 0 || header.filter((name) => name !== '').length !== 1) refuse('GENERIC_CSV_COLUMN', 'csv')
  const ids = rows.map(({ cells }) => (cells[at] ?? '').replace(/[^0-9A-Za-z]/g, '').toUpperCase())
  const found = [...new Set(ids.filter((one) => one !== ''))]
  if (found.length === 0) refuse('GENERIC_CSV_EMPTY', 'csv')
  return found
}

/** Reads a spreadsheet; refusals name this call's own field. */
async function table(bytes: Buffer) {
  try {
    return await readCsv(bytes, genericRows)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'IMPORT_EMPTY') return refuse('GENERIC_CSV_EMPTY', 'csv')
    if (error instanceof Refusal) return refuse('GENERIC_CSV_COLUMN', 'csv')
    throw error
  }
}
