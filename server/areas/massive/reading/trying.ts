import type { CapturePattern } from '#contract/folders/capture-pattern.ts'
import type { TriedReading, TypeReading } from '#contract/folders/reading.ts'
import { sourceOf } from '#pdf/source.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { inspectSample, insistOnType } from '#server/areas/folders/operations.ts'
import { peopleWithin, rulesFor } from './people-of.ts'
import { readPage } from '../receipts/page.ts'
import { readWholeFile } from '../receipts/whole-file.ts'

/** Maximum number of pages read from a sample; receipts seldom have more. */
const mostPages = 5

/** Reads a type's sample with patterns that are not saved yet, as massive publishing would. */
export async function tryReading(
  ctx: Context,
  { id, parser, ...pattern }: CapturePattern & { id: number; parser: NonNullable<TypeReading['parser']> },
  file: UploadedFile,
): Promise<TriedReading> {
  const { people, rules } = await ctx.read(async (tx) => {
    await insistOnType(tx, ctx, id)
    return {
      people: await peopleWithin(tx.db, ctx.session, { typeId: id, period: null, label: null }),
      rules: await rulesFor(tx.db, { capture: parser, period: null }),
    }
  })
  const { pages } = await inspectSample(ctx, file)
  const read = await ctx.services.engine.readPages(sourceOf(file.bytes), 0, Math.min(pages, mostPages))
  if (!read.ok) return refuse('PDF_FILE_TOO_COMPLEX', 'file')
  const by = { ...rules, pattern }
  const found = readWholeFile(
    read.pages.map((page) => readPage(page, people, by)),
    file.name,
    people,
    by,
  )
  const person = people.byPerson.get(found.employeeId ?? 0)
  const { width = 0, height = 0 } = read.pages[0] ?? {}
  return {
    id_leido: found.idRead,
    nombre_leido: found.nameRead,
    colaborador: person ? { id: person.id, nombre: `${person.lastName}, ${person.firstName}` } : null,
    meses: found.months,
    grupo: found.found,
    pagina: { width, height },
    marcas: found.marks
      .filter(({ page }) => page === 1)
      .map(({ kind, text, page: _page, ...box }) => ({ ...box, tipo: kind, texto: text })),
  }
}
