import type { Context, FileAnswer } from '#server/shared/context.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { printedInstant } from '#server/shared/text/printed.ts'
import { reportBlocks } from './blocks.ts'
import { readReportFacts } from './facts.ts'
import { reportWords } from './words.ts'

/**
 * The traceability report: everything known of a document, with each event's path to the root that seals it, as a
 * PDF. Making one is an event too, which the next report shows.
 */
export async function makeReport(ctx: Context, { id }: { id: number }): Promise<FileAnswer> {
  const { services, session, evidence, request } = ctx
  const now = services.clock()
  const facts = await ctx.write(async (tx) => {
    const known = await readReportFacts(tx, session, id)
    await recordEvent(tx, { subject: { kind: 'document', id }, act: 'reported', at: now, ...evidence })
    return known
  })
  const { language } = request
  const words = reportWords(language)
  const made = printedInstant(now, session.zone)
  const { document } = facts
  const laid = await services.engine.layOut({
    title: `${words('informe.titulo')}: ${document.tipo}, ${document.colaborador}`,
    author: facts.company,
    language,
    created: now,
    foot: words('informe.pie', { codigo: document.codigo_verificacion, fecha: made }),
    pageWords: words('informe.pagina', { pagina: '{{pagina}}', paginas: '{{paginas}}' }),
    blocks: reportBlocks(facts, {
      language,
      zone: session.zone,
      country: session.country,
      publicUrl: services.config.publicUrl,
      made: words('informe.hechoTexto', {
        fecha: made,
        quien: `${session.lastName}, ${session.firstName}`,
      }),
    }),
  })
  if (!laid.ok) throw new Error(`the report of document ${id}: ${laid.detail}`)
  const name = words('informe.titulo').toLowerCase().replaceAll(' ', '-')
  return {
    body: Buffer.from(laid.pdf),
    type: 'application/pdf',
    download: `${name}-${document.codigo_verificacion}.pdf`,
  }
}
