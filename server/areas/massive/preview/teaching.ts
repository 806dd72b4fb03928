import { mostTaught } from '#contract/folders/capture-pattern.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { massive } from '#contract/massive/massive.ts'
import { mostWords, type PageWord } from '#contract/massive/preview.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { sourceOf } from '#pdf/source.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { moveProcess } from '#server/shared/processes/lifecycle.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { addCapturePlaces, savedPlaces } from '#server/areas/folders/operations.ts'
import { lockedPublication } from '../locking.ts'
import { isTeachable, itemsById, type Taught } from '../queries.ts'
import { keepDecisions } from '../reading/decided.ts'
import { readWords } from '../reading/in-workers.ts'
import { readJob } from '../reading/job.ts'
import { peopleWithin, rulesFor } from '../reading/people-of.ts'
import { type OfferedWord, taughtAt } from '../receipts/slots/offered.ts'
import { shownPublication } from './showing.ts'
import { isSame } from './taught.ts'

/** The words of a page, each with its meaning for somebody within reach. */
export async function pageWords(ctx: Context, input: ParsedOf<typeof massive.words>): Promise<PageWord[]> {
  const words = await wordsOn(ctx, input)
  return words
    .slice(0, mostWords)
    .map(({ text, box: { x, y, width, height }, dato }) => ({ texto: text, dato, x, y, width, height }))
}

/** Reads the file again, with the owner's places at a point of a page as taught. */
export async function teachPlaces(
  ctx: Context,
  input: ParsedOf<typeof massive.teach>,
): Promise<MassivePublication> {
  const places = taughtAt(await wordsOn(ctx, input), input)
  if (!places) refuse('MASSIVE_TAUGHT_NOBODY')
  return ctx.act(async (tx) => {
    const of = await lockedPublication(tx, ctx, input.id, 'teach')
    if (!isTeachable(of)) refuse('MASSIVE_NOT_PUBLISHABLE')
    const { places: known = [], before = await countExceptions(tx.db, of.id) } = of.taught ?? {}
    const added = places.filter((place) => !known.some((one) => isSame(one, place)))
    if (added.length === 0 || known.length + added.length > mostTaught) refuse('MASSIVE_TAUGHT_ALREADY')
    await readAgain(tx, ctx, of.id, { places: [...known, ...added], before })
    return shownPublication(tx, ctx, of.id)
  })
}

/** Reads the file again without the places that were taught for it. */
export function forgetPlaces(ctx: Context, { id }: { id: number }): Promise<MassivePublication> {
  return ctx.act(async (tx) => {
    const of = await lockedPublication(tx, ctx, id, 'teach')
    if (of.taught) await readAgain(tx, ctx, of.id, null)
    return shownPublication(tx, ctx, of.id)
  })
}

/** Makes the places that were taught for a file rules of its type. */
export function keepPlaces(ctx: Context, { id }: { id: number }): Promise<MassivePublication> {
  return ctx.act(async (tx) => {
    const of = await lockedPublication(tx, ctx, id, 'teach')
    const known = await savedPlaces(tx.db, of.type_id)
    const added = (of.taught?.places ?? []).filter((place) => !known.some((one) => isSame(one, place)))
    if (added.length === 0 || known.length + added.length > mostTaught) refuse('MASSIVE_TAUGHT_ALREADY')
    await addCapturePlaces(tx, ctx, of.type_id, added)
    return shownPublication(tx, ctx, of.id)
  })
}

async function wordsOn(
  ctx: Context,
  { id, item, pagina }: { id: number; item: number; pagina: number },
): Promise<OfferedWord[]> {
  const found = await ctx.read(async (tx) => {
    const of = await lockedPublication(tx, ctx, id, 'teach')
    if (!isTeachable(of)) refuse('MASSIVE_NOT_PUBLISHABLE')
    const [row] = await itemsById(tx.db, ctx.session, id, [item])
    if (!row?.file_id) refuse('NOT_FOUND')
    if (pagina > row.pages.length) refuse('PAGE_REQUESTED_NOT_FOUND', 'pagina')
    const { key } = await tx.db
      .selectFrom('files')
      .select('key')
      .where('id', '=', row.file_id)
      .executeTakeFirstOrThrow()
    const { type_id: typeId, period, label } = of
    return {
      key,
      people: await peopleWithin(tx.db, ctx.session, { typeId, period, label }),
      rules: await rulesFor(tx.db, { capture: 'first_page', period }),
    }
  })
  const { key, people, rules } = found
  const source = sourceOf(await ctx.services.files.read(key))
  const read = await readWords(ctx.services, { source, from: pagina - 1, people, rules })
  return read.ok ? read.words : refuse('PAGE_REQUESTED_NOT_FOUND', 'pagina')
}

async function readAgain(tx: Tx, ctx: Context, id: number, taught: Taught | null): Promise<void> {
  await tx.db
    .updateTable('publications')
    .set({ taught: taught && JSON.stringify(taught) })
    .where('process_id', '=', id)
    .execute()
  await keepDecisions(tx, id)
  await moveProcess(tx, id, { step: 'reading', startedAt: ctx.services.clock(), done: 0, total: 0 })
  await recordEvent(tx, {
    subject: { kind: 'publication', id },
    act: taught ? 'taught' : 'forgotten',
    ...ctx.evidence,
    at: ctx.services.clock(),
    data: { places: taught?.places.length ?? 0 },
  })
  tx.enqueue(readJob, { process: id })
}

/** Exceptions that the last reading of a file found. */
async function countExceptions(db: Db, id: number): Promise<number> {
  const { all } = await db
    .selectFrom('publication_items')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .where('process_id', '=', id)
    .where('found', '<>', 'listo')
    .executeTakeFirstOrThrow()
  return all
}
