import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import type { MailedCode, security } from '#contract/security/security.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { clearFailures } from '#server/shared/identity/lockout.ts'
import { profileOf } from '#server/shared/identity/profile.ts'
import { easeRestriction } from '#server/areas/session/operations.ts'
import { mailCode } from './mailed-codes.ts'
import { askToAnswer } from './passkeys.ts'
import { noteProof, proofGiven } from './proof.ts'
import { codesLeft, factorsOf } from './queries.ts'
import { noteFactor } from './telling.ts'

/** Mails a code to the person's factor. */
export async function sendCode(ctx: Context): Promise<MailedCode> {
  const own = await ctx.read((tx) => factorsOf(tx.db, ctx.session.userId))
  const factor = own.find(({ kind }) => kind === 'mail')
  if (!factor?.mail) return refuse('SYSTEM_MFA_UNKNOWN')
  return mailCode(ctx, { id: factor.id, mail: factor.mail })
}

export async function askPasskey(ctx: Context): Promise<AnswerOf<typeof security.askPasskey>> {
  const opciones = await askToAnswer(ctx, ctx.session.restriction ? 'preferred' : 'required')
  return opciones ? { opciones: { ...opciones } } : refuse('SYSTEM_MFA_UNKNOWN')
}

/**
 * Proves the second factor. At sign-in that ends the restriction, unless something else still stands in the way;
 * inside a session it opens what changes the factors for some minutes.
 */
export async function proveFactor(
  ctx: Context,
  { tipo, codigo, respuesta }: ParsedOf<typeof security.prove>,
): Promise<AnswerOf<typeof security.prove>> {
  const { services, session, evidence } = ctx
  const { kind, factor } = await proofGiven(ctx, { tipo, codigo, respuesta })
  const answer = await ctx.write(async (tx) => {
    await noteProof(tx, ctx, kind, factor)
    const left = await codesLeft(tx.db, session.userId)
    await noteFactor(tx, services, session.userId, {
      act: kind === 'recovery' ? 'recovery_code_used' : 'factor_used',
      mail: kind === 'recovery' ? 'recovery_code_used' : null,
      data: { factor: kind },
      ...evidence,
    })
    const restriction = session.restriction && (await easeRestriction(tx, services, session))
    return { user: await profileOf(tx.db, { ...session, restriction }), recuperacion: left }
  })
  await clearFailures(services, {
    company: session.company,
    userId: session.userId,
    address: ctx.request.address,
  })
  return answer
}
