import { followUps } from '#contract/processes/follow-up.ts'
import { processes } from '#contract/processes/processes.ts'
import { undo } from '#contract/processes/undo.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import type { KindsOfProcess } from '#server/shared/processes/kinds.ts'
import { type Api, route } from '#server/shared/route.ts'
import { listFailures } from './failures.ts'
import { bouncedSheet, showBounced, showFollowUp } from './follow-up.ts'
import { cancelProcess, takeProcess } from './operations.ts'
import { presentOne, presentRows } from './presenting.ts'
import { findProcess, listProcesses, processesBeyondReach } from './queries.ts'
import { beginUndo, previewUndo, showKnown, showUndoable } from './undo.ts'
import { failuresSheet, processesSheet } from './sheets.ts'

export function registerProcesses(api: Api, kinds: KindsOfProcess): void {
  route(api, processes.list, async ({ read, session, request }, input) => {
    checkRange(input)
    const limits = rowsOf(input)
    return read(async (tx) => {
      const { rows, total } = await listProcesses(tx.db, session, input, limits)
      return {
        data: await presentRows(tx, session, request.language, rows),
        pagination: paginationOf(total, input),
      }
    })
  })
  route(api, processes.sheet, (ctx, input) => {
    checkRange(input)
    return processesSheet(ctx, input)
  })
  route(api, processes.one, (ctx, { id }) =>
    ctx.read(async (tx) => {
      const found = await findProcess(tx.db, ctx.session, id)
      if (!found) refuse('NOT_FOUND')
      return presentOne(tx, ctx, kinds, found)
    }),
  )
  route(api, processes.failures, async ({ read, session, request }, input) => {
    const limits = rowsOf(input)
    return read(async (tx) => {
      const found = await findProcess(tx.db, session, input.id)
      if (!found) refuse('NOT_FOUND')
      const whole = (await processesBeyondReach(tx.db, session, [input.id])).size === 0
      const reader = { session, language: request.language, whole, kinds }
      const { data, total } = await listFailures(tx.db, found, reader, { code: input.code, ...limits })
      return { data, pagination: paginationOf(total, input) }
    })
  })
  route(api, processes.failuresSheet, (ctx, input) => failuresSheet(ctx, kinds, input))
  route(api, processes.take, takeProcess)
  route(api, processes.cancel, (ctx, input) => cancelProcess(ctx, kinds, input))
  route(api, followUps.one, showFollowUp)
  route(api, followUps.bounced, showBounced)
  route(api, followUps.bouncedSheet, bouncedSheet)
  route(api, undo.list, showUndoable)
  route(api, undo.one, previewUndo)
  route(api, undo.known, showKnown)
  route(api, undo.undo, beginUndo)
}

function checkRange({ desde, hasta }: { desde: string; hasta: string }): void {
  if (hasta < desde) refuse('PROCESS_RANGE_BACKWARDS', 'hasta')
}
