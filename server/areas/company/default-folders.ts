import type { Country } from '#contract/fields.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { createFolder, createType } from '#server/areas/folders/operations.ts'
import { countryDefaults, type Named } from './country-defaults.ts'

/**
 * The folders and document types that a new company of a country begins with. Code finds a folder by its key, whatever
 * the company calls it later.
 */
export async function makeDefaultFolders(tx: Tx, country: Country): Promise<void> {
  const words = countryDefaults[country]
  const folder = (name: string, system_key: string, place: number, signable = true) =>
    createFolder(tx, { name, system_key, signable, position: place, signing_priority: place })
  type Facts = Partial<Parameters<typeof createType>[2]>
  const type = (folderId: number, [name, alias]: readonly [string, string], facts: Facts = {}) =>
    createType(tx, folderId, { name, alias, ...facts })

  const pay = await folder(words.pay, 'payslips', 1, words.signsPayslips)
  const slip: Facts = {
    is_salary: true,
    capture: 'first_page',
    retention_years: words.retentionYears,
    has_xml: country === 'MX',
  }
  await type(pay, words.salary, { ...slip, several_a_period: words.severalAMonth })
  await type(pay, words.bonus, slip)
  await type(pay, words.holidayPay, { ...slip, several_a_period: true })
  await type(pay, words.settlement, slip)

  const timeless: Facts = { has_period: false }
  const personal = await folder(words.personal, 'personal_file', 2)
  await type(personal, words.contract, timeless)
  await type(personal, words.confidentiality, { ...timeless, confidential: true })
  await type(personal, words.sanction, { ...timeless, confidential: true })

  await type(await folder(words.leave, 'leave', 3), words.leaveNotice, timeless)

  const policies = await folder(words.policies, 'policies', 4)
  await type(policies, words.rules, { ...timeless, generic: true })
  await type(policies, words.policy, { ...timeless, generic: true })

  await type(await folder(words.taxes, 'taxes', 5, false), words.taxCertificate, timeless)

  await makePapersFolder(tx, country, 6)
}

/** The folder of what employees send, with the papers that companies of a country usually ask them for. */
export async function makePapersFolder(tx: Tx, country: Country, position: number): Promise<void> {
  const words = countryDefaults[country]
  const place = { position, signing_priority: position }
  const id = await createFolder(tx, { name: words.papers, system_key: 'papers', signable: false, ...place })
  const papers: [Named, most: number, least: number][] = [
    [words.identity, 2, 2],
    [words.address, 2, 1],
    [words.studies, 4, 1],
    [words.medical, 2, 1],
    [words.driving, 2, 2],
  ]
  for (const [[name, alias], most, least] of papers) {
    const sheets = { upload_pages_max: most, upload_pages_min: least }
    await createType(tx, id, { name, alias, has_period: false, ...sheets })
  }
}
