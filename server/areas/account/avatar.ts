import sharp from 'sharp'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Author, recordEvent } from '#server/shared/evidence/events.ts'
import { loosenFiles } from '#server/shared/files/files.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { canReach } from './queries.ts'

/** The side of a picture, in pixels: twice what the largest place shows. */
const side = 256

/** Puts a kept file in place of a person's picture, as evidence. */
export async function putAvatar(
  tx: Tx,
  { services, evidence }: { services: Pick<Services, 'clock'>; evidence: Author },
  { userId, fileId }: { userId: number; fileId: number },
): Promise<void> {
  const now = services.clock()
  await loosenAvatar(tx, userId)
  const kept = { file_id: fileId, changed_at: now }
  await tx.db
    .insertInto('avatars')
    .values({ company_id: tx.company, user_id: userId, ...kept })
    .onConflict((on) => on.columns(['company_id', 'user_id']).doUpdateSet(kept))
    .execute()
  await recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act: 'avatar_changed',
    at: now,
    ...evidence,
  })
}

/** Takes a person's own picture away. */
export function dropAvatar(ctx: Context): Promise<Record<string, never>> {
  return ctx.write(async (tx) => {
    await loosenAvatar(tx, ctx.session.userId)
    const gone = await tx.db
      .deleteFrom('avatars')
      .where('user_id', '=', ctx.session.userId)
      .returning('user_id')
      .executeTakeFirst()
    if (gone) await changed(ctx, tx, ctx.services.clock())
    return {}
  })
}

/** The picture of oneself or of somebody within reach. @throws {Refusal} NOT_FOUND */
export async function showAvatar(ctx: Context, id: number): Promise<FileAnswer> {
  const { session, services } = ctx
  const key = await ctx.read(async (tx) => {
    if (id !== session.userId && !(await canReach(tx.db, session, id))) return null
    const file = await tx.db
      .selectFrom('avatars')
      .innerJoin('files', (on) =>
        on.onRef('files.company_id', '=', 'avatars.company_id').onRef('files.id', '=', 'avatars.file_id'),
      )
      .select('files.key')
      .where('avatars.user_id', '=', id)
      .executeTakeFirst()
    return file?.key ?? null
  })
  if (!key) refuse('NOT_FOUND')
  return { body: await services.files.read(key), type: 'image/webp' }
}

/**
 * A picture as a square made anew, without place, camera or whatever else the file carried.
 *
 * @throws {Refusal} SYSTEM_API_WRONG_MIME_TYPE where it can't be opened
 */
export async function squareOf(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'error' })
      .rotate()
      .resize({ width: side, height: side, fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    return refuse('SYSTEM_API_WRONG_MIME_TYPE', 'avatar')
  }
}

/** Makes the present picture loose, so that it is swept. */
async function loosenAvatar(tx: Tx, userId: number): Promise<void> {
  const files = await tx.db.selectFrom('avatars').select('file_id').where('user_id', '=', userId).execute()
  await loosenFiles(
    tx,
    files.map(({ file_id }) => file_id),
  )
}

function changed(ctx: Context, tx: Tx, at: Date): Promise<number> {
  const subject = { kind: 'credential', id: ctx.session.userId } as const
  return recordEvent(tx, { subject, act: 'avatar_changed', at, ...ctx.evidence })
}
