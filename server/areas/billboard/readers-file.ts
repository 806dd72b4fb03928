import es from '#locales/es/billboard.json' with { type: 'json' }
import pt from '#locales/pt/billboard.json' with { type: 'json' }
import type { Context } from '#server/shared/context.ts'
import { csvStreamOf } from '#server/shared/files/spreadsheet.ts'
import { listReaders } from './queries.ts'
import { dayOf, shownPost } from './saving.ts'

/** People that are read at once. */
const batch = 1000

/** The people of a post and when each read it, in the company's zone, as CSV. @throws {Refusal} NOT_FOUND */
export async function readersFile(ctx: Context, id: number) {
  const { session, request } = ctx
  await ctx.read((tx) => shownPost(ctx, tx, id))
  const words = (request.language === 'pt' ? pt : es).lectores
  const when = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: session.zone,
  })
  async function* rows() {
    for (let offset = 0; ; offset += batch) {
      const found = await ctx.read((tx) => listReaders(tx.db, session, id, false, { limit: batch, offset }))
      if (found.length > 0)
        yield found.map(({ nombre, sector, leido }) => [
          nombre,
          sector ?? '',
          leido ? when.format(leido) : '',
        ])
      if (found.length < batch) return
    }
  }
  const columns = [words.persona, words.sector, words.leido].map((head) => ({ head, width: 30 }))
  return {
    body: csvStreamOf({ name: words.archivo, columns, rows: rows() }),
    type: 'text/csv; charset=utf-8' as const,
    download: `${words.archivo}-${dayOf(ctx)}.csv`,
  }
}
