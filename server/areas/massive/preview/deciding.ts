import { sql } from 'kysely'
import { makeFault } from '#contract/errors.ts'
import type { massive } from '#contract/massive/massive.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { Context } from '#server/shared/context.ts'
import { type Fault, Refusal, refuse } from '#server/shared/errors.ts'
import { recordEvents } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { findOccupied, leftTooLongAgo, publishingLimits } from '#server/areas/publishing/operations.ts'
import { lockedPublication } from '../locking.ts'
import { type FoundItem, type FoundPublication, itemsById, people, peopleById } from '../queries.ts'
import { findOwners, suggestedOf } from './evidence.ts'
import { unmergeItem } from './joining.ts'
import { idsOn, ownersOfIds } from '../read-ids.ts'
import { shownItems, shownPublication } from './showing.ts'
import { othersOn, showingSeveral } from './several-people.ts'

/** Gives a receipt to somebody within reach; asks before, where the receipt shows another employee. */
export function assignItem(ctx: Context, input: ParsedOf<typeof massive.assign>) {
  return ctx.act(async (tx) => {
    const of = await lockedPublication(tx, ctx, input.id, 'decide')
    const rows = await itemsById(tx.db, ctx.session, of.id, [input.item])
    const [item] = rows
    if (!item) refuse('NOT_FOUND')
    // An id may have become somebody else's since the file was read.
    const owners = await otherOwners(tx, item, input.colaborador)
    const others = [...new Set([...othersOn(item, input.colaborador), ...owners])]
    const refused = await decideEach(tx, ctx, of, rows, () => ({
      decision: 'assigned',
      for: input.colaborador,
    }))
    if (refused.size === 0 && others.length > 0)
      ctx.confirm([await faultOfAnother(tx, ctx, item, input.colaborador, others)])
    // From now on the receipt shows those about whom the decider was asked.
    if (refused.size === 0 && owners.length > 0)
      await tx.db
        .updateTable('publication_items')
        .set({ shows: [...new Set([...item.shows.filter((one) => one !== input.colaborador), ...owners])] })
        .where('process_id', '=', of.id)
        .where('id', '=', item.id)
        .execute()
    return answer(tx, ctx, of.id, [input.item], refused)
  })
}

/** The employees who have the ids on a receipt that somebody else is to get; none where that person has one too. */
async function otherOwners(tx: Tx, item: FoundItem, to: number): Promise<number[]> {
  const owners = [...new Set((await ownersOfIds(tx.db, idsOn(item))).values())]
  return owners.includes(to) ? [] : owners
}

async function faultOfAnother(
  tx: Tx,
  ctx: Context,
  item: FoundItem,
  to: number,
  others: readonly number[],
): Promise<Fault> {
  const known = await peopleById(tx.db, ctx.session, [to, ...others])
  const names = others.flatMap((id) => known.get(id)?.nombre ?? [])
  // Somebody out of reach is only told as the page tells them.
  const leido = names.length > 0 ? names.join('; ') : (item.name_read ?? item.id_read ?? '')
  return makeFault('MASSIVE_SHOWS_ANOTHER', 'colaborador', { leido, elegido: known.get(to)?.nombre ?? '' })
}

/**
 * Does one thing to each of some receipts. Those to which it can't be done stay as they were, and the answer says
 * why; where it can be done to none, the act is refused.
 */
export async function decideItems(ctx: Context, input: ParsedOf<typeof massive.decide>) {
  if (input.acto === 'deshacer') await unmergeEach(ctx, input)
  return ctx.act(async (tx) => {
    const of = await lockedPublication(tx, ctx, input.id, 'decide')
    const rows = await itemsById(tx.db, ctx.session, of.id, input.items)
    if (rows.length < new Set(input.items).size) refuse('NOT_FOUND')
    const refused =
      input.acto === 'deshacer'
        ? await undoEach(tx, ctx, of, rows)
        : await decideEach(tx, ctx, of, await withSuggested(tx, ctx, rows), wanted[input.acto])
    return answer(tx, ctx, of.id, input.items, refused)
  })
}

/** Receipts with the suggestions that the review shows. */
async function withSuggested(tx: Tx, ctx: Context, rows: readonly FoundItem[]): Promise<FoundItem[]> {
  const suggested = rows.flatMap((row) => row.suggested_id ?? [])
  const known = await peopleById(tx.db, ctx.session, suggested)
  const owners = await findOwners(tx.db, ctx.session, rows)
  return rows.map((row) => ({ ...row, suggested_id: suggestedOf(row, known, owners)?.id ?? null }))
}

