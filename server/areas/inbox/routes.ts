import { approvals, mostCounted } from '#contract/approvals.ts'
import { inbox, type InboxList, inboxLists } from '#contract/inbox.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf, walking } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import {
  countOpenSteps,
  lookingOf,
  openSteps,
  rejectionOf,
  shownDecisions,
  shownTurn,
} from '#server/areas/approvals/operations.ts'
import { documentFile, pagePicture } from '#server/areas/documents/operations.ts'
import { papersOffered } from '#server/areas/uploads/operations.ts'
import { approvePaper, decideMany, rejectPaper } from './deciding.ts'
import { heldPage, listHeld } from './held.ts'
import { countWaiting, formerPaper, waitingGroups, waitingPaper, waitingPapers } from './queries.ts'

export function registerInbox(api: Api, kinds: KindsOfApproval): void {
  route(api, inbox.documents, (ctx, { pagination, ...filters }) => {
    const range = rangeOf(pagination)
    return walked(ctx, async (tx) => {
      const looking = await lookingOf(tx, ctx)
      return {
        data: await waitingPapers(tx.db, looking, filters, rowsOf(range)),
        pagination: paginationOf(await countWaiting(tx.db, looking, filters), range, mostCounted),
      }
    })
  })
  route(api, inbox.filters, (ctx) =>
    walked(ctx, async (tx) => {
      const otros: { bandeja: InboxList; total: number }[] = []
      for (const bandeja of inboxLists)
        otros.push({ bandeja, total: await countOpenSteps(tx, ctx, kindsIn(kinds, bandeja)) })
      return { ...(await waitingGroups(tx.db, await lookingOf(tx, ctx))), otros }
    }),
  )
  route(api, inbox.tasks, (ctx, { pagination, bandeja }) => {
    const range = rangeOf(pagination)
    const wanted = bandeja ? kindsIn(kinds, bandeja) : kinds
    return walked(ctx, async (tx) => {
      const { steps, total } = await openSteps(tx, ctx, wanted, rowsOf(range))
      return { data: steps, pagination: paginationOf(total, range, mostCounted) }
    })
  })
  route(api, approvals.documents, (ctx, input) => listHeld(ctx, kinds, input))
  route(api, approvals.page, (ctx, input) => heldPage(ctx, kinds, input))
  route(api, inbox.paper, (ctx, { id }) => ctx.read((tx) => showPaper(tx, ctx, kinds, id)))
  route(api, inbox.approve, (ctx, input) => approvePaper(ctx, kinds, input))
  route(api, inbox.reject, (ctx, input) => rejectPaper(ctx, kinds, input))
  route(api, inbox.approveMany, (ctx, input) => decideMany(ctx, kinds, 'aprobar', input))
  route(api, inbox.rejectMany, (ctx, input) => decideMany(ctx, kinds, 'rechazar', input))
  route(api, inbox.pages, (ctx, { a, b }) =>
    ctx.read(async (tx) => {
      if (!(await waitingPaper(tx.db, await lookingOf(tx, ctx), a))) refuse('NOT_FOUND')
      const { pages, revision } = await documentFile(tx, a, b)
      return { paginas: pages, revision }
    }),
  )
  route(api, inbox.image, (ctx, { a, b, c, ancho }) =>
    pagePicture(ctx, { id: a, revision: b, page: c, width: ancho }, async (tx) => {
      if (!(await waitingPaper(tx.db, await lookingOf(tx, ctx), a))) refuse('NOT_FOUND')
    }),
  )
}

function walked<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.read((tx) => walking(tx.db, () => work(tx)))
}

/** The kinds of approvals that stand in a list of the inbox. */
function kindsIn(kinds: KindsOfApproval, list: InboxList): KindsOfApproval {
  return Object.fromEntries(Object.entries(kinds).filter(([, kind]) => kind.inbox === list))
}

async function showPaper(tx: Tx, ctx: Context, kinds: KindsOfApproval, id: number) {
  const paper = await waitingPaper(tx.db, await lookingOf(tx, ctx), id)
  if (!paper) refuse('NOT_FOUND')
  const former = await formerPaper(tx.db, ctx.session, paper.id_colaborador, paper.id_tipo)
  const rejection = paper.replaces_id && (await rejectionOf(tx, 'document', paper.replaces_id))
  return {
    ...paper,
    anterior: former ?? null,
    rechazo: rejection ? rejection.motivo : null,
    tipos: await papersOffered(tx),
    turno: await shownTurn(tx, ctx, kinds, paper.id_aprobacion),
    decisiones: await shownDecisions(tx, paper.id_aprobacion),
  }
}

/** '10,1,0': ten rows, the first page. */
function rangeOf(text: string): { perPage: number; page: number } {
  const [perPage = 25, page = 1] = text.split(',').map(Number)
  return { perPage, page }
}
