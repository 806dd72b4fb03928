import type { ParsedOf } from '#contract/call.ts'
import { longestRange, reportMonths, reports } from '#contract/reports.ts'
import es from '#locales/es/reports.json' with { type: 'json' }
import pt from '#locales/pt/reports.json' with { type: 'json' }
import type { Context, FileAnswer } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, route } from '#server/shared/route.ts'
import { spreadsheetOf } from '#server/shared/files/spreadsheet.ts'
import { addMonths, today } from '#server/shared/today.ts'
import { publishedByMonth, type ReportPlaces, salaryTypes, signedByPeriod } from './queries.ts'

const words = { es, pt }
type Range = Pick<ParsedOf<typeof reports.signed>, 'desde' | 'hasta'>

export function registerReports(api: Api): void {
  route(api, reports.published, (ctx, input) => publishedReport(ctx, input))
  route(api, reports.signed, async (ctx, input) => {
    checkRange(input)
    return signedReport(ctx, input, input)
  })
  route(api, reports.sheet, async (ctx, input) => {
    checkRange(input)
    return reportSheet(ctx, input, input)
  })
}

/** The last twelve months, each of them, with what was published in it. */
async function publishedReport({ read, session, services }: Context, places: ReportPlaces) {
  const current = addMonths(today(session.zone, services.clock()), 0)
  const months = monthsFrom(addMonths(current, 1 - reportMonths), current)
  const [from = current] = months
  return read(async ({ db }) => {
    const tipos = await salaryTypes(db, session)
    const ids = tipos.map(({ id }) => id)
    const rows = ids.length > 0 ? await publishedByMonth(db, session, ids, places, from).execute() : []
    const found = new Map(rows.map((row) => [row.mes, row]))
    const none = { recibos: 0, conformes: 0, no_conformes: 0, no_piden_firma: 0 }
    return { tipos, meses: months.map((mes) => found.get(mes) ?? { mes, ...none }) }
  })
}

/** Each period of the range, with what of it is signed. */
async function signedReport({ read, session }: Context, places: ReportPlaces, range: Range) {
  return read(async ({ db }) => {
    const ids = (await salaryTypes(db, session)).map(({ id }) => id)
    const rows = ids.length > 0 ? await signedByPeriod(db, session, ids, places, range).execute() : []
    const found = new Map(rows.map((row) => [row.mes, row]))
    return monthsFrom(range.desde, range.hasta).map((mes) => {
      const { firmados = 0, sin_firmar = 0, no_piden_firma = 0 } = found.get(mes) ?? {}
      return { mes, firmados, sin_firmar, no_piden_firma }
    })
  })
}

async function reportSheet(ctx: Context, places: ReportPlaces, range: Range): Promise<FileAnswer> {
  const { session, services, request } = ctx
  const w = words[request.language]
  const { meses } = await publishedReport(ctx, places)
  const signed = await signedReport(ctx, places, range)
  const month = (mes: string) => `${mes.slice(5, 7)}/${mes.slice(0, 4)}`
  async function* rows() {
    yield [
      ...meses.map(({ mes, recibos, conformes, no_conformes }) => [
        w.hoja.publicados,
        month(mes),
        String(recibos),
        String(conformes),
        String(no_conformes),
        '',
        '',
      ]),
      ...signed.map(({ mes, firmados, sin_firmar }) => [
        w.hoja.firmados,
        month(mes),
        '',
        '',
        '',
        String(firmados),
        String(sin_firmar),
      ]),
    ]
  }
  return {
    body: spreadsheetOf({
      name: w.titulo,
      columns: [
        { head: w.hoja.reporte, width: 40 },
        { head: w.mes, width: 12 },
        { head: w.recibos, width: 12 },
        { head: w.conforme, width: 14 },
        { head: w.no_conforme, width: 14 },
        { head: w.firmado, width: 12 },
        { head: w.sin_firmar, width: 12 },
      ],
      rows: rows(),
    }),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    download: `${w.hoja.archivo}-${today(session.zone, services.clock())}.xlsx`,
  }
}

function checkRange({ desde, hasta }: Range): void {
  if (hasta < desde) refuse('REPORT_RANGE_BACKWARDS', 'hasta')
  if (hasta > addMonths(desde, longestRange - 1))
    refuse('REPORT_RANGE_TOO_LONG', 'hasta', { maximo: longestRange })
}

/** The first days of the months from one to another, both included. */
function monthsFrom(from: string, to: string): string[] {
  const months: string[] = []
  for (let at = from; at <= to; at = addMonths(at, 1)) months.push(at)
  return months
}
