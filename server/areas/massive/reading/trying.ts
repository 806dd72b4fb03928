import type { CapturePattern } from '#contract/folders/capture-pattern.ts'
import type { TriedReading, TypeReading } from '#contract/folders/reading.ts'
import { sourceOf } from '#pdf/source.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { inspectSample, requireType } from '#server/areas/folders/operations.ts'
import { peopleWithin, rulesFor } from './people-of.ts'
import { readAlone } from './in-workers.ts'

/** Maximum number of pages read from a sample; receipts seldom have more. */
const mostPages = 5

/** Reads a type's sample with patterns that are not saved yet, as massive publishing would. */
export async function tryReading(
  ctx: Context,
  { id, parser, ...pattern }: CapturePattern & { id: number; parser: NonNullable<TypeReading['parser']> },
  file: UploadedFile,
): Promise<TriedReading> {
  const { people, rules } = await ctx.read(async (tx) => {
    await requireType(tx, ctx, id)
    return {
      people: await peopleWithin(tx.db, ctx.session, { typeId: id, period: null, label: null }),
      rules: await rulesFor(tx.db, {
        capture: parser,
        period: null,
        typeId: id,
        keptUntil: ctx.services.clock(),
      }),
    }
  })
  const { pages } = await inspectSample(ctx, file)
  const read = await readAlone(
    ctx.services,
    {
      source: sourceOf(file.bytes),
      count: Math.min(pages, mostPages),
      fileName: file.name,
      people,
      rules: { ...rules, pattern },
    },
    { recognise: false },
  )
  if (!read.ok) return refuse('PDF_FILE_TOO_COMPLEX', 'file')
  const { receipt: found, owner, size: pagina } = read
  return {
    id_leido: found.idRead,
    nombre_leido: found.nameRead,
    colaborador: owner && { id: owner.id, nombre: `${owner.lastName}, ${owner.firstName}` },
    meses: found.months,
    grupo: found.found,
    pagina,
    marcas: found.marks
      .filter(({ page }) => page === 1)
      .map(({ kind, text, page: _page, ...box }) => ({ ...box, tipo: kind, texto: text })),
  }
}
