import type { ParsedOf } from '#contract/call.ts'
import type { employeeFile, FileChange } from '#contract/employees/file.ts'
import { isAccountNumber } from '#contract/employees/record.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { paginationOf, rowsOf } from '#server/shared/list.ts'
import { isVisible } from '../queries.ts'
import { lastFour } from '../record.ts'
import { changesOf, holdsValues, isReference, type Names, namesOf, type Value, valuesOf } from './queries.ts'
import type { FileEvent, Pairs } from './rewind.ts'

type Difference = FileChange['diferencias'][number]

/** A value of a difference before it is shown: a plain one, or the ids of references. */
interface Draft {
  campo: string
  era: Value | readonly number[]
  es: Value | readonly number[]
}

/** A page of the changes of somebody's file, the newest first. @throws {Refusal} NOT_FOUND: out of reach */
export function showChanges(ctx: Context, input: ParsedOf<typeof employeeFile.changes>) {
  const limits = rowsOf(input)
  return ctx.read(async ({ db }) => {
    if (!(await isVisible(db, ctx.session, input.id))) refuse('NOT_FOUND')
    const { rows, total } = await changesOf(db, input.id, limits)
    const drafts = rows.map(({ act, data, text }) => draftsOf(act, data as FileEvent['data'] & Fields, text))
    const nameOf = await namesOf(
      db,
      drafts.flatMap((some) => some.flatMap(referencesOf)),
    )
    const data = rows.map((row, at): FileChange => ({
      id: row.id,
      cuando: row.at.toISOString(),
      quien: row.author,
      acto: row.act,
      importado: (row.data as Fields).import === true,
      diferencias: (drafts[at] ?? []).map((draft) => shown(draft, nameOf)),
      borrado: holdsValues(row.act) && row.text === null,
    }))
    return { data, pagination: paginationOf(total, input) }
  })
}

interface Fields {
  fields?: string[]
  import?: boolean
}

function draftsOf(act: string, data: FileEvent['data'] & Fields, text: string | null): Draft[] {
  if (holdsValues(act)) {
    const values = valuesOf(act, text)
    return values
      ? values.map(({ field, was, is }) => ({ campo: field, era: was, es: is }))
      : (data.fields ?? ['mail']).map((campo) => ({ campo, era: null, es: null }))
  }
  switch (act) {
    case 'profiles_changed':
      return [{ campo: 'perfiles', era: data.taken ?? [], es: data.given ?? [] }]
    case 'folder_filter_added':
      return [{ campo: 'carpetas', era: null, es: data.folder ? [data.folder] : [] }]
    case 'folder_filter_removed':
      return [{ campo: 'carpetas', era: data.folder ? [data.folder] : [], es: null }]
    case 'filters_changed':
      return ['sector', 'locacion'].map((campo, half) => ({
        campo: `filtro_${campo}`,
        era: halfOf(data.formerFilters, half),
        es: halfOf(data.filters, half),
      }))
    case 'unsubscribed':
      return [
        { campo: 'baja', era: null, es: data.on ?? null },
        { campo: 'motivo', era: null, es: data.reason ?? null },
      ]
    case 'stay_ended':
    case 'end_called_off':
    case 'end_undone':
      return [{ campo: 'baja', era: null, es: data.on ?? null }]
    case 'reactivated':
      return [{ campo: 'fecha_contratacion', era: null, es: data.from ?? null }]
    default:
      return []
  }
}

function halfOf(pairs: Pairs | undefined, half: number): readonly number[] {
  return (pairs ?? []).flatMap((pair) => pair[half] ?? [])
}

/** The table that names a field's references. */
function tableOf(campo: string) {
  const field = campo.replace(/^filtro_/, '')
  return isReference(field) ? field : null
}

function referencesOf({ campo, era, es }: Draft) {
  const kind = tableOf(campo)
  if (!kind) return []
  return [era, es].flatMap((side) => idsOf(side).map((id) => ({ kind, id })))
}

function idsOf(side: Draft['era']): readonly number[] {
  return typeof side === 'number' ? [side] : isList(side) ? side : []
}

function isList(side: Draft['era']): side is readonly number[] {
  return Array.isArray(side)
}

function shown({ campo, era, es }: Draft, nameOf: Names): Difference {
  const kind = tableOf(campo)
  const text = (side: Draft['era']): string | null => {
    if (side === null) return null
    if (kind && (typeof side === 'number' || isList(side)))
      return (
        idsOf(side)
          .flatMap((id) => nameOf(kind, id) ?? [])
          .join(', ') || null
      )
    return isAccountNumber(campo) ? lastFour(String(side)) : String(side)
  }
  return { campo, era: text(era), es: text(es) }
}
