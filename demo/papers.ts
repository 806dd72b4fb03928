import { readPdf } from '#server/areas/me/reading.ts'
import { signDocuments } from '#server/areas/me/signing.ts'
import { publishWith } from '#server/areas/publishing/operations.ts'
import type { CompanySigner } from '#server/areas/signing/operations.ts'
import type { Context } from '#server/shared/context.ts'
import type { Acting } from './acting.ts'
import type { Filling } from './company.ts'
import type { PlannedDocument } from './documents.ts'

/** Publishes one paper with the company's signature, as its administrator does. Answers the document's id. */
export async function publishPlanned(
  { demo, types }: Filling,
  ctx: Context,
  paper: PlannedDocument,
  signer: CompanySigner,
): Promise<number> {
  const person = demo.people.find(({ username }) => username === paper.username)
  if (!person) throw new Error(`a paper of nobody: ${paper.username}`)
  const { id } = await publishWith(
    ctx,
    {
      cuil: person.cuil,
      tipo: types[paper.kind],
      ...(paper.period && { periodo: `${paper.period}-01` }),
      firma_empresa: true,
      notificar: false,
    },
    { name: paper.fileName, type: 'pdf', bytes: paper.pdf() },
    async () => signer,
  )
  return id
}

/** Opens and signs it as its employee did, where they did. */
export async function answerDocument(
  owner: Acting,
  { readAt, answer }: PlannedDocument,
  id: number,
  password: string,
): Promise<void> {
  if (!readAt) return
  await readPdf(owner(new Date(readAt)), { id, descarga: false })
  if (!answer) return
  const { decision, comment, at } = answer
  await signDocuments(owner(new Date(at)), { ids: [id], decision, password, ...(comment && { comment }) })
}
