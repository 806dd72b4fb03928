import type { ErrorName } from '#contract/errors.ts'
import {
  configurationFaults,
  pageBounds,
  pageOf,
  sampleBytes,
  type SavedConfiguration,
  type TypeConfiguration,
} from '#contract/folders/configuration.ts'
import type { Fault as PdfFault } from '#pdf/faults.ts'
import type { Inspected } from '#pdf/inspect.ts'
import type { Context, UploadedFile } from '#server/shared/context.ts'
import { refuse, refuseAll } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { insertLoose, keepFile, type StoredFile, withStored } from '#server/shared/files/files.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { configurationOf, sampleOf } from './configuration-queries.ts'
import { differences } from './differences.ts'
import { typeDetail } from './settings-queries.ts'
import { nextVersion } from './versions.ts'

const pdfErrors: Partial<Record<PdfFault, ErrorName>> = {
  empty: 'PDF_NOT_READABLE',
  not_pdf: 'PDF_NOT_READABLE',
  damaged: 'PDF_NOT_READABLE',
  encrypted: 'PDF_ENCRYPTED',
  too_big: 'SYSTEM_API_MAX_FILE_SIZE_EXCEEDED',
  too_many_pages: 'PDF_FILE_TOO_MANY_PAGES',
  page_size: 'SYSTEM_API_INVALID_PDF_FILE_SIZE',
  active_content: 'PDF_FILE_ACTIVE_CONTENT',
  hidden_content: 'PDF_FILE_HIDDEN_CONTENT',
  changed_after_signing: 'PDF_FILE_CHANGED_AFTER_SIGNING',
}

const mostPages = 50

/**
 * Accepts a PDF as a sample: 5 MB, pages from A5 to A3, not encrypted.
 *
 * @throws {Refusal} SYSTEM_API_INVALID_PDF_FILE_SIZE: a page has another size. Also what any PDF is refused for.
 */
export async function inspectSample(
  { services }: Pick<Context, 'services'>,
  { bytes }: Pick<UploadedFile, 'bytes'>,
): Promise<Inspected> {
  const found = await services.engine.inspect(bytes, {
    maxBytes: sampleBytes,
    maxPages: mostPages,
    pageSize: { shorter: [...pageBounds.shorter], longer: [...pageBounds.longer] },
  })
  if (found.ok) return found
  services.log.info({ fault: found.fault, detail: found.detail }, 'a sample was refused')
  return refuse(pdfErrors[found.fault] ?? 'PDF_FILE_TOO_COMPLEX', 'file', { maximo: maximumOf(found.fault) })
}

function maximumOf(fault: PdfFault): number {
  return fault === 'too_many_pages' ? mostPages : sampleBytes / 1_048_576
}

/** How pages of a type within reach are turned, cut and signed. */
export async function savedConfiguration(tx: Tx, ctx: Context, typeId: number): Promise<SavedConfiguration> {
  const { version, documentos } = await typeDetail(tx.db, ctx.session, typeId)
  const { sample_name, ...facts } = await configurationOf(tx.db, typeId, version)
  return {
    ...facts,
    version,
    muestra: sample_name === null ? null : { archivo: sample_name },
    publicados: documentos,
  }
}

/** The kept sample of a type within reach; NOT_FOUND where it has none. */
export async function keptSample(
  tx: Tx,
  ctx: Context,
  typeId: number,
): Promise<{ key: string; name: string }> {
  const { version } = await typeDetail(tx.db, ctx.session, typeId)
  return (await sampleOf(tx.db, typeId, version)) ?? refuse('NOT_FOUND')
}

/**
 * Makes a new version of a type with these pages and positions. They are checked against the sample's own pages,
 * where one came or the kept one is used, else against the paper that was chosen.
 */
export async function configureType(
  ctx: Context,
  { id, ...facts }: TypeConfiguration & { id: number },
  file: UploadedFile | undefined,
): Promise<SavedConfiguration> {
  const sample = file ? await inspectSample(ctx, file) : facts.pdf_propio ? await inspectKept(ctx, id) : null
  const page = pageUnder(facts, sample)
  refuseAll(configurationFaults(facts, page, sample?.pages ?? null))
  if (facts.corte && sample) {
    const { width, height } = turned(sample.pageSizes[0] ?? page, facts.giro)
    if (
      facts.corte.x + facts.corte.width > width + 0.05 ||
      facts.corte.y + facts.corte.height > height + 0.05
    )
      refuse('CUT_INVALID', 'corte')
  }
  if (facts.pdf_propio && !sample) refuse('SAMPLE_MISSING', 'file')
  if (!file) return write(ctx, id, facts, null)
  const { bytes, name } = file
  return withStored(ctx.services, ctx.session.company, { bytes, type: 'pdf' }, (stored) =>
    write(ctx, id, facts, { stored, name }),
  )
}

/** The page of the boxes: the sample's after turning and cutting. */
function pageUnder(facts: TypeConfiguration, sample: Inspected | null): { width: number; height: number } {
  if (facts.corte || !sample) return pageOf(facts)
  const { pageSizes } = sample
  const at =
    facts.pagina === 'first' ? 0 : facts.pagina === 'last' ? pageSizes.length - 1 : (facts.numero ?? 1) - 1
  return turned(pageSizes[at] ?? pageOf(facts), facts.giro)
}

function turned({ width, height }: { width: number; height: number }, by: number) {
  return by % 180 === 0 ? { width, height } : { width: height, height: width }
}

async function inspectKept(ctx: Context, typeId: number): Promise<Inspected | null> {
  const kept = await ctx.read(async (tx) => {
    const { version } = await typeDetail(tx.db, ctx.session, typeId)
    return sampleOf(tx.db, typeId, version)
  })
  return kept ? inspectSample(ctx, { bytes: await ctx.services.files.read(kept.key) }) : null
}

function write(
  ctx: Context,
  typeId: number,
  facts: TypeConfiguration,
  sample: { stored: StoredFile; name: string } | null,
): Promise<SavedConfiguration> {
  return ctx.act(async (tx) => {
    const before = await savedConfiguration(tx, ctx, typeId)
    const sampleId = sample && (await insertLoose(tx, sample.stored))
    if (sampleId !== null) await keepFile(tx, sampleId)
    await nextVersion(tx, typeId, ctx.session.userId, {
      signature_page: facts.pagina,
      signature_page_number: facts.pagina === 'custom' ? facts.numero : null,
      company_box: facts.empresa,
      employee_box: facts.colaborador,
      paper: facts.papel,
      orientation: facts.orientacion,
      rotation: facts.giro,
      cut: facts.corte,
      halves: facts.dos_por_hoja,
      pagination: facts.paginacion,
      own_pdf: facts.pdf_propio,
      ...(sample && sampleId !== null && { sample_file_id: sampleId, sample_name: sample.name }),
    })
    await recordEvent(tx, {
      subject: { kind: 'document_type', id: typeId },
      act: 'configured',
      ...ctx.evidence,
      at: ctx.services.clock(),
      data: {
        ...differences(before, { ...before, ...facts }),
        ...(sample && { sample: sample.stored.sha256 }),
      },
    })
    return savedConfiguration(tx, ctx, typeId)
  })
}
