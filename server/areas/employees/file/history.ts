import type { ParsedOf } from '#contract/call.ts'
import type { employeeFile, FileThen } from '#contract/employees/file.ts'
import { isAccountNumber } from '#contract/employees/record.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import type { Db } from '#server/shared/tenancy.ts'
import { today } from '#server/shared/today.ts'
import { printedDay } from '#server/shared/text/printed.ts'
import { findRecord, type FoundRecord, lastFour } from '../record.ts'
import {
  type Day,
  firstChangesAfter,
  holdingsOf,
  isReference,
  lastChangesUntil,
  type Names,
  namesOf,
  rightsEvents,
  type Value,
  valuesOf,
} from './queries.ts'
import { rewindRights, rewindStays } from './rewind.ts'

type Missing = FileThen['sin_dato'][number]

/**
 * A file as it was at the end of a day of the company's zone: today's record with every later change taken back. A value
 * whose side row was erased is looked for in the change before it.
 *
 * @throws {Refusal} NOT_FOUND: out of reach. HISTORY_IN_FUTURE. HISTORY_BEFORE_FILE: no file was open on that day.
 */
export function showHistory(ctx: Context, input: ParsedOf<typeof employeeFile.history>) {
  return ctx.read(({ db }) => fileOn(db, ctx, input))
}

async function fileOn(
  db: Db,
  { session, services }: Context,
  { id, al }: ParsedOf<typeof employeeFile.history>,
): Promise<FileThen> {
  const record = await findRecord(db, session, id)
  if (!record) refuse('NOT_FOUND')
  const now = today(session.zone, services.clock())
  const day: Day = { day: al ?? now, zone: session.zone }
  if (day.day > now) refuse('HISTORY_IN_FUTURE', 'al', { hoy: printedDay(now) })
  const { stays, profiles, filters, folders, opened } = await holdingsOf(db, id)
  const abierto = today(session.zone, opened)
  if (day.day < abierto) refuse('HISTORY_BEFORE_FILE', 'al', { desde: printedDay(abierto) })
  const events = await rightsEvents(db, id, day)
  const returned = events.find(({ act, after }) => after && act === 'reactivated')?.id
  const { values, missing } = await rewindFields(db, record, day, returned)
  const staying = rewindStays({ estado: record.estado, estadias: stays }, events)
  const rights = rewindRights({ profiles: new Set(profiles), filters, folders: new Set(folders) }, events)
  if (rights.filters === null) missing.push({ campo: 'filtros', causa: 'sin_registro' })
  const ids = [
    ...Object.entries(values).flatMap(([field, value]) =>
      isReference(field) && typeof value === 'number' ? [{ kind: field, id: value }] : [],
    ),
    ...[...rights.profiles].map((one) => ({ kind: 'perfiles' as const, id: one })),
    ...[...rights.folders].map((one) => ({ kind: 'carpetas' as const, id: one })),
    ...pairIds(rights.filters ?? []),
  ]
  const nameOf = await namesOf(db, ids)
  const [stay, ...former] = staying.estadias
  // The hire date of a stay can be corrected while it runs; the stay of that day had the date of that day.
  const hired = stay && values['fecha_contratacion']
  const estadias = stay ? [{ ...stay, ...(typeof hired === 'string' && { desde: hired }) }, ...former] : []
  return {
    al: day.day,
    abierto,
    ficha: {
      ...recordOf(values, nameOf),
      id,
      estado: staying.estado,
      estadias,
      ...(estadias[0] && { fecha_contratacion: estadias[0].desde }),
      perfiles: [...rights.profiles].flatMap((one) => nameOf('perfiles', one) ?? []).toSorted(),
    },
    filtros:
      rights.filters?.map(([sector, locacion]) => ({
        sector: sector ? nameOf('sector', sector) : null,
        locacion: locacion ? nameOf('locacion', locacion) : null,
      })) ?? null,
    carpetas: [...rights.folders].flatMap((one) => nameOf('carpetas', one) ?? []).toSorted(),
    sin_dato: missing,
  }
}

/** Today's fields with those that changed after a day as they were; a value that is lost is left out. */
async function rewindFields(db: Db, record: FoundRecord, day: Day, returned: number | undefined) {
  const values: Record<string, Value> = { ...scalars(record) }
  // The date of hire of a later stay is no fact of this one.
  if (returned !== undefined) delete values['fecha_contratacion']
  const missing: Missing[] = []
  const erased: string[] = []
  for (const { field, id, act, text } of await firstChangesAfter(db, record.id, day)) {
    if (field === 'fecha_contratacion' && returned !== undefined && id > returned) continue
    if (text === null) erased.push(field)
    const found = valuesOf(act, text)?.find((one) => one.field === field)
    if (found) values[field] = found.was
    else {
      delete values[field]
      if (text !== null) missing.push({ campo: field, causa: 'sin_registro' })
    }
  }
  if (erased.length > 0) {
    const before = await lastChangesUntil(db, record.id, day, erased)
    for (const field of erased) {
      const last = before.find((one) => one.field === field)
      const found = last && valuesOf(last.act, last.text)?.find((one) => one.field === field)
      if (found) values[field] = found.is
      else missing.push({ campo: field, causa: 'borrado' })
    }
  }
  return { values, missing }
}

function scalars({ primer_ingreso: _, ...record }: FoundRecord): Record<string, Value> {
  return record
}

/** A record as the wire shows it: references by name, accounts by their last characters. */
function recordOf(values: Readonly<Record<string, Value>>, nameOf: Names): FileThen['ficha'] {
  const shown = Object.entries(values).map(([field, value]): [string, unknown] => {
    if (isAccountNumber(field)) return [field, lastFour(value === null ? null : String(value))]
    if (!isReference(field)) return [field, value]
    const name = typeof value === 'number' ? nameOf(field, value) : value
    return [
      field === 'id_empleador' ? 'empleador' : field,
      name === null ? null : { id: typeof value === 'number' ? value : 0, nombre: name },
    ]
  })
  return Object.fromEntries(shown)
}

function pairIds(pairs: readonly (number | null)[][]) {
  return pairs.flatMap(([sector, locacion]) => [
    ...(sector ? [{ kind: 'sector' as const, id: sector }] : []),
    ...(locacion ? [{ kind: 'locacion' as const, id: locacion }] : []),
  ])
}
