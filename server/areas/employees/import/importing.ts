import { makeFault } from '#contract/errors.ts'
import type { ParsedOf } from '#contract/call.ts'
import {
  type employeeImport,
  type FileKindName,
  groupLines,
  importBytes,
  importRows,
  importStates,
  type ImportState,
  mostMended,
} from '#contract/employees/import.ts'
import type { Context, FileAnswer, UploadedFile } from '#server/shared/context.ts'
import { csvOf, type CsvTable, readCsv } from '#server/shared/files/csv.ts'
import { spreadsheetOf } from '#server/shared/files/spreadsheet.ts'
import { csvOfWorkbook } from '#server/shared/files/workbook.ts'
import { type Fault, refuse } from '#server/shared/errors.ts'
import { recordEvent } from '#server/shared/evidence/events.ts'
import { beginProcess, endProcess, lockProcess, moveProcess } from '#server/shared/processes/lifecycle.ts'
import { getSettings, setSetting } from '#server/shared/settings.ts'
import { messageOf } from '#server/shared/text/language.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import es from '#locales/es/employees.json' with { type: 'json' }
import pt from '#locales/pt/employees.json' with { type: 'json' }
import esGroups from '#locales/es/employees-integration.json' with { type: 'json' }
import ptGroups from '#locales/pt/employees-integration.json' with { type: 'json' }
import { assignColumn, templateFields, templateRows, unknownColumns } from './columns.ts'
import type { FileOptions } from './kind.ts'
import { kindsOfFile } from './kinds.ts'
import type { Importer } from './present.ts'
import { dropContent, findImport, findUninvited, type FoundImport, linesIn, uninvited } from './queries.ts'
import { checkJob } from './work.ts'
import { beginInvitations, runningInvitations } from '../inviting.ts'
import { countryOf } from '../queries.ts'

/** Keeps a file of people, a workbook as the CSV of its sheet, and has it checked. Nothing of anybody is saved. */
export async function uploadImport(
  ctx: Context,
  { name, type, bytes: sent }: UploadedFile,
  kind: FileKindName = 'employee_import',
  options: FileOptions = {},
): Promise<ImportState> {
  const now = ctx.services.clock()
  const isWorkbook = type === 'xlsx'
  const bytes = isWorkbook ? await csvOfWorkbook(sent, { rows: importRows, bytes: importBytes }) : sent
  const table = await readCsv(bytes, importRows, isWorkbook ? ';' : undefined)
  return ctx.act(async (tx) => {
    const { language } = ctx.request
    await kindsOfFile[kind].guard?.(tx, ctx.session)
    const viewer = importerOf(ctx)
    const id = await keepImport(tx, { name, bytes, table, kind, options }, { viewer, language, now })
    return stateOf(tx, ctx, id)
  })
}

interface FileToKeep {
  name: string
  bytes: Buffer
  table: CsvTable
  kind?: FileKindName
  options?: FileOptions
}

/**
 * Keeps a file that was read, and its process, and asks for the dry run.
 *
 * @throws {Refusal} IMPORT_…: the header has no tax ids, or a column twice; there is no row but the example
 */
export async function keepImport(
  tx: Tx,
  { name, bytes, table, kind = 'employee_import', options = {} }: FileToKeep,
  { viewer, language, now }: { viewer: Importer; language: 'es' | 'pt'; now: Date },
): Promise<number> {
  const { columnsOf, withoutExample } = kindsOfFile[kind]
  const columns = columnsOf(table.header, await countryOf(tx.db))
  const rows = withoutExample(table.rows, columns)
  if (rows.length === 0) refuse('IMPORT_EMPTY', 'archivo')
  const id = await beginProcess(tx, {
    kind,
    step: 'uploaded',
    by: viewer.userId,
    at: now,
    total: rows.length,
    options,
  })
  await tx.db
    .insertInto('employee_imports')
    .values({
      company_id: tx.company,
      process_id: id,
      file_name: name,
      content: bytes,
      columns: columns.map((field) => field ?? ''),
      header: table.header,
      encoding: table.encoding,
      delimiter: table.delimiter,
      viewer: JSON.stringify(viewer),
      language,
    })
    .execute()
  tx.enqueue(checkJob, { process: id })
  return id
}

function importerOf({ session }: Context): Importer {
  const { userId, profileKind, seesConfidential, profileId, zone } = session
  return { userId, profileKind, seesConfidential, profileId, zone }
}

