import { sql } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import type { massive } from '#contract/massive/massive.ts'
import { modeFacts } from '#contract/massive/modes.ts'
import { sourceOf } from '#pdf/source.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type ActOf, recordEvent } from '#server/shared/evidence/events.ts'
import { insertKept, loosenFiles, withStored } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { lockedPublication } from '../locking.ts'
import { insertItems, makeItem, type ReadItem } from '../reading/found-items.ts'
import { peopleWithin, rulesFor } from '../reading/people-of.ts'
import { type FoundItem, type FoundPublication, itemsById } from '../queries.ts'
import { bringsAnother } from './several-people.ts'
import { shownItems, shownPublication } from './showing.ts'
import { readAlone } from '../reading/in-workers.ts'

/**
 * Adds a receipt's pages to the one right before it in the file, which keeps its owner.
 *
 * @throws {Refusal} MASSIVE_NOTHING_BEFORE; MASSIVE_TWO_PEOPLE where the pages are another person's
 */
export async function mergeItem(ctx: Context, { id, item }: ParsedOf<typeof massive.merge>) {
  const { one, before } = await ctx.read(async (tx) => {
    const { one: found, of } = await splitItemOf(tx, ctx, id, item)
    const previous = await itemBefore(tx, ctx, of, found)
    if (!previous?.file_id || !follows(of, previous, found)) refuse('MASSIVE_NOTHING_BEFORE')
    return { one: found, before: previous }
  })
  const bytes = await assembled(ctx, [
    { key: await keyOf(ctx, before), pages: before.pages.map((_, at) => at) },
    { key: await keyOf(ctx, one), pages: one.pages.map((_, at) => at) },
  ])
  return withStored(ctx.services, ctx.session.company, { bytes, type: 'pdf' }, (pdf) =>
    ctx.act(async (tx) => {
      await lockedPublication(tx, ctx, id, 'decide')
      const [first, second] = await unchanged(tx, ctx, id, [before, one])
      if (!first || !second) refuse('MASSIVE_STEP_CHANGED')
      if (bringsAnother(second, first)) refuse('MASSIVE_TWO_PEOPLE')
      const [file = null] = await insertKept(tx, [pdf])
      await tx.db
        .updateTable('publication_items')
        .set({ file_id: file, pages: [...first.pages, ...second.pages] })
        .where('id', '=', first.id)
        .execute()
      await tx.db
        .updateTable('publication_items')
        .set({
          decision: 'merged',
          merged_into: first.id,
          // The person who was to get these pages still counts where the receipt is given to somebody.
          decided_for: second.standing === 'ready' ? second.recipient_id : null,
          decided_by: ctx.session.userId,
          decided_at: ctx.services.clock(),
        })
        .where('id', '=', second.id)
        .execute()
      await loosenFiles(tx, [first.file_id])
      return noted(tx, ctx, id, 'item_merged', [first.id, second.id])
    }),
  )
}

/** Separates the pages of a merged receipt from the one that they were added to. */
export async function unmergeItem(ctx: Context, { id, item }: { id: number; item: number }): Promise<void> {
  const { one, target } = await ctx.read(async (tx) => {
    await lockedPublication(tx, ctx, id, 'decide')
    const [found] = await itemsById(tx.db, ctx.session, id, [item])
    const [into] = found?.merged_into ? await itemsById(tx.db, ctx.session, id, [found.merged_into]) : []
    // The receipt that it was added to was itself merged since, which must be undone first. Splitting that one forgets
    // what was added to it.
    if (!found || !into?.file_id || into.standing === 'merged') refuse('MASSIVE_NOT_PUBLISHABLE')
    return { one: found, target: into }
  })
  const staying = target.pages.flatMap((page, at) => (one.pages.includes(page) ? [] : [at]))
  const bytes = await assembled(ctx, [{ key: await keyOf(ctx, target), pages: staying }])
  await withStored(ctx.services, ctx.session.company, { bytes, type: 'pdf' }, (pdf) =>
    ctx.write(async (tx) => {
      await lockedPublication(tx, ctx, id, 'decide')
      const [first, second] = await unchanged(tx, ctx, id, [target, one])
      if (!first || !second) refuse('MASSIVE_STEP_CHANGED')
      const [file = null] = await insertKept(tx, [pdf])
      await tx.db
        .updateTable('publication_items')
        .set({ file_id: file, pages: staying.flatMap((at) => first.pages[at] ?? []) })
        .where('id', '=', first.id)
        .execute()
      await tx.db
        .updateTable('publication_items')
        .set({ ...undecided, merged_into: null })
        .where('id', '=', second.id)
        .execute()
      await becomeRepeated(tx, id, [second.id])
      await loosenFiles(tx, [first.file_id])
      await note(tx, ctx, id, 'item_unmerged', [first.id, second.id])
    }),
  )
}

