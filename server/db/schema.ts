// Made from the migrated database, which a test compares with it; to write it anew:
// npx vitest run server/db/schema.test.ts -u
import type { ColumnType, GeneratedAlways } from 'kysely'

/** The value of a JSON column as read. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** The shapes of JSON columns by 'table.column', which the areas that write them declare by augmenting this. */
export interface JsonColumns {}

/** A JSON column is written as text: pg would take an array for one of PostgreSQL's own. */
export type Json<Name extends string> = ColumnType<
  Name extends keyof JsonColumns ? JsonColumns[Name] : JsonValue,
  string,
  string
>

/** A moment (timestamptz); ISO text with an offset is taken too. */
export type Instant = ColumnType<Date, Date | string, Date | string>

/** A column with a default, which an insert may leave out. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

/** A column that may be null. */
export type Nullable<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null | undefined, U | null> : T | null

export type AdministratorChangesTable = {
  company_id: number
  employee_id: number
  input: Json<'administrator_changes.input'>
}

export type ApprovalDecisionsTable = {
  company_id: number
  id: GeneratedAlways<number>
  approval_id: number
  n: number
  user_id: number
  acting_for: number | null
  act: 'approve' | 'reject' | 'return'
  comment: string | null
  seen: Generated<boolean>
  at: Instant
}

export type ApprovalStepsTable = {
  company_id: number
  approval_id: number
  n: number
  rule: Json<'approval_steps.rule'>
  need: Generated<'one' | 'all'>
  state: 'waiting' | 'open' | 'approved' | 'rejected' | 'returned' | 'skipped'
  opened_at: Nullable<Instant>
  named: string | null
  told_at: Nullable<Instant>
  reminded_at: Nullable<Instant>
  escalated_at: Nullable<Instant>
}

export type ApprovalsTable = {
  company_id: number
  id: GeneratedAlways<number>
  kind: 'document' | 'change' | 'leave' | 'publication' | 'single_publication' | 'person_seen' | 'administrator' | 'undo_unsubscribe' | 'destruction'
  subject_id: number
  employee_id: number | null
  state: Generated<'pending' | 'returned' | 'approved' | 'rejected' | 'withdrawn'>
  opened_by: number
  opened_at: Instant
  due_at: Nullable<Instant>
  ended_at: Nullable<Instant>
  workflow_id: number | null
}

export type AvatarsTable = {
  company_id: number
  user_id: number
  file_id: number
  changed_at: Generated<Instant>
}

export type BellReadsTable = {
  company_id: number
  user_id: number
  seen_at: Instant
}

export type CertificatesTable = {
  company_id: number
  id: GeneratedAlways<number>
  employer_id: number | null
  kind: Generated<'self_issued' | 'imported'>
  holder_name: string
  position: string
  mail: string
  tax_id: string
  company_name: string
  company_tax_id: string
  chain: Buffer[]
  serial: string
  wrapped_key: Nullable<Json<'certificates.wrapped_key'>>
  password_hash: string
  signature_file_id: number | null
  valid_from: Instant
  valid_until: Instant
  expired_at: Nullable<Instant>
  expired_by: number | null
  created_by: number
  created_at: Generated<Instant>
  licensed: Generated<boolean>
  warned_days: 60 | 30 | 7 | null
}

export type ChangeLinksTable = {
  company_id: number
  link_id: number
  change_id: number
}

export type CompaniesTable = {
  id: Generated<number>
  slug: string
  name: string
  country: string
  zone: string
  colour_primary: Generated<string>
  colour_secondary: string | null
  colour_active: string | null
  colour_title: string | null
  icon_text: string | null
  logo_file_id: number | null
  domain: string | null
  sign_in_page: Generated<Json<'companies.sign_in_page'>>
  blocked_for_payment: Generated<boolean>
  created_at: Generated<Instant>
  payment_contact: string | null
  allowed_addresses: Generated<string[]>
  logo_set_at: Nullable<Instant>
}

export type CompanyAccessesTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  kind: 'mail' | 'printed_code'
  put_by: number | null
  put_at: Instant
  former_mail: string | null
  objection_link_id: number | null
  objection_mail_id: number | null
  silence_opens: boolean
  objected_at: Nullable<Instant>
  former_password_hash: string | null
  confirmed_by: number | null
  confirmed_at: Nullable<Instant>
}

export type ConsentsTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  decision: 'given' | 'refused' | 'withdrawn'
  text_version: string
  language: string
  decided_at: Generated<Instant>
}

export type CostCentresTable = {
  company_id: number
  id: GeneratedAlways<number>
  name: string
  name_key: GeneratedAlways<string | null>
}

export type CredentialLinksTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  kind: 'invitation' | 'reset' | 'printed_code' | 'mail_change' | 'mail_undo' | 'mail_objection' | 'username_change' | 'bank_objection'
  hash: string
  mail_key: string | null
  expires_at: Instant
  used_at: Nullable<Instant>
  cancelled_at: Nullable<Instant>
  created_at: Generated<Instant>
  created_by: number | null
}

