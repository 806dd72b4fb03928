import type { ParsedOf } from '#contract/call.ts'
import type { processes } from '#contract/processes/processes.ts'
import es from '#locales/es/processes.json' with { type: 'json' }
import pt from '#locales/pt/processes.json' with { type: 'json' }
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { farthestRow } from '#server/shared/list.ts'
import { spreadsheetOf } from '#server/shared/files/spreadsheet.ts'
import type { KindsOfProcess } from '#server/shared/processes/kinds.ts'
import { today } from '#server/shared/today.ts'
import { listFailures } from './failures.ts'
import { presentRows } from './presenting.ts'
import { findProcess, listProcesses, processesBeyondReach } from './queries.ts'

const words = { es, pt }

/** The list of processes as a spreadsheet. */
export async function processesSheet(
  { read, session, request, services }: Context,
  input: ParsedOf<typeof processes.sheet>,
): Promise<FileAnswer> {
  const w = words[request.language]
  const rows = await read(async (tx) => {
    const found = await listProcesses(tx.db, session, input, { limit: farthestRow, offset: 0 })
    return presentRows(tx, session, request.language, found.rows)
  })
  const time = (at: string | null) => (at ? timeCell(new Date(at), session.zone) : '')
  return sheetAnswer(`${w.hoja.archivo}-${today(session.zone, services.clock())}`, {
    name: w.hoja.procesos,
    columns: [
      [w.columna.clase, 26],
      [w.columna.tipo, 26],
      [w.columna.periodo, 10],
      [w.columna.archivo, 34],
      [w.columna.apellido, 20],
      [w.columna.nombre, 20],
      [w.columna.identificador, 16],
      [w.columna.creado, 17],
      [w.columna.empezado, 17],
      [w.columna.terminado, 17],
      [w.columna.estado, 24],
      [w.columna.cantidad, 10],
      [w.columna.procesados, 12],
      [w.columna.fallidos, 10],
      [w.columna.motivo, 50],
    ],
    rows: rows.map((row) => [
      row.modo ? w.modo[row.modo] : w.clase[row.clase],
      row.tipo ?? '',
      row.periodo ? `${row.periodo.slice(5, 7)}/${row.periodo.slice(0, 4)}` : '',
      row.archivo ?? '',
      row.quien.apellido,
      row.quien.nombre,
      row.quien.cuil ?? '',
      time(row.creado),
      time(row.empezado),
      time(row.terminado),
      w.estado[row.estado],
      String(row.cantidad),
      String(row.procesados),
      String(row.fallidos),
      row.aviso?.message ?? '',
    ]),
  })
}

/** The failures of a process, of people within reach, as a spreadsheet. */
export async function failuresSheet(
  { read, session, request }: Context,
  kinds: KindsOfProcess,
  { id }: { id: number },
): Promise<FileAnswer> {
  const w = words[request.language]
  const failures = await read(async (tx) => {
    const found = await findProcess(tx.db, session, id)
    if (!found) refuse('NOT_FOUND')
    const whole = (await processesBeyondReach(tx.db, session, [id])).size === 0
    const reader = { session, language: request.language, whole, kinds }
    return (await listFailures(tx.db, found, reader, { limit: farthestRow, offset: 0 })).data
  })
  return sheetAnswer(`${w.hoja.archivoFallas}-${id}`, {
    name: w.hoja.fallas,
    columns: [
      [w.columna.lugar, 8],
      [w.columna.colaborador, 34],
      [w.columna.identificador, 16],
      [w.columna.archivo, 34],
      [w.columna.paginas, 14],
      [w.columna.codigo, 36],
      [w.columna.queHacer, 80],
    ],
    rows: failures.map(({ n, colaborador, cuil, archivo, paginas, code, message }) => [
      String(n),
      colaborador ?? '',
      cuil ?? '',
      archivo ?? '',
      paginas.join(', '),
      code,
      message,
    ]),
  })
}

/** A small table as a spreadsheet that the browser keeps. */
export function sheetAnswer(
  name: string,
  sheet: { name: string; columns: readonly [head: string, width: number][]; rows: readonly string[][] },
): FileAnswer {
  const columns = sheet.columns.map(([head, width]) => ({ head, width }))
  async function* rows() {
    yield sheet.rows
  }
  return {
    body: spreadsheetOf({ name: sheet.name, columns, rows: rows() }),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    download: `${name}.xlsx`,
  }
}

/** dd/mm/yyyy hh:mm of an instant in a zone. */
function timeCell(at: Date, zone: string): string {
  return new Intl.DateTimeFormat('es-AR', {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .replace(',', '')
}