/** Makes two receipts of one, and reads each anew. Merging the second again undoes it. */
export async function splitItem(ctx: Context, { id, item, desde }: ParsedOf<typeof massive.split>) {
  const { one, of } = await ctx.read((tx) => splitItemOf(tx, ctx, id, item))
  if (desde > one.pages.length) refuse('PAGE_REQUESTED_NOT_FOUND', 'desde')
  const key = await keyOf(ctx, one)
  const at = one.pages.map((_, page) => page)
  const parts = [at.slice(0, desde - 1), at.slice(desde - 1)]
  const [first, second] = await Promise.all(
    parts.map(async (pages) => {
      const bytes = await assembled(ctx, [{ key, pages }])
      const own = pages.flatMap((page) => one.pages[page] ?? [])
      return { bytes, read: await readAnew(ctx, of, bytes, own) }
    }),
  )
  if (!first || !second) refuse('PAGE_REQUESTED_NOT_FOUND', 'desde')
  const { company } = ctx.session
  return withStored(ctx.services, company, { bytes: first.bytes, type: 'pdf' }, (pdf) =>
    withStored(ctx.services, company, { bytes: second.bytes, type: 'pdf' }, (other) =>
      ctx.act(async (tx) => {
        await lockedPublication(tx, ctx, id, 'decide')
        const [still] = await unchanged(tx, ctx, id, [one])
        if (!still) refuse('MASSIVE_STEP_CHANGED')
        const [file = null] = await insertKept(tx, [pdf])
        await tx.db
          .updateTable('publication_items')
          .set({ ...columnsOf(first.read), file_id: file, ...undecided })
          .where('id', '=', one.id)
          .execute()
        const { last } = await tx.db
          .selectFrom('process_items')
          .select(({ fn }) => fn.max('n').as('last'))
          .where('process_id', '=', id)
          .executeTakeFirstOrThrow()
        const [made = 0] = await insertItems(tx, id, [{ ...second.read, pdf: other }], last)
        await forgetAdded(tx, one.id)
        await becomeRepeated(tx, id, [one.id, made])
        await loosenFiles(tx, [still.file_id])
        return noted(tx, ctx, id, 'item_split', [one.id, made])
      }),
    ),
  )
}

/**
 * Forgets receipts added to one that is split now: its parts are read anew, and undoing is no longer possible. The
 * events keep the addition.
 */
async function forgetAdded(tx: Tx, into: number): Promise<void> {
  const { rows } = await sql<{ id: number; file_id: number | null }>`
    with recursive added as (
      select id from publication_items where merged_into = ${into}
      union all
      select item.id from publication_items item join added on item.merged_into = added.id)
    delete from publication_items where id in (select id from added) returning id, file_id`.execute(tx.db)
  if (rows.length === 0) return
  const gone = rows.map(({ id }) => id)
  await tx.db
    .deleteFrom('process_items')
    .where('id', '=', sql<number>`any(${gone})`)
    .execute()
  await loosenFiles(
    tx,
    rows.map(({ file_id }) => file_id),
  )
}

const undecided = { decision: null, decided_for: null, decided_by: null, decided_at: null } as const

function columnsOf(read: ReadItem) {
  return {
    pages: read.pages,
    read_by: read.readBy,
    confidence: read.confidence,
    id_read: read.idRead,
    name_read: read.nameRead,
    marks: JSON.stringify(read.marks),
    shows: [...read.shows],
    found: read.found,
    employee_id: read.employeeId,
    suggested_id: read.suggestedId,
  }
}

/** A receipt that pages can be taken from or added to: of a PDF that is split here, neither merged nor refused. */
async function splitItemOf(
  tx: Tx,
  ctx: Context,
  id: number,
  item: number,
): Promise<{ one: FoundItem; of: FoundPublication }> {
  const of = await lockedPublication(tx, ctx, id, 'decide')
  const [one] = await itemsById(tx.db, ctx.session, id, [item])
  if (!one) refuse('NOT_FOUND')
  if (
    !modeFacts[of.mode].onePdf ||
    of.outgoing_file_id !== null ||
    one.file_id === null ||
    one.standing === 'merged'
  )
    refuse('MASSIVE_NOT_PUBLISHABLE')
  return { one, of }
}