export type DeputiesTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  deputy_id: number
  from_day: string
  to_day: string
  named_by: number
  named_at: Instant
  ended_at: Nullable<Instant>
}

export type DisagreementsTable = {
  company_id: number
  document_id: number
  state: Generated<'open' | 'kept' | 'replaced' | 'cancelled'>
  answer: string | null
  answered_by: number | null
  answered_at: Nullable<Instant>
  opened_at: Generated<Instant>
}

export type DocumentAnalysesTable = {
  company_id: number
  document_id: number
  state: Generated<'waiting' | 'done' | 'failed'>
  host: string
  model: string | null
  summary: string | null
  fields: Nullable<Json<'document_analyses.fields'>>
  attempts: Generated<number>
  created_at: Instant
  finished_at: Nullable<Instant>
}

export type DocumentExportsTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  session_id: number
  kind: 'planilla' | 'csv' | 'observaciones' | 'zip' | 'formularios'
  input: Json<'document_exports.input'>
  state: Generated<'waiting' | 'running' | 'done' | 'stopped'>
  total: number
  done: Generated<number>
  failed: Generated<Json<'document_exports.failed'>>
  cancelled: Generated<number>
  created_at: Generated<Instant>
  finished_at: Nullable<Instant>
}

export type DocumentObservationsTable = {
  company_id: number
  id: GeneratedAlways<number>
  document_id: number
  author_id: number
  text: string
  deleted_at: Nullable<Instant>
  created_at: Generated<Instant>
}

export type DocumentPapersTable = {
  company_id: number
  id: GeneratedAlways<number>
  document_id: number
  file_id: number
  decision: 'conforme' | 'no_conforme'
  signed_on: string
  attached_by: number
  attached_at: Generated<Instant>
}

export type DocumentRevisionsTable = {
  company_id: number
  document_id: number
  n: number
  made_by: 'original' | 'company' | 'employee' | 'sender'
  file_id: number
  sha256: string
  created_at: Generated<Instant>
}

export type DocumentTypeVersionsTable = {
  company_id: number
  type_id: number
  version: number
  signature_page: Generated<'first' | 'last' | 'custom'>
  signature_page_number: number | null
  company_box: Nullable<Json<'document_type_versions.company_box'>>
  employee_box: Nullable<Json<'document_type_versions.employee_box'>>
  orientation: 'portrait' | 'landscape' | null
  paper: 'A3' | 'A4' | 'A5' | 'Legal' | 'Letter' | null
  rotation: Generated<0 | 90 | 180 | 270>
  cut: Nullable<Json<'document_type_versions.cut'>>
  pagination: number | null
  own_pdf: Generated<boolean>
  created_by: number | null
  created_at: Generated<Instant>
  rules: Generated<Json<'document_type_versions.rules'>>
  capture_rules: Nullable<Json<'document_type_versions.capture_rules'>>
  sample_file_id: number | null
  sample_name: string | null
  halves: Generated<boolean>
}

export type DocumentTypesTable = {
  company_id: number
  id: GeneratedAlways<number>
  folder_id: number
  name: string
  name_key: GeneratedAlways<string | null>
  alias: string
  alias_key: GeneratedAlways<string | null>
  template_id: number | null
  version: Generated<number>
  generic: Generated<boolean>
  capture: 'file_name' | 'first_page' | null
  is_form: Generated<boolean>
  has_xml: Generated<boolean>
  is_salary: Generated<boolean>
  uses_ai: Generated<boolean>
  confidential: Generated<boolean>
  has_period: Generated<boolean>
  several_a_period: Generated<boolean>
  upload_pages_max: number | null
  upload_pages_min: number | null
  days_to_sign: number | null
  retention_years: number | null
  archived_at: Nullable<Instant>
  position: Generated<number>
}

export type DocumentsTable = {
  company_id: number
  id: GeneratedAlways<number>
  employee_id: number
  type_id: number
  type_version: number
  employer_id: number | null
  period: string | null
  sequence: Generated<number>
  label: string | null
  state: 'waiting_approval' | 'waiting_company_signature' | 'published' | 'rejected' | 'cancelled'
  signing: Generated<'none' | 'pending' | 'conforme' | 'no_conforme'>
  first_read_at: Nullable<Instant>
  source: 'portal' | 'employee' | 'form' | 'onboarding' | 'self_service' | 'import'
  massive: Generated<boolean>
  file_name: string
  pages: number
  revision: Generated<number>
  xml_file_id: number | null
  cuil_as_read: string | null
  sector_id: number | null
  location_id: number | null
  position_id: number | null
  certificate_id: number | null
  verification_code: string
  process_item_id: number | null
  notify: Generated<boolean>
  visible_from: Nullable<Instant>
  published_at: Nullable<Instant>
  signed_at: Nullable<Instant>
  expires_on: string | null
  retain_until: string | null
  legal_hold: Generated<boolean>
  cancelled_at: Nullable<Instant>
  cancelled_by: number | null
  cancel_reason: string | null
  replaces_id: number | null
  created_by: number
  created_at: Generated<Instant>
}

