import sharp from 'sharp'
import type { AnswerOf, ParsedOf } from '#contract/call.ts'
import type { papers } from '#contract/papers.ts'
import type { Context, FileAnswer, UploadedFile } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { insertLoose, keepFile } from '#server/shared/files/files.ts'
import { today } from '#server/shared/today.ts'
import { paperDocument, papersOf } from './queries.ts'

const maxBytes = 10_485_760
/** A sheet of A3 at 600 dots an inch. */
const mostPixels = 70_000_000

type Found = NonNullable<Awaited<ReturnType<typeof paperDocument>>>

/** The scans of a document, and whether one more may come. */
export function listPapers(ctx: Context, id: number) {
  return ctx.read(async (tx) => {
    const document = await paperDocument(tx.db, ctx.session, id)
    if (!document) refuse('NOT_FOUND')
    return { papeles: await papersOf(tx.db, id), admite: takesPaper(document) }
  })
}

/** Paper is for who accepted no electronic documents, where a signature was asked for and there is none. */
function takesPaper({ state, signing, consent }: Found): boolean {
  return state === 'published' && signing === 'pending' && (consent === 'refused' || consent === 'withdrawn')
}

/**
 * Attaches the scan of a document that its employee signed on paper. It is kept as it came and marked as paper;
 * the document itself stays as it is, since nobody signed the file.
 *
 * @throws {Refusal} PAPER_NOT_EXPECTED where the employee signs electronically or has signed; PAPER_DATE
 */
export async function attachPaper(
  ctx: Context,
  { id, decision, fecha }: ParsedOf<typeof papers.attach>,
  file: UploadedFile,
): Promise<AnswerOf<typeof papers.attach>> {
  const { services, session, evidence } = ctx
  const now = services.clock()
  await ctx.read(async (tx) => checked(await paperDocument(tx.db, session, id), fecha, session.zone, now))
  const type = await checkScan(ctx, file)
  const stored = await services.files.put(session.company, file.bytes, { type, maxBytes })
  const fileId = await ctx.write((tx) => insertLoose(tx, stored))
  return ctx.act(async (tx) => {
    checked(await paperDocument(tx.db, session, id), fecha, session.zone, now)
    await keepFile(tx, fileId)
    const { id: paper } = await tx.db
      .insertInto('document_papers')
      .values({
        company_id: tx.company,
        document_id: id,
        file_id: fileId,
        decision,
        signed_on: fecha,
        attached_by: session.userId,
        attached_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act: 'paper_attached',
      ...evidence,
      at: now,
      data: { paper, decision, signed_on: fecha, sha256: stored.sha256 },
    })
    const made = (await papersOf(tx.db, id)).find((one) => one.id === paper)
    if (!made) throw new Error('what was just attached is gone')
    return { ...made, adjunto: made.adjunto.toISOString() }
  })
}

function checked(document: Found | undefined, day: string, zone: string, now: Date): void {
  if (!document) refuse('NOT_FOUND')
  if (!takesPaper(document)) refuse('PAPER_NOT_EXPECTED')
  const first = document.published_at && today(zone, document.published_at)
  if (day > today(zone, now) || (first && day < first)) refuse('PAPER_DATE', 'fecha')
}

/** A scan opens everywhere and does nothing by itself. Its pages may have any size. */
async function checkScan({ services }: Context, { bytes, type }: UploadedFile): Promise<keyof typeof types> {
  if (type !== 'pdf' && type !== 'jpg' && type !== 'png') return refuse('SYSTEM_API_WRONG_MIME_TYPE', 'file')
  if (type === 'pdf') {
    const inspected = await services.engine.inspect(bytes, { maxBytes, pageSize: null })
    if (inspected.ok) return type
    const { fault } = inspected
    return refuse(fault === 'active_content' ? 'PDF_FILE_ACTIVE_CONTENT' : 'PAPER_NOT_READABLE', 'file')
  }
  // Decoded whole, because an intact head may precede damaged data.
  await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .stats()
    .catch(() => refuse('PAPER_NOT_READABLE', 'file'))
  return type
}

const types = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' } as const

/** The scan itself, to be looked at. */
export async function openPaper(
  ctx: Context,
  { id, papel }: ParsedOf<typeof papers.file>,
): Promise<FileAnswer> {
  const { services, session, evidence } = ctx
  const found = await ctx.write(async (tx) => {
    if (!(await paperDocument(tx.db, session, id))) refuse('NOT_FOUND')
    const paper = (await papersOf(tx.db, id)).find((one) => one.id === papel)
    if (!paper) refuse('NOT_FOUND')
    await recordEvent(tx, {
      subject: { kind: 'document', id },
      act: 'paper_seen',
      ...evidence,
      at: services.clock(),
      data: { paper: papel },
    })
    return paper
  })
  return { body: services.files.stream(found.key), type: types[found.tipo] }
}
