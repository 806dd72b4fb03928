import { sql } from 'kysely'
import { satisfies } from '#contract/actions.ts'
import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import { massive } from '#contract/massive/massive.ts'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { keptSample, savedReading, typeDetail } from '#server/areas/folders/operations.ts'
import { captured } from './creating.ts'
import { countPublished, expectedPeople, lastPeriod } from './preview/expected.ts'
import { waitingPublication } from './queries.ts'
import { tryReading } from './reading/trying.ts'

type Setup = AnswerOf<typeof massive.setup>

/** The facts that a massive publication of a type would start from, before anything is uploaded. */
export function setupOf(ctx: Context, { tipo, periodo }: ParsedOf<typeof massive.setup>): Promise<Setup> {
  const { session, services } = ctx
  return ctx.read(async (tx) => {
    const type = await captured(tx.db, session, tipo)
    if (!type) refuse('NOT_FOUND', 'tipo')
    const { idCarpeta, firma_empresa } = await typeDetail(tx.db, session, tipo)
    const of = {
      type: tipo,
      period: periodo ?? (type.has_period ? firstDay(today(session.zone, services.clock())) : null),
    }
    const expected = await expectedPeople(tx.db, session, of)
    const before = await lastPeriod(tx.db, of)
    const { rows } = expected
      ? await sql<{ n: number }>`select count(*)::int as n from (${expected}) expected`.execute(tx.db)
      : { rows: [] }
    const signers = await tx.db
      .selectFrom('certificates')
      .select('holder_name')
      .where('expired_at', 'is', null)
      .where('valid_until', '>', services.clock())
      .limit(2)
      .execute()
    const waiting = await waitingPublication(tx.db)
    return {
      carpeta: idCarpeta,
      captura: type.capture,
      xml: type.has_xml,
      firmable: type.signable,
      posicion: firma_empresa,
      firmante: signers.length === 1 ? (signers[0]?.holder_name ?? null) : null,
      esperados: rows[0]?.n ?? 0,
      anterior:
        before === null
          ? null
          : { periodo: before, cantidad: await countPublished(tx.db, session, { ...of, period: before }) },
      ejemplo:
        type.sample !== null && satisfies(massive.sample.need, session) ? { archivo: type.sample } : null,
      lectura: await readOfLate(tx.db, tipo),
      espera: waiting
        ? {
            id: waiting.id,
            de: waiting.de,
            desde: (waiting.received_at ?? waiting.created_at).toISOString(),
            archivo: waiting.archivo,
          }
        : null,
    }
  })
}

function firstDay(date: string): string {
  return `${date.slice(0, 7)}-01`
}

/** How many recent processes of the company are searched for files of a type, and how many files count. */
const ofLate = { processes: 200, files: 3 }

/** The speed at which the last files of a type were read, from any sender; null where none was. */
async function readOfLate(db: Db, type: number): Promise<Setup['lectura']> {
  const recent = db
    .selectFrom('processes')
    .select(['id', 'type_id'])
    .orderBy('created_at', 'desc')
    .limit(ofLate.processes)
    .as('recent')
  const files = await db
    .selectFrom(recent)
    .innerJoin('publications', 'publications.process_id', 'recent.id')
    .where('recent.type_id', '=', type)
    .where('publications.read_milliseconds', '>', 0)
    .where('publications.pages', '>', 0)
    .orderBy('recent.id', 'desc')
    .limit(ofLate.files)
    .select((eb) => [
      eb.ref('publications.pages').$notNull().as('pages'),
      eb.ref('publications.read_milliseconds').$notNull().as('milliseconds'),
      'publications.file_size as bytes',
    ])
    .execute()
  const [newest] = files
  if (!newest) return null
  const sum = (what: 'pages' | 'milliseconds' | 'bytes') => files.reduce((all, file) => all + file[what], 0)
  return {
    paginas: newest.pages,
    paginas_por_segundo: (1000 * sum('pages')) / sum('milliseconds'),
    bytes_por_pagina: sum('bytes') / sum('pages'),
  }
}

/** Reads the type's sample PDF with the type's patterns; opens no employee's document. */
export async function readSample(ctx: Context, { tipo }: ParsedOf<typeof massive.sample>) {
  const { kept, reading } = await ctx.read(async (tx) => ({
    kept: await keptSample(tx, ctx, tipo),
    reading: await savedReading(tx, ctx, tipo),
  }))
  const { reglas, parser } = reading
  const bytes = Buffer.from(await ctx.services.files.read(kept.key))
  const { id_leido, nombre_leido, pagina, marcas } = await tryReading(
    ctx,
    { ...reglas, id: tipo, parser: parser ?? 'first_page' },
    { name: kept.name, type: 'pdf', bytes },
  )
  return { id_leido, nombre_leido, pagina, marcas }
}

/** The first page of the PDF on which a type was set. */
export async function samplePicture(
  ctx: Context,
  { tipo, ancho }: ParsedOf<typeof massive.samplePage>,
): Promise<FileAnswer> {
  const { key } = await ctx.read((tx) => keptSample(tx, ctx, tipo))
  const { engine, files } = ctx.services
  const picture = await engine.render(await files.read(key), 1, ancho)
  if (!picture.ok) refuse('PAGE_REQUESTED_NOT_FOUND')
  return { body: Buffer.from(picture.png), type: 'image/png' }
}
