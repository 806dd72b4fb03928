import type { ParsedOf } from '#contract/call.ts'
import { makeFault } from '#contract/errors.ts'
import { paperActs, paperBytes, type PaperState, type uploads } from '#contract/uploads.ts'
import type { Context } from '#server/shared/context.ts'
import { onlyOf } from '#server/shared/elements.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { insertKept, type StoredFile, withStored } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { printedDay } from '#server/shared/text/printed.ts'
import { dropApproval, openApproval, reopenApproval } from '#server/areas/approvals/operations.ts'
import { addRevisions, createDocuments } from '#server/areas/documents/operations.ts'
import { errorOfPdf } from '#server/areas/publishing/operations.ts'
import { stepsOfType } from '#server/areas/workflows/operations.ts'
import { withdrawPaper } from './deciding.ts'
import { placeOf } from './places.ts'
import {
  isActive,
  offeredType,
  type OfferedRow,
  paperOf,
  samePaper,
  type SheetRow,
  sheetsOf,
} from './queries.ts'

/**
 * Sends a paper: its sheets become one PDF, a document that waits for the company's decision.
 *
 * @throws {Refusal} what `uploads.send` declares; CONFIRMATION_REQUIRED where the person sent the same bytes before
 */
export async function sendPaper(ctx: Context, input: ParsedOf<typeof uploads.send>) {
  const { session, services } = ctx
  const period = input.periodo ?? null
  const { type, sheets } = await ctx.read(async (tx) => {
    const offered = await checkOffered(tx, session.userId, input.tipo)
    await placeOf(tx.db, { employee: session.userId, type: offered, period })
    if (input.en_lugar_de !== undefined)
      await checkReplaced(tx, session.userId, input.en_lugar_de, offered.id)
    return { type: offered, sheets: await checkedSheets(tx, session.userId, input.paginas, offered) }
  })
  const bytes = await onePdf(ctx, sheets)
  return withStored(services, session.company, { bytes, type: 'pdf' }, async (stored) => {
    await ctx.read((tx) => askAboutSame(ctx, tx, stored))
    return ctx.act(async (tx) => {
      await takeSheets(tx, session.userId, input.paginas)
      const now = services.clock()
      const place = { employee: session.userId, type, period }
      const file = onlyOf(await insertKept(tx, [stored]))
      const { id } = onlyOf(
        await createDocuments(tx, [
          {
            employee_id: session.userId,
            type_id: type.id,
            period,
            sequence: await placeOf(tx.db, place),
            state: 'waiting_approval',
            signing: 'none',
            source: 'employee',
            file_name: `${type.tipo.replaceAll(/[\\/:*?"<>|]/g, '-')}.pdf`,
            pages: pagesOf(sheets),
            notify: false,
            replaces_id: input.en_lugar_de ?? null,
            created_by: session.userId,
            created_at: now,
            file: { id: file, sha256: stored.sha256 },
          },
        ]),
      )
      await noteSent(ctx, tx, id, 'sent', sheets, stored)
      await openApproval(tx, ctx, {
        kind: 'document',
        subjectId: id,
        employeeId: session.userId,
        ...(await stepsOfType(tx, type.id)),
        nobody: null,
      })
      return found(tx, session.userId, id)
    })
  })
}

/**
 * Puts other sheets in place of those that were returned; the paper goes back to the step that returned it.
 *
 * @throws {Refusal} UPLOAD_DECIDED: it isn't returned; and what `uploads.mend` declares
 */
export async function mendPaper(ctx: Context, input: ParsedOf<typeof uploads.mend>) {
  const { session, services } = ctx
  const { sheets } = await ctx.read(async (tx) => {
    const paper = await found(tx, session.userId, input.id)
    checkAct(paper.estado, paperActs.mend)
    const type = await checkOffered(tx, session.userId, paper.id_tipo)
    return { sheets: await checkedSheets(tx, session.userId, input.paginas, type) }
  })
  const bytes = await onePdf(ctx, sheets)
  return withStored(services, session.company, { bytes, type: 'pdf' }, async (stored) => {
    await ctx.read((tx) => askAboutSame(ctx, tx, stored))
    return ctx.act(async (tx) => {
      await takeSheets(tx, session.userId, input.paginas)
      if (!(await reopenApproval(tx, ctx, 'document', input.id))) refuse('UPLOAD_DECIDED')
      const paper = await found(tx, session.userId, input.id)
      const file = onlyOf(await insertKept(tx, [stored]))
      await addRevisions(tx, [
        {
          documentId: input.id,
          expectedRevision: paper.revision,
          expectedState: 'waiting_approval',
          madeBy: 'sender',
          file: { id: file, sha256: stored.sha256 },
          set: { pages: pagesOf(sheets) },
        },
      ])
      await noteSent(ctx, tx, input.id, 'sent_again', sheets, stored)
      return found(tx, session.userId, input.id)
    })
  })
}

