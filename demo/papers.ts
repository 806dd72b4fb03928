import { readPdf } from '#server/areas/me/reading.ts'
import { signDocuments } from '#server/areas/me/signing.ts'
import { publishWith } from '#server/areas/publishing/operations.ts'
import type { CompanySigner } from '#server/areas/signing/operations.ts'
import type { Context } from '#server/shared/context.ts'
import { actingAs } from './acting.ts'
import type { Filling } from './company.ts'
import type { PlannedDocument } from './documents.ts'

/** Phones of a plant, by the address and browser they show. */
const phone = {
  address: '198.51.100.37',
  device: 'Mozilla/5.0 (Linux; Android 15; moto g54) AppleWebKit/537.36 Chrome/153 Mobile Safari/537.36',
}

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
    { name: paper.fileName, type: 'pdf', bytes: Buffer.from(await paper.pdf()) },
    async () => signer,
  )
  return id
}

/** Opens and signs it as its employee did, where they did. */
export async function answerDocument(
  { services, company, users, password }: Filling,
  paper: PlannedDocument,
  id: number,
): Promise<void> {
  if (!paper.readAt) return
  const actor = { company: company.id, userId: users.get(paper.username) ?? 0, site: 'e' as const, ...phone }
  await readPdf(await actingAs(services, { ...actor, at: new Date(paper.readAt) }), { id, descarga: false })
  if (!paper.answer) return
  const { decision, comment, at } = paper.answer
  const ctx = await actingAs(services, { ...actor, at: new Date(at) })
  await signDocuments(ctx, { ids: [id], decision, password, ...(comment && { comment }) })
}
