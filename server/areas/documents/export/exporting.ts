import type { z } from 'zod'
import { satisfies } from '#contract/actions.ts'
import {
  announcedAbove,
  documentExports,
  type ExportKind,
  mostZipped,
  type SearchExport,
} from '#contract/documents/exports.ts'
import type { ParsedOf } from '#contract/call.ts'
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { Refusal, refuse } from '#server/shared/errors.ts'
import { queueMail } from '#server/shared/mail/mail.ts'
import { type Session, sessionAgain, sessionFrom } from '#server/shared/identity/session.ts'
import { openTenant, type Tx } from '#server/shared/tenancy.ts'
import { mailableHoldersOf } from '#server/shared/reading/people.ts'
import { actions } from '#contract/actions.ts'
import { countFound } from './reading.ts'
import { instantCell } from './words.ts'
import { listedDocuments } from '../queries.ts'
import { checkSearch } from '../search.ts'

/** Rows that a spreadsheet holds at most, its head beside. */
const mostRows = 1_048_575
/** Milliseconds between two notes of how far a download is. */
const noteEvery = 1000

type Prepared = z.input<typeof documentExports.search.answer>
export type SearchAsked = ParsedOf<typeof documentExports.search>
export type FailedDocument = z.input<typeof documentExports.progress.answer>['fallidos'][number]

/**
 * Records and counts the documents of a search that are to be downloaded. Refuses an empty search, and more rows than a
 * sheet holds.
 */
export function prepareSearch({ act, session }: Context, asked: SearchAsked): Promise<Prepared> {
  checkSearch(session, asked)
  return act(async (tx) => {
    const total = await countFound(tx.db, session, asked, asked.formato === 'observaciones')
    if (total === 0) refuse('EXPORT_EMPTY')
    if (total > mostRows) refuse('EXPORT_TOO_LARGE', undefined, { maximo: mostRows })
    const id = await insertExport(tx, session, { kind: asked.formato, input: asked, total, cancelled: 0 })
    return { id, total, anulados: 0 }
  })
}

/** Writes down which documents a zip is to hold. One beyond reach is NOT_FOUND; cancelled ones are counted apart. */
export function prepareZip({ act, session }: Context, chosen: readonly number[]): Promise<Prepared> {
  const ids = [...new Set(chosen)]
  if (ids.length > mostZipped) refuse('EXPORT_TOO_MANY_DOCUMENTS', 'ids', { maximo: mostZipped })
  return act(async (tx) => {
    const reached = await listedDocuments(tx.db, session)
      .where('documents.id', 'in', ids)
      .select(['documents.id', 'documents.state'])
      .execute()
    if (reached.length < ids.length) refuse('NOT_FOUND')
    const cancelled = reached.filter(({ state }) => state === 'cancelled').map(({ id }) => id)
    const living = ids.filter((id) => !cancelled.includes(id))
    if (living.length === 0) refuse('EXPORT_EMPTY')
    const id = await insertExport(tx, session, {
      kind: 'zip',
      input: { ids: living, cancelled },
      total: living.length,
      cancelled: cancelled.length,
    })
    return { id, total: living.length, anulados: cancelled.length }
  })
}

/** How far a download of one's own is. */
export async function exportProgress(
  { read, session }: Context,
  id: number,
): Promise<z.input<typeof documentExports.progress.answer>> {
  const row = await read((tx) => ownExport(tx, session, id))
  if (!row) refuse('NOT_FOUND')
  return {
    estado: row.state,
    total: row.total,
    hechos: row.done,
    anulados: row.cancelled,
    fallidos: row.failed as FailedDocument[],
  }
}

/** A download that has begun: how its maker works in it, and says how far it is. */
export interface RunningExport {
  id: number
  kind: ExportKind
  input: unknown
  /**
   * A transaction of the company in which the session that asked still lives and may: else it refuses, which ends the
   * download where it is.
   */
  work<T>(inside: (tx: Tx, session: Session) => Promise<T>): Promise<T>
  /** Documents more that were written. */
  wrote(count: number): Promise<void>
  failed(document: FailedDocument): Promise<void>
  /** The content, so that its end and its breaking off are written down. */
  watched<T>(content: AsyncIterable<T>): AsyncIterable<T>
}

