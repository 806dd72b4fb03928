import { type Expression, sql } from 'kysely'
import type { Context } from '#server/shared/context.ts'
import type { Fact } from '#server/shared/evidence/events.ts'
import { insertKept, type StoredFile } from '#server/shared/files/files.ts'
import { behalfOf } from '#server/shared/processes/behalf.ts'
import { beginProcess } from '#server/shared/processes/lifecycle.ts'
import { noteProgress } from '#server/shared/processes/progress.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { stepsOfPublished } from '#server/areas/workflows/operations.ts'
import { lanes, publishJob } from './job.ts'
import { notePublished } from './beginning.ts'
import { askForRelease } from './release.ts'

/** One file for many people. */
export interface ToMany {
  type: number
  file: { stored: StoredFile; name: string; pages: number }
  notify: boolean
  /** A query of `id` and `n`: the recipients and their order. */
  recipients: Expression<{ id: number; n: number }>
  /** The chosen audience, for the evidence. */
  audience: { readonly [name: string]: Fact | undefined }
}

/**
 * Begins to publish one file unchanged to each of many people, without reading. The documents share the file, and wait
 * for the groups of a workflow that orders what is published of the type. Returns the process.
 */
export async function publishToMany(
  tx: Tx,
  ctx: Context,
  { type, file, notify, recipients, audience }: ToMany,
): Promise<number> {
  const { services, session } = ctx
  const { stored, name, pages } = file
  const at = services.clock()
  const [fileId = 0] = await insertKept(tx, [stored])
  const id = await beginProcess(tx, {
    kind: 'generic',
    step: 'publishing',
    by: session.userId,
    at,
    started: true,
    type,
    behalf: behalfOf(ctx),
  })
  const { userId, profileKind, seesConfidential, zone } = session
  await tx.db
    .insertInto('publications')
    .values((insert) => ({
      company_id: tx.company,
      process_id: id,
      mode: 'generic',
      type_version: insert.selectFrom('document_types').where('id', '=', type).select('version'),
      viewer: JSON.stringify({ userId, profileKind, seesConfidential, zone }),
      file_name: name,
      file_size: stored.size,
      received: stored.size,
      received_at: at,
      file_id: fileId,
      sha256: stored.sha256,
      pages,
      notify,
    }))
    .execute()
  await sql`with person as (${recipients}),
      item as (insert into process_items (company_id, process_id, n)
        select ${tx.company}, ${id}, person.n from person returning id, n)
    insert into publication_items (company_id, id, process_id, place, pages, source_name, file_id, read_by, found,
      employee_id)
    select ${tx.company}, item.id, ${id}, item.n, array(select generate_series(1, ${pages}::int)), ${name}, ${fileId},
      'file_name', 'listo', person.id
    from item join person on person.n = item.n`.execute(tx.db)
  await noteProgress(tx, id, {
    total: sql<number>`(select count(*)::int from process_items where process_id = ${id})`,
  })
  await notePublished(tx, ctx, id, { ...audience, sha256: stored.sha256 })
  if (await stepsOfPublished(tx, type)) await askForRelease(tx, ctx, { id, type })
  for (let lane = 0; lane < lanes; lane++) tx.enqueue(publishJob, { process: id })
  return id
}
