import { expect, test } from 'vitest'
import { countries } from '#contract/fields.ts'
import { testApp } from '#server/testing/app.ts'
import { aCompany, inCompany } from '#server/testing/factories.ts'
import { makeDefaultFolders } from './default-folders.ts'
import { zoneOf } from './founding.ts'

/** `default-folders.tsv` lists each folder and document type, with whatever of it differs from what one is by default. */
test('a new company begins with the folders and document types that its country’s row of the table says', async () => {
  const app = await testApp()
  const lines: string[] = []
  for (const country of countries) {
    const company = await aCompany(app, { country })
    lines.push([country, zoneOf(country)].join('\t'))
    const rows = await inCompany(app, company.id, async (tx) => {
      await tx.db.deleteFrom('document_types').execute()
      await tx.db.deleteFrom('folders').execute()
      await makeDefaultFolders(tx, country)
      return tx.db
        .selectFrom('document_types as type')
        .innerJoin('folders as folder', (on) =>
          on.onRef('folder.company_id', '=', 'type.company_id').onRef('folder.id', '=', 'type.folder_id'),
        )
        .select(['folder.name as folder', 'folder.system_key', 'folder.position', 'folder.signing_priority'])
        .select(['folder.signable', 'type.name', 'type.alias', 'type.is_salary', 'type.capture'])
        .select(['type.retention_years', 'type.has_xml', 'type.several_a_period', 'type.has_period'])
        .select(['type.confidential', 'type.generic', 'type.upload_pages_min', 'type.upload_pages_max'])
        .orderBy('folder.position')
        .orderBy('type.id')
        .execute()
    })
    for (const row of rows) {
      const { folder, system_key, position, signing_priority, signable, name, alias, capture, ...facts } = row
      const { retention_years: years, upload_pages_min: least, upload_pages_max: most, ...flags } = facts
      const set = Object.entries(flags).filter(([, value]) => value)
      lines.push(
        [
          country,
          `${position} ${signing_priority} ${folder}`,
          system_key,
          signable ? 'signable' : '-',
          `${name} (${alias})`,
          capture ?? '-',
          years === null ? '-' : `${years} years`,
          most === 0 || most === null ? '-' : `${least}-${most} sheets`,
          set.map(([flag]) => flag).join(' ') || '-',
        ].join('\t'),
      )
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./default-folders.tsv')
})
