import { makeFault } from '#contract/errors.ts'
import type { EmployeeChanges, EmployeeCreation } from '#contract/employees/record.ts'
import { isAccountNumber, ownShut } from '#contract/employees/record.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import { checkDigitFits } from '#server/shared/text/check-digits.ts'
import type { Fault } from '#server/shared/errors.ts'
import { fold } from '#server/shared/text/fold.ts'
import type { Settings } from '#contract/settings.ts'
import type { Country } from '#contract/fields.ts'
import { bankFaults } from '../bank.ts'
import { differing } from '../editing.ts'
import { extrasFaults } from '../extras.ts'
import { changedLine, newLine } from './columns.ts'
import type { FileLine } from './kind.ts'
import { type ReadLine, valuesOf } from './lines.ts'
import type { PlaceField } from '../places.ts'
import { type FoundRecord, lastFour } from '../record.ts'
import { dateFaults } from '../rules.ts'
import type { Identifiers } from '../uniqueness.ts'

/** Facts about the company, loaded once for checking a file. */
export interface Known {
  country: Country
  settings: Settings
  today: string
  /** The importing user: some fields of their own record are closed. */
  userId: number
  /** Only full reach makes sectors, locations, positions and cost centres. */
  makesPlaces: boolean
  places: Record<PlaceField, Map<string, { id: number; nombre: string }>>
  /** Whether somebody of this sector, location and confidentiality is within reach. */
  reaches: (person: { sector: number | null; locacion: number | null; confidencial: boolean }) => boolean
}

/** For a batch of lines: the existing employees, and the holders of each identifier, within reach or not. */
export interface Present {
  byCuil: Map<string, FoundRecord>
  holders: Record<'usuario' | 'mail' | 'dni' | 'cuil' | 'numero_legajo', Map<string, number>>
}

/** The effect that an import would have for a line. */
export interface CheckedLine extends FileLine {
  cuil: string
  /** Input for a new employee. */
  creation: EmployeeCreation | null
  /** Changes of an existing employee. */
  edit: EmployeeChanges | null
  placeIds: { [F in PlaceField]?: number | null }
  missingPlaces: { field: PlaceField; name: string }[]
  /** The manager as the file gives it: a tax id or a file number. */
  manager: string | null
  /** The manager found: an existing employee, or another line's new one. */
  reportsTo: { id: number } | { line: number } | null
  before: FoundRecord | null
}

/** Checks one line by itself and against who is there; what lines say of each other is another matter. */
export function checkLine(read: ReadLine, present: Present, known: Known): CheckedLine {
  const before = present.byCuil.get(read.texts.cuil ?? '') ?? null
  const checked: CheckedLine = {
    ...untouched(read, before),
    faults: [...read.faults],
    manager: read.texts.reporta ?? null,
  }
  findPlacesOf(read, checked, known)
  if (before) checkChanged(read, before, checked, present, known)
  else checkNew(read, checked, present, known)
  if (checked.faults.length > 0) checked.kind = 'faulty'
  return checked
}

/** A line that its person took out: nothing comes of it, whatever it says. */
export function leftOutLine(read: ReadLine): CheckedLine {
  return { ...untouched(read, null), kind: 'left_out' }
}

function untouched(read: ReadLine, before: FoundRecord | null): CheckedLine {
  return {
    line: read.line,
    cells: read.cells,
    kind: 'unchanged',
    employeeId: before?.id ?? null,
    name: nameOf(read, before),
    cuil: read.texts.cuil ?? '',
    faults: [],
    changes: [],
    doubtful: false,
    creation: null,
    edit: null,
    placeIds: {},
    missingPlaces: [],
    manager: null,
    reportsTo: null,
    before,
  }
}

function nameOf({ texts }: ReadLine, before: FoundRecord | null): string {
  const name = [texts.apellido ?? before?.apellido, texts.nombre ?? before?.nombre].filter(Boolean)
  return name.join(', ') || (texts.cuil ?? '')
}