/** Takes back what nobody has decided. @throws {Refusal} NOT_FOUND, UPLOAD_DECIDED */
export function takeBack(ctx: Context, id: number) {
  return ctx.act(async (tx) => {
    const paper = await found(tx, ctx.session.userId, id)
    checkAct(paper.estado, paperActs.withdraw)
    if (!(await dropApproval(tx, ctx, 'document', id))) refuse('UPLOAD_DECIDED')
    await withdrawPaper(tx, ctx, id)
    return found(tx, ctx.session.userId, id)
  })
}

async function found(tx: Tx, employee: number, id: number) {
  return (await paperOf(tx.db, employee, id)) ?? refuse('NOT_FOUND')
}

function checkAct(state: PaperState, from: readonly PaperState[]): void {
  if (!from.includes(state)) refuse('UPLOAD_DECIDED')
}

async function checkOffered(tx: Tx, employee: number, id: number): Promise<OfferedRow> {
  if (!(await isActive(tx.db, employee))) refuse('UPLOAD_NOT_ACTIVE')
  return (await offeredType(tx.db, id)) ?? refuse('UPLOAD_TYPE_NOT_OFFERED', 'tipo')
}

/** Only a rejected paper of the same type is replaced. Somebody else's isn't there. */
async function checkReplaced(tx: Tx, employee: number, id: number, type: number): Promise<void> {
  const paper = await paperOf(tx.db, employee, id)
  if (!paper || paper.id_tipo !== type) refuse('UPLOAD_DECIDED', 'en_lugar_de')
  checkAct(paper.estado, paperActs.sendAgain)
}

/** The sheets in their order, as many as the type takes. */
async function checkedSheets(
  tx: Tx,
  userId: number,
  ids: readonly number[],
  { minimo, maximo }: Pick<OfferedRow, 'minimo' | 'maximo'>,
): Promise<SheetRow[]> {
  if (new Set(ids).size < ids.length) refuse('UPLOAD_SHEET_TWICE', 'paginas')
  const sheets = await sheetsOf(tx.db, userId, ids)
  if (sheets.length < ids.length) refuse('UPLOAD_SHEET_GONE', 'paginas')
  const pages = pagesOf(sheets)
  if (pages < minimo) refuse('UPLOAD_SHEETS_MISSING', 'paginas', { minimo })
  if (pages > maximo) refuse('UPLOAD_SHEETS_TOO_MANY', 'paginas', { maximo })
  const size = sheets.reduce((sum, sheet) => sum + sheet.size, 0)
  if (size > paperBytes) refuse('UPLOAD_TOO_LARGE', 'paginas', { maximo: paperBytes / 1_048_576 })
  if (sheets.length > 1 && sheets.some(({ signed }) => signed)) refuse('UPLOAD_SIGNED_PDF_ALONE', 'paginas')
  return sheets
}

function pagesOf(sheets: readonly SheetRow[]): number {
  return sheets.reduce((sum, { pages }) => sum + pages, 0)
}

/** A single PDF stays as it came; everything else becomes one. */
async function onePdf({ services }: Context, sheets: readonly SheetRow[]): Promise<Buffer> {
  const files = await Promise.all(sheets.map(({ key }) => services.files.read(key)))
  const [first] = files
  if (first && files.length === 1 && sheets[0]?.kind === 'pdf') return first
  const made = await services.engine.joinSheets(
    sheets.map(({ width, height }, at) => {
      const bytes = files[at] ?? Buffer.alloc(0)
      return width === null || height === null ? { pdf: bytes } : { jpeg: bytes, width, height }
    }),
  )
  return made.ok ? Buffer.from(made.pdf) : refuse(errorOfPdf(made.fault), 'paginas')
}

/** The same bytes sent twice are asked about, not refused. */
async function askAboutSame(ctx: Context, tx: Tx, { sha256 }: StoredFile): Promise<void> {
  const same = await samePaper(tx.db, ctx.session.userId, sha256)
  if (!same) return
  const dia = printedDay(today(ctx.session.zone, same.enviado))
  ctx.confirm([makeFault('UPLOAD_SAME_FILE', 'paginas', { tipo: same.tipo, dia })])
}

/** The sheets are used up; their own files are swept, since the paper has one of its own. */
async function takeSheets(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  const taken = await tx.db
    .deleteFrom('upload_pages')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  if (taken.length < ids.length) refuse('UPLOAD_SHEET_GONE', 'paginas')
}

function noteSent(
  { evidence, services }: Context,
  tx: Tx,
  id: number,
  act: 'sent' | 'sent_again',
  sheets: readonly SheetRow[],
  { sha256 }: StoredFile,
): Promise<number> {
  const pictures = sheets.filter(({ kind }) => kind === 'picture').length
  return recordEvent(tx, {
    subject: { kind: 'document', id },
    act,
    at: services.clock(),
    data: { pages: pagesOf(sheets), pictures, sha256 },
    ...evidence,
  })
}
