import { formerColoursKept } from '#contract/company/brand.ts'
import { fiveColours } from '#contract/company/five-colours.ts'
import type { BrandColours } from '#contract/palette.ts'
import { colourColumns, coloursOf } from '#server/shared/brand.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Context } from '#server/shared/context.ts'
import type { Tx } from '#server/shared/tenancy.ts'

/**
 * Gives the company other colours and keeps the former ones. Colours that it has already change nothing.
 *
 * Returns the colours in small letters, as they are stored.
 */
export async function setColours(
  tx: Tx,
  { services, evidence }: Pick<Context, 'services' | 'evidence'>,
  chosen: BrandColours,
): Promise<BrandColours> {
  const colours: BrandColours = {
    primario: chosen.primario.toLowerCase(),
    secundario: chosen.secundario.toLowerCase(),
    activo: chosen.activo.toLowerCase(),
    titulo: chosen.titulo.toLowerCase(),
    texto_icono: chosen.texto_icono,
  }
  const before = coloursOf(
    await tx.db.selectFrom('companies').select(colourColumns).forUpdate().executeTakeFirstOrThrow(),
  )
  const names = Object.keys(fiveColours.shape) as (keyof BrandColours)[]
  if (names.every((name) => before[name] === colours[name])) return colours
  const at = services.clock()
  await tx.db
    .insertInto('former_colours')
    .values({
      company_id: tx.company,
      colours: JSON.stringify(before),
      replaced_at: at,
      replaced_by: evidence.actorId,
    })
    .execute()
  const kept = tx.db.selectFrom('former_colours').select('id').orderBy('id', 'desc').limit(formerColoursKept)
  await tx.db.deleteFrom('former_colours').where('id', 'not in', kept).execute()
  await tx.db
    .updateTable('companies')
    .set({
      colour_primary: colours.primario,
      colour_secondary: colours.secundario,
      colour_active: colours.activo,
      colour_title: colours.titulo,
      icon_text: colours.texto_icono,
    })
    .execute()
  await recordEvent(tx, {
    subject: { kind: 'company', id: tx.company },
    act: 'colours_set',
    at,
    data: { before: JSON.stringify(before), now: JSON.stringify(colours) },
    ...evidence,
  })
  return colours
}
