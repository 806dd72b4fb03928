import { randomInt, timingSafeEqual } from 'node:crypto'
import type { MailedCode } from '#contract/security/security.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { keyedHash } from '#server/shared/identity/secret.ts'
import type { Services } from '#server/shared/services.ts'
import { countMail, resendsAtMost } from './counting.ts'

export const codeMinutes = 10
const digits = 6

/**
 * Mails a new code of six digits to a factor's address. It is good for ten minutes, in this session alone, and the
 * one before it isn't any more.
 * @throws {Refusal} MFA_RESEND_LOCKED
 */
export async function mailCode(ctx: Context, factor: { id: number; mail: string }): Promise<MailedCode> {
  const { services, session } = ctx
  const again = await countMail(ctx)
  const now = services.clock()
  const expires = new Date(now.getTime() + codeMinutes * 60_000)
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const secret = hashOfMailed(services, session.id, code)
  await ctx.write(async (tx) => {
    await tx.db
      .insertInto('factor_challenges')
      .values({
        company_id: tx.company,
        session_id: session.id,
        kind: 'mail',
        factor_id: factor.id,
        secret,
        expires_at: expires,
      })
      .onConflict((on) =>
        on
          .columns(['company_id', 'session_id', 'kind'])
          .doUpdateSet({ factor_id: factor.id, secret, expires_at: expires }),
      )
      .execute()
    const user = await credentialsOf(tx.db, session.userId)
    await queueMail(tx, services, {
      event: 'factor_code',
      userId: session.userId,
      to: factor.mail,
      language: user.language,
      variables: { nombre: user.first_name, minutos: String(codeMinutes) },
      secretCode: code,
    })
  })
  return {
    id: factor.id,
    destino: hiddenMail(factor.mail),
    vence: expires.toISOString(),
    enviados: again,
    maximo: resendsAtMost,
  }
}

/** Whether a code is out for this session, of this factor. */
export async function codeIsOut({ services, session, read }: Context, factorId: number): Promise<boolean> {
  const found = await read((tx) =>
    tx.db
      .selectFrom('factor_challenges')
      .select('factor_id')
      .where('session_id', '=', session.id)
      .where('kind', '=', 'mail')
      .where('factor_id', '=', factorId)
      .where('expires_at', '>', services.clock())
      .executeTakeFirst(),
  )
  return found !== undefined
}

/** Whether this is the code that was mailed; the right one is used up. */
export async function isMailedCode(
  { services, session, write }: Context,
  factorId: number,
  code: string,
): Promise<boolean> {
  return write(async (tx) => {
    const out = await tx.db
      .selectFrom('factor_challenges')
      .select('secret')
      .where('session_id', '=', session.id)
      .where('kind', '=', 'mail')
      .where('factor_id', '=', factorId)
      .where('expires_at', '>', services.clock())
      .forUpdate()
      .executeTakeFirst()
    const given = hashOfMailed(services, session.id, code.replaceAll(/\D/g, ''))
    if (!out || !timingSafeEqual(Buffer.from(out.secret), Buffer.from(given))) return false
    await tx.db
      .deleteFrom('factor_challenges')
      .where('session_id', '=', session.id)
      .where('kind', '=', 'mail')
      .execute()
    return true
  })
}

/** A mail address with the second half of its name hidden: `m.etc•••••@example.com`. */
export function hiddenMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  return `${mail.slice(0, Math.min(6, Math.ceil(at / 2)))}•••••${mail.slice(at)}`
}

/** Keyed: a million codes are too few for a hash that anybody can make. */
function hashOfMailed({ config }: Pick<Services, 'config'>, sessionId: number, code: string): string {
  return keyedHash(config.appSecret, 'factor', `mail ${sessionId} ${code}`)
}