export type DownloadTicketsTable = {
  company_id: number
  hash: string
  session_id: number
  address_hash: string
  expires_at: Instant
}

export type DraftsTable = {
  company_id: number
  user_id: number
  key: string
  saved_at: Generated<Instant>
  sealed: Buffer
}

export type EmployeeAddressesTable = {
  company_id: number
  employee_id: number
  country: string | null
  province: string | null
  city: string | null
  locality: string | null
  county: string | null
  address_type: string | null
  street_type: string | null
  zone_type: string | null
  street: string | null
  number: string | null
  floor: string | null
  department: string | null
  neighbourhood: string | null
  block: string | null
}

export type EmployeeBankAccountsTable = {
  company_id: number
  employee_id: number
  bank: string | null
  branch: string | null
  account_type: string | null
  account_number: string | null
  cbu: string | null
  payment_type: string | null
  cci: string | null
}

export type EmployeeImportRowsTable = {
  company_id: number
  process_id: number
  line: number
  kind: 'faulty' | 'new' | 'changed' | 'unchanged' | 'left_out'
  employee_id: number | null
  name: string
  cells: string[]
  faults: Generated<Json<'employee_import_rows.faults'>>
  fault_field: string | null
  changes: Generated<Json<'employee_import_rows.changes'>>
  applied_at: Nullable<Instant>
}

export type EmployeeImportsTable = {
  company_id: number
  process_id: number
  file_name: string
  content: Buffer | null
  columns: string[]
  header: string[]
  encoding: 'utf-8' | 'utf-16' | 'windows-1252'
  delimiter: string
  viewer: Json<'employee_imports.viewer'>
  language: 'es' | 'pt'
  findings: Generated<Json<'employee_imports.findings'>>
  read_milliseconds: number | null
}

export type EmployeeNotesTable = {
  company_id: number
  id: GeneratedAlways<number>
  employee_id: number
  author_id: number
  text: string
  created_at: Generated<Instant>
  deleted_at: Nullable<Instant>
}

export type EmployeeWordsTable = {
  company_id: number
  word: string
  employee_id: number
}

export type EmployeesTable = {
  company_id: number
  id: number
  employer_id: number | null
  file_number: string
  dni: string
  cuil: string
  state: 'onboarding' | 'active' | 'inactive'
  confidential: Generated<boolean>
  birth_date: string | null
  sex: 'man' | 'woman' | 'non_binary' | 'undisclosed' | null
  nickname: string | null
  phone: string | null
  personal_mail: string | null
  marital_status: string | null
  nationality: string | null
  spouse: string | null
  children: number | null
  emergency_contact: string | null
  emergency_phone: string | null
  sector_id: number | null
  location_id: number | null
  position_id: number | null
  cost_centre_id: number | null
  manager_id: number | null
  organization_model: string | null
  extras: Generated<Json<'employees.extras'>>
  created_at: Generated<Instant>
  hired_on: string | null
  ended_on: string | null
  birth_day: GeneratedAlways<number | null>
  curp: GeneratedAlways<string | null>
  approver_id: number | null
  landline: string | null
  contact_type: string | null
}

export type EmployersTable = {
  company_id: number
  id: GeneratedAlways<number>
  legal_name: string
  tax_id: string
  address: string | null
}

export type EmploymentsTable = {
  company_id: number
  id: GeneratedAlways<number>
  employee_id: number
  starts_on: string
  ends_on: string | null
  state: 'planned' | 'running' | 'ended' | 'void'
  reason: 'termination' | 'contract_end' | 'resignation' | 'retirement' | 'candidate_drop' | 'others' | null
  observation: string | null
}

export type EventDetailsTable = {
  company_id: number
  event_id: number
  salt: string
  address: string | null
  device: string | null
  text: string | null
}

export type EventsTable = {
  company_id: number
  id: GeneratedAlways<number>
  subject_kind: 'document' | 'employee' | 'credential' | 'approval' | 'form' | 'leave' | 'setting' | 'template' | 'post' | 'backup' | 'certificate' | 'session' | 'company' | 'folder' | 'document_type' | 'publication' | 'process' | 'workflow' | 'deputy' | 'onboarding' | 'shipment' | 'change' | 'picture' | 'list'
  subject_id: number
  act: string
  actor_id: number | null
  at: Generated<Instant>
  data: Generated<Json<'events.data'>>
  detail_hash: string | null
  hash: string
  transaction: Generated<string>
  seal_id: number | null
  leaf: number | null
}

export type EvidenceChecksTable = {
  company_id: number
  id: GeneratedAlways<number>
  started_at: Instant
  finished_at: Nullable<Instant>
  differences: Generated<number>
  progress: Json<'evidence_checks.progress'>
}

