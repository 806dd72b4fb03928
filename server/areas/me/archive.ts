import type { z } from 'zod'
import type { me } from '#contract/me/me.ts'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { revisionFiles } from '#server/areas/documents/operations.ts'
import { today } from '#server/shared/today.ts'
import { safeName, uniqueNames, type ZipEntry, zipOf } from '#server/shared/files/zip.ts'
import { type Archived, archiveWords, filled, indexPage, titleOf } from './archive-index.ts'
import { myRows } from './queries.ts'
import { readerOf, wayOf } from './standing.ts'

/** How much there is to download, and what of it can't be. */
export async function measureArchive(ctx: Context): Promise<z.input<typeof me.archiveSize.answer>> {
  return ctx.read(async (tx) => {
    const { inside, left } = await contents(ctx, tx)
    return {
      documentos: inside.length,
      bytes: inside.reduce((total, { size }) => total + size, 0),
      anulados: left.filter(({ anulado }) => anulado).length,
      cerrados: left.filter(({ anulado }) => !anulado).length,
    }
  })
}

/**
 * Everything of one's own as a zip, by folder and year, with an index; written while it is read. What the company
 * annulled or what is still closed stays out, and the index says so. Each document is written down as downloaded
 * and none as read: what is signed is opened first, one by one.
 */
export async function downloadArchive(ctx: Context): Promise<FileAnswer> {
  const { services, session, evidence, request } = ctx
  const now = services.clock()
  const words = archiveWords[request.language]
  const { inside, left, user } = await ctx.write(async (tx) => {
    const found = await contents(ctx, tx)
    if (found.inside.length === 0) refuse('NOT_FOUND')
    for (const { row } of found.inside)
      await recordEvent(tx, {
        subject: { kind: 'document', id: row.id },
        act: 'downloaded',
        ...evidence,
        at: now,
        data: { revision: row.revision, all: true, ...wayOf(found.standing) },
      })
    return { ...found, user: await credentialsOf(tx.db, session.userId) }
  })
  const index = indexPage({
    language: request.language,
    zone: session.zone,
    name: `${user.first_name} ${user.last_name}`,
    company: user.company,
    verification: `${services.config.publicUrl}/verificar`,
    made: now,
    inside,
    left,
  })
  function* entries(): Generator<ZipEntry> {
    yield { name: `${words.indice}.html`, stream: Buffer.from(index), at: now }
    for (const { path, key, row } of inside)
      yield { name: path, stream: services.files.stream(key), at: row.publicado }
  }
  const name = filled(words.archivo, { empresa: user.company, dia: today(session.zone, now) })
  return { body: zipOf(entries()), type: 'application/zip', download: `${safeName(name)}.zip` }
}

interface Content extends Archived {
  key: string
  /** Bytes. */
  size: number
}

async function contents(ctx: Context, tx: Tx) {
  const { reader, standing } = await readerOf(ctx, tx)
  const rows = await myRows(tx.db, reader)
  const open = rows.filter(({ anulado, cerrado }) => !anulado && !cerrado)
  const files = await revisionFiles(tx.db, open)
  const unique = uniqueNames()
  const inside = open.map((row): Content => {
    const file = files.get(row.id)
    if (!file) throw new Error(`document ${row.id} has no file`)
    const name = [titleOf(row), row.periodo?.slice(0, 7)].filter((part) => part).join(' ')
    const path = unique(`${safeName(row.carpeta)}/${row.year}/${safeName(name)}.pdf`)
    return { row, path, ...file }
  })
  return { inside, left: rows.filter(({ anulado, cerrado }) => anulado || cerrado), standing }
}
