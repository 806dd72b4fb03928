import type { NotNull } from 'kysely'
import type { ParsedOf } from '#contract/call.ts'
import type { employeeFile } from '#contract/employees/file.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { countRows, paginationOf, rowsOf } from '#server/shared/list.ts'
import type { Session } from '#server/shared/identity/session.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { isVisible } from '../queries.ts'

/** The notes of human resources on somebody, the newest first. */
export function showNotes({ read, session }: Context, input: ParsedOf<typeof employeeFile.notes>) {
  const limits = rowsOf(input)
  return read(async ({ db }) => {
    await insistOnOther(db, session, input.id)
    const { rows: data, total } = await notesOn(db, input.id, limits)
    return { data, pagination: paginationOf(total, input) }
  })
}

/** Notes that nobody deleted, the newest first, and how many there are. */
async function notesOn(db: Db, employee: number, { limit, offset }: { limit: number; offset: number }) {
  const standing = db
    .selectFrom('employee_notes')
    .where('employee_id', '=', employee)
    .where('deleted_at', 'is', null)
  const total = await countRows(db, standing.select('employee_notes.id'))
  const rows = await standing
    .innerJoin('users', 'users.id', 'employee_notes.author_id')
    .select([
      'employee_notes.id',
      'employee_notes.text as texto',
      'users.sort_name as autor',
      'employee_notes.created_at as fecha',
    ])
    .orderBy('employee_notes.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ autor: NotNull }>()
    .execute()
  return { rows, total }
}

/** Adds a note. Its text lies in the event's side row as well, which can be erased. */
export function addNote(
  { act, session, services, evidence }: Context,
  { id: employee, texto }: ParsedOf<typeof employeeFile.addNote>,
) {
  return act(async (tx) => {
    await insistOnOther(tx.db, session, employee)
    const at = services.clock()
    const { id } = await tx.db
      .insertInto('employee_notes')
      .values({
        company_id: tx.company,
        employee_id: employee,
        author_id: session.userId,
        text: texto,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordEvent(tx, {
      subject: { kind: 'employee', id: employee },
      act: 'note_added',
      actorId: evidence.actorId,
      at,
      data: { note: id },
      detail: { ...evidence.detail, text: texto },
    })
    return { id, texto, autor: `${session.lastName}, ${session.firstName}`, fecha: at }
  })
}

/** Takes a note from the list. Its text stays in the evidence. */
export function deleteNote(
  { act, session, services, evidence }: Context,
  { id: employee, nota }: ParsedOf<typeof employeeFile.deleteNote>,
) {
  return act(async (tx) => {
    await insistOnOther(tx.db, session, employee)
    const at = services.clock()
    const deleted = await tx.db
      .updateTable('employee_notes')
      .set({ deleted_at: at })
      .where('id', '=', nota)
      .where('employee_id', '=', employee)
      .where('deleted_at', 'is', null)
      .returning('text')
      .executeTakeFirst()
    if (!deleted) refuse('NOT_FOUND')
    await recordEvent(tx, {
      subject: { kind: 'employee', id: employee },
      act: 'note_deleted',
      actorId: evidence.actorId,
      at,
      data: { note: nota },
      detail: { ...evidence.detail, text: deleted.text },
    })
    return { id: nota }
  })
}

/** @throws {Refusal} NOT_FOUND: out of reach. NOTES_OF_ONESELF: the file is one's own. */
async function insistOnOther(db: Db, session: Session, employee: number): Promise<void> {
  if (!(await isVisible(db, session, employee))) refuse('NOT_FOUND')
  if (employee === session.userId) refuse('NOTES_OF_ONESELF')
}
