import { composeRegex } from '#server/shared/text/composed.ts'
import { randomInt } from 'node:crypto'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { cancelLinks, isGoodLink, useLink } from '#server/shared/identity/links.ts'
import { hashOf } from '#server/shared/identity/session.ts'
import type { Services } from '#server/shared/services.ts'
import type { Db, Tx } from '#server/shared/tenancy.ts'

const validHours = 24

/** Without letters and digits that look alike on paper. Twelve of these are 59 bits. */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 12
const codeShape = composeRegex(`^[${codeAlphabet}]{${codeLength}}$`, 'u')

/**
 * Makes a single-use code of 24 hours for each of these users, with which they sign in once; a newer one cancels the
 * former. Returns the codes by user.
 */
export async function makePrintedCodes(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  { userIds, createdBy }: { userIds: readonly number[]; createdBy: number },
): Promise<{ codes: ReadonlyMap<number, string>; until: Date }> {
  const now = services.clock()
  const until = new Date(now.getTime() + validHours * 3_600_000)
  const newCode = () =>
    Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
  const codes = new Map(userIds.map((id) => [id, newCode()]))
  await cancelLinks(tx.db, userIds, ['in', ['printed_code']], now)
  await tx.db
    .insertInto('credential_links')
    .values(
      [...codes].map(([userId, code]) => ({
        company_id: tx.company,
        user_id: userId,
        kind: 'printed_code' as const,
        hash: hashOfCode(tx.company, userId, code),
        expires_at: until,
        created_at: now,
        created_by: createdBy,
      })),
    )
    .execute()
  return { codes, until }
}

/** Typed text in the form of a code; null where it can't be one. */
export function asPrintedCode(typed: string): string | null {
  const bare = typed.replace(/[\s-]/g, '').toUpperCase()
  return codeShape.test(bare) ? bare : null
}

/** The open code of a user, by what was typed; null where it isn't theirs, or is used, replaced or past its time. */
export async function openCode(
  db: Db,
  services: Pick<Services, 'clock'>,
  { company, userId, code }: { company: number; userId: number; code: string },
): Promise<number | null> {
  const found = await db
    .selectFrom('credential_links')
    .select('id')
    .where('hash', '=', hashOfCode(company, userId, code))
    .where('kind', '=', 'printed_code')
    .where(isGoodLink(services.clock()))
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
  if (!(await useLink(tx.db, link, now))) return false
  await recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act: 'code_used',
    actorId: userId,
    at: now,
    detail,
  })
  return true
}

/** The hash covers company and person, so the same letters open nobody else's account. */
function hashOfCode(company: number, userId: number, code: string): string {
  return hashOf(`${company}.${userId}.${code}`)
}
