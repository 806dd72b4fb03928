import { z } from 'zod'
import { integrationKind } from '#contract/permissions/profiles.ts'
import { addIntegrationProfile } from '../areas/employees/integration-profiles.ts'
import { lockRights } from '../areas/employees/granting.ts'
import { violatedConstraint } from '../shared/errors.ts'
import type { Tx } from '../shared/tenancy.ts'
import { type Command, command, CommandRefused } from './command.ts'
import { companyOf, record } from './companies.ts'
import { table } from './output.ts'

const slug = z.string().describe('the company’s slug')
const name = z.string().trim().min(1, 'is empty').max(60, 'at most 60 characters')
const address = z
  .url({ protocol: /^https$/, error: 'an https address' })
  .max(500, 'at most 500 characters')
  .describe('the application that its holders open')
/** Profiles of applications that a company may have: a choice shows them all at once. */
const mostProfiles = 50

const add = command({
  words: 'profile add',
  positionals: ['slug', 'name'],
  summary:
    'An integration profile: its holders open an outside application, and may do nothing else with it.',
  input: z.object({ slug, name, address }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const id = await operator.services
      .tenant(company.id)
      .write(async (tx) => {
        const { kept } = await tx.db
          .selectFrom('profiles')
          .select((eb) => eb.fn.countAll<number>().as('kept'))
          .where('kind', '=', integrationKind.kind)
          .executeTakeFirstOrThrow()
        if (kept >= mostProfiles) throw new CommandRefused(`${company.slug} has ${mostProfiles} already`)
        const { name, address } = given
        const profile = await addIntegrationProfile(tx, { name, address })
        await record(tx, operator, 'integration_profile_added', { profile, name, address })
        return profile
      })
      .catch((error: unknown) => {
        if (violatedConstraint(error)?.includes('name'))
          throw new CommandRefused(`${company.slug} has a profile "${given.name}" already`)
        throw error
      })
    return {
      lines: [`${given.name} opens ${given.address}; it is given at /s/employees/integration-profile.`],
      data: { slug: company.slug, id, name: given.name, address: given.address },
    }
  },
})

const list = command({
  words: 'profile list',
  positionals: ['slug'],
  summary: 'The company’s integration profiles, the application of each, and how many people hold it.',
  input: z.object({ slug }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const profiles = await operator.services.tenant(company.id).read((db) =>
      db
        .selectFrom('profiles')
        .select(['profiles.id', 'profiles.name', 'profiles.address'])
        .select((eb) =>
          eb
            .selectFrom('user_profiles')
            .select(eb.fn.countAll<number>().as('holders'))
            .whereRef('user_profiles.profile_id', '=', 'profiles.id')
            .as('holders'),
        )
        .where('kind', '=', integrationKind.kind)
        .orderBy('profiles.name')
        .execute(),
    )
    const data = profiles.map((one) => ({ ...one, holders: Number(one.holders) }))
    return {
      lines: table(
        ['profile', 'opens', 'holders'],
        data.map(({ name, address, holders }) => [name, address ?? '', holders]),
        `${company.slug} has no integration profiles.`,
      ),
      data,
    }
  },
})

const change = command({
  words: 'profile change',
  positionals: ['slug', 'name'],
  summary: 'Another address of an integration profile’s application.',
  input: z.object({ slug, name: z.string(), address }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    await operator.services.tenant(company.id).write(async (tx) => {
      const { id } = await profileNamed(tx, given.name, company.slug)
      await tx.db.updateTable('profiles').set({ address: given.address }).where('id', '=', id).execute()
      await record(tx, operator, 'integration_profile_changed', { profile: id, address: given.address })
    })
    return {
      lines: [`${given.name} of ${company.slug} opens ${given.address}.`],
      data: { slug: company.slug, name: given.name, address: given.address },
    }
  },
})

const remove = command({
  words: 'profile remove',
  positionals: ['slug', 'name'],
  summary: 'Takes an integration profile from everybody who holds it, and deletes it.',
  input: z.object({ slug, name: z.string() }),
  confirm: (given) => ({
    type: given.slug,
    will: `Nobody of ${given.slug} opens the application of "${given.name}" any more.`,
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const holders = await operator.services.tenant(company.id).write(async (tx) => {
      await lockRights(tx)
      const { id } = await profileNamed(tx, given.name, company.slug)
      const taken = await tx.db
        .deleteFrom('user_profiles')
        .where('profile_id', '=', id)
        .returning('user_id')
        .execute()
      await tx.db.deleteFrom('profiles').where('id', '=', id).execute()
      await record(tx, operator, 'integration_profile_removed', {
        profile: id,
        name: given.name,
        taken: taken.length,
      })
      return taken.length
    })
    return {
      lines: [`${given.name} of ${company.slug} is gone; ${holders} had it.`],
      data: { slug: company.slug, name: given.name, holders },
    }
  },
})

/** @throws {CommandRefused} the company has no integration profile of that name */
async function profileNamed(tx: Tx, wanted: string, company: string): Promise<{ id: number }> {
  const found = await tx.db
    .selectFrom('profiles')
    .select('id')
    .where('kind', '=', integrationKind.kind)
    .where('name', '=', wanted)
    .executeTakeFirst()
  if (!found) throw new CommandRefused(`${company} has no integration profile "${wanted}"`)
  return found
}

export const integrationProfileCommands: readonly Command[] = [add, list, change, remove]