export type FactorChallengesTable = {
  company_id: number
  session_id: number
  kind: 'mail' | 'passkey'
  factor_id: number | null
  secret: string
  expires_at: Instant
}

export type FactorCountsTable = {
  company_id: number
  user_id: number
  wrong: Generated<number>
  wrong_until: Nullable<Instant>
  sent: Generated<number>
  sent_since: Nullable<Instant>
  sent_until: Nullable<Instant>
}

export type FactorsTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  kind: 'mail' | 'totp' | 'passkey'
  name: Generated<string>
  mail: string | null
  secret: Buffer | null
  last_step: number | null
  credential: string | null
  public_key: Buffer | null
  counter: Generated<number>
  transports: Generated<string[]>
  confirmed_at: Nullable<Instant>
  used_at: Nullable<Instant>
  created_at: Instant
}

export type FavouritesTable = {
  company_id: number
  user_id: number
  path: string
  added_at: Generated<Instant>
}

export type FilesTable = {
  company_id: number
  id: GeneratedAlways<number>
  key: string
  type: 'pdf' | 'png' | 'jpg' | 'webp' | 'xml' | 'zip'
  size: number
  sha256: string
  state: Generated<'loose' | 'kept' | 'gone'>
  created_at: Generated<Instant>
}

export type FolderBlocksTable = {
  company_id: number
  folder_id: number
  blocked_folder_id: number
}

export type FoldersTable = {
  company_id: number
  id: GeneratedAlways<number>
  name: string
  name_key: GeneratedAlways<string | null>
  system_key: string | null
  kind: Generated<'documents' | 'forms' | 'personal'>
  visible: Generated<boolean>
  signable: Generated<boolean>
  ephemeral: Generated<boolean>
  template_id: number | null
  position: Generated<number>
  signing_priority: Generated<number>
  archived_at: Nullable<Instant>
}

export type FormerColoursTable = {
  company_id: number
  id: GeneratedAlways<number>
  colours: Json<'former_colours.colours'>
  replaced_at: Instant
  replaced_by: number | null
}

export type FormerUserNamesTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  name_key: string
  kept_until: Instant
}

export type IdempotencyKeysTable = {
  company_id: number
  user_id: number
  key: string
  request_hash: string
  answer: Json<'idempotency_keys.answer'>
  created_at: Generated<Instant>
}

export type InstallationTable = {
  only_row: Generated<boolean>
  authority_certificate: Buffer | null
  authority_key: Nullable<Json<'installation.authority_key'>>
  demonstration: 'filling' | 'filled' | null
  created_at: Generated<Instant>
  vapid_public: string | null
  vapid_key: string | null
}

export type KeyHoldersTable = {
  worker: string
  public_key: Buffer
  proof: string
  holds: Generated<number[]>
  seen_at: Generated<Instant>
}

export type LocationsTable = {
  company_id: number
  id: GeneratedAlways<number>
  name: string
  name_key: GeneratedAlways<string | null>
}

export type MailChangesTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  former: string | null
  mail: string
  confirm_link_id: number
  undo_link_id: number | null
  asked_at: Generated<Instant>
  done_at: Nullable<Instant>
  undone_at: Nullable<Instant>
}

export type MailPicturesTable = {
  company_id: number
  id: GeneratedAlways<number>
  file_id: number
  key: string
  name: string
  width: number
  height: number
  size: number
  created_by: number
  created_at: Instant
  archived_at: Nullable<Instant>
}

export type MailTemplatesTable = {
  company_id: number
  event: string
  language: 'es' | 'pt'
  subject: string | null
  title: string | null
  body: Nullable<Json<'mail_templates.body'>>
  button_text: string | null
  colours: Nullable<Json<'mail_templates.colours'>>
  footer: string | null
  changed_by: number | null
  changed_at: Generated<Instant>
  picture_id: number | null
}

export type MailsTable = {
  company_id: number
  id: GeneratedAlways<number>
  event: string
  language: 'es' | 'pt'
  user_id: number | null
  to_address: string
  subject_kind: string | null
  subject_id: number | null
  variables: Generated<Json<'mails.variables'>>
  secret: Buffer | null
  message_id: string
  state: Generated<'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  reason: string | null
  sent_at: Nullable<Instant>
  created_at: Generated<Instant>
  test_words: Nullable<Json<'mails.test_words'>>
  process_id: number | null
}

export type NoticesTable = {
  id: GeneratedAlways<number>
  revision: Generated<number>
  kind: 'push' | 'outage'
  companies: number[] | null
  starts_at: Instant
  ends_at: Nullable<Instant>
  colour: 'yellow' | 'red' | 'blue' | 'green'
  sticky: Generated<boolean>
  title_es: string
  text_es: string
  title_pt: string
  text_pt: string
  link: string | null
  created_at: Generated<Instant>
}

export type NotificationsTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  event: 'paper_approved' | 'paper_rejected'
  subject_id: number
  at: Instant
  read_at: Nullable<Instant>
}

