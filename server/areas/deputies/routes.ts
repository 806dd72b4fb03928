import { actions } from '#contract/actions.ts'
import { deputies } from '#contract/deputies.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { approversFound } from '#server/shared/reading/approvers.ts'
import { type Api, route } from '#server/shared/route.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { canReach } from '#server/areas/account/operations.ts'
import { endDeputy, nameDeputy, shownStanding } from './naming.ts'
import { canBeNamed } from './queries.ts'

export function registerDeputies(api: Api): void {
  route(api, deputies.mine, (ctx) => ctx.read((tx) => shownStanding(ctx, tx, ctx.session.userId)))
  route(api, deputies.candidates, ({ read, session }, { buscar = '' }) =>
    read(async ({ db }) =>
      // The directory of those who approve is for those who approve, and for who names deputies.
      session.actions.includes(actions.employeeAdministration) || (await canBeNamed(db, session.userId))
        ? approversFound(db, buscar, session.userId)
        : [],
    ),
  )
  route(api, deputies.name, (ctx, input) =>
    ctx.act(async (tx) => {
      if (!(await canBeNamed(tx.db, ctx.session.userId))) refuse('DEPUTY_NOT_ABLE', 'id_usuario')
      await nameDeputy(ctx, tx, ctx.session.userId, input)
      return shownStanding(ctx, tx, ctx.session.userId)
    }),
  )
  route(api, deputies.end, (ctx) =>
    ctx.act(async (tx) => {
      await endDeputy(ctx, tx, ctx.session.userId)
      return shownStanding(ctx, tx, ctx.session.userId)
    }),
  )
  route(api, deputies.ofEmployee, (ctx, { id }) =>
    ctx.read(async (tx) => {
      await checkReach(ctx, tx, id)
      return shownStanding(ctx, tx, id)
    }),
  )
  route(api, deputies.nameFor, (ctx, { id, ...input }) =>
    ctx.act(async (tx) => {
      await checkReach(ctx, tx, id)
      await nameDeputy(ctx, tx, id, input)
      return shownStanding(ctx, tx, id)
    }),
  )
  route(api, deputies.endFor, (ctx, { id }) =>
    ctx.act(async (tx) => {
      await checkReach(ctx, tx, id)
      await endDeputy(ctx, tx, id)
      return shownStanding(ctx, tx, id)
    }),
  )
}

async function checkReach({ session }: Context, tx: Tx, id: number): Promise<void> {
  if (!(await canReach(tx.db, session, id))) refuse('NOT_FOUND')
}
