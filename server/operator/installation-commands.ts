import { z } from 'zod'
import { noticeColours } from '#contract/notifications.ts'
import type { ActOf } from '../shared/evidence/events.ts'
import { createNotice, endNotice, listNotices } from '../areas/notifications/operations.ts'
import { setSetting } from '../shared/settings.ts'
import { type Command, command, CommandRefused, type Operator } from './command.ts'
import { allCompanies, companyOf, record } from './companies.ts'
import { table } from './output.ts'

const instant = z.iso
  .datetime({ offset: true, message: 'an instant like 2026-12-01T09:00:00-03:00' })
  .transform((at) => new Date(at))

const noticeCreate = command({
  words: 'notice create',
  summary: 'A notice in the header of some companies, or of all; an outage is shown on every screen.',
  input: z.object({
    title_es: z.string(),
    text_es: z.string().default(''),
    title_pt: z.string(),
    text_pt: z.string().default(''),
    company: z.array(z.string()).optional().describe('a slug; all companies where none is given'),
    from: instant.optional().describe('an instant with its offset; now where it is not given'),
    to: instant.optional().describe('until it is ended where it is not given'),
    colour: z.enum(noticeColours, `one of ${noticeColours.join(', ')}`).default('blue'),
    sticky: z.boolean().optional().describe('on every screen, not at home only'),
    outage: z.boolean().optional().describe('an interruption, which nobody can dismiss'),
    link: z.string().optional().describe('an https address'),
  }),
  async run(operator, given) {
    const { services } = operator
    const companies = given.company
      ? await Promise.all(given.company.map((slug) => companyOf(operator, slug)))
      : null
    const wanted = {
      kind: given.outage ? ('outage' as const) : ('push' as const),
      companies: companies?.map(({ id }) => id) ?? null,
      from: given.from ?? services.clock(),
      to: given.to ?? null,
      colour: given.colour,
      sticky: given.sticky ?? false,
      es: { title: given.title_es, text: given.text_es },
      pt: { title: given.title_pt, text: given.text_pt },
      link: given.link ?? null,
    }
    const made = await createNotice(services.database.pool, wanted).catch(refuseWords)
    const reached = companies ?? (await allCompanies(operator))
    await note(operator, reached, 'notice_made', {
      notice: made.id,
      title: given.title_es,
      everywhere: companies === null,
    })
    return {
      lines: [
        `Notice ${made.id} is shown from ${wanted.from.toISOString()}${wanted.to ? ` to ${wanted.to.toISOString()}` : ''}.`,
      ],
      data: made,
    }
  },
})

const noticeList = command({
  words: 'notice list',
  summary: 'Notices that are shown now or later.',
  input: z.object({ all: z.boolean().optional().describe('those that are over, too') }),
  async run({ services, ...rest }, given) {
    const notices = await listNotices(services.database.pool, given.all ? undefined : services.clock())
    const slugs = new Map((await allCompanies({ services, ...rest })).map(({ id, slug }) => [id, slug]))
    const rows = notices.map((one) => [
      one.id,
      one.kind,
      one.from.toISOString(),
      one.to?.toISOString() ?? 'until ended',
      one.companies?.map((id) => slugs.get(id) ?? id).join(', ') ?? 'all',
      one.es.title,
    ])
    return {
      lines: table(['id', 'kind', 'from', 'to', 'companies', 'title'], rows, 'No notice is shown.'),
      data: notices,
    }
  },
})

const noticeEnd = command({
  words: 'notice end',
  positionals: ['id'],
  summary: 'Ends a notice now.',
  input: z.object({
    id: z
      .string()
      .regex(/^\d{1,15}$/, 'a number')
      .transform(Number),
  }),
  async run(operator, given) {
    const { services } = operator
    const notice = (await listNotices(services.database.pool)).find(({ id }) => id === given.id)
    if (!notice || !(await endNotice(services.database.pool, given.id, services.clock())))
      throw new CommandRefused(`no notice ${given.id} is shown, now or later`)
    const companies = await allCompanies(operator)
    const reached = notice.companies
      ? companies.filter(({ id }) => notice.companies?.includes(id))
      : companies
    await note(operator, reached, 'notice_ended', { notice: given.id })
    return { lines: [`Notice ${given.id} is ended.`], data: { id: given.id } }
  },
})

const termsSet = command({
  words: 'terms set',
  positionals: ['slug'],
  summary: 'The terms that everybody of a company is asked to accept at their next sign-in.',
  input: z.object({
    slug: z.string(),
    version: z.string().trim().max(40).describe('like 2026-11; empty asks for nothing'),
    address: z.union([z.literal(''), z.url({ protocol: /^https$/ })], 'an https address').optional(),
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    await operator.services.tenant(company.id).write(async (tx) => {
      await setSetting(tx, 'terms.version', given.version, null)
      if (given.address !== undefined) await setSetting(tx, 'terms.address', given.address, null)
      await record(tx, operator, 'terms_set', { version: given.version, address: given.address ?? null })
    })
    return {
      lines: [
        given.version === ''
          ? `${company.slug} asks for no terms.`
          : `${company.slug} asks everybody to accept version ${given.version}.`,
      ],
      data: { slug: company.slug, version: given.version },
    }
  },
})

const mailsFailed = command({
  words: 'mails failed',
  summary: 'Mails that no server took after a day of trying, the newest first.',
  input: z.object({ company: z.string().optional().describe('a slug; all where none is given') }),
  async run(operator, given) {
    const companies = given.company
      ? [await companyOf(operator, given.company)]
      : await allCompanies(operator)
    const failed = []
    for (const { id, slug } of companies) {
      const rows = await operator.services
        .tenant(id)
        .read((db) =>
          db
            .selectFrom('mails')
            .select(['id', 'event', 'to_address as to', 'created_at as at', 'attempts', 'reason'])
            .where('state', '=', 'failed')
            .orderBy('created_at', 'desc')
            .limit(100)
            .execute(),
        )
      failed.push(...rows.map((row) => ({ company: slug, ...row, at: row.at.toISOString() })))
    }
    failed.sort((one, other) => (one.at < other.at ? 1 : -1))
    const rows = failed.map((one) => [one.at, one.company, one.event, one.to, one.reason ?? ''])
    return { lines: table(['at', 'company', 'event', 'to', 'reason'], rows, 'No mail failed.'), data: failed }
  },
})

export const installationCommands: readonly Command[] = [
  noticeCreate,
  noticeList,
  noticeEnd,
  termsSet,
  mailsFailed,
]

/** One event in each company that a notice reaches. */
async function note(
  operator: Operator,
  companies: readonly { id: number }[],
  act: ActOf<'company'>,
  data: Record<string, string | number | boolean>,
): Promise<void> {
  for (const { id } of companies)
    await operator.services.tenant(id).write((tx) => record(tx, operator, act, data))
}

function refuseWords(error: unknown): never {
  if (!(error instanceof z.ZodError)) throw error
  const [issue] = error.issues
  throw new CommandRefused(`${issue?.path.join('.') ?? 'notice'}: ${issue?.message ?? 'is wrong'}`)
}
