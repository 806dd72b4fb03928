import { z } from 'zod'
import { usersNamed } from '#server/shared/across.ts'
import type { PublicContext } from '#server/shared/context.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import { hit } from '#server/shared/identity/throttle.ts'
import { typedName } from '#server/shared/identity/typed-name.ts'
import { defineJob } from '#server/shared/jobs.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import { companiesAtMost, noCompany } from './forgot.ts'
import { inviteUser } from './operations.ts'
import { sitesOf } from './queries.ts'

const asked = z.object({
  user: z.string(),
  company: z.string().optional(),
  site: z.enum(['s', 'e']),
  address: z.string(),
  device: z.string(),
  /** When it was asked, ISO. */
  at: z.string(),
})

/** Finds the people of a mail address or an id and mails each the user name. */
export const forgottenUserJob = defineJob({ name: 'account.forgotten_user', input: asked })

const mailsAnHour = 5

/** Records that somebody forgot the user name. The look-up is the job's, so neither answer nor time shows who exists. */
export async function askForUserName(
  { services, request }: PublicContext,
  input: { user: string; site: 's' | 'e'; company?: string | undefined },
): Promise<void> {
  const { address, device } = request
  const at = services.clock().toISOString()
  const { user, site, company } = input
  const job = { user, site, address, device, at, ...(company !== undefined && { company }) }
  await services.tenant(noCompany).write(async (tx) => tx.enqueue(forgottenUserJob, job))
}

/**
 * Mails the user name to the account's own address, from each company of the person. Who never signed in gets the
 * invitation, which names it too.
 */
export async function mailUserNames(services: Services, job: z.infer<typeof asked>): Promise<void> {
  const found = await usersNamed(services.database.pool, typedName(job.user), {
    company: job.company,
    atMost: companiesAtMost,
  })
  for (const { company_id: company, id, locked_at, password_hash } of found) {
    if (locked_at) continue
    const { allowed } = await hit(services, `user name mail\n${company}\n${id}`, {
      max: mailsAnHour,
      windowSeconds: 3600,
    })
    if (!allowed) continue
    await services.tenant(company).write(async (tx) => {
      const sites = await sitesOf(tx.db, id)
      const site = sites.find((one) => one === job.site) ?? sites[0]
      const user = await credentialsOf(tx.db, id)
      if (!site || !user.mail) return
      if (password_hash === null && !user.first_sign_in_done_at)
        return inviteUser(tx, services, id, {
          actorId: null,
          detail: { address: job.address, device: job.device },
        })
      await queueMail(tx, services, {
        event: 'user_name',
        userId: id,
        to: user.mail,
        language: user.language,
        variables: { nombre: user.first_name, usuario: user.username, sitio: site },
      })
    })
  }
}
