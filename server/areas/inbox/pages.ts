import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { documentFile } from '#server/areas/documents/operations.ts'

/** A page (from 1) of a paper's revision (0: the newest), `width` pixels wide. */
interface Page {
  id: number
  revision: number
  page: number
  width: number
}

/**
 * A page of a paper as a picture, written down as seen. `check` refuses whoever may not see the paper, in the same
 * transaction.
 *
 * @throws {Refusal} PAGE_REQUESTED_NOT_FOUND, or what `check` refuses with
 */
export async function paperPage(
  { write, services, evidence }: Context,
  { id, revision, page, width }: Page,
  check: (tx: Tx) => Promise<void>,
) {
  const file = await write(async (tx) => {
    await check(tx)
    const found = await documentFile(tx, id, revision)
    if (page > found.pages) refuse('PAGE_REQUESTED_NOT_FOUND', 'c')
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act: 'seen',
      at: services.clock(),
      data: { revision: found.revision, page },
      ...evidence,
    })
    return found
  })
  const picture = await services.engine.render(await services.files.read(file.key), page, width)
  if (!picture.ok) throw new Error(`page ${page} of document ${id}: ${picture.fault}`)
  return { body: Buffer.from(picture.png), type: 'image/png' as const }
}
