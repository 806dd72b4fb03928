import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type SignInPage, signInPage } from '#contract/company/sign-in-page.ts'
import { setSignInPage } from '../areas/company/operations.ts'
import { command, CommandRefused } from './command.ts'
import { companyOf, record } from './companies.ts'

/** The company's words, picture and colours at the sign-in, from a file that is checked whole. */
export const signInPageCommand = command({
  words: 'company sign-in-page',
  positionals: ['slug'],
  summary: 'The company’s own words, picture and colours at the sign-in, from a JSON file.',
  input: z.object({
    slug: z.string().describe('the company’s slug'),
    file: z.string().optional().describe('its path'),
    remove: z.boolean().optional().describe('back to the product’s own'),
  }),
  async run(operator, given) {
    const company = await companyOf(operator, given.slug)
    if ((given.file === undefined) === (given.remove === undefined))
      throw new CommandRefused('either --file or --remove')
    const page = given.file === undefined ? null : await readPage(given.file)
    await operator.services.tenant(company.id).write(async (tx) => {
      const before = await setSignInPage(tx, page)
      await record(tx, operator, 'sign_in_page_set', { before, after: page })
    })
    return {
      lines: [
        page
          ? `${company.slug} has its own sign-in page: ${operator.services.config.publicUrl}/s/${company.slug}`
          : `${company.slug} has the product’s sign-in page.`,
      ],
      data: { slug: company.slug, page },
    }
  },
})

/** @throws {CommandRefused} in one line that names each place of the file that is not taken */
async function readPage(path: string): Promise<SignInPage> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandRefused(`${path} can't be read`, { cause: error })
  })
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw new CommandRefused(`${path} is no JSON`, { cause: error })
  }
  const read = signInPage.safeParse(given)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path: at, message }) => `${at.join('.') || 'the file'}: ${message}`)
  throw new CommandRefused(faults.join('; '))
}
