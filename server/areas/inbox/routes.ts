import { inbox } from '#contract/inbox.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { openSteps, rejectionOf, shownDecisions } from '#server/areas/approvals/operations.ts'
import { documentFile } from '#server/areas/documents/operations.ts'
import { papersOffered } from '#server/areas/uploads/operations.ts'
import { approvePaper, decideMany, rejectPaper } from './deciding.ts'
import { countWaiting, formerPaper, waitingGroups, waitingPaper, waitingPapers } from './queries.ts'

export function registerInbox(api: Api, kinds: KindsOfApproval): void {
  route(api, inbox.documents, ({ read, session }, { pagination, ...filters }) => {
    const range = rangeOf(pagination)
    return read(async ({ db }) => ({
      data: await waitingPapers(db, session, filters, rowsOf(range)),
      pagination: paginationOf(await countWaiting(db, session, filters), range),
    }))
  })
  route(api, inbox.filters, ({ read, session }) => read(({ db }) => waitingGroups(db, session)))
  route(api, inbox.tasks, (ctx, { pagination }) => {
    const range = rangeOf(pagination)
    return ctx.read(async (tx) => {
      const { steps, total } = await openSteps(tx, ctx, kinds, rowsOf(range))
      return { data: steps, pagination: paginationOf(total, range) }
    })
  })
  route(api, inbox.paper, (ctx, { id }) => ctx.read((tx) => showPaper(tx, ctx, id)))
  route(api, inbox.approve, (ctx, input) => approvePaper(ctx, kinds, input))
  route(api, inbox.reject, (ctx, input) => rejectPaper(ctx, kinds, input))
  route(api, inbox.approveMany, (ctx, input) => decideMany(ctx, kinds, 'aprobar', input))
  route(api, inbox.rejectMany, (ctx, input) => decideMany(ctx, kinds, 'rechazar', input))
  route(api, inbox.pages, ({ read, session }, { a, b }) =>
    read(async (tx) => {
      if (!(await waitingPaper(tx.db, session, a))) refuse('NOT_FOUND')
      const { pages, revision } = await documentFile(tx, a, b)
      return { paginas: pages, revision }
    }),
  )
  route(api, inbox.image, async ({ write, services, session, evidence }, { a, b, c, ancho }) => {
    const file = await write(async (tx) => {
      if (!(await waitingPaper(tx.db, session, a))) refuse('NOT_FOUND')
      const found = await documentFile(tx, a, b)
      if (c > found.pages) refuse('PAGE_REQUESTED_NOT_FOUND', 'c')
      await recordEvent(tx, {
        subject: { kind: 'document', id: a },
        act: 'seen',
        at: services.clock(),
        data: { revision: found.revision, page: c },
        ...evidence,
      })
      return found
    })
    const picture = await services.engine.render(await services.files.read(file.key), c, ancho)
    if (!picture.ok) throw new Error(`page ${c} of document ${a}: ${picture.fault}`)
    return { body: Buffer.from(picture.png), type: 'image/png' as const }
  })
}

async function showPaper(tx: Tx, ctx: Context, id: number) {
  const paper = await waitingPaper(tx.db, ctx.session, id)
  if (!paper) refuse('NOT_FOUND')
  const former = await formerPaper(tx.db, paper.id_colaborador, paper.id_tipo)
  const rejection = paper.replaces_id && (await rejectionOf(tx, 'document', paper.replaces_id))
  return {
    ...paper,
    anterior: former ?? null,
    rechazo: rejection ? rejection.motivo : null,
    tipos: await papersOffered(tx),
    decisiones: await shownDecisions(tx, paper.id_aprobacion),
  }
}

/** '10,1,0': ten rows, the first page. */
function rangeOf(text: string): { perPage: number; page: number } {
  const [perPage = 25, page = 1] = text.split(',').map(Number)
  return { perPage, page }
}
