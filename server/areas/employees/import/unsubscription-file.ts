import { Readable } from 'node:stream'
import type { ParsedOf } from '#contract/call.ts'
import { type unsubscription, unsubscriptionFields } from '#contract/employees/import.ts'
import es from '#locales/es/employees-ends.json' with { type: 'json' }
import pt from '#locales/pt/employees-ends.json' with { type: 'json' }
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { csvLines, csvMark } from '#server/shared/files/csv.ts'
import { today } from '#server/shared/today.ts'
import { printedDay } from '#server/shared/text/printed.ts'
import { listEmployees } from '../queries.ts'
import { insistOnEnding } from './unsubscription.ts'

const words = { es, pt }
/** People that are read at once. */
const batch = 500

/**
 * The CSV of an unsubscription: the header with an example, or with a line for each active employee of the filtered list,
 * whose end is today unless somebody writes another day.
 */
export async function unsubscriptionFile(
  ctx: Context,
  { armar, ...search }: ParsedOf<typeof unsubscription.template>,
): Promise<FileAnswer> {
  const { services, session, request, evidence } = ctx
  const { ejemplo, archivo } = words[request.language]
  const now = services.clock()
  const day = today(session.zone, now)
  await ctx.write(async (tx) => {
    await insistOnEnding(tx, session)
    if (armar)
      await recordEvent(tx, {
        subject: { kind: 'employee', id: session.userId },
        act: 'sheet_taken',
        at: now,
        data: { columns: unsubscriptionFields.join(' ') },
        ...evidence,
      })
  })
  const { read } = services.tenant(session.company)
  async function* lines() {
    yield csvMark + csvLines([unsubscriptionFields])
    if (!armar) yield csvLines([[ejemplo.cuil, ejemplo.fechabaja, ejemplo.observaciones]])
    for (let offset = 0, left = armar; left; offset += batch) {
      const found = { ...search, estado: ['active' as const], orden: 'nombre' as const }
      const { data } = await read((db) => listEmployees(db, session, found, { limit: batch, offset }))
      const others = data.filter(({ id }) => id !== session.userId)
      if (others.length > 0) yield csvLines(others.map(({ cuil }) => [cuil, printedDay(day), '']))
      left = data.length === batch
    }
  }
  return {
    body: Readable.from(lines()),
    type: 'text/csv; charset=utf-8',
    download: `${archivo}-${day}.csv`,
  }
}