/** Where a file stands, to the person who uploaded it under the kind's action; to anybody else it isn't there. */
export async function stateOf(tx: Tx, ctx: Context, id: number): Promise<ImportState> {
  return shownState(tx, ctx, await ownImport(tx, ctx, id))
}

export async function ownImport(tx: Tx, ctx: Context, id: number): Promise<FoundImport> {
  const found = await findImport(tx.db, ctx.session.userId, id)
  if (!found || !kindsOfFile[found.kind].may(ctx.session)) refuse('NOT_FOUND')
  await kindsOfFile[found.kind].guard?.(tx, ctx.session)
  return found
}

/** Lines of another encoding that are named. */
const mostOddLines = 10

const groupNames = { es: esGroups.archivoGrupo, pt: ptGroups.archivoGrupo }

const none = { faulty: 0, new: 0, changed: 0, unchanged: 0, left_out: 0, absent: 0 }

async function shownState(tx: Tx, ctx: Context, found: FoundImport): Promise<ImportState> {
  const { findings, step } = found
  const done = step === 'done' && found.status !== 'cancelled'
  const { waiting, sent } = done ? await uninvited(tx.db, found.id) : { waiting: 0, sent: 0 }
  const country = await countryOf(tx.db)
  const notice = findings.notice
  const { fields } = kindsOfFile[found.kind]
  const imports = found.kind === 'employee_import'
  return {
    id: found.id,
    clase: found.kind,
    archivo: found.file_name,
    estado: found.status,
    paso: step,
    creado: found.created_at.toISOString(),
    hechas: found.done,
    filas: found.total,
    leido_en: found.read_milliseconds,
    codificacion: found.encoding,
    otra_codificacion: {
      cantidad: findings.oddLines?.length ?? 0,
      lineas: findings.oddLines?.slice(0, mostOddLines) ?? [],
    },
    separador: found.delimiter,
    columnas_ajenas: imports ? unknownColumns(found.header, found.columns, country) : [],
    campos_libres: imports ? templateFields(country).filter((field) => !found.columns.includes(field)) : [],
    campos: fields.filter((field) => found.columns.includes(field)),
    cantidades: { ...none, ...findings.counts },
    fallas: findings.faults ?? [],
    nuevos: findings.places ?? [],
    digitos: findings.doubtful ?? 0,
    digitos_bloquean: (await getSettings(tx))['employees.check_digits'] === 'block',
    aviso: notice ? { code: notice.code, message: messageOf(notice, ctx.request.language) } : null,
    por_invitar: waiting,
    invitados: sent,
    invitando: (done && (await runningInvitations(tx.db, found.id))) || null,
    opciones: { ...found.options },
  }
}

/**
 * Has done what the dry run said. What the person may not have seen is asked to be confirmed: lines that stay
 * out, names that would be made, check digits that don't fit. Another account of somebody needs a step-up.
 */
export function confirmImport(ctx: Context, { id }: { id: number }): Promise<ImportState> {
  return ctx.act(async (tx) => {
    const found = await lockedImport(tx, ctx, id, 'confirm')
    const { counts, places = [], doubtful = 0 } = found.findings
    if (!counts || counts.new + counts.changed === 0) refuse('IMPORT_NOTHING_TO_DO')
    const asked: Fault[] = []
    if (counts.faulty > 0)
      asked.push(makeFault('IMPORT_FAULTY_LEFT_OUT', undefined, { cantidad: counts.faulty }))
    if (places.length > 0)
      asked.push(
        makeFault('IMPORT_NEW_PLACES', undefined, { nombres: places.map(({ nombre }) => nombre).join(', ') }),
      )
    if (doubtful > 0) asked.push(makeFault('IMPORT_CHECK_DIGITS', undefined, { cantidad: doubtful }))
    ctx.confirm(asked)
    if (await kindsOfFile[found.kind].needsProof(tx, found)) await ctx.stepUp(tx)
    await moveProcess(tx, id, {
      step: 'running',
      startedAt: ctx.services.clock(),
      done: 0,
      total: counts.new + counts.changed,
    })
    await tx.db
      .updateTable('employee_imports')
      .set({
        viewer: JSON.stringify(importerOf(ctx)),
        findings: JSON.stringify({ ...found.findings, notice: null }),
      })
      .where('process_id', '=', id)
      .execute()
    tx.enqueue(kindsOfFile[found.kind].job, { process: id, evidence: ctx.evidence })
    return stateOf(tx, ctx, id)
  })
}