/**
 * Begins a prepared download of one's own, once, and only in the session that prepared it. A large one is announced
 * to the company's administrators by mail. Refuses EXPORT_TAKEN.
 */
export async function beginExport(ctx: Context, id: number): Promise<RunningExport> {
  const { services, session, write } = ctx
  const row = await write(async (tx) => {
    const own = await ownExport(tx, session, id)
    if (!own) refuse('NOT_FOUND')
    if (!satisfies(needOf(own.kind), session)) refuse('SYSTEM_ACTION_NOT_GRANTED')
    const { numUpdatedRows } = await tx.db
      .updateTable('document_exports')
      .set({ state: 'running' })
      .where('id', '=', id)
      .where('session_id', '=', session.id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) refuse('EXPORT_TAKEN')
    if (own.total > announcedAbove) await mailExportNotice(ctx, tx, own.total)
    return own
  })
  const { pool } = services.database
  const note = (set: { state?: 'done' | 'stopped'; done: number; failed: string; finished_at?: Date }) =>
    services
      .tenant(session.company)
      .write((tx) => tx.db.updateTable('document_exports').set(set).where('id', '=', id).execute())
  let done = 0
  let noted = 0
  const failed: FailedDocument[] = []
  const facts = () => ({ done, failed: JSON.stringify(failed) })
  return {
    id,
    kind: row.kind,
    input: row.input,
    async work(inside) {
      const opened = await openTenant(pool, services.jobs, session.company, sessionAgain(session.id))
      const now = sessionFrom(session.company, opened.rows[0], services.clock())
      const code = !now || now.restriction ? 'SESSION_EXPIRED' : 'SYSTEM_ACTION_NOT_GRANTED'
      if (!now || now.restriction || !satisfies(needOf(row.kind), now)) {
        await opened.close()
        throw new Refusal([{ code }])
      }
      return opened.run((tx) => inside(tx, now))
    },
    async wrote(count) {
      done += count
      if (Date.now() - noted < noteEvery) return
      noted = Date.now()
      await note(facts())
    },
    async failed(document) {
      failed.push(document)
    },
    async *watched(content) {
      let whole = false
      try {
        yield* content
        whole = true
      } finally {
        // Also where the reader went away in the middle: the generator is told to return.
        await note({ ...facts(), state: whole ? 'done' : 'stopped', finished_at: services.clock() })
      }
    },
  }
}

/** File ending and content type of each kind of download. */
export const fileTypes: Record<ExportKind, { type: FileAnswer['type']; ending: string }> = {
  planilla: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
  },
  observaciones: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
  },
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  zip: { type: 'application/zip', ending: 'zip' },
} satisfies Record<SearchExport | 'zip', { type: FileAnswer['type']; ending: string }>

function needOf(kind: ExportKind) {
  return kind === 'zip' ? documentExports.zip.need : documentExports.search.need
}

async function insertExport(
  tx: Tx,
  session: Session,
  made: { kind: ExportKind; input: object; total: number; cancelled: number },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('document_exports')
    .values({
      ...made,
      input: JSON.stringify(made.input),
      company_id: tx.company,
      user_id: session.userId,
      session_id: session.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function ownExport(tx: Tx, session: Session, id: number) {
  return tx.db
    .selectFrom('document_exports')
    .where('id', '=', id)
    .where('user_id', '=', session.userId)
    .selectAll()
    .$narrowType<{ kind: ExportKind }>()
    .executeTakeFirst()
}

async function mailExportNotice({ services, session }: Context, tx: Tx, total: number): Promise<void> {
  const cuando = instantCell(services.clock(), session.zone)
  const administrators = { actions: [actions.employeeAdministration], kind: 'hr' } as const
  for (const { id, first_name, mail, language } of await mailableHoldersOf(tx.db, administrators).execute()) {
    await queueMail(tx, services, {
      event: 'documents_exported',
      userId: id,
      to: mail,
      language,
      variables: {
        nombre: first_name,
        quien: `${session.firstName} ${session.lastName}`,
        cantidad: new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'es-AR').format(total),
        cuando,
      },
    })
  }
}
