import { type NotNull, sql } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import type { documentActCalls } from '#contract/documents/acts.ts'
import { documentWord, type ListedState } from '#contract/documents/documents.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import type { Db } from '#server/shared/tenancy.ts'
import type { Viewer } from '#server/shared/visibility.ts'
import { languageOfUser } from '#server/shared/reading/people.ts'
import { listedDocuments } from './queries.ts'

/** The cases of one state, in the order in which they were opened. */
export async function listCases(
  { read, session }: Context,
  input: ParsedOf<typeof documentActCalls.disagreements>,
) {
  const { limit, offset } = rowsOf(input)
  return read(async (tx) => {
    const cases = listedDocuments(tx.db, session)
      .innerJoin('disagreements', 'disagreements.document_id', 'documents.id')
      .where('disagreements.state', '=', input.caso)
    const { total } = await cases
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await casesWithin(tx.db, session)
      .where('disagreements.state', '=', input.caso)
      .orderBy('disagreements.opened_at', input.caso === 'open' ? 'asc' : 'desc')
      .orderBy('documents.id')
      .limit(limit)
      .offset(offset)
      .execute()
    return { data: rows.map(withWord), pagination: paginationOf(total, input) }
  })
}

/** The case of one document; NOT_FOUND where none was opened. */
export async function showCase({ read, session }: Context, { id }: { id: number }) {
  return read((tx) => caseOf(tx.db, session, id))
}

/** Answers and closes a case. The document doesn't change; the employee is notified and reads the answer. */
export function answerDisagreement(
  { act, session, services, evidence }: Context,
  { id, respuesta }: ParsedOf<typeof documentActCalls.answerDisagreement>,
) {
  return act(async (tx) => {
    const found = await caseOf(tx.db, session, id)
    const at = services.clock()
    const { numUpdatedRows } = await tx.db
      .updateTable('disagreements')
      .set({ state: 'kept', answer: respuesta, answered_by: session.userId, answered_at: at })
      .where('document_id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) refuse('DISAGREEMENT_CLOSED')
    const mail =
      found.mail &&
      (await queueMail(tx, services, {
        event: 'disagreement_answered',
        userId: found.id_colaborador,
        to: found.mail,
        language: found.language,
        subject: { kind: 'document', id },
        variables: { nombre: found.first_name, documentos: [{ tipo: found.tipo, periodo: found.periodo }] },
      }))
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act: 'disagreement_answered',
      actorId: evidence.actorId,
      at,
      data: { outcome: 'kept', ...(mail && { mail }) },
      detail: { ...evidence.detail, text: respuesta },
    })
    return caseOf(tx.db, session, id)
  })
}

async function caseOf(db: Db, viewer: Viewer, id: number) {
  const found = await casesWithin(db, viewer).where('documents.id', '=', id).executeTakeFirst()
  return found ? withWord(found) : refuse('NOT_FOUND')
}

type Case = NonNullable<Awaited<ReturnType<ReturnType<typeof casesWithin>['executeTakeFirst']>>>

function withWord(row: Case) {
  return { ...row, estado: documentWord(row.state, row.signing, row.first_read_at) }
}

function casesWithin(db: Db, viewer: Viewer) {
  return listedDocuments(db, viewer)
    .innerJoin('disagreements', 'disagreements.document_id', 'documents.id')
    .innerJoin('employees', 'employees.id', 'documents.employee_id')
    .innerJoin('users', 'users.id', 'documents.employee_id')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .leftJoin('users as answerer', 'answerer.id', 'disagreements.answered_by')
    .select([
      'documents.id',
      'documents.employee_id as id_colaborador',
      'users.sort_name as colaborador',
      'employees.cuil',
      'document_types.name as tipo',
      'documents.period as periodo',
      'documents.label as etiqueta',
      'documents.state',
      'documents.signing',
      'documents.first_read_at',
      'disagreements.opened_at as abierto',
      'disagreements.state as caso',
      'disagreements.answer as respuesta',
      'disagreements.answered_at as respondido',
      'answerer.sort_name as respondido_por',
      'users.mail',
      'users.first_name',
      languageOfUser().as('language'),
      sql<string | null>`(select s.comment from signatures s where s.document_id = documents.id
        and s.decision = 'no_conforme' order by s.revision desc limit 1)`.as('motivo'),
    ])
    .$narrowType<{ state: ListedState; colaborador: NotNull }>()
}
