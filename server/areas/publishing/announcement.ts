import type { Published } from '#contract/publishing/publishing.ts'
import { type MailToQueue, queueMails } from '#server/shared/mail/mail.ts'
import type { Services } from '#server/shared/services.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { tellOnDevices } from '#server/areas/push/operations.ts'
import { findDocumentsToBeSigned, findInVisibleFolders, type Recipient } from './queries.ts'

/** A person, with an address where they have one, and the documents that are announced to them together. */
export interface Announced {
  id: number
  mail: string | null
  language: 'es' | 'pt'
  first_name: string
  documents: readonly { id: number; type: string; period: string | null }[]
}

/**
 * Announces new documents on the devices of their people, and by mail where they have an address; not those of a folder
 * that was hidden meanwhile. Of one publication each person gets one mail and one notification, whoever queues it and
 * however often: its name and Message-ID are of those two.
 */
export async function announce(
  tx: Tx,
  services: Services,
  all: readonly Announced[],
  publication?: number,
): Promise<void> {
  const event = 'new_document'
  const visible = await findInVisibleFolders(
    tx.db,
    all.flatMap(({ documents }) => documents.map(({ id }) => id)),
  )
  const people = all
    .map((one) => ({ ...one, documents: one.documents.filter(({ id }) => visible.has(id)) }))
    .filter(({ documents }) => documents.length > 0)
  const ids = people.map(({ id }) => id)
  if (publication !== undefined)
    await tellOnDevices(tx, services, { event, name: `publication ${publication}`, people: ids })
  else
    for (const { id, documents } of people)
      await tellOnDevices(tx, services, { event, name: `document ${documents[0]?.id}`, people: [id] })
  const toSign = await findDocumentsToBeSigned(
    tx.db,
    people.flatMap(({ mail, documents }) => (mail ? documents.map(({ id }) => id) : [])),
  )
  await queueMails(
    tx,
    services,
    people.flatMap(({ id, mail, language, first_name, documents }): MailToQueue<'new_document'>[] => {
      const [first] = documents
      if (!first || !mail) return []
      return [
        {
          event,
          userId: id,
          to: mail,
          language,
          ...(publication !== undefined && { name: `publication ${publication} ${id}` }),
          subject: { kind: 'document', id: first.id },
          variables: {
            nombre: first_name,
            documentos: documents.map(({ id: document, type, period }) => ({
              tipo: type,
              periodo: period,
              firma: toSign.has(document),
            })),
          },
        },
      ]
    }),
  )
}

/** A published document with the facts of its answer. */
export interface Shown {
  id: number
  revision: number
  verificationCode: string
  person: Pick<Recipient, 'id' | 'first_name' | 'last_name' | 'cuil' | 'mail'>
  type: { id: number; name: string }
  period: string | null
  signedByCompany: boolean
  asksEmployee: boolean
  notify: boolean
  /** It waits until the people of a workflow approve it. */
  held: boolean
  /** Its hour is to come, at which the publication that it is of announces it. */
  later?: boolean
}

/** A published document as the answers of publishing show it. */
export function wirePublished(shown: Shown): Published {
  const { id, revision, verificationCode, person, type, period, notify } = shown
  return {
    id,
    revision,
    codigo_verificacion: verificationCode,
    colaborador: { id: person.id, nombre: `${person.last_name}, ${person.first_name}`, cuil: person.cuil },
    tipo: { id: type.id, nombre: type.name },
    periodo: period,
    firmado_por_empresa: shown.signedByCompany,
    espera_firma: shown.asksEmployee,
    espera_aprobacion: shown.held,
    correo: !notify ? 'no_pedido' : shown.held ? 'al_aprobarse' : person.mail ? 'en_cola' : 'sin_correo',
  }
}

/** Announces each of some documents that is public by itself, where that was asked for, and returns their answers. */
export async function announceEach(
  tx: Tx,
  services: Services,
  documents: readonly (Shown & { person: Recipient })[],
): Promise<Published[]> {
  await announce(
    tx,
    services,
    documents.flatMap(({ id, person, type, period, notify, held, later = false }) =>
      notify && !held && !later ? [{ ...person, documents: [{ id, type: type.name, period }] }] : [],
    ),
  )
  return documents.map(wirePublished)
}
