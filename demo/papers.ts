import { answerMany } from '#server/areas/me/many.ts'
import { publishMany } from '#server/areas/publishing/many.ts'
import type { CompanySigner } from '#server/areas/signing/operations.ts'
import type { Context } from '#server/shared/context.ts'
import type { Filling } from './company.ts'
import type { PlannedDocument } from './documents.ts'

/**
 * Publishes documents of one moment as the company's administrator, signed where there is a signer. Returns their ids.
 */
export async function publishPlanned(
  { demo, types }: Filling,
  ctx: Context,
  papers: readonly PlannedDocument[],
  signer: CompanySigner | null,
): Promise<number[]> {
  const cuils = new Map(demo.people.map(({ username, cuil }) => [username, cuil]))
  const publications = papers.map(({ username, kind, period, fileName, pdf, xml }) => ({
    cuil: cuils.get(username) ?? '',
    tipo: types[kind],
    periodo: period && `${period}-01`,
    notificar: false,
    file: {
      name: `${fileName}.pdf`,
      type: 'pdf' as const,
      bytes: pdf(),
      ...(xml && { beside: { name: `${fileName}.xml`, type: 'xml' as const, bytes: xml() } }),
    },
  }))
  const outcomes = await publishMany(ctx, publications, signer)
  return outcomes.map((outcome, at) => {
    if ('refused' in outcome)
      throw new Error(`${papers[at]?.fileName} was refused: ${JSON.stringify(outcome.refused)}`)
    return outcome.id
  })
}

/** Opens and signs papers as their employee did, each at its moment. */
export async function answerPlanned(
  ctx: Context,
  papers: readonly PlannedDocument[],
  ids: ReadonlyMap<PlannedDocument, number>,
  password: string,
): Promise<void> {
  const readings = papers.flatMap((paper) => {
    const [id, { readAt, answer }] = [ids.get(paper), paper]
    if (id === undefined || readAt === null) return []
    return [{ id, readAt: new Date(readAt), answer: answer && { ...answer, at: new Date(answer.at) } }]
  })
  await answerMany(ctx, readings, password)
}
