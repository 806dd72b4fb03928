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
import { sessionMails } from './mails/session.ts'
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
  ...sessionMails,
  ...uploadsMails,
} as const

export type MailEvent = keyof typeof mailEvents
export type MailVariables<E extends MailEvent> = z.input<(typeof mailEvents)[E]['variables']>
