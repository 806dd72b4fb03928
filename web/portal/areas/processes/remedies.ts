import { codeOf, type ErrorName } from '#contract/errors.ts'
import { type ScreenId, screenOf } from '#contract/permissions/permissions.ts'
import type { ProcessDetail, ProcessFailure } from '#contract/processes/processes.ts'
import { mayOpen } from '#web/shared/pages/may-open.ts'
import { paths } from '#web/shared/pages/paths.ts'
import type { Viewer } from '#web/shared/session/viewer.ts'
import { kindsOnScreen } from './kinds.ts'

type Failed = Pick<ProcessFailure, 'code' | 'colaborador_id' | 'cuil'>

interface Remedy {
  screen: ScreenId
  /** Where it is mended; null where that isn't known of this failure. */
  path: (process: ProcessDetail, failed: Failed) => string | null
}

/** The remedies of failures, each with its screen. */
const remedies = {
  posicion: {
    screen: 'subfolderEdit',
    path: ({ del_tipo }) => del_tipo && `${paths.type(del_tipo.carpeta, del_tipo.tipo)}?tab=firma`,
  },
  tipos: { screen: 'folderList', path: () => paths.folders() },
  otro: { screen: 'publishPersonal', path: () => paths.publish() },
  aparte: { screen: 'publishPersonal', path: () => paths.publish() },
  existente: { screen: 'documentSearch', path: existingPath },
  ficha: {
    screen: 'Employee',
    path: (_, { colaborador_id }) => (colaborador_id === null ? null : paths.employee(colaborador_id)),
  },
  integracion: { screen: 'integrationProfile', path: () => paths.integrationProfiles() },
  bajas: { screen: 'Unsubscribe', path: () => paths.unsubscribe() },
  importar: { screen: 'employeesImport', path: () => paths.employeesImport() },
} as const satisfies Record<string, Remedy>
export type RemedyName = keyof typeof remedies

/** The search that finds what somebody has already in the place of a document that failed. */
function existingPath({ del_tipo, periodo }: ProcessDetail, { cuil }: Failed): string | null {
  if (!del_tipo || !cuil) return null
  const narrowed = {
    buscar: cuil,
    tipo: String(del_tipo.tipo),
    ...(periodo && { periodo: periodo.slice(0, 7) }),
  }
  return `${paths.documents()}?${new URLSearchParams(narrowed)}`
}

/**
 * By what a failure is mended; what has none can only be looked at. Why all of a process waits is no failure of one:
 * it is gone on with.
 */
const byError: Partial<Record<ErrorName, RemedyName>> = {
  PROCESS_SIGNATURE_POSITION_INVALID: 'posicion',
  PROCESS_TYPE_GONE: 'tipos',
  PROCESS_SIGNING_FAILED: 'otro',
  PROCESS_FILE_MISSING: 'otro',
  PDF_NOT_READABLE: 'otro',
  PDF_ENCRYPTED: 'otro',
  SYSTEM_API_INVALID_PDF_FILE_SIZE: 'otro',
  PDF_FILE_PAGE_SIZE_EXCEPTION: 'otro',
  PDF_FILE_TOO_MANY_PAGES: 'otro',
  PDF_FILE_TOO_COMPLEX: 'otro',
  PDF_FILE_ACTIVE_CONTENT: 'otro',
  PDF_FILE_HIDDEN_CONTENT: 'otro',
  PDF_FILE_CHANGED_AFTER_SIGNING: 'otro',
  SIGN_DOCUMENT_LOCKED: 'aparte',
  PROCESS_RECEIPT_NOT_SOLVED: 'otro',
  PROCESS_RECEIPT_OF_ANOTHER: 'aparte',
  MASSIVE_RETURNED_MISSING: 'aparte',
  MASSIVE_RETURNED_UNSIGNED: 'aparte',
  SYSTEM_API_FILE_EXISTS: 'existente',
  PUBLISH_EMPLOYEE_ENDED: 'ficha',
}
const byCode = new Map<string, RemedyName>(
  Object.entries(byError).map(([name, remedy]) => [codeOf(name as ErrorName), remedy]),
)

/** The act that mends a failure, with where it leads; null: there is none, or the viewer may not go there. */
export function remedyOf(
  viewer: Viewer,
  process: ProcessDetail,
  failed: Failed,
): { name: RemedyName; to: string } | null {
  const name = kindsOnScreen[process.clase].remedy ?? byCode.get(failed.code)
  if (!name) return null
  const { screen, path }: Remedy = remedies[name]
  const to = mayOpen(viewer, screenOf(screen).need) ? path(process, failed) : null
  return to === null ? null : { name, to }
}
