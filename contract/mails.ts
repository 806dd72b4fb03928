import type { z } from 'zod'
import { accountMails } from './mails/account.ts'
import { approvalsMails } from './mails/approvals.ts'
import { billboardMails } from './mails/billboard.ts'
import { certificatesMails } from './mails/certificates.ts'
import { companyMails } from './mails/company.ts'
import { deputiesMails } from './mails/deputies.ts'
import { documentsMails } from './mails/documents.ts'
import { employeesMails } from './mails/employees.ts'
import { evidenceMails } from './mails/evidence.ts'
import { massiveMails } from './mails/massive.ts'
import { permissionsMails } from './mails/permissions.ts'
import { publishingMails } from './mails/publishing.ts'
import { relationsMails } from './mails/relations.ts'
import { remindersMails } from './mails/reminders.ts'
import { securityMails } from './mails/security.ts'
import { selfServiceMails } from './mails/self-service.ts'
import { sessionMails } from './mails/session.ts'
import type { MailSection } from './mails/table.ts'
import { uploadsMails } from './mails/uploads.ts'

/**
 * Every mail that Legajo sends, from the areas' tables; nothing sends but through one of these. A new area adds its own
 * table here.
 */
export const mailEvents = {
  ...accountMails,
  ...approvalsMails,
  ...billboardMails,
  ...certificatesMails,
  ...companyMails,
  ...deputiesMails,
  ...documentsMails,
  ...employeesMails,
  ...evidenceMails,
  ...massiveMails,
  ...permissionsMails,
  ...publishingMails,
  ...relationsMails,
  ...remindersMails,
  ...securityMails,
  ...selfServiceMails,
  ...sessionMails,
  ...uploadsMails,
} as const

export type MailEvent = keyof typeof mailEvents
export type MailVariables<E extends MailEvent> = z.input<(typeof mailEvents)[E]['variables']>

/** Mails of areas that aren't built yet. They are listed, so that nobody looks for them elsewhere, and never sent. */
export const plannedMails = {
  onboarding_done: 'workers',
  new_form: 'documents',
  leave_requested: 'licences',
  leave_rejected: 'licences',
  leave_balance_expiring: 'licences',
  backup_ready: 'company',
} as const satisfies Record<string, MailSection>

/** Variables that choose the address of a mail's button, and are no words. */
const wordless = ['documentos', 'sitio']

/**
 * The variables that a mail's words may have: its own, the person's user name and the company. A list of documents is
 * several: their types, their months, their count, and a line for each.
 */
export function mailVariables(event: MailEvent): string[] {
  const own = Object.keys(mailEvents[event].variables.shape)
  return [
    ...new Set([
      ...own.filter((name) => !wordless.includes(name)),
      ...(own.includes('documentos') ? ['tipo', 'periodo', 'documentos', 'cantidad'] : []),
      'usuario',
      'empresa',
    ]),
  ]
}