export type OrganizationModelsTable = {
  company_id: number
  id: GeneratedAlways<number>
  name: string
  name_key: GeneratedAlways<string | null>
}

export type PasswordHistoryTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  hash: string
  created_at: Generated<Instant>
}

export type PendingChangesTable = {
  company_id: number
  id: GeneratedAlways<number>
  employee_id: number
  section: 'address' | 'bank' | 'contact' | 'identity' | 'photo'
  was: Json<'pending_changes.was'>
  proposed: Json<'pending_changes.proposed'>
  file_id: number | null
  source: 'self_service' | 'onboarding' | 'form'
  document_id: number | null
  state: 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'superseded'
  new_device: Generated<boolean>
  frozen_at: Nullable<Instant>
  released_at: Nullable<Instant>
  released_by: number | null
  proposed_at: Instant
  ended_at: Nullable<Instant>
}

export type PositionsTable = {
  company_id: number
  id: GeneratedAlways<number>
  name: string
  name_key: GeneratedAlways<string | null>
}

export type PostFilesTable = {
  company_id: number
  id: GeneratedAlways<number>
  post_id: number
  file_id: number
  name: string
  type: 'pdf' | 'jpg'
  size: number
}

export type PostLocationsTable = {
  company_id: number
  post_id: number
  location_id: number
}

export type PostReadingsTable = {
  company_id: number
  post_id: number
  user_id: number
  at: Instant
}

export type PostSectorsTable = {
  company_id: number
  post_id: number
  sector_id: number
}

export type PostsTable = {
  company_id: number
  id: GeneratedAlways<number>
  state: Generated<'draft' | 'published' | 'archived'>
  title: Generated<string>
  message: Generated<string>
  body: Generated<string>
  video: string | null
  image_id: number | null
  from_day: string | null
  to_day: string | null
  ended_at: Nullable<Instant>
  all_sectors: Generated<boolean>
  all_locations: Generated<boolean>
  notify: Generated<boolean>
  asks_reading: Generated<boolean>
  author_id: number
  author_kind: 'hr' | 'limited' | 'manager'
  created_at: Instant
  changed_at: Instant
  published_at: Nullable<Instant>
  told_at: Nullable<Instant>
  reminded_at: Nullable<Instant>
  words: Nullable<Json<'posts.words'>>
}

export type ProcessItemsTable = {
  company_id: number
  id: GeneratedAlways<number>
  process_id: number
  n: number
  state: Generated<'pending' | 'done' | 'failed' | 'excluded'>
  failure: string | null
  data: Generated<Json<'process_items.data'>>
  claimed_by: string | null
  claimed_until: Nullable<Instant>
}

export type ProcessStepsTable = {
  company_id: number
  id: GeneratedAlways<number>
  process_id: number
  step: string
  at: Instant
}

export type ProcessesTable = {
  company_id: number
  id: GeneratedAlways<number>
  kind: string
  status: Generated<'in_progress' | 'completed_with_observations' | 'error' | 'successful' | 'cancelled'>
  step: 'uploaded' | 'reading' | 'preview' | 'signing' | 'waiting_upload' | 'waiting_password' | 'publishing' | 'running' | 'done'
  type_id: number | null
  period: string | null
  options: Generated<Json<'processes.options'>>
  total: Generated<number>
  done: Generated<number>
  failed: Generated<number>
  created_by: number
  created_at: Generated<Instant>
  started_at: Nullable<Instant>
  finished_at: Nullable<Instant>
  taken_by: number | null
}

export type ProfileActionsTable = {
  company_id: number
  profile_id: number
  action: number
}

export type ProfilesTable = {
  company_id: number
  id: GeneratedAlways<number>
  type: 1 | 2 | 3
  kind: 'employee' | 'hr' | 'limited' | 'manager' | 'integration' | 'leave_approver' | 'certificate_holder'
  name: string
  sees_confidential: Generated<boolean>
  mfa_required: Generated<boolean>
  mfa_from: Nullable<Instant>
  address: string | null
}

export type PublicationItemsTable = {
  company_id: number
  id: number
  process_id: number
  place: number
  part: Generated<number>
  pages: number[]
  source_name: string | null
  file_id: number | null
  xml_file_id: number | null
  read_by: Generated<'text' | 'ocr' | 'file_name'>
  confidence: number | null
  id_read: string | null
  name_read: string | null
  marks: Generated<Json<'publication_items.marks'>>
  found: string
  fault: Nullable<Json<'publication_items.fault'>>
  employee_id: number | null
  suggested_id: number | null
  decision: 'assigned' | 'anyway' | 'excluded' | 'merged' | null
  decided_for: number | null
  merged_into: number | null
  decided_by: number | null
  decided_at: Nullable<Instant>
  recipient_id: GeneratedAlways<number | null>
  standing: GeneratedAlways<string | null>
  shows: Generated<number[]>
}

