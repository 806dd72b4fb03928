import { actions } from '#contract/actions.ts'
import { fold } from '#server/shared/text/fold.ts'
import { applyWhole } from './applying.ts'
import { columnsOfHeader, fieldsOf, importFields, titlesOf, withoutExample } from './columns.ts'
import type { CheckedLine } from './check.ts'
import { checkFile } from './file.ts'
import type { FileKind, NewPlace } from './kind.ts'
import { importsAccounts } from './queries.ts'
import { applyJob } from './work.ts'

/** Import of employees: makes new ones and changes those who are there, all lines at once. */
export const importKind: FileKind = {
  name: 'employee_import',
  may: ({ actions: held }) => held.includes(actions.employeeAdministration),
  keptDays: 7,
  countsAbsent: true,
  fields: importFields,
  columnsOf: columnsOfHeader,
  titlesOf: (fields, language, country) =>
    titlesOf(
      importFields.filter((one) => fields.includes(one)),
      language,
      country,
    ),
  withoutExample,
  async check(tx, viewer, now, { columns, rows, leftOut }, onProgress) {
    const { lines } = await checkFile(
      tx,
      viewer,
      now,
      { columns: fieldsOf(columns), rows, leftOut },
      onProgress,
    )
    return { lines, places: newPlacesOf(lines) }
  },
  needsProof: (tx, { id }) => importsAccounts(tx.db, id),
  job: applyJob,
  apply: (confirmed) => applyWhole(importKind, confirmed),
}

/** The places that lines name and nothing has yet, each once. */
function newPlacesOf(lines: readonly CheckedLine[]): NewPlace[] {
  const places = new Map<string, NewPlace>()
  for (const { kind, missingPlaces } of lines)
    if (kind === 'new' || kind === 'changed')
      for (const { field, name } of missingPlaces) {
        const key = `${field} ${fold(name)}`
        if (!places.has(key)) places.set(key, { campo: field, nombre: name })
      }
  return [...places.values()]
}
