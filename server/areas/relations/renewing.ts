import type { ParsedOf } from '#contract/call.ts'
import type { relations } from '#contract/relations.ts'
import type { Context } from '#server/shared/context.ts'
import { noteOwnChange } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import {
  checkNewPassword,
  passwordRulesOf,
  provePassword,
  putPassword,
} from '#server/areas/account/operations.ts'
import { accountOf, refuseBySso } from './listing.ts'
import { relatedById } from './queries.ts'
import { checkSwitch } from './switching.ts'

/**
 * Changes the expired password of a related user by the old one, on the way to switching to them. Their owner does it
 * with the credential of before, so the relation goes on; their other sessions end.
 * @throws {Refusal} NOT_FOUND for whoever is not related, or whose password has not expired
 */
export async function renewPassword(
  ctx: Context,
  { id, oldpass, pass, repass }: ParsedOf<typeof relations.renewPassword>,
): Promise<void> {
  const { services, session, evidence } = ctx
  await refuseBySso(ctx)
  const target = await relatedById(services.database.pool, accountOf(ctx), id)
  if (!target) refuse('NOT_FOUND')
  if (target.suspended) refuse('RELATION_SUSPENDED')
  if (!(await checkSwitch(ctx, target, 2))) refuse('NOT_FOUND')
  const { company } = target
  const { write } = services.tenant(company)
  const theirs: Context = {
    ...ctx,
    session: { ...session, company, userId: id },
    read: write,
    write,
    evidence: { ...evidence, actorId: id },
  }
  await provePassword(theirs, oldpass, 'oldpass', 'PRESENT_PASSWORD_WRONG')
  const rules = await write((tx) => passwordRulesOf(tx, id))
  const hash = await checkNewPassword(pass, repass, rules)
  const { version } = rules
  await write(async (tx) => {
    await noteOwnChange(tx, id)
    await putPassword(tx, services, { id, sessionId: null, hash, origin: 'own', version }, theirs.evidence)
  })
}
