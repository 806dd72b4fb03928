import { mostShown, places } from '#contract/places.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import { type Api, route } from '#server/shared/route.ts'
import { today } from '#server/shared/today.ts'
import { countOpenSteps } from '#server/areas/approvals/operations.ts'
import { billboardOf } from '#server/areas/billboard/operations.ts'
import { lastUnread, waitingForSignature } from '#server/areas/me/operations.ts'
import { isActive, lapsingOf, papersOf, papersOffered } from '#server/areas/uploads/operations.ts'
import { unseen } from './queries.ts'

/** Papers under way that the start shows; the others are in their own place. */
const underWayShown = 3

export function registerPlaces(api: Api, kinds: KindsOfApproval): void {
  route(api, places.home, (ctx) =>
    ctx.read(async (tx) => {
      const { userId, zone } = ctx.session
      const now = ctx.services.clock()
      const papers = papersOf(tx.db, userId)
      const waiting = papers.where('documents.state', '=', 'waiting_approval')
      const returned = await waiting.where('approval.state', '=', 'returned').limit(mostShown).execute()
      const underWay = await waiting
        .where('approval.state', '=', 'pending')
        .orderBy('documents.id', 'desc')
        .limit(underWayShown)
        .execute()
      const active = await isActive(tx.db, userId)
      const sends = active && (await papersOffered(tx)).length > 0
      return {
        firmar: await waitingForSignature(tx.db, userId, now),
        sin_leer: await lastUnread(tx.db, userId, now),
        devueltos: returned.map(({ id, tipo, motivo }) => ({ id, tipo, motivo: motivo ?? '' })),
        por_vencer: active ? await lapsingOf(tx.db, userId, today(zone, now), mostShown) : [],
        decidir: await countOpenSteps(tx, ctx, kinds),
        en_curso: underWay.map(({ id, tipo, enviado, grupo }) => ({ id, tipo, enviado, grupo })),
        novedades: await unseen(tx.db, userId, mostShown),
        cartelera: await billboardOf(tx.db, userId, today(zone, now)),
        envia: sends || (await papers.limit(1).execute()).length > 0,
      }
    }),
  )
  route(api, places.seen, ({ act, session, services }, { ids }) =>
    act(async ({ db }) => {
      const { numUpdatedRows } = await db
        .updateTable('notifications')
        .set({ read_at: services.clock() })
        .where('user_id', '=', session.userId)
        .where('id', 'in', ids)
        .where('read_at', 'is', null)
        .executeTakeFirst()
      return { vistos: Number(numUpdatedRows) }
    }),
  )
}
