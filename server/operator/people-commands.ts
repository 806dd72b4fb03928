import { z } from 'zod'
import { mailLink } from '../areas/account/forgot.ts'
import { dropDevicesAt } from '../areas/push/operations.ts'
import { endSessions, endSessionsThat } from '../areas/session/operations.ts'
import { addAdministrator, invitation, linkDays } from '../areas/company/founding.ts'
import { keepGranter, lockRights } from '../areas/employees/granting.ts'
import { takeManagement } from '../areas/employees/rights.ts'
import { replaceMail } from '../areas/employees/editing.ts'
import { tellProfilesChanged } from '../areas/employees/telling.ts'
import { duplicates } from '../areas/employees/uniqueness.ts'
import { resetFactors } from '../areas/security/operations.ts'
import { credentialsOf } from '../shared/identity/credentials.ts'
import { violatedConstraint } from '../shared/errors.ts'
import { fold } from '../shared/text/fold.ts'
import type { Tx } from '../shared/tenancy.ts'
import { type Command, command, CommandRefused } from './command.ts'
import { companyOf, record } from './companies.ts'

const slug = z.string().describe('the company’s slug')
const user = z.string().describe('a user name')
const text = (most: number) => z.string().trim().min(1, 'is empty').max(most, `at most ${most} characters`)

