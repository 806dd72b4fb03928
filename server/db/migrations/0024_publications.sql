-- What is uploaded to be split or unpacked, and what goes out to be signed elsewhere, may be a zip.
alter table files drop constraint files_type_check;
alter table files add constraint files_type_check check (type in ('pdf', 'png', 'jpg', 'webp', 'xml', 'zip'));

-- A publication of many documents: its process has the state, this what came and what was decided of the whole.
create table publications (
  company_id bigint not null,
  process_id bigint not null,
  mode text not null check (mode in ('split_sign', 'split', 'sign', 'publish', 'generic')),
  -- Under which profile it was begun, on whose reach it is read: {"userId", "profileKind", "seesConfidential", "zone"}.
  viewer jsonb not null default '{}',
  -- The version of its type that it is read, cut and signed by.
  type_version int,
  sequence int not null default 1,
  label text,
  -- Of the upload, which goes on where a lost connection stopped it; null once nobody may send more.
  upload_id text collate "C",
  file_name text not null,
  file_size bigint not null,
  -- The bytes that the upload under way has in all, and its name where it isn't the first.
  upload_size bigint,
  upload_name text,
  received bigint not null default 0,
  received_at timestamptz,
  file_id bigint,
  sha256 text collate "C",
  pages int,
  -- From its completed upload to the start of its reading; one in a company.
  waiting boolean not null default false,
  -- Counts the beginnings of its reading: only the last one writes.
  reading int not null default 0,
  read_milliseconds int,
  -- Why it stopped or what differs from the month before: [{"code", "params"}].
  notices jsonb not null default '[]',
  notify boolean not null default true,
  certificate_id bigint,
  -- Until then what is published stays invisible; null: at once.
  visible_from timestamptz,
  -- What goes out to be signed elsewhere, and what of it came back.
  outgoing_file_id bigint,
  returned_file_id bigint,
  report_mailed_at timestamptz,
  undone_at timestamptz,
  primary key (company_id, process_id),
  foreign key (company_id, process_id) references processes,
  foreign key (company_id, file_id) references files,
  foreign key (company_id, outgoing_file_id) references files,
  foreign key (company_id, returned_file_id) references files,
  foreign key (company_id, certificate_id) references certificates
);
create unique index publications_one_waiting on publications (company_id) where waiting;
create unique index publications_upload on publications (company_id, upload_id);
select app.tenant_table('publications');

-- One receipt, page that belongs to none, or file that can't be taken, of a publication: what was read and what
-- somebody decided. The process item of the same id says whether it was published.
create table publication_items (
  company_id bigint not null,
  -- The process item's.
  id bigint not null,
  process_id bigint not null,
  -- The order of the file: its first page, or its place in the zip; what was split off stands behind it.
  place int not null,
  part int not null default 0,
  -- Pages from 1 of the PDF that came, or of the file of the zip.
  pages int[] not null,
  source_name text,
  -- Its own PDF, and the XML beside it.
  file_id bigint,
  xml_file_id bigint,
  -- How it was found: of PDFs with text, of recognised pictures, by the file's name.
  read_by text not null default 'text' check (read_by in ('text', 'ocr', 'file_name')),
  -- Of the recognition, 0 to 1.
  confidence real,
  id_read text collate "C",
  name_read text,
  -- What stands where: [{"kind", "text", "page", "x", "y", "width", "height"}], millimetres on the page as shown.
  marks jsonb not null default '[]',
  -- What reading made of it: ready, or the exception. Only new pages are read anew.
  found text not null,
  -- What keeps it from being taken at all: a code with its parameters.
  fault jsonb,
  -- Whose it is by reading; whose it may be.
  employee_id bigint,
  suggested_id bigint,
  -- What somebody made of it: assigned, anyway, excluded, merged (into another). Null: nothing.
  decision text check (decision in ('assigned', 'anyway', 'excluded', 'merged')),
  decided_for bigint,
  merged_into bigint,
  decided_by bigint,
  decided_at timestamptz,
  -- The person whom it would go to, and whether it would go.
  recipient_id bigint generated always as (case when decision = 'assigned' then decided_for else employee_id end)
    stored,
  standing text collate "C" generated always as (case
    when decision in ('excluded', 'merged') then decision
    when decision in ('assigned', 'anyway') or found = 'listo' then 'ready'
    else 'open' end) stored,
  primary key (company_id, id),
  foreign key (company_id, id) references process_items,
  foreign key (company_id, process_id) references publications,
  foreign key (company_id, file_id) references files,
  foreign key (company_id, xml_file_id) references files,
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, suggested_id) references employees,
  foreign key (company_id, decided_for) references employees,
  foreign key (company_id, merged_into) references publication_items,
  foreign key (company_id, decided_by) references users
);
create index publication_items_order on publication_items (company_id, process_id, place, part, id);
create index publication_items_found on publication_items (company_id, process_id, standing, found, place, part, id);
create index publication_items_recipient on publication_items (company_id, process_id, recipient_id);
select app.tenant_table('publication_items');

-- What is done with a publication as a whole, and with its receipts before they are documents, is evidence.
alter table events drop constraint events_subject_kind_check;
alter table events add constraint events_subject_kind_check check (subject_kind in ('document', 'employee',
  'credential', 'approval', 'form', 'leave', 'setting', 'template', 'post', 'backup', 'certificate', 'session',
  'company', 'folder', 'document_type', 'publication'));