/**
 * Takes a line out, or puts it back, and has the rest read again: without it another may be right, whom it named
 * twice, or wrong, who reports to it.
 */
export function leaveOut(
  ctx: Context,
  { id, linea, afuera }: { id: number; linea: number; afuera: boolean },
): Promise<ImportState> {
  return ctx.act(async (tx) => {
    const { findings } = await lockedImport(tx, ctx, id, 'leaveOut')
    await insistOnLine(tx, id, linea)
    const others = (findings.leftOut ?? []).filter((line) => line !== linea)
    const leftOut = afuera ? [...others, linea] : others
    await tx.db
      .updateTable('employee_imports')
      .set({ findings: JSON.stringify({ ...findings, leftOut }) })
      .where('process_id', '=', id)
      .execute()
    await readAgain(tx, id)
    return stateOf(tx, ctx, id)
  })
}

/**
 * Gives a cell another value and has the file read again, as if it had that.
 *
 * @throws {Refusal} NOT_FOUND: the file has no such line, or no column of the field
 * @throws {Refusal} IMPORT_TOO_MANY_MENDED
 */
export function mendCell(
  ctx: Context,
  { id, linea, campo, valor }: ParsedOf<typeof employeeImport.mend>,
): Promise<ImportState> {
  return ctx.act(async (tx) => {
    const { findings, columns } = await lockedImport(tx, ctx, id, 'mend')
    await insistOnLine(tx, id, linea)
    const column = columns.indexOf(campo)
    if (column < 0) refuse('NOT_FOUND', 'campo')
    const others = (findings.mended ?? []).filter((one) => one.line !== linea || one.column !== column)
    if (others.length >= mostMended) refuse('IMPORT_TOO_MANY_MENDED', 'valor', { maximo: mostMended })
    const mended = [...others, { line: linea, column, text: valor }]
    await tx.db
      .updateTable('employee_imports')
      .set({ findings: JSON.stringify({ ...findings, mended }) })
      .where('process_id', '=', id)
      .execute()
    await readAgain(tx, id)
    return stateOf(tx, ctx, id)
  })
}

async function insistOnLine(tx: Tx, process: number, line: number): Promise<void> {
  const known = await tx.db
    .selectFrom('employee_import_rows')
    .select('line')
    .where('process_id', '=', process)
    .where('line', '=', line)
    .executeTakeFirst()
  if (!known) refuse('NOT_FOUND')
}

async function readAgain(tx: Tx, process: number): Promise<void> {
  await moveProcess(tx, process, { step: 'uploaded', done: 0 })
  tx.enqueue(checkJob, { process })
}

/** Assigns a field to a column whose title isn't known, or takes it from it, and has the file read again. */
export function assignField(
  ctx: Context,
  { id, posicion, campo }: { id: number; posicion: number; campo: string | null },
): Promise<ImportState> {
  return ctx.act(async (tx) => {
    const found = await lockedImport(tx, ctx, id, 'assign')
    if (found.kind !== 'employee_import') refuse('NOT_FOUND')
    const columns = assignColumn(found, { posicion, campo }, await countryOf(tx.db))
    await tx.db
      .updateTable('employee_imports')
      .set({ columns: columns.map((field) => field ?? '') })
      .where('process_id', '=', id)
      .execute()
    await readAgain(tx, id)
    return stateOf(tx, ctx, id)
  })
}

/** Sets whether the company refuses wrong check digits, and has the file read again. */
export function setCheckDigits(
  ctx: Context,
  { id, bloquear }: ParsedOf<typeof employeeImport.checkDigits>,
): Promise<ImportState> {
  return ctx.act(async (tx) => {
    const { kind } = await lockedImport(tx, ctx, id, 'checkDigits')
    if (kind !== 'employee_import') refuse('NOT_FOUND')
    await setSetting(tx, 'employees.check_digits', bloquear ? 'block' : 'warn', ctx.session.userId)
    await readAgain(tx, id)
    return stateOf(tx, ctx, id)
  })
}

/** Drops what was not confirmed, with the file's content and its lines. */
export function cancelImport(ctx: Context, { id }: { id: number }): Promise<ImportState> {
  return ctx.act(async (tx) => {
    await lockedImport(tx, ctx, id, 'cancel')
    await endProcess(tx, id, { status: 'cancelled', at: ctx.services.clock() })
    await dropContent(tx, id)
    await tx.db.deleteFrom('employee_import_rows').where('process_id', '=', id).execute()
    return stateOf(tx, ctx, id)
  })
}

