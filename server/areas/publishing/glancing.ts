import type { ReadDocument } from '#contract/publishing/publishing.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { errorOfPdf, publishingLimits, readFile } from './checks.ts'
import { findTextFacts } from './in-workers.ts'
import { companyIds, peopleNamed } from './queries.ts'

/** People named of one file at most. */
const mostPeople = 3

/** Reads whose a file is and of which months, before anything is published; nothing is kept. */
export async function readDocument(ctx: Context, { bytes }: UploadedFile): Promise<ReadDocument> {
  const { session, services } = ctx
  const { megabytes } = await ctx.read((tx) => publishingLimits(tx, session.zone, services.clock()))
  const file = await readFile(ctx, bytes, megabytes)
  const facts = await findTextFacts(services, { text: file.text, total: null })
  if (!facts.ok) return refuse(errorOfPdf(facts.fault), 'file')
  const { numbers, months, isEmpty } = facts
  const people = await ctx.read(async (tx) => {
    if (numbers.size === 0) return []
    const { employers, signers } = await companyIds(tx.db)
    const found = await peopleNamed(tx.db, session, [...numbers], undefined)
    // Signers of the company are named on everybody's papers: they are the owner only where nobody else is named.
    const others = found.filter(({ cuil }) => !employers.has(cuil) && !signers.has(cuil))
    return others.length > 0 ? others : found
  })
  return {
    personas: people
      .slice(0, mostPeople)
      .map(({ id, cuil, first_name, last_name }) => ({ id, cuil, nombre: `${last_name}, ${first_name}` })),
    meses: [...months].toSorted(),
    sin_texto: isEmpty,
  }
}
