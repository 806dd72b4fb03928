import type { AnswerOf } from '#contract/call.ts'
import type { massive } from '#contract/massive/massive.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { previewMail } from '#server/shared/mail/fill.ts'
import { languageOfUser, latestConsent } from '#server/shared/reading/people.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { visibleEmployees } from '#server/shared/visibility.ts'
import { findPublication } from '../queries.ts'

/**
 * The mail that the first person of the ready receipts would get if they were published now.
 *
 * @throws {Refusal} NOT_FOUND: the publication is out of reach, or nobody would get a mail
 */
export async function showMail(
  tx: Tx,
  { session }: Context,
  id: number,
): Promise<AnswerOf<typeof massive.mail>> {
  const found = await findPublication(tx.db, session, id)
  if (!found) refuse('NOT_FOUND')
  const person = await tx.db
    .selectFrom('publication_items as item')
    .innerJoin('users', 'users.id', 'item.recipient_id')
    .select(['users.id', 'users.first_name', 'users.mail', languageOfUser().as('language')])
    .select(latestConsent('users.id').as('consent'))
    .where('item.process_id', '=', id)
    .where('item.standing', '=', 'ready')
    .where('users.mail', 'is not', null)
    .where(visibleEmployees(session, 'item.recipient_id'))
    .orderBy('item.id')
    .limit(1)
    .executeTakeFirst()
  if (!person?.mail) refuse('NOT_FOUND')
  const { signable } = await tx.db
    .selectFrom('document_types as type')
    .innerJoin('folders', 'folders.id', 'type.folder_id')
    .select('folders.signable')
    .where('type.id', '=', found.type_id)
    .executeTakeFirstOrThrow()
  const asks = signable && (person.consent ?? 'given') === 'given'
  const correo = await previewMail(tx.db, {
    event: 'new_document',
    language: person.language,
    userId: person.id,
    variables: {
      nombre: person.first_name,
      documentos: [{ tipo: found.type_name, periodo: found.period, firma: asks }],
    },
  })
  return { para: person.mail, idioma: person.language, correo }
}
