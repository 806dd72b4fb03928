import { z } from 'zod'
import type { DifferenceKind } from '#contract/evidence.ts'
import { beginCheck, continueCheck, type Difference, type Progress } from '../areas/evidence/operations.ts'
import { type Command, command } from './command.ts'
import { allCompanies, companyOf } from './companies.ts'

const sentences: Record<DifferenceKind, (difference: Difference) => string> = {
  event_changed: ({ event }) => `event ${event} was changed after it was recorded`,
  detail_changed: ({ event }) => `the address, device or text of event ${event} was changed`,
  events_missing: ({ seal }) => `seal ${seal} covers events that are missing`,
  events_added: ({ seal }) => `seal ${seal} has an event that it doesn't cover`,
  root_differs: ({ seal }) => `the events of seal ${seal} don't lead to its root`,
  chain_broken: ({ seal }) => `seal ${seal} doesn't continue the seal before it`,
  day_file_differs: ({ day }) => `the root in the file of ${day} isn't the database's`,
  day_file_unreadable: ({ day }) => `the file of ${day} can't be read`,
  stamp_invalid: ({ seal }) => `the timestamp of seal ${seal} is not valid`,
  stamp_late: ({ seal }) => `the timestamp of seal ${seal} was made more than a week after it`,
  stamp_missing: ({ seal }) => `seal ${seal}, the last of its day, has no timestamp`,
  signature_missing: ({ document }) => `document ${document} is marked as signed and has no signature`,
  signature_removed: ({ document, revision }) =>
    `signature ${revision} of document ${document} was recorded and is missing`,
  signature_changed: ({ document, revision }) =>
    `signature ${revision} of document ${document} isn't the one that was recorded`,
  state_differs: ({ document }) => `the state of document ${document} isn't what its signature says`,
  file_changed: ({ document, revision }) =>
    `the file of signature ${revision} of document ${document} was changed`,
  file_missing: ({ document, revision }) =>
    `the file of signature ${revision} of document ${document} is missing`,
}

const evidenceCheck = command({
  words: 'evidence check',
  summary: 'Checks seals, events, signatures and their files; exit code 1 where something differs.',
  input: z.object({ company: z.string().optional().describe('a slug; all companies where none is given') }),
  async run(operator, given) {
    const { services } = operator
    const companies = given.company
      ? [await companyOf(operator, given.company)]
      : await allCompanies(operator)
    const checks = []
    for (const { id, slug } of companies) {
      const check = await services.tenant(id).write((tx) => beginCheck(tx, services.clock()))
      checks.push({ company: slug, ...(await continueCheck(services, id, check)) })
    }
    return {
      lines: checks.flatMap((check) => linesOf(check.company, check)),
      data: checks.map(({ company, checked, daysWithoutFile, total, differences }) => ({
        company,
        checked,
        daysWithoutFile,
        total,
        differences,
      })),
      failed: checks.some(({ total }) => total > 0),
    }
  },
})

function linesOf(company: string, { checked, daysWithoutFile, differences, total }: Progress): string[] {
  const counted = Object.entries(checked).map(([what, count]) => `${count} ${what}`)
  const more = total - differences.length
  return [
    `${company}: ${total === 0 ? 'no difference' : total === 1 ? '1 difference' : `${total} differences`} (${counted.join(', ')})`,
    ...(daysWithoutFile > 0
      ? [`  note: this machine has no file of the root for ${daysWithoutFile} days`]
      : []),
    ...differences.map((one) => `  ${sentences[one.kind](one)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

export const evidenceCommands: readonly Command[] = [evidenceCheck]
