import { expect, test } from 'vitest'
import { mailEvents } from './mails.ts'

/** Written by hand: the category, where the button leads, and whether a company may reword it. */
const events: Record<keyof typeof mailEvents, [string, string | null, 'security' | 'plain']> = {
  new_post: ['company', '/e/cartelera', 'plain'],
  post_reminder: ['company', '/e/cartelera', 'plain'],
  welcome: ['company', 'site', 'plain'],
  new_user: ['workers', 'secret', 'security'],
  reset_password: ['workers', 'secret', 'security'],
  user_name: ['workers', 'site', 'security'],
  password_changed: ['workers', null, 'security'],
  mail_changed: ['workers', null, 'security'],
  mail_objection: ['workers', 'secret', 'security'],
  request_rejected: ['tasks', '/s/home', 'security'],
  paper_lapsing: ['tasks', '/e/solicitudes/nueva', 'plain'],
  decisions_waiting: ['tasks', '/s/fileUploadResume', 'plain'],
  team_waiting: ['tasks', '/e/equipo', 'plain'],
  decisions_stuck: ['tasks', '/s/workflow/list', 'plain'],
  deputy_named: ['tasks', null, 'plain'],
  deputy_for_you: ['workers', null, 'security'],
  person_to_confirm: ['tasks', '/s/home', 'plain'],
  mail_objected: ['company', '/s/employees/list', 'security'],
  mail_confirm: ['workers', 'secret', 'security'],
  mail_changed_own: ['workers', 'secret', 'security'],
  new_device: ['workers', null, 'security'],
  blocked_user: ['workers', null, 'security'],
  many_wrong_passwords: ['workers', null, 'security'],
  relation_made: ['workers', '/s/account', 'security'],
  relation_used: ['workers', '/s/account', 'security'],
  relation_suspended: ['workers', null, 'security'],
  factor_code: ['workers', 'code', 'security'],
  factor_required: ['workers', '/s/security', 'security'],
  factor_added: ['workers', null, 'security'],
  factor_removed: ['workers', null, 'security'],
  factor_reset: ['workers', null, 'security'],
  factor_locked: ['workers', null, 'security'],
  recovery_codes_made: ['workers', null, 'security'],
  recovery_code_used: ['workers', null, 'security'],
  profiles_changed: ['workers', null, 'security'],
  profiles_changed_of: ['company', '/s/employees/list', 'security'],
  tax_id_changed_of: ['company', '/s/employees/list', 'security'],
  administrator_change_to_approve: ['tasks', '/s/', 'security'],
  employment_ended: ['workers', null, 'security'],
  employment_end_undone: ['workers', null, 'security'],
  bank_account_changed: ['workers', null, 'security'],
  change_proposed: ['workers', '/e/cuenta', 'plain'],
  change_approved: ['workers', '/e/cuenta', 'plain'],
  change_rejected: ['workers', '/e/cuenta', 'plain'],
  change_made: ['workers', '/e/cuenta', 'plain'],
  bank_change_proposed: ['workers', 'secret', 'security'],
  bank_change_approved: ['workers', 'secret', 'security'],
  bank_change_rejected: ['workers', null, 'security'],
  bank_change_frozen: ['company', '/s/home', 'security'],
  new_document: ['documents', 'document', 'plain'],
  signature_reminder: ['documents', 'document', 'plain'],
  document_cancelled: ['documents', '/e/', 'plain'],
  document_replaced: ['documents', 'document', 'plain'],
  disagreement_answered: ['documents', 'document', 'plain'],
  documents_exported: ['company', '/s/', 'plain'],
  paper_approved: ['documents', '/e/solicitudes', 'plain'],
  paper_returned: ['tasks', '/e/solicitudes', 'plain'],
  paper_rejected: ['tasks', '/e/solicitudes', 'plain'],
  permission_asked: ['company', '/s/employees/list', 'plain'],
  publication_finished: ['reports', '/s/company/process-manager', 'plain'],
  publication_to_release: ['tasks', '/s/company/process-manager', 'plain'],
  publication_waits: ['documents', '/s/company/process-manager', 'plain'],
  certificate_ending: ['company', '/s/certificates', 'plain'],
  evidence_differs: ['company', null, 'security'],
}

test('every mail has the category, link and protection of the table written by hand', () => {
  const found = Object.fromEntries(
    Object.entries(mailEvents).map(([event, { category, link, security }]) => [
      event,
      [category, link, security ? 'security' : 'plain'],
    ]),
  )
  expect(found).toEqual(events)
})

test('an event is declared by one area', () => {
  const tables = import.meta.glob<Record<string, object>>(['./mails/*.ts', '!./mails/table.ts'], {
    eager: true,
  })
  const declared = Object.values(tables).flatMap((module) => Object.values(module).flatMap(Object.keys))
  expect(declared.sort()).toEqual(Object.keys(mailEvents).sort())
})