export type PublicationsTable = {
  company_id: number
  process_id: number
  mode: 'split_sign' | 'split' | 'sign' | 'publish' | 'generic'
  viewer: Generated<Json<'publications.viewer'>>
  type_version: number | null
  sequence: Generated<number>
  label: string | null
  upload_id: string | null
  file_name: string
  file_size: number
  upload_size: number | null
  upload_name: string | null
  received: Generated<number>
  received_at: Nullable<Instant>
  file_id: number | null
  sha256: string | null
  pages: number | null
  waiting: Generated<boolean>
  reading: Generated<number>
  read_milliseconds: number | null
  notices: Generated<Json<'publications.notices'>>
  notify: Generated<boolean>
  certificate_id: number | null
  visible_from: Nullable<Instant>
  outgoing_file_id: number | null
  returned_file_id: number | null
  undone_at: Nullable<Instant>
  needs_release: Generated<boolean>
  released_at: Nullable<Instant>
  released_by: number | null
  taught: Nullable<Json<'publications.taught'>>
  decided: Nullable<Json<'publications.decided'>>
  continues: number | null
  learned: Nullable<Json<'publications.learned'>>
  layouts: Generated<number[]>
}

export type PushNoticesTable = {
  company_id: number
  user_id: number
  name: string
  event: 'new_document' | 'signature_reminder' | 'paper_returned' | 'paper_decided' | 'paper_lapsing' | 'new_form' | 'form_reminder' | 'new_post' | 'post_reminder' | 'leave_decided' | 'task_pending' | 'onboarding_reminder' | 'change_decided'
  created_at: Instant
}

export type PushSubscriptionsTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  session_id: number
  endpoint: string
  endpoint_hash: string
  p256dh: Buffer
  auth: Buffer
  device: string | null
  created_at: Instant
  last_success_at: Nullable<Instant>
}

export type ReadingLayoutsTable = {
  company_id: number
  id: GeneratedAlways<number>
  type_id: number
  layout: number
  version: number
  process_id: number
  people: number
  taught: Json<'reading_layouts.taught'>
  kept_at: Instant
  forgotten_at: Nullable<Instant>
}

export type RecoveryCodesTable = {
  company_id: number
  user_id: number
  hash: string
  used_at: Nullable<Instant>
}

export type RelatedUsersTable = {
  company_id: number
  user_id: number
  group_id: string
  foreign_changes: number
  joined_at: Instant
  used_at: Nullable<Instant>
  suspended_at: Nullable<Instant>
}

export type RelationProofsTable = {
  company_id: number
  session_id: number
  other_company: number
  other_user: number
  expires_at: Instant
  other_changes: number | null
}

export type ReminderRunsTable = {
  company_id: number
  process_id: number
  reminder_id: number
  mailed: Generated<number>
  without_mail: Generated<number>
  recently: Generated<number>
  documents: Generated<number>
  at: Instant
}

export type RemindersTable = {
  company_id: number
  id: GeneratedAlways<number>
  kind: 'signature' | 'unread'
  wanted: Generated<Json<'reminders.wanted'>>
  every_days: number | null
  until: string | null
  profile_id: number
  created_by: number
  created_at: Instant
  next_at: Nullable<Instant>
  ended_at: Nullable<Instant>
  ended_by: number | null
  ended_for: 'once' | 'nothing_left' | 'last_day' | 'cancelled' | 'no_right' | null
}

export type SavedViewsTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  list: 'documents' | 'employees' | 'inbox' | 'forms' | 'shipments' | 'onboarding' | 'leave' | 'posts' | 'workflows'
  name: string
  name_key: GeneratedAlways<string | null>
  query: string
  preferred: Generated<boolean>
  created_at: Generated<Instant>
}

export type SealedKeysTable = {
  company_id: number
  process_id: number
  worker: string
  certificate_id: number
  sealed: Buffer | null
  expires_at: Instant
}

export type SealsTable = {
  company_id: number
  id: GeneratedAlways<number>
  root: string
  previous_root: string | null
  events: number
  timestamp_token: Buffer | null
  created_at: Generated<Instant>
}

export type SectorsTable = {
  company_id: number
  id: GeneratedAlways<number>
  name: string
  name_key: GeneratedAlways<string | null>
}

export type SelfServiceTable = {
  company_id: number
  section: 'address' | 'bank' | 'contact' | 'identity'
  enabled: boolean
  needs_approval: boolean
  folder_id: number | null
  type_id: number | null
}

export type SessionsTable = {
  company_id: number
  id: GeneratedAlways<number>
  hash: string
  user_id: number
  profile_id: number
  audience: 's' | 'e'
  restriction: 'ingreso' | 'contrasena' | 'segundo_factor' | 'incorporacion' | 'terminal' | null
  method: Generated<'password' | 'printed_code' | 'link' | 'sso' | 'switch'>
  address: string | null
  device: string | null
  created_at: Generated<Instant>
  seen_at: Generated<Instant>
  expires_at: Instant
  ended_at: Nullable<Instant>
  factor: 'mail' | 'totp' | 'passkey' | 'recovery' | null
  factor_at: Nullable<Instant>
}