const placeFields = ['sector', 'locacion', 'cargo', 'centro_costo'] as const
const unknownPlace = {
  sector: 'SECTOR_UNKNOWN',
  locacion: 'LOCATION_UNKNOWN',
  cargo: 'POSITION_UNKNOWN',
  centro_costo: 'POSITION_UNKNOWN',
} as const

function findPlacesOf(read: ReadLine, checked: CheckedLine, known: Known): void {
  for (const field of placeFields) {
    const name = read.texts[field]
    if (name === undefined) continue
    const found = known.places[field].get(fold(name))
    if (found) checked.placeIds[field] = found.id
    else if (known.makesPlaces) checked.missingPlaces.push({ field, name })
    else checked.faults.push(makeFault(unknownPlace[field], field))
  }
}

function checkNew(read: ReadLine, checked: CheckedLine, present: Present, known: Known): void {
  const { country, settings } = known
  const same = nationalIds[country].same
  // Where nothing else is said, people sign in by the id that they know by heart.
  const texts = { usuario: read.texts.cuil ?? '', ...read.texts }
  const { values, faults } = valuesOf(newLine, texts)
  // Fields that could not be parsed are reported once.
  const told = new Set(checked.faults.map(({ field }) => field))
  const derived = read.texts.usuario === undefined ? 'usuario' : ''
  checked.faults.push(...faults.filter(({ field }) => !told.has(field) && field !== derived))
  const hasId = checked.faults.every(({ field }) => field !== 'cuil')
  if (!same && !texts.dni && !told.has('dni') && hasId)
    checked.faults.push(makeFault('SYSTEM_API_PARAMETER_REQUIRED', 'dni'))
  if (!texts.mail && !settings['users.mail_optional'])
    checked.faults.push(makeFault('INVITATION_WITHOUT_MAIL', 'mail'))
  if (!values) return
  checked.faults.push(
    ...dateFaults(
      { birth: values.fecha_nacimiento ?? null, hire: values.fecha_contratacion },
      { today: known.today, country, ageAtHire: settings['employees.min_age_at_hire_bulk'] },
    ),
    ...bankFaults(country, values),
    ...extrasFaults(country, values),
    ...taken({ ...values, dni: values.dni ?? values.cuil }, present, null),
  )
  if (!checkDigitFits(country, values.cuil)) {
    if (settings['employees.check_digits'] === 'block')
      checked.faults.push(makeFault('TAX_ID_CHECK_DIGIT', 'cuil'))
    else checked.doubtful = true
  }
  const place = { sector: checked.placeIds.sector ?? null, locacion: checked.placeIds.locacion ?? null }
  if (!told.has('sector') && !known.reaches({ ...place, confidencial: values.confidencial ?? false }))
    checked.faults.push(makeFault('EMPLOYEE_LEAVES_REACH', 'sector'))
  checked.kind = 'new'
  checked.creation = values
}

