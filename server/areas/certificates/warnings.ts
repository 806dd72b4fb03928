import { actions } from '#contract/actions.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import { everyCompany, type Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { mailableHoldersOf } from '#server/shared/reading/people.ts'
import { endingCertificates, type EndingCertificate } from './queries.ts'

/** Days before its end of which a certificate's people are warned, each once. */
const warnedDays = [60, 30, 7] as const
const oneDay = 86_400_000

/**
 * Mails the holders and administrators of certificates, in every company, 60, 30 and 7 days before one ends. A
 * certificate imported with fewer days left is announced once.
 */
export async function warnOfEnds(services: Services): Promise<void> {
  await everyCompany(services, (tenant) => tenant.write((tx) => warnCompany(tx, services)))
}

async function warnCompany(tx: Tx, services: Services): Promise<void> {
  const now = services.clock()
  const horizon = new Date(now.getTime() + warnedDays[0] * oneDay)
  for (const certificate of await endingCertificates(tx.db, now, horizon)) {
    const left = (certificate.valid_until.getTime() - now.getTime()) / oneDay
    const due = warnedDays.findLast((days) => left <= days)
    if (due === undefined || (certificate.warned_days ?? Infinity) <= due) continue
    await tx.db
      .updateTable('certificates')
      .set({ warned_days: due })
      .where('id', '=', certificate.id)
      .execute()
    await warn(tx, services, certificate, due)
  }
}

async function warn(
  tx: Tx,
  services: Services,
  { id, holder_name, valid_until, zone }: EndingCertificate,
  days: number,
): Promise<void> {
  const people = await mailableHoldersOf(tx.db, {
    actions: [actions.certificates],
    orKind: 'certificate_holder',
  }).execute()
  for (const person of people) {
    await queueMail(tx, services, {
      event: 'certificate_ending',
      userId: person.id,
      to: person.mail,
      language: person.language,
      subject: { kind: 'certificate', id },
      variables: { nombre: person.first_name, titular: holder_name, vence: today(zone, valid_until) },
    })
  }
  await recordEvent(tx, {
    subject: { kind: 'certificate', id },
    act: 'warned',
    actorId: null,
    at: services.clock(),
    data: { days, mails: people.length },
  })
}
