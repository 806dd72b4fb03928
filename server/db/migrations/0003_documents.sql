-- Folders, document types, certificates, processes, documents, their revisions and signatures.

create table folders (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  name text collate "es-x-icu" not null,
  name_key text collate "C" generated always as (app.fold(name)) stored,
  -- Folders of the house are found by this key and keep their names.
  system_key text collate "C",
  kind text not null default 'documents' check (kind in ('documents', 'forms', 'personal')),
  visible boolean not null default true,
  signable boolean not null default false,
  ephemeral boolean not null default false,
  template_id bigint,
  position int not null default 0,
  signing_priority int not null default 0,
  archived_at timestamptz,
  primary key (company_id, id),
  unique (company_id, name_key),
  unique (company_id, system_key),
  check (signable or not ephemeral),
  check (visible or not signable)
);
select app.tenant_table('folders');

-- While something in the first waits for an employee's signature, the second stays closed to them.
create table folder_blocks (
  company_id bigint not null,
  folder_id bigint not null,
  blocked_folder_id bigint not null,
  primary key (company_id, folder_id, blocked_folder_id),
  foreign key (company_id, folder_id) references folders,
  foreign key (company_id, blocked_folder_id) references folders,
  check (folder_id <> blocked_folder_id)
);
select app.tenant_table('folder_blocks');

create table user_folder_filters (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  folder_id bigint not null,
  primary key (company_id, id),
  unique (company_id, user_id, folder_id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, folder_id) references folders
);
select app.tenant_table('user_folder_filters');

create table document_types (
  company_id bigint not null,
  id bigint generated always as identity,
  folder_id bigint not null,
  name text collate "es-x-icu" not null,
  name_key text collate "C" generated always as (app.fold(name)) stored,
  alias text collate "es-x-icu" not null,
  alias_key text collate "C" generated always as (app.fold(alias)) stored,
  template_id bigint,
  version int not null default 1,
  generic boolean not null default false,
  capture text check (capture in ('file_name', 'first_page')),
  is_form boolean not null default false,
  has_xml boolean not null default false,
  is_salary boolean not null default false,
  uses_ai boolean not null default false,
  confidential boolean not null default false,
  has_period boolean not null default true,
  several_a_period boolean not null default false,
  upload_pages_max int,
  upload_pages_min int,
  days_to_sign int,
  retention_years int,
  archived_at timestamptz,
  primary key (company_id, id),
  unique (company_id, name_key),
  unique (company_id, alias_key),
  foreign key (company_id, folder_id) references folders
);
create index document_types_folder on document_types (company_id, folder_id);
create unique index document_types_one_ai on document_types (company_id) where uses_ai;
select app.tenant_table('document_types');

-- What a type said of its pages and signatures at a time: a document keeps the version it was made under.
create table document_type_versions (
  company_id bigint not null,
  type_id bigint not null,
  version int not null,
  signature_page text not null default 'last' check (signature_page in ('first', 'last', 'custom')),
  signature_page_number int,
  -- Millimetres from the page's top left corner as it is shown: {"x","y","width","height"}; null: the default place.
  company_box jsonb,
  employee_box jsonb,
  orientation text check (orientation in ('portrait', 'landscape')),
  paper text check (paper in ('A3', 'A4', 'A5', 'Legal', 'Letter')),
  rotation int not null default 0 check (rotation in (0, 90, 180, 270)),
  cut jsonb,
  pagination int,
  own_pdf boolean not null default false,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, type_id, version),
  foreign key (company_id, type_id) references document_types
);
select app.tenant_table('document_type_versions', 'select, insert');

create table certificates (
  company_id bigint not null,
  id bigint generated always as identity,
  employer_id bigint,
  kind text not null default 'self_issued' check (kind in ('self_issued', 'imported')),
  holder_name text collate "es-x-icu" not null,
  position text not null,
  mail text not null,
  tax_id text not null,
  company_name text not null,
  company_tax_id text not null,
  -- DER, leaf first.
  chain bytea[] not null,
  serial text collate "C" not null,
  -- The private key wrapped by a key derived from the certificate's own password; destroyed when it expires.
  wrapped_key jsonb,
  -- argon2id, kept for the rule against repetition.
  password_hash text not null,
  signature_file_id bigint,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  expired_at timestamptz,
  expired_by bigint,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employer_id) references employers,
  foreign key (company_id, signature_file_id) references files,
  foreign key (company_id, created_by) references users,
  foreign key (company_id, expired_by) references users,
  check ((wrapped_key is null) = (expired_at is not null))
);
create index certificates_list on certificates (company_id, created_at desc);
select app.tenant_table('certificates');

-- Long work, and its items. Publications, imports, exports, shipments and mass acts are all processes.
create table processes (
  company_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  status text not null default 'in_progress'
    check (status in ('in_progress', 'completed_with_observations', 'error', 'successful', 'cancelled')),
  step text not null
    check (step in ('uploaded', 'reading', 'preview', 'signing', 'waiting_upload', 'waiting_password', 'publishing', 'running', 'done')),
  type_id bigint,
  period date,
  options jsonb not null default '{}',
  total int not null default 0,
  done int not null default 0,
  failed int not null default 0,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, type_id) references document_types,
  foreign key (company_id, created_by) references users
);
create index processes_list on processes (company_id, created_at desc);
select app.tenant_table('processes');

create table process_items (
  company_id bigint not null,
  id bigint generated always as identity,
  process_id bigint not null,
  n int not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'failed', 'excluded')),
  failure text,
  data jsonb not null default '{}',
  primary key (company_id, id),
  unique (company_id, process_id, n),
  foreign key (company_id, process_id) references processes
);
select app.tenant_table('process_items');

