import type { ParsedOf } from '#contract/call.ts'
import type { Bounced, followUps } from '#contract/processes/follow-up.ts'
import { kindFacts } from '#contract/processes/kinds.ts'
import es from '#locales/es/processes.json' with { type: 'json' }
import pt from '#locales/pt/processes.json' with { type: 'json' }
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { farthestRow, paginationOf, rowsOf } from '#server/shared/list.ts'
import { causeOf } from '#server/shared/mail/causes.ts'
import { kindOfProcess } from '#server/shared/processes/kinds.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { bouncedOf, casesOf, noticesOf, otherFacts, sectorsOf } from './follow-up-queries.ts'
import { suggestedAddress } from './mail-slips.ts'
import { findProcess } from './queries.ts'
import { sheetAnswer } from './sheets.ts'

const words = { es, pt }
const summed = ['publicados', 'leidos', 'conformes', 'no_conformes', 'sin_firmar', 'sin_firma'] as const

/** A process that publishes, known to the viewer; anything else is not there. */
async function publicationOf(tx: Tx, { session }: Context, id: number) {
  const found = await findProcess(tx.db, session, id)
  if (!found || !kindFacts[kindOfProcess(found)].publishes) refuse('NOT_FOUND')
  return found
}

/** The follow-up of a process's documents within the viewer's reach. */
export function showFollowUp(ctx: Context, { id }: ParsedOf<typeof followUps.one>) {
  return ctx.read(async (tx) => {
    const { session } = ctx
    const found = await publicationOf(tx, ctx, id)
    const sectors = await sectorsOf(tx.db, session, id)
    const { cancelled, published } = await otherFacts(tx.db, session, id)
    const cases = await casesOf(tx.db, session, id)
    const sum = (name: (typeof summed)[number]) => sectors.reduce((total, row) => total + row[name], 0)
    return {
      id,
      id_tipo: found.type_id,
      tipo: found.type_name,
      periodo: found.period,
      etiqueta: found.label,
      publicado: published,
      totales: {
        publicados: sum('publicados'),
        leidos: sum('leidos'),
        conformes: sum('conformes'),
        no_conformes: sum('no_conformes'),
        sin_firmar: sum('sin_firmar'),
        sin_firma: sum('sin_firma'),
        anulados: cancelled,
      },
      avisos: await noticesOf(tx.db, session, id),
      sectores: sectors,
      casos: cases.rows,
      casos_total: cases.total,
      deshecha: found.undone_at,
    }
  })
}

/** Mails of a publication that did not arrive. */
export function showBounced(ctx: Context, input: ParsedOf<typeof followUps.bounced>) {
  const limits = rowsOf(input)
  return ctx.read(async (tx) => {
    await publicationOf(tx, ctx, input.id)
    const { rows, total } = await bouncedOf(tx.db, ctx.session, input.id, limits)
    return { data: rows.map(presentBounced), pagination: paginationOf(total, input) }
  })
}

function presentBounced(row: Awaited<ReturnType<typeof bouncedOf>>['rows'][number]): Bounced {
  return {
    id: row.id,
    documento: row.document_id,
    id_colaborador: row.user_id,
    colaborador: row.sort_name,
    rebotado: row.to_address,
    correo: row.mail,
    sugerido: row.mail === row.to_address ? suggestedAddress(row.to_address) : null,
    causa: causeOf(row.reason),
    intentos: row.attempts,
  }
}

/** The same as a spreadsheet. */
export async function bouncedSheet(ctx: Context, { id }: { id: number }): Promise<FileAnswer> {
  const w = words[ctx.request.language]
  const rows = await ctx.read(async (tx) => {
    await publicationOf(tx, ctx, id)
    return (await bouncedOf(tx.db, ctx.session, id, { limit: farthestRow, offset: 0 })).rows
  })
  return sheetAnswer(`${w.hoja.archivoRebotados}-${id}`, {
    name: w.hoja.rebotados,
    columns: [
      [w.columna.colaborador, 34],
      [w.columna.rebotado, 34],
      [w.columna.correo, 34],
      [w.columna.motivo, 30],
    ],
    rows: rows
      .map(presentBounced)
      .map(({ colaborador, rebotado, correo, causa }) => [
        colaborador,
        rebotado,
        correo ?? '',
        w.causa[causa],
      ]),
  })
}