export type SettingsTable = {
  company_id: number
  key: string
  value: Json<'settings.value'>
  changed_by: number | null
  changed_at: Generated<Instant>
}

export type SignaturesTable = {
  company_id: number
  document_id: number
  revision: number
  signer: 'company' | 'employee'
  certificate_id: number | null
  user_id: number
  signer_name: string
  decision: 'conforme' | 'no_conforme' | null
  comment: string | null
  method: 'password' | 'certificate_password' | 'passkey' | 'totp' | 'provider'
  credential: 'own' | 'printed_code' | 'company_address' | null
  level: 'B-B' | 'B-T'
  algorithm: string
  certificate_serial: string
  sha256: string
  signed_at: Instant
  signed_digest: string | null
}

export type SsoCodesTable = {
  company_id: number
  hash: string
  state: string
  site: 's' | 'e'
  session_id: number | null
  user_id: number | null
  issuer: string
  subject: string
  binding: 'mail' | 'password' | null
  refusal: string | null
  hint: Buffer | null
  expires_at: Instant
  taken_at: Nullable<Instant>
}

export type SsoFlowsTable = {
  company_id: number
  state: string
  site: 's' | 'e'
  session_id: number | null
  nonce: string
  pkce: Buffer | null
  request_id: string | null
  created_at: Instant
  expires_at: Instant
  answered_at: Nullable<Instant>
}

export type SsoProvidersTable = {
  company_id: number
  kind: 'oidc' | 'saml'
  issuer: string
  client_id: string | null
  secret: Buffer | null
  entry_point: string | null
  logout_url: string | null
  own_certificate: string | null
  certificates: Generated<string[]>
  mail_domains: string[]
  sign_out_at_provider: Generated<boolean>
  only_sso: Generated<boolean>
  show_button: Generated<boolean>
  button_text: string | null
  changed_at: Instant
}

export type SsoSessionsTable = {
  company_id: number
  session_id: number
  issuer: string
  subject: string
  hint: Buffer | null
}

export type SsoSubjectsTable = {
  company_id: number
  issuer: string
  subject: string
  user_id: number
  bound_by: 'mail' | 'password' | 'operator'
  bound_at: Instant
  access_id: number | null
}

export type StayEndsTable = {
  company_id: number
  id: GeneratedAlways<number>
  employee_id: number
  employment_id: number
  ends_on: string
  state: 'planned' | 'acted' | 'called_off' | 'undone'
  asked_by: number | null
  asked_at: Nullable<Instant>
  acted_at: Nullable<Instant>
  taken: Generated<Json<'stay_ends.taken'>>
  closed_by: number | null
  closed_at: Nullable<Instant>
}

export type StepUpsTable = {
  company_id: number
  hash: string
  session_id: number
  method: 'password' | 'passkey' | 'totp' | 'provider'
  expires_at: Instant
  used_at: Nullable<Instant>
  used_for: string | null
}

export type SwitchTicketsTable = {
  company_id: number
  session_id: number
  target_company: number
  target_user: number
  type: 1 | 2
  expires_at: Instant
}

export type TermsAcceptancesTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  version: string
  accepted_at: Generated<Instant>
}

export type ThrottlesTable = {
  key: string
  hits: Generated<number>
  since: Generated<Instant>
  blocked_until: Nullable<Instant>
  behind: Generated<number>
}

export type UploadPagesTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  file_id: number
  kind: 'picture' | 'pdf'
  pages: number
  size: number
  width: number | null
  height: number | null
  signed: Generated<boolean>
  created_at: Instant
}

export type UserFiltersTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  sector_id: number | null
  location_id: number | null
}

export type UserFolderFiltersTable = {
  company_id: number
  id: GeneratedAlways<number>
  user_id: number
  folder_id: number
}

export type UserProfilesTable = {
  company_id: number
  user_id: number
  profile_id: number
  type: 1 | 2 | 3
}

export type UsersTable = {
  company_id: number
  id: GeneratedAlways<number>
  username: string
  username_key: GeneratedAlways<string | null>
  first_name: string
  last_name: string
  sort_name: GeneratedAlways<string | null>
  mail: string | null
  mail_key: GeneratedAlways<string | null>
  country: string
  language: 'es' | 'pt' | null
  password_hash: string | null
  password_origin: 'link' | 'printed_code' | 'own' | null
  password_changed_at: Nullable<Instant>
  credential_version: Generated<number>
  first_sign_in_done_at: Nullable<Instant>
  may_sign_since: Nullable<Instant>
  locked_at: Nullable<Instant>
  created_at: Generated<Instant>
  created_by: number | null
  foreign_changes: Generated<number>
  own_version: number | null
  mail_set_by: number | null
  mail_set_at: Generated<Instant>
  password_access_id: number | null
  managed_until: Nullable<Instant>
}

