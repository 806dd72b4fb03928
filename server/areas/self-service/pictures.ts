import type { ownAccount } from '#contract/account/own.ts'
import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import { actions } from '#contract/actions.ts'
import type { Context, FileAnswer, UploadedFile } from '#server/shared/context.ts'
import { onlyOf } from '#server/shared/elements.ts'
import { refuse } from '#server/shared/errors.ts'
import { insertKept, withStored } from '#server/shared/files/files.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { putAvatar, showAvatar, squareOf } from '#server/areas/account/operations.ts'
import { isVisible, recordOf } from '#server/areas/employees/operations.ts'
import { askApproval, mailOwner, proposeIn } from './proposing.ts'
import { pictureWaiting } from './queries.ts'

type Saved = AnswerOf<typeof ownAccount.saveAvatar>

/**
 * Keeps what a person sends of themselves: a picture, at once or waiting where the company approves pictures, and the
 * fields of their identity.
 *
 * @throws {Refusal} NOT_FOUND for another's id, exactly as for nobody's; those of the identity section
 */
export async function saveOwnIdentity(
  ctx: Context,
  { id, ...identity }: ParsedOf<typeof ownAccount.saveAvatar>,
  file: UploadedFile | undefined,
): Promise<Saved> {
  const { services, session } = ctx
  if (id !== session.userId) refuse('NOT_FOUND')
  const hasIdentity = Object.values(identity).some((value) => value !== undefined)
  if (!file && !hasIdentity) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'avatar')
  if (!file)
    return ctx.write(async (tx) => {
      await proposeIn(tx, ctx, 'identity', identity)
      return { foto: await pictureOf(tx, id), espera: false }
    })
  const bytes = await squareOf(file.bytes)
  return withStored(services, session.company, { bytes, type: 'webp' }, (stored) =>
    ctx.write(async (tx) => {
      if (hasIdentity) await proposeIn(tx, ctx, 'identity', identity)
      const fileId = onlyOf(await insertKept(tx, [stored]))
      if (await waitsForApproval(tx, id)) {
        const change = await askApproval(tx, ctx, {
          section: 'photo',
          was: {},
          proposed: {},
          paper: null,
          file: fileId,
        })
        await mailOwner(tx, services, id, 'change_proposed', change)
        return { foto: await pictureOf(tx, id), espera: true }
      }
      await putAvatar(tx, ctx, { userId: id, fileId })
      return { foto: String(fileId), espera: false }
    }),
  )
}

/** Pictures of employees wait where the company says so; an outside user's is seen by nobody whom it could harm. */
async function waitsForApproval(tx: Tx, id: number): Promise<boolean> {
  if (!(await getSettings(tx))['selfservice.pictures_approved']) return false
  const record = await recordOf(tx.db, id)
  return record !== undefined && record.estado !== 'inactive'
}

async function pictureOf(tx: Tx, id: number): Promise<string | null> {
  const found = await tx.db
    .selectFrom('avatars')
    .select('file_id')
    .where('user_id', '=', id)
    .executeTakeFirst()
  return found ? String(found.file_id) : null
}

/** A picture in force, or the one that waits: to its owner, and to those who could decide it. */
export async function showPicture(ctx: Context, id: number, pending: boolean): Promise<FileAnswer> {
  if (!pending) return showAvatar(ctx, id)
  const { session, services } = ctx
  const key = await ctx.read(async (tx) => {
    const decides = session.audience === 's' && session.actions.includes(actions.employees)
    if (id !== session.userId && !(decides && (await isVisible(tx.db, session, id)))) return undefined
    return (await pictureWaiting(tx.db, id))?.key
  })
  if (key === undefined) refuse('NOT_FOUND')
  return { body: await services.files.read(key), type: 'image/webp' }
}