create table documents (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  type_id bigint not null,
  type_version int not null,
  employer_id bigint,
  -- First day of the month, or null for a type without a period.
  period date check (extract(day from period) = 1),
  sequence int not null default 1,
  label text,
  state text not null
    check (state in ('waiting_approval', 'waiting_company_signature', 'published', 'rejected', 'cancelled')),
  signing text not null default 'none' check (signing in ('none', 'pending', 'conforme', 'no_conforme')),
  -- Set by the employee's own reading, never by a list, a thumbnail or an administrator.
  first_read_at timestamptz,
  source text not null check (source in ('portal', 'employee', 'form', 'onboarding', 'self_service', 'import')),
  massive boolean not null default false,
  file_name text not null,
  pages int not null,
  -- The newest revision.
  revision int not null default 1,
  xml_file_id bigint,
  cuil_as_read text collate "C",
  -- Those of the day of publication.
  sector_id bigint,
  location_id bigint,
  position_id bigint,
  certificate_id bigint,
  verification_code text collate "C" not null,
  process_item_id bigint,
  notify boolean not null default true,
  visible_from timestamptz,
  published_at timestamptz,
  signed_at timestamptz,
  expires_on date,
  retain_until date,
  legal_hold boolean not null default false,
  cancelled_at timestamptz,
  cancelled_by bigint,
  cancel_reason text,
  replaces_id bigint,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, type_id, type_version) references document_type_versions,
  foreign key (company_id, employer_id) references employers,
  foreign key (company_id, sector_id) references sectors,
  foreign key (company_id, location_id) references locations,
  foreign key (company_id, position_id) references positions,
  foreign key (company_id, certificate_id) references certificates,
  foreign key (company_id, process_item_id) references process_items,
  foreign key (company_id, xml_file_id) references files,
  foreign key (company_id, replaces_id) references documents,
  foreign key (company_id, created_by) references users,
  foreign key (company_id, cancelled_by) references users
);
-- Why nothing is published twice.
create unique index documents_once on documents (company_id, employee_id, type_id, period, sequence)
  where state not in ('cancelled', 'rejected');
create unique index documents_once_an_item on documents (company_id, process_item_id);
create unique index documents_code on documents (company_id, verification_code);
create index documents_published on documents (company_id, published_at desc nulls last, id desc);
create index documents_created on documents (company_id, created_at desc, id desc);
create index documents_employee on documents (company_id, employee_id, period desc, id desc);
create index documents_type_period on documents (company_id, type_id, period desc, state, signing, id);
create index documents_period on documents (company_id, period desc, id desc);
create index documents_state on documents (company_id, state, signing, published_at desc);
create index documents_sector on documents (company_id, sector_id, published_at desc);
create index documents_location on documents (company_id, location_id, published_at desc);
select app.tenant_table('documents', 'select, insert, update');

-- Never overwritten: 1 is what came, each signature adds one.
create table document_revisions (
  company_id bigint not null,
  document_id bigint not null,
  n int not null,
  made_by text not null check (made_by in ('original', 'company', 'employee')),
  file_id bigint not null,
  sha256 text collate "C" not null,
  created_at timestamptz not null default now(),
  primary key (company_id, document_id, n),
  foreign key (company_id, document_id) references documents,
  foreign key (company_id, file_id) references files
);
-- Across companies too: anybody may ask whether a file is one of ours.
create index document_revisions_sha256 on document_revisions (sha256, company_id);
select app.tenant_table('document_revisions', 'select, insert');
select app.across_table('document_revisions', 'company_id, document_id, n, sha256');

create table signatures (
  company_id bigint not null,
  document_id bigint not null,
  revision int not null,
  signer text not null check (signer in ('company', 'employee')),
  certificate_id bigint,
  user_id bigint not null,
  -- As printed in the signature: a name may change later.
  signer_name text not null,
  decision text check (decision in ('conforme', 'no_conforme')),
  comment text,
  -- How the person was identified in the act.
  method text not null check (method in ('password', 'certificate_password', 'passkey', 'totp', 'provider')),
  -- What opened the account's door: the person's own link, or a code that HR printed.
  credential text check (credential in ('own', 'printed_code')),
  level text not null check (level in ('B-B', 'B-T')),
  algorithm text not null,
  certificate_serial text collate "C" not null,
  sha256 text collate "C" not null,
  signed_at timestamptz not null,
  primary key (company_id, document_id, revision),
  foreign key (company_id, document_id, revision) references document_revisions,
  foreign key (company_id, certificate_id) references certificates,
  foreign key (company_id, user_id) references users,
  check ((signer = 'employee') = (decision is not null)),
  check ((signer = 'company') = (certificate_id is not null))
);
create index signatures_certificate on signatures (company_id, certificate_id);
select app.tenant_table('signatures', 'select, insert');

create table document_observations (
  company_id bigint not null,
  id bigint generated always as identity,
  document_id bigint not null,
  author_id bigint not null,
  text text not null,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, document_id) references documents,
  foreign key (company_id, author_id) references users
);
create index document_observations_document on document_observations (company_id, document_id);
select app.tenant_table('document_observations', 'select, insert, update');

-- The case that a no conforme opens.
create table disagreements (
  company_id bigint not null,
  document_id bigint not null,
  state text not null default 'open' check (state in ('open', 'kept', 'replaced', 'cancelled')),
  answer text,
  answered_by bigint,
  answered_at timestamptz,
  opened_at timestamptz not null default now(),
  primary key (company_id, document_id),
  foreign key (company_id, document_id) references documents,
  foreign key (company_id, answered_by) references users
);
create index disagreements_open on disagreements (company_id, opened_at) where state = 'open';
select app.tenant_table('disagreements', 'select, insert, update');
