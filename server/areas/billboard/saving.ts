import type { ParsedOf } from '#contract/call.ts'
import type { billboard } from '#contract/billboard.ts'
import { plainTextOf } from '#contract/rich-text.ts'
import { videoOf } from '#contract/billboard-video.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type ActOf, recordEvent } from '#server/shared/evidence/events.ts'
import { today } from '#server/shared/today.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { lockedPost, places, postOf } from './queries.ts'

type Written = ParsedOf<typeof billboard.create>

/** A post as the viewer may see it. @throws {Refusal} NOT_FOUND */
export async function shownPost(ctx: Pick<Context, 'session' | 'services'>, tx: Tx, id: number) {
  return (await postOf(tx.db, ctx.session, dayOf(ctx), id)) ?? refuse('NOT_FOUND')
}

/** Today in the company's zone. */
export function dayOf({ session, services }: Pick<Context, 'session' | 'services'>): string {
  return today(session.zone, services.clock())
}

/**
 * Keeps a draft of a post, or publishes it; with `id`, writes that one anew. A published post stays published.
 *
 * @throws {Refusal} what `billboard.create` declares; NOT_FOUND
 */
export async function savePost(ctx: Context, tx: Tx, input: Written, id?: number) {
  const former = id === undefined ? undefined : await lockedPost(tx.db, ctx.session, id)
  if (id !== undefined && !former) refuse('NOT_FOUND')
  const publishes = input.publicar || former?.state === 'published'
  const video =
    input.video === '' ? null : (videoOf(input.video) ?? refuse('POST_VIDEO_NOT_ALLOWED', 'video'))
  const { desde, hasta } = input
  if (desde !== null && hasta !== null && hasta < desde) refuse('POST_DAYS', 'hasta')
  await checkAudience(ctx, tx, input)
  if (publishes) checkComplete(ctx, input, former?.image_id ?? null)
  const now = ctx.services.clock()
  const { userId } = ctx.session
  const author_kind = kindOfAuthor(ctx.session)
  const row = {
    state: publishes ? ('published' as const) : ('draft' as const),
    title: input.titulo,
    message: input.mensaje,
    body: plainTextOf(input.texto?.content ?? []).trim(),
    words: input.texto && JSON.stringify(input.texto),
    video,
    from_day: desde,
    to_day: hasta,
    all_sectors: input.todos_los_sectores,
    all_locations: input.todas_las_locaciones,
    notify: input.notificar,
    asks_reading: input.pide_leido,
    changed_at: now,
    ...(publishes && { published_at: former?.published_at ?? now }),
  }
  const kept = former
    ? await overwrite(tx, former.id, { ...row, ...(former.author_id === userId && { author_kind }) })
    : await insert(tx, { ...row, author_id: userId, author_kind, created_at: now })
  await writeAudience(tx, kept, input)
  if (publishes) {
    const facts = {
      from: desde ?? '',
      to: hasta ?? '',
      notify: input.notificar,
      asks_reading: input.pide_leido,
    }
    await note(ctx, tx, kept, former?.state === 'published' ? 'changed' : 'published', facts)
  }
  return shownPost(ctx, tx, kept)
}

type AuthorKind = 'hr' | 'limited' | 'manager'

/** The reach with which somebody writes, which is that of their profile of today. */
function kindOfAuthor({ profileKind }: Session): AuthorKind {
  return profileKind === 'limited' || profileKind === 'manager' ? profileKind : 'hr'
}

/** Ends a post now, before its last day. @throws {Refusal} NOT_FOUND; POST_CHANGED: it isn't published, or has ended */
export async function endPost(ctx: Context, tx: Tx, id: number): Promise<void> {
  const found = (await lockedPost(tx.db, ctx.session, id)) ?? refuse('NOT_FOUND')
  if (found.state !== 'published' || found.ended_at !== null) refuse('POST_CHANGED')
  const now = ctx.services.clock()
  await tx.db.updateTable('posts').set({ ended_at: now, changed_at: now }).where('id', '=', id).execute()
  await note(ctx, tx, id, 'ended', {})
}