/** The receipt right before another in the file; none where that one was left out. */
async function itemBefore(tx: Tx, ctx: Context, of: FoundPublication, one: FoundItem) {
  const found = await tx.db
    .selectFrom('publication_items')
    .select(['id', 'standing'])
    .where('process_id', '=', of.id)
    .where('standing', '<>', 'merged')
    .where(sql<boolean>`(place, part, id) < (${one.place}, ${one.part}, ${one.id})`)
    .orderBy('place', 'desc')
    .orderBy('part', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found || found.standing === 'excluded') return undefined
  const [before] = await itemsById(tx.db, ctx.session, of.id, [found.id])
  return before
}

/** Whether pages follow a receipt in the file: of leftovers, those between them may be published. */
function follows({ continues }: FoundPublication, before: FoundItem, one: FoundItem): boolean {
  return continues === null || (before.pages.at(-1) ?? 0) + 1 === one.pages[0]
}

/** Locks the same receipts, if nobody has changed them since they were read. */
async function unchanged(tx: Tx, ctx: Context, id: number, seen: readonly FoundItem[]): Promise<FoundItem[]> {
  const rows = await itemsById(
    tx.db,
    ctx.session,
    id,
    seen.map((one) => one.id),
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  return seen.flatMap((one) => {
    const now = known.get(one.id)
    return now?.file_id === one.file_id && now.standing === one.standing ? [now] : []
  })
}

async function keyOf(ctx: Context, { file_id }: FoundItem): Promise<string> {
  return ctx.read(async (tx) => {
    const file = await tx.db
      .selectFrom('files')
      .select('key')
      .where('id', '=', file_id ?? 0)
      .executeTakeFirst()
    return file?.key ?? refuse('NOT_FOUND')
  })
}

async function assembled(
  { services }: Context,
  pieces: readonly { key: string; pages: readonly number[] }[],
): Promise<Uint8Array> {
  const read = await Promise.all(
    pieces.map(async ({ key, pages }) => ({ pdf: await services.files.read(key), pages })),
  )
  const made = await services.engine.assemble(read)
  if (!made.ok) refuse('MASSIVE_NOT_PUBLISHABLE')
  return made.pdf
}

/** Reads pages that have become a receipt of their own; `pages` are their numbers in the uploaded file, from 1. */
async function readAnew(
  ctx: Context,
  { id, type_id, type_version, period, label }: FoundPublication,
  bytes: Uint8Array,
  pages: number[],
): Promise<ReadItem> {
  const { people, rules } = await ctx.read(async (tx) => {
    const { viewer } = await tx.db
      .selectFrom('publications')
      .select('viewer')
      .where('process_id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      people: await peopleWithin(tx.db, viewer, { typeId: type_id, period, label }),
      rules: await rulesFor(tx.db, {
        capture: 'first_page',
        period,
        typeId: type_id,
        typeVersion: type_version ?? 1,
      }),
    }
  })
  const request = { source: sourceOf(bytes), count: pages.length, fileName: '', people, rules }
  const read = await readAlone(ctx.services, request, { recognise: true })
  if (!read.ok) refuse('MASSIVE_NOT_PUBLISHABLE')
  return { ...makeItem(read.receipt, (pages[0] ?? 1) - 1), pages }
}

/** A receipt that is ready by reading becomes repeated when another of the same person is ready. */
async function becomeRepeated(tx: Tx, id: number, items: readonly number[]): Promise<void> {
  await sql`update publication_items item set found = 'repetido'
    from processes process join document_types type on type.id = process.type_id
    where process.id = ${id} and process.period is not null and not type.several_a_period
      and item.process_id = ${id} and item.id = any(${items}) and item.found = 'listo' and item.decision is null
      and exists (select from publication_items other where other.process_id = ${id} and other.id <> item.id
        and other.recipient_id = item.employee_id and other.standing = 'ready')`.execute(tx.db)
}

function note(tx: Tx, ctx: Context, id: number, act: ActOf<'publication'>, items: readonly number[]) {
  return recordEvent(tx, {
    subject: { kind: 'publication', id },
    act,
    ...ctx.evidence,
    at: ctx.services.clock(),
    data: { items },
  })
}

async function noted(tx: Tx, ctx: Context, id: number, act: ActOf<'publication'>, items: readonly number[]) {
  await note(tx, ctx, id, act, items)
  return {
    publicacion: await shownPublication(tx, ctx, id),
    items: await shownItems(tx, ctx, await itemsById(tx.db, ctx.session, id, items)),
  }
}
