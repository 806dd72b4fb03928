import { security } from '#contract/security/security.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { type Api, route } from '#server/shared/route.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { type Viewer, visibleEmployees } from '#server/shared/visibility.ts'
import { hasFactor } from '#server/areas/session/operations.ts'
import { listMovements, listSessions } from './movements.ts'
import { resetFactors } from './operations.ts'
import {
  addApp,
  addMail,
  addPasskey,
  confirmFactor,
  confirmPasskey,
  removeFactor,
  renewRecovery,
  showOwn,
} from './own.ts'
import { askPasskey, proveFactor, sendCode } from './proving.ts'
import { listMissing, listProfiles, remindMissing, requireOfProfile } from './requirement.ts'

export function registerSecurity(api: Api): void {
  route(api, security.factors, (ctx) => showOwn(ctx))
  route(api, security.addMail, (ctx, { mail }) => addMail(ctx, mail))
  route(api, security.addApp, (ctx) => addApp(ctx))
  route(api, security.addPasskey, (ctx) => addPasskey(ctx))
  route(api, security.confirm, (ctx, { id, codigo }) => confirmFactor(ctx, id, codigo))
  route(api, security.confirmPasskey, (ctx, input) => confirmPasskey(ctx, input))
  route(api, security.remove, async (ctx, { id }) => {
    await removeFactor(ctx, id)
    return {}
  })
  route(api, security.recovery, async (ctx) => ({ codigos: await renewRecovery(ctx) }))
  route(api, security.sendCode, (ctx) => sendCode(ctx))
  route(api, security.askPasskey, (ctx) => askPasskey(ctx))
  route(api, security.prove, (ctx, input) => proveFactor(ctx, input))

  route(api, security.profiles, (ctx) => listProfiles(ctx))
  route(api, security.require, (ctx, input) => requireOfProfile(ctx, input))
  route(api, security.missing, async ({ read, session }, input) => {
    const { data, total } = await read((tx) => listMissing(tx.db, session, rowsOf(input)))
    return { data, pagination: paginationOf(total, input) }
  })
  route(api, security.remind, (ctx) => remindMissing(ctx))
  route(api, security.movements, (ctx, input) => listMovements(ctx, input))
  route(api, security.sessions, async (ctx, input) => {
    const { data, total } = await listSessions(ctx, rowsOf(input))
    return { data, pagination: paginationOf(total, input) }
  })
  route(api, security.of, (ctx, { id }) =>
    ctx.read(async (tx) => {
      const user = await reachable(tx, ctx.session, id)
      return { tiene: !user.administers && (await hasFactor(tx.db, id)) }
    }),
  )
  route(api, security.reset, async (ctx, { id }) => {
    await resetOf(ctx, id)
    return {}
  })
}

/** HR takes the factors of an employee within reach who lost them; never of who administers. */
async function resetOf({ services, session, act, evidence }: Context, id: number): Promise<void> {
  await act(async (tx) => {
    const user = await reachable(tx, session, id)
    if (user.administers) refuse('MFA_RESET_MANAGES')
    if (!(await hasFactor(tx.db, id))) refuse('SYSTEM_MFA_AUTH_NOT_CONFIGURED')
    await resetFactors(tx, services, id, evidence)
  })
}

/** An employee within reach; somebody out of it is nobody. */
async function reachable(tx: Tx, viewer: Viewer, id: number) {
  const found = await tx.db
    .selectFrom('employees')
    .select('id')
    .where('id', '=', id)
    .where(visibleEmployees(viewer, 'employees.id'))
    .executeTakeFirst()
  if (!found) refuse('NOT_FOUND')
  return credentialsOf(tx.db, id)
}
