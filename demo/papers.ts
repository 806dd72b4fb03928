import { provePassword } from '#server/areas/account/operations.ts'
import { readAll } from '#server/areas/me/reading.ts'
import { signAll } from '#server/areas/me/signing.ts'
import { publishAll } from '#server/areas/publishing/publishing.ts'
import { Refusal } from '#server/shared/errors.ts'
import type { CompanySigner } from '#server/areas/signing/operations.ts'
import type { Context } from '#server/shared/context.ts'
import type { Filling } from './company.ts'
import type { PlannedDocument } from './documents.ts'

/** Documents of one transaction, which lie in memory at once. */
const wave = 64

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
  const open = signer && (() => Promise.resolve(signer))
  const ids: number[] = []
  for (let at = 0; at < publications.length; at += wave) {
    for (const outcome of await publishAll(ctx, publications.slice(at, at + wave), open)) {
      if (outcome instanceof Refusal)
        throw new Error(`${papers[ids.length]?.fileName} was refused: ${JSON.stringify(outcome.faults)}`)
      ids.push(outcome.id)
    }
  }
  return ids
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
    return id === undefined || readAt === null ? [] : [{ id, at: new Date(readAt), answer }]
  })
  const answers = readings.flatMap(({ id, answer }) =>
    answer ? [{ id, ...answer, at: new Date(answer.at) }] : [],
  )
  await readAll(ctx, readings)
  if (answers.length === 0) return
  await provePassword(ctx, password)
  await signAll(ctx, answers, 'password')
}
