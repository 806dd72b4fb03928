import { inbox } from '#contract/inbox.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import { countWaiting, waitingDocuments } from './queries.ts'

export function registerInbox(api: Api): void {
  route(api, inbox.documents, ({ read, session }, { pagination }) => {
    const range = rangeOf(pagination)
    return read(async ({ db }) => ({
      data: await waitingDocuments(db, session, rowsOf(range)),
      pagination: paginationOf(await countWaiting(db, session), range),
    }))
  })

  route(api, inbox.tasks, ({ read, session }, { pagination }) => {
    const range = rangeOf(pagination)
    return read(async ({ db }) => ({
      data: (await waitingDocuments(db, session, rowsOf(range))).map((row) => ({
        ...row,
        clase: 'documento' as const,
      })),
      pagination: paginationOf(await countWaiting(db, session), range),
    }))
  })
}

/** '10,1,0': ten rows, the first page. */
function rangeOf(text: string): { perPage: number; page: number } {
  const [perPage = 25, page = 1] = text.split(',').map(Number)
  return { perPage, page }
}
