import { actions } from '#contract/actions.ts'
import { isOfCountry } from '#contract/employees/extras.ts'
import { nationalIds } from '#contract/employees/national-ids.ts'
import { ownShut, type RecordField, recordFields, type ShutReason } from '#contract/employees/record.ts'
import { type ErrorName, makeFault } from '#contract/errors.ts'
import { credentialsOf } from '#server/shared/identity/credentials.ts'
import type { Fault } from '#server/shared/errors.ts'
import type { Session } from '#server/shared/identity/session.ts'
import { getSettings } from '#server/shared/settings.ts'
import type { Tx } from '#server/shared/tenancy.ts'
import { countryOf } from './queries.ts'
import type { FoundRecord } from './record.ts'

/** The refusal of a change to a field that is shut. */
const refusals: Readonly<Record<ShutReason, ErrorName>> = {
  permiso: 'SYSTEM_ACTION_NOT_GRANTED',
  propio: 'OWN_RECORD_FIXED',
  pais: 'SYSTEM_API_PARAMETER_NOT_EXPECTED',
  cuil: 'SYSTEM_API_PARAMETER_NOT_EXPECTED',
  administra: 'ADMINISTRATOR_SIGN_IN_FIXED',
  inactivo: 'HIRE_OF_FORMER_EMPLOYEE',
  aprobador: 'FILE_NUMBER_OF_APPROVER',
  sistema: 'FIELD_OF_PEOPLE_SYSTEM',
}

/** Why each field of a record is shut to a viewer; open fields are absent. */
export async function shutFields(
  tx: Tx,
  viewer: Session,
  record: FoundRecord,
): Promise<Map<RecordField, ShutReason>> {
  const country = await countryOf(tx.db)
  const { administers } = await credentialsOf(tx.db, record.id)
  const { 'integrations.owned_fields': owned } = await getSettings(tx)
  const own = record.id === viewer.userId
  const mayEdit = viewer.actions.includes(actions.employeeAdministration)
  const reasonOf = (field: RecordField): ShutReason | null => {
    if (!isOfCountry(field, country)) return 'pais'
    if (field === 'dni' && nationalIds[country].same) return 'cuil'
    if (!mayEdit) return 'permiso'
    if (own && (signsIn(field) || ownShut.some((one) => one === field))) return 'propio'
    if (administers && (field === 'usuario' || field === 'mail')) return 'administra'
    if (field === 'fecha_contratacion' && record.estado === 'inactive') return 'inactivo'
    if (field === 'numero_legajo' && record.aprueba) return 'aprobador'
    return owned.includes(field) ? 'sistema' : null
  }
  return new Map(
    recordFields.flatMap((field) => {
      const reason = reasonOf(field)
      return reason ? [[field, reason] as const] : []
    }),
  )
}

/** The refusals of changes to fields that are shut. */
export function shutFaults(
  shut: ReadonlyMap<RecordField, ShutReason>,
  changed: readonly RecordField[],
): Fault[] {
  return changed.flatMap((field) => {
    const reason = shut.get(field)
    return reason ? [makeFault(refusals[reason], field)] : []
  })
}

/** Whether a field opens the account, or leads documents to the person. */
function signsIn(field: RecordField): boolean {
  return field === 'usuario' || field === 'mail' || field === 'cuil'
}
