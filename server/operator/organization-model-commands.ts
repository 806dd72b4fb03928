import { z } from 'zod'
import { text } from '#contract/employees/record.ts'
import { violatedConstraint } from '../shared/errors.ts'
import { fold } from '../shared/text/fold.ts'
import { type Command, command, CommandRefused } from './command.ts'
import { companyOf, record } from './companies.ts'
import { table } from './output.ts'

const slug = z.string().describe('the company’s slug')
/** Models that a company may have: its records offer them all at once. */
const mostModels = 200

const add = command({
  words: 'organization-model add',
  positionals: ['slug', 'name'],
  summary: 'An organization model that the company’s records offer.',
  input: z.object({
    slug,
    // As a record's field takes it, so that whatever is offered can be saved.
    name: z
      .string()
      .refine((name) => text(40).safeParse(name).success, 'up to 40 characters, without < and >'),
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const name = text(40).parse(given.name)
    await operator.services
      .tenant(company.id)
      .write(async (tx) => {
        const { kept } = await tx.db
          .selectFrom('organization_models')
          .select((eb) => eb.fn.countAll<number>().as('kept'))
          .executeTakeFirstOrThrow()
        if (kept >= mostModels) throw new CommandRefused(`${company.slug} has ${mostModels} already`)
        await tx.db.insertInto('organization_models').values({ company_id: company.id, name }).execute()
        await record(tx, operator, 'organization_model_added', { name })
      })
      .catch((error: unknown) => {
        if (violatedConstraint(error)?.includes('name_key'))
          throw new CommandRefused(`${company.slug} has "${name}" already`)
        throw error
      })
    return { lines: [`Records of ${company.slug} offer ${name}.`], data: { slug: company.slug, name } }
  },
})

const list = command({
  words: 'organization-model list',
  positionals: ['slug'],
  summary: 'The company’s organization models, and how many records have each.',
  input: z.object({ slug }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    const models = await operator.services.tenant(company.id).read((db) =>
      db
        .selectFrom('organization_models as model')
        .select(['model.name', 'model.name_key'])
        .select((eb) =>
          eb
            .selectFrom('employees')
            .select(eb.fn.countAll<number>().as('records'))
            .whereRef('employees.organization_model', '=', 'model.name')
            .as('records'),
        )
        .orderBy('model.name')
        .execute(),
    )
    const data = models.map(({ name, records }) => ({ name, records: Number(records) }))
    return {
      lines: table(
        ['model', 'records'],
        data.map(({ name, records }) => [name, records]),
        `${company.slug} has no organization models.`,
      ),
      data,
    }
  },
})

const remove = command({
  words: 'organization-model remove',
  positionals: ['slug', 'name'],
  summary: 'Records no longer offer the model; those that have it keep it.',
  input: z.object({ slug, name: z.string() }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    await operator.services.tenant(company.id).write(async (tx) => {
      const removed = await tx.db
        .deleteFrom('organization_models')
        .where('name_key', '=', fold(given.name))
        .returning('name')
        .executeTakeFirst()
      if (!removed) throw new CommandRefused(`${company.slug} has no "${given.name}"`)
      await record(tx, operator, 'organization_model_removed', { name: removed.name })
    })
    return {
      lines: [`Records of ${company.slug} no longer offer ${given.name}.`],
      data: { slug: company.slug, name: given.name },
    }
  },
})

export const organizationModelCommands: readonly Command[] = [add, list, remove]
