import { actions } from '#contract/actions.ts'
import { type ConcernSource, mostConcerns } from '#server/shared/concerns.ts'

const day = 86_400_000
/** Days before its end from which a certificate is displayed in the bell. */
const certificateDays = 60

/** Certificates that end soon. */
export const certificateConcerns: ConcernSource = {
  need: actions.certificates,
  async find(db, { now }) {
    const rows = await db
      .selectFrom('certificates')
      .where('expired_at', 'is', null)
      .where('valid_until', '>', now)
      .where('valid_until', '<', new Date(now.getTime() + certificateDays * day))
      .orderBy('valid_until')
      .limit(mostConcerns)
      .select(['id', 'holder_name as nombre', 'valid_until as vence'])
      .execute()
    return rows.map((row) => ({
      ...row,
      clase: 'certificado_vence',
      total: 1,
      desde: new Date(row.vence.getTime() - certificateDays * day),
    }))
  },
}
