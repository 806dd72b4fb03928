import { actions } from '#contract/actions.ts'
import type { account } from '#contract/account/account.ts'
import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import { changePassword, finishFirstSignIn } from './credentials.ts'
import { mailLink } from './forgot.ts'
import { canReach } from './queries.ts'

/** Validity of a link that an administrator sends, in hours: the person may not read their mail before tomorrow. */
const linkHours = 24

/**
 * One's own password (by the present one; at the first sign-in without), or a link to a new one for somebody else:
 * what was typed for another is never set, since a password that two people know is nobody's signature.
 *
 * @throws {Refusal} PASSWORD_OF_ADMINISTRATOR for who administers, USER_WITHOUT_MAIL without a mail; STEP_UP_REQUIRED
 */
export async function changePasswordOf(
  ctx: Context,
  { id, oldpass, pass, repass, consent }: ParsedOf<typeof account.changePasswordOf>,
): Promise<AnswerOf<typeof account.changePasswordOf>> {
  const { session } = ctx
  if (id !== session.userId) return mailLinkTo(ctx, id)
  if (session.restriction === 'ingreso') {
    await finishFirstSignIn(ctx, { pass, repass, consent })
    return { enlace_enviado: false }
  }
  if (pass === undefined) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'pass')
  if (oldpass === undefined) refuse('PRESENT_PASSWORD_MISSING', 'oldpass')
  await changePassword(ctx, { oldpass, pass, repass: repass ?? '' })
  return { enlace_enviado: false }
}

async function mailLinkTo(ctx: Context, id: number): Promise<AnswerOf<typeof account.changePasswordOf>> {
  const { services, session, evidence } = ctx
  if (session.restriction !== null) refuse('SESSION_RESTRICTED')
  if (session.audience !== 's') refuse('SESSION_OTHER_SITE')
  if (!session.actions.includes(actions.employeeAdministration)) refuse('SYSTEM_ACTION_NOT_GRANTED')
  await ctx.write(async (tx) => {
    await ctx.heldStepUp(tx)
    if (!(await canReach(tx.db, session, id))) refuse('NOT_FOUND')
    const user = await credentialsOf(tx.db, id)
    if (user.administers) refuse('PASSWORD_OF_ADMINISTRATOR')
    if (!user.mail) refuse('USER_WITHOUT_MAIL')
    const since = services.clock()
    await mailLink(tx, services, id, {
      site: 'e',
      createdBy: session.userId,
      hours: linkHours,
      since,
      evidence,
    })
  })
  return { enlace_enviado: true }
}
