import type { account } from '#contract/account/account.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { getSettings } from '#server/shared/settings.ts'
import { makePrintedCode } from '#server/areas/session/operations.ts'
import { canReach } from './queries.ts'

/**
 * Makes the code that lets somebody without a mail in, once and within 24 hours, and forces a password of their
 * own. It is shown to the administrator who asked for it, to be printed, and only its hash is kept.
 *
 * @throws {Refusal} PRINTED_CODE_MANAGES for somebody who administers, PRINTED_CODE_HAS_MAIL where a link can be mailed
 */
export async function printCode(ctx: Context, id: number): Promise<AnswerOf<typeof account.printCode>> {
  const { services, session, evidence } = ctx
  return ctx.write(async (tx) => {
    if (!(await canReach(tx.db, session, id))) refuse('NOT_FOUND')
    const user = await credentialsOf(tx.db, id)
    if (user.administers) refuse('PRINTED_CODE_MANAGES')
    if (user.mail) refuse('PRINTED_CODE_HAS_MAIL')
    const { code, until } = await makePrintedCode(tx, services, { userId: id, createdBy: session.userId })
    await recordEvent(tx, {
      subject: { kind: 'credential', id },
      act: 'code_printed',
      ...evidence,
      at: services.clock(),
      data: { until: until.toISOString() },
    })
    return {
      codigo: code.replace(/.{4}(?=.)/g, '$&-'),
      usuario: user.username,
      nombre: `${user.first_name} ${user.last_name}`,
      empresa: user.company,
      direccion: `${services.config.publicUrl}/e/login`,
      vence: until.toISOString(),
      permite_firmar: (await getSettings(tx))['signing.printed_code_may_sign'],
    }
  })
}
