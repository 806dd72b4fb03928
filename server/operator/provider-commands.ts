import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import {
  bindSubject,
  prepareProvider,
  type ProviderWanted,
  removeProvider,
  setProvider,
  unbindPerson,
} from '../areas/sso/operations.ts'
import { type Command, command, CommandRefused, type Operator, type Outcome } from './command.ts'
import { companyOf, record } from './companies.ts'
import { facts } from './output.ts'
import { userNamed } from './people-commands.ts'

const slug = z.string().describe('the company’s slug')

/** Options of both kinds of providers. */
const wishes = {
  mail_domain: z.array(z.string()).min(1).describe('whose mails it vouches for'),
  only_sso: z.boolean().optional().describe('passwords open nothing in this company any more'),
  sign_out: z.boolean().optional().describe('signing out here signs out there as well'),
  hide_button: z.boolean().optional().describe('the sign-in page shows no button of it'),
  button_text: z.string().max(60).optional(),
}

const oidc = command({
  words: 'provider oidc',
  positionals: ['slug'],
  summary: 'Single sign-on by OpenID Connect; asks the issuer for its configuration.',
  input: z.object({
    slug,
    issuer: z.string().describe('like https://login.example.com/tenant'),
    client_id: z.string(),
    secret_file: z.string().optional().describe('a file with the client’s secret; none for a public client'),
    ...wishes,
  }),
  confirm: warning,
  async run(operator, given) {
    const clientSecret = given.secret_file && (await contentOf(given.secret_file)).trim()
    const { issuer, client_id: clientId } = given
    return set(operator, given.slug, {
      kind: 'oidc',
      issuer,
      clientId,
      ...(clientSecret && { clientSecret }),
      ...wishesOf(given),
    })
  },
})

const saml = command({
  words: 'provider saml',
  positionals: ['slug'],
  summary: 'Single sign-on by SAML 2.0, from the provider’s metadata.',
  input: z.object({ slug, metadata: z.string().describe('a file with its metadata (XML)'), ...wishes }),
  confirm: warning,
  async run(operator, given) {
    const metadata = await contentOf(given.metadata)
    return set(operator, given.slug, { kind: 'saml', metadata, ...wishesOf(given) })
  },
})

const show = command({
  words: 'provider show',
  positionals: ['slug'],
  summary: 'The company’s provider, without its secret.',
  input: z.object({ slug }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const provider = await operator.services
      .tenant(company.id)
      .read((db) =>
        db
          .selectFrom('sso_providers')
          .select(['kind', 'issuer', 'client_id', 'mail_domains', 'only_sso', 'sign_out_at_provider'])
          .select(['show_button', 'button_text', 'changed_at'])
          .executeTakeFirst(),
      )
    if (!provider) return { lines: [`${company.slug} has no provider.`], data: null }
    return {
      lines: facts([
        ['kind', provider.kind],
        ['issuer', provider.issuer],
        ['client', provider.client_id],
        ['vouches for', provider.mail_domains.join(', ')],
        ['passwords', provider.only_sso ? 'open nothing' : 'open as well'],
        ['signing out', provider.sign_out_at_provider ? 'here and there' : 'here'],
        ['button', provider.show_button ? (provider.button_text ?? 'shown') : 'hidden'],
        ['since', provider.changed_at.toISOString()],
      ]),
      data: { ...provider, changed_at: provider.changed_at.toISOString() },
    }
  },
})

const remove = command({
  words: 'provider remove',
  positionals: ['slug'],
  summary: 'Takes the provider away: people sign in with their passwords. Sessions go on.',
  input: z.object({ slug }),
  confirm: (given) => ({
    type: given.slug,
    will: `Nobody of ${given.slug} signs in by the provider any more.`,
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    await operator.services.tenant(company.id).write(async (tx) => {
      if (!(await removeProvider(tx, operator.services)))
        throw new CommandRefused(`${company.slug} has no provider`)
      await record(tx, operator, 'provider_removed')
    })
    return { lines: [`${company.slug} has no provider any more.`], data: { slug: company.slug } }
  },
})

const bind = command({
  words: 'provider bind',
  positionals: ['slug', 'user'],
  summary: 'Says by hand who somebody is at the provider, after having seen who they are.',
  input: z.object({ slug, user: z.string(), subject: z.string().min(1).max(400).describe('their id there') }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    await operator.services.tenant(company.id).write(async (tx) => {
      const { id: userId } = await userNamed(tx, given.user)
      await bindSubject(tx, operator.services, { userId, subject: given.subject })
      await record(tx, operator, 'provider_bound', { user: userId })
    })
    return { lines: [`${given.user} is bound.`], data: { slug: company.slug, user: given.user } }
  },
})

const unbind = command({
  words: 'provider unbind',
  positionals: ['slug', 'user'],
  summary: 'Undoes who somebody is at the provider, and signs them out; for a binding to the wrong person.',
  input: z.object({ slug, user: z.string() }),
  confirm: (given) => ({
    type: given.user,
    will: `${given.user} of ${given.slug} is signed out, and bound anew at the next sign-in.`,
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    await operator.services.tenant(company.id).write(async (tx) => {
      const { id: userId } = await userNamed(tx, given.user)
      const subjects = await unbindPerson(tx, operator.services, userId)
      if (subjects.length === 0) throw new CommandRefused(`${given.user} is bound to nobody`)
      await record(tx, operator, 'provider_unbound', { user: userId, subjects })
    })
    return { lines: [`${given.user} is bound no more.`], data: { slug: company.slug, user: given.user } }
  },
})

export const providerCommands: readonly Command[] = [oidc, saml, show, remove, bind, unbind]

async function set(operator: Operator, slug: string, wanted: ProviderWanted): Promise<Outcome> {
  const company = await companyOf(operator, slug)
  const prepared = await prepareProvider(operator.services, company.id, wanted)
  await operator.services.tenant(company.id).write(async (tx) => {
    await setProvider(tx, operator.services, prepared)
    await record(tx, operator, 'provider_set', { kind: prepared.kind, issuer: prepared.issuer })
  })
  return {
    lines: [`${company.slug} signs in by ${prepared.issuer}.`],
    data: { slug: company.slug, kind: prepared.kind, issuer: prepared.issuer },
  }
}

interface Wished {
  mail_domain: string[]
  only_sso?: boolean | undefined
  sign_out?: boolean | undefined
  hide_button?: boolean | undefined
  button_text?: string | undefined
}

function wishesOf(given: Wished) {
  return {
    mailDomains: given.mail_domain,
    onlySso: given.only_sso ?? false,
    signOutAtProvider: given.sign_out ?? false,
    showButton: !given.hide_button,
    buttonText: given.button_text ?? null,
  }
}

function warning(given: Wished & { slug: string }) {
  return given.only_sso
    ? { type: given.slug, will: `Passwords of ${given.slug} open nothing any more.` }
    : null
}

async function contentOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandRefused(`${file} can't be read`, { cause: error })
  })
}
