import { randomInt } from 'node:crypto'
import type { Context } from '#server/shared/context.ts'
import { keyedHash } from '#server/shared/identity/secret.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'

const codesAtOnce = 10
/** Without letters and digits that look alike. Ten of these are 49 bits. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const codeLength = 10

/** Ten new recovery codes, of which only keyed hashes are kept; the former ones end. */
export async function newRecoveryCodes(
  tx: Tx,
  services: Pick<Services, 'config'>,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, () =>
    Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  )
  await tx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        company_id: tx.company,
        user_id: userId,
        hash: hashOfRecovery(services, tx.company, userId, code),
      })),
    )
    .execute()
  return codes.map((code) => code.replace(/.{5}(?=.)/, '$&-'))
}

/** Whether this is one of the person's recovery codes; it is used up. */
export async function isRecoveryCode({ services, session, write }: Context, typed: string): Promise<boolean> {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  const { numUpdatedRows } = await write((tx) =>
    tx.db
      .updateTable('recovery_codes')
      .set({ used_at: services.clock() })
      .where('user_id', '=', session.userId)
      .where('hash', '=', hashOfRecovery(services, tx.company, session.userId, code))
      .where('used_at', 'is', null)
      .executeTakeFirst(),
  )
  return numUpdatedRows === 1n
}

function hashOfRecovery(
  { config }: Pick<Services, 'config'>,
  company: number,
  userId: number,
  code: string,
): string {
  return keyedHash(config.appSecret, 'factor', `recovery ${company} ${userId} ${code}`)
}