/** Pages are taken apart before the transaction of the act, each in one of its own. */
async function unmergeEach(ctx: Context, { id, items }: ParsedOf<typeof massive.decide>): Promise<void> {
  const merged = await ctx.read(async (tx) => {
    await lockedPublication(tx, ctx, id, 'decide')
    const rows = await itemsById(tx.db, ctx.session, id, items)
    return rows.filter(({ standing }) => standing === 'merged')
  })
  // The last that was added is on the outside.
  for (const { id: item } of merged.toReversed()) await unmergeItem(ctx, { id, item })
}

async function answer(
  tx: Tx,
  ctx: Context,
  id: number,
  items: readonly number[],
  refused: ReadonlyMap<number, Fault>,
) {
  const [first, ...rest] = refused.values()
  if (first && refused.size === new Set(items).size) throw new Refusal([first, ...rest])
  const rows = await itemsById(tx.db, ctx.session, id, items)
  return {
    publicacion: await shownPublication(tx, ctx, id),
    items: await shownItems(tx, ctx, rows, refused),
  }
}

/** A decision on a receipt; `for` is the recipient, null for a decision without one. */
interface Wanted {
  decision: 'assigned' | 'anyway' | 'excluded'
  for: number | null
}

const wanted: Record<'excluir' | 'publicar_igual' | 'asignar_sugerido', (item: FoundItem) => Wanted> = {
  excluir: () => ({ decision: 'excluded', for: null }),
  publicar_igual: (item) => ({ decision: 'anyway', for: item.employee_id }),
  asignar_sugerido: (item) => ({ decision: 'assigned', for: item.suggested_id }),
}

/** Decides each in its turn: of two that would go to one person, the first passes. */
async function decideEach(
  tx: Tx,
  ctx: Context,
  of: FoundPublication,
  rows: readonly FoundItem[],
  choose: (item: FoundItem) => Wanted,
): Promise<Map<number, Fault>> {
  const choices = rows.map((item) => ({ item, ...choose(item) }))
  const recipients = await recipientsOf(
    tx,
    ctx,
    of,
    choices.flatMap((choice) => choice.for ?? []),
    rows.map(({ id }) => id),
  )
  const several = await showingSeveral(tx.db, rows)
  const refused = new Map<number, Fault>()
  const decided: typeof choices = []
  // Those whose own receipt is decided here hold their place until its turn.
  const taken = new Set(recipients.taken)
  for (const row of rows)
    if (row.standing === 'ready' && row.recipient_id !== null) taken.add(row.recipient_id)
  for (const choice of choices) {
    const { item } = choice
    if (item.standing === 'ready' && item.recipient_id !== null && !recipients.taken.has(item.recipient_id))
      taken.delete(item.recipient_id)
    const fault =
      choice.decision !== 'excluded' && several.has(item.id)
        ? makeFault('MASSIVE_TWO_PEOPLE')
        : faultOf(choice, recipients, taken, of)
    const stays = fault ? item.recipient_id : choice.for
    if (fault) refused.set(item.id, fault)
    else decided.push(choice)
    const ready = fault ? item.standing === 'ready' : choice.decision !== 'excluded'
    if (ready && stays !== null) taken.add(stays)
  }
  await writeDecisions(tx, ctx, of, decided)
  return refused
}

function faultOf(
  { item, decision, for: to }: Wanted & { item: FoundItem },
  { known, ended, published }: Recipients,
  taken: ReadonlySet<number>,
  { several_a_period, has_period }: FoundPublication,
): Fault | null {
  if (item.standing === 'merged') return makeFault('MASSIVE_NOT_PUBLISHABLE')
  if (decision === 'excluded') return null
  if (item.file_id === null || to === null) return makeFault('MASSIVE_NOT_PUBLISHABLE')
  const person = known.get(to)
  if (!person) return makeFault('MASSIVE_EMPLOYEE_OUT_OF_REACH')
  const months = ended.get(to)
  if (months !== undefined) return makeFault('PUBLISH_EMPLOYEE_ENDED', undefined, { meses: months })
  if (!has_period || several_a_period) return null
  if (published.has(to)) return makeFault('SYSTEM_API_FILE_EXISTS', undefined, { existente: '' })
  if (taken.has(to)) return makeFault('MASSIVE_RECIPIENT_TWICE', undefined, { nombre: person.nombre })
  return null
}

interface Recipients {
  /** Within reach. */
  known: Map<number, { nombre: string }>
  /** People who left longer ago than the company publishes to them, with the number of months. */
  ended: Map<number, number>
  /** People whose document keeps others from their place. */
  published: Set<number>
  /** The same, and who has another ready receipt of this file. */
  taken: Set<number>
}

