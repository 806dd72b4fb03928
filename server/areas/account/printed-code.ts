import { randomInt } from 'node:crypto'
import type { account } from '#contract/account/account.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Context } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Services } from '#server/shared/services.ts'
import { hashOf } from '#server/shared/identity/session.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { canReach } from './queries.ts'

const validHours = 24

/** Without letters and digits that look alike on paper. Twelve of these are 59 bits. */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 12
const codeShape = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`)

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

/** What somebody typed, as the code it may be; null for what can't be one. */
export function asPrintedCode(typed: string): string | null {
  const bare = typed.replace(/[\s-]/g, '').toUpperCase()
  return codeShape.test(bare) ? bare : null
}

/** The open code of a user, by what was typed; null where it isn't theirs, or is used, replaced or past its time. */
export async function openCode(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  userId: number,
  code: string,
): Promise<number | null> {
  const found = await tx.db
    .selectFrom('credential_links')
    .select('id')
    .where('hash', '=', hashOfCode(tx.company, userId, code))
    .where('kind', '=', 'printed_code')
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', services.clock())
    .executeTakeFirst()
  return found?.id ?? null
}

/** Uses a code up, as evidence; false where somebody was faster. */
export async function useCode(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  userId: number,
  link: number,
  detail: { address: string; device: string },
): Promise<boolean> {
  const now = services.clock()
  const { numUpdatedRows } = await tx.db
    .updateTable('credential_links')
    .set({ used_at: now })
    .where('id', '=', link)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act: 'code_used',
    actorId: userId,
    at: now,
    detail,
  })
  return true
}

/** Company and person stand in the hash: the same letters open nobody else's account. */
function hashOfCode(company: number, userId: number, code: string): string {
  return hashOf(`${company}.${userId}.${code}`)
}
