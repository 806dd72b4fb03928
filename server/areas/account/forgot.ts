import { z } from 'zod'
import { usersNamed } from '#server/shared/across.ts'
import type { PublicContext } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { fold } from '#server/shared/text/fold.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { cancelLinks, makeLink } from '#server/shared/identity/links.ts'
import { typedName } from '#server/shared/identity/typed-name.ts'
import { sitesOf } from './queries.ts'

const asked = z.object({
  user: z.string(),
  email: z.string(),
  company: z.string().optional(),
  site: z.enum(['s', 'e']),
  address: z.string(),
  device: z.string(),
  /** When it was asked, ISO. */
  at: z.string(),
})

/** Finds the users of a forgotten password and mails each a link. */
export const forgottenJob = defineJob({ name: 'account.forgotten', input: asked })

/** No company has this number: what is asked before one is known belongs to none. */
export const noCompany = 0
const linkHours = 1
const linksAnHour = 5
/** Companies from which one question is answered. */
export const companiesAtMost = 5

/**
 * Takes note that somebody forgot their password. Nobody is looked for here: whether such a person exists shows
 * neither in the answer nor in the time that it takes.
 */
export async function askForLink(
  { services, request }: PublicContext,
  input: Pick<z.infer<typeof asked>, 'user' | 'email' | 'site'> & { company?: string | undefined },
): Promise<void> {
  const { address, device } = request
  const at = services.clock().toISOString()
  const { user, email, site, company } = input
  const job = { user, email, site, address, device, at, ...(company !== undefined && { company }) }
  await services.tenant(noCompany).write(async (tx) => tx.enqueue(forgottenJob, job))
}

/** Mails a link to each user of that name and mail; a user of several companies gets one from each. */
export async function mailForgotten(services: Services, job: z.infer<typeof asked>): Promise<void> {
  const found = await usersNamed(services.database.pool, typedName(job.user), {
    company: job.company,
    mail: fold(job.email),
    atMost: companiesAtMost,
  })
  for (const { company_id: company, id } of found.filter(({ locked_at }) => !locked_at))
    await services.tenant(company).write((tx) =>
      mailLink(tx, services, id, {
        site: job.site,
        createdBy: null,
        hours: linkHours,
        since: new Date(job.at),
        evidence: { actorId: null, detail: { address: job.address, device: job.device } },
      }),
    )
}

/**
 * Mails a single-use link to a new password; the one before dies. Somebody who is locked for good, or who has
 * profiles no more, gets none, nor does who asked five times within the hour.
 *
 * @param since when it was asked: a link made since then answers it already, for a job that runs twice
 */
export async function mailLink(
  tx: Tx,
  services: Services,
  userId: number,
  asking: {
    site: 's' | 'e'
    createdBy: number | null
    hours: number
    since: Date
    evidence: { actorId: number | null; detail: { address: string; device: string } }
  },
): Promise<void> {
  const now = services.clock()
  const sites = await sitesOf(tx.db, userId)
  const site = sites.find((one) => one === asking.site) ?? sites[0]
  // Held, so that of two that are made at once the one kills the other.
  await tx.db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const user = await credentialsOf(tx.db, userId)
  if (!site || !user.mail) return
  const made = await tx.db
    .selectFrom('credential_links')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('kind', '=', 'reset')
    .where('created_at', '>', new Date(now.getTime() - 3_600_000))
    .execute()
  if (made.length >= linksAnHour || made.some((link) => link.created_at >= asking.since)) return
  await cancelLinks(tx.db, [userId], ['in', ['reset']], now)
  const { createdBy, hours, evidence } = asking
  const secretLink = await makeLink(tx, services, { user, kind: 'reset', hours, site, createdBy })
  await recordEvent(tx, {
    subject: { kind: 'credential', id: userId },
    act: 'link_mailed',
    ...evidence,
    at: now,
    data: { hours },
  })
  await queueMail(tx, services, {
    event: 'reset_password',
    userId,
    to: user.mail,
    language: user.language,
    variables: { nombre: user.first_name, usuario: user.username, plazo: hoursIn(hours, user.language) },
    secretLink,
  })
}

function hoursIn(hours: number, language: 'es' | 'pt'): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours)
}
