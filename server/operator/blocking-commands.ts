import { z } from 'zod'
import { type Command, command, CommandRefused } from './command.ts'
import { closedBy } from './company-commands.ts'
import { companyOf, record } from './companies.ts'

const slug = z.string().describe('the company’s slug')

const block = command({
  words: 'company block',
  positionals: ['slug'],
  summary: 'Closes the portal for want of payment. Employees go on reading, downloading and signing.',
  input: z.object({
    slug,
    contact: z.string().trim().min(3, 'whom to call').max(200).describe('whom its people may call, as shown'),
  }),
  confirm: (given) => ({
    type: given.slug,
    will: `Nobody of ${given.slug} gets into the portal any more, also who is in it now.`,
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    await operator.services.tenant(company.id).write(async (tx) => {
      await tx.db
        .updateTable('companies')
        .set({ blocked_for_payment: true, payment_contact: given.contact })
        .execute()
      await record(tx, operator, 'blocked_for_payment', { contact: given.contact })
    })
    return {
      lines: [`The portal of ${company.slug} is closed; its people are told: ${given.contact}`],
      data: { slug: company.slug, blocked_for_payment: true, payment_contact: given.contact },
    }
  },
})

const unblock = command({
  words: 'company unblock',
  positionals: ['slug'],
  summary: 'Opens a portal that was closed for want of payment.',
  input: z.object({ slug }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    if (!company.blocked_for_payment) throw new CommandRefused(`${company.slug} is not blocked for payment`)
    await operator.services.tenant(company.id).write(async (tx) => {
      await tx.db
        .updateTable('companies')
        .set({ blocked_for_payment: false, payment_contact: null })
        .execute()
      await record(tx, operator, 'unblocked_for_payment')
    })
    const now = await companyOf(operator, given.slug)
    return {
      lines: [`The portal of ${company.slug} is ${closedBy(now)}.`],
      data: { slug: company.slug, blocked_for_payment: false, allowed_addresses: now.allowed_addresses },
    }
  },
})

const network = z.union(
  [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
  'networks like 203.0.113.0/24 or 2001:db8::/32',
)

const addresses = command({
  words: 'company addresses',
  positionals: ['slug'],
  summary: 'From where the portal may be used. Employees’ site and mails stay open to all.',
  input: z.object({
    slug,
    only: z.array(network).max(50).optional().describe('a network (CIDR) or an address'),
    any: z.boolean().optional().describe('from anywhere again'),
  }),
  confirm: (given) =>
    given.only
      ? { type: given.slug, will: `Whoever of ${given.slug} is elsewhere is shut out of the portal at once.` }
      : null,
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    if ((given.only === undefined) === (given.any === undefined))
      throw new CommandRefused('either --only, as often as needed, or --any')
    const allowed = given.only ?? []
    await operator.services
      .tenant(company.id)
      .write(async (tx) => {
        await tx.db.updateTable('companies').set({ allowed_addresses: allowed }).execute()
        await record(tx, operator, 'addresses_set', { before: company.allowed_addresses, after: allowed })
      })
      .catch((error: unknown) => {
        // PostgreSQL takes no network with bits to the right of its mask.
        if (error instanceof Error && 'code' in error && error.code === '22P02')
          throw new CommandRefused(
            `--only: ${error.message.replace('invalid cidr value: ', '')} is no network`,
          )
        throw error
      })
    return {
      lines: [`The portal of ${company.slug} is ${closedBy(await companyOf(operator, given.slug))}.`],
      data: { slug: company.slug, allowed_addresses: allowed },
    }
  },
})

export const blockingCommands: readonly Command[] = [block, unblock, addresses]
