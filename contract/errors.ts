import { accountErrors } from './errors/account.ts'
import { analysisErrors } from './errors/analysis.ts'
import { approvalsErrors } from './errors/approvals.ts'
import { billboardErrors } from './errors/billboard.ts'
import { certificatesErrors } from './errors/certificates.ts'
import { companyErrors } from './errors/company.ts'
import { deputiesErrors } from './errors/deputies.ts'
import { documentsErrors } from './errors/documents.ts'
import { employeesErrors } from './errors/employees.ts'
import { foldersErrors } from './errors/folders.ts'
import { generalErrors } from './errors/general.ts'
import { genericErrors } from './errors/generic.ts'
import { inboxErrors } from './errors/inbox.ts'
import { mailsErrors } from './errors/mails.ts'
import { managersErrors } from './errors/managers.ts'
import { massiveErrors } from './errors/massive.ts'
import { meErrors } from './errors/me.ts'
import { papersErrors } from './errors/papers.ts'
import { processesErrors } from './errors/processes.ts'
import { publishingErrors } from './errors/publishing.ts'
import { pushErrors } from './errors/push.ts'
import { relationsErrors } from './errors/relations.ts'
import { remindersErrors } from './errors/reminders.ts'
import { reportsErrors } from './errors/reports.ts'
import { securityErrors } from './errors/security.ts'
import { selfServiceErrors } from './errors/self-service.ts'
import { sessionErrors } from './errors/session.ts'
import { shellErrors } from './errors/shell.ts'
import { signingErrors } from './errors/signing.ts'
import { ssoErrors } from './errors/sso.ts'
import { uploadsErrors } from './errors/uploads.ts'
import { verificationErrors } from './errors/verification.ts'
import { viewsErrors } from './errors/views.ts'
import { workflowsErrors } from './errors/workflows.ts'

/** Every error that the server refuses with, by area. A new area adds its own table here. */
export const errorTables = {
  account: accountErrors,
  analysis: analysisErrors,
  approvals: approvalsErrors,
  billboard: billboardErrors,
  certificates: certificatesErrors,
  company: companyErrors,
  deputies: deputiesErrors,
  documents: documentsErrors,
  employees: employeesErrors,
  folders: foldersErrors,
  general: generalErrors,
  generic: genericErrors,
  inbox: inboxErrors,
  mails: mailsErrors,
  managers: managersErrors,
  massive: massiveErrors,
  me: meErrors,
  papers: papersErrors,
  processes: processesErrors,
  publishing: publishingErrors,
  push: pushErrors,
  relations: relationsErrors,
  reminders: remindersErrors,
  reports: reportsErrors,
  security: securityErrors,
  'self-service': selfServiceErrors,
  session: sessionErrors,
  shell: shellErrors,
  signing: signingErrors,
  sso: ssoErrors,
  uploads: uploadsErrors,
  verification: verificationErrors,
  views: viewsErrors,
  workflows: workflowsErrors,
} as const

type Tables = typeof errorTables
/** An error's name, by which code refuses and compares. */
export type ErrorName = { [Area in keyof Tables]: keyof Tables[Area] }[keyof Tables]
/** The code of one error. */
export type CodeOf<Name extends ErrorName> = {
  [Area in keyof Tables]: Name extends keyof Tables[Area]
    ? Tables[Area][Name] extends { code: infer Code extends string }
      ? Code
      : Name
    : never
}[keyof Tables]
/** An error's code on the wire and in stored rows, and the key of its message in the locales. */
export type ErrorCode = { [Name in ErrorName]: CodeOf<Name> }[ErrorName]

const byName = new Map<string, { code: ErrorCode; status: number }>(
  Object.values(errorTables).flatMap((table) =>
    Object.entries<{ code?: string; status: number }>(table).map(
      ([name, { code = name, status }]) => [name, { code: code as ErrorCode, status }] as const,
    ),
  ),
)
const statuses = new Map<string, number>([...byName.values()].map(({ code, status }) => [code, status]))

export const errorNames = [...byName.keys()] as readonly ErrorName[]

export function codeOf(name: ErrorName): ErrorCode {
  return byName.get(name)?.code as ErrorCode
}

export function statusOf(code: ErrorCode): number {
  return statuses.get(code) ?? 500
}

export function isErrorName(text: string): text is ErrorName {
  return byName.has(text)
}

export function isErrorCode(text: string): text is ErrorCode {
  return statuses.has(text)
}

/** One thing that is wrong: its code, the field that it belongs to, and the figures that its message names. */
export function makeFault<const Field extends string | undefined = undefined>(
  name: ErrorName,
  field?: Field,
  params?: Record<string, string | number>,
): { code: ErrorCode; field: Field; params?: Record<string, string | number> } {
  return { code: codeOf(name), field: field as Field, ...(params && { params }) }
}

/** Errors that any call can refuse with, which calls therefore don't declare. */
export const everyCall = [
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'NOT_FOUND',
  'SYSTEM_API_PARAMETER_REQUIRED',
  'SYSTEM_API_PARAMETER_IS_EMPTY',
  'SYSTEM_API_PARAMETER_NOT_EXPECTED',
  'SYSTEM_API_WRONG_DATA_TYPE',
  'SYSTEM_API_NOT_NUMERIC',
  'SYSTEM_API_VALUE_TOO_LONG',
  'SYSTEM_API_VALUE_TOO_SHORT',
  'SYSTEM_API_VALUE_OUT_OF_RANGE',
  'SYSTEM_API_BODY_NOT_READABLE',
  'SYSTEM_API_BODY_TOO_LARGE',
  'SYSTEM_API_CHARACTER_NOT_ALLOWED',
  'SYSTEM_ACTION_NOT_GRANTED',
  'TOO_MANY_REQUESTS',
  'IDEMPOTENCY_KEY_REUSED',
  'LIST_PAGE_TOO_FAR',
  'SESSION_REQUIRED',
  'SESSION_EXPIRED',
  'SESSION_RESTRICTED',
  'SESSION_COMPANY_CHANGED',
  'SESSION_OTHER_SITE',
  'PORTAL_BLOCKED',
  'COMPANY_ADDRESS_NOT_ALLOWED',
  'STEP_UP_REQUIRED',
  'CONFIRMATION_REQUIRED',
] as const satisfies readonly ErrorName[]