const add = command({
  words: 'administrator add',
  positionals: ['slug'],
  summary: 'Another administrator, who is no employee; prints their single-use link.',
  input: z.object({
    slug,
    user: z
      .string()
      .trim()
      .regex(/^[\w.@-]{3,60}$/, '3 to 60 letters, digits, dots, hyphens'),
    first_name: text(60),
    last_name: text(60),
    mail: z.email('a mail address'),
    language: z.enum(['es', 'pt'], 'es or pt').optional(),
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const { services, by } = operator
    const made = await operator.services
      .tenant(company.id)
      .write(async (tx) => {
        const profile = await tx.db
          .selectFrom('profiles')
          .select('id')
          .where('kind', '=', 'hr')
          .executeTakeFirstOrThrow()
        const faults = await duplicates(tx.db, { usuario: given.user, mail: given.mail }, services.clock())
        if (faults.some(({ field }) => field === 'usuario'))
          throw new CommandRefused(`--user: ${given.user} is taken there, or somebody’s id`)
        const id = await addAdministrator(
          tx,
          services,
          {
            username: given.user,
            firstName: given.first_name,
            lastName: given.last_name,
            mail: given.mail,
            language: given.language ?? null,
          },
          { country: company.country, profileId: profile.id, operator: by },
        )
        return { id, link: await invitation(tx, services, id, by) }
      })
      .catch((error: unknown) => {
        const constraint = violatedConstraint(error)
        if (constraint?.includes('username')) throw new CommandRefused(`--user: ${given.user} is taken there`)
        if (constraint?.includes('mail'))
          throw new CommandRefused(`--mail: ${given.mail} is somebody’s there`)
        throw error
      })
    return {
      lines: [`${given.user} opens this link once, within ${linkDays} days:`, made.link],
      data: { slug: company.slug, ...made },
    }
  },
})

const link = command({
  words: 'administrator link',
  positionals: ['slug', 'user'],
  summary: 'A new single-use link for an administrator who has not signed in yet; the one before dies.',
  input: z.object({ slug, user }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const made = await operator.services.tenant(company.id).write(async (tx) => {
      const found = await managementUser(tx, given.user)
      // A link that is handed on opens nothing that somebody already keeps with a password of their own.
      if (found.first_sign_in_done_at)
        throw new CommandRefused(`${given.user} has a password: legajo administrator reset mails them a link`)
      return invitation(tx, operator.services, found.id, operator.by)
    })
    return {
      lines: [`${given.user} opens this link once, within ${linkDays} days:`, made],
      data: { slug: company.slug, user: given.user, link: made },
    }
  },
})

const reset = command({
  words: 'administrator reset',
  positionals: ['slug', 'user'],
  summary:
    'Puts another mail, mails a link to a new password, or takes the second factors, of somebody who administers.',
  input: z.object({
    slug,
    user,
    mail: z
      .email('a mail address')
      .optional()
      .describe('puts another address, tells the former one, and ends their sessions'),
    password: z.boolean().optional().describe('mails them a link of an hour and ends their sessions'),
    factors: z
      .boolean()
      .optional()
      .describe('takes second factors and recovery codes, and ends their sessions'),
  }),
  confirm: (given) => ({
    type: given.slug,
    will: `${given.user} of ${given.slug} is signed out everywhere and told by mail.`,
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const { services, by } = operator
    if (!given.mail && !given.password && !given.factors)
      throw new CommandRefused('--mail, --password, --factors or several of them')
    const evidence = { actorId: null, detail: { address: '', device: `legajo, ${by}` } }
    const mail = await operator.services.tenant(company.id).write(async (tx) => {
      const found = await administratorOf(tx, given.user)
      if (given.mail) {
        await replaceMail(tx, services, await credentialsOf(tx.db, found.id), given.mail, evidence)
        await endSessions(tx, services, found.id, null)
        found.mail = given.mail
      }
      if (!found.mail) throw new CommandRefused(`${given.user} has no mail that a link could go to`)
      if (given.factors) await resetFactors(tx, services, found.id, { actorId: null })
      if (given.password) {
        await endSessions(tx, services, found.id, null)
        await mailLink(tx, services, found.id, {
          site: 's',
          createdBy: null,
          hours: 1,
          since: services.clock(),
          evidence,
        })
      }
      await record(tx, operator, 'administrator_reset', {
        user: found.id,
        mail: given.mail !== undefined,
        password: given.password ?? false,
        factors: given.factors ?? false,
      })
      return found.mail
    })
    return {
      lines: [
        given.password
          ? `A link of an hour goes to ${masked(mail)} as soon as the server runs.`
          : given.factors
            ? `${given.user} signs in with the password alone, and may set up a factor anew.`
            : `Mails to ${given.user} go to ${masked(mail)}.`,
      ],
      data: {
        slug: company.slug,
        user: given.user,
        password: given.password ?? false,
        factors: given.factors ?? false,
      },
    }
  },
})

const remove = command({
  words: 'administrator remove',
  positionals: ['slug', 'user'],
  summary:
    'Takes the management profile and all that come with it, also from who answers for the certificates.',
  input: z.object({ slug, user }),
  confirm: (given) => ({
    type: given.slug,
    will: `${given.user} of ${given.slug} administers no more; they and the other administrators are told by mail.`,
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const { services } = operator
    await services.tenant(company.id).write(async (tx) => {
      await lockRights(tx)
      const found = await managementUser(tx, given.user)
      await keepGranter(tx, async () => void (await takeManagement(tx, services, [found.id], null)))
      await tellProfilesChanged(tx, services, [found.id], 'operator')
      await record(tx, operator, 'administrator_removed', { user: found.id })
    })
    return {
      lines: [`${given.user} administers ${company.slug} no more.`],
      data: { slug: company.slug, user: given.user },
    }
  },
})

const holder = (words: 'holder grant' | 'holder revoke') => {
  const grants = words === 'holder grant'
  return command({
    words,
    positionals: ['slug', 'user'],
    summary: grants
      ? 'Lets somebody with a management profile create, import and expire the company’s certificates.'
      : 'Takes that away again; their sessions end.',
    input: z.object({ slug, user }),
    async run(operator, given) {
      const company = await companyOf(operator, given.slug)
      await operator.services.tenant(company.id).write(async (tx) => {
        const found = await managementUser(tx, given.user)
        const profile = await tx.db
          .selectFrom('profiles')
          .select('id')
          .where('kind', '=', 'certificate_holder')
          .executeTakeFirstOrThrow()
        if (grants) await grant(tx, found.id, profile.id, given.user)
        else await revoke(tx, found.id, profile.id, given.user)
        if (!grants) await endSessions(tx, operator.services, found.id, null)
        await tellProfilesChanged(tx, operator.services, [found.id], 'operator')
        await record(tx, operator, grants ? 'holder_granted' : 'holder_revoked', { user: found.id })
      })
      return {
        lines: [
          grants
            ? `${given.user} answers for the certificates of ${company.slug} from their next sign-in on.`
            : `${given.user} answers for the certificates of ${company.slug} no more.`,
        ],
        data: { slug: company.slug, user: given.user, certificate_holder: grants },
      }
    },
  })
}

async function grant(tx: Tx, userId: number, profileId: number, name: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('user_profiles')
    .values({ company_id: tx.company, user_id: userId, profile_id: profileId, type: 3 })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new CommandRefused(`${name} answers for certificates already`)
}

async function revoke(tx: Tx, userId: number, profileId: number, name: string): Promise<void> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('user_profiles')
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows !== 1n) throw new CommandRefused(`${name} does not answer for certificates`)
}

const endAll = command({
  words: 'sessions end',
  positionals: ['slug'],
  summary: 'Signs everybody of a company out, or one person.',
  input: z.object({ slug, user: user.optional(), site: z.enum(['s', 'e'], 's or e').optional() }),
  confirm: (given) => ({
    type: given.slug,
    will: `${given.user ?? 'Everybody'} of ${given.slug} is signed out; what was not saved is lost.`,
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const ended = await operator.services.tenant(company.id).write(async (tx) => {
      const one = given.user ? await userNamed(tx, given.user) : null
      const now = operator.services.clock()
      const rows = await endSessionsThat(tx, now, (is) =>
        is.and([
          is('expires_at', '>', now),
          ...(one ? [is('user_id', '=', one.id)] : []),
          ...(given.site ? [is('audience', '=', given.site)] : []),
        ]),
      )
      await dropDevicesAt(tx, { userId: one?.id ?? null, site: given.site ?? null })
      await record(tx, operator, 'sessions_ended', {
        user: one?.id ?? null,
        site: given.site ?? null,
        ended: rows.length,
      })
      return rows.length
    })
    return {
      lines: [ended === 1 ? 'One session is ended.' : `${ended} sessions are ended.`],
      data: { slug: company.slug, ended },
    }
  },
})

export const peopleCommands: readonly Command[] = [
  add,
  link,
  reset,
  remove,
  holder('holder grant'),
  holder('holder revoke'),
  endAll,
]

/** @throws {CommandRefused} nobody there is called so */
export async function userNamed(tx: Tx, username: string) {
  const found = await tx.db
    .selectFrom('users')
    .select(['id', 'username', 'mail', 'first_sign_in_done_at'])
    .where('username_key', '=', fold(username))
    .executeTakeFirst()
  if (!found) throw new CommandRefused(`there is no user "${username}" in that company`)
  return found
}

/** Somebody whose profile manages: for everybody else HR does this, at the portal. */
async function managementUser(tx: Tx, username: string) {
  const found = await userNamed(tx, username)
  const managing = await tx.db
    .selectFrom('user_profiles')
    .select('profile_id')
    .where('user_id', '=', found.id)
    .where('type', '=', 2)
    .executeTakeFirst()
  if (!managing) throw new CommandRefused(`${username} has no management profile: HR does this at the portal`)
  return found
}

/** Somebody who administers, or did so lately: for everybody else HR does this, at the portal. */
async function administratorOf(tx: Tx, username: string) {
  const found = await userNamed(tx, username)
  const user = await credentialsOf(tx.db, found.id)
  if (!user.administers)
    throw new CommandRefused(`${username} doesn’t administer: HR does this at the portal`)
  return found
}

/** Enough of an address to recognise it. */
function masked(mail: string): string {
  return mail.replace(/^(.).*(?=@)/, '$1…')
}