function checkChanged(
  read: ReadLine,
  before: FoundRecord,
  checked: CheckedLine,
  present: Present,
  known: Known,
): void {
  const { country, settings } = known
  const { usuario, mail } = read.texts
  if (usuario && fold(usuario) !== fold(before.usuario))
    checked.faults.push(makeFault('IMPORT_MAIL_ELSEWHERE', 'usuario'))
  if (mail && fold(mail) !== fold(before.mail ?? ''))
    checked.faults.push(makeFault('IMPORT_MAIL_ELSEWHERE', 'mail'))
  const said = { ...read.texts }
  if (nationalIds[country].same || read.hasDniOfCuil) delete said.dni
  const { values, faults } = valuesOf(changedLine, said)
  const told = new Set(checked.faults.map(({ field }) => field))
  checked.faults.push(...faults.filter(({ field }) => !told.has(field)))
  if (!values) return
  const missing = Object.fromEntries(checked.missingPlaces.map(({ field, name }) => [field, name]))
  const edit = differing(before, { ...values, ...checked.placeIds, ...missing })
  const fields = Object.keys(edit) as (keyof EmployeeChanges)[]
  if (before.id === known.userId)
    for (const field of fields)
      if (ownShut.includes(field)) checked.faults.push(makeFault('OWN_RECORD_FIXED', field))
  for (const field of fields)
    if (settings['integrations.owned_fields'].includes(field))
      checked.faults.push(makeFault('FIELD_OF_PEOPLE_SYSTEM', field))
  if (before.aprueba && edit.numero_legajo !== undefined)
    checked.faults.push(makeFault('FILE_NUMBER_OF_APPROVER', 'numero_legajo'))
  const birth = edit.fecha_nacimiento
  const hire = edit.fecha_contratacion
  if (hire !== undefined && before.estado === 'inactive')
    checked.faults.push(makeFault('HIRE_OF_FORMER_EMPLOYEE', 'fecha_contratacion'))
  else if (birth !== undefined || hire !== undefined)
    checked.faults.push(
      ...dateFaults(
        {
          birth: birth === undefined ? before.fecha_nacimiento : birth,
          hire: hire ?? before.fecha_contratacion,
          formerEnd: hire === undefined ? null : before.baja_anterior,
        },
        { today: known.today, country, ageAtHire: settings['employees.min_age_at_hire_bulk'] },
      ),
    )
  checked.faults.push(
    ...bankFaults(country, edit),
    ...extrasFaults(country, edit),
    ...taken(edit, present, before.id),
  )
  const after = {
    sector: checked.placeIds.sector ?? before.sector,
    locacion: checked.placeIds.locacion ?? before.locacion,
    confidencial: edit.confidencial ?? before.confidencial,
  }
  if (fields.length > 0 && before.id !== known.userId && !known.reaches(after))
    checked.faults.push(makeFault('EMPLOYEE_LEAVES_REACH', 'sector'))
  checked.changes = fields.map((campo) => ({
    campo,
    antes: shown(campo, before[campo], known),
    ahora: shown(campo, edit[campo], known),
  }))
  checked.kind = fields.length > 0 ? 'changed' : 'unchanged'
  checked.edit = edit
}

const takenErrors = {
  usuario: 'USERNAME_TAKEN',
  mail: 'EMPLOYEE_MAIL_TAKEN',
  dni: 'NATIONAL_ID_TAKEN',
  cuil: 'TAX_ID_TAKEN',
  numero_legajo: 'FILE_NUMBER_TAKEN',
} as const

/** Identifiers that somebody else of the company has, whoever they are. */
function taken(wanted: Identifiers, { holders }: Present, but: number | null): Fault[] {
  const isOthers = (holder: number | undefined) => holder !== undefined && holder !== but
  const fields = Object.keys(takenErrors) as (keyof typeof takenErrors)[]
  const faults = fields.flatMap((field) => {
    const value = wanted[field]
    if (!value) return []
    const key = field === 'usuario' || field === 'mail' ? fold(value) : value
    return isOthers(holders[field].get(key)) ? [makeFault(takenErrors[field], field)] : []
  })
  // Under a name that is one person's user name and another's id nobody gets in. What is refused already is said once.
  const said = new Set(faults.map(({ field }) => fold(wanted[field] ?? '')))
  const ofOtherKinds = (['usuario', 'dni', 'cuil'] as const).filter((field) => {
    const key = fold(wanted[field] ?? '')
    if (!key || said.has(key)) return false
    const asId = key.toUpperCase()
    const others =
      field === 'usuario' ? [holders.cuil.get(asId), holders.dni.get(asId)] : [holders.usuario.get(key)]
    return others.some(isOthers)
  })
  return [...faults, ...ofOtherKinds.map((field) => makeFault('SIGN_IN_NAME_TAKEN', field))]
}

/** A value as a person reads it: a place by its name, an account by its last characters. */
function shown(
  field: string,
  value: string | number | boolean | null | undefined,
  known: Pick<Known, 'places'>,
): string {
  if (value === null || value === undefined) return ''
  const place = placeFields.find((one) => one === field)
  if (place && typeof value === 'number')
    return [...known.places[place].values()].find(({ id }) => id === value)?.nombre ?? String(value)
  if (isAccountNumber(field)) return lastFour(String(value)) ?? ''
  return String(value)
}