/** Mails the invitations of those whom an import made; how many is confirmed first. */
export function inviteImported(ctx: Context, { id }: { id: number }): Promise<ImportState> {
  return ctx.act(async (tx) => {
    const { kind } = await lockedImport(tx, ctx, id, 'invite')
    if (kind !== 'employee_import') refuse('NOT_FOUND')
    if (await runningInvitations(tx.db, id)) refuse('INVITATIONS_UNDER_WAY')
    const people = await findUninvited(tx.db, id)
    const waiting = people.length
    if (waiting === 0) refuse('IMPORT_NOTHING_TO_DO')
    ctx.confirm([makeFault('IMPORT_INVITATIONS', undefined, { cantidad: waiting })])
    await recordEvent(tx, {
      subject: { kind: 'employee', id: ctx.session.userId },
      act: 'import_invited',
      ...ctx.evidence,
      at: ctx.services.clock(),
      data: { process: id, count: waiting },
    })
    await beginInvitations(tx, ctx, people, id)
    return stateOf(tx, ctx, id)
  })
}

/** An import of one's own that is at a step where the act is possible, held until the act is done. */
async function lockedImport(
  tx: Tx,
  ctx: Context,
  id: number,
  act: keyof typeof importStates,
): Promise<FoundImport> {
  await lockProcess(tx, id)
  const found = await ownImport(tx, ctx, id)
  const steps: readonly string[] = importStates[act]
  if (!steps.includes(found.step) || found.status === 'cancelled') refuse('IMPORT_WRONG_STEP')
  return found
}

/**
 * The faulty lines as they came, each with its line and what is wrong, for a spreadsheet program; of a file of
 * integration profiles also one of its groups.
 */
export async function linesFile(
  ctx: Context,
  { id, grupo }: ParsedOf<typeof employeeImport.faulty>,
): Promise<FileAnswer> {
  const { language } = ctx.request
  const words = (language === 'pt' ? pt : es).importar
  const { found, lines, country } = await ctx.read(async (tx) => {
    const found = await ownImport(tx, ctx, id)
    if (grupo && found.kind !== 'integration_profiles') refuse('NOT_FOUND')
    const lines = await linesIn(tx.db, id, grupo ? groupLines[grupo] : { grupo: 'faulty' })
    return { found, lines, country: await countryOf(tx.db) }
  })
  const { fields, titlesOf } = kindsOfFile[found.kind]
  const named = (field: string) =>
    fields.includes(field) ? (titlesOf([field], language, country)[0] ?? field) : ''
  const rows = lines.map(({ line, cells, faults }) => [
    String(line),
    faults
      .map((fault) =>
        [fault.field && named(fault.field), messageOf(fault, language)].filter(Boolean).join(': '),
      )
      .join(' '),
    ...found.header.map((_, at) => cells[at] ?? ''),
  ])
  const text = csvOf([[words.columnaFila, words.columnaMotivo, ...found.header], ...rows])
  return {
    body: Buffer.from(text),
    type: 'text/csv; charset=utf-8',
    download: `${grupo ? groupNames[language][grupo] : words.archivoFallas}-${found.file_name.replace(/\.[^.]*$/, '')}.csv`,
  }
}

/** A file with every column that is read, in the caller's words, and one row as an example. */
export async function templateFile(
  ctx: Context,
  { formato }: { formato: 'xlsx' | 'csv' },
): Promise<FileAnswer> {
  const { language } = ctx.request
  const country = await ctx.read((tx) => countryOf(tx.db))
  const { heads, example } = templateRows(language, country)
  const words = (language === 'pt' ? pt : es).importar
  const download = `${words.archivoPlantilla}.${formato}`
  if (formato === 'csv')
    return { body: Buffer.from(csvOf([heads, example])), type: 'text/csv; charset=utf-8', download }
  async function* rows() {
    yield [example]
  }
  const columns = heads.map((head, at) => ({
    head,
    width: Math.max(14, head.length + 2, (example[at]?.length ?? 0) + 2),
  }))
  return {
    body: spreadsheetOf({ name: words.hojaPlantilla, columns, rows: rows() }),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    download,
  }
}