async function recipientsOf(
  tx: Tx,
  ctx: Context,
  of: FoundPublication,
  ids: readonly number[],
  deciding: readonly number[],
): Promise<Recipients> {
  const none: Recipients = {
    known: new Map(),
    ended: new Map(),
    published: new Set(),
    taken: new Set(),
  }
  if (ids.length === 0) return none
  const limits = await publishingLimits(tx, ctx.session.zone, ctx.services.clock())
  const found = await people(tx.db, ctx.session)
    .select(['employees.state', 'employees.ended_on'])
    .where('employees.id', '=', sql<number>`any(${ids})`)
    .execute()
  const places = ids.map((employeeId) => ({ employeeId, typeId: of.type_id, period: of.period }))
  const occupied = await findOccupied(tx.db, places)
  const published = places.flatMap((place) => (occupied.blocking(place, of) ? [place.employeeId] : []))
  const others = await tx.db
    .selectFrom('publication_items')
    .select((eb) => eb.ref('recipient_id').$notNull().as('id'))
    .where('process_id', '=', of.id)
    .where('recipient_id', '=', sql<number>`any(${ids})`)
    .where('standing', '=', 'ready')
    .where('id', '<>', sql<number>`all(${deciding})`)
    .execute()
  const gone = found.filter((person) => leftTooLongAgo(person, limits))
  return {
    known: new Map(found.map((one) => [one.id, one])),
    ended: new Map(gone.map(({ id }) => [id, limits.inactiveMonths])),
    published: new Set(published),
    taken: new Set([...published, ...others.map(({ id }) => id)]),
  }
}

async function writeDecisions(
  tx: Tx,
  ctx: Context,
  of: FoundPublication,
  decided: readonly (Wanted & { item: FoundItem })[],
): Promise<void> {
  if (decided.length === 0) return
  const now = ctx.services.clock()
  const rows = decided.map(({ item, decision, for: to }) => ({
    id: item.id,
    decision,
    to: decision === 'assigned' ? to : null,
  }))
  await sql`update publication_items item set decision = given.decision, decided_for = given."to",
      decided_by = ${ctx.session.userId}, decided_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id bigint, decision text, "to" bigint)
    where item.id = given.id and item.process_id = ${of.id}`.execute(tx.db)
  await recordEvents(
    tx,
    decided.map(({ item, decision, for: to }) => ({
      subject: { kind: 'publication' as const, id: of.id },
      act: `item_${decision}`,
      ...ctx.evidence,
      at: now,
      data: { item: item.id, found: item.found, employee: to, before: item.decision },
    })),
  )
}

/**
 * Those of some receipts that can't become ready by their reading again, because another one goes to their person: one
 * that is `taken`, an earlier one of these, or one that keeps its place since it can't be taken back either.
 */
function findTwice(again: readonly FoundItem[], taken: ReadonlySet<number>): Set<FoundItem> {
  const twice = new Set<FoundItem>()
  for (let before = -1; before < twice.size;) {
    before = twice.size
    const held = new Set(taken)
    for (const { standing, recipient_id } of twice)
      if (standing === 'ready' && recipient_id !== null) held.add(recipient_id)
    for (const item of again) {
      if (item.employee_id === null || twice.has(item)) continue
      if (held.has(item.employee_id)) twice.add(item)
      else held.add(item.employee_id)
    }
  }
  return twice
}

/** Takes back what was decided; what stands as it was read has nothing to undo. */
async function undoEach(
  tx: Tx,
  ctx: Context,
  of: FoundPublication,
  rows: readonly FoundItem[],
): Promise<Map<number, Fault>> {
  const refused = new Map<number, Fault>()
  const undone = rows.filter(({ id, standing, decision }) => {
    if (standing === 'merged') refused.set(id, makeFault('MASSIVE_NOT_PUBLISHABLE'))
    return standing !== 'merged' && decision !== null
  })
  // Undoing the exclusion of what was read well makes it ready again: its place may be taken meanwhile.
  const again = undone.filter(({ found }) => found === 'listo')
  const places = again.flatMap((item) => item.employee_id ?? [])
  const { taken, known } = await recipientsOf(
    tx,
    ctx,
    of,
    places,
    undone.map(({ id }) => id),
  )
  for (const item of of.several_a_period || !of.has_period ? [] : findTwice(again, taken)) {
    const nombre = known.get(item.employee_id ?? 0)?.nombre ?? ''
    refused.set(item.id, makeFault('MASSIVE_RECIPIENT_TWICE', undefined, { nombre }))
  }
  const ids = undone.flatMap(({ id }) => (refused.has(id) ? [] : [id]))
  if (ids.length === 0) return refused
  await tx.db
    .updateTable('publication_items')
    .set({ decision: null, decided_for: null, decided_by: null, decided_at: null })
    .where('process_id', '=', of.id)
    .where('id', '=', sql<number>`any(${ids})`)
    .execute()
  const now = ctx.services.clock()
  await recordEvents(
    tx,
    undone
      .filter(({ id }) => ids.includes(id))
      .map(({ id, decision }) => ({
        subject: { kind: 'publication' as const, id: of.id },
        act: 'item_undone',
        ...ctx.evidence,
        at: now,
        data: { item: id, before: decision },
      })),
  )
  return refused
}
