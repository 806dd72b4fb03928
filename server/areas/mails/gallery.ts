import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { ParsedOf } from '#contract/call.ts'
import {
  type customMails,
  type mailPictures,
  mostPictures,
  mostShownPictures,
  pictureBytes,
} from '#contract/custom-mails.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { onlyOf } from '#server/shared/elements.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { insertKept, withStored } from '#server/shared/files/files.ts'
import { pictureAddress } from '#server/shared/mail/compose.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'
import { lockMails } from './queries.ts'

const mostPixels = 40_000_000
/** Pixels of a picture as it is kept: twice the width of a mail. */
const kept = { width: 1120, height: 1120 }
/** The picture of an address never changes. */
const cacheSeconds = 31_536_000

const types = { png: 'image/png', jpg: 'image/jpeg' } as const

function pictures(db: Db) {
  return db
    .selectFrom('mail_pictures')
    .innerJoin('users', (on) =>
      on
        .onRef('users.company_id', '=', 'mail_pictures.company_id')
        .onRef('users.id', '=', 'mail_pictures.created_by'),
    )
    .select((has) => [
      'mail_pictures.id',
      'mail_pictures.name',
      'mail_pictures.key',
      'mail_pictures.width',
      'mail_pictures.height',
      'mail_pictures.size',
      'mail_pictures.archived_at',
      'mail_pictures.created_at',
      'users.first_name',
      'users.last_name',
      has
        .selectFrom('mail_templates')
        .whereRef('mail_templates.picture_id', '=', 'mail_pictures.id')
        .select(({ fn }) => fn.count<number>('mail_templates.event').distinct().as('n'))
        .as('mails'),
    ])
    .$castTo<PictureRow>()
    .orderBy('mail_pictures.archived_at', (by) => by.desc().nullsFirst())
    .orderBy('mail_pictures.id', 'desc')
}

interface PictureRow {
  id: number
  name: string
  key: string
  width: number
  height: number
  size: number
  archived_at: Date | null
  created_at: Date
  first_name: string
  last_name: string
  mails: number
}

const shown = (company: number, row: PictureRow) => ({
  id: row.id,
  nombre: row.name,
  direccion: pictureAddress(company, row.key),
  ancho: row.width,
  alto: row.height,
  tamano: row.size,
  archivada: row.archived_at,
  correos: row.mails,
  subida: row.created_at,
  quien: `${row.first_name} ${row.last_name}`,
})

/** The company's pictures, those archived last at most, and the places that are free. */
export async function galleryOf(tx: Tx) {
  const rows = await pictures(tx.db).limit(mostShownPictures).execute()
  const taken = rows.filter(({ archived_at }) => archived_at === null).length
  return {
    imagenes: rows.map((row) => shown(tx.company, row)),
    maximo: mostPictures,
    libres: Math.max(0, mostPictures - taken),
  }
}

/** Pictures by their ids, archived or not. */
export async function picturesOf(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await pictures(tx.db).where('mail_pictures.id', 'in', ids).execute()
  return rows.map((row) => shown(tx.company, row))
}

async function pictureOf(tx: Tx, id: number) {
  const row = await pictures(tx.db).where('mail_pictures.id', '=', id).executeTakeFirst()
  return row ? shown(tx.company, row) : refuse('NOT_FOUND')
}

/** @throws {Refusal} COMPANY_GALLERY_LIMIT_EXCEPTION */
async function checkRoom(tx: Tx): Promise<void> {
  const { n } = await tx.db
    .selectFrom('mail_pictures')
    .where('archived_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= mostPictures) refuse('COMPANY_GALLERY_LIMIT_EXCEPTION', 'imagen', { maximo: mostPictures })
}

/**
 * Adds a picture to the gallery, made anew without any other data of its file.
 *
 * @throws {Refusal} COMPANY_GALLERY_LIMIT_EXCEPTION, IMAGE_TYPE, IMAGE_LIMIT_SIZE
 */
export async function addPicture(ctx: Context, _: object, file: UploadedFile) {
  const { services, session } = ctx
  const type = file.type === 'png' ? 'png' : 'jpg'
  const { bytes, width, height } = await redrawn(file.bytes, type)
  return withStored(services, session.company, { bytes, type }, (stored) =>
    ctx.act(async (tx) => {
      await lockMails(tx)
      await checkRoom(tx)
      const { id } = await tx.db
        .insertInto('mail_pictures')
        .values({
          company_id: tx.company,
          file_id: onlyOf(await insertKept(tx, [stored])),
          key: randomBytes(16).toString('base64url'),
          name: file.name,
          width,
          height,
          size: bytes.length,
          created_by: session.userId,
          created_at: services.clock(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await note(ctx, tx, 'mail_picture_added', { picture: id, sha256: stored.sha256 })
      return pictureOf(tx, id)
    }),
  )
}

/**
 * Archives a picture, or takes it back from the archive.
 *
 * @throws {Refusal} NOT_FOUND; COMPANY_GALLERY_LIMIT_EXCEPTION: no place is free for it
 */
export function changePicture(ctx: Context, { id, archivada }: ParsedOf<typeof customMails.changePicture>) {
  return ctx.act(async (tx) => {
    await lockMails(tx)
    const before = await pictureOf(tx, id)
    if ((before.archivada !== null) === archivada) return before
    if (!archivada) await checkRoom(tx)
    await tx.db
      .updateTable('mail_pictures')
      .set({ archived_at: archivada ? ctx.services.clock() : null })
      .where('id', '=', id)
      .execute()
    await note(ctx, tx, archivada ? 'mail_picture_archived' : 'mail_picture_restored', { picture: id })
    return pictureOf(tx, id)
  })
}

/** The file of a public address. Nothing is noted of who asks. @throws {Refusal} NOT_FOUND */
export async function openPicture(
  { files, tenant }: Services,
  { empresa, clave }: ParsedOf<typeof mailPictures.file>,
) {
  const found = await tenant(empresa).read((db) =>
    db
      .selectFrom('mail_pictures')
      .innerJoin('files', (on) =>
        on
          .onRef('files.company_id', '=', 'mail_pictures.company_id')
          .onRef('files.id', '=', 'mail_pictures.file_id'),
      )
      .select(['files.key', 'files.type'])
      .where('mail_pictures.key', '=', clave)
      .executeTakeFirst(),
  )
  if (!found) refuse('NOT_FOUND')
  return { body: files.stream(found.key), type: found.type === 'png' ? types.png : types.jpg, cacheSeconds }
}

function note(
  { evidence, services }: Pick<Context, 'evidence' | 'services'>,
  tx: Tx,
  act: 'mail_picture_added' | 'mail_picture_archived' | 'mail_picture_restored',
  data: Record<string, string | number>,
): Promise<number> {
  const subject = { kind: 'company', id: tx.company } as const
  return recordEvent(tx, { subject, act, at: services.clock(), data, ...evidence })
}

async function redrawn(bytes: Buffer, type: 'png' | 'jpg') {
  if (bytes.length > pictureBytes) refuse('IMAGE_LIMIT_SIZE', 'imagen')
  const resized = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .rotate()
    .resize({ ...kept, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const drawn = await (type === 'png' ? resized.png() : resized.jpeg({ quality: 84 }))
    .toBuffer({ resolveWithObject: true })
    .catch(() => refuse('IMAGE_TYPE', 'imagen'))
  return { bytes: drawn.data, width: drawn.info.width, height: drawn.info.height }
}
