import { recordEvent } from '#server/shared/evidence/events.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany } from '#server/shared/tenancy.ts'
import { warnOfEnds } from './warnings.ts'

/** Expires certificates every ten minutes. Once a day, warns of the certificates that will expire soon. */
export function registerCertificateJobs(services: Services): void {
  services.jobs.schedule('certificates.expire', { cron: '*/10 * * * *' }, () => expirePast(services))
  services.jobs.schedule('certificates.warn', { cron: '0 12 * * *' }, () => warnOfEnds(services))
}

/**
 * Expires the certificates of every company that are past their last instant. Their keys are destroyed, as by the act
 * itself.
 */
export async function expirePast(services: Services): Promise<void> {
  const now = services.clock()
  await everyCompany(services, (tenant) =>
    tenant.write(async (tx) => {
      const past = await tx.db
        .updateTable('certificates')
        .set((eb) => ({ wrapped_key: null, expired_at: eb.ref('valid_until') }))
        .where('expired_at', 'is', null)
        .where('valid_until', '<=', now)
        .returning(['id', 'valid_until'])
        .execute()
      for (const { id, valid_until } of past) {
        await recordEvent(tx, {
          subject: { kind: 'certificate', id },
          act: 'expired',
          actorId: null,
          at: valid_until,
        })
      }
    }),
  )
}
