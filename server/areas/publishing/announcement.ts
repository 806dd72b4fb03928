import type { Published } from '#contract/publishing/publishing.ts'
import type { Context } from '#server/shared/context.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { tellOnDevices } from '#server/areas/push/operations.ts'
import type { Recipient } from './queries.ts'

/** Tells the person where it was asked for: on their devices, and by mail where they have an address. */
export async function announce(
  ctx: Context,
  tx: Tx,
  person: Pick<Recipient, 'id' | 'mail' | 'language' | 'first_name'>,
  document: { id: number; period: string | null; typeName: string; notify: boolean },
): Promise<Published['correo']> {
  if (!document.notify) return 'no_pedido'
  await tellOnDevices(tx, ctx.services, {
    event: 'new_document',
    name: `document ${document.id}`,
    people: [person.id],
  })
  if (!person.mail) return 'sin_correo'
  await queueMail(tx, ctx.services, {
    event: 'new_document',
    userId: person.id,
    to: person.mail,
    language: person.language,
    subject: { kind: 'document', id: document.id },
    variables: {
      nombre: person.first_name,
      documentos: [{ tipo: document.typeName, periodo: document.period }],
    },
  })
  return 'en_cola'
}

/** A person as the answers of publishing name them. */
export function wirePerson({
  id,
  first_name,
  last_name,
  cuil,
}: Pick<Recipient, 'id' | 'first_name' | 'last_name' | 'cuil'>) {
  return { id, nombre: `${last_name}, ${first_name}`, cuil }
}
