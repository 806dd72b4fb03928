import { uploads } from '#contract/uploads.ts'
import { refuse } from '#server/shared/errors.ts'
import { countRows, paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { documentFile } from '#server/areas/documents/operations.ts'
import { isActive, offeredTypes, paperOf, papersOf } from './queries.ts'
import { mendPaper, sendPaper, takeBack } from './sending.ts'
import { putSheet } from './sheets.ts'

/** Pixels across of a page that its sender looks at. */
const pageWidth = 1200

export function registerUploads(api: Api): void {
  route(api, uploads.offered, ({ read, session }) =>
    read(async ({ db }) => ((await isActive(db, session.userId)) ? offeredTypes(db).execute() : [])),
  )
  route(api, uploads.mine, ({ read, session }, input) =>
    read(async ({ db }) => {
      const { limit, offset } = rowsOf(input)
      const all = papersOf(db, session.userId)
      const sent = db
        .selectFrom('documents')
        .where('employee_id', '=', session.userId)
        .where('source', '=', 'employee')
      const total = await countRows(db, sent.select('id'))
      const data = await all.orderBy('documents.id', 'desc').limit(limit).offset(offset).execute()
      return { data, pagination: paginationOf(total, input) }
    }),
  )
  route(api, uploads.one, ({ read, session }, { id }) =>
    read(async ({ db }) => (await paperOf(db, session.userId, id)) ?? refuse('NOT_FOUND')),
  )
  route(api, uploads.putSheet, (ctx, _, file) => putSheet(ctx, file))
  route(api, uploads.send, sendPaper)
  route(api, uploads.mend, mendPaper)
  route(api, uploads.withdraw, (ctx, { id }) => takeBack(ctx, id))
  route(api, uploads.page, async ({ read, services, session }, { id, c }) => {
    const file = await read(async (tx) => {
      const paper = await paperOf(tx.db, session.userId, id)
      if (!paper?.se_ve) refuse('NOT_FOUND')
      if (c > paper.hojas) refuse('PAGE_REQUESTED_NOT_FOUND', 'c')
      return documentFile(tx, id, 0)
    })
    const picture = await services.engine.render(await services.files.read(file.key), c, pageWidth)
    if (!picture.ok) throw new Error(`page ${c} of document ${id}: ${picture.fault}`)
    return { body: Buffer.from(picture.png), type: 'image/png' as const }
  })
}