export type WorkflowGroupsTable = {
  company_id: number
  id: GeneratedAlways<number>
  workflow_id: number
  n: number
  name: string
  need: 'one' | 'all'
}

export type WorkflowMembersTable = {
  company_id: number
  group_id: number
  user_id: number
}

export type WorkflowTypesTable = {
  company_id: number
  workflow_id: number
  type_id: number
  active: boolean
}

export type WorkflowsTable = {
  company_id: number
  id: GeneratedAlways<number>
  name: string
  version: Generated<number>
  state: 'draft' | 'active' | 'cancelled'
  replaces_id: number | null
  changed_by: number
  changed_at: Instant
  created_at: Instant
  also_published: Generated<boolean>
}

export type DB = {
  administrator_changes: AdministratorChangesTable
  approval_decisions: ApprovalDecisionsTable
  approval_steps: ApprovalStepsTable
  approvals: ApprovalsTable
  avatars: AvatarsTable
  bell_reads: BellReadsTable
  certificates: CertificatesTable
  change_links: ChangeLinksTable
  companies: CompaniesTable
  company_accesses: CompanyAccessesTable
  consents: ConsentsTable
  cost_centres: CostCentresTable
  credential_links: CredentialLinksTable
  deputies: DeputiesTable
  disagreements: DisagreementsTable
  document_analyses: DocumentAnalysesTable
  document_exports: DocumentExportsTable
  document_observations: DocumentObservationsTable
  document_papers: DocumentPapersTable
  document_revisions: DocumentRevisionsTable
  document_type_versions: DocumentTypeVersionsTable
  document_types: DocumentTypesTable
  documents: DocumentsTable
  download_tickets: DownloadTicketsTable
  drafts: DraftsTable
  employee_addresses: EmployeeAddressesTable
  employee_bank_accounts: EmployeeBankAccountsTable
  employee_import_rows: EmployeeImportRowsTable
  employee_imports: EmployeeImportsTable
  employee_notes: EmployeeNotesTable
  employee_words: EmployeeWordsTable
  employees: EmployeesTable
  employers: EmployersTable
  employments: EmploymentsTable
  event_details: EventDetailsTable
  events: EventsTable
  evidence_checks: EvidenceChecksTable
  factor_challenges: FactorChallengesTable
  factor_counts: FactorCountsTable
  factors: FactorsTable
  favourites: FavouritesTable
  files: FilesTable
  folder_blocks: FolderBlocksTable
  folders: FoldersTable
  former_colours: FormerColoursTable
  former_user_names: FormerUserNamesTable
  idempotency_keys: IdempotencyKeysTable
  installation: InstallationTable
  key_holders: KeyHoldersTable
  locations: LocationsTable
  mail_changes: MailChangesTable
  mail_pictures: MailPicturesTable
  mail_templates: MailTemplatesTable
  mails: MailsTable
  notices: NoticesTable
  notifications: NotificationsTable
  organization_models: OrganizationModelsTable
  password_history: PasswordHistoryTable
  pending_changes: PendingChangesTable
  positions: PositionsTable
  post_files: PostFilesTable
  post_locations: PostLocationsTable
  post_readings: PostReadingsTable
  post_sectors: PostSectorsTable
  posts: PostsTable
  process_items: ProcessItemsTable
  process_steps: ProcessStepsTable
  processes: ProcessesTable
  profile_actions: ProfileActionsTable
  profiles: ProfilesTable
  publication_items: PublicationItemsTable
  publications: PublicationsTable
  push_notices: PushNoticesTable
  push_subscriptions: PushSubscriptionsTable
  reading_layouts: ReadingLayoutsTable
  recovery_codes: RecoveryCodesTable
  related_users: RelatedUsersTable
  relation_proofs: RelationProofsTable
  reminder_runs: ReminderRunsTable
  reminders: RemindersTable
  saved_views: SavedViewsTable
  sealed_keys: SealedKeysTable
  seals: SealsTable
  sectors: SectorsTable
  self_service: SelfServiceTable
  sessions: SessionsTable
  settings: SettingsTable
  signatures: SignaturesTable
  sso_codes: SsoCodesTable
  sso_flows: SsoFlowsTable
  sso_providers: SsoProvidersTable
  sso_sessions: SsoSessionsTable
  sso_subjects: SsoSubjectsTable
  stay_ends: StayEndsTable
  step_ups: StepUpsTable
  switch_tickets: SwitchTicketsTable
  terms_acceptances: TermsAcceptancesTable
  throttles: ThrottlesTable
  upload_pages: UploadPagesTable
  user_filters: UserFiltersTable
  user_folder_filters: UserFolderFiltersTable
  user_profiles: UserProfilesTable
  users: UsersTable
  workflow_groups: WorkflowGroupsTable
  workflow_members: WorkflowMembersTable
  workflow_types: WorkflowTypesTable
  workflows: WorkflowsTable
}
