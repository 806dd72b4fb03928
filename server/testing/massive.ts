import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { massive } from '#contract/massive/massive.ts'
import type { Exception, Mark } from '#contract/massive/preview.ts'
import type { MassiveMode } from '#contract/massive/modes.ts'
import { payslip } from '#pdf/testing/samples.ts'
import type { MadeCompany } from '../areas/company/operations.ts'
import { insertKept } from '../shared/files/files.ts'
import type { TestApp } from './app.ts'
import { aType, type MadeType } from './documents.ts'
import { inCompany, type Person } from './factories.ts'

export interface ItemWanted {
  found: 'listo' | Exception
  to?: Person
  suggested?: Person
  pages?: number[]
  idRead?: string
  nameRead?: string
  marks?: readonly Mark[]
  /** The employees who stand on its pages; nobody unless given. */
  shows?: readonly Person[]
  /** A payslip of the person's, unless given. */
  bytes?: Uint8Array
}

/** Begins a publication over HTTP; returns its id and the address of its upload. */
export async function begin(
  app: TestApp,
  as: string,
  tipo: number,
  wanted: { modo?: MassiveMode; tamano?: number; archivo?: string; periodo?: string } = {},
): Promise<{ id: number; subida: string }> {
  const modo = wanted.modo ?? 'split_sign'
  const answer = await app.call(
    massive.create,
    {
      modo,
      tipo,
      periodo: wanted.periodo ?? '2026-10',
      archivo: wanted.archivo ?? (modo.startsWith('split') ? 'octubre.pdf' : 'octubre.zip'),
      tamano: wanted.tamano ?? 1000,
    },
    { as },
  )
  if (answer.status !== 200) throw new Error(`no publication: ${JSON.stringify(answer.errors)}`)
  return answer.data
}

/** A type whose receipts name their owner on the first page. */
export async function aReadableType(app: TestApp, company: MadeCompany): Promise<MadeType> {
  const type = await aType(app, company)
  await inCompany(app, company.id, (tx) =>
    tx.db.updateTable('document_types').set({ capture: 'first_page' }).where('id', '=', type.id).execute(),
  )
  return type
}

/** Leaves a process without its jobs, as if their workers had died too often. */
export async function loseJobs(app: TestApp, process: number): Promise<void> {
  await sql`update pgboss.job set state = 'failed', completed_on = now()
    where state < 'completed' and data -> 'data' ->> 'process' = ${process}::text`.execute(app.database.db)
}

/** Removes the file of a receipt, like a store that lost it; returns a function that restores it. */
export async function loseFile(
  app: TestApp,
  company: MadeCompany,
  item: number,
): Promise<() => Promise<unknown>> {
  const setKey = (key: string) =>
    inCompany(app, company.id, async (tx) => {
      const file = tx.db.selectFrom('publication_items').select('file_id').where('id', '=', item)
      const { key: before } = await tx.db
        .selectFrom('files')
        .select('key')
        .where('id', '=', file)
        .executeTakeFirstOrThrow()
      await tx.db.updateTable('files').set({ key }).where('id', '=', file).execute()
      return before
    })
  const before = await setKey(`${company.id}/00/${'0'.repeat(30)}`)
  return () => setKey(before)
}

/** A publication that was read, with these receipts; returns its id and theirs. */
export async function aPreview(
  app: TestApp,
  company: MadeCompany,
  as: string,
  tipo: number,
  wanted: readonly ItemWanted[],
  of: { modo?: MassiveMode; periodo?: string } = {},
): Promise<{ id: number; items: number[] }> {
  const { id } = await begin(app, as, tipo, of)
  const pages = wanted.map((item) => item.pages?.length ?? 1)
  const stored = await Promise.all(
    wanted.map(async ({ bytes, to }, at) => {
      const facts = { pages: pages[at] ?? 1, ...(to && { taxId: to.cuil }) }
      const pdf = bytes ?? (await payslip(facts))
      return app.services.files.put(company.id, pdf, { type: 'pdf', maxBytes: 1e6 })
    }),
  )
  const items = await inCompany(app, company.id, async (tx) => {
    const files = await insertKept(tx, stored)
    const made = await tx.db
      .insertInto('process_items')
      .values(wanted.map((_, n) => ({ company_id: tx.company, process_id: id, n: n + 1 })))
      .returning(['id', 'n'])
      .execute()
    const ids = made.toSorted((a, b) => a.n - b.n).map((row) => row.id)
    await tx.db
      .insertInto('publication_items')
      .values(
        wanted.map((item, at) => ({
          company_id: tx.company,
          id: ids[at] ?? 0,
          process_id: id,
          place: at + 1,
          pages: item.pages ?? [at + 1],
          file_id: item.found === 'archivo_rechazado' ? null : (files[at] ?? null),
          id_read: item.idRead ?? item.to?.cuil ?? null,
          name_read: item.nameRead ?? null,
          found: item.found,
          marks: JSON.stringify(item.marks ?? []),
          shows: item.shows?.map((person) => person.id) ?? [],
          employee_id: item.to?.id ?? null,
          suggested_id: item.suggested?.id ?? null,
        })),
      )
      .execute()
    await tx.db.updateTable('processes').set({ step: 'preview' }).where('id', '=', id).execute()
    await tx.db
      .updateTable('publications')
      .set({ upload_id: null, pages: pages.reduce((all, n) => all + n, 0) })
      .where('process_id', '=', id)
      .execute()
    return ids
  })
  return { id, items }
}

/** Sends a whole file by the protocol of uploads, in one piece. */
export async function sendWhole(app: TestApp, as: string, subida: string, bytes: Uint8Array): Promise<void> {
  const answer = await app.server.inject({
    method: 'PATCH',
    url: subida,
    headers: {
      authorization: `Bearer ${as}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    payload: Buffer.from(bytes),
  })
  if (answer.statusCode !== 204)
    throw new Error(`the upload is answered ${answer.statusCode}: ${answer.body}`)
}

/** The text of a receipt's own PDF. */
export async function wordsOfPdf(
  app: TestApp,
  company: MadeCompany,
  id: number,
  item: number,
): Promise<string> {
  const { key } = await inCompany(app, company.id, (tx) =>
    tx.db
      .selectFrom('publication_items')
      .innerJoin('files', 'files.id', 'publication_items.file_id')
      .select('files.key')
      .where('process_id', '=', id)
      .where('publication_items.id', '=', item)
      .executeTakeFirstOrThrow(),
  )
  const read = await app.services.engine.text(await app.services.files.read(key))
  return read.ok ? JSON.stringify(read) : ''
}

/** A zip of these bytes by their names. */
export async function zipOfFiles(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of files) zip.addBuffer(Buffer.from(bytes), name)
  zip.end()
  return buffer(Readable.from(zip.outputStream as AsyncIterable<Buffer>))
}