/** Takes a post out of the list for good. What was said and who read it stays. @throws {Refusal} NOT_FOUND */
export async function archivePost(ctx: Context, tx: Tx, id: number): Promise<void> {
  if (!(await lockedPost(tx.db, ctx.session, id))) refuse('NOT_FOUND')
  await tx.db
    .updateTable('posts')
    .set({ state: 'archived', changed_at: ctx.services.clock() })
    .where('id', '=', id)
    .execute()
  await note(ctx, tx, id, 'archived', {})
}

export function note(
  { evidence, services }: Pick<Context, 'evidence' | 'services'>,
  tx: Tx,
  id: number,
  act: ActOf<'post'>,
  data: Record<string, string | number | boolean>,
): Promise<number> {
  return recordEvent(tx, { subject: { kind: 'post', id }, act, at: services.clock(), data, ...evidence })
}

/** Only sectors and locations in which the viewer reaches somebody. */
async function checkAudience({ session }: Context, tx: Tx, { sectores, locaciones }: Written): Promise<void> {
  for (const [field, table, chosen] of [
    ['sectores', 'sectors', sectores],
    ['locaciones', 'locations', locaciones],
  ] as const) {
    if (chosen.length === 0) continue
    const known = new Set((await places(tx.db, session, table)).map(({ id }) => id))
    if (!chosen.every((id) => known.has(id))) refuse('POST_AUDIENCE_NOT_FOUND', field)
  }
}

function checkComplete(ctx: Context, input: Written, image: number | null): void {
  const { titulo, texto, video, desde, hasta } = input
  if (titulo === '') refuse('SYSTEM_API_PARAMETER_REQUIRED', 'titulo')
  if (texto === null && video === '' && image === null) refuse('POST_EMPTY', 'texto')
  if (desde === null) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'desde')
  if (hasta === null) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'hasta')
  if (hasta < dayOf(ctx)) refuse('POST_DAYS_PAST', 'hasta')
  if (!input.todos_los_sectores && input.sectores.length === 0) refuse('POST_WITHOUT_AUDIENCE', 'sectores')
  if (!input.todas_las_locaciones && input.locaciones.length === 0)
    refuse('POST_WITHOUT_AUDIENCE', 'locaciones')
}

interface Row {
  state: 'draft' | 'published'
  title: string
  message: string
  body: string
  words: string | null
  video: string | null
  from_day: string | null
  to_day: string | null
  all_sectors: boolean
  all_locations: boolean
  notify: boolean
  asks_reading: boolean
  changed_at: Date
  published_at?: Date
}

async function insert(
  tx: Tx,
  row: Row & { author_id: number; author_kind: AuthorKind; created_at: Date },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('posts')
    .values({ company_id: tx.company, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a post anew, without the sectors and locations that it had. One that had ended is shown again. */
async function overwrite(tx: Tx, id: number, row: Row & { author_kind?: AuthorKind }): Promise<number> {
  await tx.db
    .updateTable('posts')
    .set({ ...row, ended_at: null })
    .where('id', '=', id)
    .execute()
  await tx.db.deleteFrom('post_sectors').where('post_id', '=', id).execute()
  await tx.db.deleteFrom('post_locations').where('post_id', '=', id).execute()
  return id
}

async function writeAudience(
  tx: Tx,
  post: number,
  { sectores, locaciones, todos_los_sectores, todas_las_locaciones }: Written,
): Promise<void> {
  const key = { company_id: tx.company, post_id: post }
  if (!todos_los_sectores && sectores.length > 0)
    await tx.db
      .insertInto('post_sectors')
      .values([...new Set(sectores)].map((sector_id) => ({ ...key, sector_id })))
      .execute()
  if (!todas_las_locaciones && locaciones.length > 0)
    await tx.db
      .insertInto('post_locations')
      .values([...new Set(locaciones)].map((location_id) => ({ ...key, location_id })))
      .execute()
}
