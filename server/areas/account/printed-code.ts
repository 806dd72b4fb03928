import { randomInt } from 'node:crypto'
import type { account } from '#contract/account.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Context } from '../../shared/context.ts'
import { credentialsOf } from '../../shared/credentials.ts'
import { refuse } from '../../shared/errors.ts'
import { recordEvent } from '../../shared/events.ts'
import { codeAlphabet, codeLength, hashOfCode } from './operations.ts'
import { canReach } from './queries.ts'

const validHours = 24

/**
 * Makes the code that lets somebody without a mail in, once and within 24 hours, and forces a password of their
 * own. It is shown to who asked for it, to be printed, and only its hash is kept. A newer one ends the former.
 *
 * @throws {Refusal} PRINTED_CODE_MANAGES for who administers, PRINTED_CODE_HAS_MAIL where a link can be mailed
 */
export async function printCode(ctx: Context, id: number): Promise<AnswerOf<typeof account.printCode>> {
  const { services, session, evidence } = ctx
  return ctx.write(async (tx) => {
    if (!(await canReach(tx.db, session, id))) refuse('NOT_FOUND')
    const user = await credentialsOf(tx.db, id)
    if (user.is_management) refuse('PRINTED_CODE_MANAGES')
    if (user.mail) refuse('PRINTED_CODE_HAS_MAIL')
    const now = services.clock()
    const until = new Date(now.getTime() + validHours * 3_600_000)
    const code = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(
      '',
    )
    await tx.db
      .updateTable('credential_links')
      .set({ cancelled_at: now })
      .where('user_id', '=', id)
      .where('kind', '=', 'printed_code')
      .where('used_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .execute()
    await tx.db
      .insertInto('credential_links')
      .values({
        company_id: tx.company,
        user_id: id,
        kind: 'printed_code',
        hash: hashOfCode(tx.company, id, code),
        expires_at: until,
        created_at: now,
        created_by: session.userId,
      })
      .execute()
    await recordEvent(tx, {
      subject: { kind: 'credential', id },
      act: 'code_printed',
      ...evidence,
      at: now,
      data: { until: until.toISOString() },
    })
    return {
      codigo: code.replace(/.{4}(?=.)/g, '$&-'),
      usuario: user.username,
      nombre: `${user.first_name} ${user.last_name}`,
      empresa: user.company,
      direccion: `${services.config.publicUrl}/e/login`,
      vence: until.toISOString(),
    }
  })
}
